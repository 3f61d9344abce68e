//! Submits a polygon with projected vertices to the queue: facing, clipping, sort key and shading.

use crate::affine::AffineTrans;
use crate::clip::{ClipPolygon, pieces};
use crate::effect::{Effect, SortDepth, Style};
use crate::project::Projector;
use crate::queue::{Item, Queue, Surface};
use crate::raster::{Kind, KindParts, ScreenVertex, Shade};
use crate::vertex::{ClipVertex, LANES, Outcode, Vertex};
use alloc::vec::Vec;
use core::cmp::Ordering;
use keitai_formats::Material;

/// Buffers of a submission, kept between calls.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) projector: Option<Projector>,
    pub(crate) globals: Vec<AffineTrans>,
    pub(crate) vertices: Vec<[Vertex; LANES]>,
}

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
    /// what lies before near or beyond far, nor, cut or not, what has a vertex between them farther off the screen than 16 bits
    /// reach. Evidence: 240 lists of equal keys in the engine, whose order depends on their length, and 45 with cut polygons.
    #[inline(always)]
    pub(crate) fn polygon<const SIDES: usize>(
        &mut self,
        style: &Style,
        vertices: [&Vertex; SIDES],
        look: impl FnOnce() -> Look<SIDES>,
    ) {
        let any = vertices.iter().fold(0, |any, v| any | v.outcode);
        let all = vertices.iter().fold(-1, |all, v| all & v.outcode);
        if any & (Outcode::DEPTH | Outcode::OFF) != 0 {
            if any & Outcode::OFF == 0 && all & Outcode::DEPTH == 0 {
                self.clip(style, vertices, &look());
            }
            return;
        }
        if !style.both_sides && !self.faces_viewer(&vertices) {
            return;
        }
        let key = style.depth.key(vertices.map(|v| v.key));
        if all & Outcode::SIDES != 0 {
            return self.push_unseen(key);
        }
        if style.flat {
            return self.push_flat(style, key, vertices, &look());
        }
        let look = look();
        let item = self.item(style, &vertices, look.surface);
        let corners: [_; SIDES] = core::array::from_fn(|i| look.on(vertices[i], i));
        self.queue.push(item, key, &corners);
    }

    /// Queues a polygon that takes its sphere texel from the first vertex.
    #[inline(never)]
    fn push_flat<const SIDES: usize>(
        &mut self,
        style: &Style,
        key: i32,
        vertices: [&Vertex; SIDES],
        look: &Look<SIDES>,
    ) {
        let item = self.item(style, &vertices, look.surface);
        let [_, _, shade, e, f] = vertices[0].screen.attributes;
        let corners: [_; SIDES] = core::array::from_fn(|i| {
            let [u, v] = look.texels[i];
            ScreenVertex { attributes: [u, v, shade, e, f], ..vertices[i].screen }
        });
        self.queue.push(item, key, &corners);
    }

    #[inline(never)]
    fn push_unseen(&mut self, key: i32) {
        self.queue.push(Item { call: self.call, ..Item::UNSEEN }, key, &[]);
    }

    /// Returns how the pixels of a polygon are coloured.
    #[inline(always)]
    fn item<const SIDES: usize>(&self, style: &Style, vertices: &[&Vertex; SIDES], surface: Surface) -> Item {
        let (kind, shade) = style.shading(vertices);
        let level = || vertices.iter().all(|v| v.key == vertices[0].key);
        let whole = SIDES == 4 && kind.textured() && level();
        let bias = self.bias(style.material, vertices);
        let sides = if surface == Surface::Nothing { 0 } else { SIDES as u8 };
        Item { kind, surface, shade, bias, sides, whole, call: self.call }
    }

    /// Queues what is left of a polygon between near and far. Faithful: every piece is in the sort list, with the key of its
    /// own vertices, and what is flat takes its shade and its sphere texel from the first vertex that is left. Evidence: 64 lists
    /// of cut polygons in the engine; pictures of the viewer.
    #[inline(never)]
    fn clip<const SIDES: usize>(&mut self, style: &Style, vertices: [&Vertex; SIDES], look: &Look<SIDES>) {
        let strip: [ClipVertex; SIDES] = core::array::from_fn(|i| ClipVertex {
            position: vertices[i].position,
            attributes: look.on(vertices[i], i).attributes,
        });
        let mut polygon = ClipPolygon::in_depth(self.projector, &strip);
        let mut item = self.item(style, &vertices, look.surface);
        if style.flat {
            let [.., shade, e, f] = polygon.vertices[0].attributes;
            item.shade = (shade >> 8) as u8;
            polygon.vertices.iter_mut().for_each(|vertex| vertex.attributes[2..].copy_from_slice(&[shade, e, f]));
        }
        let mut corners = [(ScreenVertex::default(), 0); ClipPolygon::MOST];
        for (corners, vertices) in corners.as_chunks_mut::<LANES>().0.iter_mut().zip(polygon.vertices.as_chunks().0) {
            *corners = self.projector.cut_corners(*vertices);
        }
        let corners = &corners[..polygon.len];
        if !style.both_sides && !self.is_clockwise(corners) {
            return;
        }
        for (piece, sides) in pieces(corners) {
            let keys = piece.map(|(_, key)| key);
            let key = if sides == 4 { style.depth.key(keys) } else { style.depth.key([keys[0], keys[1], keys[2]]) };
            let whole = sides == 4 && item.kind.textured() && keys == [keys[0]; 4];
            let corners = piece.map(|(corner, _)| corner);
            self.push(
                Item { sides: if item.sides == 0 { 0 } else { sides as u8 }, whole, ..item },
                key,
                &corners[..sides],
            );
        }
    }

    /// Queues something on the screen, or its place in the order if no pixel of the picture is touched.
    fn push(&mut self, item: Item, key: i32, corners: &[ScreenVertex]) {
        if self.outside(corners) {
            self.push_unseen(key);
        } else {
            self.queue.push(item, key, corners);
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
        let kind = Kind::new(&KindParts {
            textured: matches!(surface, Surface::Texture(_)),
            key: material.has(Material::COLOUR_KEY),
            shade: Shade::Constant,
            lit: false,
            blend: self.effect.blending(material),
            sphere: false,
        });
        let item = Item { kind, surface, shade: 255, bias: 0, sides: CORNERS as u8, whole: true, call: self.call };
        self.push(item, key, &corners);
    }

    /// Returns whether a polygon touches no pixel of the target.
    fn outside(&self, screen_vertices: &[ScreenVertex]) -> bool {
        let [width, height] = self.projector.edges;
        let least = if screen_vertices.len() > 2 { 0 } else { -1 };
        screen_vertices.iter().all(|c| c.x <= least)
            || screen_vertices.iter().all(|c| c.x >= width)
            || screen_vertices.iter().all(|c| c.y <= least)
            || screen_vertices.iter().all(|c| c.y >= height)
    }

    /// Returns whether a polygon that is not cut faces the viewer.
    #[inline(always)]
    fn faces_viewer<const SIDES: usize>(&self, vertices: &[&Vertex; SIDES]) -> bool {
        // Twice the area between two diagonals, or two sides of a triangle.
        let (from, to) = if SIDES == 3 { ([0, 0], [1, 2]) } else { ([2, 0], [1, 3]) };
        let side = |i: usize| [&vertices[from[i]].screen, &vertices[to[i]].screen];
        self.turn(side(0), side(1)) == Ordering::Greater
    }

    /// Returns whether a polygon in perimeter order faces the viewer. Faithful: the first triangle around its first corner that
    /// has an area decides, and without one it does. Evidence: 720 of 720 cut polygons in the engine, and 44 of 44 quads whose first
    /// corner is their last, too.
    fn is_clockwise(&self, corners: &[(ScreenVertex, i32)]) -> bool {
        let [(first, _), others @ ..] = corners else { return false };
        let mut turns = others.windows(2).map(|pair| self.turn([first, &pair[0].0], [first, &pair[1].0]));
        turns.find(|turn| turn.is_ne()) != Some(Ordering::Less)
    }

    /// Returns whether one vector on the screen turns clockwise to another, and whether there is an area between them. Faithful:
    /// twice that area, of whole pixels, has 32 bits and wraps.
    #[inline(always)]
    fn turn(&self, a: [&ScreenVertex; 2], b: [&ScreenVertex; 2]) -> Ordering {
        let along = |[from, to]: [&ScreenVertex; 2]| (to.x - from.x, to.y - from.y);
        let (a, b) = (along(a), along(b));
        if self.projector.fine {
            (i64::from(a.0) * i64::from(b.1)).cmp(&(i64::from(a.1) * i64::from(b.0)))
        } else {
            a.0.wrapping_mul(b.1).wrapping_sub(a.1.wrapping_mul(b.0)).cmp(&0)
        }
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
        let inverse = |z: i32| i64::from(self.projector.inverse_z_of(z.clamp(near, far)));
        inverse(chosen.unwrap_or(0)) - inverse(mean as i32)
    }
}

impl Style {
    /// Returns how a polygon of these vertices is shaded, with its shade where that is constant.
    #[inline(always)]
    fn shading(&self, vertices: &[&Vertex]) -> (Kind, u8) {
        if !self.kind.lit() {
            return (self.kind, 255);
        }
        let first = vertices[0].shade();
        if self.flat || vertices.iter().all(|v| v.shade() == first) {
            (self.constant, (first >> 8) as u8)
        } else {
            (self.kind, 0)
        }
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

impl<const SIDES: usize> Look<SIDES> {
    /// Returns the polygon's vertex `i` on the screen.
    #[inline(always)]
    fn on(&self, vertex: &Vertex, i: usize) -> ScreenVertex {
        let ([u, v], [_, _, shade, e, f]) = (self.texels[i], vertex.screen.attributes);
        ScreenVertex { attributes: [u, v, shade, e, f], ..vertex.screen }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Projection;
    use crate::numbers::Angle;
    use crate::project::Screen;
    use crate::{Backend, Compat, Effect, FigureLayout, Primitives, PrimitivesDraw, Renderer};

    #[test]
    fn a_cut_polygon_with_a_vertex_too_far_off_the_screen_is_not_in_the_list() {
        let mut layout = FigureLayout::default();
        layout.set_projection(Projection::PerspectiveFov { near: 1, far: 8192, angle: Angle(845) }).unwrap();
        let effect = Effect::default();
        // 240 / (2 tan(37.1 degrees)) is 158.4 pixels: the first vertex lies 58,000 pixels off at a distance of 8, 14,700 at 32.
        let queued = |z| {
            let primitives = Primitives {
                command: Primitives::TRIANGLES | Primitives::COLOUR_PER_COMMAND,
                count: 1,
                vertices: &[-2948, 66, z, -1892, -98, -40, -2220, 75, -23],
                colours: &[0x00FF_0000],
                ..Primitives::default()
            };
            let mut renderer = Renderer::new(240, 240, Compat::default());
            renderer.render_primitives(&PrimitivesDraw::new(primitives, &layout, &effect)).unwrap();
            renderer.queued()
        };
        assert_eq!([8, 32].map(queued), [0, 1]);
    }

    #[test]
    fn the_first_area_around_the_first_corner_decides_whether_a_cut_polygon_faces_the_viewer() {
        let screen = Screen { size: (240, 320), backend: Backend::Authentic };
        let projector = Projector::new(&FigureLayout::default(), (0, 0), screen);
        let (effect, mut queue) = (Effect::default(), Queue::default());
        let submission = Submission::new(&projector, &effect, &mut queue);
        let faces = |corners: &[(i32, i32)]| {
            let corner = |&(x, y): &(i32, i32)| (ScreenVertex { x, y, ..ScreenVertex::default() }, 0);
            submission.is_clockwise(&corners.iter().map(corner).collect::<Vec<_>>())
        };
        let (a, b, c, d, e) = ((10, 10), (20, 10), (10, 20), (30, 10), (10, 0));
        assert_eq!([[a, b, c], [a, c, b]].map(|corners| faces(&corners)), [true, false]);
        // Areas 0 and 200, 0 and -100, 0 and 0.
        assert_eq!([[a, b, d, c], [a, d, b, e], [a, b, a, c]].map(|corners| faces(&corners)), [true, false, true]);
    }
}
