//! From the space of a bone to view space: the transform, and a narrow form of it for four vertices at a time.

use super::shortcut::Way;
use super::{Projector, ViewVertex};
use crate::affine::{AffineTrans, mul_row, mul_row_wide};
use crate::block::{Block, Factors};
use crate::compat::PipelineOverflow;
use crate::numbers::saturate;
use wide::i32x4;

/// The transform from the space of one bone to [`ViewVertex`]: three factors and a constant per coordinate, all 20.12.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BoneToView {
    across: [[i64; 4]; 2],
    depth: [i64; 4],
    /// Bits to drop across the screen, and of the distance.
    drop: [u32; 2],
}

/// The same transform for a bone whose vertices leave room in 28 bits across the screen and in 32 for the distance.
#[derive(Debug)]
pub(crate) struct NarrowBone([(Factors, i32x4); 3]);

impl Projector {
    /// Returns the transform from bone space to [`ViewVertex`]; `global` is the bone's matrix in figure space, or in
    /// view space where the view comes first.
    pub(crate) fn bone_to_view(&self, global: &AffineTrans) -> BoneToView {
        let bone = global.raw_rows();
        let product = if self.overflow == PipelineOverflow::Wide { mul_row_wide } else { mul_row };
        self.rows_to_view(if self.view_first() { bone } else { self.view_rows.map(|view| product(view, &bone)) })
    }

    /// Returns the transform to [`ViewVertex`] from the layout's own space.
    pub(crate) fn layout_to_view(&self) -> BoneToView {
        match (self.view_first(), self.overflow) {
            (true, _) => self.rows_to_view(self.view.raw_rows()),
            (false, PipelineOverflow::Wide) => self.rows_to_view(self.view_rows),
            // Products with 1.0 wrap too.
            (false, PipelineOverflow::Wrap32) => self.bone_to_view(&AffineTrans::IDENTITY),
        }
    }

    fn rows_to_view(&self, rows: [[i32; 4]; 3]) -> BoneToView {
        // Rounded half up, and the translation in 20.12.
        let [right, down, depth] =
            rows.map(|r| [r[0].into(), r[1].into(), r[2].into(), (i64::from(r[3]) << 12) + 2048]);
        let drop = [if self.view_first() { 12 } else { 0 }, 12];
        let bone_to_view = BoneToView { across: [right, down], depth, drop };
        match self.planes {
            _ if self.overflow == PipelineOverflow::Wide => bone_to_view,
            // Numbers multiplied by 16 before the division have four bits less to spare.
            Some(_) if !self.view_first() => bone_to_view.wrapping(28),
            _ => bone_to_view.wrapping(32),
        }
    }

    /// Returns the transform of a bone for vertices whose coordinates are at most `reach`, whatever their sign, if it needs
    /// few bits and [`Self::place`] can place them.
    pub(crate) fn narrow(&self, bone: &BoneToView, reach: i64) -> Option<NarrowBone> {
        let BoneToView { across: [right, down], depth, drop } = bone;
        let row = |row: &[i64; 4], drop: u32, bits: u32| {
            // Only bits at the upper end of 64 wrap; sums that fit do not, nor do their factors exceed 32 bits.
            let [x, y, z, constant] = row.map(|factor| factor >> drop);
            let most = (x.abs() + y.abs() + z.abs()) * reach.max(1) + constant.abs();
            let factors = Factors::new([x, y, z].map(|factor| factor as i32));
            let narrow = self.shortcut.way != Way::Long && most < 1 << bits && factors.is_narrow();
            narrow.then(|| (factors, i32x4::splat(constant as i32)))
        };
        Some(NarrowBone([row(right, drop[0], 27)?, row(down, drop[0], 27)?, row(depth, drop[1] - 12, 31)?]))
    }
}

impl NarrowBone {
    /// Transforms four vertices of the bone to view space: numerators across the screen and down, below 2^27, and distances.
    #[inline(always)]
    pub(crate) fn apply(&self, places: &Block) -> [i32x4; 3] {
        let [a, b, z] = self.0.each_ref().map(|(factors, constant)| places.inner_narrow(factors) + *constant);
        [a, b, z >> 12_i32]
    }
}

impl BoneToView {
    /// Transforms a vertex of the bone to view space.
    #[inline(always)]
    pub(crate) fn apply(&self, [x, y, z]: [i64; 3]) -> ViewVertex {
        // Wide sums have room for any vertex; others wrap by intent.
        let sum = |r: &[i64; 4]| {
            let [a, b, c] = [r[0].wrapping_mul(x), r[1].wrapping_mul(y), r[2].wrapping_mul(z)];
            a.wrapping_add(b).wrapping_add(c).wrapping_add(r[3])
        };
        let [across, depth] = self.drop;
        ViewVertex { across: self.across.each_ref().map(|r| sum(r) >> across), z: saturate(sum(&self.depth) >> depth) }
    }

    /// Lets every sum wrap as it would in `bits` across the screen, and in 32 for the distance: it is formed at the
    /// upper end of 64, where nothing has to be done for the rest to fall off.
    fn wrapping(self, bits: u32) -> Self {
        let up = [64 - bits, 32];
        let raised = |row: [i64; 4], up: u32| row.map(|factor| factor << up);
        Self {
            across: self.across.map(|row| raised(row, up[0])),
            depth: raised(self.depth, up[1]),
            drop: [self.drop[0] + up[0], self.drop[1] + up[1]],
        }
    }
}
