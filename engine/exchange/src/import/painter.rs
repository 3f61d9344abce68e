//! Parts that the painter's order covers, and ways to keep them.
//!
//! A phone draws whole polygons from far to near, by the mean depth of their corners: a large face that turns away covers the
//! small part before it. The figure is drawn from 26 directions by both back ends of the renderer, one of which compares
//! the depth of every pixel. Where they differ, the faces that cover others are drawn by their farthest corner, those that
//! are covered by their nearest, or the former are divided: whichever keeps most, as long as one keeps some.

use std::collections::{HashMap, HashSet};

use glam::DVec3;
use keitai_convert::decompile::unpack_normal;
use keitai_convert::pack_normal;
use keitai_formats::{
    Blend, Bone, BoneMatrix, ColourPolygon, Diagnostics, Figure, Limits, Material, Pattern, Picture, PolygonRun,
    Polygons, Rgb, Slot, Texture, counted,
};
use keitai_render::{
    AffineTrans, Backend, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Model, PixelFormat, Posture, Renderer,
    Vector3,
};
use serde_json::Value;

use super::gathered::{Corners, Face, Textured, Vertex};
use super::quads::{self, Exported};
use crate::picture::Loaded;
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
/// Most faces, times pictures, that are drawn.
const MOST_WORK: usize = 2_000_000;
/// Dividing makes at most this many times as many faces, and so many more.
const GROWTH: [usize; 2] = [2, 64];
/// Divisions of a triangle and its parts, one after the other.
const TIMES: u32 = 12;
/// Shortest side that is divided, units.
const SHORTEST: f64 = 4.0;
const SORT: u16 = Material::SORT_NEAREST | Material::SORT_FARTHEST;
const BACKGROUND: u32 = 0x0001_FE03;

/// Vertices, and triangles between them.
#[derive(Debug, Clone)]
pub(super) struct Mesh {
    pub(super) vertices: Vec<Vertex>,
    pub(super) faces: Vec<Face>,
}

/// How a mesh is seen.
pub(super) struct Painter<'a> {
    textures: &'a [Option<(String, Texture)>],
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

/// Numbers of triangles that cover others, and of those that are covered; each of the two more often than the other.
type Pairs = [HashSet<usize>; 2];

impl<'a> Painter<'a> {
    pub(super) fn new(
        textures: &'a [Option<(String, Texture)>],
        place: &'a dyn Fn(&Vertex) -> DVec3,
        shown: u32,
        most: usize,
    ) -> Self {
        Self { textures, place, shown: shown | 1, most, work: MOST_WORK }
    }

    /// Keeps as many parts as it can, and reports what was done and what is left.
    pub(super) fn keep(&mut self, mesh: Mesh, found: &mut Diagnostics) -> Mesh {
        let Some(first) = self.lost(&mesh).filter(|lost| lost.share() > LITTLE) else { return mesh };
        let count = mesh.faces.len();
        let (mut lost, mut best) = (first, mesh);
        self.most = self.most.min(count * GROWTH[0] + GROWTH[1]);
        for _ in 0..ROUNDS {
            let Some(pairs) = self.pairs(&best).filter(|_| lost.share() > LITTLE) else { break };
            let [covers, covered] = &pairs;
            let far = sorted(&best, covers, Material::SORT_FARTHEST);
            let both = sorted(&far, covered, Material::SORT_NEAREST);
            let mut ways = vec![far, both, sorted(&best, covered, Material::SORT_NEAREST)];
            ways.extend([1, 2].into_iter().filter_map(|depth| self.divided(&best, covers, depth)));
            let tried: Vec<(Lost, Mesh)> =
                ways.into_iter().filter_map(|mesh| Some((self.lost(&mesh)?, mesh))).collect();
            let least = tried.into_iter().min_by_key(|(lost, _)| lost.pixels);
            let gain = (lost.pixels as f64 * (1.0 - GAIN)) as usize;
            let Some((own, mesh)) = least.filter(|(own, _)| own.pixels <= gain) else { break };
            (lost, best) = (own, mesh);
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

    /// Compares the pictures of both back ends; `None` when no work is left.
    fn lost(&mut self, mesh: &Mesh) -> Option<Lost> {
        let faces = self.seen(mesh);
        let pixels = faces.iter().map(|face| self.colour(face)).map(|Rgb { r, g, b }| [r, g, b, u8::MAX]).collect();
        let colours = Loaded::Colours(Picture { width: 0, height: 0, pixels }).quantised(None, false).document;
        let mut lost = Lost::default();
        self.draw(mesh, &faces, &[(colours.texels, colours.palette)], |direction, pictures| {
            let [authentic, enhanced] = &pictures[0];
            let covered = covered(|place| is_apart(authentic[place], enhanced[place])).count();
            lost.pixels += covered;
            lost.all += enhanced.iter().filter(|pixel| **pixel != BACKGROUND).count();
            if covered > lost.worst.1 {
                lost.worst = (direction, covered);
            }
        })?;
        Some(lost)
    }

    /// Finds the triangles that cover others, and those that are covered.
    fn pairs(&mut self, mesh: &Mesh) -> Option<Pairs> {
        let faces = self.seen(mesh);
        let colours: Vec<Rgb> = faces.iter().map(|face| self.colour(face)).collect();
        let levels: Vec<Rgb> = (0..=u8::MAX).map(|level| Rgb { r: level, g: level, b: level }).collect();
        let byte = |shift: u32| ((0..faces.len() as u32).map(|face| (face >> shift) as u8).collect(), levels.clone());
        let mut counts: HashMap<usize, i32> = HashMap::new();
        self.draw(mesh, &faces, &[byte(0), byte(8)], |_, pictures| {
            let face = |order: usize, place: usize| {
                let [low, high] = [0, 1].map(|byte| pictures[byte][order][place]);
                (low != BACKGROUND).then_some((low & 255 | (high & 255) << 8) as usize)
            };
            let both = |place: usize| face(0, place).zip(face(1, place));
            let is_lost = |place: usize| {
                both(place).is_some_and(|(cover, own)| {
                    let [Some(cover), Some(own)] = [cover, own].map(|face| colours.get(face)) else { return false };
                    is_apart(hex(cover), hex(own))
                })
            };
            for (cover, own) in covered(is_lost).filter_map(both) {
                // Seen through, or with holes: what lies behind may be right.
                let is_whole =
                    |face: &&Face| !face.bits.has(Material::COLOUR_KEY) && face.bits.blend() == Blend::Normal;
                if faces.get(cover).is_some_and(|face| is_whole(&face)) {
                    *counts.entry(cover).or_insert(0) += 1;
                    *counts.entry(own).or_insert(0) -= 1;
                }
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
        let parts = |has: fn(i32) -> bool| {
            counts.iter().filter(|(_, count)| has(**count)).flat_map(|(face, _)| parts(face)).collect()
        };
        Some([parts(|count| count > 0), parts(|count| count < 0)])
    }

    /// Returns the faces that are seen, as they are drawn.
    fn seen(&self, mesh: &Mesh) -> Vec<Face> {
        let is_seen = |face: &&Face| self.shown.checked_shr(face.pattern.into()).is_some_and(|mask| mask & 1 == 1);
        let faces = mesh.faces.iter().filter(is_seen).cloned().collect();
        quads::merge(&mesh.vertices, faces, &Exported::new(&Value::Null))
    }

    /// Returns the colour in the middle of a face.
    fn colour(&self, face: &Face) -> Rgb {
        let Slot::Texture(slot) = face.slot else { return face.colour };
        let Some(Some((_, texture))) = self.textures.get(usize::from(slot)) else { return Rgb::default() };
        let count = face.corners.len().max(1);
        let [u, v] =
            [0, 1].map(|axis| face.corners.iter().map(|(_, texel)| usize::from(texel[axis])).sum::<usize>() / count);
        let texel = texture.texels.get(v * usize::from(texture.width) + u).copied().unwrap_or_default();
        texture.palette.get(usize::from(texel)).copied().unwrap_or_default()
    }

    /// Draws faces with each list of colours and its palette, and gives the pictures of both back ends from every direction.
    fn draw(
        &mut self,
        mesh: &Mesh,
        faces: &[Face],
        colours: &[(Vec<u8>, Vec<Rgb>)],
        mut compare: impl FnMut([i32; 3], &[[Vec<u32>; 2]]),
    ) -> Option<()> {
        let directions = (0..27).map(|number| [number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1]);
        let directions: Vec<[i32; 3]> = directions.filter(|direction| *direction != [0; 3]).collect();
        let pictures = directions.len() * colours.len() * 2;
        self.work = self.work.checked_sub(faces.len().saturating_mul(pictures))?;
        let places: Vec<DVec3> = mesh.vertices.iter().map(self.place).collect();
        let (low, high) = places
            .iter()
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), place| (low.min(*place), high.max(*place)));
        let (centre, radius) = ((low + high) / 2.0, (high - low).length() / 2.0);
        let scale = if radius > RADIUS { RADIUS / radius } else { 1.0 };
        let vertices =
            places.iter().map(|place| ((*place - centre) * scale).round().to_array().map(|part| part as i16));
        let vertices: Vec<[i16; 3]> = vertices.collect();
        let radius = (radius * scale).ceil().max(8.0) as i32;
        let models = colours.iter().map(|(colours, palette)| model(&vertices, faces, colours, palette.clone()));
        let models: Vec<Model> = models.collect::<Option<_>>()?;
        let compat = Compat { pixel_format: PixelFormat::Rgb888, ..Compat::default() };
        let side = SIDE as u32;
        let mut renderers =
            [Backend::Authentic, Backend::Enhanced].map(|backend| Renderer::with_backend(side, side, compat, backend));
        let mut framebuffer = Framebuffer::new(side, side);
        let (mut layout, effect) = (FigureLayout::default(), Effect::default());
        layout.centre = (SIDE as i32 / 2, SIDE as i32 / 2);
        layout.set_parallel_size(radius * 2, radius * 2);
        for direction in directions {
            let [x, y, z] = direction.map(|part| part * 4096);
            let unit = Vector3::new(x, y, z).unit();
            let eye = [unit.x, unit.y, unit.z].map(|part| -part * radius / 4096 * 3 / 2);
            let up = if x == 0 && z == 0 { Vector3::new(0, 0, 4096) } else { Vector3::new(0, 4096, 0) };
            layout.transform = AffineTrans::look_at(Vector3::new(eye[0], eye[1], eye[2]), unit, up);
            let pictures = models.iter().map(|model| {
                let posture = Posture::rest(model);
                let draw = FigureDraw::new(model, &posture, &[], &layout, &effect);
                renderers.each_mut().map(|renderer| {
                    framebuffer.fill(BACKGROUND);
                    renderer.draw_figure(&draw, &mut framebuffer);
                    framebuffer.pixels().iter().map(|pixel| pixel & 0xFF_FFFF).collect()
                })
            });
            compare(direction, &pictures.collect::<Vec<_>>());
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

/// Returns the model of faces in one bone, each with a colour of the palette.
fn model(vertices: &[[i16; 3]], faces: &[Face], colours: &[u8], palette: Vec<Rgb>) -> Option<Model> {
    fn polygon<const N: usize>(face: &Face, corners: [Textured; N], colour: u8) -> ColourPolygon<N> {
        let material = Material(face.bits.0 & (SORT | Material::DOUBLE_FACE));
        ColourPolygon { material, vertices: corners.map(|(vertex, _)| vertex as u16), colour }
    }
    let mut polygons = Polygons::default();
    for (face, colour) in faces.iter().zip(colours) {
        match face.corners {
            Corners::Triangle(corners) => polygons.colour_triangles.push(polygon(face, corners, *colour)),
            Corners::Quad(corners) => polygons.colour_quads.push(polygon(face, corners, *colour)),
        }
    }
    let count = |count: usize| u16::try_from(count).ok();
    let quads = count(polygons.colour_quads.len())?;
    let colour = PolygonRun { triangles: count(polygons.colour_triangles.len())?, quads };
    let bone = Bone { vertex_count: count(vertices.len())?, parent: None, matrix: BoneMatrix::IDENTITY };
    let patterns = vec![Pattern { colour, ..Pattern::default() }];
    let (vertices, bones) = (vertices.to_vec(), vec![bone]);
    Model::new(&Figure { vertices, palette, polygons, patterns, bones, ..Figure::default() }).ok()
}

/// Returns the pixels that are lost along with those beside them: at edges the two back ends differ by a pixel.
fn covered(is_lost: impl Fn(usize) -> bool) -> impl Iterator<Item = usize> {
    let lost: Vec<bool> = (0..SIDE * SIDE).map(is_lost).collect();
    let inside = (1..SIDE - 1).flat_map(|row| (1..SIDE - 1).map(move |column| row * SIDE + column));
    inside.filter(move |place| {
        [*place, place - 1, place + 1, place - SIDE, place + SIDE].iter().all(|pixel| lost[*pixel])
    })
}

fn is_apart(a: u32, b: u32) -> bool {
    a.to_le_bytes().iter().zip(b.to_le_bytes()).any(|(a, b)| a.abs_diff(b) > APART)
}

fn hex(Rgb { r, g, b }: &Rgb) -> u32 {
    u32::from_be_bytes([0, *r, *g, *b])
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
