//! View space to screen: the scale of a projection, and one vertex.
//!
//! The vendor's viewer puts the projection's scale into the view before the bones and keeps 12 fraction bits of the
//! screen coordinates until after the division, so that nothing is rounded per bone or per vertex; measured without
//! a miss over field angles 256..=1600 (4096 = one turn) and z 30..=20000.

mod bone;
mod outcode;
mod scale;
mod shortcut;

pub(crate) use bone::BoneToView;
pub(crate) use outcode::Outcode;

use crate::affine::AffineTrans;
use crate::compat::{Compat, ParallelZClip, PipelineOverflow, ProjectRule, SortKey};
use crate::layout::{FigureLayout, Projection};
use crate::numbers::{floor_div, r12, r12_wide, saturate};
use crate::raster::{Clip, ScreenVertex};
use scale::{Scale, field, near_plane, parallel};
use serde::{Deserialize, Serialize};
use shortcut::Shortcut;

/// Target, back end and settings of a draw call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Screen<'a> {
    /// Pixels.
    pub(crate) size: (u32, u32),
    pub(crate) backend: Backend,
    pub(crate) compat: &'a Compat,
    /// The clip in force, where it counts at submission.
    pub(crate) clip: Option<Clip>,
}

/// A layout prepared for a target size.
#[derive(Debug, Clone)]
pub(crate) struct Projector {
    projection: Projection,
    scale: [Scale; 2],
    center: [i64; 2],
    rule: ProjectRule,
    overflow: PipelineOverflow,
    /// Near and far plane, in perspective.
    planes: Option<(i32, i32)>,
    view: AffineTrans,
    key: SortKey,
    /// Least and greatest distance, in parallel.
    parallel_limits: Option<(i32, i32)>,
    /// Screen coordinates are 28.4.
    fine: bool,
    size: (u32, u32),
    shortcut: Shortcut,
    /// Rows of the view, 0 and 1 scaled.
    view_rows: [[i32; 4]; 3],
}

/// A vertex between view space and the screen. Across the screen it is kept as the projection's numerator, which is
/// linear in space and thus what clipping cuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ViewVertex {
    /// Viewer: scaled x, y in 20.12. MascotMe: x, y in model units.
    pub(crate) across: [i64; 2],
    /// Distance in model units.
    pub(crate) z: i32,
}

/// The rasteriser that draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Backend {
    /// The same pixels as the vendor's own viewer: whole-pixel vertices, painter's order, affine textures.
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
    pub(crate) fn new(layout: &FigureLayout, offset: (i32, i32), screen: &Screen) -> Self {
        let Screen { size: size @ (w, h), backend, compat, .. } = *screen;
        let (scale, planes) = match layout.projection() {
            Projection::ParallelScale { x, y } => ([x, y].map(|s| parallel(i64::from(s.to_bits()))), None),
            Projection::ParallelSize { width, height } => {
                let fit = |pixels: u32, units: i32| parallel((i64::from(pixels) << 12) / i64::from(units.max(1)));
                ([fit(w, width), fit(h, height)], None)
            }
            Projection::PerspectiveFov { near, far, angle } => ([field(w, angle); 2], Some((near, far))),
            Projection::PerspectiveSize { near, far, width, height } => {
                let scale = [(w, width), (h, height)].map(|(pixels, units)| near_plane(pixels, near, units.to_bits()));
                (scale, Some((near, far)))
            }
        };
        let mut projector = Self {
            projection: layout.projection(),
            scale,
            center: center(layout, offset),
            rule: compat.project_rule,
            overflow: compat.pipeline_overflow,
            planes,
            view: AffineTrans::IDENTITY,
            key: compat.sort_key,
            parallel_limits: (compat.parallel_z_clip == ParallelZClip::ZeroTo32767).then_some((0, 32767)),
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
        screen: &Screen,
    ) -> &'a Self {
        let same = |kept: &Self| kept.projection == layout.projection() && kept.center == center(layout, offset);
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
        for (row, scale) in self.view_rows.iter_mut().zip(&self.scale) {
            *row = row.map(|v| match self.overflow {
                PipelineOverflow::Wide => saturate(r12_wide(scale.k.saturating_mul(i64::from(v)))),
                PipelineOverflow::Wrap32 => r12((scale.k as i32).wrapping_mul(v)),
            });
        }
    }

    /// Returns the near and the far plane of a perspective.
    pub(crate) fn planes(&self) -> Option<(i32, i32)> {
        self.planes
    }

    /// Returns the least and greatest distance that is drawn.
    pub(crate) fn limits(&self) -> Option<(i32, i32)> {
        self.planes.or(self.parallel_limits)
    }

    /// Returns the centre, in screen coordinates.
    pub(crate) fn center(&self) -> [i64; 2] {
        self.center.map(|c| c * self.unit())
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

    /// Returns whether screen coordinates are 28.4.
    pub(crate) fn fine(&self) -> bool {
        self.fine
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

    /// Returns the view transform.
    pub(crate) fn view(&self) -> &AffineTrans {
        &self.view
    }

    /// Returns whether bones are multiplied onto the view one by one instead of onto each other.
    pub(crate) fn view_first(&self) -> bool {
        self.rule == ProjectRule::MascotMe
    }

    /// Returns the place of a vertex on the screen, without attributes.
    #[inline]
    pub(crate) fn screen_vertex(&self, v: &ViewVertex) -> ScreenVertex {
        let (x, y) = self.pixel(v);
        ScreenVertex { x, y, inverse_z: self.inverse_z(v.z), attributes: [0; 5] }
    }

    /// Returns the pixel of a vertex; in perspective `z` is at least 1.
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
        let scale = &self.scale[axis];
        let offset = match (self.rule, self.planes) {
            (ProjectRule::Viewer, None) => n >> 8,
            (ProjectRule::Viewer, Some(_)) => {
                // n * 2^(g - 12 - 12 + 4) / z with 12 fraction bits of n; g stays above -28 and below 41.
                let top = i128::from(n) << (scale.g + 28).clamp(0, 68);
                let bottom = i128::from(v.z.max(1)) << 36;
                top.div_euclid(bottom).clamp(-(1 << 40), 1 << 40) as i64
            }
            (ProjectRule::MascotMe, None) => self.product(n, scale.k) >> 8,
            (ProjectRule::MascotMe, Some(_)) => {
                floor_div(self.product(n, scale.focal).saturating_mul(16), i64::from(v.z.max(1)))
            }
        };
        offset.saturating_add(self.center[axis] * 16)
    }

    #[inline]
    fn along_whole(&self, axis: usize, v: &ViewVertex) -> i64 {
        let n = v.across[axis];
        let scale = &self.scale[axis];
        let offset = match (self.rule, self.planes) {
            (ProjectRule::Viewer, None) => n >> 12,
            (ProjectRule::Viewer, Some(_)) => {
                // Beyond the limit the vertex lies outside the guard band at any scale.
                let limit = 1 << (62 - scale.g.clamp(24, 40));
                let q = ((n << 4) / i64::from(v.z.max(1))).clamp(-limit, limit);
                if scale.g >= 0 { (q << scale.g) >> 16 } else { q >> (16 - scale.g).min(63) }
            }
            (ProjectRule::MascotMe, None) => self.product(n, scale.k) >> 12,
            (ProjectRule::MascotMe, Some(_)) => self.product(n, scale.focal) / i64::from(v.z.max(1)),
        };
        offset.saturating_add(self.center[axis])
    }

    /// Returns the numerator of [`ProjectRule::MascotMe`].
    fn product(&self, n: i64, factor: i64) -> i64 {
        match self.overflow {
            PipelineOverflow::Wide => n.saturating_mul(factor),
            PipelineOverflow::Wrap32 => i64::from((n as i32).wrapping_mul(factor as i32)),
        }
    }

    /// Returns the distance of a vertex from the guard band's edge: at least 0 within. `side` is 1 for right and bottom, -1 for
    /// left and top. Linear in space.
    pub(crate) fn guard_distance(&self, axis: usize, side: i64, v: &ViewVertex) -> i128 {
        let scale = &self.scale[axis];
        let n = i128::from(side * v.across[axis]);
        let z = i128::from(v.z);
        let guard = i128::from(GUARD);
        match (self.rule, self.planes) {
            (ProjectRule::Viewer, None) => (guard << 12) - n,
            (ProjectRule::Viewer, Some(_)) => ((guard * z) << 40) - (n << (28 + scale.g.clamp(-28, 40))),
            (ProjectRule::MascotMe, None) => (guard << 12) - n * i128::from(scale.k),
            (ProjectRule::MascotMe, Some(_)) => guard * z - n * i128::from(scale.focal),
        }
    }

    /// Returns the length in pixels of `units` model units at distance `z`, truncated.
    pub(crate) fn length(&self, axis: usize, units: i32, z: i32) -> i64 {
        let scale = &self.scale[axis];
        let units = i128::from(units);
        let pixels = match (self.rule, self.planes) {
            (_, None) => (units * i128::from(scale.k)) >> 12,
            (ProjectRule::MascotMe, Some(_)) => units * i128::from(scale.focal) / i128::from(z.max(1)),
            (ProjectRule::Viewer, Some(_)) => {
                // The factor is k * 2^(g - 12); g stays above -28 and below 41.
                ((units * i128::from(scale.k)) << (scale.g + 28).clamp(0, 68)) / (i128::from(z.max(1)) << 40)
            }
        };
        i64::from(saturate(pixels.clamp(i128::from(i32::MIN), i128::from(i32::MAX)) as i64))
    }

    /// Returns a projector for points that are on the screen already: their `across` is the distance from this one's
    /// centre in 1/4096 pixel.
    pub(crate) fn on_screen(&self) -> Self {
        Self {
            scale: [parallel(4096); 2],
            rule: ProjectRule::Viewer,
            planes: None,
            parallel_limits: None,
            shortcut: Shortcut::default(),
            ..self.clone()
        }
    }

    /// Returns the sort key of a vertex at distance `z`: larger is farther. In perspective a vertex before near has the
    /// key 0, one beyond far 32767. Evidence: pictures of the vendor's viewer with figures around the camera; keys that
    /// go on beyond near leave up to 32,572 of their pixels different, the key of a polygon's mean distance up to 571.
    #[inline]
    pub(crate) fn sort_key(&self, z: i32) -> i32 {
        match (self.key, self.planes) {
            (SortKey::Projected15, Some((near, far))) => {
                if z < near {
                    return 0;
                }
                if z > far {
                    return 32767;
                }
                let (near, far, z) = (i64::from(near), i64::from(far), i64::from(z));
                floor_div(32767 * far * (z - near), z * (far - near)) as i32
            }
            _ => z,
        }
    }
}

/// Returns the centre of a layout, moved by `offset`, in pixels.
fn center(layout: &FigureLayout, offset: (i32, i32)) -> [i64; 2] {
    // Beyond this nothing inside the guard band reaches the screen, wherever exactly the centre is.
    let within_reach = |center: i32, offset: i32| (i64::from(center) + i64::from(offset)).clamp(-FAR_OFF, FAR_OFF);
    [within_reach(layout.center.0, offset.0), within_reach(layout.center.1, offset.1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{Angle, Q12};

    fn projector(projection: Projection, size: (u32, u32)) -> Projector {
        let mut layout = FigureLayout::default();
        layout.center = (128, 128);
        layout.set_projection(projection).unwrap();
        Projector::new(
            &layout,
            (0, 0),
            &Screen { size, backend: Backend::Authentic, compat: &Compat::default(), clip: None },
        )
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
        assert_eq!((projector.sort_key(9), projector.sort_key(32767)), (0, 32767));
    }

    #[test]
    fn sums_of_32_bits_repeat_after_a_round() {
        let project = |projection, place, pipeline_overflow| {
            let compat = Compat { pipeline_overflow, ..Compat::default() };
            let mut layout = FigureLayout::default();
            layout.set_projection(projection).unwrap();
            let screen = Screen { size: (256, 256), backend: Backend::Authentic, compat: &compat, clip: None };
            let projector = Projector::new(&layout, (0, 0), &screen);
            let position = projector.bone_to_view(&AffineTrans::IDENTITY).apply(place);
            (projector.pixel(&position).0, position.z)
        };
        let parallel = Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE };
        for (x, wrapped) in [(524_287, 524_287), (524_288, -524_288), (1_048_586, 10), (-1_048_586, -10)] {
            assert_eq!(project(parallel, [x, 0, 0], PipelineOverflow::Wide), (x as i32, 0));
            assert_eq!(project(parallel, [x, 0, x], PipelineOverflow::Wrap32), (wrapped, wrapped));
        }
        // The factor is 3551, and n has 28 bits: 75622 * 3551 + 2048 is 2^28 + 100314, and 100314 * 16 / 100 >> 8 is 62.
        let perspective = Projection::PerspectiveFov { near: 10, far: 32767, angle: Angle(682) };
        assert_eq!(project(perspective, [75_622, 0, 100], PipelineOverflow::Wrap32), (62, 100));
        assert_eq!(project(perspective, [75_622, 0, 100], PipelineOverflow::Wide), (167_834, 100));
    }

    #[test]
    fn near_plane_has_no_overflow() {
        let projection = Projection::PerspectiveSize {
            near: 3000,
            far: 32767,
            width: Q12::from_num(240),
            height: Q12::from_num(320),
        };
        let projector = projector(projection, (240, 320));
        let bone_to_view = projector.bone_to_view(&AffineTrans::IDENTITY);
        assert_eq!(projector.pixel(&bone_to_view.apply([100, 0, 6000])).0, 128 + 50);
    }
}
