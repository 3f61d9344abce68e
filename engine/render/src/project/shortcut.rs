//! Pixel and sort key of a vertex by narrow arithmetic, where that gives the same result: for nearly every vertex.

use super::{GUARD, Projector, ViewVertex};
use crate::compat::{ProjectRule, SortKey};
use crate::numbers::saturate;

/// Conditions under which narrow arithmetic gives the same result, and its prepared factors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shortcut {
    way: Way,
    /// The least z, and the greatest less the least, at which the shortcut may be taken.
    near: i32,
    depth: u32,
    /// Bits by which the numerator is shifted right, or in perspective the quotient; on sixteenths of a pixel in perspective,
    /// bits by which the numerator is shifted left.
    shift: [u32; 2],
    /// In screen coordinates.
    center: [i32; 2],
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
        let shift = self.scale.map(|scale| match (self.planes, self.fine) {
            (None, false) => 12,
            (None, true) => 8,
            (Some(_), false) => 16 - scale.g,
            (Some(_), true) => scale.g - 8,
        });
        let (least, most) = self.limits().unwrap_or((i32::MIN, i32::MAX));
        let way = match (self.rule, self.planes) {
            (ProjectRule::MascotMe, _) => Way::Long,
            (ProjectRule::Viewer, None) => Way::Parallel,
            (ProjectRule::Viewer, Some(_)) if self.fine && shift.iter().all(|shift| (0..=3).contains(shift)) => {
                Way::PerspectiveFine
            }
            (ProjectRule::Viewer, Some(_)) if !self.fine && shift.iter().all(|shift| (1..=16).contains(shift)) => {
                Way::Perspective
            }
            (ProjectRule::Viewer, Some(_)) => Way::Long,
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
            // At most 2^24 pixels.
            center: self.center().map(saturate),
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
        let [a, b] = v.across;
        let narrow = ((a + (1 << 27)) | (b + (1 << 27))) as u64 >> 28 == 0;
        if narrow { self.place_narrow(v) } else { self.place_long(v) }
    }

    /// Pixel and sort key of a vertex whose numerators have 28 bits.
    ///
    /// A shifted numerator has 32 bits, and so has its quotient. On whole pixels that is shifted right by at least one,
    /// and on sixteenths the numerator has 31 bits: a centre of 29 bits can be added.
    #[inline(always)]
    pub(crate) fn place_narrow(&self, v: &ViewVertex) -> (i32, i32, i32) {
        let Shortcut { way, near, depth, shift, key_top, center, .. } = self.shortcut;
        let from_near = v.z.wrapping_sub(near) as u32;
        if way == Way::Long || from_near > depth {
            return self.place_long(v);
        }
        let [a, b] = v.across.map(|numerator| numerator as i32);
        let z = v.z.max(1);
        let [x, y] = match way {
            Way::Perspective => [((a << 4) / z) >> shift[0], ((b << 4) / z) >> shift[1]],
            Way::PerspectiveFine => [(a << shift[0]).div_euclid(z), (b << shift[1]).div_euclid(z)],
            _ => [a >> shift[0], b >> shift[1]],
        };
        let key = if key_top == 0 {
            v.z
        } else {
            // Near is at least 1.
            (key_top * u64::from(from_near) / (u64::from(z.unsigned_abs()) * u64::from(depth)).max(1)) as i32
        };
        (x + center[0], y + center[1], key)
    }

    #[inline(never)]
    fn place_long(&self, v: &ViewVertex) -> (i32, i32, i32) {
        let (x, y) = self.pixel(v);
        (x, y, self.sort_key(v.z))
    }

    /// Returns whether a vertex lies between near and far and inside the picture, not on its edge. A `false` may be
    /// wrong.
    #[inline(always)]
    pub(crate) fn well_inside(&self, v: &ViewVertex, x: i32, y: i32) -> bool {
        let Shortcut { near, depth, inside, .. } = self.shortcut;
        v.z.wrapping_sub(near) as u32 <= depth
            && (x.wrapping_sub(1) as u32) < inside[0]
            && (y.wrapping_sub(1) as u32) < inside[1]
    }
}

impl Shortcut {
    pub(super) const NONE: Self =
        Self { way: Way::Long, near: 0, depth: 0, shift: [0; 2], center: [0; 2], key_top: 0, inside: [0; 2] };
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::affine::AffineTrans;
    use crate::block::{Block, LANES};
    use crate::compat::{Compat, ParallelZClip, PipelineOverflow};
    use crate::layout::{FigureLayout, Projection};
    use crate::numbers::{Angle, Q12};
    use crate::project::{Backend, Screen};
    use crate::vertex::Vertex;

    /// Returns a number of at most `bits` bits and a sign. All lengths are equally likely, and half of the numbers lie
    /// at a power of two.
    fn number(rng: &mut Rng, bits: u32) -> i64 {
        let power = 1_i64 << rng.u32(..=bits);
        let size = if rng.bool() { rng.i64(0..power) } else { power + rng.i64(-2..=1) };
        if rng.bool() { size } else { -size }
    }

    fn positive(rng: &mut Rng, bits: u32) -> i32 {
        saturate(number(rng, bits).abs()).max(1)
    }

    fn projection(rng: &mut Rng) -> Projection {
        let near = positive(rng, 15).min(32766);
        let far = (near + positive(rng, 15)).min(32767);
        match rng.u8(..4) {
            0 => {
                let mut scale = || Q12::from_bits(saturate(number(rng, 31)));
                Projection::ParallelScale { x: scale(), y: scale() }
            }
            1 => Projection::ParallelSize { width: positive(rng, 31), height: positive(rng, 31) },
            2 => Projection::PerspectiveFov { near, far, angle: Angle(rng.i32(1..=2047)) },
            _ => {
                let mut side = || Q12::from_bits(positive(rng, 31));
                Projection::PerspectiveSize { near, far, width: side(), height: side() }
            }
        }
    }

    /// Returns a projector with random settings whose centre lies near an edge of the picture or of the guard band, or
    /// far off.
    fn projector(rng: &mut Rng, size: (u32, u32)) -> Projector {
        let mut layout = FigureLayout::default();
        layout.set_projection(projection(rng)).unwrap();
        let mut center = |size: u32| match rng.u8(..4) {
            0 => rng.i32(-1..=1),
            1 => size as i32 + rng.i32(-1..=1),
            2 => [-GUARD as i32, GUARD as i32, size as i32 - GUARD as i32][rng.usize(..3)] + rng.i32(-2..=2),
            _ => saturate(number(rng, 31)),
        };
        layout.center = (center(size.0), center(size.1));
        layout.transform = AffineTrans::from_raw(std::array::from_fn(|_| saturate(number(rng, 14))));
        let compat = Compat {
            project_rule: [ProjectRule::Viewer, ProjectRule::MascotMe][usize::from(rng.u8(..8) == 0)],
            pipeline_overflow: [PipelineOverflow::Wide, PipelineOverflow::Wrap32][usize::from(rng.bool())],
            parallel_z_clip: [ParallelZClip::None, ParallelZClip::ZeroTo32767][usize::from(rng.bool())],
            sort_key: [SortKey::Projected15, SortKey::MeanZ][usize::from(rng.bool())],
            ..Compat::default()
        };
        let backend = [Backend::Authentic, Backend::Enhanced][usize::from(rng.bool())];
        Projector::new(&layout, (0, 0), &Screen { size, backend, compat: &compat, clip: None })
    }

    /// Returns the numerator of a pixel at most two from either edge of a picture that has `size` pixels along the
    /// axis.
    fn beside_edge(rng: &mut Rng, projector: &Projector, (axis, size): (usize, u32), z: i32) -> i64 {
        let edge = if rng.bool() { 0 } else { i64::from(size) };
        let offset = i128::from(edge + rng.i64(-2..=2) - projector.center[axis]);
        let numerator = match projector.planes {
            None => offset << 12,
            // The factor is k * 2^(g - 12), and k is in the numerator already.
            Some(_) => ((offset * i128::from(z)) << 40) >> (projector.scale[axis].g + 28),
        };
        numerator.clamp(-(1 << 40), 1 << 40) as i64
    }

    /// Returns a vertex of a random bone, or one at a limit of the depth, of the numerators or of the picture.
    fn vertex(rng: &mut Rng, projector: &Projector, size: (u32, u32)) -> ViewVertex {
        if rng.u8(..4) == 0 {
            let bone = AffineTrans::from_raw(std::array::from_fn(|_| saturate(number(rng, 20))));
            return projector.bone_to_view(&bone).apply(std::array::from_fn(|_| number(rng, 15)));
        }
        let (near, far) = projector.limits().unwrap_or((-5, 5));
        let z = match rng.u8(..3) {
            0 => near + rng.i32(-1..=1),
            1 => far + rng.i32(-1..=1),
            _ => rng.i32(near..=far),
        };
        let across = [(0, size.0), (1, size.1)]
            .map(|axis| if rng.bool() { beside_edge(rng, projector, axis, z) } else { number(rng, 40) });
        ViewVertex { across, z }
    }

    #[test]
    fn narrow_bones_put_vertices_where_wide_ones_do() {
        let mut rng = Rng::with_seed(13);
        let mut narrow = 0;
        for _ in 0..5000 {
            let projector = projector(&mut rng, (240, 320));
            let matrix = AffineTrans::from_raw(std::array::from_fn(|_| saturate(number(&mut rng, 15))));
            let bone = projector.bone_to_view(&matrix);
            // Corners of a cube, whose sums are the largest.
            let reach = number(&mut rng, 15).abs().clamp(1, 32768);
            let mut corner = || [(); 3].map(|()| (if rng.bool() { reach } else { -reach }).min(32767) as i16);
            let places: [[i16; 3]; LANES] = std::array::from_fn(|_| corner());
            let block = Block::all(&places).next().unwrap();
            let Some(found) = projector.narrow(&bone, block.reach()).map(|bone| bone.apply(&block)) else { continue };
            let [a, b, z] = found;
            for (i, place) in places.iter().enumerate() {
                let position = ViewVertex { across: [a[i].into(), b[i].into()], z: z[i] };
                assert_eq!(position, bone.apply(place.map(i64::from)), "{place:?} of {matrix:?} by {projector:?}");
                assert!(position.across.iter().all(|n| n.abs() < 1 << 27));
                assert_eq!(projector.place_narrow(&position), projector.place(&position));
                narrow += 1;
            }
        }
        assert!(narrow > 4000, "{narrow}");
    }

    #[test]
    fn the_shortcut_gives_what_the_long_way_gives() {
        let mut rng = Rng::with_seed(12);
        let mut short = [0; 4];
        for _ in 0..5000 {
            let size = (rng.u32(1..=1024), rng.u32(1..=1024));
            let projector = projector(&mut rng, size);
            let long = Projector { shortcut: Shortcut::NONE, ..projector.clone() };
            let (least, most) = projector.limits().unwrap_or((i32::MIN, i32::MAX));
            for _ in 0..64 {
                let place = vertex(&mut rng, &projector, size);
                let [found, expected] = [&projector, &long].map(|projector| {
                    let vertex = Vertex::new(projector, place, size);
                    (vertex.x, vertex.y, vertex.key, vertex.outcode)
                });
                assert_eq!(found, expected, "{place:?} on {size:?} pixels by {projector:?}");
                let narrow = place.across.iter().all(|n| (-(1 << 27)..1 << 27).contains(n));
                short[projector.shortcut.way as usize] += u32::from(narrow && (least..=most).contains(&place.z));
            }
        }
        // Every way but the long one, which comes first, was taken often.
        assert!(short[1..].iter().all(|count| *count > 5000), "{short:?}");
    }
}
