//! Converts a model of today's formats, which is read as a `Scene`, to a figure with its textures and actions.
//!
//! The files in the order in which a conversion comes to them:
//! - `nodes` and `scene`: the model as its file has it;
//! - `glass`, `picture` and `surface`: materials become bits, colours and pictures;
//! - `skeleton`: joints and objects become bones;
//! - `geometry` and `mesh`: meshes become vertices and triangles;
//! - `layout` and `faces`: pictures become textures, and triangles become faces with texels;
//! - `simplify`: models with too many triangles get fewer;
//! - `closed`, `divide` and `painter`: faces become fit for the painter's order, unless the file is an export;
//! - `figure`: the figure is made of all this, in the size that fits;
//! - `motion`: animations become actions; `alone`: without meshes, they become actions of a figure that is given.

mod alone;
mod closed;
mod divide;
mod faces;
mod figure;
mod geometry;
mod glass;
mod layout;
pub(crate) mod mesh;
mod motion;
pub(crate) mod nodes;
mod painter;
mod picture;
pub(crate) mod scene;
mod simplify;
mod skeleton;
mod surface;

use keitai_convert::{Target, Tolerances, fit_target};
use keitai_formats::diagnostic::counted;
use keitai_formats::{Bone, Content, Diagnostic, Diagnostics, Location, Policy, Report, Rgb, Rule, Skeleton, Trailer};

use crate::error::{Error, Result};
use crate::gltf::UNIT;
use crate::memory::Memory;
use crate::posture::three;
use crate::rules;
use faces::{ExportedQuads, Mesh};
use figure::Fit;
use geometry::Vertex;
use mesh::Parts;
use motion::ExportedTables;
use painter::Painter;
use scene::Scene;
use skeleton::Bones;
use surface::Surfaces;

/// Most numbers of one list, and most nodes.
pub(crate) const MOST_NUMBERS: usize = 1 << 21;
pub(crate) const MOST_NODES: usize = 1 << 14;

/// Gives the bytes of a file beside the one that is read, by its name.
pub type Beside<'b> = &'b mut dyn FnMut(&str) -> Option<Vec<u8>>;

/// The options of an import.
#[derive(Debug, Clone)]
pub struct Options {
    /// Frames per second at which animations are sampled.
    pub fps: f64,
    /// Choice of the factor from the file's unit to model units.
    pub size: Size,
    /// Most triangles; more are simplified. Default: as many as 21,845 vertices give.
    pub triangles: Option<usize>,
    /// The palette of all textures. Default: the picture's own, or one that is made for it.
    pub palette: Option<Vec<Rgb>>,
    /// Spread the error of colours that a palette lacks over the pixels around.
    pub dither: bool,
    /// Every morph target is a pattern of its own. Default: the shape at rest alone.
    pub patterns: bool,
    /// Read objects whose names say that nobody sees them: colliders, and coarser levels of detail.
    pub hidden: bool,
    /// Divide faces that cover parts before them in the order of drawing, and choose their sort keys.
    pub split: bool,
    /// The bones of a figure, with their names. Only the animations of the file are read, as actions of these bones.
    pub bones: Option<Vec<(String, Bone)>>,
    /// Bounds for keys that are left out. Default: tracks that were exported and still fit stay as they were; others
    /// have bounds of 0.3 units, 0.02 % and 0.03 degrees.
    pub tolerances: Option<Tolerances>,
    /// The players that the files are for.
    pub target: Target,
    /// Let texels wrap at 128 for V2. Default: larger pictures are reduced.
    pub allow_uv_wrap: bool,
    /// Identifier and key at the end of the files.
    pub trailer: Option<Trailer>,
    /// Memory for pictures.
    pub memory: Memory,
}

/// Choice of the factor from the file's unit to model units.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Size {
    /// 100 units for a metre, or more or fewer where triangles would collapse or places would not fit 16 bits.
    Fitting,
    /// Units of the longest side at rest.
    Units(f64),
    /// Factor for 100 units a metre.
    Factor(f64),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            fps: 30.0,
            size: Size::Fitting,
            triangles: None,
            palette: None,
            dither: false,
            patterns: false,
            hidden: false,
            split: true,
            bones: None,
            tolerances: None,
            target: Target::default(),
            allow_uv_wrap: false,
            trailer: Some(Trailer::default()),
            memory: Memory::default(),
        }
    }
}

/// Reports an import, with one line for each rule but errors. A fault without a code gets `unreadable`.
pub(crate) fn report(
    unreadable: &'static Rule,
    import: impl FnOnce(&mut Diagnostics) -> Result<Option<Content>>,
) -> Report<Option<Content>> {
    let mut findings = Diagnostics::keeping(1);
    let content = import(&mut findings).unwrap_or_else(|error| {
        findings.push(match error {
            Error::Found(fault) => *fault,
            error => Diagnostic::new(unreadable, Location::Document, error.to_string()),
        });
        None
    });
    findings.into_report(content)
}

/// Converts a model to a figure, or for bones that the options give, its animations alone.
pub(crate) fn convert(
    mut scene: Scene<'_>,
    beside: Beside<'_>,
    options: &Options,
    findings: &mut Diagnostics,
) -> Result<Option<Content>> {
    if let Some(bones) = &options.bones {
        return alone::actions(scene, bones, options, findings).map(Some);
    }
    glass::find_bodies(&mut scene);
    let mut surfaces = Surfaces::new(&scene, beside, options, findings)?;
    let is_export = scene.extras.is_some() || surfaces.all.iter().any(|surface| surface.is_own);
    let mut fit = Fit::new(options.size, is_export);
    let (unit, bones, mut geometry) = loop {
        let unit = fit.factor / UNIT;
        let mut attempt = Diagnostics::keeping(1);
        let bones = Bones::new(&scene, unit, &mut attempt)?;
        let parts = Parts { scene: &scene, bones: &bones, surfaces: &surfaces, unit, options };
        let mut geometry = mesh::gather(&parts, &mut attempt)?;
        bones.far.iter().for_each(|(place, joint)| geometry.losses.out_of_range(*place, || joint.clone()));
        if !fit.next(&geometry, options.size) {
            findings.extend(attempt.finish());
            break (unit, bones, geometry);
        }
    };
    // The lists are large, and no longer needed.
    scene.meshes = Vec::new();
    fit.report(&geometry, findings);
    let is_far = geometry.losses.farthest().is_some();
    if geometry.triangles.is_empty() && scene.extras.is_none() && !is_far && !findings.has_errors(Policy::default()) {
        let message = if scene.meshed().next().is_none() && !scene.animations.is_empty() {
            "there are only animations, and no mesh that they move; --figure FIGURE makes actions of a figure of them"
        } else {
            "no object has a triangle with an area"
        };
        findings.report(&rules::NO_TRIANGLES, message);
    }
    let extras = scene.extras.take().unwrap_or_default();
    surfaces.bake_gradients(&mut geometry, options);
    let mut layout = layout::arrange(&mut surfaces, &geometry, options, findings);
    let faces = faces::with_texels(&mut geometry, (&scene, &surfaces), &mut layout, options);
    keep(geometry.losses.report(fit.factor, findings), findings)?;
    let (vertices, faces) = figure::meet_limits(geometry.vertices.into_items(), faces, &bones, options, findings);
    let mask = match faces.iter().any(|face| face.pattern > 0) || extras.get("patterns").is_some() {
        false => 0,
        // The shape without any morph target.
        true if options.patterns && shown(&scene) == 1 => 2,
        true => shown(&scene) & !1,
    };
    let mut mesh = Mesh { vertices, faces };
    let place = |vertex: &Vertex| bones.rest(vertex.bone as usize).transform_point3(three(vertex.position));
    if !is_export {
        closed::close(&mesh.vertices, &mut mesh.faces, &place);
    }
    if options.split && !is_export {
        let most = options.triangles.unwrap_or(usize::MAX);
        mesh = Painter::new(&layout.textures, &place, mask, most).keep(mesh, findings);
    }
    let Mesh { vertices, faces } = mesh;
    let faces = faces::merge(&vertices, faces, &ExportedQuads::new(&extras));
    let mut figure = figure::assemble(&vertices, &faces, &bones, layout.textures.len(), &extras, options)?;
    findings.extend(fit_target(&mut figure, options.target, options.allow_uv_wrap));
    let stored = ExportedTables::new(&extras);
    let reader = motion::Reader { scene: &scene, bones: &bones, unit, mask, stored: &stored, options };
    let tables = reader.tables(findings)?;
    if scene.lost_channels > 0 {
        let channels = counted(scene.lost_channels, "animation channel");
        findings.report(&rules::CHANNEL_LOST, format!("{channels} without a node left out"));
    }
    let bones = bones.joints.into_iter().map(|joint| joint.name).collect();
    let sphere = surfaces.sphere.map(|sphere| sphere.into_texture(&[], options, findings));
    let skeleton = Skeleton { bones, ..Skeleton::unnamed(&figure) };
    Ok(Some(Content { figure, skeleton, textures: layout.textures, tables, sphere, ..Content::default() }))
}

/// Reports the pictures of a model that cannot be read, where nothing else is.
pub(crate) fn check_pictures(scene: &Scene<'_>, beside: Beside<'_>, options: &Options, findings: &mut Diagnostics) {
    let mut more = Diagnostics::default();
    let _ = Surfaces::new(scene, beside, options, &mut more);
    findings.extend(more.finish().into_iter().filter(|fault| fault.is(&rules::PICTURE)));
}

/// Returns the mask of the patterns in the default scene.
fn shown(scene: &Scene<'_>) -> u32 {
    let roots = scene.roots.iter().flatten().filter_map(|root| scene.nodes.get(*root));
    let patterns = roots.filter(|node| node.mesh.is_some()).map(|node| node.pattern as u32);
    patterns.fold(0, |mask, pattern| mask | 1u32.checked_shl(pattern).unwrap_or(0))
}

/// Returns a name without what follows the most bytes of names. Messages and bones repeat names many times.
pub(crate) fn clipped(name: &str) -> &str {
    const LONGEST: usize = 255;
    name.get(..name.floor_char_boundary(LONGEST)).unwrap_or_default()
}

pub(crate) fn fault<T>(rule: &'static Rule, message: impl Into<String>) -> Result<T> {
    Err(Diagnostic::new(rule, Location::Document, message).into())
}

/// Collects the fault of one part of a file. Budgets of the whole file that are spent end the import.
pub(crate) fn keep<T>(result: Result<T>, findings: &mut Diagnostics) -> Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Error::Found(fault)) if !fault.is(&rules::TOO_MUCH) && !fault.is(&rules::TOO_MUCH_MOTION) => {
            findings.push(*fault);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
