//! One file to one asset. Figures and actions are opened by `convert`, whatever file holds them; the ending of the name
//! tells which of the two is expected.

use std::sync::Arc;

use keitai_convert::{self as convert, NamedFigure, Options, Skeleton, open_actions, open_figure};
use keitai_formats::{Kind, ReadOptions, Report, bmp};
use keitai_render::{Compat, Model, Posture, SphereMap, TextureMap, Vector3};

use super::error::{AssetError, Result};
use super::{ActionsAsset, AssetPath, FigureAsset, Source, TextureAsset};

/// Endings of files that hold a figure.
pub const FIGURE_ENDINGS: [&str; 2] = ["mbac", "bac"];
/// Endings of files that hold an action table.
pub const ACTION_ENDINGS: [&str; 3] = ["mtra", "tra", "bck"];
/// Endings of files that hold a texture.
pub const TEXTURE_ENDINGS: [&str; 1] = ["bmp"];

/// Sizes above which no file is read. The largest that the formats' 16-bit counts allow stay below, or would not be
/// played by any phone.
const LARGEST_FIGURE: u64 = 16 << 20;
const LARGEST_ACTIONS: u64 = 16 << 20;
const LARGEST_TEXTURE: u64 = 1 << 20;

pub(super) fn figure(source: &Source, path: &AssetPath) -> Result<FigureAsset> {
    if !FIGURE_ENDINGS.iter().any(|ending| path.has_extension(ending)) {
        return Err(AssetError::Extension { path: path.clone(), expected: "a figure (.mbac, .bac)" });
    }
    let bytes = source.read(path, LARGEST_FIGURE)?;
    let opened = open_figure(&bytes, kind(path), &ReadOptions::default(), &Options::default());
    let Report { document: NamedFigure { figure, skeleton }, diagnostics } =
        opened.map_err(|error| refused(path, error))?;
    let model = Model::new(&figure).map_err(|source| AssetError::Render { path: path.clone(), source })?;
    let bounds = bounds(&model);
    Ok(FigureAsset { path: path.clone(), figure, skeleton, model, bounds, diagnostics })
}

/// The skeleton tells which bones a text means; without one its own bones are taken, in its own order.
pub(super) fn actions(source: &Source, path: &AssetPath, skeleton: Option<&Skeleton>) -> Result<ActionsAsset> {
    if !ACTION_ENDINGS.iter().any(|ending| path.has_extension(ending)) {
        return Err(AssetError::Extension { path: path.clone(), expected: "an action table (.mtra, .tra, .bck)" });
    }
    let bytes = source.read(path, LARGEST_ACTIONS)?;
    let opened = open_actions(&bytes, kind(path), skeleton, &ReadOptions::default(), &Options::default());
    let Report { document, diagnostics } = opened.map_err(|error| refused(path, error))?;
    Ok(ActionsAsset { path: path.clone(), table: document.table, loop_mode: document.loop_mode, diagnostics })
}

fn kind(path: &AssetPath) -> Option<Kind> {
    path.name().rsplit_once('.').and_then(|(_, ending)| Kind::of_ending(ending))
}

fn refused(path: &AssetPath, error: convert::Error) -> AssetError {
    match (error, kind(path)) {
        (convert::Error::Format(source), Some(kind)) => AssetError::Format { path: path.clone(), kind, source },
        (source, _) => AssetError::Source { path: path.clone(), source },
    }
}

pub(super) fn texture(source: &Source, path: &AssetPath, compat: &Compat) -> Result<TextureAsset> {
    let Report { document: texture, diagnostics } = picture(source, path)?;
    let map = TextureMap::new(&texture, compat).map_err(|source| AssetError::Render { path: path.clone(), source })?;
    Ok(TextureAsset { path: path.clone(), texture, map: Arc::new(map), diagnostics })
}

pub(super) fn sphere(source: &Source, path: &AssetPath, compat: &Compat) -> Result<SphereMap> {
    let picture = picture(source, path)?;
    SphereMap::new(&picture.document, compat).map_err(|source| AssetError::Render { path: path.clone(), source })
}

fn picture(source: &Source, path: &AssetPath) -> Result<Report<keitai_formats::Texture>> {
    if !TEXTURE_ENDINGS.iter().any(|ending| path.has_extension(ending)) {
        return Err(AssetError::Extension { path: path.clone(), expected: "a texture (.bmp)" });
    }
    let read = bmp::read(&source.read(path, LARGEST_TEXTURE)?, &ReadOptions::default());
    read.map_err(|source| AssetError::Format { path: path.clone(), kind: Kind::Texture, source })
}

fn bounds(model: &Model) -> [Vector3; 2] {
    let mut positions = Vec::new();
    Posture::rest(model).positions(model, &mut positions);
    positions
        .into_iter()
        .map(|v| [v, v])
        .reduce(|[low, high], [v, _]| {
            [
                Vector3::new(low.x.min(v.x), low.y.min(v.y), low.z.min(v.z)),
                Vector3::new(high.x.max(v.x), high.y.max(v.y), high.z.max(v.z)),
            ]
        })
        .unwrap_or_default()
}
