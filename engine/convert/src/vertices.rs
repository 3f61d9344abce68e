//! Ownership, order and position of vertices.
//!
//! The file's vertices stand bone by bone in text order, inside a bone as its vertexIndices list them; vertices that no
//! face uses are left out [vendor tool].

use crate::bones::{self, Placed, scale_hint};
use crate::normals::pack;
use crate::rules;
use crate::space::{round, times, widen};
use crate::{Options, Target};
use keitai_formats::bac::Bac;
use keitai_formats::figure::PackedNormal;
use keitai_formats::{Diagnostic, Diagnostics, Severity};
use std::collections::HashMap;

/// For every point of the text, the bone that owns it and its place in that bone's list.
#[derive(Debug)]
pub(crate) struct Ownership {
    owner: Vec<Option<(usize, usize)>>,
}

impl Ownership {
    /// Reads the bones' lists.
    pub(crate) fn new(bac: &Bac, options: &Options, found: &mut Diagnostics) -> Self {
        let mut owner: Vec<Option<(usize, usize)>> = vec![None; bac.coords.len()];
        for (index, bone) in bac.bones.iter().enumerate() {
            for (slot, vertex) in bone.vertices.iter().enumerate() {
                let place = usize::try_from(vertex.value).ok().and_then(|vertex| owner.get_mut(vertex));
                let Some(place) = place else {
                    let message = format!(
                        "{}: vertex {} does not exist; there are {}",
                        bones::path(index, bone),
                        vertex.value,
                        bac.coords.len()
                    );
                    found.push(Diagnostic::new(&rules::VERTEX_INDEX, vertex.span, message));
                    continue;
                };
                if let Some((before, _)) = place.replace((index, slot)) {
                    let other = bac.bones.get(before).map(|bone| bones::path(before, bone)).unwrap_or_default();
                    let message =
                        format!("{}: vertex {} is already in {other}", bones::path(index, bone), vertex.value);
                    let mut finding = Diagnostic::new(&rules::VERTEX_SHARED, vertex.span, message);
                    if options.split_shared_vertices {
                        finding.severity = Severity::Warning;
                        finding = finding.with_note("split; faces use the last one");
                    }
                    found.push(finding);
                }
            }
        }
        Self { owner }
    }

    /// Whether a point exists and belongs to a bone.
    pub(crate) fn owned(&self, vertex: usize) -> bool {
        self.owner.get(vertex).is_some_and(Option::is_some)
    }
}

/// The vertices of the file.
#[derive(Debug, Default)]
pub(crate) struct Vertices {
    /// Positions in bone space.
    pub(crate) positions: Vec<[i16; 3]>,
    /// Normals in bone space, when they are written.
    pub(crate) normals: Option<Vec<PackedNormal>>,
    /// How many vertices each bone of the text owns.
    pub(crate) counts: Vec<usize>,
    /// For every point of the text, its number in the file.
    numbers: Vec<Option<u32>>,
}

impl Vertices {
    /// The number of a point of the text in the file.
    pub(crate) fn number(&self, vertex: usize) -> Option<u32> {
        self.numbers.get(vertex).copied().flatten()
    }

    /// Collects the vertices that are `used`, bone by bone.
    pub(crate) fn new(
        bac: &Bac,
        placed: &[Placed],
        ownership: &Ownership,
        used: &[bool],
        options: &Options,
        found: &mut Diagnostics,
    ) -> Self {
        let text_normals = bac.normals.as_ref().filter(|_| options.target != Target::V1);
        let mut vertices = Self { numbers: vec![None; bac.coords.len()], ..Self::default() };
        let mut normals = text_normals.map(|_| Vec::new());
        for (index, (bone, place)) in bac.bones.iter().zip(placed).enumerate() {
            let first = vertices.positions.len();
            let mut merged: HashMap<([i16; 3], Option<PackedNormal>), u32> = HashMap::new();
            for (slot, vertex) in bone.vertices.iter().enumerate() {
                let Ok(vertex) = usize::try_from(vertex.value) else { continue };
                let Some(point) = bac.coords.get(vertex) else { continue };
                let last_of_split = ownership.owner.get(vertex).copied().flatten() == Some((index, slot));
                if used.get(vertex) != Some(&true) {
                    continue;
                }
                let local = place.frame.bring_in(times(widen(point.value), options.scale));
                let position = local.map(|value| {
                    let rounded = round(value);
                    i16::try_from(rounded).unwrap_or_else(|_| {
                        let message = format!(
                            "Figure/Vertices/coords/pnt[{vertex}]: {rounded} in {} is outside -32768..=32767",
                            bones::path(index, bone)
                        );
                        let finding = Diagnostic::new(&rules::OVERFLOW, point.span, message);
                        found.push(finding.with_note(scale_hint(value)));
                        rounded as i16
                    })
                });
                let normal = text_normals.map(|normals| {
                    let direction = normals.get(vertex).map(|normal| widen(normal.value)).unwrap_or_default();
                    pack(place.frame.turn_in(direction))
                });
                let known = options.merge_vertices.then(|| merged.get(&(position, normal)).copied()).flatten();
                let number = known.unwrap_or_else(|| {
                    let number = u32::try_from(vertices.positions.len()).unwrap_or(u32::MAX);
                    vertices.positions.push(position);
                    if let (Some(normals), Some(normal)) = (&mut normals, normal) {
                        normals.push(normal);
                    }
                    merged.insert((position, normal), number);
                    number
                });
                if last_of_split && let Some(place) = vertices.numbers.get_mut(vertex) {
                    *place = Some(number);
                }
            }
            vertices.counts.push(vertices.positions.len() - first);
        }
        vertices.normals = normals;
        vertices
    }
}
