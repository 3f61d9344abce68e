//! Shapes of pressed tin: turned shells, caps, and plates cut from sheet.

use crate::mesh::{Corner, Facet, Finish, Mesh};
use crate::paint::Tile;
use glam::{DVec2, DVec3, Vec3Swizzles};
use std::f64::consts::TAU;

/// The outline of a shell seen from above: corners with outward directions, from the back (-Z) over the figure's right
/// side (-X), the front (+Z) and its left side to the back again.
#[derive(Debug, Clone)]
pub struct Section {
    /// Corners on a circle of radius 1, or near it; x and z.
    points: Vec<DVec2>,
}

impl Section {
    /// Returns a circle.
    pub fn round(sides: usize) -> Self {
        Self::squarish(sides, 2.0)
    }

    /// Returns a superellipse: 2.0 is a circle, larger numbers come closer to a square.
    pub fn squarish(sides: usize, exponent: f64) -> Self {
        let point = |i: usize| {
            let (sine, cosine) = libm::sincos(TAU * i as f64 / sides as f64);
            let radius =
                1.0 / libm::pow(libm::pow(sine.abs(), exponent) + libm::pow(cosine.abs(), exponent), 1.0 / exponent);
            DVec2::new(-sine * radius, -cosine * radius)
        };
        Self { points: (0..sides).map(point).collect() }
    }

    /// Returns the same, turned by half a side, so that a side faces the front.
    pub fn round_with_flat_front(sides: usize) -> Self {
        let point = |i: usize| {
            let (sine, cosine) = libm::sincos(TAU * (i as f64 + 0.5) / sides as f64);
            DVec2::new(-sine, -cosine)
        };
        Self { points: (0..sides).map(point).collect() }
    }

    /// Returns the number of sides.
    pub fn sides(&self) -> usize {
        self.points.len()
    }

    fn point(&self, i: usize) -> DVec2 {
        self.points[i % self.points.len()]
    }

    /// Returns the outward direction at a corner: across the line between its neighbours.
    fn outward(&self, i: usize) -> DVec2 {
        let count = self.points.len();
        let along = self.point(i + 1) - self.point(i + count - 1);
        DVec2::new(along.y, -along.x).normalize_or_zero() * -1.0
    }
}

/// A height of a shell.
#[derive(Debug, Clone, Copy)]
pub struct Ring {
    /// Height.
    pub y: f64,
    /// Half the width and half the depth.
    pub size: [f64; 2],
    /// Displacement along Z.
    pub shift: f64,
    /// The shell has an edge here; otherwise it is smooth.
    pub edge: bool,
}

impl Ring {
    /// Returns a smooth ring.
    pub const fn new(y: f64, width: f64, depth: f64) -> Self {
        Self { y, size: [width, depth], shift: 0.0, edge: false }
    }

    /// Returns the same ring with an edge.
    pub const fn sharp(mut self) -> Self {
        self.edge = true;
        self
    }

    /// Returns the same ring, moved forward.
    pub const fn forward(mut self, shift: f64) -> Self {
        self.shift = shift;
        self
    }

    fn at(&self, p: DVec2) -> DVec3 {
        DVec3::new(p.x * self.size[0], self.y, p.y * self.size[1] + self.shift)
    }
}

/// Covering of a facet.
#[derive(Debug, Clone, Copy)]
pub struct Cover {
    /// The source of its texels.
    pub tile: Tile,
    /// The placement of the tile on it.
    pub lie: Lie,
    /// Material.
    pub finish: Finish,
}

/// The placement of a tile on a surface.
#[derive(Debug, Clone, Copy)]
pub enum Lie {
    /// Around a shell: u from `left` to `right` (0.0..=1.0 around the section, 0.5 is the front), v from ring to ring.
    Around {
        /// Start of the tile.
        left: f64,
        /// End of the tile.
        right: f64,
        /// First and last ring it covers.
        rings: [usize; 2],
    },
    /// The tile covers both halves of the shell alike: u runs from the front to the back.
    Halves {
        /// First and last ring it covers.
        rings: [usize; 2],
    },
    /// Pressed on from the front: x and y of these corners, upper left (seen from the front) and lower right.
    Front([f64; 2], [f64; 2]),
    /// Pressed on from above: x and z, the front at the tile's lower edge.
    Top([f64; 2], [f64; 2]),
    /// Pressed on from above, folded in four: from the middle to this far along x and z.
    Quarter(f64),
    /// Pressed on from the side: z and y, the front at the tile's left edge.
    Side([f64; 2], [f64; 2]),
}

impl Lie {
    /// Returns the place on the tile, 0.0..=1.0.
    fn place(&self, at: DVec3, around: f64, ring: usize, depths: &[f64]) -> [f64; 2] {
        let part = |value: f64, from: f64, to: f64| (value - from) / (to - from);
        let down = |rings: [usize; 2]| part(depths[ring], depths[rings[0]], depths[rings[1]]);
        match *self {
            Self::Around { left, right, rings } => [part(around, left, right), down(rings)],
            Self::Halves { rings } => [(around - 0.5).abs() * 2.0, down(rings)],
            Self::Front(a, b) => [part(at.x, a[0], b[0]), part(at.y, a[1], b[1])],
            Self::Top(a, b) => [part(at.x, a[0], b[0]), part(at.z, a[1], b[1])],
            Self::Quarter(reach) => [at.x.abs() / reach, at.z.abs() / reach],
            Self::Side(a, b) => [part(at.z, a[0], b[0]), part(at.y, a[1], b[1])],
        }
    }
}

impl Cover {
    /// Returns a cover.
    pub const fn new(tile: Tile, lie: Lie, finish: Finish) -> Self {
        Self { tile, lie, finish }
    }

    fn corner(&self, at: DVec3, normal: DVec3, around: f64, ring: usize, depths: &[f64]) -> Corner {
        let [u, v] = self.lie.place(at, around, ring, depths);
        Corner { at, normal, texel: self.tile.at(u, v) }
    }
}

/// Returns a turned shell through rings from top to bottom; `cover` says what side s between rings r and r + 1 is
/// covered with, if there is to be anything.
pub fn shell(section: &Section, rings: &[Ring], cover: impl Fn(usize, usize) -> Option<Cover>) -> Mesh {
    let mut mesh = Mesh::default();
    let depths = depths(rings);
    for r in 0..rings.len().saturating_sub(1) {
        for s in 0..section.sides() {
            let Some(cover) = cover(r, s) else { continue };
            let corner = |ring: usize, side: usize| {
                let around = side as f64 / section.sides() as f64;
                let normal = normal(section, rings, ring, r, side);
                cover.corner(rings[ring].at(section.point(side)), normal, around, ring, &depths)
            };
            let corners = vec![corner(r, s), corner(r, s + 1), corner(r + 1, s + 1), corner(r + 1, s)];
            mesh.push(Facet { corners, finish: cover.finish, group: None });
        }
    }
    mesh
}

/// Returns the distance of each ring along the shell's outline: texels are spread by length, not by number of rings.
fn depths(rings: &[Ring]) -> Vec<f64> {
    let mut depths = vec![0.0];
    for pair in rings.windows(2) {
        let step = DVec2::new(pair[1].size[0] - pair[0].size[0], pair[1].y - pair[0].y).length();
        depths.push(depths[depths.len() - 1] + step);
    }
    depths
}

/// Returns the outward direction at a ring, for the belt that starts at ring `belt`.
fn normal(section: &Section, rings: &[Ring], ring: usize, belt: usize, side: usize) -> DVec3 {
    let flat = |r: usize| {
        let (upper, lower) = (&rings[r], &rings[r + 1]);
        let width = (lower.size[0] + lower.size[1] - upper.size[0] - upper.size[1]) / 2.0;
        DVec2::new(upper.y - lower.y, width).normalize_or_zero()
    };
    let slope = if rings[ring].edge || ring == 0 || ring + 1 == rings.len() {
        flat(belt)
    } else {
        (flat(ring - 1) + flat(ring)).normalize_or_zero()
    };
    let size = rings[ring].size.map(|half| half.max(1e-3));
    let out = section.outward(side);
    let out = DVec2::new(out.x / size[0], out.y / size[1]).normalize_or_zero();
    DVec3::new(out.x * slope.x, slope.y, out.y * slope.x).normalize_or_zero()
}

/// Returns a lid on a ring, facing up or down, in as few quads as the section allows.
pub fn lid(section: &Section, ring: Ring, up: bool, cover: Cover) -> Mesh {
    let mut mesh = Mesh::default();
    let normal = if up { DVec3::Y } else { DVec3::NEG_Y };
    let count = section.sides();
    let corner = |i: usize| cover.corner(ring.at(section.point(i)), normal, i as f64 / count as f64, 0, &[0.0]);
    // Strips from side to side keep the pieces alike, which a fan would not.
    let (mut low, mut high) = (0, count - 1);
    while low + 1 < high {
        let corners = if low + 1 == high - 1 {
            vec![corner(low), corner(low + 1), corner(high)]
        } else {
            vec![corner(low), corner(low + 1), corner(high - 1), corner(high)]
        };
        mesh.push(Facet { corners, finish: cover.finish, group: None });
        (low, high) = (low + 1, high - 1);
    }
    mesh
}

/// Returns a disc facing up in quads that meet in the middle, two sides to a quad, so that none lies across an axis.
pub fn fan(section: &Section, ring: Ring, cover: Cover) -> Mesh {
    let mut mesh = Mesh::default();
    let corner = |at: DVec3| cover.corner(at, DVec3::Y, 0.0, 0, &[0.0]);
    let rim = |i: usize| corner(ring.at(section.point(i)));
    for i in (0..section.sides()).step_by(2) {
        let corners = vec![corner(DVec3::Y * ring.y), rim(i), rim(i + 1), rim(i + 2)];
        mesh.push(Facet { corners, finish: cover.finish, group: None });
    }
    mesh
}

/// Returns a block standing free: its top, front and back, and both ends; covers in this order. The underside is left
/// out.
pub fn block(middle: DVec3, half: DVec3, [top, front, end]: [Cover; 3]) -> Mesh {
    let mut mesh = Mesh::default();
    let sides = [(DVec3::Y, top), (DVec3::Z, front), (DVec3::NEG_Z, front), (DVec3::X, end), (DVec3::NEG_X, end)];
    for (normal, cover) in sides {
        let (across, along) = (normal.yzx(), normal.zxy());
        let corner =
            |a: f64, b: f64| cover.corner(middle + half * (normal + across * a + along * b), normal, 0.0, 0, &[0.0]);
        let corners = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        mesh.push(Facet { corners, finish: cover.finish, group: None });
    }
    mesh
}
