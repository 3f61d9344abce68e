//! A figure by itself: unused and doubtful things, and what phones could not draw.

use super::{Finding, rules};
use crate::decompile::nearest_rotation;
use crate::space::Frame;
use crate::work_budget::WorkBudget;
use keitai_formats::figure::{ColourPolygon, Material, Normals, TexturedPolygon};
use keitai_formats::{Figure, Limits};

/// Polygons that phones of the time drew in a frame at the most.
const FAST: usize = 1500;

/// Checks a figure that a reader or a conversion made.
pub fn figure(figure: &Figure) -> Vec<Finding> {
    let mut findings = Vec::new();
    polygons(figure, &mut findings);
    patterns(figure, &mut findings);
    bones(figure, &mut findings);
    limits(figure, &mut findings);
    findings
}

/// The polygons of all lists alike: material, vertices, colour.
fn each(figure: &Figure, mut visit: impl FnMut(Material, &[u16], Option<u8>)) {
    fn coloured<const N: usize>(list: &[ColourPolygon<N>], visit: &mut impl FnMut(Material, &[u16], Option<u8>)) {
        list.iter().for_each(|polygon| visit(polygon.material, &polygon.vertices, Some(polygon.colour)));
    }
    fn textured<const N: usize>(list: &[TexturedPolygon<N>], visit: &mut impl FnMut(Material, &[u16], Option<u8>)) {
        list.iter().for_each(|polygon| visit(polygon.material, &polygon.vertices, None));
    }
    let polygons = &figure.polygons;
    coloured(&polygons.colour_triangles, &mut visit);
    coloured(&polygons.colour_quads, &mut visit);
    textured(&polygons.textured_triangles, &mut visit);
    textured(&polygons.textured_quads, &mut visit);
}

fn polygons(figure: &Figure, findings: &mut Vec<Finding>) {
    let mut vertices = vec![false; figure.vertices.len()];
    let mut colours = vec![false; figure.palette.len()];
    let [mut degenerate, mut lit, mut sphere] = [0usize; 3];
    each(figure, |material, corners, colour| {
        for corner in corners {
            if let Some(used) = vertices.get_mut(usize::from(*corner)) {
                *used = true;
            }
        }
        if let Some(used) = colour.and_then(|colour| colours.get_mut(usize::from(colour))) {
            *used = true;
        }
        let repeated = |(at, corner)| corners.iter().skip(at + 1).any(|other| other == corner);
        degenerate += usize::from(corners.iter().enumerate().any(repeated));
        lit += usize::from(material.has(Material::LIGHTING));
        sphere += usize::from(material.has(Material::SPHERE_MAP) && !material.has(Material::LIGHTING));
    });
    let unused = |used: &[bool]| used.iter().filter(|used| !**used).count();
    let mut report = |rule, count: usize, message: String| {
        if count > 0 {
            findings.push(Finding::new(rule, message));
        }
    };
    let count = unused(&vertices);
    report(&rules::UNUSED_VERTICES, count, format!("{count} of {} vertices are used by no polygon", vertices.len()));
    let count = unused(&colours);
    report(&rules::UNUSED_COLOURS, count, format!("{count} of {} colours are used by no polygon", colours.len()));
    report(&rules::DEGENERATE, degenerate, format!("{degenerate} polygon(s) name a vertex twice"));
    if figure.normals == Normals::None {
        report(&rules::LIGHT_WITHOUT_NORMALS, lit, format!("{lit} polygon(s) are lit, but there are no normals"));
    }
    report(&rules::SPHERE_WITHOUT_LIGHT, sphere, format!("{sphere} polygon(s) are sphere mapped, but not lit"));
}

fn patterns(figure: &Figure, findings: &mut Vec<Finding>) {
    let mut slots = vec![false; usize::from(figure.texture_count)];
    for (index, pattern) in figure.patterns.iter().enumerate() {
        let runs = std::iter::once(&pattern.colour).chain(&pattern.textures);
        let polygons: usize = runs.map(|run| usize::from(run.triangles) + usize::from(run.quads)).sum();
        for (slot, run) in slots.iter_mut().zip(&pattern.textures) {
            *slot |= run.triangles > 0 || run.quads > 0;
        }
        if polygons == 0 && index > 0 {
            findings.push(Finding::new(&rules::EMPTY_PATTERN, format!("pattern {index} has no polygons")));
        }
        if index == 32 && polygons > 0 {
            let message = format!("pattern 32 has {polygons} polygon(s) and is never drawn");
            findings.push(Finding::new(&rules::NEVER_DRAWN, message));
        }
    }
    // Version 3 and 4 files have a slot whether it is used or not.
    if figure.version >= 5 {
        for (slot, _) in slots.iter().enumerate().filter(|(_, used)| !**used) {
            findings.push(Finding::new(&rules::UNUSED_TEXTURES, format!("texture slot {slot} is used by no polygon")));
        }
    }
}

fn bones(figure: &Figure, findings: &mut Vec<Finding>) {
    let unused: Vec<String> = crate::decompile::unused_bones(figure).map(|bone| bone.to_string()).collect();
    if !unused.is_empty() {
        let shown = unused.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
        let message = format!("{} bone(s) own no vertices, nor do their descendants: {shown}", unused.len());
        findings.push(Finding::new(&rules::UNUSED_BONES, message));
    }
    let mut frames: Vec<Frame> = Vec::with_capacity(figure.bones.len());
    let mut effort = WorkBudget::new(WorkBudget::USUAL);
    let mut vertices = figure.vertices.iter();
    let mut outside = 0usize;
    for (index, bone) in figure.bones.iter().enumerate() {
        let local = Frame::from_matrix(&bone.matrix.0);
        let worst = nearest_rotation(&local, &mut effort).1;
        if worst > 2.0 {
            let message = format!("bone {index}: its axes are off a rotation by {:.4}", worst / 4096.0);
            findings.push(Finding::new(&rules::NOT_A_ROTATION, message));
        }
        let parent = bone.parent.and_then(|parent| frames.get(usize::from(parent)));
        let frame = parent.map_or(local, |parent| parent.frame_out(&local));
        for vertex in vertices.by_ref().take(usize::from(bone.vertex_count)) {
            let placed = frame.bring_out(vertex.map(f64::from));
            outside += usize::from(placed.iter().any(|c| !(-32768.0..=32767.0).contains(c)));
        }
        frames.push(frame);
    }
    if outside > 0 {
        let message = format!("{outside} vertices lie outside -32768..=32767 in model space");
        findings.push(Finding::new(&rules::BEYOND_WORLD, message));
    }
}

fn limits(figure: &Figure, findings: &mut Vec<Finding>) {
    let limits = Limits::default();
    let counts = [
        ("vertices", figure.vertices.len(), limits.vertices),
        ("textures", usize::from(figure.texture_count), limits.textures),
        ("patterns", figure.patterns.len(), limits.patterns),
        ("colours", figure.palette.len(), limits.colours),
    ];
    for (what, count, most) in counts {
        if count > most {
            findings.push(Finding::new(&rules::BEYOND_LIMITS, format!("{count} {what}; players take {most}")));
        }
    }
    let mut polygons = 0usize;
    each(figure, |_, _, _| polygons += 1);
    for (what, count) in [("polygons", polygons), ("bones", figure.bones.len())] {
        if count > 32767 {
            findings.push(Finding::new(&rules::TOO_MANY_POLYGONS, format!("{count} {what}")));
        }
    }
    if polygons > FAST {
        findings.push(Finding::new(&rules::HEAVY, format!("{polygons} polygons; phones drew up to {FAST} in a frame")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::figure::{Bone, BoneMatrix, Pattern, PolygonRun, Polygons, Rgb};

    fn codes(figure: &Figure) -> Vec<&'static str> {
        self::figure(figure).iter().map(|finding| finding.rule.code).collect()
    }

    /// A triangle of one colour.
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
    fn a_plain_figure_has_no_findings() {
        assert_eq!(codes(&triangle()), Vec::<&str>::new());
    }

    #[test]
    fn unused_things_are_found() {
        let mut figure = triangle();
        figure.vertices.push([1, 1, 1]);
        figure.bones[0].vertex_count = 4;
        figure.palette.push(Rgb { r: 1, g: 2, b: 3 });
        figure.patterns.push(Pattern::default());
        figure.bones.push(Bone { parent: Some(0), ..Bone::default() });
        assert_eq!(codes(&figure), ["K040", "K041", "K044", "K043"]);
    }

    #[test]
    fn doubtful_things_are_found() {
        let mut figure = triangle();
        figure.polygons.colour_triangles[0].material = Material(Material::LIGHTING);
        figure.polygons.colour_triangles[0].vertices = [0, 1, 1];
        figure.bones[0].matrix = BoneMatrix([4096, 0, 0, 32767, 0, 4096, 0, 0, 0, 0, -4096, 0]);
        assert_eq!(codes(&figure), ["K040", "K045", "K047", "K046", "K050"]);
    }
}
