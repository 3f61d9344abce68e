//! Fits figures and tables of actions to the players that they are written for.

use crate::options::{Options, Target};
use crate::rules;
use keitai_formats::diagnostic::counted;
use keitai_formats::{Action, ActionTable, Diagnostic, Diagnostics, Figure, Location, Normals, TexturedPolygon};

/// Removes from a figure what the files of a target cannot hold. Returns the findings that a text gets: a warning for
/// normals and bits of materials; an error for colour polygons, several textures and patterns, which stay, and for
/// texels beyond 127 for V2, unless they may wrap.
pub fn fit_target(figure: &mut Figure, target: Target, allow_uv_wrap: bool) -> Vec<Diagnostic> {
    let mut findings = Diagnostics::default();
    if target >= Target::V3 {
        return findings.finish();
    }
    let polygons = &mut figure.polygons;
    let coloured = polygons.colour_triangles.len() + polygons.colour_quads.len();
    if coloured > 0 {
        let message = format!("Figure: {}; {target} has none", counted(coloured, "colour polygon"));
        findings.report(&rules::TARGET_COLOURS, message);
    } else {
        figure.palette.clear();
    }
    if figure.texture_count > 1 {
        let message = format!("Figure: {} textures; {target} has one", figure.texture_count);
        findings.report(&rules::TARGET_TEXTURES, message);
    }
    if figure.patterns.len() > 1 {
        let message = format!("Figure: {}; {target} has none", counted(figure.patterns.len() - 1, "pattern"));
        findings.report(&rules::TARGET_PATTERNS, message);
    }
    if target == Target::V1 && figure.normals != Normals::None {
        figure.normals = Normals::None;
        findings.report(&rules::TARGET_ATTRIBUTES, "Figure: normals are lost for V1");
    }
    let [triangles, quads] =
        [held(&mut polygons.textured_triangles, target), held(&mut polygons.textured_quads, target)];
    let [stripped, wrapped] = [triangles[0] + quads[0], triangles[1] + quads[1]];
    if stripped > 0 {
        let lost = if target == Target::V1 { "blending, lighting, sphere mapping" } else { "flat shading" };
        let message = format!("Figure: {lost} or sorting of {} is lost for {target}", counted(stripped, "polygon"));
        findings.report(&rules::TARGET_ATTRIBUTES, message);
    }
    if wrapped > 0 {
        let last = Target::V2_SIDE - 1;
        let message = format!("Figure: texels of {} are beyond {last}, the last of V2", counted(wrapped, "polygon"));
        let finding = Diagnostic::new(&rules::TEXEL_SEVEN_BITS, Location::Document, message);
        findings.push(finding.allowed_if(allow_uv_wrap));
    }
    findings.finish()
}

/// Reduces a list of polygons to what a target holds. Returns the numbers of polygons that lost bits of their material,
/// and of those whose texels wrapped.
fn held<const N: usize>(polygons: &mut [TexturedPolygon<N>], target: Target) -> [usize; 2] {
    let (mut stripped, mut wrapped) = (0, 0);
    for polygon in polygons {
        let material = polygon.material;
        polygon.material.0 &= target.material_bits();
        stripped += usize::from(polygon.material != material);
        if target == Target::V2 {
            let texels = polygon.texels;
            polygon.texels = texels.map(|texel| texel.map(|side| side & (Target::V2_SIDE - 1) as u8));
            wrapped += usize::from(polygon.texels != texels);
        }
    }
    [stripped, wrapped]
}

/// Makes a table of actions of `bone_count` bones, in the order given. Tables before version 5 have no pattern keys.
/// Under the vendor's policy a table without actions has version 4 [vendor tool].
pub fn table(mut actions: Vec<Action>, bone_count: u16, options: &Options) -> ActionTable {
    if options.target < Target::V3 {
        actions.iter_mut().for_each(|action| action.patterns.clear());
    }
    let empty = actions.is_empty() && options.policy.vendor;
    let version = if empty { 4 } else { options.target.action_version() };
    ActionTable { version, bone_count, actions, trailer: options.trailer }
}
