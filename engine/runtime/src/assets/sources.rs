//! Reads figures, actions and textures in any format: source texts, joint animations and PNG pictures are converted.

pub(crate) use keitai_convert::Rest;
use keitai_convert::{self as convert, Options, open_actions, open_figure};
use keitai_exchange::Memory;
use keitai_exchange::picture::Loaded;
use keitai_formats::tra::{self, BoneMotion};
use keitai_formats::{BACKGROUND, Content, Kind, ReadOptions, Report, Skeleton, Texture, recognise, recognise_as};
use keitai_render::micro3d::Figure;

use super::error::{AssetError, Result};
use super::load::at_rest;
use super::{ActionsAsset, AssetPath};

pub(crate) fn figure_of(bytes: &[u8], path: &AssetPath) -> Result<Report<Figure>> {
    let opened = open_figure(bytes, path.kind(), &ReadOptions::default(), &Options::default());
    let Report { document: Content { figure, skeleton, .. }, diagnostics } =
        opened.map_err(|error| refused(path, error))?;
    Ok(Report::new(at_rest(path, figure, skeleton)?, diagnostics))
}

/// Returns the actions in the bytes of a file. A text names its bones; `figure` gives their order. Without one the order of
/// the text is used. `rest` is the way in which the poses of a joint animation meet the matrices of the figure's bones.
pub(crate) fn actions_of(bytes: &[u8], path: &AssetPath, figure: Option<&Figure>, rest: Rest) -> Result<ActionsAsset> {
    let skeleton = figure.map(|figure| &*figure.skeleton);
    let opened = open_actions(bytes, path.kind(), skeleton, &Options { rest, ..Options::default() });
    let Report { document, diagnostics } = opened.map_err(|error| refused(path, error))?;
    Ok(ActionsAsset { path: path.clone(), table: document.table.into(), loop_mode: document.loop_mode, diagnostics })
}

/// Refuses a text of actions that has another number of bones than a figure and no name of its bones: it would move none.
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

/// Returns whether a picture without a palette has the usual background of pictures of figures in all corners. Paint programs save
/// such pictures without the mark of Keitai.
pub(super) fn has_background(bytes: &[u8]) -> bool {
    let Ok(Loaded::Colours(picture)) =
        keitai_exchange::picture::load(bytes, &ReadOptions::default(), &Memory::unlimited())
    else {
        return false;
    };
    let (width, count) = (usize::from(picture.width), picture.pixels.len());
    let corners = [Some(0), width.checked_sub(1), count.checked_sub(width), count.checked_sub(1)];
    let [_, r, g, b] = BACKGROUND.to_be_bytes();
    corners.into_iter().all(|at| at.and_then(|at| picture.pixels.get(at)).is_some_and(|pixel| pixel[..3] == [r, g, b]))
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
