//! From a polygon's seen vertices to the queue: facing, cutting, sort key, and how its pixels come about.

use crate::clip::{Cut, Outline, doubled_area};
use crate::compat::{Compat, EnhZsortBias, FlatBit, QuadFacing, SortKey, SpecialPrimitives, SphereOrder, ZsortBits};
use crate::effect::{Effect, Shading};
use crate::project::{GUARD, Lens, Screen, Seen};
use crate::queue::{Item, Queue, Surface};
use crate::raster::Corner;
use crate::raster::span::{Kind, Shade, Sphere};
use crate::shade::Lighting;
use crate::texture::TextureMap;
use keitai_formats::{Blend, Material};
use std::sync::Arc;

/// A vertex as it is seen.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Vertex {
    seen: Seen,
    /// Pixels; meaningful unless it lies before the near plane.
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) key: i32,
    /// Limits it lies beyond, see [`Out`].
    out: u8,
    shade: u8,
    reflection: [i32; 2],
}

/// The limits a vertex can lie beyond. A polygon whose vertices all lie beyond the same one cannot be seen.
struct Out;

impl Out {
    const NEAR: u8 = 1;
    const FAR: u8 = 2;
    const GUARD: u8 = 4;
    const LEFT: u8 = 8;
    const RIGHT: u8 = 16;
    const ABOVE: u8 = 32;
    const BELOW: u8 = 64;
    /// A polygon with a vertex beyond one of these has to be cut.
    const CUT: u8 = Self::NEAR | Self::FAR | Self::GUARD;

    fn of(lens: &Lens, z: i32, (x, y): (i32, i32), (width, height): (u32, u32)) -> u8 {
        let bit = |on: bool, bit: u8| if on { bit } else { 0 };
        let mut out = 0;
        if let Some((near, far)) = lens.limits() {
            if z < near {
                // Its place on the screen means nothing.
                return Self::NEAR;
            }
            out = bit(z > far, Self::FAR);
        }
        let [cx, cy] = lens.center();
        let guard = (i64::from(x) - cx).abs().max((i64::from(y) - cy).abs()) > GUARD * lens.unit();
        out | bit(guard, Self::GUARD)
            | bit(x <= 0, Self::LEFT)
            | bit(i64::from(x) >= i64::from(width) * lens.unit(), Self::RIGHT)
            | bit(y <= 0, Self::ABOVE)
            | bit(i64::from(y) >= i64::from(height) * lens.unit(), Self::BELOW)
    }
}

/// A triangle, or a quad in strip order.
pub(crate) struct Shape<'a> {
    pub(crate) material: Material,
    pub(crate) surface: Surface,
    pub(crate) sides: u8,
    pub(crate) vertices: [&'a Vertex; 4],
    /// 8.8.
    pub(crate) texels: [[i32; 2]; 4],
    pub(crate) has_normals: bool,
}

/// Everything the polygons of one draw call have in common.
pub(crate) struct Submission<'a> {
    pub(crate) lens: &'a Lens,
    effect: &'a Effect,
    pub(crate) size: (u32, u32),
    pub(crate) compat: &'a Compat,
    call: u32,
    queue: &'a mut Queue,
}

impl Vertex {
    /// As seen on a target of `size` pixels.
    #[inline]
    pub(crate) fn new(lens: &Lens, seen: Seen, size: (u32, u32)) -> Self {
        let (x, y) = lens.pixel(&seen);
        Self { seen, x, y, key: lens.sort_key(seen.z), out: Out::of(lens, seen.z, (x, y), size), ..Self::default() }
    }

    /// Whether it lies between near and far.
    pub(crate) fn in_depth(&self) -> bool {
        self.out & (Out::NEAR | Out::FAR) == 0
    }

    /// Lights the vertex by its normal.
    #[inline]
    pub(crate) fn light(&mut self, lighting: &Lighting, normal: [i32; 3]) {
        self.shade = lighting.shade(normal);
        if lighting.reflective() {
            self.reflection = lighting.reflection(normal);
        }
    }

    /// Distance in model units.
    pub(crate) fn z(&self) -> i32 {
        self.seen.z
    }

    /// As the end of a line.
    pub(crate) fn cut(&self) -> Cut {
        Cut { seen: self.seen, ..Cut::default() }
    }
}

impl<'a> Submission<'a> {
    /// Opens a draw call on the queue.
    pub(crate) fn new(lens: &'a Lens, effect: &'a Effect, screen: &Screen<'a>, queue: &'a mut Queue) -> Self {
        let call = queue.open(effect, lens.planes().is_some(), screen.clip);
        Self { lens, effect, size: screen.size, compat: screen.compat, call, queue }
    }

    /// Keeps a texture for the polygons to come.
    pub(crate) fn keep(&mut self, texture: &Arc<TextureMap>) -> Surface {
        Surface::Texture(self.queue.keep(texture))
    }

    /// Queues a polygon, unless nothing of it can be seen.
    #[inline]
    pub(crate) fn polygon(&mut self, shape: &Shape) {
        self.queue.count(shape.sides);
        let vertices = &shape.vertices[..usize::from(shape.sides)];
        let (all, any) = vertices.iter().fold((u8::MAX, 0), |(all, any), v| (all & v.out, any | v.out));
        if all & !Out::GUARD != 0 {
            return;
        }
        let whole = any & Out::CUT == 0;
        let both_sides = shape.material.has(Material::DOUBLE_FACE);
        let halves = if whole && !both_sides { self.facing(shape) } else { [true; 2] };
        if halves == [false; 2] {
            return;
        }
        let (kind, shade) = self.kind(shape, vertices);
        let bias = self.bias(shape.material, vertices);
        let flat = self.lens.planes().is_none() || vertices.iter().all(|v| v.z() == vertices[0].z());
        let Shape { surface, sides, .. } = *shape;
        let item = Item { kind, surface, shade, bias, on_top: false, sides, flat, call: self.call };
        let key = self.key(shape.material, vertices);
        let attributes = |i: usize| {
            let [u, v] = shape.texels[i];
            let Vertex { shade, reflection: [e, f], .. } = *shape.vertices[i];
            [u, v, i32::from(shade) << 8, e, f]
        };
        if !whole {
            let cuts = std::array::from_fn(|i| Cut { seen: shape.vertices[i].seen, attributes: attributes(i) });
            return self.cut(item, key, cuts, both_sides);
        }
        let corner = |i: usize| Corner {
            x: shape.vertices[i].x,
            y: shape.vertices[i].y,
            q: self.lens.inverse_depth(shape.vertices[i].z()),
            attributes: attributes(i),
        };
        match (shape.sides, halves) {
            (3, _) => self.queue.push(item, key, &[0, 1, 2].map(corner)),
            (_, [true, true]) => self.queue.push(item, key, &[0, 1, 2, 3].map(corner)),
            (_, [first, _]) => {
                let half = if first { [0, 1, 2] } else { [1, 2, 3] };
                self.queue.push(Item { sides: 3, ..item }, key, &half.map(corner));
            }
        }
    }

    /// Which halves of a polygon inside the guard band face the viewer; a triangle counts as two equal ones.
    fn facing(&self, shape: &Shape) -> [bool; 2] {
        let area = |[a, b, c]: [usize; 3]| {
            let [a, b, c] = [a, b, c].map(|i| (i64::from(shape.vertices[i].x), i64::from(shape.vertices[i].y)));
            (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
        };
        let first = area([0, 1, 2]);
        if shape.sides == 3 {
            return [first > 0; 2];
        }
        let second = area([2, 1, 3]);
        match self.compat.quad_facing {
            QuadFacing::Whole => [first + second > 0; 2],
            QuadFacing::PerTriangle => [first > 0, second > 0],
        }
    }

    /// Queues what is left of a polygon between the planes, as triangles.
    fn cut(&mut self, item: Item, key: i32, cuts: [Cut; 4], both_sides: bool) {
        let halves = [[0, 1, 2], [2, 1, 3]];
        let halves = &halves[..usize::from(item.sides) - 2];
        let pieces = |half: &[usize; 3]| Outline::triangle(half.map(|i| cuts[i])).clipped(self.lens);
        let outlines = [halves.first().map(pieces), halves.get(1).map(pieces)];
        let mut placed = [[Corner::default(); 9]; 2];
        let mut facing = 0;
        for (corners, outline) in placed.iter_mut().zip(&outlines) {
            let Some(outline) = outline else { continue };
            for (corner, cut) in corners.iter_mut().zip(outline.vertices()) {
                let (x, y) = self.lens.pixel(&cut.seen);
                *corner = Corner { x, y, q: self.lens.inverse_depth(cut.seen.z), attributes: cut.attributes };
            }
            facing += area(&corners[..outline.vertices().len()]);
        }
        if !both_sides && facing <= 0 {
            return;
        }
        for (corners, outline) in placed.iter().zip(&outlines) {
            for i in 2..outline.as_ref().map_or(0, |outline| outline.vertices().len()) {
                let piece = [corners[0], corners[i - 1], corners[i]];
                if !self.outside(&piece) {
                    self.queue.push(Item { sides: 3, ..item }, key, &piece);
                }
            }
        }
    }

    /// Queues a point, a line or a sprite on the screen: a corner, two, or four in strip order.
    pub(crate) fn special(&mut self, material: Material, surface: Surface, key: i32, corners: &[Corner]) {
        let textured = matches!(surface, Surface::Texture(_));
        let kind = Kind {
            textured,
            key: textured && material.has(Material::COLOUR_KEY),
            shade: Shade::Constant,
            lit: false,
            blend: if self.effect.semi_transparent { material.blend() } else { Blend::Normal },
            sphere: Sphere::None,
        };
        let on_top = self.compat.special_primitives == SpecialPrimitives::OnTop;
        let key = if on_top { i32::MIN } else { key };
        self.queue.count(corners.len() as u8);
        let sides = corners.len() as u8;
        let item = Item { kind, surface, shade: 255, bias: 0, on_top, sides, flat: true, call: self.call };
        self.queue.push(item, key, corners);
    }

    /// Whether a polygon touches no pixel of the target.
    fn outside(&self, corners: &[Corner]) -> bool {
        let unit = self.lens.unit() as i32;
        let (width, height) = (self.size.0 as i32 * unit, self.size.1 as i32 * unit);
        corners.iter().all(|c| c.x <= 0)
            || corners.iter().all(|c| c.x >= width)
            || corners.iter().all(|c| c.y <= 0)
            || corners.iter().all(|c| c.y >= height)
    }

    /// How the polygon's pixels come about, and its shade where that is constant.
    fn kind(&self, shape: &Shape, vertices: &[&Vertex]) -> (Kind, u8) {
        let effect = self.effect;
        let material = shape.material;
        let textured = matches!(shape.surface, Surface::Texture(_));
        let lit = shape.has_normals && effect.light.is_some() && material.has(Material::LIGHTING);
        let flat = self.compat.flat_bit == FlatBit::Honour && material.has(Material::FLAT_SHADE);
        let even = flat || vertices.iter().all(|v| v.shade == vertices[0].shade);
        let toon = effect.shading != Shading::Normal;
        let (shade, constant) = match (lit, even) {
            (false, _) => (Shade::Constant, 255),
            (true, true) => (Shade::Constant, vertices[0].shade),
            (true, false) => (if toon { Shade::Toon } else { Shade::Gouraud }, 0),
        };
        let sphere = match self.compat.sphere_order {
            _ if !(lit && effect.sphere_map.is_some() && material.has(Material::SPHERE_MAP)) => Sphere::None,
            SphereOrder::AfterBlend => Sphere::AfterBlend,
            SphereOrder::BeforeBlend => Sphere::BeforeBlend,
        };
        let blend = if effect.semi_transparent { material.blend() } else { Blend::Normal };
        let key = textured && material.has(Material::COLOUR_KEY);
        (Kind { textured, key, shade, lit, blend, sphere }, constant)
    }

    /// What the sort bits add to the inverse depth: nearest pulls forward, farthest pushes back.
    fn bias(&self, material: Material, vertices: &[&Vertex]) -> i64 {
        let both = Material::SORT_NEAREST | Material::SORT_FARTHEST;
        if material.0 & both == 0 || self.compat.enh_zsort_bias == EnhZsortBias::None || !self.lens.fine() {
            return 0;
        }
        let depths = || vertices.iter().map(|v| v.z());
        let mean = depths().map(i64::from).sum::<i64>() / vertices.len() as i64;
        let chosen = if material.has(Material::SORT_FARTHEST) { depths().max() } else { depths().min() };
        let (near, far) = self.lens.planes().unwrap_or((i32::MIN, i32::MAX));
        let inverse = |z: i32| i64::from(self.lens.inverse_depth(z.clamp(near, far)));
        inverse(chosen.unwrap_or(0)) - inverse(mean as i32)
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
