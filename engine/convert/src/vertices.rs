//! Ownership, order and position of vertices.
//!
//! The file's vertices stand bone by bone in text order, inside a bone in the order of its vertexIndices. Equal ones
//! are merged first, then those that no face uses are left out [vendor tool].

use crate::axes::Arithmetic;
use crate::bones::{self, Place, scale_hint};
use crate::options::{Options, Target};
use crate::rules;
use crate::space::{Vector, pack_unit, round, short, times};
use keitai_formats::bac::Bac;
use keitai_formats::{Diagnostic, Diagnostics, PackedNormal};
use std::collections::HashMap;

/// An entry of a bone's vertexIndices.
#[derive(Debug)]
struct Entry {
    bone: usize,
    /// Index of the text's point.
    point: usize,
    /// Position in bone space.
    position: Vector,
    /// Normal in bone space, of length one or zero.
    normal: Option<Vector>,
    /// The entry that is written for this one: the first equal one of the bone when vertices are merged.
    written: usize,
}

/// The entries of all bones' lists.
#[derive(Debug)]
pub(crate) struct Ownership {
    entries: Vec<Entry>,
    /// For every point of the text, the last entry that names it.
    last: Vec<Option<usize>>,
}

impl Ownership {
    pub(crate) fn new(bac: &Bac, places: &[Place], options: &Options, findings: &mut Diagnostics) -> Self {
        let mut ownership = Self { entries: Vec::new(), last: vec![None; bac.coords.len()] };
        let arithmetic = Arithmetic::of(options);
        let normals = bac.normals.as_ref();
        for (index, (bone, place)) in bac.bones.iter().zip(places).enumerate() {
            // Normals are compared in 4.12, finer than they are packed [vendor tool].
            let mut equal: HashMap<([i64; 3], Option<[i64; 3]>), usize> = HashMap::new();
            for vertex in &bone.vertices {
                let known = usize::try_from(vertex.value).ok();
                let Some((point, coords)) = known.and_then(|point| Some((point, bac.coords.get(point)?))) else {
                    let count = bac.coords.len();
                    let path = bones::path(index, bone);
                    let message = format!("{path}: vertex {} does not exist; there are {count}", vertex.value);
                    findings.push(Diagnostic::new(&rules::VERTEX_INDEX, vertex.span, message));
                    continue;
                };
                let coords = coords.value.map(|c| arithmetic.scaled(c, options.scale));
                let position = arithmetic.position(&place.frame, coords);
                let normal = normals.map(|normals| {
                    let normal = normals.get(point).map(|normal| normal.value.map(f64::from)).unwrap_or_default();
                    arithmetic.normal(&place.frame, normal)
                });
                let entry = ownership.entries.len();
                let rounded = (position.map(round), normal.map(|normal| times(normal, 4096.0).map(round)));
                let written = if options.merge_vertices { *equal.entry(rounded).or_insert(entry) } else { entry };
                ownership.entries.push(Entry { bone: index, point, position, normal, written });
                let before = ownership.last.get_mut(point).and_then(|last| last.replace(entry));
                if let Some(other) = before.and_then(|before| ownership.entries.get(before)) {
                    let other = bac.bones.get(other.bone).map(|bone| bones::path(other.bone, bone)).unwrap_or_default();
                    let message = format!("{}: vertex {point} is already in {other}", bones::path(index, bone));
                    let split = options.split_shared_vertices;
                    let mut finding = Diagnostic::new(&rules::VERTEX_SHARED, vertex.span, message).allowed_if(split);
                    if split {
                        finding = finding.with_note("split; faces use the last one");
                    }
                    findings.push(finding);
                }
            }
        }
        ownership
    }

    /// Returns the entry that is written for a point of the text, if a bone owns the point.
    pub(crate) fn entry(&self, point: usize) -> Option<usize> {
        let last = self.last.get(point).copied().flatten()?;
        self.entries.get(last).map(|entry| entry.written)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Vertices {
    /// Positions in bone space.
    pub(crate) positions: Vec<[i16; 3]>,
    /// Normals in bone space, when they are written.
    pub(crate) normals: Option<Vec<PackedNormal>>,
    /// Number of vertices of each bone of the text.
    pub(crate) counts: Vec<usize>,
    /// For every entry, its number in the file.
    numbers: Vec<Option<u16>>,
}

impl Vertices {
    pub(crate) fn number(&self, entry: usize) -> u16 {
        self.numbers.get(entry).copied().flatten().unwrap_or(0)
    }

    /// Numbers the entries that faces use.
    pub(crate) fn new(
        bac: &Bac,
        ownership: &Ownership,
        faces: &[usize],
        options: &Options,
        findings: &mut Diagnostics,
    ) -> Self {
        let count = ownership.entries.len();
        let mut used = vec![false; count];
        for entry in faces {
            if let Some(used) = used.get_mut(*entry) {
                *used = true;
            }
        }
        // Every copy of a shared point that is split is written.
        let is_used = |point: usize| ownership.entry(point).is_some_and(|entry| used.get(entry) == Some(&true));
        let mut written = vec![false; count];
        for entry in ownership.entries.iter().filter(|entry| is_used(entry.point)) {
            if let Some(written) = written.get_mut(entry.written) {
                *written = true;
            }
        }
        let unused = (0..bac.coords.len()).filter(|point| !is_used(*point)).count();
        if unused > 0 {
            let message = format!("Figure/Vertices: {unused} of {} points are used by no face", bac.coords.len());
            findings
                .push(Diagnostic::new(&rules::VERTEX_UNUSED, bac.places.figure.0, message).with_note("not written"));
        }

        let mut vertices = Self { counts: vec![0; bac.bones.len()], ..Self::default() };
        let mut normals = Vec::new();
        for (entry, written) in ownership.entries.iter().zip(written) {
            vertices.numbers.push(u16::try_from(vertices.positions.len()).ok().filter(|_| written));
            if !written {
                continue;
            }
            let beyond = |rounded, value| overflow(rounded, value, entry, bac, options);
            let position = entry.position.map(|value| short(value, findings, |rounded| beyond(rounded, value)));
            vertices.positions.push(position);
            normals.extend(entry.normal.map(pack_unit));
            if let Some(count) = vertices.counts.get_mut(entry.bone) {
                *count += 1;
            }
        }
        vertices.normals = (bac.normals.is_some() && options.target != Target::V1).then_some(normals);
        vertices
    }
}

/// Returns the finding about a coordinate outside 16 bits, `value` before rounding.
fn overflow(rounded: i64, value: f64, entry: &Entry, bac: &Bac, options: &Options) -> Diagnostic {
    let bone = bac.bones.get(entry.bone).map(|bone| bones::path(entry.bone, bone)).unwrap_or_default();
    let span = bac.coords.get(entry.point).map(|point| point.span).unwrap_or_default();
    let message = format!("Figure/Vertices/coords/pnt[{}]: {rounded} in {bone} is outside -32768..=32767", entry.point);
    Diagnostic::new(&rules::OVERFLOW, span, message).with_note(scale_hint(value, options))
}
