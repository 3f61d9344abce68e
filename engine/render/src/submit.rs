//! Submits a polygon with projected vertices to the queue: facing, clipping, sort key and shading.

use crate::clip::{ClipPolygon, ClipVertex, is_clockwise, pieces};
use crate::effect::Effect;
use crate::project::{Outcode, Projector};
use crate::queue::{Item, Queue, Surface};
use crate::raster::ScreenVertex;
use crate::raster::kind::{Kind, KindParts, Shade};
use crate::style::{SortDepth, Style};
use crate::vertex::Vertex;
use keitai_formats::Material;

/// Surface and texture coordinates of a polygon.
pub(crate) struct Look<const SIDES: usize> {
    pub(crate) surface: Surface,
    /// By vertex, 8.8.
    pub(crate) texels: [[i32; 2]; SIDES],
}

/// Everything the polygons of one draw call have in common.
pub(crate) struct Submission<'a> {
    pub(crate) projector: &'a Projector,
    effect: &'a Effect,
    call: u32,
    pub(crate) queue: &'a mut Queue,
}

impl<'a> Submission<'a> {
    /// Opens a draw call on the queue.
    pub(crate) fn new(projector: &'a Projector, effect: &'a Effect, queue: &'a mut Queue) -> Self {
        let call = queue.open(effect, projector.planes.is_some());
        Self { projector, effect, call, queue }
    }

    /// Returns how polygons of a material are drawn, `textured` or not, with normals or without.
    pub(crate) fn style(&self, material: Material, textured: bool, has_normals: bool) -> Style {
        Style::new(material, textured, has_normals, self.effect)
    }

    /// Queues a triangle, or a quad in strip order, unless it is not in the sort list at all; `look` is called only for
    /// a polygon that may be seen.
    ///
    /// Faithful: the list holds what lies off the screen and double-faced polygons without area, but neither back faces nor
    /// what lies before near or beyond far. Evidence: 240 lists of equal keys in the engine, whose order depends on their
    /// length.
    #[inline(always)]
    pub(crate) fn polygon<const SIDES: usize>(
        &mut self,
        style: &Style,
        vertices: [&Vertex; SIDES],
        look: impl FnOnce() -> Look<SIDES>,
    ) {
        let any = vertices.iter().fold(0, |any, v| any | v.outcode);
        if any & Outcode::DEPTH != 0 {
            let all = vertices.iter().fold(u8::MAX, |all, v| all & v.outcode);
            if all & Outcode::DEPTH == 0 {
                self.clip(style, vertices, &look());
            }
            return;
        }
        // Coordinates beyond the guard band lose bits, so that their products fit 64.
        let shift = if any & Outcode::GUARD == 0 { 0 } else { 2 };
        if !style.both_sides && !faces_viewer(&vertices, shift) {
            return;
        }
        let key = style.depth.key(vertices.map(|v| v.key));
        if any != 0 {
            let all = vertices.iter().fold(u8::MAX, |all, v| all & v.outcode);
            if all & Outcode::SIDES != 0 {
                return self.push_unseen(key);
            }
            if any & Outcode::GUARD != 0 {
                let look = look();
                let corners: [ClipVertex; SIDES] = clip_vertices(vertices, &look);
                let item = self.item(style, &vertices, look.surface);
                return self.guard(&corners, item, key);
            }
        }
        let look = look();
        let item = self.item(style, &vertices, look.surface);
        if style.flat {
            return self.push_flat(item, key, vertices, &look);
        }
        self.queue.push(item, key, (0..SIDES).map(|i| look.on(vertices[i], i)));
    }

    /// Queues a polygon that takes its sphere texel from the first vertex.
    #[inline(never)]
    fn push_flat<const SIDES: usize>(&mut self, item: Item, key: i32, vertices: [&Vertex; SIDES], look: &Look<SIDES>) {
        let [_, _, shade, e, f] = vertices[0].screen.attributes;
        let corner = |i: usize| {
            let [u, v] = look.texels[i];
            ScreenVertex { attributes: [u, v, shade, e, f], ..vertices[i].screen }
        };
        self.queue.push(item, key, (0..SIDES).map(corner));
    }

    #[inline(never)]
    fn push_unseen(&mut self, key: i32) {
        self.queue.push(Item { call: self.call, ..Item::UNSEEN }, key, core::iter::empty());
    }

    /// Returns how the pixels of a polygon are coloured.
    #[inline(always)]
    fn item<const SIDES: usize>(&self, style: &Style, vertices: &[&Vertex; SIDES], surface: Surface) -> Item {
        let (kind, shade) = style.shading(vertices);
        let level = || vertices.iter().all(|v| v.z() == vertices[0].z());
        let whole = SIDES == 4 && kind.textured() && level();
        let bias = self.bias(style.material, vertices);
        Item { kind, surface, shade, bias, sides: SIDES as u8, whole, call: self.call }
    }

    /// Queues what is left of a polygon between near and far. Faithful: every piece is in the sort list, with the key of its
    /// own vertices. Evidence: 64 lists of cut polygons in the engine.
    #[inline(never)]
    fn clip<const SIDES: usize>(&mut self, style: &Style, vertices: [&Vertex; SIDES], look: &Look<SIDES>) {
        let corners: [ClipVertex; SIDES] = clip_vertices(vertices, look);
        let polygon = ClipPolygon::strip(&corners).in_depth(self.projector);
        let pixels = polygon.vertices().iter().map(|vertex| self.projector.pixel(&vertex.position));
        if !style.both_sides && !is_clockwise(pixels) {
            return;
        }
        let item = self.item(style, &vertices, look.surface);
        for (piece, sides) in pieces(polygon.vertices()) {
            let z = piece.map(|vertex| vertex.position.z());
            let keys = z.map(|z| self.projector.sort_key(z));
            let key = if sides == 4 { style.depth.key(keys) } else { style.depth.key([keys[0], keys[1], keys[2]]) };
            let whole = sides == 4 && item.kind.textured() && z == [z[0]; 4];
            self.guard(&piece[..sides], Item { sides: sides as u8, whole, ..item }, key);
        }
    }

    /// Queues a polygon in strip order, which may reach beyond the guard band. Its pieces have one key.
    fn guard(&mut self, strip: &[ClipVertex], item: Item, key: i32) {
        let projector = self.projector;
        let polygon = ClipPolygon::strip(strip).guarded(projector);
        let mut seen = false;
        for (piece, sides) in pieces(polygon.vertices()) {
            let corners = piece.map(|vertex| ScreenVertex {
                attributes: vertex.attributes,
                ..projector.screen_vertex(&vertex.position)
            });
            let corners = &corners[..sides];
            if !self.outside(corners) {
                seen = true;
                self.queue.push(Item { sides: sides as u8, ..item }, key, corners.iter().copied());
            }
        }
        if !seen {
            self.push_unseen(key);
        }
    }

    /// Queues a point, a line or a sprite on the screen: one, two or four corners, four in strip order.
    pub(crate) fn special<const CORNERS: usize>(
        &mut self,
        material: Material,
        surface: Surface,
        key: i32,
        corners: [ScreenVertex; CORNERS],
    ) {
        self.queue.count(CORNERS, 1);
        if self.outside(&corners) {
            return self.push_unseen(key);
        }
        let item = self.special_item(material, surface, CORNERS);
        self.queue.push(item, key, corners.into_iter());
    }

    /// Queues a sprite, given by its corners' distances from the centre of the view in 1/4096 pixel, that reaches beyond the
    /// guard band.
    pub(crate) fn wide_sprite(&mut self, material: Material, surface: Surface, key: i32, strip: &[ClipVertex]) {
        let on_screen = self.projector.on_screen();
        let item = self.special_item(material, surface, strip.len());
        self.queue.count(strip.len(), 1);
        let Self { effect, call, .. } = *self;
        Submission { projector: &on_screen, effect, call, queue: self.queue }.guard(strip, item, key);
    }

    fn special_item(&self, material: Material, surface: Surface, sides: usize) -> Item {
        let kind = Kind::new(&KindParts {
            textured: matches!(surface, Surface::Texture(_)),
            key: material.has(Material::COLOUR_KEY),
            shade: Shade::Constant,
            lit: false,
            blend: self.effect.blending(material),
            sphere: false,
        });
        Item { kind, surface, shade: 255, bias: 0, sides: sides as u8, whole: true, call: self.call }
    }

    /// Returns whether a polygon touches no pixel of the target.
    fn outside(&self, screen_vertices: &[ScreenVertex]) -> bool {
        let [width, height] = self.projector.edges();
        let least = if screen_vertices.len() > 2 { 0 } else { -1 };
        screen_vertices.iter().all(|c| c.x <= least)
            || screen_vertices.iter().all(|c| i64::from(c.x) >= width)
            || screen_vertices.iter().all(|c| c.y <= least)
            || screen_vertices.iter().all(|c| i64::from(c.y) >= height)
    }

    /// Returns the depth bias of the sort bits: nearest pulls forward, farthest pushes back.
    #[inline(always)]
    fn bias(&self, material: Material, vertices: &[&Vertex]) -> i64 {
        let both = Material::SORT_NEAREST | Material::SORT_FARTHEST;
        if material.0 & both == 0 || !self.projector.fine {
            return 0;
        }
        let depths = || vertices.iter().map(|v| v.z());
        let mean = depths().map(i64::from).sum::<i64>() / vertices.len() as i64;
        let chosen = if material.has(Material::SORT_FARTHEST) { depths().max() } else { depths().min() };
        let (near, far) = self.projector.planes.unwrap_or((i32::MIN, i32::MAX));
        let inverse = |z: i32| i64::from(self.projector.inverse_z(z.clamp(near, far)));
        inverse(chosen.unwrap_or(0)) - inverse(mean as i32)
    }
}

impl SortDepth {
    /// Returns the sort key of a polygon with these keys of its vertices.
    #[inline(always)]
    fn key<const SIDES: usize>(self, keys: [i32; SIDES]) -> i32 {
        match self {
            Self::Nearest => keys.into_iter().min().unwrap_or(0),
            Self::Farthest => keys.into_iter().max().unwrap_or(0),
            Self::Mean => {
                let sum: i64 = keys.into_iter().map(i64::from).sum();
                // Faithful: a short reciprocal, so that three times 3000 gives 2999.
                (if SIDES == 3 { (sum * 21845) >> 16 } else { sum >> 2 }) as i32
            }
        }
    }
}

/// Returns whether a polygon faces the viewer; its coordinates are taken without the lowest `shift` bits.
#[inline(always)]
fn faces_viewer<const SIDES: usize>(vertices: &[&Vertex; SIDES], shift: u32) -> bool {
    // Twice the area between two diagonals, or two sides of a triangle.
    let (from, to) = if SIDES == 3 { ([0, 0], [1, 2]) } else { ([2, 0], [1, 3]) };
    let along = |i: usize| {
        let (a, b) = (vertices[from[i]].screen, vertices[to[i]].screen);
        let difference = |a: i32, b: i32| (i64::from(b) >> shift) - (i64::from(a) >> shift);
        (difference(a.x, b.x), difference(a.y, b.y))
    };
    let (a, b) = (along(0), along(1));
    a.0 * b.1 - a.1 * b.0 > 0
}

fn clip_vertices<const SIDES: usize>(vertices: [&Vertex; SIDES], look: &Look<SIDES>) -> [ClipVertex; SIDES] {
    core::array::from_fn(|i| ClipVertex {
        position: vertices[i].position,
        attributes: look.on(vertices[i], i).attributes,
    })
}

impl<const SIDES: usize> Look<SIDES> {
    /// Returns the polygon's vertex `i` on the screen.
    #[inline(always)]
    fn on(&self, vertex: &Vertex, i: usize) -> ScreenVertex {
        let ([u, v], [_, _, shade, e, f]) = (self.texels[i], vertex.screen.attributes);
        ScreenVertex { attributes: [u, v, shade, e, f], ..vertex.screen }
    }
}
