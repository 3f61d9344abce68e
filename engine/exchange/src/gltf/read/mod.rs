//! Converts glTF to a figure with its textures and actions.

mod assemble;
mod channels;
mod coordinates;
mod extensions;
mod faces;
mod fault;
mod fit;
mod gathered;
mod instances;
mod layout;
mod limits;
mod losses;
mod mesh;
mod motion;
mod names;
mod normals;
mod objects;
mod options;
mod order;
mod packed;
mod paint;
mod picture;
mod prepare;
mod quads;
mod scene;
mod simplify;
mod skeleton;
mod source;
mod stored;
mod surface;
mod tree;

use keitai_convert::{NamedFigure, Skeleton, fit_target};
use keitai_formats::{ActionTable, Diagnostic, Diagnostics, Location, Policy, Report, Texture, counted};

use super::write::UNIT;
use crate::error::{Error, Result};
use crate::rules;
use fault::{keep, ours};
use fit::Fit;
use mesh::Parts;
pub(crate) use names::clipped;
pub use options::{Options, Size};
use quads::Exported;
use scene::Chosen;
use skeleton::Bones;
pub use source::Beside;
use source::Source;
pub(crate) use source::{MOST_NODES, MOST_NUMBERS};
use stored::Stored;
use surface::Surfaces;
use tree::Tree;

/// A figure with its textures and actions.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Import {
    /// The figure and the names of its bones.
    pub made: NamedFigure,
    /// Textures by slot, with their names; `None` for a slot without a picture.
    pub textures: Vec<Option<(String, Texture)>>,
    /// Action tables; their names become names of files.
    pub tables: Vec<(String, ActionTable)>,
    /// Picture of the sphere map, with its name.
    pub sphere: Option<(String, Texture)>,
}

/// Reads a GLB file, or a JSON document with files `beside` it. A diagnostic is an error when the file is damaged, or
/// holds something that a figure cannot hold. [`Report::under`] then drops the import. Messages name the node, the
/// mesh, the accessor or the picture.
pub fn read(data: &[u8], beside: Beside<'_>, options: &Options) -> Report<Option<Import>> {
    let mut found = Diagnostics::default();
    let import = import(data, beside, options, &mut found).unwrap_or_else(|error| {
        found.push(match error {
            Error::Found(fault) => *fault,
            error => Diagnostic::new(&rules::GLTF_UNREADABLE, Location::Document, error.to_string()),
        });
        None
    });
    found.into_report(import)
}

fn import(data: &[u8], beside: Beside<'_>, options: &Options, found: &mut Diagnostics) -> Result<Option<Import>> {
    let source = Source::open(data, beside, found)?;
    let tree = Tree::new(&source.document)?;
    let extras = source.document.nodes().map(|node| ours(node.extras())).find(|ours| ours.get("patterns").is_some());
    let chosen = Chosen::new(&source, &tree, extras.is_some(), found);
    if !source.is_whole {
        // Missing pictures are reported along with missing buffers.
        let mut more = Diagnostics::default();
        let _ = Surfaces::new(&source, beside, options, &mut more);
        found.extend(more.finish().into_iter().filter(|found| found.is(&rules::PICTURE)));
        return Ok(None);
    }
    let mut surfaces = Surfaces::new(&source, beside, options, found)?;
    let is_export = extras.is_some() || surfaces.all.iter().any(|surface| surface.is_own);
    let mut fit = Fit::new(options.size, is_export);
    let (bones, mut gathered) = loop {
        let unit = fit.factor / UNIT;
        let mut tried = Diagnostics::default();
        let bones = Bones::new(&source, &tree, &chosen, unit, &mut tried)?;
        let patterns = options.patterns;
        let parts =
            Parts { source: &source, tree: &tree, chosen: &chosen, bones: &bones, surfaces: &surfaces, unit, patterns };
        let mut gathered = mesh::gather(&parts, &mut tried)?;
        bones.far.iter().for_each(|(place, joint)| gathered.losses.out_of_range(*place, || joint.clone()));
        if !fit.next(&gathered, options.size) {
            found.extend(tried.finish());
            break (bones, gathered);
        }
    };
    fit.report(&gathered, found);
    let is_far = gathered.losses.farthest().is_some();
    if gathered.triangles.is_empty() && extras.is_none() && !is_far && !found.has_errors(Policy::default()) {
        found.report(&rules::NO_TRIANGLES, "no object has a triangle with an area");
    }
    let extras = extras.unwrap_or_default();
    let mut layout = layout::arrange(&mut surfaces, &gathered.triangles, options, found);
    let faces = paint::faces(&mut gathered, &surfaces, &mut layout, options);
    keep(gathered.losses.report(fit.factor, found), found)?;
    let (vertices, faces) = limits::meet(gathered.vertices.into_items(), faces, &bones, options, found);
    let faces = quads::merge(&vertices, faces, &Exported::new(&extras));
    let mut figure = assemble::figure(&vertices, &faces, &bones, layout.textures.len(), &extras, options)?;
    found.extend(fit_target(&mut figure, options.target, options.allow_uv_wrap));
    let groups = figure.patterns.len().saturating_sub(1);
    let roots = source.document.default_scene().map(|scene| scene::roots(&scene)).unwrap_or_default();
    let nodes = source.document.nodes().filter(|node| roots.contains(&node.index()));
    let shown = nodes.fold(0, |shown, node| shown | names::mask_of(&node));
    let shown = match groups {
        0 => 0,
        // The shape without any morph target.
        _ if options.patterns && shown == 1 => 2,
        _ => shown & !1,
    };
    let stored = Stored::new(&extras);
    let unit = fit.factor / UNIT;
    let reader = motion::Reader { source: &source, tree: &tree, bones: &bones, unit, shown, stored: &stored, options };
    let tables = reader.tables(found)?;
    if source.other_channels > 0 {
        let channels = counted(source.other_channels, "animation channel");
        found.report(&rules::CHANNEL_LOST, format!("{channels} without a node left out"));
    }
    let names = bones.joints.iter().map(|joint| joint.name.clone()).collect();
    let skeleton = Skeleton { bones: names, groups, ..Skeleton::default() };
    let made = NamedFigure { figure, skeleton, ..NamedFigure::default() };
    let sphere = surfaces.sphere.map(|sphere| sphere.into_texture(options, found));
    Ok(Some(Import { made, textures: layout.textures, tables, sphere }))
}
