//! Loads the fonts of scenes: plain ones, and letters from textures.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_render::{CellFont, Font, Lettering};

use super::entity::Builder;
use super::error_list::ErrorList;
use super::file::{CellsFile, FontFile};
use super::read::Named;
use super::texts::{Spot, Texts};
use crate::assets::{AssetError, AssetPath, Assets};
use crate::error::Result;
use crate::ron_text::{SceneFault, Step};

/// Fonts by name.
pub(super) type Fonts = BTreeMap<Arc<str>, Font>;

/// Returns the `fonts` of a scene and of the files that it includes.
pub(super) fn fonts(written: &Named<CellsFile>, texts: &Texts, assets: &mut Assets, errors: &mut ErrorList) -> Fonts {
    let mut fonts = Fonts::new();
    for (name, (text, CellsFile { texture, cell, alphabet })) in written {
        let font = cells(texture, *cell, alphabet, assets)
            .map_err(|error| texts.error(&[Spot::Font(*text, name)], &[Step::Field("texture")], error.into()));
        fonts.extend(errors.keep(font).map(|font| (Arc::from(name.as_str()), font)));
    }
    fonts
}

/// Returns a font of letters from a texture.
fn cells(texture: &str, cell: (u8, u8), alphabet: &str, assets: &mut Assets) -> Result<Font, AssetError> {
    let texture = AssetPath::new(texture).and_then(|path| assets.texture(&path))?;
    let font = CellFont::new(Arc::clone(&texture.map), cell, alphabet);
    font.map(Font::Cells).map_err(|source| AssetError::Render { path: texture.path.clone(), source })
}

impl Builder<'_> {
    /// Returns the font that the field at `steps` describes. Colour and outline count for plain fonts.
    pub(super) fn font(
        &self,
        font: &FontFile,
        (colour, outlined): (u32, bool),
        steps: &[Step],
        assets: &mut Assets,
    ) -> Result<Font> {
        let plain = |lettering| Font::Plain { lettering, colour, outlined };
        match font {
            FontFile::Small => Ok(plain(Lettering::Small)),
            FontFile::Normal => Ok(plain(Lettering::Normal)),
            FontFile::Cells { texture, cell, alphabet } => {
                let font = cells(texture, *cell, alphabet, assets);
                font.map_err(|error| self.asset_error(&[steps, &[Step::Field("texture")]].concat(), error))
            }
            FontFile::Named(name) => {
                let fonts = &self.context.declared.fonts;
                let unknown = || SceneFault::unknown("font", name, fonts.keys().map(|name| &**name));
                fonts.get(name.as_str()).cloned().ok_or_else(|| self.error(steps, unknown()))
            }
        }
    }
}
