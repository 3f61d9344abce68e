//! Bodies of glass: wherever one is seen from, two of its sides lie one before the other.

use std::collections::HashSet;

use glam::{DAffine3, DVec3, Vec3};

use super::scene::{Material, Mode, Primitive, Scene};

/// Materials with more triangles are taken for open ones: each takes up to 160 bytes here.
const MOST_TRIANGLES: usize = 1 << 16;
/// Share of the area that looks outwards.
const OUTWARDS: f64 = 0.9;
/// Largest length of the mean of all normals: that of a sphere is 0, of half a sphere 0.5, and of a plane 1.
const ONE_WAY: f64 = 0.5;

/// Finds double-sided materials of glass that make bodies: closed ones, or panes that look outwards on all sides, as the windows of a car.
pub(super) fn find(scene: &mut Scene<'_>) {
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
    use super::super::scene::{Mesh, Node};
    use super::super::tree::{Local, Tree};
    use super::*;

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
        find(&mut scene);
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
