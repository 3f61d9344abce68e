//! Loads one asset from one file. The content decides its format, whatever the name of the file.

use std::sync::Arc;

use keitai_formats::{Kind, Report, Rgb, Skeleton, Texture, recognise};
use keitai_render::micro3d::Figure;
use keitai_render::{CellFont, Compat, SphereMap, TextureMap, Vector3};
use keitai_sound::Sound;

use super::error::{AssetError, Result};
pub(crate) use super::formats::{Rest, actions_of, figure_of};
use super::formats::{picture, picture_size};
#[cfg(feature = "sources")]
use super::sources::check_bones;
use super::{ActionsAsset, AssetPath, SoundAsset, Source, TextureAsset, bdf};

const OTHER_ENDINGS: [&str; 7] = ["ron", "bdf", "wav", "ogg", "mid", "midi", "jts"];

/// The largest files that are read, bytes. The formats' 16-bit counts allow smaller files only, or files that no phone
/// could play.
pub(super) const MAX_FIGURE: u64 = 16 << 20;
const MAX_ACTIONS: u64 = 16 << 20;
pub(super) const MAX_TEXTURE: u64 = 1 << 20;
const MAX_SOUND: u64 = 16 << 20;
const MAX_FONT: u64 = 16 << 20;

impl AssetPath {
    /// Returns whether scenes use files of this name: figures, actions, textures, fonts, sounds and other scenes. A name without
    /// an ending may be any of them.
    pub fn may_be_asset(&self) -> bool {
        let is_asset = |kind: Kind| kind.is_figure() || kind.is_actions() || kind.is_texture();
        let is_other = OTHER_ENDINGS.iter().any(|ending| self.has_extension(ending));
        !self.name().contains('.') || is_other || self.kind().is_some_and(is_asset)
    }
}

pub(super) fn actions(source: &Source, path: &AssetPath, figure: Option<&Figure>, rest: Rest) -> Result<ActionsAsset> {
    let bytes = source.read(path, MAX_ACTIONS)?;
    #[cfg(feature = "sources")]
    figure.map_or(Ok(()), |figure| check_bones(&bytes, path, figure))?;
    actions_of(&bytes, path, figure, rest)
}

/// Returns the kind of a file: by its content of at most `limit` bytes, or else the one that its name stands for.
pub(super) fn recognised(source: &Source, path: &AssetPath, limit: u64) -> Option<Kind> {
    let data = source.read(path, limit).ok()?;
    recognise(&data).map(|format| format.kind).ok().or_else(|| path.kind())
}

/// Reads a picture, or a part of it. A file of another kind is named.
fn picture_of<T>(bytes: &[u8], path: &AssetPath, read: fn(&[u8], &AssetPath) -> Result<T>) -> Result<T> {
    match recognise(bytes) {
        Ok(format) if !format.kind.is_texture() => {
            Err(AssetError::Kind { path: path.clone(), expected: "a picture (BMP, PNG)", found: format.kind })
        }
        _ => read(bytes, path),
    }
}

pub(super) fn texture_size(bytes: &[u8], path: &AssetPath) -> Result<[u16; 2]> {
    picture_of(bytes, path, picture_size)
}

pub(crate) fn texture_of(bytes: &[u8], path: &AssetPath, compat: &Compat) -> Result<TextureAsset> {
    let Report { document, diagnostics } = picture_of(bytes, path, picture)?;
    Ok(TextureAsset { diagnostics, ..texture_asset(document, path, compat)? })
}

pub(super) fn texture_asset(texture: Texture, path: &AssetPath, compat: &Compat) -> Result<TextureAsset> {
    let map = TextureMap::new(&texture, compat).map_err(|source| AssetError::Render { path: path.clone(), source })?;
    Ok(TextureAsset { path: path.clone(), texture, map: Arc::new(map), diagnostics: Vec::new() })
}

pub(crate) fn sphere_of(bytes: &[u8], path: &AssetPath, compat: &Compat) -> Result<SphereMap> {
    let picture = picture_of(bytes, path, picture)?;
    SphereMap::new(&picture.document, compat).map_err(|source| AssetError::Render { path: path.clone(), source })
}

pub(super) fn sound(source: &Source, path: &AssetPath) -> Result<SoundAsset> {
    let sound = Sound::read(&source.read(path, MAX_SOUND)?);
    let sound = sound.map_err(|source| AssetError::Sound { path: path.clone(), source })?;
    Ok(SoundAsset { path: path.clone(), sound })
}

/// Returns the letters of a BDF file in a colour, 0xRRGGBB.
pub(super) fn font(source: &Source, path: &AssetPath, colour: u32, compat: &Compat) -> Result<CellFont> {
    let text = source.read(path, MAX_FONT)?;
    let letters = bdf::read(&String::from_utf8_lossy(&text), Rgb::from_hex(colour));
    let bdf::Letters { cell, alphabet, textures } =
        letters.map_err(|source| AssetError::Font { path: path.clone(), source })?;
    let textures = textures.into_iter().map(|texture| TextureMap::new(&texture, compat).map(Arc::new));
    let textures: keitai_render::Result<Vec<_>> = textures.collect();
    let font = textures.and_then(|textures| CellFont::of_textures(textures, cell, alphabet));
    font.map_err(|source| AssetError::Render { path: path.clone(), source })
}

/// Returns the smallest and the largest corner of the box around points; zero without points.
pub(crate) fn around(points: &[Vector3]) -> [Vector3; 2] {
    let corners = keitai_formats::bounds(points.iter().map(|point| [point.x, point.y, point.z]));
    corners.unwrap_or_default().map(|[x, y, z]| Vector3::new(x, y, z))
}

/// Returns a figure from a file, in its rest posture and without textures.
pub(crate) fn at_rest(path: &AssetPath, figure: keitai_formats::Figure, skeleton: Skeleton) -> Result<Figure> {
    let figure = Figure::new(figure).map_err(|source| AssetError::Render { path: path.clone(), source })?;
    Ok(Figure { path: path.as_str().into(), skeleton: skeleton.into(), ..figure })
}

impl From<&Figure> for AssetPath {
    fn from(figure: &Figure) -> Self {
        Self::of_text(&figure.path)
    }
}
