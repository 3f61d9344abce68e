//! Pixel and sort key of a vertex by narrow arithmetic, where that gives the same result: for nearly every vertex.

use super::{GUARD, Projector, ViewVertex};
use crate::compat::{ProjectRule, SortKey};
use crate::numbers::{floor_div, saturate};

/// Conditions under which narrow arithmetic gives the same result, and its prepared factors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shortcut {
    way: Way,
    /// The least z, and the greatest less the least, at which the shortcut may be taken.
    near: i32,
    depth: u32,
    /// Perspective: what the numerator, or whole pixels the quotient, is shifted left by.
    shift: [u32; 2],
    /// Perspective sort keys: `top * (z - near) / (depth * z)`; 0 where z itself is the key.
    key_top: u64,
    /// Width and height less one, in screen coordinates; 0 where even that would not place a vertex inside the guard
    /// band.
    inside: [u32; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Long,
    Parallel,
    Perspective,
    PerspectiveFine,
}

impl Projector {
    pub(super) fn shortcut(&self, (width, height): (u32, u32)) -> Shortcut {
        let shift = self.scale.map(|scale| scale.g - if self.fine { 8 } else { 0 });
        let (least, most) = self.limits().unwrap_or((i32::MIN, i32::MAX));
        let way = match (self.rule, self.planes) {
            (ProjectRule::MascotMe, _) => Way::Long,
            (ProjectRule::Viewer, None) => Way::Parallel,
            (ProjectRule::Viewer, Some(_)) if shift.iter().any(|shift| !(0..=24).contains(shift)) => Way::Long,
            (ProjectRule::Viewer, Some(_)) if self.fine => Way::PerspectiveFine,
            (ProjectRule::Viewer, Some(_)) => Way::Perspective,
        };
        let size = [width, height];
        let within = |axis: usize| {
            let center = self.center[axis];
            center.abs() <= GUARD && (i64::from(size[axis]) - center).abs() <= GUARD
        };
        let key_top = match self.planes {
            Some((_, far)) if self.key == SortKey::Projected15 => 32767 * u64::from(far.unsigned_abs()),
            _ => 0,
        };
        Shortcut {
            way,
            near: least,
            depth: most.abs_diff(least),
            shift: shift.map(|shift| shift.unsigned_abs()),
            key_top,
            inside: [0, 1].map(
                |axis| {
                    if within(axis) { (size[axis] * self.unit() as u32).saturating_sub(1) } else { 0 }
                },
            ),
        }
    }

    /// Pixel and sort key of a vertex.
    #[inline(always)]
    pub(crate) fn place(&self, v: &ViewVertex) -> (i32, i32, i32) {
        let Shortcut { way, near, depth, shift, key_top, .. } = self.shortcut;
        let [a, b] = v.across;
        let from_near = v.z.wrapping_sub(near) as u32;
        // Numerators of 28 bits, so that a quotient of 32 bits has room for four more.
        let narrow = ((a + (1 << 27)) | (b + (1 << 27))) as u64 >> 28 == 0;
        if way == Way::Long || from_near > depth || !narrow {
            return self.place_long(v);
        }
        let offset = match way {
            Way::Perspective => {
                let z = v.z.max(1);
                [((a << 4) as i32 / z, shift[0]), ((b << 4) as i32 / z, shift[1])]
                    .map(|(quotient, shift)| (i64::from(quotient) << shift) >> 16)
            }
            Way::PerspectiveFine => {
                let z = i64::from(v.z.max(1));
                [floor_div(a << shift[0], z), floor_div(b << shift[1], z)]
            }
            _ => {
                let drop = if self.fine { 8 } else { 12 };
                [a >> drop, b >> drop]
            }
        };
        let key = if key_top == 0 {
            v.z
        } else {
            // Between near and far no part is negative.
            (key_top * u64::from(from_near) / (u64::from(v.z.unsigned_abs()) * u64::from(depth)).max(1)) as i32
        };
        let [x, y] = [0, 1].map(|axis| saturate(offset[axis] + self.center[axis] * self.unit()));
        (x, y, key)
    }

    #[inline(never)]
    fn place_long(&self, v: &ViewVertex) -> (i32, i32, i32) {
        let (x, y) = self.pixel(v);
        (x, y, self.sort_key(v.z))
    }

    /// Whether a vertex lies between near and far and inside the picture, not on its edge. A `false` may be wrong.
    #[inline(always)]
    pub(crate) fn well_inside(&self, v: &ViewVertex, x: i32, y: i32) -> bool {
        let Shortcut { near, depth, inside, .. } = self.shortcut;
        v.z.wrapping_sub(near) as u32 <= depth
            && (x.wrapping_sub(1) as u32) < inside[0]
            && (y.wrapping_sub(1) as u32) < inside[1]
    }
}

impl Shortcut {
    pub(super) const NONE: Self = Self { way: Way::Long, near: 0, depth: 0, shift: [0; 2], key_top: 0, inside: [0; 2] };
}
