//! Reads figures, actions and textures in the formats of phones alone.

use keitai_formats::{Kind, Report, Skeleton, Texture, bmp, mbac, mtra, recognise_as};
use keitai_render::micro3d::Figure;

use super::error::{AssetError, Result};
use super::load::at_rest;
use super::{ActionsAsset, AssetPath};

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
    let Report { document: table, diagnostics } = report.map_err(|source| damaged(path, Kind::ActionTable, source))?;
    Ok(ActionsAsset { path: path.clone(), table: table.into(), loop_mode: None, diagnostics })
}

/// No picture without a palette is a texture here.
pub(super) fn has_background(_: &[u8]) -> bool {
    false
}

pub(super) fn picture(bytes: &[u8], path: &AssetPath) -> Result<Report<Texture>> {
    bmp::read(bytes).map_err(|source| damaged(path, Kind::Texture, source))
}

pub(super) fn picture_size(bytes: &[u8], path: &AssetPath) -> Result<[u16; 2]> {
    picture(bytes, path).map(|Report { document, .. }| [document.width, document.height])
}

fn expect(bytes: &[u8], path: &AssetPath, kind: Kind, expected: &'static str) -> Result<()> {
    let found = recognise_as(bytes, path.kind()).map_err(|source| damaged(path, kind, source))?.kind;
    if found == kind { Ok(()) } else { Err(AssetError::Kind { path: path.clone(), expected, found }) }
}

fn damaged(path: &AssetPath, kind: Kind, source: keitai_formats::Error) -> AssetError {
    AssetError::Format { path: path.clone(), kind, source }
}
