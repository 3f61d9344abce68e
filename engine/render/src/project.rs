//! Projects vertices from view space to the screen: places, sort keys and outcodes.
//!
//! The original puts the projection's scale into the view before the bones and keeps 12 fraction bits of the screen
//! coordinates until after the division, so that nothing is rounded per bone or per vertex; measured without a miss over
//! field angles 256..=1600 (4096 = one turn) and z 30..=20000. Depths keep 12 fraction bits, too, for the cuts at near and
//! far. Everything has 32 bits and wraps. Evidence: 478 of 478 far vertices in the engine.

use crate::affine::AffineTrans;
use crate::lanes::widest;
use crate::layout::{FigureLayout, Projection, Quotient, Scale};
use crate::numbers::{Vector3, r12, saturate};
use crate::raster::ScreenVertex;
use crate::vertex::{ClipVertex, LANES, Outcode, ToView, Vertex, side_by_side};
use wide::i32x4;

/// Target and back end of a draw call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen {
    /// Pixels.
    pub(crate) size: (u32, u32),
    pub(crate) backend: Backend,
}

/// A layout prepared for a target size.
#[derive(Debug, Clone)]
pub(crate) struct Projector {
    projection: Projection,
    scale: Scale,
    /// Pixels.
    centre: [i32; 2],
    /// Near and far plane, in perspective.
    pub(crate) planes: Option<(i32, i32)>,
    /// Transforms figure space to view space.
    pub(crate) view: AffineTrans,
    /// The view with the scale of the projection in rows 0 and 1.
    scaled_view: AffineTrans,
    /// Perspective sort keys: `key_factor * (z - near) / z`.
    key_factor: i32x4,
    /// Screen coordinates are 28.4.
    pub(crate) fine: bool,
    /// Near and far plane, or the limits of distances in a parallel view, for four vertices.
    limits: [i32x4; 2],
    /// The centre, and the last column and row of the picture, on the screen, for four vertices.
    origin: [i32x4; 2],
    last: [i32x4; 2],
    /// The right and the bottom edge of the picture on the screen.
    pub(crate) edges: [i32; 2],
    quotient: Quotient,
}

/// The rasteriser that draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Backend {
    /// The same pixels as the original: whole-pixel vertices, painter's order, affine textures.
    #[default]
    Authentic,
    /// The same scene without raster artefacts: vertices on sixteenths of a pixel, a depth buffer, and textures in
    /// perspective.
    Enhanced,
}

/// The least distance whose inverse depth is 0 in a parallel view. Below minus this distance all have the greatest one.
const PARALLEL_FAR: i32 = 1 << 17;

impl Projector {
    /// Prepares `layout`, its centre moved by `offset`, for a screen.
    pub(crate) fn new(layout: &FigureLayout, offset: (i32, i32), screen: Screen) -> Self {
        let Screen { size, backend } = screen;
        let projection = layout.projection();
        let (scale, planes) = (projection.scale(size), projection.planes());
        let key_factor = planes.map_or(0, |(near, far): (i32, i32)| {
            // At most 32767 * 32767.
            32767 * far.unsigned_abs() / far.abs_diff(near).max(1)
        });
        let fine = backend == Backend::Enhanced;
        let (centre, unit) = (centre(layout, offset), if fine { 16 } else { 1 });
        let edges = [size.0, size.1].map(|pixels| saturate(i64::from(pixels) * i64::from(unit)));
        let (near, far) = planes.unwrap_or((1, i32::MAX));
        let mut projector = Self {
            projection,
            scale,
            centre,
            planes,
            view: AffineTrans::IDENTITY,
            scaled_view: AffineTrans::IDENTITY,
            key_factor: i32x4::splat(key_factor.cast_signed()),
            fine,
            limits: [near, far].map(i32x4::splat),
            origin: centre.map(|pixels| i32x4::splat(pixels * unit)),
            last: edges.map(|edge| i32x4::splat(edge - 1)),
            edges,
            quotient: Quotient::new(scale.g, fine),
        };
        projector.set_view(&layout.transform);
        projector
    }

    /// Prepares `layout` as [`Self::new`] does. `cache` is empty or was prepared for the same screen: calls mostly differ
    /// from the last one in their view alone.
    pub(crate) fn renewed<'a>(
        cache: &'a mut Option<Self>,
        layout: &FigureLayout,
        offset: (i32, i32),
        screen: Screen,
    ) -> &'a Self {
        let same = |cache: &Self| cache.projection == layout.projection() && cache.centre == centre(layout, offset);
        if !cache.as_ref().is_some_and(same) {
            *cache = None;
        }
        let cache = cache.get_or_insert_with(|| Self::new(layout, offset, screen));
        cache.set_view(&layout.transform);
        cache
    }

    fn set_view(&mut self, view: &AffineTrans) {
        self.view = *view;
        let [right, down, ahead] = view.raw_rows();
        let scaled = |row: [i32; 4], k: i32| row.map(|v| r12(k.wrapping_mul(v)));
        let [kx, ky] = self.scale.k;
        self.scaled_view = AffineTrans::from_raw_rows([scaled(right, kx), scaled(down, ky), ahead]);
    }

    /// Returns the transform from the space of a bone, whose matrix in figure space is given.
    pub(crate) fn bone_to_view(&self, global: &AffineTrans) -> ToView {
        ToView::new(&self.scaled_view.mul(global))
    }

    /// Returns the transform from the layout's own space.
    pub(crate) fn layout_to_view(&self) -> ToView {
        ToView::new(&self.scaled_view)
    }

    /// Returns the factor across the screen by which sprites are scaled. Faithful: it is the length of the scaled view's first
    /// row, whose square has 32 bits and wraps. Evidence: 700 of 700 sprites in the engine, and 21 scales up to 1,000,000.
    pub(crate) fn sprite_scale(&self) -> i64 {
        let [x, y, z, _] = self.scaled_view.raw_rows()[0];
        let square = [x, y, z].iter().fold(0_i32, |sum, v| sum.wrapping_add(v.wrapping_mul(*v))).cast_unsigned();
        let root = square.isqrt();
        i64::from(root) + i64::from(square - root * root > root)
    }

    /// Returns the length in screen coordinates of `units` at distance `z`, scaled by [`Self::sprite_scale`], rounded down.
    pub(crate) fn length(&self, units: i64, scale: i64, z: i32) -> i64 {
        let product = units.saturating_mul(scale).clamp(-(1 << 58), 1 << 58);
        if self.planes.is_none() {
            return product >> 12;
        }
        let q = ((product << 4) / i64::from(z.max(1))).clamp(-(1 << 31), 1 << 31);
        let g = self.scale.g;
        if g >= 0 { (q << g.min(31)) >> 16 } else { q >> (16 - g).min(63) }
    }

    /// Returns four distances, limited to those that are seen in perspective.
    #[inline(always)]
    fn seen(&self, z: i32x4) -> [i32; LANES] {
        let [near, far] = self.limits;
        z.min(far).max(near).to_array().map(|z| z.max(1))
    }

    /// Returns the screen coordinates of four vertices at distances that are seen, floored. A parallel view keeps the half pixel
    /// that whole coordinates round with, so that both back ends put a vertex on the same pixel.
    #[inline(always)]
    fn screen(&self, [a, b, _]: [i32x4; 3], seen: [i32; LANES]) -> [i32x4; 2] {
        let [right, down] = if self.planes.is_none() {
            let shift = if self.fine { 8_i32 } else { 12 };
            [a >> shift, b >> shift]
        } else {
            [self.divided(a, seen), self.divided(b, seen)]
        };
        let [x, y] = self.origin;
        [right + x, down + y]
    }

    /// Returns numerators divided by distances, on the screen. Faithful: the shift loses the upper bits, and the division truncates.
    #[inline(always)]
    fn divided(&self, numerators: i32x4, seen: [i32; LANES]) -> i32x4 {
        let Quotient { before, right, left } = self.quotient;
        let numerators: i32x4 = numerators << 4_i32;
        let quotients = if self.fine {
            let numerators = (numerators >> before).to_array();
            i32x4::new(core::array::from_fn(|i| numerators[i].div_euclid(seen[i])))
        } else {
            let numerators = numerators.to_array();
            i32x4::new(core::array::from_fn(|i| numerators[i] / seen[i])) >> right
        };
        if left == 0 {
            return quotients;
        }
        let most = i32x4::splat(1 << 20);
        quotients.max(-most).min(most) << left
    }

    /// Returns the sort keys of four distances: larger is farther. Faithful: in a parallel view they have 16 bits and wrap. Evidence: 75
    /// pairs of triangles, quads, sprites, lines and points in the engine. In perspective a vertex before near has the
    /// key 0, one beyond far 32767. Evidence: pictures of the viewer with figures around the camera; keys that go on beyond
    /// near leave up to 32,572 of their pixels different, the key of a polygon's mean distance up to 571. The factor is
    /// truncated first: 18,701 pairs of neighbouring distances in the engine, with 7 misses.
    #[inline(always)]
    fn sort_keys(&self, z: i32x4, seen: [i32; LANES]) -> i32x4 {
        if self.planes.is_none() {
            return if self.fine { z } else { (z << 16_i32) >> 16_i32 };
        }
        let [near, far] = self.limits;
        // At most 32767 times far.
        let products = ((z.min(far).max(near) - near) * self.key_factor).to_array();
        let keys = core::array::from_fn(|i| (products[i].cast_unsigned() / seen[i].cast_unsigned()) as i32);
        z.simd_gt(far).select(i32x4::splat(32767), i32x4::new(keys))
    }

    /// Returns the inverse depths of four distances, larger being nearer; 0 where the back end has no use for them.
    #[inline(always)]
    fn inverse_z(&self, z: i32x4) -> i32x4 {
        match (self.fine, self.planes) {
            (false, _) => i32x4::ZERO,
            (true, Some(_)) => i32x4::new(z.to_array().map(|z| ((1 << 31) / z.max(1).unsigned_abs()) as i32)),
            (true, None) => {
                let [least, far] = [1 - PARALLEL_FAR, PARALLEL_FAR].map(i32x4::splat);
                (far - z.max(least).min(far)) << 12_i32
            }
        }
    }

    /// Returns the inverse depth of a distance.
    pub(crate) fn inverse_z_of(&self, z: i32) -> u32 {
        self.inverse_z(i32x4::splat(z)).to_array()[0].cast_unsigned()
    }

    /// Projects vertices, four at a time.
    #[inline(always)]
    pub(crate) fn place_all(&self, vertices: &mut [[Vertex; LANES]], numerators: impl Iterator<Item = [i32x4; 3]>) {
        widest(
            #[inline(always)]
            || {
                // A loop, because the function of an adapter would be compiled for every processor.
                for (four, numerators) in vertices.iter_mut().zip(numerators) {
                    *four = self.place(numerators);
                }
            },
        );
    }

    /// Projects four vertices. Faithful: coordinates on the screen have 16 bits and wrap. Evidence: 2,800 triangles in the engine,
    /// up to 300,000 pixels off the screen.
    #[inline(always)]
    fn place(&self, numerators: [i32x4; 3]) -> [Vertex; LANES] {
        let z = numerators[2] >> 12_i32;
        let seen = self.seen(z);
        let whole = self.screen(numerators, seen);
        let lost = if self.fine { 12_i32 } else { 16 };
        let [x, y] = whole.map(|at| (at << lost) >> lost);
        let bit = |beyond: i32x4, bit: i32| beyond & i32x4::splat(bit);
        let sides = {
            let ([column, row], one) = (self.last, i32x4::splat(1));
            bit(one.simd_gt(x), Outcode::LEFT)
                | bit(x.simd_gt(column), Outcode::RIGHT)
                | bit(one.simd_gt(y), Outcode::ABOVE)
                | bit(y.simd_gt(row), Outcode::BELOW)
        };
        let outcode = match self.planes {
            None => sides,
            Some(_) => {
                let [near, far] = self.limits;
                let before_near = near.simd_gt(z);
                let on = whole[0].simd_eq(x) & whole[1].simd_eq(y);
                // A vertex before near has no meaningful place on the screen.
                let beyond = bit(z.simd_gt(far), Outcode::FAR) | bit(!on, Outcode::OFF) | sides;
                bit(before_near, Outcode::NEAR) | !before_near & beyond
            }
        };
        let (inverse_z, keys) = (self.inverse_z(z).to_array(), self.sort_keys(z, seen).to_array());
        let [x, y] = [x, y].map(i32x4::to_array);
        let ([a, b, depth], outcode) = (numerators.map(i32x4::to_array), outcode.to_array());
        core::array::from_fn(|i| Vertex {
            screen: ScreenVertex { x: x[i], y: y[i], inverse_z: inverse_z[i] as u32, attributes: [0; 5] },
            position: [a[i], b[i], depth[i]],
            key: keys[i],
            outcode: outcode[i],
        })
    }

    /// Returns the corners of something cut in perspective, with their sort keys. Faithful: coordinates beyond 16 bits stop there.
    /// Evidence: 588 of 600 lines in the engine.
    pub(crate) fn cut_corners(&self, vertices: [ClipVertex; LANES]) -> [(ScreenVertex, i32); LANES] {
        let numerators = side_by_side(vertices.map(|vertex| vertex.position));
        let (unit, z) = (if self.fine { 16 } else { 1 }, numerators[2] >> 12_i32);
        let seen = self.seen(z);
        let [least, most] = [-32768 * unit, 32768 * unit - 1].map(i32x4::splat);
        let [x, y] = self.screen(numerators, seen).map(|at| at.max(least).min(most).to_array());
        let (inverse_z, keys) = (self.inverse_z(z).to_array(), self.sort_keys(z, seen).to_array());
        core::array::from_fn(|i| {
            let ClipVertex { attributes, .. } = vertices[i];
            (ScreenVertex { x: x[i], y: y[i], inverse_z: inverse_z[i] as u32, attributes }, keys[i])
        })
    }
}

impl FigureLayout {
    /// Returns the pixel where a point of this layout's space is seen on a picture of `size` pixels; `None` before the
    /// near plane and beyond the far one.
    pub fn pixel(&self, point: Vector3, size: (u32, u32)) -> Option<(i32, i32)> {
        let projector = Projector::new(self, (0, 0), Screen { size, backend: Backend::Authentic });
        let numerators = projector.layout_to_view().places(&[[point.x, point.y, point.z]]).next()?;
        let depth: i32x4 = numerators[2] >> 12_i32;
        let z = depth.to_array()[0];
        let within = projector.planes.is_none_or(|(near, far)| (near..=far).contains(&z));
        let [x, y] = projector.screen(numerators, projector.seen(depth)).map(|lanes| lanes.to_array()[0]);
        within.then_some((x, y))
    }
}

/// Returns the centre of a layout, moved by `offset`, in pixels.
///
/// Faithful: columns and rows have 16 bits with a sign.
fn centre(layout: &FigureLayout, offset: (i32, i32)) -> [i32; 2] {
    let sum = |centre: i32, offset: i32| i32::from(centre.wrapping_add(offset) as i16);
    [sum(layout.centre.0, offset.0), sum(layout.centre.1, offset.1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Angle, Q12};

    fn projector(projection: Projection, backend: Backend) -> Projector {
        let mut layout = FigureLayout::default();
        layout.centre = (128, 128);
        layout.set_projection(projection).unwrap();
        Projector::new(&layout, (0, 0), Screen { size: (256, 256), backend })
    }

    fn placed(projector: &Projector, [x, z]: [i32; 2]) -> Vertex {
        let place = [[x, 0, z]];
        projector.place(projector.layout_to_view().places(&place).next().unwrap())[0]
    }

    const FIELD: Projection = Projection::PerspectiveFov { near: 10, far: 32767, angle: Angle(682) };
    const PIXEL_PER_UNIT: Projection = Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE };

    #[test]
    fn perspective_pixel_follows_the_measured_formula() {
        let (whole, fine) = (projector(FIELD, Backend::Authentic), projector(FIELD, Backend::Enhanced));
        for [x, z] in [[100, 450], [-100, 450], [1, 30], [-1, 30], [3000, 20000]] {
            let numerator = (i64::from(x) * 3551 + 2048) << 4;
            let expected = 128 + (((numerator / i64::from(z)) << 8) >> 16);
            assert_eq!(i64::from(placed(&whole, [x, z]).screen.x), expected, "x {x} z {z}");
            let expected = 16 * 128 + (numerator >> 4).div_euclid(i64::from(z));
            assert_eq!(i64::from(placed(&fine, [x, z]).screen.x), expected, "x {x} z {z}");
        }
    }

    #[test]
    fn parallel_pixel_rounds_half_up() {
        let half = Q12::from_bits(2048);
        let projector = projector(Projection::ParallelScale { x: half, y: half }, Backend::Authentic);
        assert_eq!([1, -1, 3, -3].map(|x| placed(&projector, [x, 0]).screen.x), [129, 128, 130, 127]);
    }

    #[test]
    fn sort_classes_in_perspective() {
        let projector = projector(FIELD, Backend::Authentic);
        let key = |z: i32| placed(&projector, [0, z]).key;
        for (last, first) in [(1002, 1003), (1005, 1006), (1021, 1022), (2010, 2011)] {
            assert_ne!(key(last), key(first), "{last}|{first}");
        }
        for same in [(1003, 1005), (1006, 1008), (2008, 2010)] {
            assert_eq!(key(same.0), key(same.1));
        }
        assert_eq!([9, 32767, 32768].map(key), [0, 32766, 32767]);
    }

    #[test]
    fn near_plane_has_no_overflow() {
        let (width, height) = (Q12::from_num(240), Q12::from_num(320));
        let near_plane = Projection::PerspectiveSize { near: 3000, far: 32767, width, height };
        let mut layout = FigureLayout::default();
        layout.set_projection(near_plane).unwrap();
        let projector = Projector::new(&layout, (0, 0), Screen { size: (240, 320), backend: Backend::Authentic });
        assert_eq!(placed(&projector, [100, 6000]).screen.x, 50);
    }

    #[test]
    fn coordinates_and_outcodes_have_16_bits() {
        for (backend, unit) in [(Backend::Authentic, 1), (Backend::Enhanced, 16)] {
            let parallel = projector(PIXEL_PER_UNIT, backend);
            let at = |x: i32| {
                let vertex = placed(&parallel, [x, 0]);
                (vertex.screen.x.div_euclid(unit), vertex.outcode & !(Outcode::ABOVE | Outcode::BELOW))
            };
            assert_eq!([32639, 32640, 65536, -32897].map(at), [(32767, 16), (-32768, 8), (128, 0), (32767, 16)]);
            // In perspective such a vertex is marked: 32767 * 3551 / 4096 / 10 * 2^8 / 2^4 is 45452.
            let marked = |x: i32| placed(&projector(FIELD, backend), [x, 10]).outcode & Outcode::OFF != 0;
            assert_eq!([1400, 32767, -32767].map(marked), [false, true, true]);
        }
    }
}
