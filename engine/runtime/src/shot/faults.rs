//! Mistakes of shots that a phone showed wrongly.

use keitai_render::{Effect, FigureLayout, Primitives, Projection, TextureMap};

use super::ShotError;
use super::program::Target;
use crate::ron_text::SceneFault;

/// A line for each kind of likely mistake.
#[derive(Default)]
pub(super) struct Faults {
    near: Option<String>,
    padding: Option<String>,
}

impl Faults {
    pub(super) fn lines(self) -> Vec<String> {
        self.near.into_iter().chain(self.padding).collect()
    }
}

impl Target for Faults {
    fn projection(&mut self, projection: Projection) {
        if projection.has_few_keys() {
            self.near.get_or_insert_with(|| SceneFault::near_plane().to_string());
        }
    }

    fn primitives(&mut self, primitives: &Primitives, _: (i32, i32), _: &FigureLayout, _: &Effect) {
        if let Some(texture) = primitives.texture
            && let Some([u, v]) = outside(texture, primitives.command, primitives.texcoords)
        {
            let (width, height) = (texture.width(), texture.height());
            self.padding.get_or_insert_with(|| {
                format!(
                    "primitives read texel ({u}, {v}) of a texture of {width} x {height}: what is outside shows palette index 0"
                )
            });
        }
    }

    fn check(&mut self, _: usize) -> Result<(), ShotError> {
        Ok(())
    }
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
