//! Makes figures that files and players take: their size in whole units, their triangles and colours, and their lists.

use std::collections::{BTreeSet, HashMap, HashSet};

use keitai_formats::diagnostic::counted;
use keitai_formats::{
    Axis, Bone, ColourPolygon, Diagnostics, Figure, Limits, Normals, PackedNormal, Pattern, Picture, PolygonRun,
    Polygons, Rgb, Slot, TexturedPolygon,
};
use serde_json::Value;

use super::faces::Face;
use super::geometry::{Geometry, Vertex, rounded};
use super::simplify::{Goal, simplify};
use super::skeleton::{Bones, Joint};
use super::{Options, Size, fault};
use crate::error::Result;
use crate::picture::PictureFile;
use crate::posture::three;
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
    pub(super) fn next(&mut self, geometry: &Geometry, size: Size) -> bool {
        let extent = geometry.extent() / self.factor;
        if self.sides.is_empty() || extent <= 0.0 {
            return false;
        }
        if let Size::Units(units) = size {
            self.sides.clear();
            self.factor = units / extent;
            return true;
        }
        let count = geometry.losses.degenerate;
        let share = count as f64 / (count + geometry.triangles.len()).max(1) as f64;
        let far = geometry.losses.farthest();
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
        let triangles = counted(count + geometry.triangles.len(), "triangle");
        let reason = || (format!("{count} of {triangles} would collapse"), "; --scale 1 keeps its size");
        self.reason.get_or_insert_with(reason);
        let most = geometry.bounds.map_or(0.0, |[low, high]| low.abs().max(high.abs()).max_element()) / self.factor;
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

    pub(super) fn report(&self, geometry: &Geometry, findings: &mut Diagnostics) {
        if let Some((reason, remedy)) = &self.reason {
            let message = format!(
                "with 100 units a metre {reason}: the model is scaled by {}, so that its longest side is {:.0} units{remedy}",
                self.factor,
                geometry.extent()
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
    let texture = PictureFile::Colours(Picture { width: 0, height: 0, pixels }).quantised(None, false).document;
    let faces = faces.iter_mut().filter(|face| face.slot == Slot::Colour);
    for (face, texel) in faces.zip(&texture.texels) {
        face.colour = texture.palette.get(usize::from(*texel)).copied().unwrap_or_default();
    }
    let message = format!("{} colours of faces are reduced to {}", distinct.len(), texture.palette.len() - 1);
    findings.report(&rules::COLOURS, message);
}

/// Makes the figure; vertices without a face are left out. `textures` is the number of slots, `extras` are those of the
/// root node.
pub(super) fn assemble(
    vertices: &[Vertex],
    faces: &[Face],
    bones: &Bones,
    textures: usize,
    extras: &Value,
    options: &Options,
) -> Result<Figure> {
    let used: BTreeSet<u32> = faces.iter().flat_map(|face| face.corners.iter()).map(|(vertex, _)| *vertex).collect();
    let mut order: Vec<u32> = used.into_iter().collect();
    let key = |vertex: &Vertex| (vertex.bone, vertex.number.unwrap_or(u32::MAX));
    order.sort_by_key(|index| vertices.get(*index as usize).map(key));
    limit("vertices", order.len(), Limits::PLAYERS.vertices)?;
    let vertices: Vec<&Vertex> = order.iter().filter_map(|index| vertices.get(*index as usize)).collect();
    let places: HashMap<u32, u16> = order.iter().zip(0u16..).map(|(index, place)| (*index, place)).collect();
    let mut counts = vec![0u16; bones.joints.len()];
    vertices
        .iter()
        .for_each(|vertex| counts.iter_mut().skip(vertex.bone as usize).take(1).for_each(|count| *count += 1));
    let normals = if vertices.iter().all(|vertex| vertex.normal.is_none()) {
        Normals::None
    } else {
        let front = PackedNormal::Axis(Axis::PlusZ);
        Normals::Packed(vertices.iter().map(|vertex| vertex.normal.unwrap_or(front)).collect())
    };
    let parent = |joint: &Joint| joint.parent.and_then(|parent| u16::try_from(parent).ok());
    let joints = bones.joints.iter().zip(&counts);
    let list = joints.map(|(joint, count)| Bone { vertex_count: *count, parent: parent(joint), matrix: joint.matrix });
    let number = |name: &str| extras.get(name).and_then(Value::as_f64).unwrap_or(0.0).clamp(0.0, 64.0) as usize;
    let slots = faces.iter().filter_map(|face| match face.slot {
        Slot::Texture(slot) => Some(usize::from(slot) + 1),
        Slot::Colour => None,
    });
    let texture_count = slots.max().unwrap_or(0).max(number("textures")).max(textures);
    limit("textures", texture_count, Limits::PLAYERS.textures)?;
    let patterns = faces.iter().map(|face| usize::from(face.pattern) + 1).max().unwrap_or(1).max(number("patterns"));
    limit("patterns", patterns, Limits::PLAYERS.patterns)?;
    let mut lists = Lists { palette: palette(extras, faces), places, polygons: Polygons::default() };
    let patterns = (0..patterns).map(|pattern| lists.pattern(faces, pattern, texture_count));
    let patterns: Vec<Pattern> = patterns.collect::<Result<_>>()?;
    Ok(Figure {
        version: options.target.figure_version(),
        vertices: vertices.iter().map(|vertex| vertex.position).collect(),
        normals,
        palette: lists.palette,
        polygons: lists.polygons,
        texture_count: texture_count as u16,
        patterns,
        bones: list.collect(),
        trailer: options.trailer,
    })
}

fn limit(what: &str, count: usize, most: usize) -> Result<()> {
    if count > most {
        return fault(&rules::TOO_MUCH, format!("{count} {what}; players take {most}"));
    }
    Ok(())
}

/// Returns the palette of the extras. Where it has no room for new colours of faces, it keeps those that faces use.
fn palette(extras: &Value, faces: &[Face]) -> Vec<Rgb> {
    let colours = extras.get("palette").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let colour = |text: &Value| {
        let number = u32::from_str_radix(text.as_str()?.strip_prefix('#')?, 16).ok()?;
        Some(Rgb::from_hex(number))
    };
    let mut palette: Vec<Rgb> = colours.iter().filter_map(colour).take(Limits::PLAYERS.colours).collect();
    let faces = faces.iter().filter(|face| face.slot == Slot::Colour);
    let mut colours: HashSet<Rgb> = faces.map(|face| face.colour).collect();
    let new = colours.iter().filter(|colour| !palette.contains(colour)).count();
    if palette.len() + new > Limits::PLAYERS.colours {
        // Every colour is kept once.
        palette.retain(|colour| colours.remove(colour));
    }
    palette
}

struct Lists {
    palette: Vec<Rgb>,
    places: HashMap<u32, u16>,
    polygons: Polygons,
}

impl Lists {
    /// Adds the faces of a pattern: colours first, then the textures by slot.
    fn pattern(&mut self, faces: &[Face], number: usize, textures: usize) -> Result<Pattern> {
        let mut pattern = Pattern { textures: vec![PolygonRun::default(); textures], ..Pattern::default() };
        let mut group: Vec<&Face> = faces.iter().filter(|face| usize::from(face.pattern) == number).collect();
        group.sort_by_key(|face| (face.slot, face.number.unwrap_or(u32::MAX)));
        for face in group {
            let run = match face.slot {
                Slot::Colour => Some(&mut pattern.colour),
                Slot::Texture(slot) => pattern.textures.get_mut(usize::from(slot)),
            };
            let Some(run) = run else { continue };
            let copies = if face.is_twice { 2 } else { 1 };
            let count = if face.corners.len() == 4 { &mut run.quads } else { &mut run.triangles };
            let Some(next) = count.checked_add(copies) else {
                let part = if number == 0 { "the model".to_owned() } else { format!("pattern {number}") };
                let message = format!(
                    "{part} has more than 65535 polygons of one texture or of colours; --triangles 65535 simplifies it"
                );
                return fault(&rules::TOO_MUCH, message);
            };
            *count = next;
            (0..copies).try_for_each(|_| self.face(face))?;
        }
        Ok(pattern)
    }

    fn face(&mut self, face: &Face) -> Result<()> {
        match (face.slot, face.corners.len() == 4) {
            (Slot::Texture(_), true) => self.polygons.textured_quads.push(self.textured(face)),
            (Slot::Texture(_), false) => self.polygons.textured_triangles.push(self.textured(face)),
            (Slot::Colour, true) => {
                let quad = self.coloured(face)?;
                self.polygons.colour_quads.push(quad);
            }
            (Slot::Colour, false) => {
                let triangle = self.coloured(face)?;
                self.polygons.colour_triangles.push(triangle);
            }
        }
        Ok(())
    }

    fn textured<const N: usize>(&self, face: &Face) -> TexturedPolygon<N> {
        let texel = |corner: usize| face.corners.get(corner).map(|(_, texel)| *texel).unwrap_or_default();
        TexturedPolygon { material: face.bits, vertices: self.vertices(face), texels: std::array::from_fn(texel) }
    }

    fn coloured<const N: usize>(&mut self, face: &Face) -> Result<ColourPolygon<N>> {
        let colour = self.colour(face.colour)?;
        Ok(ColourPolygon { material: face.bits, vertices: self.vertices(face), colour })
    }

    fn vertices<const N: usize>(&self, face: &Face) -> [u16; N] {
        let place = |corner: usize| self.places.get(&face.corners.get(corner)?.0).copied();
        std::array::from_fn(|corner| place(corner).unwrap_or_default())
    }

    /// Returns the index of a colour, which is added when it is new.
    fn colour(&mut self, colour: Rgb) -> Result<u8> {
        let index = self.palette.iter().position(|entry| *entry == colour).unwrap_or(self.palette.len());
        if index == self.palette.len() {
            self.palette.push(colour);
        }
        u8::try_from(index).or_else(|_| fault(&rules::TOO_MUCH, "faces have more than 256 colours"))
    }
}
