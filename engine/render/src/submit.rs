//! Submits a polygon with projected vertices to the queue: facing, clipping, sort key and shading.

use crate::clip::{ClipPolygon, ClipVertex, doubled_area, pieces};
use crate::compat::{Compat, EvenShade, QuadFacing, SortKey, SpecialPrimitives};
use crate::effect::Effect;
use crate::project::{Outcode, Projector, Screen};
use crate::queue::{Item, Queue, Surface};
use crate::raster::ScreenVertex;
use crate::raster::kind::{Kind, KindParts, Shade, Sphere};
use crate::skin::Skin;
use crate::style::{SortDepth, Style};
use crate::texture::TextureMap;
use crate::vertex::Vertex;
use keitai_formats::Material;
use std::sync::Arc;

/// Surface and texture coordinates of a polygon.
pub(crate) struct Look<const SIDES: usize> {
    pub(crate) surface: Surface,
    /// By vertex, 8.8.
    pub(crate) texels: [[i32; 2]; SIDES],
    /// Whether the vertices of each half, before bones turn them, have one normal; a triangle counts as two equal ones.
    pub(crate) one_normal: [bool; 2],
}

/// A polygon that may be visible.
struct Shape<'a, const SIDES: usize> {
    style: &'a Style,
    vertices: [&'a Vertex; SIDES],
    look: Look<SIDES>,
}

/// Everything the polygons of one draw call have in common.
pub(crate) struct Submission<'a> {
    pub(crate) projector: &'a Projector,
    effect: &'a Effect,
    pub(crate) compat: &'a Compat,
    call: u32,
    queue: &'a mut Queue,
}

impl<'a> Submission<'a> {
    /// Opens a draw call on the queue.
    pub(crate) fn new(projector: &'a Projector, effect: &'a Effect, screen: &Screen<'a>, queue: &'a mut Queue) -> Self {
        let call = queue.open(effect, projector.planes().is_some(), screen.clip);
        Self { projector, effect, compat: screen.compat, call, queue }
    }

    /// Keeps a texture for the polygons to come.
    pub(crate) fn keep(&mut self, texture: &Arc<TextureMap>) -> Skin {
        Skin::new(texture, self.queue)
    }

    /// Returns how polygons of a material are drawn, `textured` or not, with normals or without.
    pub(crate) fn style(&self, material: Material, textured: bool, has_normals: bool) -> Style {
        Style::new(material, textured, has_normals, self.effect, self.compat)
    }

    /// Names the polygon of the model that was queued last.
    #[inline(always)]
    pub(crate) fn mark(&mut self, polygon: usize) {
        self.queue.mark(u32::try_from(polygon).ok());
    }

    /// Counts polygons as submitted, whether they will be queued or not.
    pub(crate) fn count(&mut self, sides: usize, polygons: usize) {
        self.queue.count(sides, polygons);
    }

    /// Queues a triangle, or a quad in strip order, unless nothing of it can be seen; `look` is asked only then. Returns
    /// whether it may be seen.
    #[inline(always)]
    pub(crate) fn polygon<const SIDES: usize>(
        &mut self,
        style: &Style,
        vertices: [&Vertex; SIDES],
        look: impl FnOnce() -> Look<SIDES>,
    ) -> bool {
        let any = vertices.iter().fold(0, |any, v| any | v.outcode);
        if any != 0 {
            let all = vertices.iter().fold(u8::MAX, |all, v| all & v.outcode);
            if all & !Outcode::GUARD != 0 {
                return false;
            }
            if any & Outcode::CLIP != 0 {
                self.clip(&Shape { style, vertices, look: look() });
                return true;
            }
        }
        let halves = if style.both_sides { [true; 2] } else { self.facing(&vertices) };
        if halves == [false; 2] {
            return false;
        }
        let look = look();
        if halves == [true; 2] && self.one_shade(style) {
            let key = self.key(style, &vertices);
            let item = self.item(style, &vertices, look.surface, style.shading(&vertices, false));
            self.queue.push(item, key, (0..SIDES).map(|i| look.on(vertices[i], i)));
        } else {
            self.halves(&Shape { style, vertices, look }, halves);
        }
        true
    }

    /// Queues a polygon or one half of it. Halves that are shaded alike are one polygon.
    #[inline(never)]
    fn halves<const SIDES: usize>(&mut self, shape: &Shape<SIDES>, halves: [bool; 2]) {
        let key = self.key(shape.style, &shape.vertices);
        let [first, second] = self.items(shape);
        let screen_vertices: [ScreenVertex; SIDES] = std::array::from_fn(|i| shape.look.on(shape.vertices[i], i));
        if halves == [true; 2] && (first.kind, first.shade) == (second.kind, second.shade) {
            return self.queue.push(first, key, screen_vertices.into_iter());
        }
        for (half, item) in [first, second].into_iter().enumerate().filter(|&(half, _)| halves[half]) {
            self.queue.push(Item { sides: 3, ..item }, key, screen_vertices[half..half + 3].iter().copied());
        }
    }

    /// Returns whether both halves of a quad are always shaded alike.
    #[inline(always)]
    fn one_shade(&self, style: &Style) -> bool {
        style.flat || self.compat.even_shade == EvenShade::EqualShades
    }

    /// Returns which halves of a polygon inside the guard band face the viewer; a triangle counts as two equal ones.
    #[inline(always)]
    fn facing<const SIDES: usize>(&self, vertices: &[&Vertex; SIDES]) -> [bool; 2] {
        // Twice the area between two diagonals, or two sides of a triangle.
        let area = |from: [usize; 2], to: [usize; 2]| {
            let along = |i: usize| {
                let (a, b) = (vertices[from[i]].screen, vertices[to[i]].screen);
                (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y))
            };
            let (a, b) = (along(0), along(1));
            a.0 * b.1 - a.1 * b.0
        };
        match self.compat.quad_facing {
            _ if SIDES == 3 => [area([0, 0], [1, 2]) > 0; 2],
            QuadFacing::Whole => [area([2, 0], [1, 3]) > 0; 2],
            QuadFacing::PerTriangle => [area([0, 0], [1, 2]) > 0, area([2, 2], [1, 3]) > 0],
        }
    }

    /// Returns how the pixels of a polygon are coloured; its `shade` counts where that is constant.
    #[inline(always)]
    fn item<const SIDES: usize>(
        &self,
        style: &Style,
        vertices: &[&Vertex; SIDES],
        surface: Surface,
        (kind, shade): (Kind, u8),
    ) -> Item {
        let (bias, call) = (self.bias(style.material, vertices), self.call);
        let flat = self.projector.planes().is_none() || vertices.iter().all(|v| v.z() == vertices[0].z());
        Item { kind, surface, shade, bias, on_top: false, sides: SIDES as u8, flat, call }
    }

    /// Returns how the pixels of a polygon's halves are coloured; a triangle counts as two equal halves.
    fn items<const SIDES: usize>(&self, Shape { style, vertices, look }: &Shape<SIDES>) -> [Item; 2] {
        let item = |shading| self.item(style, vertices, look.surface, shading);
        if self.one_shade(style) {
            return [item(style.shading(vertices, false)); 2];
        }
        [0, SIDES - 3].map(|half| item(style.shading(&vertices[half..half + 3], look.one_normal[half])))
    }

    /// Queues what is left of a polygon between the planes. A quad whose halves are drawn alike is clipped as one
    /// polygon.
    #[inline(never)]
    fn clip<const SIDES: usize>(&mut self, shape: &Shape<SIDES>) {
        let items = self.items(shape);
        let key = self.key(shape.style, &shape.vertices);
        let clip_vertices: [ClipVertex; SIDES] = std::array::from_fn(|i| ClipVertex {
            position: shape.vertices[i].position,
            attributes: shape.look.on(shape.vertices[i], i).attributes,
        });
        let [first, second] = items.map(|item| (item.kind, item.shade));
        let parts: &[&[usize]] = match (SIDES, self.compat.quad_facing) {
            (3, _) => &[&[0, 1, 2]],
            (_, QuadFacing::Whole) if first == second => &[&[0, 1, 2, 3]],
            _ => &[&[0, 1, 2], &[2, 1, 3]],
        };
        let mut placed = [([ScreenVertex::default(); ClipPolygon::MOST], 0); 2];
        let mut facing = 0;
        for ((screen_vertices, len), part) in placed.iter_mut().zip(parts) {
            let mut strip = [ClipVertex::default(); SIDES];
            strip.iter_mut().zip(*part).for_each(|(vertex, &i)| *vertex = clip_vertices[i]);
            let polygon = ClipPolygon::strip(&strip[..part.len()]).clipped(self.projector);
            for (screen_vertex, vertex) in screen_vertices.iter_mut().zip(polygon.vertices()) {
                *screen_vertex =
                    ScreenVertex { attributes: vertex.attributes, ..self.projector.screen_vertex(&vertex.position) };
            }
            *len = polygon.vertices().len();
            facing += area(&screen_vertices[..*len]);
        }
        if !shape.style.both_sides && facing <= 0 {
            return;
        }
        for ((screen_vertices, len), item) in placed.iter().zip(items) {
            for (piece, sides) in pieces(&screen_vertices[..*len]) {
                let piece = &piece[..sides];
                if !self.outside(piece) {
                    self.queue.push(Item { sides: sides as u8, ..item }, key, piece.iter().copied());
                }
            }
        }
    }

    /// Queues a point, a line or a sprite on the screen: a corner, two, or four in strip order.
    pub(crate) fn special(&mut self, material: Material, surface: Surface, key: i32, screen_vertices: &[ScreenVertex]) {
        let textured = matches!(surface, Surface::Texture(_));
        let kind = Kind::new(&KindParts {
            textured,
            key: material.has(Material::COLOUR_KEY),
            shade: Shade::Constant,
            lit: false,
            blend: self.effect.blending(material),
            sphere: Sphere::None,
        });
        let on_top = self.compat.special_primitives == SpecialPrimitives::OnTop;
        let key = if on_top { i32::MIN } else { key };
        if on_top {
            self.queue.next_on_top();
        }
        self.queue.count(screen_vertices.len(), 1);
        let sides = screen_vertices.len() as u8;
        let item = Item { kind, surface, shade: 255, bias: 0, on_top, sides, flat: true, call: self.call };
        self.queue.push(item, key, screen_vertices.iter().copied());
    }

    /// Returns whether a polygon touches no pixel of the target.
    pub(crate) fn outside(&self, screen_vertices: &[ScreenVertex]) -> bool {
        let [width, height] = self.projector.edges();
        screen_vertices.iter().all(|c| c.x <= 0)
            || screen_vertices.iter().all(|c| i64::from(c.x) >= width)
            || screen_vertices.iter().all(|c| c.y <= 0)
            || screen_vertices.iter().all(|c| i64::from(c.y) >= height)
    }

    /// Returns the depth bias of the sort bits: nearest pulls forward, farthest pushes back.
    #[inline(always)]
    fn bias(&self, material: Material, vertices: &[&Vertex]) -> i64 {
        let both = Material::SORT_NEAREST | Material::SORT_FARTHEST;
        if material.0 & both == 0 || !self.projector.fine() {
            return 0;
        }
        let depths = || vertices.iter().map(|v| v.z());
        let mean = depths().map(i64::from).sum::<i64>() / vertices.len() as i64;
        let chosen = if material.has(Material::SORT_FARTHEST) { depths().max() } else { depths().min() };
        let (near, far) = self.projector.planes().unwrap_or((i32::MIN, i32::MAX));
        let inverse = |z: i32| i64::from(self.projector.inverse_z(z.clamp(near, far)));
        inverse(chosen.unwrap_or(0)) - inverse(mean as i32)
    }

    /// Returns the sort key of a polygon: of its uncut vertices.
    #[inline(always)]
    fn key<const SIDES: usize>(&self, style: &Style, vertices: &[&Vertex; SIDES]) -> i32 {
        let keys = || vertices.iter().map(|v| v.key);
        match style.depth {
            SortDepth::Nearest => keys().min().unwrap_or(0),
            SortDepth::Farthest => keys().max().unwrap_or(0),
            SortDepth::Mean => {
                let sum: i64 = keys().map(i64::from).sum();
                let mean = match (SIDES, self.compat.sort_key) {
                    (3, SortKey::MeanZ) => sum / 3,
                    // Faithful: a short reciprocal, so that three times 3000 gives 2999.
                    (3, SortKey::Projected15) => (sum * 21845) >> 16,
                    _ => sum >> 2,
                };
                mean as i32
            }
        }
    }
}

impl<const SIDES: usize> Look<SIDES> {
    /// Returns the polygon's vertex `i` on the screen.
    #[inline(always)]
    fn on(&self, vertex: &Vertex, i: usize) -> ScreenVertex {
        let ([u, v], [_, _, shade, e, f]) = (self.texels[i], vertex.screen.attributes);
        ScreenVertex { attributes: [u, v, shade, e, f], ..vertex.screen }
    }
}

fn area(screen_vertices: &[ScreenVertex]) -> i64 {
    doubled_area(screen_vertices.iter().map(|c| (c.x, c.y)))
}
