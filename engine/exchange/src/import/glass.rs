//! Faces that other programs see through, with the blend function and the colour that come nearest.
//!
//! Before a background of the level `d`, an opacity `a` and a level `s` show `d (1 - a) + s a`. The format has other lines over `d`:
//! `t`, `(d + t) / 2`, `(d + 3 t) / 4` by two faces at one place, `d + t` and `d - t` with a level `t` that is chosen. The best one has
//! the least mean square of the error. What is opaque keeps its colours, because often another side of it lies behind.

use std::collections::HashSet;

use glam::Vec3;
use keitai_formats::Blend;

use super::scene::{Material, Mode, Primitive, Scene};

/// Mean level of the background: things reflect about a fifth of the light, which is level 118, and less comes to what is inside.
const BEHIND: f64 = 85.0;
/// Variance of the level of the background: that of levels of 0..=255 which are equally likely.
const SPREAD: f64 = 255.0 * 255.0 / 12.0;

/// Bodies with more triangles are taken for open: their edges take 24 bytes each.
const MOST_TRIANGLES: usize = 1 << 16;

/// How something is drawn that other programs see through.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Glass {
    pub(super) blend: Blend,
    /// Every face is there twice.
    pub(super) is_twice: bool,
}

impl Glass {
    pub(super) const HALF: Self = Self { blend: Blend::Half, is_twice: false };
    const ALL: [Self; 5] = [
        Self { blend: Blend::Normal, is_twice: false },
        Self::HALF,
        Self { blend: Blend::Half, is_twice: true },
        Self { blend: Blend::Add, is_twice: false },
        Self { blend: Blend::Sub, is_twice: false },
    ];

    /// Returns the share of the background that is kept, and that of the colour that is added.
    pub(super) fn shares(self) -> [f64; 2] {
        match self.blend {
            Blend::Normal => [0.0, 1.0],
            Blend::Half if self.is_twice => [0.25, 0.75],
            Blend::Half => [0.5, 0.5],
            Blend::Add => [1.0, 1.0],
            Blend::Sub => [1.0, -1.0],
        }
    }
}

/// Returns a pixel as it is drawn, transparent where it is better not drawn, and the mean square of the error.
pub(super) fn settled(glass: Glass, mut pixel: [u8; 4], opacity: f64) -> ([u8; 4], f64) {
    let alpha = opacity * f64::from(pixel[3]) / 255.0;
    let [kept, added] = glass.shares();
    let slope = 1.0 - alpha - kept;
    let (mut drawn, mut hidden) = (0.0, 0.0);
    for level in &mut pixel[..3] {
        let own = f64::from(*level);
        let wanted = own * alpha + BEHIND * slope;
        let taken = match glass.blend {
            Blend::Normal => own,
            _ => libm::round(wanted / added).clamp(0.0, 255.0),
        };
        let (miss, apart) = (wanted - taken * added, alpha * (own - BEHIND));
        drawn += slope * slope * SPREAD + miss * miss;
        hidden += alpha * alpha * SPREAD + apart * apart;
        *level = taken as u8;
    }
    pixel[3] = if alpha > 0.0 && drawn <= hidden { u8::MAX } else { 0 };
    (pixel, drawn.min(hidden))
}

/// Makes closed bodies of glass single-sided. Their two sides lie one before the other: where one side with the opacity of both comes
/// nearer to the share of the background that they keep, the material becomes that.
pub(super) fn join_sides(scene: &mut Scene<'_>) {
    let joined = |material: &Material| {
        let Material { mode: Mode::Blend, is_double: true, alpha, .. } = *material else { return None };
        let kept = |opacity: f64| best(&[[u8::MAX; 4]], opacity).shares()[0];
        let wanted = (1.0 - alpha) * (1.0 - alpha);
        let error = |kept: f64| (wanted - kept).abs();
        (error(kept(1.0 - wanted)) < error(kept(alpha) * kept(alpha))).then_some(1.0 - wanted)
    };
    let mut opacities: Vec<Option<f64>> = scene.materials.iter().map(joined).collect();
    for part in scene.meshes.iter().flat_map(|mesh| &mesh.primitives) {
        let opacity = part.material.and_then(|material| opacities.get_mut(material));
        if let Some(opacity) = opacity.filter(|opacity| opacity.is_some() && !is_closed(part)) {
            *opacity = None;
        }
    }
    for (material, opacity) in scene.materials.iter_mut().zip(opacities) {
        if let Some(opacity) = opacity {
            (material.is_double, material.is_front, material.alpha) = (false, true, opacity);
        }
    }
}

/// Returns whether each edge belongs to one triangle on each side, and the triangles face outwards.
fn is_closed(part: &Primitive) -> bool {
    // A negative zero is a zero.
    let place = |vertex: &u32| part.positions.get(*vertex as usize).copied().unwrap_or_default().map(|axis| axis + 0.0);
    let mut edges: HashSet<[[u32; 3]; 2]> = HashSet::new();
    let mut volume = 0.0;
    for triangle in part.triangles.iter().take(MOST_TRIANGLES + 1) {
        let [a, b, c] = triangle.each_ref().map(place);
        if a == b || b == c || c == a {
            continue;
        }
        volume += Vec3::from(a).dot(Vec3::from(b).cross(Vec3::from(c)));
        if ![[a, b], [b, c], [c, a]].into_iter().all(|side| edges.insert(side.map(|end| end.map(f32::to_bits)))) {
            return false;
        }
    }
    volume > 0.0 && part.triangles.len() <= MOST_TRIANGLES && edges.iter().all(|[a, b]| edges.contains(&[*b, *a]))
}

/// Returns what has the least error of all pixels.
pub(super) fn best(pixels: &[[u8; 4]], opacity: f64) -> Glass {
    let error = |glass: Glass| pixels.iter().map(|pixel| settled(glass, *pixel, opacity).1).sum::<f64>();
    let tried = Glass::ALL.map(|glass| (glass, error(glass)));
    tried.into_iter().min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(Glass::HALF, |(glass, _)| glass)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_line_over_the_background_is_taken() {
        let taken = |opacity: f64, level: u8| {
            let pixel = [level, level, level, 255];
            let glass = best(&[pixel], opacity);
            (glass.blend, glass.is_twice, settled(glass, pixel, opacity).0[0])
        };
        assert_eq!([1.0, 0.95].map(|opacity| taken(opacity, 200)), [(Blend::Normal, false, 200); 2]);
        // 2 * (200 * 0.4 + 85 * 0.1) = 177, and 2 * (231 * 0.6 - 85 * 0.1) = 260.2.
        assert_eq!(
            [0.4, 0.5].map(|opacity| taken(opacity, 200)),
            [(Blend::Half, false, 177), (Blend::Half, false, 200)]
        );
        assert_eq!(taken(0.6, 231), (Blend::Half, false, 255));
        // (200 * 0.8 - 85 * 0.05) / 0.75 = 207.7.
        assert_eq!(
            [0.75, 0.8].map(|opacity| taken(opacity, 200)),
            [(Blend::Half, true, 200), (Blend::Half, true, 208)]
        );
        // (200 - 85) * 0.2 = 23, and (85 - 41) * 0.2 = 8.8.
        assert_eq!([taken(0.2, 200), taken(0.2, 41)], [(Blend::Add, false, 23), (Blend::Sub, false, 9)]);
    }
}
