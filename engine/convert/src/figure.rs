//! Converts BAC6 to a figure: the order of the stages, and the limits of files and players.

use crate::axes::Arithmetic;
use crate::bones::{self, Place};
use crate::options::{Options, Target, ZSort};
use crate::space::Frame;
use crate::vertices::{Ownership, Vertices};
use crate::{faces, rules};
use keitai_formats::bac::Bac;
use keitai_formats::diagnostic::counted;
use keitai_formats::text::Span;
use keitai_formats::{
    Bone, Content, Diagnostic, Diagnostics, Figure, Limits, Normals, RemovedBone, Report, Rule, Skeleton,
};
use std::collections::HashSet;

/// Converts a BAC6 document. `reading` holds the findings of the reader, which become part of the report.
pub fn figure(bac: &Bac, reading: Vec<Diagnostic>, options: &Options) -> Report<Option<Content>> {
    let mut findings = Diagnostics::default();
    findings.extend(reading);
    let places = bones::place(bac, options, &mut findings);
    report_names(bac, &mut findings);
    report_normals(bac, options, &mut findings);

    let ownership = Ownership::new(bac, &places, options, &mut findings);
    let faces = faces::keep(bac, &ownership, &mut findings);
    let count = bac.polygons.len() + bac.groups.iter().map(|group| group.faces.len()).sum::<usize>();
    // An error of a face is more precise.
    if faces.is_empty() && !findings.has_errors(options.policy) {
        let message = match count {
            0 => "Figure: there is no face".to_owned(),
            1 => "Figure: the only face cannot be written".to_owned(),
            _ => format!("Figure: none of {count} faces can be written"),
        };
        findings.push(Diagnostic::new(&rules::NOTHING_LEFT, bac.places.figure.0, message));
    }
    let vertices = Vertices::new(bac, &ownership, &faces::used(&faces), options, &mut findings);
    let surface = faces::build(bac, &faces, &vertices, options, &mut findings);

    let kept_bones = bones::kept(&places, &vertices.counts, options);
    let bones = write_bones(bac, &places, &kept_bones, &vertices, options, &mut findings);
    let rest = bones.iter().map(|bone| bone.matrix).collect();
    let mut skeleton = Skeleton { groups: bac.groups.len(), rest, ..Skeleton::default() };
    for ((number, bone), is_kept) in bac.bones.iter().enumerate().zip(&kept_bones) {
        let name = bone.name_or(number);
        if *is_kept {
            skeleton.bones.push(name);
        } else {
            skeleton.removed.push(RemovedBone { number, name });
        }
    }
    let figure = Figure {
        version: options.target.figure_version(),
        vertices: vertices.positions,
        normals: vertices.normals.map_or(Normals::None, Normals::Packed),
        palette: surface.palette,
        polygons: surface.polygons,
        texture_count: surface.texture_count,
        patterns: surface.patterns,
        bones,
        trailer: options.trailer,
    };
    report_limits(&figure, bac, options, &mut findings);

    findings.into_report(Content { figure, skeleton, ..Content::default() }).under(options.policy)
}

fn write_bones(
    bac: &Bac,
    places: &[Place],
    flags: &[bool],
    vertices: &Vertices,
    options: &Options,
    findings: &mut Diagnostics,
) -> Vec<Bone> {
    let mut numbers: Vec<Option<u16>> = Vec::with_capacity(places.len());
    let mut bones: Vec<Bone> = Vec::new();
    for (index, (place, is_kept)) in places.iter().zip(flags).enumerate() {
        let Some(bone) = bac.bones.get(index).filter(|_| *is_kept) else {
            numbers.push(None);
            continue;
        };
        let parent = place.parent.and_then(|parent| places.get(parent));
        let local = Arithmetic::of(options).within(parent.map_or(&Frame::MODEL, |parent| &parent.frame), &place.frame);
        let matrix = bones::matrix(index, bone, &local, options, findings);
        let count = vertices.counts.get(index).copied().unwrap_or_default();
        numbers.push(u16::try_from(bones.len()).ok());
        bones.push(Bone {
            vertex_count: u16::try_from(count).unwrap_or(u16::MAX),
            parent: place.parent.and_then(|parent| numbers.get(parent).copied().flatten()),
            matrix,
        });
    }
    bones
}

fn report_names(bac: &Bac, findings: &mut Diagnostics) {
    let mut names = HashSet::new();
    for (index, bone) in bac.bones.iter().enumerate() {
        if !names.insert(bone.name_or(index)) {
            let message = format!("{}: another bone has this name", bones::path(index, bone));
            findings.push(Diagnostic::new(&rules::DUPLICATE_BONE, bone.span.0, message));
        }
    }
}

fn report_normals(bac: &Bac, options: &Options, findings: &mut Diagnostics) {
    let Some(normals) = &bac.normals else { return };
    let (normal_count, points) = (normals.len(), bac.coords.len());
    let message = format!("Figure/Vertices/normals: {normal_count} normals for {points} points");
    if normal_count < points {
        findings.push(Diagnostic::new(&rules::NORMALS_FEWER, bac.places.normals.0, message));
    } else if normal_count > points {
        findings.push(Diagnostic::new(&rules::NORMALS_MORE, bac.places.normals.0, message));
    }
    for (index, normal) in normals.iter().enumerate().filter(|(_, normal)| normal.value == [0.0; 3]) {
        let message = format!("Figure/Vertices/normals/vct[{index}]: its length is zero");
        findings.push(Diagnostic::new(&rules::NORMAL_ZERO, normal.span, message));
    }
    if options.target == Target::V1 {
        let message = "Figure/Vertices/normals: lost for V1";
        findings.push(Diagnostic::new(&rules::TARGET_ATTRIBUTES, bac.places.normals.0, message));
    }
}

fn report_limits(figure: &Figure, bac: &Bac, options: &Options, findings: &mut Diagnostics) {
    let at = bac.places.figure.0;
    let mut limit = |rule: &'static Rule, what: &str, count: usize, most: usize, span: Span| {
        if count > most {
            let message = format!("Figure: {count} {what}; players take {most}");
            findings.push(Diagnostic::new(rule, span, message).allowed_if(options.no_limits));
        }
    };
    let (textures, patterns) = (usize::from(figure.texture_count), figure.patterns.len());
    limit(&rules::TOO_MANY_TEXTURES, "textures", textures, Limits::PLAYERS.textures, bac.places.textures.0);
    limit(&rules::TOO_MANY_PATTERNS, "patterns", patterns, Limits::PLAYERS.patterns, at);
    limit(&rules::TOO_MANY_VERTICES, "vertices", figure.vertices.len(), Limits::PLAYERS.vertices, at);
    let polygons = &figure.polygons;
    let counts = [
        ("vertices", figure.vertices.len()),
        ("bones", figure.bones.len()),
        ("patterns", patterns),
        ("colour triangles", polygons.colour_triangles.len()),
        ("colour quads", polygons.colour_quads.len()),
        ("textured triangles", polygons.textured_triangles.len()),
        ("textured quads", polygons.textured_quads.len()),
    ];
    for (what, count) in counts.into_iter().filter(|(_, count)| *count > usize::from(u16::MAX)) {
        findings.push(Diagnostic::new(&rules::TOO_MANY, at, format!("Figure: {count} {what}; a file holds 65535")));
    }
    if options.target != Target::V31 && options.z_sort != ZSort::Average {
        let message = format!("Figure: sorting by the nearest or farthest vertex is lost for {}", options.target);
        findings.push(Diagnostic::new(&rules::SORTING_LOST, at, message));
    }
    if options.target < Target::V3 {
        let target = options.target;
        if textures > 1 {
            let message = format!("Figure: {textures} textures; {target} has one");
            findings.push(Diagnostic::new(&rules::TARGET_TEXTURES, bac.places.textures.0, message));
        }
        if patterns > 1 {
            let message = format!("Figure: {}; {target} has none", counted(patterns - 1, "group"));
            findings.push(Diagnostic::new(&rules::TARGET_PATTERNS, at, message));
        }
    } else if let Some(group) = bac.groups.get(31) {
        let message = "Figure/DynamicPolygons/group[31]: pattern 32 is never drawn";
        findings.push(Diagnostic::new(&rules::PATTERN_32, group.span.0, message));
    }
}
