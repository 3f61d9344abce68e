//! One file to one asset. The ending of the name tells what a file is; source texts and bone animations pass through
//! `convert` into the same documents.

use std::sync::Arc;

use keitai_formats::{Kind, Loaded, ReadOptions, bmp, mbac, mtra};
use keitai_render::{Compat, Model, Posture, SphereMap, TextureMap, Vector3};

use super::{ActionsAsset, AssetPath, FigureAsset, Source, TextureAsset};
use crate::error::{Error, Result};

/// Endings of files that hold a figure.
pub const FIGURE_ENDINGS: [&str; 1] = ["mbac"];
/// Endings of files that hold an action table.
pub const ACTION_ENDINGS: [&str; 1] = ["mtra"];
/// Endings of files that hold a texture.
pub const TEXTURE_ENDINGS: [&str; 1] = ["bmp"];

/// Sizes above which no file is read. The largest that the formats' 16-bit counts allow stay below, or would not be
/// played by any phone.
const LARGEST_FIGURE: u64 = 16 << 20;
const LARGEST_ACTIONS: u64 = 16 << 20;
const LARGEST_TEXTURE: u64 = 1 << 20;

pub(super) fn figure(source: &Source, path: &AssetPath) -> Result<FigureAsset> {
    let read = |bytes: &[u8]| read_as(path, Kind::Figure, mbac::read(bytes, &ReadOptions::default()));
    if !FIGURE_ENDINGS.iter().any(|ending| path.has_extension(ending)) {
        return Err(Error::Extension { path: path.clone(), expected: "a figure (.mbac)" });
    }
    let Loaded { document: figure, warnings } = read(&source.read(path, LARGEST_FIGURE)?)?;
    let model = Model::new(&figure).map_err(|source| Error::Render { path: path.clone(), source })?;
    let bounds = bounds(&model);
    Ok(FigureAsset { path: path.clone(), figure, model, bounds, warnings })
}

pub(super) fn actions(source: &Source, path: &AssetPath) -> Result<ActionsAsset> {
    let read = |bytes: &[u8]| read_as(path, Kind::ActionTable, mtra::read(bytes, &ReadOptions::default()));
    if !ACTION_ENDINGS.iter().any(|ending| path.has_extension(ending)) {
        return Err(Error::Extension { path: path.clone(), expected: "an action table (.mtra)" });
    }
    let Loaded { document: table, warnings } = read(&source.read(path, LARGEST_ACTIONS)?)?;
    Ok(ActionsAsset { path: path.clone(), table, warnings })
}

pub(super) fn texture(source: &Source, path: &AssetPath, compat: &Compat) -> Result<TextureAsset> {
    let Loaded { document: texture, warnings } = picture(source, path)?;
    let map = TextureMap::new(&texture, compat).map_err(|source| Error::Render { path: path.clone(), source })?;
    Ok(TextureAsset { path: path.clone(), texture, map: Arc::new(map), warnings })
}

pub(super) fn sphere(source: &Source, path: &AssetPath, compat: &Compat) -> Result<SphereMap> {
    let picture = picture(source, path)?;
    SphereMap::new(&picture.document, compat).map_err(|source| Error::Render { path: path.clone(), source })
}

fn picture(source: &Source, path: &AssetPath) -> Result<Loaded<keitai_formats::Texture>> {
    if !TEXTURE_ENDINGS.iter().any(|ending| path.has_extension(ending)) {
        return Err(Error::Extension { path: path.clone(), expected: "a texture (.bmp)" });
    }
    read_as(path, Kind::Texture, bmp::read(&source.read(path, LARGEST_TEXTURE)?, &ReadOptions::default()))
}

fn read_as<T>(path: &AssetPath, kind: Kind, read: keitai_formats::Result<T>) -> Result<T> {
    read.map_err(|source| Error::Format { path: path.clone(), kind, source })
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
