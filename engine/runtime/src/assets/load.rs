//! One file to one asset. The ending of the name tells what a file is; source texts and bone animations pass through
//! `convert` into the same documents.

use std::sync::Arc;

use keitai_convert::{self as convert, Made, Skeleton};
use keitai_formats::text::{Diagnostic, LineIndex, Position, Severity};
use keitai_formats::{Action, ActionTable, Kind, Loaded, ReadOptions, bac, bck, bmp, mbac, mtra, tra};
use keitai_render::{Compat, Model, Posture, SphereMap, TextureMap, Vector3};

use super::{ActionsAsset, AssetPath, FigureAsset, Source, TextureAsset};
use crate::error::{Error, Result};

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
/// Patterns that an action's text may switch when the figure is not known.
const MOST_PATTERNS: usize = 32;

pub(super) fn figure(source: &Source, path: &AssetPath) -> Result<FigureAsset> {
    if !FIGURE_ENDINGS.iter().any(|ending| path.has_extension(ending)) {
        return Err(Error::Extension { path: path.clone(), expected: "a figure (.mbac, .bac)" });
    }
    let bytes = source.read(path, LARGEST_FIGURE)?;
    let (figure, skeleton, warnings) = if path.has_extension("bac") {
        let parsed = bac::read(&bytes);
        let options = convert::Options::default().with_settings(&parsed.document.settings);
        let made = convert::figure(&parsed.document, parsed.diagnostics, &options);
        let Made { figure, skeleton } = made.document.ok_or_else(|| source_error(path, &bytes, made.diagnostics))?;
        (figure, skeleton, Vec::new())
    } else {
        let read = read_as(path, Kind::Figure, mbac::read(&bytes, &ReadOptions::default()))?;
        let skeleton = Skeleton::unnamed(&read.document);
        (read.document, skeleton, read.warnings)
    };
    let model = Model::new(&figure).map_err(|source| Error::Render { path: path.clone(), source })?;
    let bounds = bounds(&model);
    Ok(FigureAsset { path: path.clone(), figure, skeleton, model, bounds, warnings })
}

/// The skeleton tells which bones a text means; without one its own bones are taken, in its own order.
pub(super) fn actions(source: &Source, path: &AssetPath, skeleton: Option<&Skeleton>) -> Result<ActionsAsset> {
    if !ACTION_ENDINGS.iter().any(|ending| path.has_extension(ending)) {
        return Err(Error::Extension { path: path.clone(), expected: "an action table (.mtra, .tra, .bck)" });
    }
    let bytes = source.read(path, LARGEST_ACTIONS)?;
    let (table, warnings) = if path.has_extension("tra") {
        (action_text(path, &bytes, skeleton)?, Vec::new())
    } else if path.has_extension("bck") {
        let read = read_as(path, Kind::BoneAnimation, bck::read(&bytes, &ReadOptions::default()))?;
        let bones = skeleton.map_or(read.document.joints.len(), |skeleton| skeleton.bones.len());
        let baked = convert::bake(&read.document, bones, &convert::BakeOptions::default());
        let baked = baked.document.ok_or_else(|| source_error(path, &[], baked.diagnostics))?;
        (table_of(vec![baked.action], bones), read.warnings)
    } else {
        let read = read_as(path, Kind::ActionTable, mtra::read(&bytes, &ReadOptions::default()))?;
        (read.document, read.warnings)
    };
    Ok(ActionsAsset { path: path.clone(), table, warnings })
}

fn action_text(path: &AssetPath, bytes: &[u8], skeleton: Option<&Skeleton>) -> Result<ActionTable> {
    let parsed = tra::read(bytes);
    let own = || {
        let bones = parsed.document.bones.iter().enumerate();
        let name = |(index, bone): (usize, &tra::BoneMotion)| match &bone.name {
            Some(name) => name.value.clone(),
            None => format!("bone{index}"),
        };
        Skeleton { bones: bones.map(name).collect(), removed: Vec::new(), groups: MOST_PATTERNS }
    };
    let skeleton = skeleton.cloned().unwrap_or_else(own);
    let options = convert::Options::default().with_settings(&parsed.document.settings);
    let made = convert::action(&parsed.document, parsed.diagnostics, &skeleton, &options);
    match made.document {
        Some(actions) => Ok(table_of(actions, skeleton.bones.len())),
        None => Err(source_error(path, bytes, made.diagnostics)),
    }
}

fn table_of(actions: Vec<Action>, bones: usize) -> ActionTable {
    let bone_count = u16::try_from(bones).unwrap_or(u16::MAX);
    ActionTable { version: 5, bone_count, actions, trailer: None }
}

/// The first error among the findings of a conversion.
fn source_error(path: &AssetPath, text: &[u8], findings: Vec<Diagnostic>) -> Error {
    let lines = LineIndex::new(text);
    let errors = || findings.iter().filter(|finding| finding.severity == Severity::Error);
    let first = errors().next();
    let position = first.map_or(Position { line: 1, column: 1 }, |finding| lines.position(finding.span.start));
    Error::Source {
        path: path.clone(),
        line: position.line,
        column: position.column,
        code: first.map_or("", |finding| finding.rule.code),
        message: first.map_or_else(String::new, |finding| finding.message.clone()),
        more: errors().count().saturating_sub(1),
    }
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
