//! Light on vertices: shades, and the coordinates of the sphere map.
//!
//! The original scales the light by its intensity before anything else, turns it into the space of a bone whose axes it
//! has made orthogonal, and keeps 16 fraction bits of the shade. Evidence: 2,100 of 2,100 levels in the engine, of light that
//! lies within 1/64 of a limit, and every pixel of the lit pictures. Scaling after the turn leaves up to 1,065 pixels of a picture
//! one level off; a sum floored to 12 bits misses 212 of 83,200 levels.

use crate::affine::AffineTrans;
use crate::effect::Effect;
use crate::numbers::{Vector3, r12};
use crate::project::{Backend, Screen};
use crate::vertex::{Factors, LANES, Vertex};
use wide::i32x4;

/// The greatest shade, with 16 fraction bits.
const WHITE: i32 = 0xFF_FFFF;
/// The brightest directional light, 4.12.
///
/// Faithful: intensities are limited to 0..=4.0, and ambient light is at least 0. Evidence: 40 intensities under 5 normals and 12
/// ambient lights in the engine; 16,383 and 16,384 are not told apart.
const BRIGHTEST: i32 = 1 << 14;

/// Light and reflection as one bone's normals see them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lighting {
    /// Toward the light and as long as its intensity, 4.12.
    direction: Vector3,
    /// The shade without the direction, with 16 fraction bits.
    ambient: i32,
    /// Screen right and down in bone space.
    axes: [Vector3; 2],
    reflective: bool,
    /// Sphere coordinates keep their fraction and stop at the rim.
    fine: bool,
}

impl Lighting {
    /// Returns the light in view space; `None` without a light.
    pub(crate) fn new(effect: &Effect, screen: Screen) -> Option<Self> {
        let light = effect.light?;
        let intensity = light.intensity.to_bits().clamp(0, BRIGHTEST);
        Some(Self {
            direction: toward(light.direction.unit(), intensity),
            ambient: light.ambient.to_bits().clamp(0, 4112) * (255 << 4),
            axes: [Vector3::default(); 2],
            reflective: effect.sphere_map.is_some(),
            fine: screen.backend == Backend::Enhanced,
        })
    }

    /// Returns the same light in the space of a bone, whose matrix in view space is given.
    pub(crate) fn in_space(&self, matrix: &AffineTrans) -> Self {
        let [a, b, c] = upright_axes(&matrix.raw_rows());
        let axes = [Vector3::new(a.x, b.x, c.x), Vector3::new(a.y, b.y, c.y)];
        Self { direction: along(self.direction, [a, b, c]), axes, ..*self }
    }

    /// Returns the factors of the light's direction, of a quarter of the way back, and, with a sphere map, of its axes, right and down.
    pub(crate) fn factors(&self) -> [Factors; 4] {
        let factors = |Vector3 { x, y, z }| Factors::new([x, y, z]);
        let back = -self.direction;
        let back = Vector3::new(back.x >> 2, back.y >> 2, back.z >> 2);
        let [right, down] = if self.reflective { self.axes.map(factors) } else { Default::default() };
        [factors(self.direction), factors(back), right, down]
    }

    /// Lights vertices by the inner products of their normals with one of the [`Self::factors`].
    #[inline(always)]
    pub(crate) fn light(&self, vertices: &mut [Vertex; LANES], inner: impl Fn(usize) -> i32x4) {
        let shades = self.shades([inner(0), inner(1)]);
        vertices.iter_mut().zip(shades).for_each(|(vertex, shade)| vertex.screen.attributes[2] = shade);
        if self.reflective {
            let [right, down] = [2, 3].map(|axis| self.coordinates(inner(axis)));
            for (i, vertex) in vertices.iter_mut().enumerate() {
                vertex.screen.attributes[3..].copy_from_slice(&[right[i], down[i]]);
            }
        }
    }

    /// Returns the shades of normals, 8.8, by their inner products with the light's direction and a quarter of the way back.
    ///
    /// Faithful: each component of the direction is floored when it becomes a shade, `(c * 255) >> 2`, which is 64 times c and a
    /// quarter of -c. Evidence: 2,100 of 2,100 levels in the engine; one floor for the sum misses 255 of them.
    #[inline(always)]
    fn shades(&self, [products, back]: [i32x4; 2]) -> [i32; LANES] {
        let shades = i32x4::splat(self.ambient) + (products + (back >> 6_i32)).max(i32x4::ZERO);
        ((shades.min(i32x4::splat(WHITE)) >> 16_i32) << 8_i32).to_array()
    }

    /// Returns sphere coordinates of normals by their inner products with the axis, 8.8.
    ///
    /// Faithful: the products are rounded to 1/64 and then halved to whole texels of 8 bits. Between vertices 64, which shows texel
    /// 0, stays 64, and -1, of a normal outside the unit circle, is 255. Evidence: 1,200 of 1,200 normals of primitives and 442 of
    /// 442 polygons in the engine.
    #[inline(always)]
    fn coordinates(&self, products: i32x4) -> [i32; LANES] {
        let coordinates: i32x4 = if self.fine {
            let n: i32x4 = (products >> 12_i32) + i32x4::splat(4096);
            n.max(i32x4::ZERO).min(i32x4::splat(8191)) << 1_i32
        } else {
            let sixty_fourths: i32x4 = ((products >> 6_i32) + i32x4::splat(2048)) >> 12_i32;
            (((sixty_fourths + i32x4::splat(64)) >> 1_i32) & i32x4::splat(0xFF)) << 8_i32
        };
        coordinates.to_array()
    }
}

/// Returns the axes of a bone as light sees them: orthogonal and of length 1, so that scale and shear drop out. X keeps
/// its direction, and Y stays in the plane of X and Y.
fn upright_axes(rows: &[[i32; 4]; 3]) -> [Vector3; 3] {
    let column = |j: usize| Vector3::new(rows[0][j], rows[1][j], rows[2][j]);
    let x = column(0).unit();
    let z = x.outer(column(1)).unit();
    let Vector3 { x: a, y: b, z: c } = z.outer(x);
    [x, Vector3::new(a >> 12, b >> 12, c >> 12), z]
}

/// Returns the way toward a light that travels along a unit vector, as long as its intensity. Components are negated
/// before they are floored: 2364 at an intensity of 2000 gives -1155.
fn toward(direction: Vector3, intensity: i32) -> Vector3 {
    let scaled = |c: i32| (-c * intensity) >> 12;
    Vector3::new(scaled(direction.x), scaled(direction.y), scaled(direction.z))
}

/// Returns the components of a vector along three axes, rounded half up.
fn along(vector: Vector3, axes: [Vector3; 3]) -> Vector3 {
    let Vector3 { x: a, y: b, z: c } = vector;
    let [x, y, z] = axes.map(|Vector3 { x, y, z }| r12(a * x + b * y + c * z));
    Vector3::new(x, y, z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Light;
    use crate::numbers::{Angle, Q12};
    use crate::vertex::Block;

    fn lighting(ambient: i32, intensity: i32) -> Lighting {
        let effect = Effect::lit(Light::new(Vector3::FORWARD, Q12::from_bits(intensity), Q12::from_bits(ambient)));
        let screen = Screen { size: (1, 1), backend: Backend::Authentic };
        Lighting::new(&effect, screen).unwrap().in_space(&AffineTrans::IDENTITY)
    }

    fn lit(lighting: &Lighting, normal: [i16; 3]) -> Vertex {
        let mut vertices = [Vertex::default(); LANES];
        let normals = Block::new(&[normal; LANES]);
        lighting.light(&mut vertices, |axis| normals.inner(&lighting.factors()[axis]));
        vertices[LANES - 1]
    }

    #[test]
    fn ambient_levels_change_where_the_viewer_changes() {
        let level = |ambient| lit(&lighting(ambient, 0), [0; 3]).shade() >> 11;
        assert_eq!([128, 129, 2056, 2057, 3983, 3984].map(level), [0, 1, 15, 16, 30, 31]);
    }

    #[test]
    fn sums_of_ambient_and_directional_light_are_limited() {
        for (ambient, intensity) in [(0, i32::MAX), (i32::MAX, 0), (i32::MAX, i32::MAX), (4111, 1)] {
            let normals = [[0, 0, i16::MIN], [0, 0, -4096], [0, 0, 4096], [0; 3]];
            let expected = normals.map(|[.., z]| if ambient > 0 || z < 0 { 255 << 8 } else { 0 });
            let light = lighting(ambient, intensity);
            assert_eq!(normals.map(|normal| lit(&light, normal).shade()), expected, "{ambient} {intensity}");
        }
    }

    #[test]
    fn components_of_the_direction_are_floored_when_they_become_shades() {
        let level = |ambient, intensity| lit(&lighting(ambient, intensity), [0, 0, -4096]).shade() >> 11;
        // -771 * 255 / 4 is -49151.25, and 64 * 49152 = 48 << 16; -1028 * 255 / 4 is exactly -65535, and 64 * 65535 < 64 << 16.
        assert_eq!([(0, 770), (0, 771), (0, 1028), (0, 1029)].map(|(a, i)| level(a, i)), [5, 6, 7, 8]);
        // Ambient light is not floored: 771 * 255 / 16 is 12287.8, and 12288 = 48 << 8.
        assert_eq!([(771, 0), (256, 515), (257, 514), (768, 3)].map(|(a, i)| level(a, i)), [5, 6, 5, 6]);
    }

    #[test]
    fn a_light_is_scaled_by_its_intensity_before_it_is_turned() {
        let direction = Vector3::new(500, -500, 0).unit();
        assert_eq!(direction, Vector3::new(2896, -2896, 0));
        // 2896 * 2000 / 4096 is 1414.06: -1415 and 1414.
        assert_eq!(toward(direction, 2000), Vector3::new(-1415, 1414, 0));
    }

    #[test]
    fn scale_and_shear_of_a_bone_do_not_change_its_light() {
        let plain = lighting(0, 4096);
        let sheared = AffineTrans::from_raw([8192, 4096, 0, 5, 0, 2048, 1000, 6, 0, 0, 12288, 7]);
        assert_eq!(plain.in_space(&sheared).direction, plain.direction);
    }

    #[test]
    fn sphere_coordinates_are_rounded_to_64ths_and_halved() {
        let light = Lighting { reflective: true, ..lighting(0, 4096) };
        let coordinates = |normal| lit(&light, normal).screen.attributes[3..].to_vec();
        assert_eq!(coordinates([4096, -4096, 0]), [64 << 8, 0]);
        assert_eq!(coordinates([0, 0, -4096]), [32 << 8, 32 << 8]);
        assert_eq!(coordinates([64, -64, 0]), [32 << 8, 31 << 8]);
        // 63 * sqrt(2) is 89: texel (-89 + 64) / 2, rounded down to -13, has 8 bits.
        let turned = Lighting { reflective: true, ..light.in_space(&AffineTrans::rotation_z(Angle(512))) };
        let corner = lit(&turned, [-63 * 64, 63 * 64, 0]).screen.attributes[3];
        assert_eq!(corner, (256 - 13) << 8);
    }
}
