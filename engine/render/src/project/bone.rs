//! From the space of a bone to view space: the transform, and a narrow form of it for four vertices at a time.

use super::shortcut::Way;
use super::{Projector, ViewVertex};
use crate::affine::{AffineTrans, mul_row_wide};
use crate::block::{Block, Factors};
use wide::i32x4;

/// The transform from the space of one bone to [`ViewVertex`]: three factors and a constant for each of its numbers, all 20.12.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BoneToView([[i64; 4]; 3]);

/// [`BoneToView`] for a bone whose vertices leave room in 28 bits across the screen and in 32 for the depth.
#[derive(Debug)]
pub(crate) struct NarrowBone([(Factors, i32x4); 3]);

impl Projector {
    /// Returns the transform from the space of a bone, whose matrix in figure space is given.
    pub(crate) fn bone_to_view(&self, global: &AffineTrans) -> BoneToView {
        let bone = global.raw_rows();
        BoneToView::new(self.view_rows.map(|view| mul_row_wide(view, &bone)))
    }

    /// Returns the transform from the layout's own space.
    pub(crate) fn layout_to_view(&self) -> BoneToView {
        BoneToView::new(self.view_rows)
    }

    /// Returns the transform of a bone for vertices whose coordinates are at most `reach`, whatever their sign, if it needs
    /// few bits and [`Self::place`] can place them.
    pub(crate) fn narrow(&self, bone: &BoneToView, reach: i64) -> Option<NarrowBone> {
        let row = |[x, y, z, constant]: [i64; 4], bits: u32| {
            let most = (x.abs() + y.abs() + z.abs()) * reach.max(1) + constant.abs();
            let factors = Factors::new([x, y, z].map(|factor| factor as i32));
            let narrow = self.shortcut.way != Way::Long && most < 1 << bits && factors.is_narrow();
            narrow.then(|| (factors, i32x4::splat(constant as i32)))
        };
        let [right, down, depth] = bone.0;
        Some(NarrowBone([row(right, 27)?, row(down, 27)?, row(depth, 31)?]))
    }
}

impl NarrowBone {
    /// Transforms four vertices of the bone: numerators across the screen and down, below 2^27, and depths.
    #[inline(always)]
    pub(crate) fn apply(&self, places: &Block) -> [i32x4; 3] {
        self.0.each_ref().map(|(factors, constant)| places.inner_narrow(factors) + *constant)
    }
}

impl BoneToView {
    fn new(rows: [[i32; 4]; 3]) -> Self {
        // Rounded half up, and the translation in 20.12.
        Self(rows.map(|[x, y, z, t]| [x.into(), y.into(), z.into(), (i64::from(t) << 12) + 2048]))
    }

    #[inline(always)]
    pub(crate) fn apply(&self, [x, y, z]: [i64; 3]) -> ViewVertex {
        // Sums have room for any vertex of a file; those of extreme primitives and matrices wrap, in every build.
        let [across, down, depth] = self.0.each_ref().map(|r| {
            let [a, b, c] = [r[0].wrapping_mul(x), r[1].wrapping_mul(y), r[2].wrapping_mul(z)];
            a.wrapping_add(b).wrapping_add(c).wrapping_add(r[3])
        });
        ViewVertex { across: [across, down], depth }
    }
}
