//! Projects from view space to the screen: the scale of a projection, and one vertex.
//!
//! The original puts the projection's scale into the view before the bones and keeps 12 fraction bits of the screen
//! coordinates until after the division, so that nothing is rounded per bone or per vertex; measured without a miss over
//! field angles 256..=1600 (4096 = one turn) and z 30..=20000. Depths keep 12 fraction bits, too, for the cuts at near and
//! far.

mod bone;
mod outcode;
mod scale;
mod shortcut;

pub(crate) use bone::BoneToView;
pub(crate) use outcode::Outcode;

use crate::affine::AffineTrans;
use crate::layout::{FigureLayout, Projection};
use crate::numbers::{r12_wide, saturate};
use crate::raster::ScreenVertex;
use crate::vector::Vector3;
use scale::{Scale, field, near_plane, parallel};
use shortcut::Shortcut;

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
    centre: [i64; 2],
    /// Near and far plane, in perspective.
    pub(crate) planes: Option<(i32, i32)>,
    /// Transforms figure space to view space.
    pub(crate) view: AffineTrans,
    /// Perspective sort keys: `key_factor * (z - near) / z`.
    key_factor: u32,
    /// Screen coordinates are 28.4.
    pub(crate) fine: bool,
    size: (u32, u32),
    shortcut: Shortcut,
    /// Rows of the view, 0 and 1 scaled.
    view_rows: [[i32; 4]; 3],
}

/// A vertex between view space and the screen. Across the screen it is kept as the projection's numerator, which is
/// linear in space and thus what clipping cuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ViewVertex {
    /// Scaled x, y in 20.12.
    pub(crate) across: [i64; 2],
    /// Distance in 20.12, half a unit more.
    pub(crate) depth: i64,
}

impl ViewVertex {
    /// Returns the distance in model units.
    #[inline(always)]
    pub(crate) fn z(&self) -> i32 {
        saturate(self.depth >> 12)
    }
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

/// The widest distance from the centre, in pixels, at which a polygon is still filled without clipping.
pub(crate) const GUARD: i64 = 8192;

/// The least distance whose inverse depth is 0 in a parallel view. Below minus this distance all have the greatest one.
const PARALLEL_FAR: i32 = 1 << 17;

/// The farthest that a centre is kept away from the screen, in pixels; any picture is smaller.
const FAR_OFF: i64 = 1 << 24;

impl Projector {
    /// Prepares `layout`, its centre moved by `offset`, for a screen.
    pub(crate) fn new(layout: &FigureLayout, offset: (i32, i32), screen: Screen) -> Self {
        let Screen { size: size @ (w, h), backend } = screen;
        let (scale, planes) = match layout.projection() {
            Projection::ParallelScale { x, y } => (parallel([x, y].map(|s| i64::from(s.to_bits()))), None),
            Projection::ParallelSize { width, height } => {
                let fit = |pixels: u32, units: i32| (i64::from(pixels) << 12) / i64::from(units.max(1));
                (parallel([fit(w, width), fit(h, height)]), None)
            }
            Projection::PerspectiveFov { near, far, angle } => (field(w, angle), Some((near, far))),
            Projection::PerspectiveSize { near, far, width, height } => {
                (near_plane([w, h], near, [width, height].map(|side| side.to_bits())), Some((near, far)))
            }
        };
        let key_factor = planes.map_or(0, |(near, far): (i32, i32)| {
            // At most 32767 * 32767.
            32767 * far.unsigned_abs() / far.abs_diff(near).max(1)
        });
        let mut projector = Self {
            projection: layout.projection(),
            scale,
            centre: centre(layout, offset),
            planes,
            view: AffineTrans::IDENTITY,
            key_factor,
            fine: backend == Backend::Enhanced,
            size,
            shortcut: Shortcut::default(),
            view_rows: [[0; 4]; 3],
        };
        projector.shortcut = projector.shortcut();
        projector.set_view(&layout.transform);
        projector
    }

    /// Prepares `layout` as [`Self::new`] does. `kept` is empty or was prepared for the same screen: calls mostly differ
    /// from the last one in their view alone.
    pub(crate) fn renewed<'a>(
        kept: &'a mut Option<Self>,
        layout: &FigureLayout,
        offset: (i32, i32),
        screen: Screen,
    ) -> &'a Self {
        let same = |kept: &Self| kept.projection == layout.projection() && kept.centre == centre(layout, offset);
        if !kept.as_ref().is_some_and(same) {
            *kept = None;
        }
        let kept = kept.get_or_insert_with(|| Self::new(layout, offset, screen));
        kept.set_view(&layout.transform);
        kept
    }

    fn set_view(&mut self, view: &AffineTrans) {
        self.view = *view;
        self.view_rows = view.raw_rows();
        for (row, k) in self.view_rows.iter_mut().zip(self.scale.k) {
            *row = row.map(|v| saturate(r12_wide(k.saturating_mul(i64::from(v)))));
        }
    }

    /// Returns the centre, in screen coordinates.
    pub(crate) fn centre(&self) -> [i64; 2] {
        self.centre.map(|c| c * self.unit())
    }

    /// Returns the screen coordinates of the right and the bottom edge of the picture.
    pub(crate) fn edges(&self) -> [i64; 2] {
        [self.size.0, self.size.1].map(|pixels| i64::from(pixels) * self.unit())
    }

    /// Returns the screen coordinates per pixel.
    #[inline]
    pub(crate) fn unit(&self) -> i64 {
        if self.fine { 16 } else { 1 }
    }

    /// Returns the inverse depth of a distance, larger being nearer; 0 where the back end has no use for it.
    #[inline]
    pub(crate) fn inverse_z(&self, z: i32) -> u32 {
        match (self.fine, self.planes) {
            (false, _) => 0,
            (true, Some(_)) => (1 << 31) / z.max(1) as u32,
            (true, None) => ((PARALLEL_FAR - z.clamp(1 - PARALLEL_FAR, PARALLEL_FAR)) as u32) << 12,
        }
    }

    /// Returns the place of a vertex on the screen, without attributes.
    #[inline]
    pub(crate) fn screen_vertex(&self, v: &ViewVertex) -> ScreenVertex {
        let (x, y) = self.pixel(v);
        ScreenVertex { x, y, inverse_z: self.inverse_z(v.z()), attributes: [0; 5] }
    }

    /// Returns the pixel of a vertex; in perspective its distance is at least 1.
    #[inline]
    pub(crate) fn pixel(&self, v: &ViewVertex) -> (i32, i32) {
        (saturate(self.along(0, v)), saturate(self.along(1, v)))
    }

    #[inline]
    fn along(&self, axis: usize, v: &ViewVertex) -> i64 {
        if self.fine { self.along_fine(axis, v) } else { self.along_whole(axis, v) }
    }

    /// Returns a screen coordinate in 1/16 pixel, floored. A parallel view keeps the half pixel that whole coordinates round
    /// with, so that both back ends put a vertex on the same pixel.
    fn along_fine(&self, axis: usize, v: &ViewVertex) -> i64 {
        let n = v.across[axis];
        let offset = if self.planes.is_none() {
            n >> 8
        } else {
            // n * 2^(g - 12 - 12 + 4) / z with 12 fraction bits of n; g stays above -28 and below 41.
            let top = i128::from(n) << (self.scale.g + 28).clamp(0, 68);
            let bottom = i128::from(v.z().max(1)) << 36;
            top.div_euclid(bottom).clamp(-(1 << 40), 1 << 40) as i64
        };
        offset.saturating_add(self.centre[axis] * 16)
    }

    #[inline]
    fn along_whole(&self, axis: usize, v: &ViewVertex) -> i64 {
        let n = v.across[axis];
        let offset = if self.planes.is_none() { n >> 12 } else { self.divided(n, v.z()) };
        offset.saturating_add(self.centre[axis])
    }

    /// Returns the pixels of a numerator (20.12) at a distance, in perspective.
    #[inline]
    fn divided(&self, n: i64, z: i32) -> i64 {
        // Beyond the limit the vertex lies outside the guard band at any scale.
        let g = self.scale.g;
        let limit = 1 << (62 - g.clamp(24, 40));
        let q = ((n << 4) / i64::from(z.max(1))).clamp(-limit, limit);
        if g >= 0 { (q << g) >> 16 } else { q >> (16 - g).min(63) }
    }

    /// Returns the distance of a vertex from the guard band's edge: at least 0 within. `side` is 1 for right and bottom, -1 for
    /// left and top. Linear in space.
    pub(crate) fn guard_distance(&self, axis: usize, side: i64, v: &ViewVertex) -> i128 {
        let n = i128::from(side * v.across[axis]);
        let guard = i128::from(GUARD);
        match self.planes {
            None => (guard << 12) - n,
            Some(_) => ((guard * i128::from(v.z())) << 40) - (n << (28 + self.scale.g.clamp(-28, 40))),
        }
    }

    /// Returns the length in pixels of `units` model units at distance `z`, by the factor across the screen, rounded down.
    pub(crate) fn length(&self, units: i32, z: i32) -> i64 {
        let product = i64::from(units) * self.scale.k[0];
        if self.planes.is_none() { product >> 12 } else { self.divided(product.clamp(-(1 << 58), 1 << 58), z) }
    }

    /// Returns a projector for points that are on the screen already: their `across` is the distance from this one's
    /// centre in 1/4096 pixel.
    pub(crate) fn on_screen(&self) -> Self {
        Self { scale: parallel([4096; 2]), planes: None, shortcut: Shortcut::default(), ..self.clone() }
    }

    /// Returns the sort key of a vertex at distance `z`: larger is farther. In perspective a vertex before near has the
    /// key 0, one beyond far 32767. Evidence: pictures of the viewer with figures around the camera; keys that go on beyond
    /// near leave up to 32,572 of their pixels different, the key of a polygon's mean distance up to 571. The factor is
    /// truncated first: 18,701 pairs of neighbouring distances in the engine, with 7 misses.
    #[inline]
    pub(crate) fn sort_key(&self, z: i32) -> i32 {
        match self.planes {
            None => z,
            Some((near, _)) if z < near => 0,
            Some((_, far)) if z > far => 32767,
            // At most 32767 times far.
            Some((near, _)) => (self.key_factor * z.abs_diff(near) / z.unsigned_abs()) as i32,
        }
    }
}

impl FigureLayout {
    /// Returns the pixel where a point of this layout's space is seen on a picture of `size` pixels; `None` before the
    /// near plane and beyond the far one.
    pub fn pixel(&self, point: Vector3, size: (u32, u32)) -> Option<(i32, i32)> {
        let projector = Projector::new(self, (0, 0), Screen { size, backend: Backend::Authentic });
        let position = projector.layout_to_view().apply([point.x, point.y, point.z].map(i64::from));
        let within = projector.planes.is_none_or(|(near, far)| (near..=far).contains(&position.z()));
        within.then(|| projector.pixel(&position))
    }
}

/// Returns the centre of a layout, moved by `offset`, in pixels.
fn centre(layout: &FigureLayout, offset: (i32, i32)) -> [i64; 2] {
    // Beyond this nothing inside the guard band reaches the screen, wherever exactly the centre is.
    let within_reach = |centre: i32, offset: i32| (i64::from(centre) + i64::from(offset)).clamp(-FAR_OFF, FAR_OFF);
    [within_reach(layout.centre.0, offset.0), within_reach(layout.centre.1, offset.1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Angle, Q12};

    fn projector(projection: Projection, size: (u32, u32)) -> Projector {
        let mut layout = FigureLayout::default();
        layout.centre = (128, 128);
        layout.set_projection(projection).unwrap();
        Projector::new(&layout, (0, 0), Screen { size, backend: Backend::Authentic })
    }

    #[test]
    fn perspective_pixel_follows_the_measured_formula() {
        let projection = Projection::PerspectiveFov { near: 10, far: 32767, angle: Angle(682) };
        let projector = projector(projection, (256, 256));
        let bone_to_view = projector.bone_to_view(&AffineTrans::IDENTITY);
        for (x, z) in [(100_i16, 450_i16), (-100, 450), (1, 30), (-1, 30), (3000, 20000)] {
            let expected = 128 + (((((i64::from(x) * 3551 + 2048) << 4) / i64::from(z)) << 8) >> 16) as i32;
            assert_eq!(projector.pixel(&bone_to_view.apply([x.into(), 0, z.into()])).0, expected, "x {x} z {z}");
        }
    }

    #[test]
    fn parallel_pixel_rounds_half_up() {
        let half = Q12::from_bits(2048);
        let projector = projector(Projection::ParallelScale { x: half, y: half }, (256, 256));
        let bone_to_view = projector.bone_to_view(&AffineTrans::IDENTITY);
        assert_eq!([1, -1, 3, -3].map(|x| projector.pixel(&bone_to_view.apply([x, 0, 0])).0), [129, 128, 130, 127]);
    }

    #[test]
    fn sort_classes_in_perspective() {
        let projector = projector(Projection::PerspectiveFov { near: 10, far: 32767, angle: Angle(682) }, (256, 256));
        for (last, first) in [(1002, 1003), (1005, 1006), (1021, 1022), (2010, 2011)] {
            assert_ne!(projector.sort_key(last), projector.sort_key(first), "{last}|{first}");
        }
        for same in [(1003, 1005), (1006, 1008), (2008, 2010)] {
            assert_eq!(projector.sort_key(same.0), projector.sort_key(same.1));
        }
        assert_eq!([9, 32767, 32768].map(|z| projector.sort_key(z)), [0, 32766, 32767]);
    }

    #[test]
    fn near_plane_has_no_overflow() {
        let (width, height) = (Q12::from_num(240), Q12::from_num(320));
        let projection = Projection::PerspectiveSize { near: 3000, far: 32767, width, height };
        let projector = projector(projection, (240, 320));
        let bone_to_view = projector.bone_to_view(&AffineTrans::IDENTITY);
        assert_eq!(projector.pixel(&bone_to_view.apply([100, 0, 6000])).0, 128 + 50);
    }
}
