//! Parts that the painter's order covers, and ways to keep them.
//!
//! A phone draws whole polygons from far to near, by the mean depth of their corners: a large face that turns away covers the
//! small part before it. The figure is drawn from 26 directions by both back ends of the renderer, one of which compares
//! the depth of every pixel. Where they differ, the faces that cover others are drawn by their farthest corner, those that
//! are covered by their nearest, or the former are divided: whichever keeps most, as long as one keeps some.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::DVec3;
use keitai_convert::decompile::unpack_normal;
use keitai_convert::pack_normal;
use keitai_formats::{Blend, Diagnostics, Limits, Material, Rgb, Slot, Texture, counted};
use keitai_render::{
    AffineTrans, Backend, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Model, PixelFormat, Posture, Renderer,
    TextureMap, Vector3,
};
use serde_json::Value;

use super::Options;
use super::assemble::figure;
use super::gathered::{Corners, Face, Textured, Vertex};
use super::quads::{self, Exported};
use super::skeleton::Bones;
use crate::rules;

/// Pixels of a side of the pictures that are compared.
const SIDE: usize = 128;
/// Radius of the figure that is drawn, at most: a phone keeps places in 16 bits.
const RADIUS: f64 = 8000.0;
/// Levels of a channel by which colours differ visibly.
const APART: u8 = 24;
/// Nothing is done for less than this share of the pixels of the figure.
const LITTLE: f64 = 0.0005;
/// A way is taken that keeps this share of the pixels that are lost.
const GAIN: f64 = 0.1;
const ROUNDS: usize = 6;
/// One of so many triangles is tried alone.
const FEW: usize = 4;
/// Most faces, times pictures, that are drawn.
const MOST_WORK: usize = 4_000_000;
/// Dividing makes at most this many times as many faces, and so many more.
const GROWTH: [usize; 2] = [2, 64];
/// Divisions of a triangle and its parts, one after the other.
const TIMES: u32 = 12;
/// Shortest side that is divided, units.
const SHORTEST: f64 = 4.0;
const SORT: u16 = Material::SORT_NEAREST | Material::SORT_FARTHEST;
const BACKGROUND: u32 = 0x0001_FE03;
const COMPAT: Compat = Compat { pixel_format: PixelFormat::Rgb888, ..Compat::engine() };

/// Vertices, and triangles between them.
#[derive(Debug, Clone)]
pub(super) struct Mesh {
    pub(super) vertices: Vec<Vertex>,
    pub(super) faces: Vec<Face>,
}

/// How a mesh is seen.
pub(super) struct Painter<'a> {
    textures: Vec<Arc<TextureMap>>,
    /// Gives the place of a vertex at rest.
    place: &'a dyn Fn(&Vertex) -> DVec3,
    /// Mask of the patterns that are seen.
    shown: u32,
    /// Most triangles.
    most: usize,
    /// Faces, times pictures, that may still be drawn.
    work: usize,
}

/// Pixels of parts that are covered.
#[derive(Debug, Clone, Copy, Default)]
struct Lost {
    pixels: usize,
    /// Pixels of the figure.
    all: usize,
    /// The direction with most of them, and their number there.
    worst: ([i32; 3], usize),
}

impl Lost {
    fn share(&self) -> f64 {
        self.pixels as f64 / self.all.max(1) as f64
    }
}

/// Numbers of triangles that cover others, and of those that are covered; each of the two more often than the other. The first have
/// the most pixels.
type Pairs = [Vec<usize>; 2];

impl<'a> Painter<'a> {
    pub(super) fn new(
        textures: &[Option<(String, Texture)>],
        place: &'a dyn Fn(&Vertex) -> DVec3,
        shown: u32,
        most: usize,
    ) -> Self {
        let black = Texture { width: 1, height: 1, palette: vec![Rgb::default()], texels: vec![0] };
        let texture = |own: &Option<(String, Texture)>| {
            let texture = own.as_ref().map_or(&black, |(_, texture)| texture);
            Some(Arc::new(TextureMap::new(texture, &COMPAT).ok()?))
        };
        let textures = textures.iter().map_while(texture).collect();
        Self { textures, place, shown: shown | 1, most, work: MOST_WORK }
    }

    /// Keeps as many parts as it can, and reports what was done and what is left.
    pub(super) fn keep(&mut self, mesh: Mesh, found: &mut Diagnostics) -> Mesh {
        let Some((first, mut pairs)) = self.compare(&mesh).filter(|(lost, _)| lost.share() > LITTLE) else {
            return mesh;
        };
        let count = mesh.faces.len();
        let (mut lost, mut best) = (first, mesh);
        self.most = self.most.min(count * GROWTH[0] + GROWTH[1]);
        for _ in 0..ROUNDS {
            if lost.share() <= LITTLE {
                break;
            }
            let mut ways = Vec::new();
            // What helps at one place may do harm at another: all triangles, and those with the most pixels alone.
            for share in [1, FEW] {
                let [covers, covered] = pairs
                    .each_ref()
                    .map(|list| list.iter().copied().take(list.len().div_ceil(share)).collect::<HashSet<usize>>());
                let far = sorted(&best, &covers, Material::SORT_FARTHEST);
                let both = sorted(&far, &covered, Material::SORT_NEAREST);
                ways.extend([far, both, sorted(&best, &covered, Material::SORT_NEAREST)]);
                ways.extend([1, 2].into_iter().filter_map(|depth| self.divided(&best, &covers, depth)));
            }
            let tried = ways.into_iter().filter_map(|mesh| Some((self.compare(&mesh)?, mesh)));
            let least = tried.min_by_key(|((lost, _), _)| lost.pixels);
            let gain = (lost.pixels as f64 * (1.0 - GAIN)) as usize;
            let Some(better) = least.filter(|((own, _), _)| own.pixels <= gain) else { break };
            ((lost, pairs), best) = better;
        }
        let sorted = best.faces.iter().filter(|face| face.bits.0 & SORT != 0).count();
        let percent = |lost: &Lost| 100.0 * lost.share();
        let mut message =
            format!("faces cover {:.2} % of the parts before them in the order of drawing", percent(&first));
        if lost.pixels < first.pixels {
            message += &format!(
                "; {} by their nearest or farthest corner, and {} more, leave {:.2} %",
                counted(sorted, "triangle"),
                best.faces.len() - count,
                percent(&lost)
            );
        }
        if lost.share() > LITTLE {
            let ([x, y, z], pixels) = lost.worst;
            message += &format!(", most from ({x}, {y}, {z}): {pixels} pixels of a picture of {SIDE} by {SIDE}");
        }
        found.report(&rules::PARTS, message);
        best
    }

    /// Compares the pictures of both back ends; `None` when no work is left. Also returns the triangles that cover others, and those
    /// that are covered.
    fn compare(&mut self, mesh: &Mesh) -> Option<(Lost, Pairs)> {
        let faces = self.seen(mesh);
        let is_opaque = |face: &Face| face.bits.blend() == Blend::Normal;
        let mut lost = Lost::default();
        let mut counts: HashMap<usize, i32> = HashMap::new();
        self.draw(mesh, &[look(&faces), numbers(&faces, 0), numbers(&faces, 8)], |direction, picture| {
            let colours = picture(0);
            lost.all += colours[1].iter().filter(|pixel| **pixel != BACKGROUND).count();
            let gone: Vec<usize> = covered(&colours).collect();
            if gone.is_empty() {
                return;
            }
            let bytes = [1, 2].map(picture);
            let face = |order: usize, place: usize| {
                let [low, high] = [0, 1].map(|byte| bytes[byte][order][place]);
                (low != BACKGROUND).then_some((low & 255 | (high & 255) << 8) as usize)
            };
            let mut pixels = 0;
            for (cover, own) in gone.into_iter().filter_map(|place| face(0, place).zip(face(1, place))) {
                // Behind what is seen through, the part may be seen.
                if cover != own && faces.get(cover).is_some_and(is_opaque) {
                    pixels += 1;
                    *counts.entry(cover).or_insert(0) += 1;
                    *counts.entry(own).or_insert(0) -= 1;
                }
            }
            lost.pixels += pixels;
            if pixels > lost.worst.1 {
                lost.worst = (direction, pixels);
            }
        })?;
        // A quad was made of two triangles.
        let mut triangles: HashMap<[u32; 3], Vec<usize>> = HashMap::new();
        for (number, face) in mesh.faces.iter().enumerate() {
            triangles.entry(key(face.corners.iter())).or_default().push(number);
        }
        let parts = |face: &usize| {
            let windows = faces.get(*face).map(|face| face.corners.windows(3)).into_iter().flatten();
            windows.flat_map(|part| triangles.get(&key(part.iter())).into_iter().flatten().copied()).collect::<Vec<_>>()
        };
        let mut counts: Vec<(usize, i32)> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|(face, count)| (-count.abs(), *face));
        let parts = |sign: i32| {
            counts.iter().filter(|(_, count)| count.signum() == sign).flat_map(|(face, _)| parts(face)).collect()
        };
        Some((lost, [parts(1), parts(-1)]))
    }

    /// Returns the faces that are seen, as they are drawn.
    fn seen(&self, mesh: &Mesh) -> Vec<Face> {
        let is_seen = |face: &&Face| self.shown.checked_shr(face.pattern.into()).is_some_and(|mask| mask & 1 == 1);
        let faces = mesh.faces.iter().filter(is_seen).cloned().collect();
        quads::merge(&mesh.vertices, faces, &Exported::new(&Value::Null))
    }

    /// Gives the pictures of both back ends from every direction, by the number of a list of faces.
    fn draw(
        &mut self,
        mesh: &Mesh,
        lists: &[Vec<Face>],
        mut compare: impl FnMut([i32; 3], &mut dyn FnMut(usize) -> [Vec<u32>; 2]),
    ) -> Option<()> {
        let directions = (0..27).map(|number| [number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1]);
        let directions: Vec<[i32; 3]> = directions.filter(|direction| *direction != [0; 3]).collect();
        let most: usize = lists.iter().map(|faces| 2 * faces.len()).sum();
        let places: Vec<DVec3> = mesh.vertices.iter().map(self.place).collect();
        let (low, high) = places
            .iter()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), place| (low.min(*place), high.max(*place)));
        let (centre, radius) = ((low + high) / 2.0, (high - low).length() / 2.0);
        let scale = if radius > RADIUS { RADIUS / radius } else { 1.0 };
        let vertex = |place: &DVec3| {
            let position = ((*place - centre) * scale).round().to_array().map(|part| part as i16);
            Vertex { bone: 0, number: None, position, normal: None }
        };
        let vertices: Vec<Vertex> = places.iter().map(vertex).collect();
        let radius = (radius * scale).ceil().max(8.0) as i32;
        let model = |faces: &[Face]| {
            let (bones, options) = (Bones::root(), Options::default());
            let figure = figure(&vertices, faces, &bones, self.textures.len(), &Value::Null, &options).ok()?;
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
            compare(direction, &mut |list| {
                self.work = self.work.saturating_sub(2 * lists[list].len());
                [0, 1].map(|backend| {
                    let model = &models[list][backend];
                    let posture = Posture::rest(model);
                    let draw = FigureDraw::new(model, &posture, &self.textures, &layout, &effect);
                    framebuffer.fill(BACKGROUND);
                    renderers[backend].draw_figure(&draw, &mut framebuffer);
                    framebuffer.pixels().iter().map(|pixel| pixel & 0xFF_FFFF).collect()
                })
            });
        }
        Some(())
    }

    /// Divides the sides of faces that are at least half as long as the longest of theirs into 2 or, with a depth of 2, 4 parts,
    /// along with those of their neighbours; `None` when there would be too many.
    fn divided(&self, mesh: &Mesh, covers: &HashSet<usize>, depth: u32) -> Option<Mesh> {
        let Mesh { vertices, faces } = mesh;
        let place = |corner: &Textured| vertices.get(corner.0 as usize).map(|own| (own.bone, own.position));
        let length = |[a, b]: &[Textured; 2]| {
            let ends = [a, b].map(|corner| vertices.get(corner.0 as usize).map(self.place).unwrap_or_default());
            ends[0].distance(ends[1])
        };
        let mut sides = HashSet::new();
        for face in covers.iter().filter_map(|cover| faces.get(*cover)) {
            let own = self::sides(&face.corners);
            let longest = own.iter().map(length).fold(0.0, f64::max);
            for side in own.iter().filter(|side| length(side) >= (longest / 2.0).max(SHORTEST)) {
                let ends = [place(&side[0])?, place(&side[1])?];
                // A vertex between two bones would belong to one of them.
                if ends[0].0 == ends[1].0 {
                    insert(&mut sides, ends, depth);
                }
            }
        }
        let mut divider = Divider { sides, vertices: vertices.clone(), middles: HashMap::new() };
        let mut divided = Vec::with_capacity(faces.len());
        for face in faces {
            match face.corners {
                Corners::Triangle(corners) => {
                    divider.divide(corners, TIMES, &mut |corners| {
                        divided.push(Face { corners: Corners::Triangle(corners), ..face.clone() });
                    });
                }
                Corners::Quad(_) => divided.push(face.clone()),
            }
        }
        let fits = divided.len() <= self.most && divider.vertices.len() <= Limits::PLAYERS.vertices;
        (fits && divided.len() > faces.len()).then_some(Mesh { vertices: divider.vertices, faces: divided })
    }
}

/// A place of a bone.
type Place = (u32, [i16; 3]);

struct Divider {
    /// Sides to divide.
    sides: HashSet<[Place; 2]>,
    vertices: Vec<Vertex>,
    /// Vertices in the middle of two.
    middles: HashMap<[u32; 2], u32>,
}

impl Divider {
    /// Divides a triangle until none of its sides is one to divide, at most `times` one after the other.
    fn divide(&mut self, [a, b, c]: [Textured; 3], times: u32, take: &mut dyn FnMut([Textured; 3])) {
        for [a, b, c] in [[a, b, c], [b, c, a], [c, a, b]] {
            if times > 0
                && let Some(middle) = self.middle(a, b)
            {
                self.divide([a, middle, c], times - 1, take);
                return self.divide([middle, b, c], times - 1, take);
            }
        }
        take([a, b, c]);
    }

    /// Returns the middle of a side to divide.
    fn middle(&mut self, a: Textured, b: Textured) -> Option<Textured> {
        let [first, second] = [*self.vertices.get(a.0 as usize)?, *self.vertices.get(b.0 as usize)?];
        let ends = [first, second].map(|own| (own.bone, own.position));
        if !self.sides.contains(&ends) && !self.sides.contains(&[ends[1], ends[0]]) {
            return None;
        }
        let texel = [0, 1].map(|axis| a.1[axis].midpoint(b.1[axis]));
        let key = [a.0.min(b.0), a.0.max(b.0)];
        let next = self.vertices.len() as u32;
        let vertices = &mut self.vertices;
        let number = *self.middles.entry(key).or_insert_with(|| {
            let position = middle(first.position, second.position);
            let normal = first.normal.zip(second.normal).map(|normals| {
                let [a, b] = [normals.0, normals.1].map(|own| DVec3::from_array(unpack_normal(own).0));
                pack_normal((a + b).normalize_or(a).to_array())
            });
            vertices.push(Vertex { position, normal, number: None, ..first });
            next
        });
        Some((number, texel))
    }
}

/// Adds a side to those to divide, and its halves where they are divided, too. The middle of a side of one unit is an end of it.
fn insert(sides: &mut HashSet<[Place; 2]>, [a, b]: [Place; 2], depth: u32) {
    let middle = (a.0, middle(a.1, b.1));
    if middle == a || middle == b {
        return;
    }
    sides.insert(if a < b { [a, b] } else { [b, a] });
    if depth > 1 {
        insert(sides, [a, middle], depth - 1);
        insert(sides, [middle, b], depth - 1);
    }
}

fn middle(a: [i16; 3], b: [i16; 3]) -> [i16; 3] {
    [0, 1, 2].map(|axis| (i32::from(a[axis]) + i32::from(b[axis])).div_euclid(2) as i16)
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

/// Returns the pixels whose colours the authentic back end has neither there nor beside, along with the pixels around: at edges the
/// two differ by a pixel.
fn covered([authentic, enhanced]: &[Vec<u32>; 2]) -> impl Iterator<Item = usize> {
    let is_gone = |place: usize| {
        let own = enhanced[place];
        let is_other = |near: usize| authentic.get(near).is_none_or(|other| is_apart(*other, own));
        let rows = || [place.wrapping_sub(SIDE), place, place + SIDE].into_iter();
        own != BACKGROUND
            && is_other(place)
            && rows().all(|row| [row.wrapping_sub(1), row, row + 1].into_iter().all(is_other))
    };
    let gone: Vec<bool> = (0..SIDE * SIDE).map(is_gone).collect();
    let inside = (1..SIDE - 1).flat_map(|row| (1..SIDE - 1).map(move |column| row * SIDE + column));
    inside.filter(move |place| {
        [*place, place - 1, place + 1, place - SIDE, place + SIDE].iter().all(|pixel| gone[*pixel])
    })
}

fn is_apart(a: u32, b: u32) -> bool {
    a.to_le_bytes().iter().zip(b.to_le_bytes()).any(|(a, b)| a.abs_diff(b) > APART)
}

fn sides(corners: &[Textured]) -> Vec<[Textured; 2]> {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]).collect()
}

/// Returns the vertices of a triangle in order.
fn key<'c>(corners: impl Iterator<Item = &'c Textured>) -> [u32; 3] {
    let mut vertices = [0; 3];
    vertices.iter_mut().zip(corners).for_each(|(own, (vertex, _))| *own = *vertex);
    vertices.sort_unstable();
    vertices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_one_unit_are_not_divided() {
        let divided = |length: i16| {
            let mut sides = HashSet::new();
            insert(&mut sides, [(0, [0; 3]), (0, [length, 0, 0])], 2);
            sides.len()
        };
        assert_eq!([0, 1, 2, 4].map(divided), [0, 0, 1, 3]);
    }
}
