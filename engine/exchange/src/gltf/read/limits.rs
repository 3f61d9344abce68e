//! Figures that would have more than players take: fewer triangles, and fewer colours.

use std::collections::HashSet;

use glam::DVec3;
use keitai_formats::{Diagnostics, Limits, Picture, Rgb, Slot};

use super::gathered::{Face, Vertex};
use super::options::Options;
use super::simplify::{Goal, simplify};
use super::skeleton::Bones;
use crate::picture::Loaded;
use crate::posed::three;
use crate::rules;

/// Returns the faces, simplified and with fewer colours where there are too many.
pub(super) fn meet(
    vertices: &mut Vec<Vertex>,
    mut faces: Vec<Face>,
    bones: &Bones,
    options: &Options,
    found: &mut Diagnostics,
) -> Vec<Face> {
    let most = options.triangles.unwrap_or(usize::MAX);
    let before = (faces.len(), used(&faces));
    if before.0 > most || before.1 > Limits::PLAYERS.vertices {
        let place = |vertex: &Vertex| bones.rest(vertex.bone).transform_point3(three(vertex.position));
        let places: Vec<DVec3> = vertices.iter().map(place).collect();
        simplify(vertices, &mut faces, &places, Goal { triangles: most, vertices: Limits::PLAYERS.vertices });
        let (triangles, vertices) = before;
        let message =
            format!("{vertices} vertices and {triangles} triangles are simplified to {} triangles", faces.len());
        found.report(&rules::SIMPLIFIED, message);
    }
    colours(&mut faces, found);
    faces
}

/// Returns the number of vertices that faces have.
fn used(faces: &[Face]) -> usize {
    faces.iter().flat_map(|face| &face.corners).map(|(vertex, _)| vertex).collect::<HashSet<_>>().len()
}

/// Gives faces at most 256 colours.
fn colours(faces: &mut [Face], found: &mut Diagnostics) {
    let coloured = || faces.iter().filter(|face| face.slot == Slot::Colour);
    let distinct: HashSet<Rgb> = coloured().map(|face| face.colour).collect();
    if distinct.len() <= Limits::PLAYERS.colours {
        return;
    }
    let pixels = coloured().map(|Face { colour: Rgb { r, g, b }, .. }| [*r, *g, *b, u8::MAX]).collect();
    let texture = Loaded::Colours(Picture { width: 0, height: 0, pixels }).into_texture(None).document;
    let coloured = faces.iter_mut().filter(|face| face.slot == Slot::Colour);
    for (face, texel) in coloured.zip(&texture.texels) {
        face.colour = texture.palette.get(usize::from(*texel)).copied().unwrap_or_default();
    }
    let message = format!("{} colours of faces are reduced to {}", distinct.len(), texture.palette.len() - 1);
    found.report(&rules::COLOURS, message);
}
