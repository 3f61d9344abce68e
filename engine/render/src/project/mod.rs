//! Projects from view space to the screen: the scale of a projection, the transform of a bone, and the places of vertices.
//!
//! The original puts the projection's scale into the view before the bones and keeps 12 fraction bits of the screen
//! coordinates until after the division, so that nothing is rounded per bone or per vertex; measured without a miss over
//! field angles 256..=1600 (4096 = one turn) and z 30..=20000. Depths keep 12 fraction bits, too, for the cuts at near and
//! far. Everything has 32 bits and wraps. Evidence: 478 of 478 far vertices in the engine.

mod place;
mod scale;

use crate::affine::AffineTrans;
use crate::block::{Block, Factors};
use crate::layout::{FigureLayout, Projection};
use crate::numbers::{r12, saturate};
use crate::vector::Vector3;
use crate::vertex::ViewVertex;
use scale::{Quotient, Scale, field, near_plane, parallel};
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

/// The transform from the space of one bone to a [`ViewVertex`]: factors and a constant for each of its numbers, all 20.12.
#[derive(Debug)]
pub(crate) struct ToView([([i32; 3], i32x4); 3]);

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

impl Projector {
    /// Prepares `layout`, its centre moved by `offset`, for a screen.
    pub(crate) fn new(layout: &FigureLayout, offset: (i32, i32), screen: Screen) -> Self {
        let Screen { size: (w, h), backend } = screen;
        let (scale, planes) = match layout.projection() {
            Projection::ParallelScale { x, y } => (parallel([x, y].map(|s| s.to_bits())), None),
            Projection::ParallelSize { width, height } => {
                let fit = |pixels: u32, units: i32| saturate((i64::from(pixels) << 12) / i64::from(units.max(1)));
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
        let fine = backend == Backend::Enhanced;
        let (centre, unit) = (centre(layout, offset), if fine { 16 } else { 1 });
        let edges = [w, h].map(|pixels| saturate(i64::from(pixels) * i64::from(unit)));
        let (near, far) = planes.unwrap_or((1, i32::MAX));
        let mut projector = Self {
            projection: layout.projection(),
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
}

impl ToView {
    fn new(transform: &AffineTrans) -> Self {
        // Rounded half up, and the translation in 20.12.
        Self(transform.raw_rows().map(|[x, y, z, t]| ([x, y, z], i32x4::splat((t << 12).wrapping_add(2048)))))
    }

    /// Transforms four vertices of a figure at a time.
    #[inline(always)]
    pub(crate) fn blocks<'a>(&self, places: &'a [Block]) -> impl Iterator<Item = [i32x4; 3]> + use<'a> {
        let rows = self.0.map(|(factors, constant)| (Factors::new(factors), constant));
        places.iter().map(move |block| rows.each_ref().map(|(factors, constant)| block.inner(factors) + *constant))
    }

    /// Transforms four places at a time.
    #[inline(always)]
    pub(crate) fn places<'a>(&self, places: &'a [[i32; 3]]) -> impl Iterator<Item = [i32x4; 3]> + use<'a> {
        let rows = self.0.map(|(factors, constant)| (factors.map(i32x4::splat), constant));
        places.chunks(4).map(move |places| {
            let mut four = [[0; 3]; 4];
            four[..places.len()].copy_from_slice(places);
            let [x, y, z] = lanes(four);
            rows.map(|([a, b, c], constant)| x * a + y * b + z * c + constant)
        })
    }
}

/// Returns the numbers of four vertices side by side.
#[inline(always)]
pub(crate) fn lanes([a, b, c, d]: [ViewVertex; 4]) -> [i32x4; 3] {
    [0, 1, 2].map(|axis| i32x4::new([a[axis], b[axis], c[axis], d[axis]]))
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
