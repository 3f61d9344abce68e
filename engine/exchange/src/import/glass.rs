//! Faces that other programs see through, with the blend function and the colour that come nearest.
//!
//! Before a background of the level `d`, an opacity `a` and a level `s` show `d (1 - a) + s a`. The format has other lines over `d`:
//! `t`, `(d + t) / 2`, `d + t` and `d - t` with a level `t` that is chosen. The best one has the least mean square of the error. What
//! is opaque keeps its colours, because often another side of it lies behind.

use keitai_formats::Blend;

/// Mean level of the background: things reflect about a fifth of the light, which is level 118, and less comes to what is inside.
const BEHIND: f64 = 85.0;
/// Variance of the level of the background: that of levels of 0..=255 which are equally likely.
const SPREAD: f64 = 255.0 * 255.0 / 12.0;

/// Returns a pixel for a blend function, transparent where it is better not drawn, and the mean square of the error.
pub(super) fn settled(blend: Blend, mut pixel: [u8; 4], opacity: f64) -> ([u8; 4], f64) {
    let alpha = opacity * f64::from(pixel[3]) / 255.0;
    // The share of the background that is kept, and that of the colour that is added.
    let (kept, added) = match blend {
        Blend::Normal => (0.0, 1.0),
        Blend::Half => (0.5, 0.5),
        Blend::Add => (1.0, 1.0),
        Blend::Sub => (1.0, -1.0),
    };
    let slope = 1.0 - alpha - kept;
    let (mut drawn, mut hidden) = (0.0, 0.0);
    for level in &mut pixel[..3] {
        let own = f64::from(*level);
        let wanted = own * alpha + BEHIND * slope;
        let taken = if blend == Blend::Normal { own } else { libm::round(wanted / added).clamp(0.0, 255.0) };
        let (miss, apart) = (wanted - taken * added, alpha * (own - BEHIND));
        drawn += slope * slope * SPREAD + miss * miss;
        hidden += alpha * alpha * SPREAD + apart * apart;
        *level = taken as u8;
    }
    pixel[3] = if alpha > 0.0 && drawn <= hidden { u8::MAX } else { 0 };
    (pixel, drawn.min(hidden))
}

/// Returns the blend function with the least error of all pixels.
pub(super) fn best(pixels: &[[u8; 4]], opacity: f64) -> Blend {
    let error = |blend: Blend| pixels.iter().map(|pixel| settled(blend, *pixel, opacity).1).sum::<f64>();
    let tried = Blend::ALL.map(|blend| (blend, error(blend)));
    tried.into_iter().min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(Blend::Normal, |(blend, _)| blend)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_line_over_the_background_is_taken() {
        let taken = |opacity: f64, level: u8| {
            let pixel = [level, level, level, 255];
            let blend = best(&[pixel], opacity);
            (blend, settled(blend, pixel, opacity).0[0])
        };
        assert_eq!([1.0, 0.9].map(|opacity| taken(opacity, 200)), [(Blend::Normal, 200); 2]);
        // 2 * (200 * 0.4 + 85 * 0.1) = 177, and 2 * (231 * 0.6 - 85 * 0.1) = 260.2.
        assert_eq!([0.4, 0.5].map(|opacity| taken(opacity, 200)), [(Blend::Half, 177), (Blend::Half, 200)]);
        assert_eq!(taken(0.6, 231), (Blend::Half, 255));
        // (200 - 85) * 0.2 = 23, and (85 - 41) * 0.2 = 8.8.
        assert_eq!([taken(0.2, 200), taken(0.2, 41)], [(Blend::Add, 23), (Blend::Sub, 9)]);
    }
}
