//! Places on the screen, sort keys and outcodes of four vertices by narrow arithmetic, where that gives the same result: for nearly
//! every vertex.

use super::{GUARD, Outcode, PARALLEL_FAR, Projector};
use crate::numbers::saturate;
use wide::i32x4;

/// Way to place vertices whose numerators have 28 bits, and its prepared factors. Vectors have one number in all lanes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shortcut {
    pub(super) way: Way,
    /// Bits by which the numerator is shifted right, or in perspective the quotient; on sixteenths of a pixel in perspective,
    /// bits by which the numerator is shifted left.
    shift: u32,
    /// The centre of the view in screen coordinates.
    centre: [i32x4; 2],
    /// The least and the greatest z.
    depth: [i32; 2],
    /// The greatest screen coordinates inside the picture.
    last: [i32x4; 2],
    /// The least and the greatest screen coordinates inside the guard band.
    guard: [[i32x4; 2]; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Way {
    /// None of the others.
    #[default]
    Long,
    Parallel,
    Perspective,
    PerspectiveFine,
}

impl Projector {
    pub(super) fn shortcut(&self) -> Shortcut {
        let g = self.scale.g;
        let (way, shift) = match (self.planes, self.fine) {
            (None, false) => (Way::Parallel, 12),
            (None, true) => (Way::Parallel, 8),
            (Some(_), false) if (0..=15).contains(&g) => (Way::Perspective, 16 - g),
            (Some(_), true) if (8..=11).contains(&g) => (Way::PerspectiveFine, g - 8),
            _ => (Way::Long, 0),
        };
        let (least, most) = self.planes.unwrap_or((i32::MIN, i32::MAX));
        let all = |n: i64| i32x4::splat(saturate(n));
        let guard = GUARD * self.unit();
        Shortcut {
            way,
            shift: shift.unsigned_abs(),
            // At most 2^24 pixels.
            centre: self.centre().map(all),
            depth: [least, most],
            last: self.edges().map(|edge| all(edge - 1)),
            guard: self.centre().map(|centre| [all(centre - guard), all(centre + guard)]),
        }
    }

    /// Returns x, y, inverse depth, sort key and outcode of four vertices with numerators of 28 bits and depths of 32, whose bone
    /// is [`Self::narrow`].
    ///
    /// A shifted numerator has 32 bits, and so has its quotient. On whole pixels that is shifted right by at least one,
    /// and on sixteenths the numerator has 31 bits: a centre of 29 bits can be added.
    #[inline(always)]
    pub(crate) fn place(&self, [a, b, depth]: [i32x4; 3]) -> [i32x4; 5] {
        let Shortcut { way, shift, centre, depth: [near, far], last, guard } = &self.shortcut;
        let z = depth >> 12_i32;
        let divisors = z.to_array().map(|z| z.max(1));
        let divided = |numerators: i32x4, divide: fn(i32, i32) -> i32| {
            let ([a, b, c, d], [e, f, g, h]) = (numerators.to_array(), divisors);
            i32x4::new([divide(a, e), divide(b, f), divide(c, g), divide(d, h)])
        };
        let [x, y]: [i32x4; 2] = match way {
            Way::Perspective => {
                let whole = |numerators: i32x4| divided(numerators << 4_i32, |a, z| a / z);
                [whole(a) >> *shift, whole(b) >> *shift]
            }
            Way::PerspectiveFine => [divided(a << *shift, i32::div_euclid), divided(b << *shift, i32::div_euclid)],
            _ => [a >> *shift, b >> *shift],
        };
        let (x, y) = (x + centre[0], y + centre[1]);
        let key = if self.planes.is_none() {
            z
        } else {
            let inside = z.min(i32x4::splat(*far)).max(i32x4::splat(*near));
            let (distances, from_near) = (inside.to_array(), (inside - i32x4::splat(*near)).to_array());
            let keys = core::array::from_fn(|i| {
                // Near is at least 1.
                (self.key_factor * from_near[i] as u32 / distances[i].max(1) as u32) as i32
            });
            let beyond_far = z.simd_gt(i32x4::splat(*far));
            beyond_far.select(i32x4::splat(32767), i32x4::new(keys))
        };
        let inverse_z = match (self.fine, self.planes) {
            (false, _) => i32x4::ZERO,
            (true, Some(_)) => i32x4::new(divisors.map(|z| ((1 << 31) / z.unsigned_abs()) as i32)),
            (true, None) => {
                let [least, far] = [1 - PARALLEL_FAR, PARALLEL_FAR].map(i32x4::splat);
                (far - z.max(least).min(far)) << 12_i32
            }
        };
        let bit = |beyond: i32x4, bit: u8| beyond & i32x4::splat(bit.into());
        let outside = |at: i32x4, [least, most]: &[i32x4; 2]| at.simd_gt(*most) | least.simd_gt(at);
        let one = i32x4::splat(1);
        let before_near = i32x4::splat(*near).simd_gt(z);
        let outcode = bit(z.simd_gt(i32x4::splat(*far)), Outcode::FAR)
            | bit(outside(x, &guard[0]) | outside(y, &guard[1]), Outcode::GUARD)
            | bit(one.simd_gt(x), Outcode::LEFT)
            | bit(x.simd_gt(last[0]), Outcode::RIGHT)
            | bit(one.simd_gt(y), Outcode::ABOVE)
            | bit(y.simd_gt(last[1]), Outcode::BELOW);
        [x, y, inverse_z, key, bit(before_near, Outcode::NEAR) | !before_near & outcode]
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::affine::AffineTrans;
    use crate::block::{Block, LANES};
    use crate::layout::{FigureLayout, Projection};
    use crate::numbers::{Angle, Q12};
    use crate::project::{Backend, Screen, ViewVertex};
    use crate::raster::ScreenVertex;
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
        let mut centre = |size: u32| match rng.u8(..4) {
            0 => rng.i32(-1..=1),
            1 => size as i32 + rng.i32(-1..=1),
            2 => [-GUARD as i32, GUARD as i32, size as i32 - GUARD as i32][rng.usize(..3)] + rng.i32(-2..=2),
            _ => saturate(number(rng, 31)),
        };
        layout.centre = (centre(size.0), centre(size.1));
        layout.transform = AffineTrans::from_raw(core::array::from_fn(|_| saturate(number(rng, 14))));
        let backend = [Backend::Authentic, Backend::Enhanced][usize::from(rng.bool())];
        Projector::new(&layout, (0, 0), Screen { size, backend })
    }

    /// Returns the numerator of a pixel at most two from either edge of a picture that has `size` pixels along the
    /// axis.
    fn beside_edge(rng: &mut Rng, projector: &Projector, (axis, size): (usize, u32), z: i32) -> i64 {
        let edge = if rng.bool() { 0 } else { i64::from(size) };
        let offset = i128::from(edge + rng.i64(-2..=2) - projector.centre[axis]);
        let numerator = match projector.planes {
            None => offset << 12,
            // The factor is k * 2^(g - 12), and k is in the numerator already.
            Some(_) => ((offset * i128::from(z)) << 40) >> (projector.scale.g + 28),
        };
        numerator.clamp(-(1 << 40), 1 << 40) as i64
    }

    /// Returns a vertex of a random bone, or one at a limit of the depth, of the numerators or of the picture.
    fn vertex(rng: &mut Rng, projector: &Projector, size: (u32, u32)) -> ViewVertex {
        if rng.u8(..4) == 0 {
            let bone = AffineTrans::from_raw(core::array::from_fn(|_| saturate(number(rng, 20))));
            return projector.bone_to_view(&bone).apply(core::array::from_fn(|_| number(rng, 15)));
        }
        let (near, far) = projector.planes.unwrap_or((-5, 5));
        let z = match rng.u8(..3) {
            0 => near + rng.i32(-1..=1),
            1 => far + rng.i32(-1..=1),
            _ => rng.i32(near..=far),
        };
        let across = [(0, size.0), (1, size.1)]
            .map(|axis| if rng.bool() { beside_edge(rng, projector, axis, z) } else { number(rng, 40) });
        ViewVertex { across, depth: (i64::from(z) << 12) + rng.i64(0..4096) }
    }

    #[test]
    fn narrow_bones_put_vertices_where_wide_ones_do() {
        let mut rng = Rng::with_seed(13);
        let mut narrow = 0;
        for _ in 0..5000 {
            let projector = projector(&mut rng, (240, 320));
            let matrix = AffineTrans::from_raw(core::array::from_fn(|_| saturate(number(&mut rng, 15))));
            let bone = projector.bone_to_view(&matrix);
            // Corners of a cube, whose sums are the largest.
            let reach = number(&mut rng, 15).abs().clamp(1, 32768);
            let mut corner = || [(); 3].map(|()| (if rng.bool() { reach } else { -reach }).min(32767) as i16);
            let places: [[i16; 3]; LANES] = core::array::from_fn(|_| corner());
            let block = Block::new(&places);
            let Some(found) = projector.narrow(&bone, block.reach()).map(|bone| bone.apply(&block)) else { continue };
            let [a, b, z] = found.map(i32x4::to_array);
            for (i, place) in places.iter().enumerate() {
                let position = ViewVertex { across: [a[i].into(), b[i].into()], depth: z[i].into() };
                assert_eq!(position, bone.apply(place.map(i64::from)), "{place:?} of {matrix:?} by {projector:?}");
                assert!(position.across.iter().all(|n| n.abs() < 1 << 27));
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
            let way = projector.shortcut.way;
            if way == Way::Long {
                continue;
            }
            let (least, most) = projector.planes.unwrap_or((i32::MIN, i32::MAX));
            for _ in 0..16 {
                let narrow = |vertex: ViewVertex| {
                    let ViewVertex { across, depth } = vertex;
                    let inside = across.iter().all(|n| (-(1 << 27)..1 << 27).contains(n));
                    short[way as usize] += u32::from(inside && (least..=most).contains(&vertex.z()));
                    let across = across.map(|n| n.clamp(-(1 << 27), (1 << 27) - 1));
                    ViewVertex { across, depth: depth.clamp(i32::MIN.into(), i32::MAX.into()) }
                };
                let vertices = [(); LANES].map(|()| vertex(&mut rng, &projector, size)).map(narrow);
                let [a, b] = [0, 1].map(|axis| i32x4::new(vertices.map(|vertex| vertex.across[axis] as i32)));
                let found = projector.place([a, b, i32x4::new(vertices.map(|vertex| vertex.depth as i32))]);
                let expected = vertices.map(|vertex| {
                    let Vertex { screen: ScreenVertex { x, y, inverse_z, .. }, key, outcode, .. } =
                        Vertex::new(&projector, vertex);
                    [x, y, inverse_z as i32, key, outcode.into()]
                });
                for (i, expected) in expected.iter().enumerate() {
                    let found = found.map(|lanes| lanes.to_array()[i]);
                    assert_eq!(found, *expected, "{:?} on {size:?} pixels by {projector:?}", vertices[i]);
                }
            }
        }
        // Every way but the long one, which comes first, was taken often.
        assert!(short[1..].iter().all(|count| *count > 5000), "{short:?}");
    }
}
