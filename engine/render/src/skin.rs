//! Surfaces of the polygons of a texture group or of a call for primitives.

use crate::queue::{Queue, Surface};
use crate::texture::TextureMap;
use std::sync::Arc;

/// Surface that several polygons share.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Skin {
    Plain(Surface),
    /// Depends on whether a polygon's texture coordinates (8.8) pass the size.
    Edged {
        size: [i32; 2],
        inside: Surface,
        beyond: Surface,
    },
}

impl Skin {
    /// Returns a texture, kept on the queue.
    pub(crate) fn new(texture: &Arc<TextureMap>, queue: &mut Queue) -> Self {
        let mut keep = |texture| Surface::Texture(queue.keep(texture));
        match &texture.edged {
            None => Self::Plain(keep(texture)),
            Some(edged) => {
                let size = [texture.width(), texture.height()].map(|texels| i32::from(texels) << 8);
                Self::Edged { size, inside: keep(edged), beyond: keep(texture) }
            }
        }
    }

    pub(crate) fn is_textured(&self) -> bool {
        !matches!(self, Self::Plain(Surface::Colour(_)))
    }

    /// Returns the surface of a polygon with these texture coordinates.
    #[inline(always)]
    pub(crate) fn surface(&self, texels: &[[i32; 2]]) -> Surface {
        match self {
            Self::Plain(surface) => *surface,
            Self::Edged { size, inside, beyond } => {
                let passes = texels.iter().any(|[u, v]| *u > size[0] || *v > size[1]);
                if passes { *beyond } else { *inside }
            }
        }
    }
}
