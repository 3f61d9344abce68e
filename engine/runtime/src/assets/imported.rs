//! Figures in formats that the engine does not read. A tool converts them while they are loaded; a game has no importer.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use keitai_formats::{Content, Report, Texture};
use keitai_render::micro3d::Figure;

use super::error::{AssetError, Result};
use super::load::at_rest;
use super::{ActionsAsset, AssetPath, Assets, Source};

/// Converts files of other formats, for [`Source::Importing`].
pub trait Importer: Debug + Send + Sync {
    /// Returns the figure in a file, or why it cannot be read; `None` for a file that is not converted. `file` is its place on
    /// the disk. Tables have the names that their files would have.
    fn import(&self, path: &AssetPath, file: Option<&Path>) -> Option<Result<Content, String>>;
}

/// What an imported figure has, by the paths that the files would have.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) actions: Vec<AssetPath>,
    pub(super) textures: Vec<(AssetPath, Texture)>,
}

impl Assets {
    /// Returns the figure of a file that the source converts, and keeps its actions and textures.
    pub(super) fn import(&mut self, path: &AssetPath) -> Option<Result<Report<Figure>>> {
        let Source::Importing(files, importer) = &self.source else { return None };
        let imported = importer.import(path, files.on_disk(path).as_deref())?;
        let imported = imported.map_err(|reason| AssetError::Import { path: path.clone(), reason });
        Some(imported.and_then(|imported| self.take(path, imported)))
    }

    fn take(&mut self, path: &AssetPath, content: Content) -> Result<Report<Figure>> {
        let Content { figure, skeleton, tables, textures, .. } = content;
        let figure = at_rest(path, figure, skeleton)?;
        let beside = |name: String| path.folder().child(name.as_ref());
        let mut parts = Parts { actions: Vec::new(), textures: Vec::new() };
        for (name, table) in tables {
            let path = beside(name);
            let table =
                ActionsAsset { path: path.clone(), table: table.into(), loop_mode: None, diagnostics: Vec::new() };
            self.actions.insert((path.clone(), None), Arc::new(table));
            parts.actions.push(path);
        }
        let file = |slot: usize| beside(format!("{}_{slot:02}.bmp", path.stem()));
        let textures = textures.into_iter().map_while(|texture| Some(texture?.1)).enumerate();
        parts.textures = textures.map(|(slot, texture)| (file(slot), texture)).collect();
        self.parts.insert(path.clone(), parts.into());
        Ok(Report::new(figure, Vec::new()))
    }

    pub(super) fn imported_texture(&self, path: &AssetPath) -> Option<Texture> {
        let mut textures = self.parts.values().flat_map(|parts| &parts.textures);
        textures.find(|(name, _)| name == path).map(|(_, texture)| texture.clone())
    }
}
