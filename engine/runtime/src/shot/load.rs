//! Loads the files of a shot, and makes its fonts.

use super::program::{Assets, Named};
use super::{Font, Shot, ShotError, Statement, TextureFile};
use crate::assets::AssetPath;
use crate::assets::load::{actions_of, figure_of, sphere_of, texture_of};
use keitai_render::micro3d::{ActionTable, Figure};
use keitai_render::{CellFont, Compat};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Loads the files of a shot. `file` returns the path and the bytes of a file by its name in the shot.
pub(super) fn load<'b>(
    shot: &Shot,
    compat: &Compat,
    mut file: impl FnMut(&str) -> Result<(AssetPath, Cow<'b, [u8]>), ShotError>,
) -> Result<Assets, ShotError> {
    let mut assets = Assets::default();
    // The maps are sorted by name.
    for (name, texture) in &shot.textures {
        let (TextureFile::Model(path) | TextureFile::Sphere(path)) = texture;
        let (path, bytes) = file(path)?;
        match texture {
            TextureFile::Model(_) => {
                assets.textures.0.push((name.clone(), texture_of(&bytes, &path, compat)?.map));
            }
            TextureFile::Sphere(_) => {
                assets.spheres.0.push((name.clone(), Arc::new(sphere_of(&bytes, &path, compat)?)));
            }
        }
    }
    let mut figures = BTreeMap::new();
    for (name, path) in &shot.figures {
        let (path, bytes) = file(path)?;
        figures.insert(name.as_str(), figure_of(&bytes, &path)?.document);
    }
    for (name, path) in &shot.actions {
        let (path, bytes) = file(path)?;
        let table = actions_of(&bytes, &path, posed_by(shot, name, &figures), Default::default())?.table;
        assets.tables.0.push((name.clone(), ActionTable::new(table)));
    }
    assets.figures = Named(figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect());
    for (position, statement) in (1..).zip(&shot.frame) {
        if let Statement::Text { font: Font::Cells { texture, cell, alphabet }, .. } = statement {
            let wrong = |reason| ShotError::statement(position, reason);
            let texture = assets.textures.get("texture", texture).map_err(wrong)?;
            let font = CellFont::new(Arc::clone(texture), *cell, alphabet.as_str());
            let font = font.map_err(|error| ShotError::statement(position, error))?;
            assets.fonts.push(keitai_render::Font::Cells(font));
        }
    }
    Ok(assets)
}

/// Returns the figure of the first posture from these actions, or the first figure. Its bone names are used when the actions are a
/// text.
fn posed_by<'a>(shot: &Shot, table: &str, figures: &'a BTreeMap<&str, Figure>) -> Option<&'a Figure> {
    let posed = shot.frame.iter().find_map(|statement| match statement {
        Statement::Posture { figure, actions, .. } if actions == table => figures.get(figure.as_str()),
        _ => None,
    });
    posed.or_else(|| figures.values().next())
}
