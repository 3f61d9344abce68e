//! Mistakes of shots that a phone showed wrongly.

use keitai_render::{Primitives, TextureMap};

use super::load::Step;
use crate::ron_text::SceneFault;

/// Returns a line for each kind of likely mistake.
pub(super) fn faults(steps: &[Step]) -> Vec<String> {
    let near = steps.iter().any(|step| matches!(step, Step::Projection(projection) if projection.has_few_keys()));
    let near = near.then(|| SceneFault::near_plane().to_string());
    let padding = steps.iter().find_map(|step| match step {
        Step::Primitives { texture: Some(texture), command, data: [_, _, texcoords, _], .. } => {
            let [u, v] = outside(texture, *command, texcoords)?;
            Some(format!(
                "primitives read texel ({u}, {v}) of a texture of {} x {}: what is outside shows palette index 0",
                texture.width(),
                texture.height()
            ))
        }
        _ => None,
    });
    near.into_iter().chain(padding).collect()
}

/// Returns texture coordinates of primitives that lie outside their texture, if it has less than 256 texels on that side.
fn outside(texture: &TextureMap, command: u32, texcoords: &[i32]) -> Option<[i32; 2]> {
    let size = [texture.width(), texture.height()].map(i32::from);
    let is_outside = |uv: &[i32; 2], most: [i32; 2]| (0..2).any(|i| size[i] < 256 && !(0..=most[i]).contains(&uv[i]));
    if command & 0xFF00_0000 == Primitives::SPRITES {
        // The far corner is exclusive.
        let corners =
            texcoords.as_chunks::<8>().0.iter().flat_map(|sprite| [[sprite[3], sprite[4]], [sprite[5], sprite[6]]]);
        return corners.into_iter().find(|uv| is_outside(uv, size));
    }
    texcoords.as_chunks::<2>().0.iter().copied().find(|uv| is_outside(uv, size.map(|side| side - 1)))
}
