//! Faces that other programs see through: the blend function and the colour that come nearest, and bodies of such faces.
//!
//! Before a background of the level `d`, an opacity `a` and a level `s` show `d (1 - a) + s a`. The format has other lines over `d`:
//! `t`, `(d + t) / 2`, `(d + 3 t) / 4` by two faces at one place, `d + t` and `d - t` with a level `t` that is chosen. The best one has
//! the least mean square of the error. What is opaque keeps its colours, because often another side of it lies behind.

use std::collections::HashSet;

use glam::{DAffine3, DVec3, Vec3};
use keitai_formats::Blend;

use super::scene::{Material, Mode, Primitive, Scene};

/// Mean level of the background: things reflect about a fifth of the light, which is level 118, and less comes to what is inside.
const BEHIND: f64 = 85.0;
/// Variance of the level of the background: that of levels of 0..=255 which are equally likely.
const SPREAD: f64 = 255.0 * 255.0 / 12.0;
/// Materials with more triangles are taken for open ones: each takes up to 160 bytes here.
const MOST_TRIANGLES: usize = 1 << 16;
/// Share of the area that looks outwards.
const OUTWARDS: f64 = 0.9;
/// Largest length of the mean of all normals: that of a sphere is 0, of half a sphere 0.5, and of a plane 1.
const ONE_WAY: f64 = 0.5;

/// How something is drawn that other programs see through.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Glass {
    pub(super) blend: Blend,
    /// Every face is there twice.
    pub(super) is_twice: bool,
}

impl Glass {
    pub(super) const HALF: Self = Self { blend: Blend::Half, is_twice: false };
    const ALL: [Self; 5] = [
        Self { blend: Blend::Normal, is_twice: false },
        Self::HALF,
        Self { blend: Blend::Half, is_twice: true },
        Self { blend: Blend::Add, is_twice: false },
        Self { blend: Blend::Sub, is_twice: false },
    ];

    /// Returns the share of the background that one side keeps, and that of the colour that it adds.
    fn shares(self) -> [f64; 2] {
        match self.blend {
            Blend::Normal => [0.0, 1.0],
            Blend::Half if self.is_twice => [0.25, 0.75],
            Blend::Half => [0.5, 0.5],
            Blend::Add => [1.0, 1.0],
            Blend::Sub => [1.0, -1.0],
        }
    }
}

/// How much a material covers of what is behind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Opacity {
    side: f64,
    /// Two sides of a body are seen, one before the other.
    is_body: bool,
    /// One side of it is drawn for both.
    pub(super) is_joined: bool,
}

impl Opacity {
    /// Returns the share that pixels of this alpha cover.
    pub(super) fn share(self, alpha: u8) -> f64 {
        let rest = 1.0 - self.side * f64::from(alpha) / 255.0;
        1.0 - if self.is_body { rest * rest } else { rest }
    }

    /// Returns the share of the background that all sides keep, and that of the colour that they add.
    pub(super) fn shares(self, glass: Glass) -> [f64; 2] {
        let [rest, added] = glass.shares();
        if self.is_body && !self.is_joined { [rest * rest, added * (1.0 + rest)] } else { [rest, added] }
    }
}

/// Returns a pixel as it is drawn, transparent where it is better not drawn, and the mean square of the error.
pub(super) fn settled(glass: Glass, mut pixel: [u8; 4], opacity: Opacity) -> ([u8; 4], f64) {
    let alpha = opacity.share(pixel[3]);
    let [rest, added] = opacity.shares(glass);
    let slope = 1.0 - alpha - rest;
    let (mut visible, mut hidden) = (0.0, 0.0);
    for level in &mut pixel[..3] {
        let value = f64::from(*level);
        let goal = value * alpha + BEHIND * slope;
        let choice = match glass.blend {
            Blend::Normal => value,
            _ => libm::round(goal / added).clamp(0.0, 255.0),
        };
        let (miss, apart) = (goal - choice * added, alpha * (value - BEHIND));
        visible += slope * slope * SPREAD + miss * miss;
        hidden += alpha * alpha * SPREAD + apart * apart;
        *level = choice as u8;
    }
    pixel[3] = if alpha > 0.0 && visible <= hidden { u8::MAX } else { 0 };
    (pixel, visible.min(hidden))
}

/// Returns what has the least error of all pixels. One side is drawn for both of a body where that is no worse, because the order of
/// drawing cannot confuse the two.
pub(super) fn choose(material: &Material, pixels: &[[u8; 4]]) -> (Opacity, Glass) {
    let opacity = Opacity { side: material.alpha, is_body: material.is_body, is_joined: false };
    let joined = Opacity { is_joined: true, ..opacity };
    let [(sides, most), (side, least)] = [opacity, joined].map(|opacity| best(pixels, opacity));
    if material.is_body && least <= most && side.blend != Blend::Normal { (joined, side) } else { (opacity, sides) }
}

/// Returns what has the least error of all pixels, and that error.
pub(super) fn best(pixels: &[[u8; 4]], opacity: Opacity) -> (Glass, f64) {
    let error = |glass: Glass| pixels.iter().map(|pixel| settled(glass, *pixel, opacity).1).sum::<f64>();
    let errors = Glass::ALL.map(|glass| (glass, error(glass)));
    errors.into_iter().min_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or((Glass::HALF, f64::INFINITY))
}

/// Finds double-sided materials of glass that make bodies: closed ones, or panes that look outwards on all sides, as the windows of a car.
pub(super) fn find_bodies(scene: &mut Scene<'_>) {
    let is_glass = |material: &Material| material.mode == Mode::Blend && material.is_double;
    let body = |material| is_glass(material).then(|| Body { is_closed: true, ..Body::default() });
    let mut bodies: Vec<Option<Body>> = scene.materials.iter().map(body).collect();
    if bodies.iter().all(Option::is_none) {
        return;
    }
    let places = scene.tree.globals(&scene.tree.locals);
    let nodes = scene.nodes.iter().zip(places).zip(&scene.chosen).filter(|(_, is_chosen)| **is_chosen);
    for ((node, place), _) in nodes {
        let place = if node.skin.is_some() { DAffine3::IDENTITY } else { place };
        for part in node.mesh.and_then(|mesh| scene.meshes.get(mesh)).into_iter().flat_map(|mesh| &mesh.primitives) {
            if let Some(body) = part.material.and_then(|material| bodies.get_mut(material)?.as_mut()) {
                body.add(part, &place);
            }
        }
    }
    for (material, body) in scene.materials.iter_mut().zip(bodies) {
        material.is_body = body.is_some_and(|body| body.is_closed || body.looks_outwards());
    }
}

#[derive(Default)]
struct Body {
    /// Middles of triangles, and normals as long as twice their areas.
    faces: Vec<[DVec3; 2]>,
    is_large: bool,
    is_closed: bool,
}

impl Body {
    fn add(&mut self, part: &Primitive, place: &DAffine3) {
        self.is_large |= self.faces.len() + part.triangles.len() > MOST_TRIANGLES;
        self.is_closed &= !self.is_large && is_closed(part);
        if self.is_large {
            return;
        }
        let turned = place.matrix3.determinant().signum();
        let point = |vertex: &u32| place.transform_point3(position(part, *vertex).as_dvec3());
        self.faces.extend(part.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.each_ref().map(point);
            [(a + b + c) / 3.0, (b - a).cross(c - a) * turned]
        }));
    }

    fn looks_outwards(&self) -> bool {
        let area: f64 = self.faces.iter().map(|[_, normal]| normal.length()).sum();
        let all: DVec3 = self.faces.iter().map(|[_, normal]| normal).sum();
        let centre = self.faces.iter().map(|[middle, normal]| *middle * normal.length()).sum::<DVec3>() / area;
        let outer = self.faces.iter().filter(|[middle, normal]| (*middle - centre).dot(*normal) > 0.0);
        let outwards: f64 = outer.map(|[_, normal]| normal.length()).sum();
        !self.is_large && all.length() < area * ONE_WAY && outwards > area * OUTWARDS
    }
}

fn position(part: &Primitive, vertex: u32) -> Vec3 {
    part.positions.get(vertex as usize).copied().unwrap_or_default().into()
}

/// Returns whether each edge belongs to one triangle on each side, and the triangles face outwards.
fn is_closed(part: &Primitive) -> bool {
    let mut edges: HashSet<[[u32; 3]; 2]> = HashSet::new();
    let mut volume = 0.0;
    for triangle in &part.triangles {
        // A negative zero is a zero.
        let [a, b, c] = triangle.map(|vertex| position(part, vertex) + 0.0);
        if a == b || b == c || c == a {
            continue;
        }
        volume += a.dot(b.cross(c));
        let bits = |end: Vec3| end.to_array().map(f32::to_bits);
        if ![[a, b], [b, c], [c, a]].into_iter().all(|side| edges.insert(side.map(bits))) {
            return false;
        }
    }
    volume > 0.0 && edges.iter().all(|[a, b]| edges.contains(&[*b, *a]))
}

#[cfg(test)]
mod tests {
    use super::super::nodes::{Local, Tree};
    use super::super::scene::{Mesh, Node};
    use super::*;

    #[test]
    fn the_nearest_line_over_the_background_is_taken() {
        let choice = |side: f64, level: u8| {
            let opacity = Opacity { side, is_body: false, is_joined: false };
            let pixel = [level, level, level, 255];
            let (glass, _) = best(&[pixel], opacity);
            (glass.blend, glass.is_twice, settled(glass, pixel, opacity).0[0])
        };
        assert_eq!([1.0, 0.95].map(|opacity| choice(opacity, 200)), [(Blend::Normal, false, 200); 2]);
        // 2 * (200 * 0.4 + 85 * 0.1) = 177, and 2 * (231 * 0.6 - 85 * 0.1) = 260.2.
        assert_eq!(
            [0.4, 0.5].map(|opacity| choice(opacity, 200)),
            [(Blend::Half, false, 177), (Blend::Half, false, 200)]
        );
        assert_eq!(choice(0.6, 231), (Blend::Half, false, 255));
        // (200 * 0.8 - 85 * 0.05) / 0.75 = 207.7.
        assert_eq!(
            [0.75, 0.8].map(|opacity| choice(opacity, 200)),
            [(Blend::Half, true, 200), (Blend::Half, true, 208)]
        );
        // (200 - 85) * 0.2 = 23, and (85 - 41) * 0.2 = 8.8.
        assert_eq!([choice(0.2, 200), choice(0.2, 41)], [(Blend::Add, false, 23), (Blend::Sub, false, 9)]);
    }
    #[test]
    fn both_sides_of_a_body_are_chosen_together() {
        let choice = |alpha: f64| {
            let material = Material { alpha, is_body: true, ..Material::default() };
            let pixel = [200, 200, 200, 255];
            let (opacity, glass) = choose(&material, &[pixel]);
            (opacity.is_joined, glass.blend, glass.is_twice, settled(glass, pixel, opacity).0[0])
        };
        // One side keeps a half of 0.49, and (200 * 0.51 - 85 * 0.01) / 0.5 = 202.3.
        assert_eq!(choice(0.3), (true, Blend::Half, false, 202));
        assert_eq!(choice(0.5), (true, Blend::Half, true, 200), "a quarter, as half on both sides would keep");
        // Both keep 0.0625 of 0.1089, and (200 * 0.8911 + 85 * 0.0464) / 0.9375 = 194.3.
        assert_eq!(choice(0.67), (false, Blend::Half, true, 194));
        assert_eq!(choice(1.0), (false, Blend::Normal, false, 200));
    }

    /// Returns whether a square pane before each of these axes, all of one material, makes a body.
    fn is_body(axes: &[DVec3]) -> bool {
        let pane = |axis: &DVec3| {
            let right = axis.any_orthonormal_vector();
            let up = axis.cross(right);
            let corner = |x: f64, y: f64| (*axis + right * x + up * y).as_vec3().to_array();
            let positions = vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
            Primitive { material: Some(0), positions, triangles: vec![[0, 1, 2], [0, 2, 3]], ..Primitive::default() }
        };
        let glass = Material { mode: Mode::Blend, is_double: true, alpha: 0.3, ..Material::default() };
        let mut scene = Scene {
            nodes: vec![Node { mesh: Some(0), ..Node::default() }],
            tree: Tree { parents: vec![None], locals: vec![Local::Matrix(DAffine3::IDENTITY)], order: vec![0] },
            chosen: vec![true],
            meshes: vec![Mesh { primitives: axes.iter().map(pane).collect(), ..Mesh::default() }],
            materials: vec![glass],
            ..Scene::default()
        };
        find_bodies(&mut scene);
        scene.materials[0].is_body
    }

    #[test]
    fn panes_that_look_outwards_on_all_sides_are_a_body() {
        let windows = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z];
        assert!(is_body(&windows));
        assert!(!is_body(&[DVec3::X]), "one pane");
        assert!(!is_body(&[DVec3::X, DVec3::Y]), "a corner");
    }
}
