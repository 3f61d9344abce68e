//! The parts of a robot, each in model space at rest, on its joint.

use super::livery::{Build, Crown};
use super::{FACES, Livery, plan};
use crate::form::{Cover, Lie, Ring, Section, lid, shell};
use crate::mesh::{Corner, Facet, Finish, Mesh};
use crate::paint::Tile;
use crate::skeleton::{JOINTS, index};
use crate::text::Sculpture;
use glam::{DMat4, DQuat, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, TAU};

/// Returns the sculpture of a robot.
pub fn sculpture(livery: &Livery) -> Sculpture<'static> {
    let build = &livery.build;
    let mut parts = vec![
        (index::HIPS, belt(build)),
        (index::BODY, barrel(build)),
        (index::HEAD, head(build)),
        (index::KNOT, crown(build.crown)),
        (index::KEY, key()),
    ];
    for side in 0..2 {
        let place = |mesh: Mesh| if side == 0 { mesh } else { mesh.mirrored() };
        parts.push((index::ARMS[side], place(upper_arm(build.arms))));
        parts.push((index::FOREARMS[side], place(forearm(build.arms))));
        parts.push((index::HANDS[side], place(hand(build.hands))));
        parts.push((index::THIGHS[side], place(thigh())));
        parts.push((index::SHINS[side], place(shin())));
        parts.push((index::FEET[side], place(foot(build.feet))));
    }
    Sculpture {
        name: livery.name,
        remarks: vec![livery.remark.into(), "Built by keitai-workshop; see assets/README.md.".into()],
        texture: plan::SIZE,
        joints: &JOINTS,
        parts,
        groups: &FACES,
    }
}

fn at(joint: usize) -> DVec3 {
    JOINTS[joint].at
}

/// Returns a shell around a joint.
fn on(joint: usize, mesh: Mesh) -> Mesh {
    mesh.moved(DMat4::from_translation(at(joint)))
}

/// Returns a function that covers a whole shell with one tile, the same on both sides.
fn around(tile: Tile, rings: usize, finish: Finish) -> impl Fn(usize, usize) -> Option<Cover> {
    move |_, _| Some(Cover::new(tile, Lie::Halves { rings: [0, rings] }, finish))
}

/// Rings made thicker.
fn thick<const N: usize>(rings: [Ring; N], girth: f64) -> [Ring; N] {
    rings.map(|ring| Ring { size: ring.size.map(|half| half * girth), ..ring })
}

/// Returns a section of six sides, of which one faces forward.
fn tube() -> Section {
    Section::round_with_flat_front(6)
}

/// Returns the loincloth's belt around the lower end of the barrel, and what is below it.
fn belt(build: &Build) -> Mesh {
    let section = Section::squarish(12, 2.4);
    let wider = |y: f64, by: f64| {
        let [width, depth] = build.barrel[3].size;
        Ring::new(y, width + by, depth + by * 0.9).forward(1.0)
    };
    let rings = [wider(57.0, -5.0).sharp(), wider(53.5, 5.0).sharp(), wider(41.0, 4.0), Ring::new(32.0, 27.0, 24.0)];
    let mut mesh = shell(&section, &rings, |ring, _| match ring {
        0 => Some(Cover::new(plan::BELT_TOP, Lie::Halves { rings: [0, 1] }, Finish::Lacquer)),
        _ => Some(Cover::new(plan::BELT, Lie::Halves { rings: [1, 3] }, Finish::Lacquer)),
    });
    mesh.add(lid(
        &section,
        rings[3],
        false,
        Cover::new(plan::SOLE, Lie::Top([-36.0, -36.0], [36.0, 36.0]), Finish::Matte),
    ));
    mesh
}

/// Returns the barrel of the body, widest at the belly.
fn barrel(build: &Build) -> Mesh {
    let section = Section::squarish(12, build.barrel_corners);
    let rings = build.barrel;
    let mut mesh = shell(&section, &rings, |_, side| {
        let (tile, left, right) = match side {
            0..=2 => (plan::BODY_BACK, -0.25, 0.25),
            3..=8 => (plan::BODY_FRONT, 0.25, 0.75),
            _ => (plan::BODY_BACK, 0.75, 1.25),
        };
        Some(Cover::new(tile, Lie::Around { left, right, rings: [0, 3] }, Finish::Lacquer))
    });
    mesh.add(lid(
        &section,
        rings[0],
        true,
        Cover::new(plan::NECK, Lie::Top([-20.0, -18.0], [20.0, 18.0]), Finish::Matte),
    ));
    mesh
}

/// Returns the head: a can with a face on its front, hair on its top, and bolts for ears.
fn head(build: &Build) -> Mesh {
    let section = Section::squarish(12, build.head_corners);
    let rings = build.head;
    let [_, _, upper, lower, _] = rings;
    let [width, depth] = [0, 1].map(|i| upper.size[i].max(lower.size[i]));
    let top = Cover::new(plan::HEAD_TOP, Lie::Top([-width, -depth], [width, depth]), Finish::Lacquer);
    let is_face = |side: usize| (4..=7).contains(&side);
    let reach = width * 1.02;
    let face = |tile: Tile| Cover::new(tile, Lie::Front([-reach, upper.y], [reach, lower.y]), Finish::Lacquer);
    let side = Cover::new(plan::HEAD_SIDE, Lie::Side([depth * 0.62, upper.y], [-depth, lower.y]), Finish::Lacquer);
    let under = Cover::new(plan::NECK, Lie::Halves { rings: [3, 4] }, Finish::Matte);
    let mut mesh = shell(&section, &rings, |ring, s| match ring {
        0 | 1 => Some(top),
        2 if is_face(s) => Some(face(plan::FACES[0])),
        2 => Some(side),
        _ => Some(under),
    });
    mesh.add(lid(&section, rings[0], true, top));
    for (group, tile) in plan::FACES.into_iter().skip(1).enumerate() {
        let wall = shell(&section, &rings, |ring, s| (ring == 2 && is_face(s)).then(|| face(tile)));
        mesh.add(wall.in_group(group));
    }
    let ear = ear((upper.size[0] + lower.size[0]) / 2.0);
    mesh.add(ear.clone().mirrored()).add(ear);
    mesh
}

/// Returns a bolt on the left side of the head, at half its width.
fn ear(at: f64) -> Mesh {
    let rings = [Ring::new(at + 5.0, 5.5, 5.5).sharp(), Ring::new(at - 2.0, 7.5, 7.5)];
    let section = Section::round(6);
    let cap = Cover::new(plan::EAR, Lie::Top([-5.5, -5.5], [5.5, 5.5]), Finish::Lacquer);
    let mut mesh = shell(&section, &rings, around(plan::BRASS, 1, Finish::Lacquer));
    mesh.add(lid(&section, rings[0], true, cap));
    let lay = DMat4::from_rotation_translation(DQuat::from_rotation_z(-FRAC_PI_2), dvec3(0.0, 125.0, 0.0));
    mesh.moved(lay)
}

/// Builds the decoration on top of the head.
fn crown(kind: Crown) -> Mesh {
    let top = |tile: Tile| Cover::new(tile, Lie::Top([-20.0, -20.0], [20.0, 20.0]), Finish::Lacquer);
    let turned = |sides: usize, rings: &[Ring], tile: Tile| {
        let section = Section::round(sides);
        let mut mesh = shell(&section, rings, around(tile, rings.len() - 1, Finish::Lacquer));
        mesh.add(lid(&section, rings[0], true, top(tile)));
        mesh
    };
    let mesh = match kind {
        // Hair, tied to a knot that lies forward.
        Crown::Knot => turned(
            6,
            &[
                Ring::new(20.0, 4.0, 4.0).forward(5.0),
                Ring::new(16.0, 9.0, 8.0).forward(4.0),
                Ring::new(8.0, 8.0, 7.0),
                Ring::new(2.0, 4.0, 4.0).forward(-2.0),
            ],
            plan::KNOT,
        ),
        Crown::Chimney => turned(
            8,
            &[Ring::new(24.0, 10.5, 10.5).sharp(), Ring::new(18.0, 10.0, 10.0).sharp(), Ring::new(-3.0, 8.0, 8.0)],
            plan::KNOT,
        ),
        Crown::Aerial => {
            let ball = [Ring::new(28.0, 3.0, 3.0), Ring::new(23.0, 7.0, 7.0), Ring::new(16.0, 3.0, 3.0)];
            let mut mesh = turned(6, &ball, plan::BRASS);
            mesh.add(shell(
                &Section::round(4),
                &[Ring::new(17.0, 1.8, 1.8), Ring::new(2.0, 2.6, 2.6)],
                around(plan::BRASS, 1, Finish::Lacquer),
            ));
            mesh
        }
        Crown::Horns => {
            let horn = horn();
            let mut mesh = horn.clone().mirrored();
            mesh.add(horn);
            mesh
        }
        Crown::Crescent => crescent().moved(DMat4::from_translation(dvec3(0.0, 17.0, 9.0))),
    };
    on(index::KNOT, mesh)
}

/// Returns the left horn: a thick piece that leans outwards, and a tip that stands up from it.
fn horn() -> Mesh {
    let section = Section::round(5);
    let piece = |rings: [Ring; 2], lean: f64, at: DVec3| {
        let mesh = shell(&section, &rings, around(plan::BRASS, 1, Finish::Lacquer));
        mesh.moved(DMat4::from_rotation_translation(DQuat::from_rotation_z(-lean), at))
    };
    let mut mesh = piece([Ring::new(17.0, 5.4, 5.4), Ring::new(-4.0, 8.2, 8.2)], 0.95, dvec3(12.0, 0.0, 6.0));
    mesh.add(piece([Ring::new(26.0, 0.8, 0.8), Ring::new(-2.0, 5.4, 5.4)], -0.12, dvec3(25.0, 9.4, 6.0)));
    mesh
}

/// Returns a crescent cut from sheet, its horns up, hinged on the top of the helmet.
fn crescent() -> Mesh {
    const STEPS: usize = 5;
    const HALF: f64 = 1.8;
    let arc = |i: usize, radius: f64, centre: f64| {
        let (sine, cosine) = libm::sincos((-200.0 + 220.0 * i as f64 / STEPS as f64).to_radians());
        dvec3(cosine * radius, sine * radius + centre, 0.0)
    };
    let outer = |i: usize| arc(i, 21.0, 4.0);
    let inner = |i: usize| arc(i, 16.5, 8.5);
    let corner = |at: DVec3, z: f64, normal: DVec3| {
        let texel = plan::BRASS.at(0.5 + at.x / 44.0, 0.5 - at.y / 50.0);
        Corner { at: at + DVec3::Z * z * HALF, normal, texel }
    };
    let mut mesh = Mesh::default();
    let mut plate = |corners: [(DVec3, f64, DVec3); 4]| {
        let corners = corners.map(|(at, z, normal)| corner(at, z, normal)).to_vec();
        mesh.push(Facet { corners, finish: Finish::Lacquer, group: None });
    };
    for i in 0..STEPS {
        for z in [1.0, -1.0] {
            let normal = DVec3::Z * z;
            plate([(outer(i), z, normal), (outer(i + 1), z, normal), (inner(i + 1), z, normal), (inner(i), z, normal)]);
        }
        for (edge, sign) in [(&outer as &dyn Fn(usize) -> DVec3, 1.0), (&inner, -1.0)] {
            let normal = ((edge(i) + edge(i + 1)) / 2.0 - DVec3::Y * 6.0).normalize() * sign;
            plate([
                (edge(i), 1.0, normal),
                (edge(i + 1), 1.0, normal),
                (edge(i + 1), -1.0, normal),
                (edge(i), -1.0, normal),
            ]);
        }
    }
    mesh
}

/// Returns the key: a shaft along Z and two wings with a hole each.
fn key() -> Mesh {
    let shaft = [Ring::new(22.0, 4.0, 4.0), Ring::new(-4.0, 4.0, 4.0)];
    let mut mesh = shell(&Section::round(4), &shaft, around(plan::BRASS, 1, Finish::Lacquer));
    mesh = mesh.moved(DMat4::from_quat(DQuat::from_rotation_x(-FRAC_PI_2)));
    let wing = wing();
    mesh.add(wing.clone().mirrored()).add(wing);
    on(index::KEY, mesh)
}

/// Returns the left wing: a disc of eight corners cut from thick sheet, lying in the plane of the shaft.
fn wing() -> Mesh {
    const RADIUS: f64 = 14.0;
    const HALF: f64 = 2.5;
    let centre = dvec3(13.0, 0.0, -31.0);
    let corner = |i: usize, up: f64, normal: DVec3, texel: [f64; 2]| {
        let (sine, cosine) = libm::sincos(TAU * (i as f64 + 0.5) / 8.0);
        Corner { at: centre + dvec3(cosine * RADIUS, up * HALF, sine * RADIUS), normal, texel }
    };
    let flat = |i: usize, up: f64| {
        let (sine, cosine) = libm::sincos(TAU * (i as f64 + 0.5) / 8.0);
        corner(i, up, DVec3::Y * up, plan::KEY_WING.at(0.5 + cosine * 0.53, 0.5 + sine * 0.53))
    };
    let mut mesh = Mesh::default();
    for up in [1.0, -1.0] {
        for [a, b, c, d] in [[0, 1, 2, 3], [0, 3, 4, 7], [4, 5, 6, 7]] {
            let corners = [a, b, c, d].map(|i| flat(i, up)).to_vec();
            mesh.push(Facet { corners, finish: Finish::CutOut, group: None });
        }
    }
    // The rim, but for the sides that meet the other wing.
    for i in (0..8).filter(|i| ![3].contains(i)) {
        let (sine, cosine) = libm::sincos(TAU * (i as f64 + 1.0) / 8.0);
        let normal = dvec3(cosine, 0.0, sine);
        let rim = |i: usize, up: f64| corner(i, up, normal, plan::BRASS.at(i as f64 / 8.0, 0.5 - up * 0.2));
        let corners = vec![rim(i, 1.0), rim(i + 1, 1.0), rim(i + 1, -1.0), rim(i, -1.0)];
        mesh.push(Facet { corners, finish: Finish::Lacquer, group: None });
    }
    mesh
}

fn upper_arm(girth: f64) -> Mesh {
    let rings = [
        Ring::new(9.0, 6.0, 6.0),
        Ring::new(3.0, 12.0, 12.0),
        Ring::new(-8.0, 11.0, 11.0).sharp(),
        Ring::new(-9.0, 7.0, 7.0).sharp(),
        Ring::new(-25.0, 6.5, 6.5),
    ];
    let rings = thick(rings, girth);
    let section = tube();
    let mut mesh = shell(&section, &rings, |ring, _| match ring {
        0 | 1 => Some(Cover::new(plan::SHOULDER, Lie::Halves { rings: [0, 2] }, Finish::Lacquer)),
        2 => Some(Cover::new(plan::SOLE, Lie::Halves { rings: [2, 3] }, Finish::Matte)),
        _ => Some(Cover::new(plan::UPPER_ARM, Lie::Halves { rings: [3, 4] }, Finish::Lacquer)),
    });
    mesh.add(lid(
        &section,
        rings[0],
        true,
        Cover::new(plan::SHOULDER, Lie::Top([-30.0, -30.0], [30.0, 30.0]), Finish::Lacquer),
    ));
    // The arm leans out a little, from shoulder to elbow.
    let lean = DQuat::from_rotation_arc(DVec3::NEG_Y, (at(index::FOREARMS[0]) - at(index::ARMS[0])).normalize());
    on(index::ARMS[0], mesh.moved(DMat4::from_quat(lean)))
}

fn forearm(girth: f64) -> Mesh {
    let rings = [
        Ring::new(5.0, 5.0, 5.0),
        Ring::new(1.0, 8.5, 8.5),
        Ring::new(-15.0, 11.5, 11.5).sharp(),
        Ring::new(-20.0, 7.0, 7.0),
    ];
    on(index::FOREARMS[0], shell(&tube(), &thick(rings, girth), around(plan::FOREARM, 3, Finish::Lacquer)))
}

/// Returns a mitten: a plate of eight corners with a thumb, palm backwards.
fn hand(size: f64) -> Mesh {
    let section = Section::squarish(8, 3.0);
    let (width, height, thick) = (12.5, 14.0, 6.5);
    // Built lying on its back: the shell's height becomes the hand's thickness.
    let rings = [Ring::new(thick, width * 0.82, height * 0.82), Ring::new(-thick, width, height)];
    let rim = around(plan::HAND_RIM, 1, Finish::Lacquer);
    let lie = |share: f64| Lie::Top([-width * share, -height * share], [width * share, height * share]);
    let mut mesh = shell(&section, &rings, rim);
    mesh.add(lid(&section, rings[0], true, Cover::new(plan::HAND_BACK, lie(0.82), Finish::Lacquer)));
    mesh.add(lid(&section, rings[1], false, Cover::new(plan::HAND_PALM, lie(1.0), Finish::Matte)));
    let mesh = mesh.moved(DMat4::from_rotation_translation(DQuat::from_rotation_x(FRAC_PI_2), dvec3(0.0, -12.0, 0.0)));
    let thumb_rings = [Ring::new(0.0, 4.5, 4.0), Ring::new(-9.0, 4.0, 3.5).sharp()];
    let thumb_section = Section::round_with_flat_front(4);
    let cover = Cover::new(plan::HAND_RIM, Lie::Halves { rings: [0, 1] }, Finish::Lacquer);
    let mut thumb = shell(&thumb_section, &thumb_rings, |_, _| Some(cover));
    thumb.add(lid(
        &thumb_section,
        thumb_rings[1],
        false,
        Cover::new(plan::HAND_RIM, Lie::Top([-9.0, -9.0], [9.0, 9.0]), Finish::Lacquer),
    ));
    let tilt = DMat4::from_rotation_translation(DQuat::from_rotation_z(-0.7), dvec3(-10.0, -5.0, 0.0));
    let mut whole = mesh;
    whole.add(thumb.moved(tilt));
    on(index::HANDS[0], whole.moved(DMat4::from_scale(DVec3::splat(size))))
}

fn thigh() -> Mesh {
    let rings = [Ring::new(4.0, 12.0, 12.0), Ring::new(-20.0, 11.0, 11.0)];
    on(index::THIGHS[0], shell(&tube(), &rings, around(plan::THIGH, 1, Finish::Lacquer)))
}

fn shin() -> Mesh {
    let rings = [Ring::new(24.0, 7.5, 7.5), Ring::new(-2.0, 8.0, 8.0)];
    on(index::SHINS[0], shell(&tube(), &rings, around(plan::SHIN, 1, Finish::Lacquer)))
}

/// Returns a boot, flat below.
fn foot(size: f64) -> Mesh {
    let section = Section::squarish(8, 3.4);
    let ring = |y, width, depth, forward| Ring::new(y, width, depth).forward(forward);
    let rings = [ring(16.0, 11.0, 13.0, -3.0), ring(11.0, 16.0, 21.0, 4.0), ring(0.0, 18.0, 24.0, 6.0)];
    let top = Cover::new(plan::FOOT_TOP, Lie::Top([-18.0, -18.0], [18.0, 30.0]), Finish::Lacquer);
    let side = Cover::new(plan::FOOT_SIDE, Lie::Halves { rings: [1, 2] }, Finish::Lacquer);
    let mut mesh = shell(&section, &rings, |ring, _| Some(if ring == 0 { top } else { side }));
    mesh.add(lid(&section, rings[0], true, top));
    mesh.add(lid(
        &section,
        rings[2],
        false,
        Cover::new(plan::SOLE, Lie::Top([-18.0, -18.0], [18.0, 30.0]), Finish::Matte),
    ));
    // Not higher, lest it swallows the shin.
    let larger = DMat4::from_scale(dvec3(size, 1.0, size));
    mesh.moved(DMat4::from_translation(dvec3(at(index::FEET[0]).x, 0.0, 0.0)) * larger)
}
