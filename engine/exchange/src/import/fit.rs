//! Fits figures into what files and players take: their size, as models have metres and figures whole units, and their
//! triangles and colours.

use std::collections::HashSet;

use keitai_formats::{Diagnostics, Limits, Picture, Rgb, Slot, counted};

use super::gathered::{Face, Gathered, Vertex};
use super::losses::rounded;
use super::simplify::{Goal, simplify};
use super::skeleton::Bones;
use super::{Options, Size};
use crate::picture::Loaded;
use crate::posed::three;
use crate::rules;

/// Longest sides in units that are tried until few triangles collapse.
const SIDES: [f64; 3] = [1000.0, 4000.0, 16000.0];
/// A model with a place outside 16 bits gets this side.
const LARGE: f64 = 16000.0;
/// Largest share of triangles that may collapse.
const COLLAPSED: f64 = 0.05;
/// Farthest place that a factor may lead to.
const FARTHEST: f64 = 30000.0;

/// The factors for 100 units a metre that are tried.
#[derive(Debug)]
pub(super) struct Fit {
    pub(super) factor: f64,
    /// Further longest sides.
    sides: Vec<f64>,
    /// Why the first factor was not kept, and a remedy.
    reason: Option<(String, &'static str)>,
    /// The best factor, and the share that collapses.
    best: Option<(f64, f64)>,
}

impl Fit {
    /// Begins with the factor that is given, or 1. An export of Keitai keeps its size.
    pub(super) fn new(size: Size, is_export: bool) -> Self {
        let (factor, sides) = match size {
            Size::Factor(factor) => (factor, Vec::new()),
            Size::Units(units) => (1.0, vec![units]),
            Size::Fitting if is_export => (1.0, Vec::new()),
            Size::Fitting => (1.0, SIDES.into_iter().rev().collect()),
        };
        Self { factor, sides, reason: None, best: None }
    }

    /// Chooses the next factor to try; returns false when the last one is kept.
    pub(super) fn next(&mut self, gathered: &Gathered, size: Size) -> bool {
        let extent = gathered.extent() / self.factor;
        if self.sides.is_empty() || extent <= 0.0 {
            return false;
        }
        if let Size::Units(units) = size {
            self.sides.clear();
            self.factor = units / extent;
            return true;
        }
        let lost = gathered.losses.degenerate;
        let share = lost as f64 / (lost + gathered.triangles.len()).max(1) as f64;
        let far = gathered.losses.farthest();
        if let Some(far) = far {
            self.sides.clear();
            let [goal, possible] = [LARGE / extent, FARTHEST / far * self.factor];
            let remedy = if possible < goal { "; near the origin it could be larger" } else { "" };
            self.reason.get_or_insert_with(|| (format!("a place is {far:.0} units away"), remedy));
            self.factor = rounded(goal.min(possible));
            return true;
        }
        if self.best.is_none_or(|(_, best)| share < best) {
            self.best = Some((self.factor, share));
        }
        if share <= COLLAPSED {
            return false;
        }
        let triangles = counted(lost + gathered.triangles.len(), "triangle");
        let reason = || (format!("{lost} of {triangles} would collapse"), "; --scale 1 keeps its size");
        self.reason.get_or_insert_with(reason);
        let most = gathered.bounds.map_or(0.0, |[low, high]| low.abs().max(high.abs()).max_element()) / self.factor;
        while let Some(side) = self.sides.pop() {
            let next = rounded((side / extent).min(FARTHEST / most));
            if next > self.factor {
                self.factor = next;
                return true;
            }
        }
        let (best, _) = self.best.unwrap_or((self.factor, share));
        let is_kept = best == self.factor;
        self.factor = best;
        !is_kept
    }

    pub(super) fn report(&self, gathered: &Gathered, findings: &mut Diagnostics) {
        if let Some((reason, remedy)) = &self.reason {
            let message = format!(
                "with 100 units a metre {reason}: the model is scaled by {}, so that its longest side is {:.0} units{remedy}",
                self.factor,
                gathered.extent()
            );
            findings.report(&rules::SCALED, message);
        }
    }
}

/// Returns the vertices and the faces, simplified and with fewer colours where there are too many.
pub(super) fn meet_limits(
    mut vertices: Vec<Vertex>,
    mut faces: Vec<Face>,
    bones: &Bones,
    options: &Options,
    findings: &mut Diagnostics,
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
            findings.report(&rules::NO_TRIANGLES, message);
        }
        let message =
            format!("{corners} vertices and {triangles} triangles are simplified to {} triangles", faces.len());
        findings.report(&rules::SIMPLIFIED, message);
    }
    colours(&mut faces, findings);
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
fn colours(faces: &mut [Face], findings: &mut Diagnostics) {
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
    findings.report(&rules::COLOURS, message);
}
