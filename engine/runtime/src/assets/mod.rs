//! The assets of a folder, an archive or memory, each loaded once.
//!
//! [`Source`] reads bytes, [`AssetPath`] names a file, `load` makes an asset of a file, [`Importer`] a figure of one in
//! another format, [`companions`] finds the files that belong to a figure. Sizes are checked before files are read. The
//! readers check counts before they allocate memory.

mod bdf;
pub mod companions;
mod error;
pub(crate) mod load;
mod path;
mod source;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use keitai_formats::{Content, Kind, Report, Texture};
use keitai_render::micro3d::{AssetNames, Figure};
use keitai_render::{CellFont, Compat, Model, SphereMap, TextureMap};
use keitai_sound::Sound;

pub use bdf::FontFault;
pub use error::{AssetError, PathFault};
pub use load::{ActionsAsset, SoundAsset, TextureAsset};
pub use path::AssetPath;
pub use source::{Importer, Source};

use crate::settings::Settings;
use error::Result;
use load::{MAX_FIGURE, MAX_TEXTURE, at_rest, figure_of, has_background, sphere_of, texture_asset, texture_of};

/// The most frames of all samples in memory: 128 MiB, 6 minutes at 44.1 kHz.
const MAX_SAMPLE_FRAMES: usize = 1 << 24;

/// The assets of one root. Each is loaded when it is first requested, and shared. A file that cannot be read or is damaged
/// is an error.
#[derive(Debug, Clone)]
pub struct Assets {
    source: Source,
    settings: Settings,
    rest: load::Rest,
    /// The renderer's settings of scenes that set none.
    base: Compat,
    compat: Compat,
    figures: BTreeMap<AssetPath, Arc<Report<Figure>>>,
    actions: BTreeMap<(AssetPath, Option<AssetPath>), Arc<ActionsAsset>>,
    textures: BTreeMap<AssetPath, Arc<TextureAsset>>,
    spheres: BTreeMap<AssetPath, Arc<SphereMap>>,
    sounds: BTreeMap<AssetPath, Arc<SoundAsset>>,
    /// Actions and textures of the figures that the source has imported.
    parts: BTreeMap<AssetPath, Arc<Parts>>,
    /// Files that the game has requested, including those that could not be read.
    of_game: BTreeSet<AssetPath>,
    /// Files that the last scene has requested.
    of_scene: BTreeSet<AssetPath>,
    /// Files that a scene has requested so far, while it is loaded.
    of_new: Option<BTreeSet<AssetPath>>,
}

/// Actions and textures of an imported figure, by the paths that their files would have.
#[derive(Debug)]
struct Parts {
    actions: Vec<AssetPath>,
    textures: Vec<(AssetPath, Texture)>,
}

impl Assets {
    /// Returns an empty set of assets. Textures are laid out for a renderer with these settings.
    pub fn new(source: Source, compat: Compat) -> Self {
        Self::with_settings(source, compat, Settings::default())
    }

    /// Returns an empty set of assets. Textures are laid out for a renderer with `settings` over `compat` or over the
    /// `compat` of a scene.
    pub(crate) fn with_settings(source: Source, compat: Compat, settings: Settings) -> Self {
        Self {
            source,
            settings,
            rest: load::Rest::default(),
            base: compat,
            compat: settings.over(compat),
            figures: BTreeMap::new(),
            actions: BTreeMap::new(),
            textures: BTreeMap::new(),
            spheres: BTreeMap::new(),
            sounds: BTreeMap::new(),
            parts: BTreeMap::new(),
            of_game: BTreeSet::new(),
            of_scene: BTreeSet::new(),
            of_new: None,
        }
    }

    /// Returns the same assets. Joint animations that are loaded from now on meet the matrices of bones in this way.
    #[cfg(feature = "sources")]
    pub fn with_rest(self, rest: keitai_convert::Rest) -> Self {
        Self { rest, ..self }
    }

    /// Loads another scene of the same source. Returns it with its assets, which share the files that both scenes use.
    pub(crate) fn load_other<T, E>(&self, load: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<(T, Self), E> {
        let mut others = Self { of_game: BTreeSet::new(), of_scene: BTreeSet::new(), ..self.clone() };
        let scene = load(&mut others)?;
        let unused = self.files().into_iter().filter(|file| !others.of_scene.contains(file));
        unused.collect::<Vec<_>>().iter().for_each(|file| others.forget(file));
        Ok((scene, others))
    }

    /// Loads a scene. The files that the scene requests replace those of the last scene, or are added to them when
    /// loading fails.
    pub(crate) fn load_scene<T, E>(&mut self, load: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        self.of_new = Some(BTreeSet::new());
        let scene = load(self);
        let mut files = self.of_new.take().unwrap_or_default();
        if scene.is_err() {
            files.append(&mut self.of_scene);
        }
        self.of_scene = files;
        scene
    }

    /// Returns the source of the files.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the settings that win over those of a scene.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the renderer's settings that textures are laid out for.
    pub(crate) fn compat(&self) -> &Compat {
        &self.compat
    }

    /// Lays textures out for the settings of a scene from now on, or for those that these assets began with. [`Settings`]
    /// take precedence. Textures in use do not change.
    pub(crate) fn set_compat(&mut self, compat: Option<Compat>) {
        let compat = self.settings.over(compat.unwrap_or(self.base));
        if self.compat != compat {
            self.compat = compat;
            self.textures.clear();
            self.spheres.clear();
        }
    }

    /// Keeps the path of a requested file.
    fn ask(&mut self, path: &AssetPath) {
        self.of_new.as_mut().unwrap_or(&mut self.of_game).insert(path.clone());
    }

    /// Returns the bytes of a file, at most `limit`. Hot reload watches it: after a change the scene is loaded again, and
    /// the game may read it again.
    pub fn read(&mut self, path: &AssetPath, limit: u64) -> Result<Cow<'static, [u8]>> {
        self.ask(path);
        self.source.read(path, limit)
    }

    /// Returns the figure in a file, in its rest posture and without textures.
    pub fn figure(&mut self, path: &AssetPath) -> Result<Figure> {
        Ok(self.figure_report(path)?.document.clone())
    }

    fn figure_report(&mut self, path: &AssetPath) -> Result<Arc<Report<Figure>>> {
        self.ask(path);
        let import = if self.figures.contains_key(path) { None } else { self.import(path) };
        let load = || import.unwrap_or_else(|| figure_of(&self.source.read(path, MAX_FIGURE)?, path));
        shared(&mut self.figures, path, load)
    }

    /// Returns the figure of a file that the source converts, and keeps its actions and textures.
    fn import(&mut self, path: &AssetPath) -> Option<Result<Report<Figure>>> {
        let Source::Importing(files, importer) = &self.source else { return None };
        let content = importer.import(path, files.on_disk(path).as_deref())?;
        let content = content.map_err(|reason| AssetError::Import { path: path.clone(), reason });
        Some(content.and_then(|content| self.take(path, content)))
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

    fn imported_texture(&self, path: &AssetPath) -> Option<Texture> {
        let mut textures = self.parts.values().flat_map(|parts| &parts.textures);
        textures.find(|(name, _)| name == path).map(|(_, texture)| texture.clone())
    }

    /// Returns the action table in a file, for any figure. Bones of source texts stay in the order of the text.
    pub fn actions(&mut self, path: &AssetPath) -> Result<Arc<ActionsAsset>> {
        self.ask(path);
        let key = (path.clone(), None);
        shared(&mut self.actions, &key, || load::actions(&self.source, path, None, self.rest))
    }

    /// Returns the action table in a file for a figure, whose bones are found by name when the file is a text.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or does not fit the figure.
    pub fn actions_for(&mut self, path: &AssetPath, figure: &Figure) -> Result<Arc<ActionsAsset>> {
        self.ask(path);
        let [alone, of_figure] = [None, Some(AssetPath::from(figure))].map(|figure| (path.clone(), figure));
        let table = self.actions.get(&alone).or_else(|| self.actions.get(&of_figure)).cloned();
        let table = match table {
            Some(table) => table,
            None if self.kind(path) == Some(Kind::ActionTable) => self.actions(path)?,
            None => {
                let load = || load::actions(&self.source, path, Some(figure), self.rest);
                shared(&mut self.actions, &of_figure, load)?
            }
        };
        let (count, expected) = (usize::from(table.table.bone_count), figure.document.bones.len());
        if count != expected {
            let (actions, figure) = (path.clone(), AssetPath::from(figure));
            return Err(AssetError::Bones { actions, found: count, figure, expected });
        }
        Ok(table)
    }

    /// Returns the kind of a file: by its content, or else by the ending of its name.
    pub(crate) fn kind(&self, path: &AssetPath) -> Option<Kind> {
        load::recognised(&self.source, path, MAX_FIGURE)
    }

    /// Returns whether a file is a PNG that Keitai has drawn.
    fn is_drawn(&self, path: &AssetPath) -> bool {
        let data = self.source.read(path, MAX_TEXTURE);
        data.is_ok_and(|data| keitai_formats::is_drawn(&data) || has_background(&data))
    }

    /// Returns the texture in a file, BMP or PNG.
    pub fn texture(&mut self, path: &AssetPath) -> Result<Arc<TextureAsset>> {
        self.ask(path);
        let part = self.imported_texture(path);
        let load = || match part {
            Some(texture) => texture_asset(texture, path, &self.compat),
            None => texture_of(&self.source.read(path, MAX_TEXTURE)?, path, &self.compat),
        };
        shared(&mut self.textures, path, load)
    }

    /// Returns the width and the height of the texture in a file, without making the texture.
    fn texture_size(&mut self, path: &AssetPath) -> Result<[u16; 2]> {
        self.ask(path);
        match self.textures.get(path) {
            Some(texture) => Ok(texture.size()),
            None => load::texture_size(&self.source.read(path, MAX_TEXTURE)?, path),
        }
    }

    /// Returns the sphere map in a file, for [`FigureEffect::sphere_map`](crate::world::FigureEffect).
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or is not of 64x64 texels.
    pub fn sphere(&mut self, path: &AssetPath) -> Result<Arc<SphereMap>> {
        self.ask(path);
        let load = || sphere_of(&self.source.read(path, MAX_TEXTURE)?, path, &self.compat);
        shared(&mut self.spheres, path, load)
    }

    /// Returns the letters of a BDF file in a colour, 0xRRGGBB.
    pub(crate) fn font(&mut self, path: &AssetPath, colour: u32) -> Result<CellFont> {
        self.ask(path);
        load::font(&self.source, path, colour, &self.compat)
    }

    pub(crate) fn sound(&mut self, path: &AssetPath) -> Result<Arc<SoundAsset>> {
        self.ask(path);
        let frames = |asset: &SoundAsset| match &asset.sound {
            Sound::Sample(sample) => sample.len(),
            Sound::Tune(_) => 0,
        };
        if let Some(asset) = self.sounds.get(path) {
            return Ok(Arc::clone(asset));
        }
        let asset = Arc::new(load::sound(&self.source, path)?);
        let is_full = |others: &BTreeMap<_, Arc<SoundAsset>>| {
            others.values().map(|other| frames(other)).sum::<usize>() + frames(&asset) > MAX_SAMPLE_FRAMES
        };
        if is_full(&self.sounds) {
            // The scene may have had other sounds before a reload.
            let of_scene = self.of_new.as_ref().unwrap_or(&self.of_scene);
            self.sounds.retain(|key, _| of_scene.contains(key) || self.of_game.contains(key));
        }
        if is_full(&self.sounds) {
            let source = keitai_sound::Error::Limit { what: "frames of all samples", limit: MAX_SAMPLE_FRAMES as u64 };
            return Err(AssetError::Sound { path: path.clone(), source });
        }
        self.sounds.insert(path.clone(), Arc::clone(&asset));
        Ok(asset)
    }

    pub(crate) fn path_of_texture(&self, map: &Arc<TextureMap>) -> Option<&AssetPath> {
        self.textures.values().find(|asset| Arc::ptr_eq(&asset.map, map)).map(|asset| &asset.path)
    }

    pub(crate) fn path_of_sphere(&self, map: &Arc<SphereMap>) -> Option<&AssetPath> {
        self.spheres.iter().find(|(_, sphere)| Arc::ptr_eq(sphere, map)).map(|(path, _)| path)
    }

    pub(crate) fn figure_with(&self, model: &Arc<Model>) -> Option<&Figure> {
        self.figures.values().map(|asset| &asset.document).find(|figure| Arc::ptr_eq(&figure.model, model))
    }

    pub(crate) fn holds_actions(&self, actions: &Arc<ActionsAsset>) -> bool {
        self.actions.values().any(|table| Arc::ptr_eq(table, actions))
    }

    pub(crate) fn holds_sound(&self, sound: &Arc<SoundAsset>) -> bool {
        self.sounds.get(&sound.path).is_some_and(|asset| Arc::ptr_eq(asset, sound))
    }

    /// Forgets the assets of a file, so that the next request reads it again. Assets in use do not change.
    pub(crate) fn forget(&mut self, path: &AssetPath) {
        self.figures.remove(path);
        if let Some(parts) = self.parts.remove(path) {
            self.actions.retain(|(key, _), _| !parts.actions.contains(key));
            self.textures.retain(|key, _| parts.textures.iter().all(|(path, _)| path != key));
        }
        // Actions for a figure depend on its bones.
        self.actions.retain(|(key, figure), _| key != path && figure.as_ref() != Some(path));
        self.textures.remove(path);
        self.spheres.remove(path);
        self.sounds.remove(path);
    }

    /// Returns all files that were requested, including those that could not be read, in the order of their names.
    pub fn files(&self) -> Vec<AssetPath> {
        self.of_game.union(&self.of_scene).cloned().collect()
    }

    /// Returns those of all requested files that are on disk, which no output may replace.
    pub fn files_on_disk(&self) -> Vec<PathBuf> {
        self.files().iter().filter_map(|file| self.source.on_disk(file)).collect()
    }
}

impl AssetNames for Assets {
    fn texture(&self, map: &Arc<TextureMap>) -> Option<&str> {
        self.path_of_texture(map).map(AssetPath::stem)
    }

    fn sphere(&self, map: &Arc<SphereMap>) -> Option<&str> {
        self.path_of_sphere(map).map(AssetPath::stem)
    }
}

/// Returns an asset from those that are loaded, or loads it.
fn shared<K: Ord + Clone, T>(
    assets: &mut BTreeMap<K, Arc<T>>,
    key: &K,
    load: impl FnOnce() -> Result<T>,
) -> Result<Arc<T>> {
    if let Some(asset) = assets.get(key) {
        return Ok(Arc::clone(asset));
    }
    let asset = Arc::new(load()?);
    assets.insert(key.clone(), Arc::clone(&asset));
    Ok(asset)
}
