//! glTF to a figure with its textures and actions.

mod assemble;
mod channels;
mod coordinates;
mod extensions;
mod faces;
mod losses;
mod mesh;
mod motion;
mod names;
mod objects;
mod order;
mod picture;
mod prepare;
mod quads;
mod scene;
mod skeleton;
mod source;
mod stored;
mod surface;
mod tree;

use keitai_convert::{NamedFigure, Skeleton, Target, Tolerances, fit_target};
use keitai_formats::{ActionTable, Diagnostics, Report, Rgb, Texture, Trailer};

use super::write::UNIT;
use crate::error::Result;
use crate::rules;
use mesh::Gathered;
use quads::Exported;
use scene::Chosen;
use skeleton::Bones;
pub use source::Beside;
use source::{Source, ours};
use stored::Stored;
use surface::Surfaces;
use tree::Tree;

/// The options of an import.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Frames per second at which animations are sampled.
    pub fps: f64,
    /// Factor for all positions.
    pub scale: f64,
    /// Join triangles that make a flat quad.
    pub merge_quads: bool,
    /// The palette of all textures. Default: the picture's own, or one that is made for it.
    pub palette: Option<Vec<Rgb>>,
    /// Make pictures of more than 256 texels a side smaller, for V2 of more than 128. Default: more than 256 are an error.
    pub resize: bool,
    /// Bounds for keys that are left out. Default: tracks that were exported and still fit stay as they were; others have
    /// bounds of 0.3 units, 0.02 % and 0.03 degrees.
    pub tolerances: Option<Tolerances>,
    /// The players that the files are for.
    pub target: Target,
    /// Let texels wrap at 128 for V2. Default: an error.
    pub allow_uv_wrap: bool,
    /// Identifier and key at the end of the files.
    pub trailer: Option<Trailer>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            fps: 30.0,
            scale: 1.0,
            merge_quads: false,
            palette: None,
            resize: false,
            tolerances: None,
            target: Target::default(),
            allow_uv_wrap: false,
            trailer: Some(Trailer::default()),
        }
    }
}

/// A figure with its textures and actions.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// The figure and the names of its bones.
    pub made: NamedFigure,
    /// Textures by slot, with their names; `None` for a slot without a picture.
    pub textures: Vec<Option<(String, Texture)>>,
    /// Action tables with their names.
    pub tables: Vec<(String, ActionTable)>,
    /// Picture of the sphere map, with its name.
    pub sphere: Option<(String, Texture)>,
}

/// Reads a GLB file, or a JSON document with files `beside` it.
///
/// # Errors
/// When the file is damaged, or holds something that a figure cannot. The message names the node, the mesh, the accessor or
/// the picture.
pub fn read(data: &[u8], beside: Beside<'_>, options: &Options) -> Result<Report<Import>> {
    let mut found = Diagnostics::default();
    let source = Source::open(data, beside, &mut found)?;
    let tree = Tree::new(&source.document)?;
    let unit = options.scale / UNIT;
    let extras = source.document.nodes().map(|node| ours(node.extras())).find(|ours| ours.get("patterns").is_some());
    let chosen = Chosen::new(&source, &tree, extras.is_some(), &mut found);
    let bones = Bones::new(&source, &tree, &chosen, unit, &mut found)?;
    let surfaces = Surfaces::new(&source, beside, options, &mut found)?;
    let parts = mesh::Parts { source: &source, tree: &tree, chosen: &chosen, bones: &bones, surfaces: &surfaces };
    let mut gathered = Gathered::new(&parts, options.scale, &mut found)?;
    if gathered.faces.is_empty() && extras.is_none() {
        found.report(&rules::NO_TRIANGLES, "no object has a triangle");
    }
    let extras = extras.unwrap_or_default();
    if options.merge_quads {
        quads::merge(&mut gathered, &Exported::new(&extras));
    }
    let mut figure = assemble::figure(&gathered, &bones, &surfaces, &extras, options)?;
    found.extend(fit_target(&mut figure, options.target, options.allow_uv_wrap));
    let groups = figure.patterns.len().saturating_sub(1);
    let roots = source.document.default_scene().map(|scene| scene::roots(&scene)).unwrap_or_default();
    let nodes = source.document.nodes().filter(|node| roots.contains(&node.index()));
    let shown = nodes.fold(0, |shown, node| shown | mesh::mask_of(&node));
    let shown = if groups == 0 { 0 } else { shown & !1 };
    // Bounds that are given ask for fewer keys than the exported tables have.
    let stored = if options.tolerances.is_none() { Stored::new(&extras) } else { Stored::default() };
    let reader = motion::Reader { source: &source, tree: &tree, bones: &bones, unit, shown, stored: &stored, options };
    let tables = reader.tables(&mut found)?;
    if source.other_channels > 0 {
        found.report(&rules::CHANNEL_LOST, format!("{} animation channels move no node", source.other_channels));
    }
    let names = bones.joints.iter().map(|joint| joint.name.clone()).collect();
    let skeleton = Skeleton { bones: names, groups, ..Skeleton::default() };
    let made = NamedFigure { figure, skeleton, ..NamedFigure::default() };
    let Surfaces { textures, sphere, .. } = surfaces;
    Ok(found.into_report(Import { made, textures, tables, sphere }))
}
