//! Submitting a figure: its vertices are seen once each, its polygons tested, cut and queued.

use crate::affine::AffineTrans;
use crate::clip::{Attributes, Cut, Outline, doubled_area};
use crate::compat::{
    Compat, FlatBit, MissingTextureGroup, PatternBit, QuadFacing, SelectTexture, SortKey, SphereOrder, SubmitOrder,
    ZsortBits,
};
use crate::effect::{Effect, Shading};
use crate::layout::FigureLayout;
use crate::model::{Group, Model, Polygon};
use crate::posture::Posture;
use crate::project::{GUARD, Lens, Seen};
use crate::queue::{Item, Queue, Surface};
use crate::raster::Corner;
use crate::raster::span::{Kind, Shade, Sphere};
use crate::shade::Lighting;
use crate::texture::TextureMap;
use keitai_formats::{Blend, Material, Rgb};
use std::sync::Arc;

/// A figure to be drawn: what, in which pose, where, and how.
#[derive(Debug, Clone, Copy)]
pub struct FigureDraw<'a> {
    /// The figure.
    pub model: &'a Model,
    /// Its pose and pattern.
    pub posture: &'a Posture,
    /// Texture of each texture group; groups beyond are not drawn.
    pub textures: &'a [Arc<TextureMap>],
    /// One of `textures` selected as the figure's only one.
    pub selected: Option<usize>,
    /// View and projection.
    pub layout: &'a FigureLayout,
    /// Light and more.
    pub effect: &'a Effect,
    /// Added to the layout's centre, pixels.
    pub offset: (i32, i32),
}

/// Buffers of a submission, kept between calls.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    globals: Vec<AffineTrans>,
    vertices: Vec<Vertex>,
}

/// A vertex as it is seen.
#[derive(Debug, Clone, Copy, Default)]
struct Vertex {
    seen: Seen,
    /// Pixels; meaningful unless it lies before the near plane.
    x: i32,
    y: i32,
    key: i32,
    shade: u8,
    reflection: [u16; 2],
}

/// Everything a figure's polygons have in common.
struct Submission<'a> {
    draw: &'a FigureDraw<'a>,
    lens: Lens,
    size: (u32, u32),
    compat: &'a Compat,
    vertices: &'a [Vertex],
    call: u32,
    queue: &'a mut Queue,
}

/// Queues a figure for a target of `size` pixels.
pub(crate) fn submit(draw: &FigureDraw, size: (u32, u32), compat: &Compat, scratch: &mut Scratch, queue: &mut Queue) {
    let lens = Lens::new(draw.layout, draw.offset, size, compat);
    see_vertices(draw, &lens, compat, scratch);
    let call = queue.open(draw.effect, compat);
    let mut submission = Submission { draw, lens, size, compat, vertices: &scratch.vertices, call, queue };
    for (pattern, groups) in draw.model.patterns.iter().enumerate() {
        if shows(pattern, draw.posture.pattern(), compat.pattern_bit) {
            groups.iter().for_each(|group| submission.group(group));
        }
    }
}

/// Whether a pattern is drawn under a mask.
fn shows(pattern: usize, mask: u32, rule: PatternBit) -> bool {
    let bit = |n: usize| mask & (1_u32 << (n & 31)) != 0;
    match (pattern, rule) {
        (0, _) => true,
        (1..=31, PatternBit::ShiftP) => bit(pattern),
        // Faithful: pattern 32 has no bit.
        (_, PatternBit::ShiftP) => false,
        (_, PatternBit::ShiftP31) => bit(pattern),
        (_, PatternBit::ShiftPMinus1) => pattern <= 32 && bit(pattern - 1),
    }
}

fn see_vertices(draw: &FigureDraw, lens: &Lens, compat: &Compat, scratch: &mut Scratch) {
    let model = draw.model;
    let view = lens.view();
    let Scratch { globals, vertices } = scratch;
    draw.posture.globals(model, lens.view_first().then_some(view), globals);
    vertices.clear();
    for (bone, global) in model.bones.iter().zip(globals.iter()) {
        let gaze = lens.gaze(global);
        let in_view = if lens.view_first() { *global } else { view.mul(global) };
        let lighting = if model.lit { Lighting::new(draw.effect, &in_view, compat) } else { None };
        let reflective = draw.effect.sphere_map.is_some();
        for index in bone.vertices.clone() {
            let seen = gaze.see(model.vertices[index]);
            let (x, y) = lens.pixel(&seen);
            let mut vertex = Vertex { seen, x, y, key: lens.sort_key(seen.z), ..Vertex::default() };
            if let Some(lighting) = &lighting {
                let normal = model.normals[index];
                vertex.shade = lighting.shade(normal);
                if reflective {
                    vertex.reflection = lighting.reflection(normal);
                }
            }
            vertices.push(vertex);
        }
    }
    // A posture made for another figure may have fewer bones.
    vertices.resize(model.vertices.len(), Vertex::default());
}

impl<'a> Submission<'a> {
    fn group(&mut self, group: &Group) {
        let surface = match group.texture {
            None => None,
            Some(slot) => match self.texture(usize::from(slot)) {
                Some(texture) => Some(Surface::Texture(self.queue.keep(texture))),
                None if self.compat.missing_texture_group == MissingTextureGroup::DrawUntextured => {
                    Some(Surface::Colour(Rgb { r: 255, g: 255, b: 255 }))
                }
                None => return,
            },
        };
        let model = self.draw.model;
        let (first, second) = match self.compat.submit_order {
            SubmitOrder::QuadsFirst => (&group.quads, &group.triangles),
            SubmitOrder::TrianglesFirst => (&group.triangles, &group.quads),
        };
        for range in [first, second] {
            for polygon in &model.polygons[range.clone()] {
                self.polygon(polygon, surface.unwrap_or(Surface::Colour(polygon.colour)));
            }
        }
    }

    /// The texture of a group, if it has one.
    fn texture(&self, slot: usize) -> Option<&'a Arc<TextureMap>> {
        let textures: &'a [_] = self.draw.textures;
        match (self.draw.selected, self.compat.select_texture) {
            (None, _) | (_, SelectTexture::Ignore) => textures.get(slot),
            (Some(selected), SelectTexture::AllGroups) => textures.get(selected),
            (Some(selected), SelectTexture::GroupZeroOnly) => textures.get(selected).filter(|_| slot == 0),
        }
    }

    fn polygon(&mut self, polygon: &Polygon, surface: Surface) {
        let sides = usize::from(polygon.sides);
        let all = polygon.vertices.map(|index| &self.vertices[usize::from(index)]);
        let vertices = &all[..sides];
        let Some(whole) = self.placement(vertices) else { return };
        let (kind, level) = self.kind(polygon, vertices, surface);
        let item = Item { kind, surface, level, sides: polygon.sides, call: self.call };
        let key = self.key(polygon.material, vertices);
        let attributes = |i: usize| -> Attributes {
            let [u, v] = polygon.texels[i].map(|t| u16::from(t) << 8);
            let [e, f] = all[i].reflection;
            [u, v, u16::from(all[i].shade) << 8, e, f]
        };
        let both_sides = polygon.material.has(Material::DOUBLE_FACE);
        if !whole {
            return self.cut(
                item,
                key,
                std::array::from_fn(|i| Cut { seen: all[i].seen, attributes: attributes(i) }),
                both_sides,
            );
        }
        let corners: [Corner; 4] =
            std::array::from_fn(|i| Corner { x: all[i].x, y: all[i].y, attributes: attributes(i) });
        if self.outside(&corners[..sides]) {
            return;
        }
        let faces = |corners: &[Corner]| both_sides || area(corners) > 0;
        match (sides, self.compat.quad_facing) {
            (3, _) => {
                if faces(&corners[..3]) {
                    self.queue.push(item, key, &corners[..3]);
                }
            }
            (_, QuadFacing::Whole) => {
                let [a, b, c, d] = corners;
                if both_sides || area(&[a, b, c]) + area(&[c, b, d]) > 0 {
                    self.queue.push(item, key, &corners);
                }
            }
            (_, QuadFacing::PerTriangle) => {
                let [a, b, c, d] = corners;
                for (half, turned) in [([a, b, c], [a, b, c]), ([b, c, d], [c, b, d])] {
                    if faces(&turned) {
                        self.queue.push(Item { sides: 3, ..item }, key, &half);
                    }
                }
            }
        }
    }

    /// Whether the polygon can be filled as it is (`true`) or has to be cut; `None` when nothing of it can be seen.
    fn placement(&self, vertices: &[&Vertex]) -> Option<bool> {
        let mut whole = true;
        if let Some((near, far)) = self.lens.planes() {
            if vertices.iter().all(|v| v.seen.z < near) || vertices.iter().all(|v| v.seen.z > far) {
                return None;
            }
            whole = vertices.iter().all(|v| (near..=far).contains(&v.seen.z));
        }
        let [cx, cy] = self.lens.center();
        let near_center = |v: &&Vertex| (i64::from(v.x) - cx).abs() <= GUARD && (i64::from(v.y) - cy).abs() <= GUARD;
        Some(whole && vertices.iter().all(near_center))
    }

    /// Queues what is left of a polygon between the planes, as triangles.
    fn cut(&mut self, item: Item, key: i32, cuts: [Cut; 4], both_sides: bool) {
        let halves = [[0, 1, 2], [2, 1, 3]];
        let halves = &halves[..usize::from(item.sides) - 2];
        let pieces = |half: &[usize; 3]| Outline::triangle(half.map(|i| cuts[i])).clipped(&self.lens);
        let outlines = [halves.first().map(pieces), halves.get(1).map(pieces)];
        let mut placed = [[Corner::default(); 9]; 2];
        let mut facing = 0;
        for (corners, outline) in placed.iter_mut().zip(&outlines) {
            let Some(outline) = outline else { continue };
            for (corner, cut) in corners.iter_mut().zip(outline.vertices()) {
                let (x, y) = self.lens.pixel(&cut.seen);
                *corner = Corner { x, y, attributes: cut.attributes };
            }
            facing += area(&corners[..outline.vertices().len()]);
        }
        if !both_sides && facing <= 0 {
            return;
        }
        for (corners, outline) in placed.iter().zip(&outlines) {
            let count = outline.as_ref().map_or(0, |outline| outline.vertices().len());
            for i in 2..count {
                let piece = [corners[0], corners[i - 1], corners[i]];
                if !self.outside(&piece) {
                    self.queue.push(Item { sides: 3, ..item }, key, &piece);
                }
            }
        }
    }

    /// Whether a polygon touches no pixel of the target.
    fn outside(&self, corners: &[Corner]) -> bool {
        let (width, height) = (self.size.0 as i32, self.size.1 as i32);
        corners.iter().all(|c| c.x <= 0)
            || corners.iter().all(|c| c.x >= width)
            || corners.iter().all(|c| c.y <= 0)
            || corners.iter().all(|c| c.y >= height)
    }

    /// How the polygon's pixels come about, and its level where that is constant.
    fn kind(&self, polygon: &Polygon, vertices: &[&Vertex], surface: Surface) -> (Kind, u8) {
        let effect = self.draw.effect;
        let material = polygon.material;
        let textured = matches!(surface, Surface::Texture(_));
        let lit = self.draw.model.lit && effect.light.is_some() && material.has(Material::LIGHTING);
        let flat = self.compat.flat_bit == FlatBit::Honour && material.has(Material::FLAT_SHADE);
        let even = flat || vertices.iter().all(|v| v.shade == vertices[0].shade);
        let toon = effect.shading != Shading::Normal;
        let (shade, level) = match (lit, even) {
            (false, _) => (Shade::Constant, 31),
            (true, true) => {
                let level = vertices[0].shade >> 3;
                (Shade::Constant, if toon { self.queue.toon_level(self.call, level) } else { level })
            }
            (true, false) => (if toon { Shade::Toon } else { Shade::Gouraud }, 0),
        };
        let sphere = match self.compat.sphere_order {
            _ if !(lit && effect.sphere_map.is_some() && material.has(Material::SPHERE_MAP)) => Sphere::None,
            SphereOrder::AfterBlend => Sphere::AfterBlend,
            SphereOrder::BeforeBlend => Sphere::BeforeBlend,
        };
        let blend = if effect.semi_transparent { material.blend() } else { Blend::Normal };
        let key = textured && material.has(Material::COLOUR_KEY);
        (Kind { textured, key, shade, blend, sphere }, level)
    }

    /// The sort key of a polygon: of its uncut vertices.
    fn key(&self, material: Material, vertices: &[&Vertex]) -> i32 {
        let keys = || vertices.iter().map(|v| v.key);
        let nearest = material.has(Material::SORT_NEAREST);
        let farthest = material.has(Material::SORT_FARTHEST);
        match self.compat.zsort_bits {
            ZsortBits::Honour if farthest => return keys().max().unwrap_or(0),
            ZsortBits::BothNearest if nearest => return keys().min().unwrap_or(0),
            ZsortBits::Honour if nearest => return keys().min().unwrap_or(0),
            ZsortBits::BothNearest if farthest => return keys().max().unwrap_or(0),
            _ => {}
        }
        let sum: i64 = keys().map(i64::from).sum();
        let mean = match (vertices.len(), self.compat.sort_key) {
            (3, SortKey::MeanZ) => sum / 3,
            // Faithful: a short reciprocal, so that three times 3000 gives 2999.
            (3, SortKey::Projected15) => (sum * 21845) >> 16,
            _ => sum >> 2,
        };
        mean as i32
    }
}

fn area(corners: &[Corner]) -> i64 {
    doubled_area(corners.iter().map(|c| (c.x, c.y)))
}
