//! The road: an endless row of pieces. Its bends and hills follow from the number of a piece, so that nothing is kept.

use keitai::micro3d::Angle;

/// Length of a piece and half of the road's width, model units.
pub(crate) const PIECE: i32 = 160;
pub(crate) const HALF: i32 = 170;
pub(crate) const SEEN: usize = 44;
/// Pieces between two checkpoints.
pub(crate) const STAGE: i32 = 220;

/// Returns `sin(2π * turns * piece / 4096) * size`: `turns` waves in 4096 pieces.
fn wave(piece: i32, turns: i32, size: i32) -> i32 {
    (Angle(piece.wrapping_mul(turns)).sin() * size).to_num()
}

/// Returns the bend of a piece: how far its end is to the left of where the piece before it points, model units.
pub(crate) fn bend(piece: i32) -> i32 {
    // The first pieces are straight.
    let ease = (piece - 20).clamp(0, 60);
    (wave(piece, 23, 7) + wave(piece, 61, 4)) * ease / 60
}

/// Returns the height of the start of a piece, model units.
pub(crate) fn height(piece: i32) -> i32 {
    wave(piece, 31, 150) + wave(piece, 83, 60)
}

/// Returns the number of the plant beside a piece in the sheet of things, and its place to the left of the middle.
pub(crate) fn plant(piece: i32) -> Option<(i32, i32)> {
    let dice = piece.wrapping_mul(0x2C9_277B).wrapping_add(0x1357) >> 8 & 0xFFFF;
    let side = if dice & 1 == 0 { 1 } else { -1 };
    let sharp = bend(piece + 6);
    match dice % 7 {
        // A sign stands outside of a bend, and its arrows point into it.
        _ if piece % 6 == 0 && sharp.abs() > 7 => Some((if sharp > 0 { 4 } else { 5 }, -sharp.signum() * (HALF + 70))),
        kind @ 0..4 => Some((kind, side * (HALF + 90 + dice / 7 % 400))),
        _ => None,
    }
}

/// The points of the road that are seen, the nearest first: left, up and ahead of the viewer, model units.
#[derive(Debug, Default)]
pub(crate) struct View {
    pub(crate) first: i32,
    pub(crate) points: Vec<[i32; 3]>,
}

impl View {
    /// Looks along the road from a distance, 1/16 model units.
    pub(crate) fn look(&mut self, distance: i32) {
        let distance = distance >> 4;
        let (first, past) = (distance.div_euclid(PIECE), distance.rem_euclid(PIECE));
        let level = height(first) + (height(first + 1) - height(first)) * past / PIECE;
        // The piece under the viewer points straight ahead.
        let (mut x, mut dx) = (0, -bend(first) * past / PIECE);
        self.first = first;
        self.points.clear();
        self.points.extend((0..).zip(first..).take(SEEN + 1).map(|(number, piece)| {
            let point = [x, height(piece) - level, number * PIECE - past];
            dx += bend(piece);
            x += dx;
            point
        }));
    }

    /// Returns the place `ahead` of the viewer and `side` to the left of the road's middle, and the direction of the road there,
    /// 4096 per turn; `None` beyond what is seen.
    pub(crate) fn place(&self, ahead: i32, side: i32) -> Option<([i32; 3], i32)> {
        let at = self.points.windows(2).find(|pair| (pair[0][2]..pair[1][2]).contains(&ahead))?;
        let [[x, y, z], [next_x, next_y, _]] = [at[0], at[1]];
        let mix = |from: i32, to: i32| from + (to - from) * (ahead - z) / PIECE;
        // For directions this small the angle is the slope; 652 parts of a turn are one.
        Some(([mix(x, next_x) + side, mix(y, next_y), ahead], (next_x - x) * 652 / PIECE))
    }
}
