//! The vertices and triangles of all meshes: their normals, and all of them that a figure cannot hold.

use std::ops::RangeInclusive;

use glam::DVec3;
use keitai_formats::diagnostic::counted;
use keitai_formats::{Diagnostics, PackedNormal, Rgb};

use super::fault;
use super::glass::Glass;
use crate::distinct::Distinct;
use crate::error::Result;
use crate::memory::Loan;
use crate::posture::three;
use crate::rules;

/// Factors that `--scale` takes.
const SCALES: RangeInclusive<f64> = 0.001..=32767.0;
/// Farthest place of a vertex.
const FARTHEST: f64 = 32767.0;
/// Most triangles of a primitive that get a normal each, as the format says: each has three vertices of its own. The
/// triangles of larger primitives get normals at their corners.
const MOST_FLAT: usize = 7000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Vertex {
    pub(super) bone: u32,
    /// Number in the figure that the file was made from.
    pub(super) number: Option<u32>,
    pub(super) position: [i16; 3],
    pub(super) normal: Option<PackedNormal>,
}

/// A triangle before its texels are known; corners in the order of a figure's file. As large as a
/// face, because the faces reuse the memory of the triangles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    pub(super) pattern: u16,
    /// Index in the surfaces of the file.
    pub(super) surface: u32,
    /// How it is drawn, where that is not the way of the surface.
    pub(super) glass: Option<Glass>,
    /// As in a face.
    pub(super) number: Option<u32>,
    pub(super) vertices: [u32; 3],
    /// Places in the picture, 0..=1 for the whole of it.
    pub(super) places: [[f32; 2]; 3],
    pub(super) colour: Rgb,
}

/// Vertices and triangles of all meshes.
#[derive(Debug, Default)]
pub(super) struct Geometry {
    pub(super) vertices: Distinct<Vertex>,
    pub(super) triangles: Vec<Triangle>,
    /// The first triangles of meshes, with the numbers of their nodes and meshes.
    starts: Vec<(usize, [usize; 2])>,
    /// Triangles with a gradient, their areas, and the colours of their corners in linear light.
    pub(super) gradients: Vec<(usize, f64, [[f64; 3]; 3])>,
    pub(super) area: f64,
    pub(super) losses: Losses,
    /// The lowest and the highest place of a vertex at rest, in the space of the figure.
    pub(super) bounds: Option<[DVec3; 2]>,
    /// The memory of all this, and of what is made of it.
    pub(super) loan: Option<Loan>,
}

impl Geometry {
    pub(super) fn reach(&mut self, place: DVec3) {
        if place.is_finite() {
            let [low, high] = self.bounds.unwrap_or([place; 2]);
            self.bounds = Some([low.min(place), high.max(place)]);
        }
    }

    /// Begins the triangles of a mesh at a node.
    pub(super) fn begin(&mut self, node: usize, mesh: usize) {
        self.starts.push((self.triangles.len(), [node, mesh]));
    }

    /// Returns the node and the mesh of a triangle.
    pub(super) fn origin(&self, triangle: usize) -> [usize; 2] {
        let next = self.starts.partition_point(|(start, _)| *start <= triangle);
        next.checked_sub(1).and_then(|index| self.starts.get(index)).map_or([0; 2], |(_, origin)| *origin)
    }

    /// Returns the longest side of the figure at rest.
    pub(super) fn extent(&self) -> f64 {
        self.bounds.map_or(0.0, |[low, high]| (high - low).max_element())
    }

    /// Returns the area of a triangle, square units.
    pub(super) fn area_of(&self, vertices: [u32; 3]) -> f64 {
        let place = |index: u32| self.vertices.items.get(index as usize).map(|vertex| three(vertex.position));
        let [a, b, c] = vertices.map(|vertex| place(vertex).unwrap_or_default());
        (b - a).cross(c - a).length() / 2.0
    }

    /// Returns whether two vertices are at one place of one bone.
    pub(super) fn meet(&self, a: u32, b: u32) -> bool {
        let place = |index: u32| self.vertices.items.get(index as usize).map(|vertex| (vertex.bone, vertex.position));
        a == b || place(a) == place(b)
    }
}

/// Returns for every new vertex its number among `positions`, and its normal; `triangles` get the new numbers.
pub(super) fn missing_normals(positions: &[[f64; 3]], triangles: &mut [[u32; 3]]) -> (Vec<u32>, Vec<[f64; 3]>) {
    let across = |triangle: &[u32; 3]| across(positions, triangle);
    if triangles.len() > MOST_FLAT {
        // Longer products weigh more: those of larger triangles.
        let mut sums = vec![DVec3::ZERO; positions.len()];
        for triangle in triangles.iter() {
            for corner in triangle {
                sums.iter_mut().skip(*corner as usize).take(1).for_each(|sum| *sum += across(triangle));
            }
        }
        let normals = sums.into_iter().map(|sum| sum.normalize_or(DVec3::Z).to_array()).collect();
        return ((0..positions.len() as u32).collect(), normals);
    }
    let normals = triangles.iter().flat_map(|triangle| [across(triangle).normalize_or(DVec3::Z).to_array(); 3]);
    let normals = normals.collect();
    let sources = triangles.as_flattened().to_vec();
    for (first, corners) in (0..).step_by(3).zip(triangles) {
        *corners = [first, first + 1, first + 2];
    }
    (sources, normals)
}

/// Returns the number of triangles whose corners run opposite to the normals of their vertices.
pub(super) fn turned(positions: &[[f64; 3]], normals: &[[f64; 3]], triangles: &[[u32; 3]]) -> usize {
    let normal = |corner: &u32| normals.get(*corner as usize).copied().map(DVec3::from_array).unwrap_or_default();
    let is_turned = |triangle: &&[u32; 3]| {
        let across = across(positions, triangle);
        // Most triangles end with the first product, before lengths are computed. Normals that are bent around an edge
        // may lean away from it.
        let leans = |normal: DVec3| normal.normalize_or_zero().dot(across.normalize_or_zero()) < -0.5;
        triangle.iter().map(normal).all(|normal| normal.dot(across) < 0.0 && leans(normal))
    };
    triangles.iter().filter(is_turned).count()
}

/// Returns the product of two sides of a triangle: its normal, twice as long as its area.
fn across(positions: &[[f64; 3]], triangle: &[u32; 3]) -> DVec3 {
    let place = |corner: u32| positions.get(corner as usize).copied().map(DVec3::from_array).unwrap_or_default();
    let [a, b, c] = *triangle;
    let start = place(a);
    (place(b) - start).cross(place(c) - start)
}

/// Losses of the geometry: everything that a figure cannot hold, counted and reported once.
#[derive(Debug, Default)]
pub(super) struct Losses {
    pub(super) weights: WeightLoss,
    pub(super) shaded: usize,
    pub(super) degenerate: usize,
    pub(super) clamped: usize,
    /// The mesh and the picture of the first texture coordinate that is clamped.
    pub(super) clamped_at: Option<String>,
    /// Texture coordinates outside a picture that does not repeat.
    pub(super) unwrapped: usize,
    /// Triangles that run against their normals.
    pub(super) turned: usize,
    /// Normals and texture coordinates that are no numbers.
    pub(super) undefined: usize,
    /// Textured faces with colours.
    pub(super) tinted: usize,
    /// Distance of the farthest vertex outside 16 bits, and its place in the file.
    farthest: Option<(f64, String)>,
}

/// Vertices that several joints move.
#[derive(Debug, Default)]
pub(super) struct WeightLoss {
    count: usize,
    worst: Option<(f64, String)>,
}

impl WeightLoss {
    /// A weight from here on is treated as the only one.
    const WHOLE: f64 = 0.99;

    pub(super) fn add(&mut self, weight: f64, place: &dyn Fn() -> String) {
        if weight < Self::WHOLE {
            self.count += 1;
            if self.worst.as_ref().is_none_or(|(worst, _)| weight < *worst) {
                self.worst = Some((weight, place()));
            }
        }
    }
}

impl Losses {
    /// Counts a vertex whose place does not fit 16 bits.
    pub(super) fn out_of_range(&mut self, point: DVec3, described: impl Fn() -> String) {
        let distance = if point.is_nan() { f64::INFINITY } else { point.abs().max_element() };
        if self.farthest.as_ref().is_none_or(|(farthest, _)| distance > *farthest) {
            self.farthest = Some((distance, described()));
        }
    }

    /// Returns the distance of the farthest vertex outside 16 bits.
    pub(super) fn farthest(&self) -> Option<f64> {
        self.farthest.as_ref().map(|(distance, _)| *distance)
    }

    /// Reports all losses. `scale` is the factor that positions were multiplied with.
    pub(super) fn report(&self, scale: f64, findings: &mut Diagnostics) -> Result<()> {
        if let Some((distance, place)) = &self.farthest {
            let hint =
                fitting(scale, *distance).map(|factor| format!("; --scale {factor} would fit")).unwrap_or_default();
            let distance = if *distance < 1e9 { format!("{distance:.0}") } else { format!("{distance:e}") };
            return fault(&rules::POSITION_RANGE, format!("{place} is {distance} units from its joint{hint}"));
        }
        if let Some((weight, place)) = &self.weights.worst {
            let vertices = counted(self.weights.count, "vertex");
            let message =
                format!("{vertices} of several joints belong to the strongest; the weakest has {weight:.2}: {place}");
            findings.report(&rules::WEIGHTS, message);
        }
        let first = self.clamped_at.as_deref().unwrap_or_default();
        let clamped = format!("before the first or after the last texel, clamped; the first: {first}");
        let counts = [
            (self.shaded, &rules::SHADED_COLOURS, "face", "with several colours; the mean is taken"),
            (self.degenerate, &rules::DEGENERATE, "triangle", "without area after rounding, left out"),
            (self.clamped, &rules::TEXEL_CLAMPED, "texture coordinate", &*clamped),
            (self.unwrapped, &rules::WRAP_LOST, "texture coordinate", "outside a picture that does not repeat"),
            (
                self.turned,
                &rules::TURNED,
                "triangle",
                "against the normals, not seen from the side that these point to",
            ),
            (self.undefined, &rules::UNDEFINED, "vertex attribute", "without a number, taken as 0"),
            (self.tinted, &rules::VERTEX_COLOURS_LOST, "textured face", "with colours of vertices; the mean is taken"),
        ];
        for (count, rule, thing, what) in counts.into_iter().filter(|(count, ..)| *count > 0) {
            findings.report(rule, format!("{} {what}", counted(count, thing)));
        }
        Ok(())
    }
}

/// Returns the factor to use instead of `scale` so that a vertex at this distance fits, rounded down to four digits;
/// `None` when `--scale` does not accept it.
fn fitting(scale: f64, distance: f64) -> Option<f64> {
    let factor = FARTHEST / distance * scale;
    if !SCALES.contains(&factor) {
        return None;
    }
    Some(rounded(factor))
}

/// Rounds a factor down to four digits.
pub(super) fn rounded(factor: f64) -> f64 {
    if !factor.is_finite() || factor <= 0.0 {
        return factor;
    }
    let (mut scale, mut steps) = (1.0, 0);
    while factor * scale < 1000.0 && steps < 300 {
        (scale, steps) = (scale * 10.0, steps + 1);
    }
    // The result is the number nearest to these digits, so no more of them are printed.
    libm::floor(factor * scale) / scale
}

#[cfg(test)]
mod tests {
    use super::super::faces::Face;
    use super::*;

    #[test]
    fn faces_take_the_memory_of_the_triangles() {
        assert_eq!(size_of::<Triangle>(), size_of::<Face>());
        assert_eq!(align_of::<Triangle>(), align_of::<Face>());
    }

    #[test]
    fn large_primitives_share_normals_and_turned_triangles_are_counted() {
        let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mut triangles = vec![[0, 1, 2]; MOST_FLAT + 1];
        let (sources, normals) = missing_normals(&positions, &mut triangles);
        assert_eq!((sources, normals), (vec![0, 1, 2], vec![[0.0, 0.0, 1.0]; 3]));
        let turned = |corners: [u32; 3]| turned(&positions, &[[0.0, 0.0, 1.0]; 3], &[corners]);
        assert_eq!([turned([0, 1, 2]), turned([0, 2, 1])], [0, 1]);
    }

    #[test]
    fn a_factor_is_rounded_down_and_one_that_scale_takes() {
        assert_eq!(fitting(1.0, 40000.0), Some(0.8191), "32767 / 40000 is 0.819175");
        assert_eq!(fitting(0.5, 100_000.0), Some(0.1638), "of the factor that was given");
        assert_eq!(fitting(1.0, 30_000_000.0), Some(0.001_092));
        assert_eq!([fitting(1.0, 1e33), fitting(1.0, f64::INFINITY), fitting(f64::NAN, 1.0)], [None; 3]);
    }
}
