//! The cars: a body of stations along the z axis, a cabin on it, and four wheels; and the action that steers and rolls them.
//!
//! The one action has a frame for each combination of [`STEERS`] directions of the front wheels and [`ROLLS`] turns of all
//! wheels: frame `steer * ROLLS + roll`. A game shows the frame that it wants.

use crate::bake;
use crate::mesh::{Corner, Facet, Finish, Mesh};
use crate::paint::Tile;
use crate::skeleton::Joint;
use crate::stance::Motion;
use crate::text::Sculpture;
use glam::{DQuat, DVec3, dvec3};
use keitai_formats::tra::Tra;
use std::f64::consts::TAU;

/// Width and height of a livery.
pub const SIZE: [u16; 2] = [128, 160];
/// The side of the car, front at the left.
pub const SIDE: Tile = Tile::new(0, 0, 128, 48);
/// The car from above, front at the lower edge.
pub const TOP: Tile = Tile::new(0, 48, 64, 112);
/// Nose.
pub const FRONT: Tile = Tile::new(64, 48, 64, 32);
/// Tail.
pub const BACK: Tile = Tile::new(64, 80, 64, 32);
/// Outer side of a wheel.
pub const RIM: Tile = Tile::new(64, 112, 32, 32);
/// Tread of a tyre.
pub const TREAD: Tile = Tile::new(96, 112, 32, 32);
/// Greatest extent of all cars: half length, half width, height.
pub const EXTENT: [f64; 3] = [32.0, 20.0, 34.0];

/// Directions of the front wheels, from the left lock to the right one.
pub const STEERS: i32 = 9;
/// Turns of the wheels within a quarter, after which a wheel looks the same again.
pub const ROLLS: i32 = 6;
/// Angle between two directions, degrees.
const LOCK: f64 = 7.0;

/// A car.
pub struct Body {
    /// Name of its files.
    pub name: &'static str,
    /// Cross-sections from the nose to the tail: z, half width, height of the bulge, height of the upper side.
    pub stations: &'static [[f64; 4]],
    /// The cabin: z of the windscreen's foot and head, of the rear window's head and foot.
    pub cabin: [f64; 4],
    /// Height and half width of the roof.
    pub roof: [f64; 2],
    /// Radius of the wheels, and z of both axles.
    pub wheels: [f64; 3],
    /// Height of the wing at the tail.
    pub wing: Option<f64>,
}

/// A tall hatchback, a low coupé and a truck.
pub const BODIES: [Body; 3] = [
    Body {
        name: "bean",
        stations: &[
            [28.5, 12.5, 8.5, 12.0],
            [24.0, 16.0, 9.5, 15.0],
            [12.0, 17.2, 10.5, 17.0],
            [-16.0, 17.4, 11.0, 17.5],
            [-26.0, 16.6, 11.0, 17.0],
            [-28.5, 15.0, 10.0, 15.0],
        ],
        cabin: [14.0, 4.0, -19.0, -26.5],
        roof: [28.5, 12.6],
        wheels: [7.4, 17.0, -17.5],
        wing: None,
    },
    Body {
        name: "dart",
        stations: &[
            [31.5, 11.0, 6.0, 8.0],
            [25.0, 16.0, 7.5, 11.5],
            [9.0, 17.4, 8.5, 14.0],
            [-12.0, 18.2, 9.5, 15.0],
            [-26.0, 17.6, 9.5, 15.5],
            [-29.5, 16.0, 9.0, 13.5],
        ],
        cabin: [11.0, -3.0, -13.0, -25.0],
        roof: [23.0, 11.4],
        wheels: [7.2, 18.0, -18.0],
        wing: Some(21.0),
    },
    Body {
        name: "ox",
        stations: &[
            [28.0, 15.0, 11.0, 17.0],
            [24.0, 17.0, 12.0, 19.0],
            [10.0, 17.4, 12.5, 20.5],
            [-10.0, 17.4, 12.5, 20.5],
            [-27.0, 17.0, 12.5, 20.0],
            [-29.0, 16.0, 12.0, 19.0],
        ],
        cabin: [13.0, 6.0, -9.0, -11.5],
        roof: [32.5, 13.6],
        wheels: [8.8, 17.5, -17.5],
        wing: None,
    },
];

/// Height of the sills.
const SILL: f64 = 5.0;

const fn joint(name: &'static str, x: f64, y: f64, z: f64) -> Joint {
    Joint { name, parent: Some(0), at: DVec3::new(x, y, z) }
}

/// The bones. Where the wheels turn depends on the body, and only slightly.
pub const JOINTS: [Joint; 6] = [
    Joint { name: "car", parent: None, at: DVec3::ZERO },
    joint("body", 0.0, 8.0, 0.0),
    joint("wheel.fl", 15.0, 7.6, 17.5),
    joint("wheel.fr", -15.0, 7.6, 17.5),
    joint("wheel.bl", 15.0, 7.6, -17.5),
    joint("wheel.br", -15.0, 7.6, -17.5),
];

/// Adds a face with a colour of a tile: from the side, from above, from the front or from the back, whatever it faces most.
fn panel(mesh: &mut Mesh, points: &[DVec3], finish: Finish, tile: Tile) {
    let [length, width, height] = EXTENT;
    let last = points[points.len() - 1];
    let mut face = (points[1] - points[0]).cross(last - points[0]).normalize_or_zero();
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    let out = middle - dvec3(0.0, 8.0, middle.z * 0.8);
    if face.dot(out) < 0.0 {
        face = -face;
    }
    let corner = |at: &DVec3| {
        let [u, v] = match tile {
            TOP => [(width - at.x) / (2.0 * width), (length + at.z) / (2.0 * length)],
            FRONT | BACK => [(at.x + width) / (2.0 * width), (height - at.y) / height],
            _ => [(length - at.z) / (2.0 * length), (height - at.y) / height],
        };
        // Part of the roundness that the few faces lack.
        let round = (*at - dvec3(0.0, 8.0, at.z * 0.7)).normalize_or_zero();
        Corner { at: *at, normal: (face * 0.65 + round * 0.35).normalize_or_zero(), texel: tile.at(u, v) }
    };
    mesh.push(Facet { corners: points.iter().map(corner).collect(), finish, group: None });
}

/// Returns the body with its cabin.
fn shell(body: &Body) -> Mesh {
    let finish = Finish::Lacquer;
    let mut mesh = Mesh::default();
    // Half a cross-section from the sill to the middle of the upper side.
    let points = |[z, half, bulge, top]: [f64; 4], side: f64| {
        [
            dvec3(side * half * 0.94, SILL, z),
            dvec3(side * half, bulge, z),
            dvec3(side * (half - 2.2), top, z),
            dvec3(0.0, top + 0.6, z),
        ]
    };
    for pair in body.stations.windows(2) {
        for side in [1.0, -1.0] {
            let (near, far) = (points(pair[0], side), points(pair[1], side));
            for row in 0..2 {
                panel(&mut mesh, &[near[row], near[row + 1], far[row + 1], far[row]], finish, SIDE);
            }
            panel(&mut mesh, &[near[2], near[3], far[3], far[2]], finish, TOP);
        }
    }
    for (station, tile) in [(body.stations[0], FRONT), (body.stations[body.stations.len() - 1], BACK)] {
        let (left, right) = (points(station, 1.0), points(station, -1.0));
        panel(&mut mesh, &[left[0], left[1], right[1], right[0]], finish, tile);
        panel(&mut mesh, &[left[1], left[2], right[2], right[1]], finish, tile);
    }
    let [foot, head, back, tail] = body.cabin;
    let [height, roof] = body.roof;
    let belt = |z: f64, side: f64| {
        let near = body.stations.windows(2).find(|pair| pair[1][0] <= z).unwrap_or(&body.stations[..2]);
        let part = ((near[0][0] - z) / (near[0][0] - near[1][0])).clamp(0.0, 1.0);
        let mix = |index: usize| near[0][index] + (near[1][index] - near[0][index]) * part;
        dvec3(side * (mix(1) - 2.4), mix(3) - 0.6, z)
    };
    let above = |z: f64, side: f64| dvec3(side * roof, height - if side == 0.0 { 0.0 } else { 0.6 }, z);
    for side in [1.0, -1.0] {
        panel(&mut mesh, &[belt(foot, side), above(head, side), above(back, side), belt(tail, side)], finish, SIDE);
        panel(&mut mesh, &[above(head, side), above(head, 0.0), above(back, 0.0), above(back, side)], finish, TOP);
    }
    panel(&mut mesh, &[belt(foot, 1.0), above(head, 1.0), above(head, -1.0), belt(foot, -1.0)], finish, TOP);
    panel(&mut mesh, &[belt(tail, 1.0), above(back, 1.0), above(back, -1.0), belt(tail, -1.0)], finish, TOP);
    if let Some(wing) = body.wing {
        let at = |side: f64, y: f64, z: f64| dvec3(side, y, z);
        panel(
            &mut mesh,
            &[at(16.0, wing, -25.0), at(-16.0, wing, -25.0), at(-16.0, wing + 1.0, -31.0), at(16.0, wing + 1.0, -31.0)],
            finish,
            TOP,
        );
        panel(
            &mut mesh,
            &[
                at(16.0, wing + 1.0, -31.0),
                at(-16.0, wing + 1.0, -31.0),
                at(-16.0, wing - 2.0, -31.0),
                at(16.0, wing - 2.0, -31.0),
            ],
            finish,
            BACK,
        );
        for side in [1.0, -1.0] {
            panel(
                &mut mesh,
                &[
                    at(side * 12.0, 15.0, -26.0),
                    at(side * 12.0, wing, -25.5),
                    at(side * 12.0, wing, -29.5),
                    at(side * 12.0, 14.0, -29.0),
                ],
                finish,
                SIDE,
            );
        }
    }
    mesh
}

/// Returns a wheel: its outer side and the tread.
fn wheel(middle: DVec3, radius: f64) -> Mesh {
    const SIDES: usize = 8;
    const HALF: f64 = 3.2;
    let out = middle.x.signum();
    let mut mesh = Mesh::default();
    let rim = |i: usize, across: f64| {
        let (sine, cosine) = libm::sincos(TAU * (i as f64 + 0.5) / SIDES as f64);
        (middle + dvec3(across * HALF, sine * radius, cosine * radius), dvec3(0.0, sine, cosine))
    };
    let face = |i: usize| {
        let (at, normal) = rim(i, out);
        let texel = RIM.at(0.5 + normal.z * 0.5, 0.5 - normal.y * 0.5);
        Corner { at, normal: DVec3::X * out, texel }
    };
    for (a, b) in [(0, 7), (1, 6), (2, 5)] {
        let corners = vec![face(a), face(a + 1), face(b - 1), face(b)];
        mesh.push(Facet { corners, finish: Finish::Matte, group: None });
    }
    for i in 0..SIDES {
        let corner = |i: usize, across: f64, u: f64| {
            let (at, normal) = rim(i, across);
            Corner { at, normal, texel: TREAD.at(u, across * 0.5 + 0.5) }
        };
        let corners =
            vec![corner(i, -1.0, 0.0), corner(i + 1, -1.0, 1.0), corner(i + 1, 1.0, 1.0), corner(i, 1.0, 0.0)];
        mesh.push(Facet { corners, finish: Finish::Matte, group: None });
    }
    mesh
}

/// Returns a car.
pub fn sculpture(body: &Body) -> Sculpture<'static> {
    let mut parts = vec![(1, shell(body))];
    let [radius, front, back] = body.wheels;
    for (index, joint) in JOINTS.iter().enumerate().skip(2) {
        let z = if joint.at.z > 0.0 { front } else { back };
        parts.push((index, wheel(dvec3(joint.at.x, radius, z), radius)));
    }
    Sculpture {
        name: body.name,
        remarks: vec!["A car. Built by keitai-workshop; see assets/README.md.".into()],
        texture: SIZE,
        joints: &JOINTS,
        parts,
        groups: &[],
    }
}

/// Returns the action of all directions and turns of the wheels.
pub fn drive() -> Tra {
    let last_frame = STEERS * ROLLS - 1;
    let frames: Vec<i32> = (0..=last_frame).collect();
    let bones = JOINTS.iter().enumerate().map(|(index, joint)| {
        let motion = |frame: &i32| {
            let (steer, roll) = (f64::from(frame / ROLLS - STEERS / 2), f64::from(frame % ROLLS));
            let about = |axis, degrees: f64| DQuat::from_axis_angle(axis, degrees.to_radians());
            let turned = about(DVec3::X, roll * 90.0 / f64::from(ROLLS));
            match index {
                // The body leans out of the bend, and shakes a little.
                1 => Motion {
                    shift: DVec3::Y * 0.3 * libm::sin(TAU * roll / f64::from(ROLLS)),
                    turn: about(DVec3::Z, -0.9 * steer),
                    ..Motion::default()
                },
                2 | 3 => Motion { turn: about(DVec3::Y, -LOCK * steer) * turned, ..Motion::default() },
                4 | 5 => Motion { turn: turned, ..Motion::default() },
                _ => Motion::default(),
            }
        };
        bake::bone(joint.name, &frames, &frames.iter().map(motion).collect::<Vec<_>>())
    });
    Tra {
        remarks: vec![format!(
            "{STEERS} directions of the front wheels, left to right, with {ROLLS} turns of the wheels each."
        )],
        version: 4.0,
        name: Some("drive".into()),
        total_frame: Some(last_frame + 1),
        bones: bones.collect(),
        ..Tra::default()
    }
}
