//! Files to figures, action tables and textures that are ready to draw, each loaded once.
//!
//! [`Source`] is where bytes come from, [`AssetPath`] what a file is called, `load` turns one file into one asset,
//! [`companions`] finds what belongs to a figure. Sizes are checked before files are read; the readers check counts before
//! they take memory.

pub mod companions;
mod error;
mod load;
mod path;
mod source;

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_convert::Skeleton;
use keitai_formats::{ActionTable, Diagnostic, Figure, LoopMode, Texture};
use keitai_render::{Compat, Model, SphereMap, TextureMap, Vector3};

pub use error::{AssetError, PathFault, Result};
pub use load::{ACTION_ENDINGS, FIGURE_ENDINGS, TEXTURE_ENDINGS};
pub use path::AssetPath;
pub use source::Source;

use crate::settings::Settings;

/// A figure: the document, and what is made from it for drawing.
#[derive(Debug)]
pub struct FigureAsset {
    /// Its file.
    pub path: AssetPath,
    /// What the file holds.
    pub figure: Figure,
    /// The names that source texts of actions know its bones by.
    pub skeleton: Skeleton,
    /// Ready to be posed and drawn.
    pub model: Model,
    /// The smallest and the largest corner around all vertices of the rest pose, model units; zeros without vertices.
    pub bounds: [Vector3; 2],
    /// The file's diagnostics; none is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// An action table.
#[derive(Debug)]
pub struct ActionsAsset {
    /// Its file.
    pub path: AssetPath,
    /// What the file holds.
    pub table: ActionTable,
    /// What happens at the end, when the file says so: joint animations do.
    pub loop_mode: Option<LoopMode>,
    /// The file's diagnostics; none is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// A texture: the document, and what is made from it for drawing.
#[derive(Debug)]
pub struct TextureAsset {
    /// Its file.
    pub path: AssetPath,
    /// What the file holds.
    pub texture: Texture,
    /// Laid out for the renderer.
    pub map: Arc<TextureMap>,
    /// The file's diagnostics; none is an error.
    pub diagnostics: Vec<Diagnostic>,
}

impl ActionsAsset {
    /// The action called `name`: the file's name without ending stands for its first action, `name:2` for the third.
    pub fn by_name(&self, name: &str) -> Option<usize> {
        let index = match name.strip_prefix(self.path.stem())? {
            "" => 0,
            rest => rest.strip_prefix(':')?.parse().ok()?,
        };
        (index < self.table.actions.len()).then_some(index)
    }

    /// What [`Self::by_name`] knows an action as.
    pub fn name_of(&self, index: usize) -> String {
        if index == 0 { self.path.stem().to_owned() } else { format!("{}:{index}", self.path.stem()) }
    }
}

/// The assets of one root, loaded when first asked for and shared from then on.
#[derive(Debug)]
pub struct Assets {
    source: Source,
    settings: Settings,
    compat: Compat,
    figures: BTreeMap<AssetPath, Arc<FigureAsset>>,
    actions: BTreeMap<(AssetPath, Option<AssetPath>), Arc<ActionsAsset>>,
    textures: BTreeMap<AssetPath, Arc<TextureAsset>>,
    spheres: BTreeMap<AssetPath, Arc<SphereMap>>,
}

impl Assets {
    /// Nothing loaded yet. Textures are laid out for a renderer with these settings.
    pub fn new(source: Source, compat: Compat) -> Self {
        Self::with_settings(source, compat, Settings::default())
    }

    /// Nothing loaded yet. Textures are laid out for a renderer with these settings over `compat`, or over those of a
    /// scene.
    pub fn with_settings(source: Source, compat: Compat, settings: Settings) -> Self {
        Self {
            source,
            settings,
            compat: settings.over(compat),
            figures: BTreeMap::new(),
            actions: BTreeMap::new(),
            textures: BTreeMap::new(),
            spheres: BTreeMap::new(),
        }
    }

    /// Where the files are.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The renderer's settings that textures are laid out for.
    pub fn compat(&self) -> &Compat {
        &self.compat
    }

    /// Lays textures out for other settings from now on, unless some were asked for that win. What is in use stays as it
    /// is.
    pub fn set_compat(&mut self, compat: Compat) {
        let compat = self.settings.over(compat);
        if self.compat != compat {
            self.compat = compat;
            self.textures.clear();
            self.spheres.clear();
        }
    }

    /// The figure in a file.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn figure(&mut self, path: &AssetPath) -> Result<Arc<FigureAsset>> {
        shared(&mut self.figures, path, || load::figure(&self.source, path))
    }

    /// The action table in a file. A text is taken to name all bones in the figure's order.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn actions(&mut self, path: &AssetPath) -> Result<Arc<ActionsAsset>> {
        shared(&mut self.actions, &(path.clone(), None), || load::actions(&self.source, path, None))
    }

    /// The action table in a file, for a figure: its bones are found by the names that a text has for them.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or is a text that does not fit the figure.
    pub fn actions_for(&mut self, path: &AssetPath, figure: &FigureAsset) -> Result<Arc<ActionsAsset>> {
        if path.has_extension("mtra") {
            return self.actions(path);
        }
        let key = (path.clone(), Some(figure.path.clone()));
        shared(&mut self.actions, &key, || load::actions(&self.source, path, Some(&figure.skeleton)))
    }

    /// The texture in a file.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn texture(&mut self, path: &AssetPath) -> Result<Arc<TextureAsset>> {
        shared(&mut self.textures, path, || load::texture(&self.source, path, &self.compat))
    }

    /// The sphere map in a file.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or is not of 64x64 texels.
    pub fn sphere(&mut self, path: &AssetPath) -> Result<Arc<SphereMap>> {
        shared(&mut self.spheres, path, || load::sphere(&self.source, path, &self.compat))
    }

    /// The name, without ending, of the file that a texture was loaded from.
    pub(crate) fn name_of_texture(&self, map: &Arc<TextureMap>) -> Option<&str> {
        let found = self.textures.values().find(|asset| Arc::ptr_eq(&asset.map, map));
        found.map(|asset| asset.path.stem())
    }

    /// The name, without ending, of the file that a sphere map was loaded from.
    pub(crate) fn name_of_sphere(&self, map: &Arc<SphereMap>) -> Option<&str> {
        self.spheres.iter().find(|(_, own)| Arc::ptr_eq(own, map)).map(|(path, _)| path.stem())
    }

    /// Forgets what was loaded from a file, so that it is read again when asked for. What is in use stays as it is.
    pub fn forget(&mut self, path: &AssetPath) {
        self.figures.remove(path);
        // What was made for a figure depends on its bones too.
        self.actions.retain(|(own, figure), _| own != path && figure.as_ref() != Some(path));
        self.textures.remove(path);
        self.spheres.remove(path);
    }

    /// Every file that something was loaded from, in the order of their names.
    pub fn files(&self) -> Vec<AssetPath> {
        let mut files: Vec<_> = self.figures.keys().chain(self.actions.keys().map(|(path, _)| path)).cloned().collect();
        files.extend(self.textures.keys().chain(self.spheres.keys()).cloned());
        files.sort();
        files.dedup();
        files
    }
}

fn shared<K: Ord + Clone, T>(
    known: &mut BTreeMap<K, Arc<T>>,
    key: &K,
    load: impl FnOnce() -> Result<T>,
) -> Result<Arc<T>> {
    if let Some(asset) = known.get(key) {
        return Ok(Arc::clone(asset));
    }
    let asset = Arc::new(load()?);
    known.insert(key.clone(), Arc::clone(&asset));
    Ok(asset)
}
