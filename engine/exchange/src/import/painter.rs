//! Parts that the painter's order covers, and ways to keep them.
//!
//! A phone draws whole polygons from far to near, by the mean depth of their corners: a large face that turns away covers the
//! small part before it. The figure is drawn from 26 directions by both back ends of the renderer, one of which compares
//! the depth of every pixel. Where they differ, the faces that cover others are drawn by their farthest corner, those that
//! are covered by their nearest, or the former are divided: whichever keeps most, as long as one keeps some. The texels of parts of
//! faces are rounded, which may move colours: all ways are compared with the figure as it was.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::DVec3;
use keitai_formats::diagnostic::counted;
use keitai_formats::{Blend, Diagnostics, Material, Rgb, Slot, Texture};
use keitai_render::{
    AffineTrans, Backend, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Model, PixelFormat, Posture, Renderer,
    TextureMap, Vector3,
};
use serde_json::Value;

use super::Options;
use super::divide::divided;
use super::faces::{self, ExportedQuads, Face, Mesh, Textured};
use super::figure::assemble;
use super::geometry::Vertex;
use super::skeleton::Bones;
use crate::rules;

/// Pixels of a side of the pictures that are compared.
const SIDE: usize = 128;
/// Radius of the figure that is drawn: a phone keeps depths as whole units, and the sum of those of four corners in 16 bits.
const RADIUS: f64 = 2000.0;
/// Levels of a channel by which colours differ visibly.
const APART: u8 = 24;
/// Nothing is done for less than this share of the pixels of the figure.
const LITTLE: f64 = 0.0005;
/// Another way is tried where more than this share stays lost.
const MUCH: f64 = 0.01;
/// A way is taken that keeps this share of the pixels that are lost.
const GAIN: f64 = 0.1;
const ROUNDS: usize = 6;
/// One of so many triangles is tried alone.
const FEW: usize = 4;
/// Most faces, times pictures, that are drawn.
const MOST_WORK: usize = 12_000_000;
/// Dividing makes at most this many times as many faces, and so many more.
const GROWTH: [usize; 2] = [2, 64];
const SORT: u16 = Material::SORT_NEAREST | Material::SORT_FARTHEST;
const BACKGROUND: u32 = 0x0001_FE03;
const COMPAT: Compat = Compat { pixel_format: PixelFormat::Rgb888, ..Compat::engine() };

/// How a mesh is seen.
pub(super) struct Painter<'a> {
    textures: Vec<Arc<TextureMap>>,
    /// Gives the place of a vertex at rest.
    place: &'a dyn Fn(&Vertex) -> DVec3,
    /// Mask of the patterns that are seen.
    mask: u32,
    /// Most triangles.
    most: usize,
    /// Faces, times pictures, that may still be drawn.
    work: usize,
    /// Pictures of the figure as it was, by the numbers of the directions, in the back end that compares depths; `None` where others
    /// are compared with their own.
    originals: Option<Vec<Vec<u32>>>,
}

/// Numbers of the back ends in pictures.
const AUTHENTIC: usize = 0;
const ENHANCED: usize = 1;

/// Pixels of parts that are covered.
#[derive(Debug, Clone, Copy, Default)]
struct Loss {
    pixels: usize,
    /// Pixels of the figure.
    all: usize,
    /// The direction with most of them, and their number there.
    worst: ([i32; 3], usize),
}

impl Loss {
    fn share(&self) -> f64 {
        self.pixels as f64 / self.all.max(1) as f64
    }
}

/// A mesh that was compared.
#[derive(Clone)]
struct Trial {
    lost: Loss,
    pairs: Pairs,
    mesh: Mesh,
}

/// Numbers of triangles.
#[derive(Clone)]
struct Pairs {
    /// Those that cover others more often than they are covered, and the contrary. The first have the most pixels.
    most: [Vec<usize>; 2],
    /// All that cover others.
    covers: HashSet<usize>,
}

impl<'a> Painter<'a> {
    pub(super) fn new(
        textures: &[Option<(String, Texture)>],
        place: &'a dyn Fn(&Vertex) -> DVec3,
        mask: u32,
        most: usize,
    ) -> Self {
        let black = Texture { width: 1, height: 1, palette: vec![Rgb::default()], texels: vec![0] };
        let texture = |entry: &Option<(String, Texture)>| {
            let texture = entry.as_ref().map_or(&black, |(_, texture)| texture);
            Some(Arc::new(TextureMap::new(texture, &COMPAT).ok()?))
        };
        let textures = textures.iter().map_while(texture).collect();
        Self { textures, place, mask: mask | 1, most, work: MOST_WORK, originals: None }
    }

    /// Keeps as many parts as it can, and reports what was done and what is left.
    pub(super) fn keep(&mut self, mesh: Mesh, findings: &mut Diagnostics) -> Mesh {
        if self.compare(&mesh).is_none_or(|(lost, _)| lost.share() <= LITTLE) {
            return mesh;
        }
        // Few models come here: only they keep their pictures, which take 1.7 MB.
        self.originals = Some(Vec::new());
        let Some((first, pairs)) = self.compare(&mesh) else { return mesh };
        let count = mesh.faces.len();
        self.most = self.most.min(count * GROWTH[0] + GROWTH[1]);
        let double = |mesh: &Mesh| mesh.faces.iter().filter(|face| face.bits.has(Material::DOUBLE_FACE)).count();
        let two_sided = double(&mesh);
        let mut start = Trial { lost: first, pairs, mesh };
        while let Some(single) = self.without_backs(&start.mesh, &start.pairs.covers)
            && let Some(trial) = self.trial(single).filter(|trial| trial.lost.pixels < start.lost.pixels)
        {
            start = trial;
        }
        let single = two_sided - double(&start.mesh);
        let mut best = self.improved(&start, true);
        if best.lost.share() > MUCH {
            // Sort keys at the start may leave too little to gain by dividing.
            let divided = self.improved(&start, false);
            best = if divided.lost.pixels < best.lost.pixels { divided } else { best };
        }
        let Trial { lost, mesh: best, .. } = best;
        let sorted = best.faces.iter().filter(|face| face.bits.0 & SORT != 0).count();
        let percent = |lost: &Loss| 100.0 * lost.share();
        let mut message =
            format!("faces cover {:.2} % of the parts before them in the order of drawing", percent(&first));
        if lost.pixels < first.pixels {
            message += &format!(
                "; {} by their nearest or farthest corner, {single} single-sided, and {} more, leave {:.2} %",
                counted(sorted, "triangle"),
                best.faces.len() - count,
                percent(&lost)
            );
        }
        if lost.share() > LITTLE {
            let ([x, y, z], pixels) = lost.worst;
            message += &format!(", most from ({x}, {y}, {z}): {pixels} pixels of a picture of {SIDE} by {SIDE}");
        }
        findings.report(&rules::PARTS, message);
        best
    }

    /// Improves a mesh by the way that keeps most, as long as one keeps some: dividing, and sort keys where they are wanted.
    fn improved(&mut self, start: &Trial, is_sorting: bool) -> Trial {
        let mut best = start.clone();
        for _ in 0..ROUNDS {
            if best.lost.share() <= LITTLE {
                break;
            }
            let mut ways = Vec::new();
            // A way that helps at one place may do harm at another: all triangles, and those with the most pixels alone.
            for share in [1, FEW] {
                let few = |list: &Vec<usize>| list.iter().copied().take(list.len().div_ceil(share)).collect();
                let [covers, covered]: [HashSet<usize>; 2] = best.pairs.most.each_ref().map(few);
                if is_sorting {
                    let far = sorted(&best.mesh, &covers, Material::SORT_FARTHEST);
                    let both = sorted(&far, &covered, Material::SORT_NEAREST);
                    ways.extend([far, both, sorted(&best.mesh, &covered, Material::SORT_NEAREST)]);
                }
                let depths = [1, 2].into_iter();
                ways.extend(depths.filter_map(|depth| divided(&best.mesh, &covers, depth, self.most, self.place)));
            }
            let gain = (best.lost.pixels as f64 * (1.0 - GAIN)) as usize;
            let least = ways.into_iter().filter_map(|mesh| self.trial(mesh)).min_by_key(|trial| trial.lost.pixels);
            let Some(better) = least.filter(|trial| trial.lost.pixels <= gain) else { break };
            best = better;
        }
        best
    }

    fn trial(&mut self, mesh: Mesh) -> Option<Trial> {
        let (lost, pairs) = self.compare(&mesh)?;
        Some(Trial { lost, pairs, mesh })
    }

    /// Compares the pictures of both back ends; `None` when no work is left. Also returns the triangles that cover others, and those
    /// that are covered.
    fn compare(&mut self, mesh: &Mesh) -> Option<(Loss, Pairs)> {
        let faces = self.seen(mesh);
        let is_opaque = |face: &Face| face.bits.blend() == Blend::Normal;
        let mut lost = Loss::default();
        // How often faces cover others, and how often they are covered.
        let mut counts: HashMap<usize, [i32; 2]> = HashMap::new();
        let mut originals = std::mem::take(&mut self.originals);
        let mut view = 0;
        let lists = [look(&faces), numbers(&faces, 0), numbers(&faces, 8)];
        let result = self.draw(mesh, &lists, |direction, picture| {
            let original = originals.as_mut().and_then(|pictures| pictures.get_mut(view)).map(std::mem::take);
            let is_first = original.is_none();
            let mut target = original.unwrap_or_else(|| picture(0, ENHANCED));
            lost.all += target.iter().filter(|pixel| **pixel != BACKGROUND).count();
            let gone: Vec<usize> = covered([&picture(0, AUTHENTIC), &target]).collect();
            let mut pixels = 0;
            // Which face is seen is asked only where one is lost.
            let bytes = (!gone.is_empty())
                .then(|| [1, 2].map(|list| [AUTHENTIC, ENHANCED].map(|backend| picture(list, backend))));
            let face = |order: usize, place: usize| number(bytes.as_ref()?.each_ref().map(|byte| byte[order][place]));
            for place in gone {
                let Some((cover, under)) = face(0, place).zip(face(1, place)) else { continue };
                if cover != under && faces.get(cover).is_some_and(is_opaque) {
                    pixels += 1;
                    counts.entry(cover).or_default()[0] += 1;
                    counts.entry(under).or_default()[1] += 1;
                } else if is_first {
                    // The back ends take other texels there, or the part may be seen behind what is seen through.
                    target[place] = BACKGROUND;
                } else if cover == under {
                    // Its texels have moved.
                    pixels += 1;
                }
            }
            lost.pixels += pixels;
            if pixels > lost.worst.1 {
                lost.worst = (direction, pixels);
            }
            match originals.as_mut() {
                Some(pictures) if is_first => pictures.push(target),
                Some(pictures) => pictures[view] = target,
                None => {}
            }
            view += 1;
        });
        self.originals = originals;
        result?;
        let triangles = triangles(mesh);
        let triangles_of = |number: &usize| faces.get(*number).map(|face| parts(face, &triangles)).unwrap_or_default();
        let covers = counts.iter().filter(|(_, [covers, _])| *covers > 0).flat_map(|(face, _)| triangles_of(face));
        let covers = covers.collect();
        let mut counts: Vec<(usize, i32)> =
            counts.into_iter().map(|(face, [covers, hits])| (face, covers - hits)).collect();
        counts.sort_unstable_by_key(|(face, count)| (-count.abs(), *face));
        let most = [1, -1].map(|sign| {
            let same = counts.iter().filter(|(_, count)| count.signum() == sign);
            same.flat_map(|(face, _)| triangles_of(face)).collect()
        });
        Some((lost, Pairs { most, covers }))
    }

    /// Makes triangles that cover others single-sided where their backs are seen from no direction; `None` where there are none.
    fn without_backs(&mut self, mesh: &Mesh, covers: &HashSet<usize>) -> Option<Mesh> {
        let faces = self.seen(mesh);
        let place = |corner: &Textured| mesh.vertices.get(corner.0 as usize).map(self.place).unwrap_or_default();
        let normal = |face: &Face| {
            let [a, b, c] = [0, 1, 2].map(|corner| place(&face.corners[corner]));
            (b - a).cross(c - a)
        };
        let normals: Vec<DVec3> = faces.iter().map(normal).collect();
        let mut is_seen = vec![false; faces.len()];
        self.draw(mesh, &[numbers(&faces, 0), numbers(&faces, 8)], |direction, picture| {
            let forward = DVec3::from_array(direction.map(f64::from));
            let bytes = [0, 1].map(|list| picture(list, ENHANCED));
            let face = |place: usize| number([bytes[0][place], bytes[1][place]]);
            for place in inside() {
                // Between faces that meet, a pixel of one behind may be seen.
                let is_edge = || around(place).into_iter().any(|near| face(near) != face(place));
                let Some(number) = face(place).filter(|_| !is_edge()) else { continue };
                if let (Some(normal), Some(is_seen)) = (normals.get(number), is_seen.get_mut(number)) {
                    // The corners of a figure run clockwise.
                    *is_seen |= normal.dot(forward) < 0.0;
                }
            }
        })?;
        let triangles = triangles(mesh);
        let hidden = faces.iter().zip(is_seen).filter(|(_, is_seen)| !is_seen);
        let hidden: HashSet<usize> = hidden.flat_map(|(face, _)| parts(face, &triangles)).collect();
        let mut single = mesh.clone();
        let mut count = 0;
        for cover in covers.iter().filter(|cover| hidden.contains(cover)) {
            if let Some(face) = single.faces.get_mut(*cover).filter(|face| face.bits.has(Material::DOUBLE_FACE)) {
                face.bits = Material(face.bits.0 & !Material::DOUBLE_FACE);
                count += 1;
            }
        }
        (count > 0).then_some(single)
    }

    /// Returns the faces that are seen, as they are drawn.
    fn seen(&self, mesh: &Mesh) -> Vec<Face> {
        let is_seen = |face: &&Face| self.mask.checked_shr(face.pattern.into()).is_some_and(|mask| mask & 1 == 1);
        let faces = mesh.faces.iter().filter(is_seen).cloned().collect();
        faces::merge(&mesh.vertices, faces, &ExportedQuads::new(&Value::Null))
    }

    /// Gives the pictures from every direction, by the numbers of a list of faces and of a back end.
    fn draw(
        &mut self,
        mesh: &Mesh,
        lists: &[Vec<Face>],
        mut compare: impl FnMut([i32; 3], &mut dyn FnMut(usize, usize) -> Vec<u32>),
    ) -> Option<()> {
        let directions = (0..27).map(|number| [number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1]);
        let directions: Vec<[i32; 3]> = directions.filter(|direction| *direction != [0; 3]).collect();
        let most: usize = lists.iter().map(|faces| 2 * faces.len()).sum();
        let places: Vec<DVec3> = mesh.vertices.iter().map(self.place).collect();
        let (low, high) = places
            .iter()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), place| (low.min(*place), high.max(*place)));
        let (centre, radius) = ((low + high) / 2.0, (high - low).length() / 2.0);
        let scale = if radius > 0.0 { RADIUS / radius } else { 1.0 };
        let vertex = |place: &DVec3| {
            let position = ((*place - centre) * scale).round().to_array().map(|part| part as i16);
            Vertex { bone: 0, number: None, position, normal: None }
        };
        let vertices: Vec<Vertex> = places.iter().map(vertex).collect();
        let radius = (radius * scale).ceil().max(8.0) as i32;
        let model = |faces: &[Face]| {
            let (bones, options) = (Bones::root(), Options::default());
            let figure = assemble(&vertices, faces, &bones, self.textures.len(), &Value::Null, &options).ok()?;
            Model::new(&figure).ok()
        };
        // A sort key moves the depth of the enhanced back end, too.
        let models = lists.iter().map(|faces| Some([model(faces)?, model(&unsorted(faces))?]));
        let models: Vec<[Model; 2]> = models.collect::<Option<_>>()?;
        let side = SIDE as u32;
        let mut renderers =
            [Backend::Authentic, Backend::Enhanced].map(|backend| Renderer::with_backend(side, side, COMPAT, backend));
        let mut framebuffer = Framebuffer::new(side, side);
        let (mut layout, effect) = (FigureLayout::default(), Effect::default());
        layout.centre = (SIDE as i32 / 2, SIDE as i32 / 2);
        layout.set_parallel_size(radius * 2, radius * 2);
        for direction in directions {
            if self.work < most {
                return None;
            }
            let [x, y, z] = direction.map(|part| part * 4096);
            let unit = Vector3::new(x, y, z).unit();
            let eye = [unit.x, unit.y, unit.z].map(|part| -part * radius / 4096 * 3 / 2);
            let up = if x == 0 && z == 0 { Vector3::new(0, 0, 4096) } else { Vector3::new(0, 4096, 0) };
            layout.transform = AffineTrans::look_at(Vector3::new(eye[0], eye[1], eye[2]), unit, up);
            compare(direction, &mut |list, backend| {
                self.work = self.work.saturating_sub(lists[list].len());
                let model = &models[list][backend];
                let posture = Posture::rest(model);
                let draw = FigureDraw::new(model, &posture, &self.textures, &layout, &effect);
                framebuffer.fill(BACKGROUND);
                renderers[backend].draw_figure(&draw, &mut framebuffer);
                framebuffer.pixels().iter().map(|pixel| pixel & 0xFF_FFFF).collect()
            });
        }
        Some(())
    }
}

/// Gives faces a sort key.
fn sorted(mesh: &Mesh, numbers: &HashSet<usize>, key: u16) -> Mesh {
    let mut mesh = mesh.clone();
    for (_, face) in mesh.faces.iter_mut().enumerate().filter(|(number, _)| numbers.contains(number)) {
        face.bits = Material(face.bits.0 & !SORT | key);
    }
    mesh
}

/// Returns faces with the sort key of their mean depth.
fn unsorted(faces: &[Face]) -> Vec<Face> {
    faces.iter().map(|face| Face { bits: Material(face.bits.0 & !SORT), ..face.clone() }).collect()
}

/// Returns faces as they look without light and without what shines through.
fn look(faces: &[Face]) -> Vec<Face> {
    let bits = |face: &Face| Material(face.bits.0 & (SORT | Material::DOUBLE_FACE | Material::COLOUR_KEY));
    faces.iter().map(|face| Face { pattern: 0, bits: bits(face), ..face.clone() }).collect()
}

/// Returns faces in the grey of the byte at a place of their numbers.
fn numbers(faces: &[Face], shift: u32) -> Vec<Face> {
    let number = |(number, face): (u32, &Face)| {
        let level = (number >> shift) as u8;
        let bits = Material(face.bits.0 & (SORT | Material::DOUBLE_FACE));
        Face { pattern: 0, slot: Slot::Colour, bits, colour: Rgb { r: level, g: level, b: level }, ..face.clone() }
    };
    (0..).zip(faces).map(number).collect()
}

/// Returns the number of a face from the pixels that show its bytes.
fn number([low, high]: [u32; 2]) -> Option<usize> {
    (low != BACKGROUND).then_some((low & 255 | (high & 255) << 8) as usize)
}

/// Returns the pixels whose colours the authentic back end has neither there nor beside, along with the pixels around: at edges the
/// two differ by a pixel.
fn covered([authentic, enhanced]: [&Vec<u32>; 2]) -> impl Iterator<Item = usize> {
    let is_gone = |place: usize| {
        let colour = enhanced[place];
        let is_other = |near: usize| authentic.get(near).is_none_or(|other| is_apart(*other, colour));
        let mut rows = [place.wrapping_sub(SIDE), place, place + SIDE].into_iter();
        colour != BACKGROUND
            && is_other(place)
            && rows.all(|row| [row.wrapping_sub(1), row, row + 1].into_iter().all(is_other))
    };
    let gone: Vec<bool> = (0..SIDE * SIDE).map(is_gone).collect();
    inside().filter(move |place| gone[*place] && around(*place).iter().all(|pixel| gone[*pixel]))
}

/// Returns the pixels that have others on all sides.
fn inside() -> impl Iterator<Item = usize> {
    (1..SIDE - 1).flat_map(|row| (1..SIDE - 1).map(move |column| row * SIDE + column))
}

fn around(place: usize) -> [usize; 4] {
    [place - 1, place + 1, place - SIDE, place + SIDE]
}

fn is_apart(a: u32, b: u32) -> bool {
    a.to_le_bytes().iter().zip(b.to_le_bytes()).any(|(a, b)| a.abs_diff(b) > APART)
}

/// Returns the numbers of triangles by their vertices.
fn triangles(mesh: &Mesh) -> HashMap<[u32; 3], Vec<usize>> {
    let mut triangles: HashMap<[u32; 3], Vec<usize>> = HashMap::new();
    for (number, face) in mesh.faces.iter().enumerate() {
        triangles.entry(key(face.corners.iter())).or_default().push(number);
    }
    triangles
}

/// Returns the numbers of the triangles that a face was made of: two for a quad.
fn parts(face: &Face, triangles: &HashMap<[u32; 3], Vec<usize>>) -> Vec<usize> {
    let corners = face.corners.windows(3);
    corners.flat_map(|part| triangles.get(&key(part.iter())).into_iter().flatten().copied()).collect()
}

/// Returns the vertices of a triangle in order.
fn key<'c>(corners: impl Iterator<Item = &'c Textured>) -> [u32; 3] {
    let mut vertices = [0; 3];
    vertices.iter_mut().zip(corners).for_each(|(entry, (vertex, _))| *entry = *vertex);
    vertices.sort_unstable();
    vertices
}
