//! Checks of a figure by itself: unused and doubtful content, and counts beyond what phones drew.

use super::rules;
use crate::decompile::nearest_rotation;
use crate::options::WorkBudget;
use crate::space::Frame;
use keitai_formats::diagnostic::counted;
use keitai_formats::{
    ColourPolygon, Diagnostic, Diagnostics, Figure, Items, Limits, Material, Normals, Rule, TexturedPolygon,
};

/// Most polygons that games of the time drew in a frame.
const FAST: usize = 1500;

/// Checks a figure that a reader or a conversion made.
pub fn figure(figure: &Figure) -> Vec<Diagnostic> {
    let mut findings = Diagnostics::default();
    polygons(figure, &mut findings);
    patterns(figure, &mut findings);
    bones(figure, &mut findings);
    limits(figure, &mut findings);
    findings.finish()
}

/// Returns the material, the vertices and the colour of every polygon, in the order of the file's lists.
fn each(figure: &Figure) -> impl Iterator<Item = (Material, &[u16], Option<u8>)> {
    fn coloured<const N: usize>(polygon: &ColourPolygon<N>) -> (Material, &[u16], Option<u8>) {
        (polygon.material, &polygon.vertices, Some(polygon.colour))
    }
    fn textured<const N: usize>(polygon: &TexturedPolygon<N>) -> (Material, &[u16], Option<u8>) {
        (polygon.material, &polygon.vertices, None)
    }
    let polygons = &figure.polygons;
    (polygons.colour_triangles.iter().map(coloured))
        .chain(polygons.colour_quads.iter().map(coloured))
        .chain(polygons.textured_triangles.iter().map(textured))
        .chain(polygons.textured_quads.iter().map(textured))
}

/// Number of polygons of one kind, and the first of them.
#[derive(Default)]
struct Tally {
    count: usize,
    first: Option<usize>,
}

impl Tally {
    fn add(&mut self, polygon: usize, counts: bool) {
        if counts {
            self.count += 1;
            self.first.get_or_insert(polygon);
        }
    }

    fn report(&self, rule: &'static Rule, what: &str, findings: &mut Diagnostics) {
        if let Some(first) = self.first {
            let message = format!("{} {what}, the first is polygon {first}", counted(self.count, "polygon"));
            findings.report_about(Items { polygon: Some(first), ..Items::default() }, rule, message);
        }
    }
}

fn polygons(figure: &Figure, findings: &mut Diagnostics) {
    let mut vertices = vec![false; figure.vertices.len()];
    let mut colours = vec![false; figure.palette.len()];
    let [mut degenerate, mut lit, mut sphere] = std::array::from_fn(|_| Tally::default());
    for (polygon, (material, corners, colour)) in each(figure).enumerate() {
        for corner in corners {
            if let Some(used) = vertices.get_mut(usize::from(*corner)) {
                *used = true;
            }
        }
        if let Some(used) = colour.and_then(|colour| colours.get_mut(usize::from(colour))) {
            *used = true;
        }
        let repeated = |(at, corner)| corners.iter().skip(at + 1).any(|other| other == corner);
        degenerate.add(polygon, corners.iter().enumerate().any(repeated));
        lit.add(polygon, material.has(Material::LIGHTING));
        sphere.add(polygon, material.has(Material::SPHERE_MAP) && !material.has(Material::LIGHTING));
    }
    unused(&rules::UNUSED_VERTICES, "vertices", &vertices, findings);
    unused(&rules::UNUSED_COLOURS, "colours", &colours, findings);
    degenerate.report(&rules::DEGENERATE, "with a vertex twice", findings);
    if figure.normals == Normals::None {
        lit.report(&rules::LIGHT_WITHOUT_NORMALS, "with light, but without normals", findings);
    }
    sphere.report(&rules::SPHERE_WITHOUT_LIGHT, "with a sphere map, but without light", findings);
}

fn unused(rule: &'static Rule, what: &str, used: &[bool], findings: &mut Diagnostics) {
    let count = used.iter().filter(|used| !**used).count();
    if count > 0 {
        let message = format!("{count} of {} {what} are used by no polygon", used.len());
        findings.report(rule, message);
    }
}

fn patterns(figure: &Figure, findings: &mut Diagnostics) {
    let mut slots = vec![false; usize::from(figure.texture_count)];
    for (index, pattern) in figure.patterns.iter().enumerate() {
        let runs = std::iter::once(&pattern.colour).chain(&pattern.textures);
        let polygons: usize = runs.map(|run| usize::from(run.triangles) + usize::from(run.quads)).sum();
        for (slot, run) in slots.iter_mut().zip(&pattern.textures) {
            *slot |= run.triangles > 0 || run.quads > 0;
        }
        let items = Items { pattern: Some(index), ..Items::default() };
        if polygons == 0 && index > 0 {
            findings.report_about(items, &rules::EMPTY_PATTERN, format!("pattern {index} has no polygons"));
        }
        if index == Figure::UNDRAWN_PATTERN && polygons > 0 {
            let message = format!("pattern {index} has {} and is never drawn", counted(polygons, "polygon"));
            findings.report_about(items, &rules::NEVER_DRAWN, message);
        }
    }
    // Version 3 and 4 files have a slot whether it is used or not.
    if figure.version >= 5 {
        for (slot, _) in slots.iter().enumerate().filter(|(_, used)| !**used) {
            let items = Items { texture: Some(slot), ..Items::default() };
            findings.report_about(items, &rules::UNUSED_TEXTURES, format!("texture slot {slot} is used by no polygon"));
        }
    }
}

fn bones(figure: &Figure, findings: &mut Diagnostics) {
    let unused: Vec<usize> = crate::decompile::unused_bones(figure).collect();
    if let Some(first) = unused.first() {
        let numbers = unused.iter().take(10).map(usize::to_string).collect::<Vec<_>>().join(", ");
        let message = format!("{} without vertices, descendants included: {numbers}", counted(unused.len(), "bone"));
        findings.report_about(Items { bone: Some(*first), ..Items::default() }, &rules::UNUSED_BONES, message);
    }
    let mut frames: Vec<Frame> = Vec::with_capacity(figure.bones.len());
    let mut budget = WorkBudget::usual();
    let mut vertices = figure.vertices.iter();
    let mut outside = 0usize;
    for (index, bone) in figure.bones.iter().enumerate() {
        let local = Frame::from_matrix(&bone.matrix.0);
        let worst = nearest_rotation(&local, &mut budget).1;
        if worst > 2.0 {
            let message = format!("bone {index}: its axes are off a rotation by {:.4}", worst / 4096.0);
            findings.report_about(Items { bone: Some(index), ..Items::default() }, &rules::NOT_A_ROTATION, message);
        }
        let parent = bone.parent.and_then(|parent| frames.get(usize::from(parent)));
        let frame = parent.map_or(local, |parent| parent.frame_out(&local));
        for vertex in vertices.by_ref().take(usize::from(bone.vertex_count)) {
            let position = frame.bring_out(vertex.map(f64::from));
            outside += usize::from(position.iter().any(|c| !(-32768.0..=32767.0).contains(c)));
        }
        frames.push(frame);
    }
    if outside > 0 {
        let message = format!("{} outside -32768..=32767 in model space", counted(outside, "vertex"));
        findings.report(&rules::BEYOND_WORLD, message);
    }
}

fn limits(figure: &Figure, findings: &mut Diagnostics) {
    let limits = Limits::PLAYERS;
    let counts = [
        ("vertices", figure.vertices.len(), limits.vertices),
        ("textures", usize::from(figure.texture_count), limits.textures),
        ("patterns", figure.patterns.len(), limits.patterns),
        ("colours", figure.palette.len(), limits.colours),
    ];
    for (what, count, most) in counts {
        if count > most {
            let message = format!("{count} {what}; players accept {most}");
            findings.report(&rules::BEYOND_LIMITS, message);
        }
    }
    let polygons = figure.polygons.materials().count();
    for (what, count) in [("polygons", polygons), ("bones", figure.bones.len())] {
        if count > Figure::DOCUMENTED_COUNT {
            findings.report(&rules::TOO_MANY_POLYGONS, format!("{count} {what}"));
        }
    }
    if polygons > FAST {
        let message = format!("{polygons} polygons; games of the time drew up to {FAST} in a frame");
        findings.report(&rules::HEAVY, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::{Bone, BoneMatrix, Pattern, PolygonRun, Polygons, Rgb};

    fn codes(figure: &Figure) -> Vec<&'static str> {
        self::figure(figure).iter().map(|diagnostic| diagnostic.rule.code).collect()
    }

    fn triangle() -> Figure {
        Figure {
            version: 5,
            vertices: vec![[0, 0, 0], [10, 0, 0], [0, 10, 0]],
            palette: vec![Rgb::default()],
            polygons: Polygons {
                colour_triangles: vec![ColourPolygon { material: Material(0), vertices: [0, 1, 2], colour: 0 }],
                ..Polygons::default()
            },
            patterns: vec![Pattern { colour: PolygonRun { triangles: 1, quads: 0 }, textures: vec![] }],
            bones: vec![Bone { vertex_count: 3, ..Bone::default() }],
            ..Figure::default()
        }
    }

    #[test]
    fn a_plain_figure_has_no_diagnostics() {
        assert_eq!(codes(&triangle()), Vec::<&str>::new());
    }

    #[test]
    fn unused_content_is_found() {
        let mut figure = triangle();
        figure.vertices.push([1, 1, 1]);
        figure.bones[0].vertex_count = 4;
        figure.palette.push(Rgb { r: 1, g: 2, b: 3 });
        figure.patterns.push(Pattern::default());
        figure.bones.push(Bone { parent: Some(0), ..Bone::default() });
        assert_eq!(codes(&figure), ["K040", "K041", "K044", "K043"]);
    }

    #[test]
    fn doubtful_content_is_found() {
        let mut figure = triangle();
        figure.polygons.colour_triangles[0].material = Material(Material::LIGHTING);
        figure.polygons.colour_triangles[0].vertices = [0, 1, 1];
        figure.bones[0].matrix = BoneMatrix([4096, 0, 0, 32767, 0, 4096, 0, 0, 0, 0, -4096, 0]);
        assert_eq!(codes(&figure), ["K040", "K045", "K047", "K046", "K050"]);
        assert_eq!(self::figure(&figure)[1].items.polygon, Some(0));
    }
}
