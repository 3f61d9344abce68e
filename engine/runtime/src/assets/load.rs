//! Loads one asset from one file. Figures and actions are read by `convert`, textures by `exchange`, from any format: the
//! content decides, whatever the name of the file.

use std::sync::Arc;

use keitai_convert::{self as convert, NamedFigure, Options, Skeleton, open_actions, open_figure};
use keitai_exchange::picture;
use keitai_formats::tra::{self, BoneMotion};
use keitai_formats::{Diagnostic, Figure, Kind, ReadOptions, Report, recognise, recognise_as};
use keitai_render::{Compat, Model, Posture, SphereMap, TextureMap, Vector3};
use keitai_sound::Sound;

use super::error::{AssetError, Result};
use super::{ActionsAsset, AssetPath, FigureAsset, SoundAsset, Source, TextureAsset};

/// Endings of files that hold a sound.
const SOUND_ENDINGS: [&str; 5] = ["wav", "ogg", "mid", "midi", "jts"];

/// The largest files that are read, bytes. The formats' 16-bit counts allow smaller files only, or files that no phone
/// could play.
const MAX_FIGURE: u64 = 16 << 20;
const MAX_ACTIONS: u64 = 16 << 20;
const MAX_TEXTURE: u64 = 1 << 20;
const MAX_SOUND: u64 = 16 << 20;

impl AssetPath {
    /// Returns whether scenes use files of this name: figures, actions, textures, sounds and other scenes. A name without
    /// an ending may be any of them.
    pub fn may_be_asset(&self) -> bool {
        let is_asset = |kind: Kind| kind.is_figure() || kind.is_actions() || kind.is_texture();
        !self.name().contains('.') || self.has_extension("ron") || self.is_sound() || kind(self).is_some_and(is_asset)
    }

    fn is_sound(&self) -> bool {
        SOUND_ENDINGS.iter().any(|ending| self.has_extension(ending))
    }
}

pub(super) fn figure(source: &Source, path: &AssetPath) -> Result<FigureAsset> {
    figure_of(&source.read(path, MAX_FIGURE)?, path)
}

/// Returns the figure in the bytes of a file.
pub(crate) fn figure_of(bytes: &[u8], path: &AssetPath) -> Result<FigureAsset> {
    let opened = open_figure(bytes, kind(path), &ReadOptions::default(), &Options::default());
    let Report { document: NamedFigure { figure, skeleton, .. }, diagnostics } =
        opened.map_err(|error| refused(path, error))?;
    let model = Model::new(&figure).map_err(|source| AssetError::Render { path: path.clone(), source })?;
    Ok(FigureAsset::new(path.clone(), figure, skeleton, model, diagnostics))
}

impl FigureAsset {
    /// Returns an asset of a figure and its model.
    pub(crate) fn new(
        path: AssetPath,
        figure: Figure,
        skeleton: Skeleton,
        model: Model,
        diagnostics: Vec<Diagnostic>,
    ) -> Self {
        let bounds = bounds(&model);
        Self { path, figure, skeleton, model, bounds, diagnostics }
    }
}

/// Loads actions. A text names its bones; `figure` gives their order. Without one the order of the text counts.
pub(super) fn actions(source: &Source, path: &AssetPath, figure: Option<&FigureAsset>) -> Result<ActionsAsset> {
    let bytes = source.read(path, MAX_ACTIONS)?;
    if let Some(figure) = figure
        && recognise_as(&bytes, kind(path)).is_ok_and(|found| found.kind == Kind::ActionText)
    {
        check_bones(&bytes, path, figure)?;
    }
    actions_of(&bytes, path, figure)
}

/// Returns the actions in the bytes of a file.
pub(crate) fn actions_of(bytes: &[u8], path: &AssetPath, figure: Option<&FigureAsset>) -> Result<ActionsAsset> {
    let skeleton = figure.map(|figure| &figure.skeleton);
    let opened = open_actions(bytes, kind(path), skeleton, &Options::default());
    let Report { document, diagnostics } = opened.map_err(|error| refused(path, error))?;
    Ok(ActionsAsset { path: path.clone(), table: document.table, loop_mode: document.loop_mode, diagnostics })
}

/// Refuses a text of actions that has another number of bones than a figure and no name of its bones: it would move none.
fn check_bones(text: &[u8], path: &AssetPath, figure: &FigureAsset) -> Result<()> {
    let bones = tra::read(text).document.bones;
    let Skeleton { bones: own, removed, .. } = &figure.skeleton;
    let is_own = |bone: &BoneMotion| {
        bone.name
            .as_ref()
            .is_some_and(|name| own.iter().chain(removed.iter().map(|bone| &bone.name)).any(|own| *own == name.value))
    };
    let counts = [own.len(), own.len() + removed.len()];
    if bones.is_empty() || counts.contains(&bones.len()) || bones.iter().any(is_own) {
        return Ok(());
    }
    let (actions, figure_path) = (path.clone(), figure.path.clone());
    Err(AssetError::Bones { actions, found: bones.len(), figure: figure_path, expected: own.len() })
}

/// Returns the kind of a file: by its content, or else the one that its name stands for.
pub(super) fn recognised(source: &Source, path: &AssetPath) -> Option<Kind> {
    let data = source.read(path, MAX_FIGURE).ok()?;
    recognise(&data).map(|found| found.kind).ok().or_else(|| kind(path))
}

/// Returns the kind that the name of a file stands for.
pub(super) fn kind(path: &AssetPath) -> Option<Kind> {
    path.name().rsplit_once('.').and_then(|(_, ending)| Kind::of_ending(ending))
}

fn refused(path: &AssetPath, error: convert::Error) -> AssetError {
    match (error, kind(path)) {
        (convert::Error::Format(source), Some(kind)) => AssetError::Format { path: path.clone(), kind, source },
        (source, _) => AssetError::Source { path: path.clone(), source },
    }
}

pub(super) fn texture(source: &Source, path: &AssetPath, compat: &Compat) -> Result<TextureAsset> {
    texture_of(&source.read(path, MAX_TEXTURE)?, path, compat)
}

/// Returns the texture in the bytes of a file.
pub(crate) fn texture_of(bytes: &[u8], path: &AssetPath, compat: &Compat) -> Result<TextureAsset> {
    let Report { document: texture, diagnostics } = picture(bytes, path)?;
    let map = TextureMap::new(&texture, compat).map_err(|source| AssetError::Render { path: path.clone(), source })?;
    Ok(TextureAsset { path: path.clone(), texture, map: Arc::new(map), diagnostics })
}

pub(super) fn sphere(source: &Source, path: &AssetPath, compat: &Compat) -> Result<SphereMap> {
    sphere_of(&source.read(path, MAX_TEXTURE)?, path, compat)
}

/// Returns the sphere map in the bytes of a file.
pub(crate) fn sphere_of(bytes: &[u8], path: &AssetPath, compat: &Compat) -> Result<SphereMap> {
    let picture = picture(bytes, path)?;
    SphereMap::new(&picture.document, compat).map_err(|source| AssetError::Render { path: path.clone(), source })
}

fn picture(data: &[u8], path: &AssetPath) -> Result<Report<keitai_formats::Texture>> {
    picture::read(data, &ReadOptions::default()).map_err(|error| match error {
        keitai_exchange::Error::Format(source) => {
            let kind = recognise(data).map_or(Kind::Texture, |found| found.kind);
            AssetError::Format { path: path.clone(), kind, source }
        }
        source => AssetError::Exchange { path: path.clone(), source },
    })
}

pub(super) fn sound(source: &Source, path: &AssetPath) -> Result<SoundAsset> {
    if !path.is_sound() {
        return Err(AssetError::Extension { path: path.clone(), expected: "a sound (.wav, .ogg, .mid, .midi, .jts)" });
    }
    let sound = Sound::read(&source.read(path, MAX_SOUND)?);
    let sound = sound.map_err(|source| AssetError::Sound { path: path.clone(), source })?;
    Ok(SoundAsset { path: path.clone(), sound })
}

/// Returns the smallest and the largest corner of the box around a model in the rest posture.
fn bounds(model: &Model) -> [Vector3; 2] {
    let mut positions = Vec::new();
    Posture::rest(model).positions(model, &mut positions);
    around(&positions)
}

/// Returns the smallest and the largest corner of the box around points; zero without points.
pub(crate) fn around(points: &[Vector3]) -> [Vector3; 2] {
    let corners = keitai_formats::bounds(points.iter().map(|point| [point.x, point.y, point.z]));
    corners.unwrap_or_default().map(|[x, y, z]| Vector3::new(x, y, z))
}
