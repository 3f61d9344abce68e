//! Converts a figure to BAC6.
//!
//! Bones are composed from the root in 64-bit floats, from exact rotations that round to the file's matrices; vertices
//! go to model space with them. The result is compiled again, and every difference from the file is reported.

use super::frames::{frames, points};
use super::search::unpack_normal;
use super::{DecompileOptions, faces};
use crate::options::{Options, Target, ZSort};
use crate::rules;
use crate::space::{Frame, times};
use keitai_formats::{
    Content, Diagnostics, Figure, Material, Normals, Policy, Report, Severity,
    bac::{Bac, Bone},
    bone_name,
    mbac::{self, WriteOptions},
    text::Spanned,
};

/// Converts a figure to a text.
pub fn figure(figure: &Figure, options: &DecompileOptions<'_>) -> Report<Option<Bac>> {
    let mut findings = Diagnostics::default();
    let frames = frames(figure, options, &mut findings);
    let compile_options = settings(figure, options);
    let mut bac = Bac {
        name: Some("figure".to_owned()),
        remarks: vec![format!("from MBAC version {}", figure.version)],
        settings: compile_options.settings(),
        ..Bac::default()
    };
    vertices(figure, &frames, &mut bac, &mut findings);
    bac.bones = bones(figure, &frames, &mut findings);
    faces::add(figure, options, compile_options.z_sort, &mut bac, &mut findings);
    verify(figure, options.file, &mut bac, &mut findings);
    findings.into_report(bac).under(Policy::default())
}

/// Returns the options that give the same file again.
fn settings(figure: &Figure, options: &DecompileOptions<'_>) -> Options {
    let target = match figure.version {
        ..=3 => Target::V1,
        4 => Target::V2,
        _ => Target::V3,
    };
    let sorts = figure.polygons.materials().fold(0, |all, material| all | material.0)
        & (Material::SORT_NEAREST | Material::SORT_FARTHEST);
    let z_sort = match sorts {
        0 => ZSort::Average,
        Material::SORT_NEAREST => ZSort::Nearest,
        _ => ZSort::Farthest,
    };
    let target = if z_sort == ZSort::Average { target } else { Target::V31 };
    // The coordinates are those of the whole texture, of which V2 addresses a corner.
    let used = options.texture_sizes.iter().take(usize::from(figure.texture_count));
    let wraps = target == Target::V2 && used.flatten().any(|side| *side > Target::V2_SIDE);
    Options {
        target,
        z_sort,
        allow_uv_wrap: wraps,
        keep_unused_bones: unused_bones(figure).next().is_some(),
        trailer: figure.trailer,
        ..Options::default()
    }
}

/// Returns the bones that own no vertex and have no descendant with one.
pub(crate) fn unused_bones(figure: &Figure) -> impl Iterator<Item = usize> + use<> {
    let owners = figure.bones.iter().map(|bone| bone.vertex_count > 0).collect();
    figure.with_ancestors(owners).into_iter().enumerate().filter(|(_, used)| !used).map(|(index, _)| index)
}

fn vertices(figure: &Figure, frames: &[Frame], bac: &mut Bac, findings: &mut Diagnostics) {
    let owners: Vec<&Frame> = figure.owners().filter_map(|bone| frames.get(bone)).collect();
    let narrow = |v: [f64; 3]| Spanned::from(v.map(|c| c as f32));
    let points = figure.vertices.iter().zip(&owners);
    bac.coords = points.map(|(point, frame)| narrow(frame.bring_out(point.map(f64::from)))).collect();
    bac.normals = match &figure.normals {
        Normals::None => None,
        Normals::Vectors(vectors) => {
            findings.report(&rules::NORMALS_REPACKED, "normals are stored as vectors");
            let vectors = vectors.iter().zip(&owners);
            Some(vectors.map(|(v, frame)| narrow(times(frame.turn_out(v.map(f64::from)), 1.0 / 4096.0))).collect())
        }
        Normals::Packed(packed) => {
            let mut directions = Vec::with_capacity(packed.len());
            for (index, (packed, frame)) in packed.iter().zip(&owners).enumerate() {
                let (direction, same) = unpack_normal(*packed);
                if !same {
                    findings.report(&rules::NORMAL_LOST, format!("vertex {index}: {packed:?}"));
                }
                directions.push(narrow(frame.turn_out(direction)));
            }
            Some(directions)
        }
    };
}

/// Returns the bones in depth-first order, with flags.
fn bones(figure: &Figure, frames: &[Frame], findings: &mut Diagnostics) -> Vec<Bone> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); figure.bones.len()];
    let mut roots = Vec::new();
    let mut firsts = Vec::with_capacity(figure.bones.len());
    let mut first = 0i32;
    for (index, bone) in figure.bones.iter().enumerate() {
        match bone.parent.and_then(|parent| children.get_mut(usize::from(parent))) {
            Some(siblings) => siblings.push(index),
            None => roots.push(index),
        }
        firsts.push(first);
        first += i32::from(bone.vertex_count);
    }
    // (bone, whether a brother follows), the next one last.
    let with_brothers = |list: &[usize]| -> Vec<(usize, bool)> {
        let last = list.last().copied();
        list.iter().rev().map(|bone| (*bone, Some(*bone) != last)).collect()
    };
    let mut open = with_brothers(&roots);
    let mut bones = Vec::with_capacity(figure.bones.len());
    let mut in_order = true;
    while let Some((index, has_brother)) = open.pop() {
        in_order &= index == bones.len();
        let below = children.get(index).map(Vec::as_slice).unwrap_or_default();
        open.extend(with_brothers(below));
        let (Some(source), Some(frame), Some(first)) = (figure.bones.get(index), frames.get(index), firsts.get(index))
        else {
            continue;
        };
        let [translate, rotate, handle] = points(frame);
        let vertices = (*first..first + i32::from(source.vertex_count)).map(Spanned::from).collect();
        bones.push(Bone {
            name: Some(Spanned::from(bone_name(index))),
            has_child: !below.is_empty(),
            has_brother,
            translate,
            rotate,
            handle,
            vertices,
            ..Bone::default()
        });
    }
    if !in_order {
        findings.report(&rules::BONE_ORDER, "the file's bones do not stand depth first; they were reordered");
    }
    for index in unused_bones(figure) {
        findings.report(&rules::BONE_UNUSED, format!("bone {index} owns no vertex; other converters remove it"));
    }
    bones
}

/// Compiles the text again and reports differences.
fn verify(figure: &Figure, file: Option<&[u8]>, bac: &mut Bac, findings: &mut Diagnostics) {
    let unlimited = Options { no_limits: true, ..Options::default() };
    let again = crate::figure(bac, Vec::new(), &unlimited.with_settings(&bac.settings));
    let mut report = |message: String| findings.report(&rules::DIFFERS, message);
    match again.document {
        Some(named) => {
            let different = differences(figure, &named.figure);
            if let (true, Some(file)) = (different.is_empty(), file) {
                match apart(&named, file) {
                    Ok(true) => bac.settings.push(("last-vertex-apart".to_owned(), String::new())),
                    Ok(false) => {}
                    Err(byte) => report(format!("the contents are equal, but byte {byte} differs")),
                }
            }
            different.into_iter().for_each(&mut report);
        }
        None => {
            let errors = again.diagnostics.into_iter().filter(|finding| finding.severity == Severity::Error);
            errors.for_each(|finding| report(format!("{}: {}", finding.rule.code, finding.message)));
        }
    }
}

/// Returns whether the last vertex of a file has a block of its own, or the first byte that differs either way.
fn apart(named: &Content, file: &[u8]) -> Result<bool, usize> {
    let written = |last_vertex_apart| mbac::write_with(&named.figure, WriteOptions { last_vertex_apart });
    let [joined, apart] = [false, true].map(|apart| written(apart).unwrap_or_default());
    if joined == file {
        return Ok(false);
    }
    let first = joined.iter().zip(file).position(|(a, b)| a != b);
    if apart == file { Ok(true) } else { Err(first.unwrap_or(joined.len().min(file.len()))) }
}

/// Describes the differences of two figures: one line per part.
pub fn differences(a: &Figure, b: &Figure) -> Vec<String> {
    let mut lines = Vec::new();
    let mut part = |name: &str, lengths: [usize; 2], first: Option<usize>| {
        if lengths[0] != lengths[1] {
            lines.push(format!("{name}: {} and {}", lengths[0], lengths[1]));
        } else if let Some(first) = first {
            lines.push(format!("{name}: number {first} is the first that differs"));
        }
    };
    fn list<T: PartialEq>(a: &[T], b: &[T]) -> ([usize; 2], Option<usize>) {
        ([a.len(), b.len()], a.iter().zip(b).position(|(a, b)| a != b))
    }
    macro_rules! compare {
        ($($name:literal: $a:expr, $b:expr;)*) => { $({
            let (lengths, first) = list($a, $b);
            part($name, lengths, first);
        })* };
    }
    let (p, q) = (&a.polygons, &b.polygons);
    compare! {
        "vertices": &a.vertices, &b.vertices;
        "bones": &a.bones, &b.bones;
        "palette": &a.palette, &b.palette;
        "patterns": &a.patterns, &b.patterns;
        "colour triangles": &p.colour_triangles, &q.colour_triangles;
        "colour quads": &p.colour_quads, &q.colour_quads;
        "textured triangles": &p.textured_triangles, &q.textured_triangles;
        "textured quads": &p.textured_quads, &q.textured_quads;
    }
    match (&a.normals, &b.normals) {
        (Normals::Packed(a), Normals::Packed(b)) => compare! { "normals": a, b; },
        (a, b) if a == b => {}
        _ => lines.push("normals: of different kinds".to_owned()),
    }
    if a.version != b.version {
        lines.push(format!("version: {} and {}", a.version, b.version));
    }
    if a.texture_count != b.texture_count {
        lines.push(format!("textures: {} and {}", a.texture_count, b.texture_count));
    }
    if a.trailer != b.trailer {
        lines.push("trailers differ".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::{BoneMatrix, ColourPolygon, Pattern, PolygonRun, Polygons, Rgb, TexturedPolygon, Trailer};

    /// Returns a figure of two triangles with these materials.
    fn triangles(materials: [u16; 2]) -> Figure {
        let triangle = |material| ColourPolygon { material: Material(material), vertices: [0, 1, 2], colour: 0 };
        Figure {
            version: 5,
            vertices: vec![[0, 0, 0], [9, 0, 0], [0, 9, 0]],
            palette: vec![Rgb { r: 1, g: 2, b: 3 }],
            polygons: Polygons { colour_triangles: materials.map(triangle).to_vec(), ..Polygons::default() },
            patterns: vec![Pattern { colour: PolygonRun { triangles: 2, quads: 0 }, textures: Vec::new() }],
            bones: vec![keitai_formats::Bone { vertex_count: 3, ..Default::default() }],
            trailer: Some(Trailer::default()),
            ..Figure::default()
        }
    }

    #[test]
    fn only_a_sorting_of_their_own_is_lost() {
        let codes = |materials| {
            let converted = super::figure(&triangles(materials), &DecompileOptions::default());
            converted.diagnostics.iter().map(|finding| finding.rule.code).collect::<Vec<_>>()
        };
        let (near, far, flat) = (Material::SORT_NEAREST, Material::SORT_FARTHEST, Material::FLAT_SHADE);
        for same in [0, near, far] {
            assert!(codes([same; 2]).is_empty(), "{same:#x}");
        }
        for other in [[near, far], [0, near], [near | far; 2], [far, flat | far]] {
            assert_eq!(codes(other), ["R005", "R004"], "{other:?}");
        }
    }

    #[test]
    fn the_bytes_of_the_file_come_back() {
        let figure = Figure { vertices: vec![[1000, 0, 0], [0, 1000, 0], [1, 2, 3]], ..triangles([0; 2]) };
        let text = |file: &[u8]| super::figure(&figure, &DecompileOptions { file: Some(file), ..Default::default() });
        for last_vertex_apart in [false, true] {
            let file = mbac::write_with(&figure, WriteOptions { last_vertex_apart }).unwrap();
            let Report { document, diagnostics } = text(&file);
            assert_eq!(diagnostics, []);
            let text = document.unwrap();
            let options = Options::default().with_settings(&text.settings);
            let figure = crate::figure(&text, Vec::new(), &options).document.unwrap().figure;
            let again = mbac::write_with(&figure, options.write_options()).unwrap();
            assert_eq!(again, file, "{last_vertex_apart}");
        }
        let mut file = mbac::write(&figure).unwrap();
        file.push(0);
        let findings = text(&file).diagnostics;
        let message = format!("the contents are equal, but byte {} differs", file.len() - 1);
        assert_eq!(
            findings.iter().map(|finding| (finding.rule.code, finding.message.as_str())).collect::<Vec<_>>(),
            [("R004", message.as_str())]
        );
    }

    #[test]
    fn a_large_texture_of_v2_comes_back() {
        let triangle =
            TexturedPolygon { material: Material(0), vertices: [0, 1, 2], texels: [[0, 1], [127, 5], [64, 100]] };
        let textures = vec![PolygonRun { triangles: 1, quads: 0 }];
        let figure = Figure {
            version: 4,
            palette: Vec::new(),
            polygons: Polygons { textured_triangles: vec![triangle], ..Polygons::default() },
            texture_count: 1,
            patterns: vec![Pattern { textures, ..Pattern::default() }],
            ..triangles([0; 2])
        };
        let text = |size| {
            let options = DecompileOptions { texture_sizes: &[size], ..DecompileOptions::default() };
            super::figure(&figure, &options).document.unwrap()
        };
        assert_eq!(text([0; 2]).textures, [[128; 2]], "not known");
        for (size, wraps) in [([256, 100], true), ([100, 129], true), ([128, 128], false)] {
            let text = text(size);
            assert_eq!(text.textures, [size.map(i32::from)]);
            assert_eq!(text.settings.iter().any(|(name, _)| name == "allow-uv-wrap"), wraps, "{size:?}");
            let options = Options::default().with_settings(&text.settings);
            let again = crate::figure(&text, Vec::new(), &options);
            assert_eq!(differences(&figure, &again.document.unwrap().figure), Vec::<String>::new());
        }
    }

    #[test]
    fn a_missing_trailer_is_a_difference() {
        let bare = Figure { trailer: None, ..triangles([0; 2]) };
        assert_eq!(differences(&triangles([0; 2]), &bare), ["trailers differ"]);
    }

    /// Returns whether a chain of bones comes back from text in both arithmetics.
    fn comes_back(matrices: &[[i16; 12]]) -> bool {
        let vendor = Options { policy: Policy { vendor: true, strict: false }, ..Options::default() };
        let mut figure = triangles([0; 2]);
        let chain = (0..).zip(matrices).map(|(index, matrix)| keitai_formats::Bone {
            vertex_count: if index + 1 == matrices.len() { 3 } else { 0 },
            parent: index.checked_sub(1).map(|parent: usize| parent as u16),
            matrix: BoneMatrix(*matrix),
        });
        figure.bones = chain.collect();
        let text = super::figure(&figure, &DecompileOptions::default()).document.unwrap();
        [Options::default(), vendor].into_iter().all(|options| {
            let again = crate::figure(&text, Vec::new(), &options.with_settings(&text.settings));
            again.document.unwrap().figure.bones == figure.bones
        })
    }

    /// The vendor's arithmetic loses small turns: the text of a bone that is turned by a few units makes up for that.
    #[test]
    fn small_turns_come_back_in_both_arithmetics() {
        for [x, y] in [[1, 0], [0, -1], [2, 1], [-3, 5], [7, 0]] {
            assert!(comes_back(&[[4096, 0, x, 3, 0, 4096, y, -7, -x, -y, 4096, 20]; 2]), "{x} {y}");
        }
    }

    /// The last bone reverses the turns of the bones above it. The rest is less than the vendor's arithmetic keeps, so
    /// its parent is turned a little, too.
    #[test]
    fn turns_that_the_vendors_arithmetic_loses_come_back_by_their_parents() {
        let about_x = |angle: f64| {
            let [sin, cos] = [angle.sin(), angle.cos()].map(|part| (4096.0 * part + 0.5).floor() as i16);
            [4096, 0, 0, 3, 0, cos, -sin, -7, 0, sin, cos, 20]
        };
        for step in 2..40 {
            let (a, b) = (0.3 + 0.02 * f64::from(step), 0.5 - 0.013 * f64::from(step));
            assert!(comes_back(&[about_x(a), about_x(b), about_x(-a - b)]), "{step}");
        }
    }
}
