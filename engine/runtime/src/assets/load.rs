//! Loads one asset from one file. The content decides its format, whatever the name of the file.

use std::sync::Arc;

use keitai_formats::{ActionTable, Diagnostic, Kind, LoopMode, Report, Rgb, Skeleton, Texture, recognise};
use keitai_render::micro3d::Figure;
use keitai_render::{CellFont, Compat, SphereMap, TextureMap};
use keitai_sound::Sound;

use super::error::{AssetError, Result};
use super::{AssetPath, Source, bdf};

pub(super) use formats::has_background;
pub(crate) use formats::{Rest, actions_of, figure_of};

/// The largest files that are read, bytes. The formats' 16-bit counts allow smaller files only, or files that no phone
/// could play.
pub(super) const MAX_FIGURE: u64 = 16 << 20;
const MAX_ACTIONS: u64 = 16 << 20;
pub(super) const MAX_TEXTURE: u64 = 1 << 20;
const MAX_SOUND: u64 = 16 << 20;
const MAX_FONT: u64 = 16 << 20;

/// An action table.
#[derive(Debug)]
pub struct ActionsAsset {
    /// Path below the asset root.
    pub path: AssetPath,
    /// The contents of the file.
    pub table: Arc<ActionTable>,
    /// The loop mode, which only joint animations have.
    pub loop_mode: Option<LoopMode>,
    /// The file's diagnostics; none is an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// An action table is equal to itself alone: tables are shared, and their contents are not compared.
impl PartialEq for ActionsAsset {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl ActionsAsset {
    /// Returns the index of the action `name`: the file's name without ending is its first action, `name:2` the third.
    pub(crate) fn by_name(&self, name: &str) -> Option<usize> {
        let index = match name.strip_prefix(self.path.stem())? {
            "" => 0,
            rest => rest.strip_prefix(':')?.parse().ok()?,
        };
        (index < self.table.actions.len()).then_some(index)
    }

    /// Returns the name that [`Self::by_name`] finds an action by.
    pub(crate) fn name_of(&self, index: usize) -> String {
        if index == 0 { self.path.stem().to_owned() } else { format!("{}:{index}", self.path.stem()) }
    }
}

/// A texture: the document and its map.
#[derive(Debug)]
pub struct TextureAsset {
    /// Path below the asset root.
    pub path: AssetPath,
    /// The contents of the file.
    pub texture: Texture,
    /// The texture in the renderer's layout.
    pub map: Arc<TextureMap>,
    /// The file's diagnostics; none is an error.
    pub diagnostics: Vec<Diagnostic>,
}

impl TextureAsset {
    /// Returns the width and the height, texels.
    pub(super) fn size(&self) -> [u16; 2] {
        [self.texture.width, self.texture.height]
    }
}

/// A sound: a decoded sample, or a tune.
#[derive(Debug)]
pub struct SoundAsset {
    /// Path below the asset root.
    pub path: AssetPath,
    /// Decoded sample or tune; clones share it.
    pub sound: Sound,
}

/// A sound is equal to itself alone: sounds are shared, and their contents are not compared.
impl PartialEq for SoundAsset {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for SoundAsset {}

pub(super) fn actions(source: &Source, path: &AssetPath, figure: Option<&Figure>, rest: Rest) -> Result<ActionsAsset> {
    let bytes = source.read(path, MAX_ACTIONS)?;
    #[cfg(feature = "sources")]
    figure.map_or(Ok(()), |figure| formats::check_bones(&bytes, path, figure))?;
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
    picture_of(bytes, path, formats::picture_size)
}

pub(crate) fn texture_of(bytes: &[u8], path: &AssetPath, compat: &Compat) -> Result<TextureAsset> {
    let Report { document, diagnostics } = picture_of(bytes, path, formats::picture)?;
    Ok(TextureAsset { diagnostics, ..texture_asset(document, path, compat)? })
}

pub(super) fn texture_asset(texture: Texture, path: &AssetPath, compat: &Compat) -> Result<TextureAsset> {
    let map = TextureMap::new(&texture, compat).map_err(|source| AssetError::Render { path: path.clone(), source })?;
    Ok(TextureAsset { path: path.clone(), texture, map: Arc::new(map), diagnostics: Vec::new() })
}

pub(crate) fn sphere_of(bytes: &[u8], path: &AssetPath, compat: &Compat) -> Result<SphereMap> {
    let picture = picture_of(bytes, path, formats::picture)?;
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

/// Returns a figure from a file, in its rest posture and without textures.
pub(crate) fn at_rest(path: &AssetPath, figure: keitai_formats::Figure, skeleton: Skeleton) -> Result<Figure> {
    let figure = Figure::new(figure).map_err(|source| AssetError::Render { path: path.clone(), source })?;
    Ok(Figure { path: path.as_str().into(), skeleton: skeleton.into(), ..figure })
}

/// Figures, actions and pictures in all formats: source texts, joint animations and PNG pictures are converted.
#[cfg(feature = "sources")]
mod formats {
    pub(crate) use keitai_convert::Rest;
    use keitai_convert::{self as convert, Options, open_actions, open_figure};
    use keitai_exchange::Memory;
    use keitai_exchange::picture::PictureFile;
    use keitai_formats::tra::{self, BoneMotion};
    use keitai_formats::{BACKGROUND, Content, Kind, ReadOptions, Report, Skeleton, Texture, recognise, recognise_as};
    use keitai_render::micro3d::Figure;

    use super::{ActionsAsset, AssetError, AssetPath, Result, at_rest};

    pub(crate) fn figure_of(bytes: &[u8], path: &AssetPath) -> Result<Report<Figure>> {
        let report = open_figure(bytes, path.kind(), &ReadOptions::default(), &Options::default());
        let Report { document: Content { figure, skeleton, .. }, diagnostics } =
            report.map_err(|error| refused(path, error))?;
        Ok(Report::new(at_rest(path, figure, skeleton)?, diagnostics))
    }

    /// Returns the actions in the bytes of a file. A text names its bones; `figure` gives their order. Without one the
    /// order of the text is used. `rest` is the way in which the poses of a joint animation meet the matrices of the
    /// figure's bones.
    pub(crate) fn actions_of(
        bytes: &[u8],
        path: &AssetPath,
        figure: Option<&Figure>,
        rest: Rest,
    ) -> Result<ActionsAsset> {
        let skeleton = figure.map(|figure| &*figure.skeleton);
        let report = open_actions(bytes, path.kind(), skeleton, &Options { rest, ..Options::default() });
        let Report { document, diagnostics } = report.map_err(|error| refused(path, error))?;
        Ok(ActionsAsset {
            path: path.clone(),
            table: document.table.into(),
            loop_mode: document.loop_mode,
            diagnostics,
        })
    }

    /// Refuses a text of actions that has another number of bones than a figure and no name of its bones: it would move
    /// none.
    pub(super) fn check_bones(bytes: &[u8], path: &AssetPath, figure: &Figure) -> Result<()> {
        if !recognise_as(bytes, path.kind()).is_ok_and(|format| format.kind == Kind::ActionText) {
            return Ok(());
        }
        let bones = tra::read(bytes).document.bones;
        let Skeleton { bones: names, removed, .. } = &*figure.skeleton;
        let is_own = |bone: &BoneMotion| {
            bone.name.as_ref().is_some_and(|name| {
                names.iter().chain(removed.iter().map(|bone| &bone.name)).any(|bone| *bone == name.value)
            })
        };
        let counts = [names.len(), names.len() + removed.len()];
        if bones.is_empty() || counts.contains(&bones.len()) || bones.iter().any(is_own) {
            return Ok(());
        }
        let (actions, figure_path) = (path.clone(), AssetPath::from(figure));
        Err(AssetError::Bones { actions, found: bones.len(), figure: figure_path, expected: names.len() })
    }

    fn refused(path: &AssetPath, error: convert::Error) -> AssetError {
        match (error, path.kind()) {
            (convert::Error::Format(source), Some(kind)) => AssetError::Format { path: path.clone(), kind, source },
            (source, _) => AssetError::Source { path: path.clone(), source },
        }
    }

    /// Returns whether a picture without a palette has the usual background of pictures of figures in all corners. Paint
    /// programs save such pictures without the mark of Keitai.
    pub(in crate::assets) fn has_background(bytes: &[u8]) -> bool {
        let Ok(PictureFile::Colours(picture)) =
            keitai_exchange::picture::load(bytes, &ReadOptions::default(), &Memory::unlimited())
        else {
            return false;
        };
        let (width, count) = (usize::from(picture.width), picture.pixels.len());
        let corners = [Some(0), width.checked_sub(1), count.checked_sub(width), count.checked_sub(1)];
        let [_, r, g, b] = BACKGROUND.to_be_bytes();
        corners
            .into_iter()
            .all(|at| at.and_then(|at| picture.pixels.get(at)).is_some_and(|pixel| pixel[..3] == [r, g, b]))
    }

    /// Returns the texture in the bytes of a BMP or PNG file.
    pub(super) fn picture(bytes: &[u8], path: &AssetPath) -> Result<Report<Texture>> {
        keitai_exchange::picture::read(bytes, &ReadOptions::default(), &Memory::unlimited())
            .map_err(|error| no_texture(error, bytes, path))
    }

    pub(super) fn picture_size(bytes: &[u8], path: &AssetPath) -> Result<[u16; 2]> {
        let size = keitai_exchange::picture::texture_size(bytes, &ReadOptions::default(), &Memory::unlimited());
        size.map_err(|error| no_texture(error, bytes, path))
    }

    fn no_texture(error: keitai_exchange::Error, bytes: &[u8], path: &AssetPath) -> AssetError {
        match error {
            keitai_exchange::Error::Format(source) => {
                let kind = recognise(bytes).map_or(Kind::Texture, |format| format.kind);
                AssetError::Format { path: path.clone(), kind, source }
            }
            source => AssetError::Exchange { path: path.clone(), source },
        }
    }
}

/// Figures, actions and pictures in the formats of phones alone.
#[cfg(not(feature = "sources"))]
mod formats {
    use keitai_formats::{Kind, Report, Skeleton, Texture, bmp, mbac, mtra, recognise_as};
    use keitai_render::micro3d::Figure;

    use super::{ActionsAsset, AssetError, AssetPath, Result, at_rest};

    pub(crate) fn figure_of(bytes: &[u8], path: &AssetPath) -> Result<Report<Figure>> {
        expect(bytes, path, Kind::Figure, "a figure (MBAC)")?;
        let report = mbac::read(bytes);
        let Report { document: figure, diagnostics } = report.map_err(|source| damaged(path, Kind::Figure, source))?;
        Ok(Report::new(at_rest(path, figure, Skeleton::default())?, diagnostics))
    }

    /// No joint animation is read here.
    #[derive(Debug, Clone, Copy, Default)]
    pub(crate) struct Rest(());

    pub(crate) fn actions_of(bytes: &[u8], path: &AssetPath, _: Option<&Figure>, _: Rest) -> Result<ActionsAsset> {
        expect(bytes, path, Kind::ActionTable, "actions (MTRA)")?;
        let report = mtra::read(bytes);
        let Report { document: table, diagnostics } =
            report.map_err(|source| damaged(path, Kind::ActionTable, source))?;
        Ok(ActionsAsset { path: path.clone(), table: table.into(), loop_mode: None, diagnostics })
    }

    /// No picture without a palette is a texture here.
    pub(in crate::assets) fn has_background(_: &[u8]) -> bool {
        false
    }

    pub(super) fn picture(bytes: &[u8], path: &AssetPath) -> Result<Report<Texture>> {
        bmp::read(bytes).map_err(|source| damaged(path, Kind::Texture, source))
    }

    pub(super) fn picture_size(bytes: &[u8], path: &AssetPath) -> Result<[u16; 2]> {
        picture(bytes, path).map(|Report { document, .. }| [document.width, document.height])
    }

    fn expect(bytes: &[u8], path: &AssetPath, kind: Kind, expected: &'static str) -> Result<()> {
        let format = recognise_as(bytes, path.kind()).map_err(|source| damaged(path, kind, source))?;
        if format.kind == kind {
            return Ok(());
        }
        Err(AssetError::Kind { path: path.clone(), expected, found: format.kind })
    }

    fn damaged(path: &AssetPath, kind: Kind, source: keitai_formats::Error) -> AssetError {
        AssetError::Format { path: path.clone(), kind, source }
    }
}
