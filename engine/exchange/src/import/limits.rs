//! Reduces the triangles and the colours of figures that would have more than players take.

use std::collections::HashSet;

use keitai_formats::{Diagnostics, Limits, Picture, Rgb, Slot};

use super::gathered::{Face, Vertex};
use super::options::Options;
use super::simplify::{Goal, simplify};
use super::skeleton::Bones;
use crate::picture::Loaded;
use crate::posed::three;
use crate::rules;

/// Returns the vertices and the faces, simplified and with fewer colours where there are too many.
pub(super) fn meet(
    mut vertices: Vec<Vertex>,
    mut faces: Vec<Face>,
    bones: &Bones,
    options: &Options,
    found: &mut Diagnostics,
) -> (Vec<Vertex>, Vec<Face>) {
    let most = options.triangles.unwrap_or(usize::MAX);
    let before = (faces.len(), used(&faces, vertices.len()));
    if before.0 > most || before.1 > Limits::PLAYERS.vertices {
        let place = |vertex: &Vertex| bones.rest(vertex.bone as usize).transform_point3(three(vertex.position));
        let goal = Goal { triangles: most, vertices: Limits::PLAYERS.vertices };
        (vertices, faces) = simplify(vertices, faces, place, goal);
        let (triangles, corners) = before;
        if faces.is_empty() {
            let message = format!("none of {triangles} triangles is left; give a larger number after --triangles");
            found.report(&rules::NO_TRIANGLES, message);
        }
        let message =
            format!("{corners} vertices and {triangles} triangles are simplified to {} triangles", faces.len());
        found.report(&rules::SIMPLIFIED, message);
    }
    colours(&mut faces, found);
    (vertices, faces)
}

/// Returns the number of vertices that faces use, of a list of `count`.
fn used(faces: &[Face], count: usize) -> usize {
    let mut is_used = vec![false; count];
    for (vertex, _) in faces.iter().flat_map(|face| face.corners.iter()) {
        is_used.iter_mut().skip(*vertex as usize).take(1).for_each(|used| *used = true);
    }
    is_used.into_iter().filter(|used| *used).count()
}

/// Gives faces at most 256 colours.
fn colours(faces: &mut [Face], found: &mut Diagnostics) {
    let coloured = || faces.iter().filter(|face| face.slot == Slot::Colour);
    let distinct: HashSet<Rgb> = coloured().map(|face| face.colour).collect();
    if distinct.len() <= Limits::PLAYERS.colours {
        return;
    }
    let pixels = coloured().map(|Face { colour: Rgb { r, g, b }, .. }| [*r, *g, *b, u8::MAX]).collect();
    let texture = Loaded::Colours(Picture { width: 0, height: 0, pixels }).quantised(None, false).document;
    let coloured = faces.iter_mut().filter(|face| face.slot == Slot::Colour);
    for (face, texel) in coloured.zip(&texture.texels) {
        face.colour = texture.palette.get(usize::from(*texel)).copied().unwrap_or_default();
    }
    let message = format!("{} colours of faces are reduced to {}", distinct.len(), texture.palette.len() - 1);
    found.report(&rules::COLOURS, message);
}
