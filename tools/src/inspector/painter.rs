//! Draws egui's triangles into a framebuffer.
//!
//! Nearly all of them are pairs that form upright rectangles of one colour, with or without a part of a texture; those are
//! filled row by row. All others are filled pixel by pixel. A pixel is covered when its centre lies inside. Colours are
//! premultiplied with their opacity, as egui gives them.

use std::collections::HashMap;

use egui::epaint::{Mesh, Primitive, Vertex};
use egui::{ClippedPrimitive, Color32, ColorImage, ImageData, Pos2, Rect, TextureId, TexturesDelta};
use keitai_render::Framebuffer;

pub(super) const PICTURE: TextureId = TextureId::User(0);

#[derive(Default)]
pub(super) struct Painter {
    textures: HashMap<TextureId, ColorImage>,
}

#[derive(Clone, Copy)]
enum Texels<'a> {
    Image(&'a ColorImage),
    Picture(&'a Framebuffer),
}

impl Texels<'_> {
    fn size(&self) -> [usize; 2] {
        match self {
            Self::Image(image) => image.size,
            Self::Picture(picture) => [picture.width() as usize, picture.height() as usize],
        }
    }

    /// Returns the nearest texel of a place, 0.0..=1.0.
    fn at(&self, u: f32, v: f32) -> Color32 {
        let [width, height] = self.size();
        self.texel(nearest(v, height) * width + nearest(u, width))
    }

    fn texel(&self, index: usize) -> Color32 {
        match self {
            Self::Image(image) => image.pixels.get(index).copied().unwrap_or(Color32::TRANSPARENT),
            Self::Picture(picture) => colour_of(picture.pixels().get(index).copied().unwrap_or(0)),
        }
    }
}

/// Returns the nearest column or row of a place, 0.0..=1.0.
fn nearest(at: f32, size: usize) -> usize {
    ((at * size as f32) as usize).min(size.saturating_sub(1))
}

/// Rows and columns of pixels: left, top, and the first right of and below it.
type Area = [i32; 4];

impl Painter {
    pub(super) fn take_textures(&mut self, delta: &TexturesDelta) {
        for (id, change) in &delta.set {
            let ImageData::Color(image) = &change.image;
            match change.pos {
                None => _ = self.textures.insert(*id, (**image).clone()),
                Some([left, top]) => {
                    let Some(texture) = self.textures.get_mut(id) else { continue };
                    let width = texture.size[0];
                    for (row, from) in image.pixels.chunks_exact(image.size[0].max(1)).enumerate() {
                        let start = (top + row) * width + left;
                        if let Some(to) = texture.pixels.get_mut(start..start + from.len()) {
                            to.copy_from_slice(from);
                        }
                    }
                }
            }
        }
    }

    pub(super) fn free_textures(&mut self, delta: &TexturesDelta) {
        delta.free.iter().for_each(|id| _ = self.textures.remove(id));
    }

    /// Draws everything into a window. `picture` is the texture [`PICTURE`]; lengths are multiplied by `scale`.
    pub(super) fn draw(
        &self,
        primitives: &[ClippedPrimitive],
        scale: f32,
        picture: &Framebuffer,
        window: &mut Framebuffer,
    ) {
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            let Primitive::Mesh(mesh) = primitive else { continue };
            let texels = match mesh.texture_id {
                PICTURE => Texels::Picture(picture),
                id => match self.textures.get(&id) {
                    Some(image) => Texels::Image(image),
                    None => continue,
                },
            };
            let whole = [0, 0, window.width() as i32, window.height() as i32];
            let clip = common(pixels(*clip_rect, scale), whole);
            draw_mesh(mesh, texels, scale, clip, window);
        }
    }
}

/// Returns the pixels whose middles are in a rectangle.
fn pixels(rect: Rect, scale: f32) -> Area {
    let edge = |at: f32| (at * scale - 0.5).ceil() as i32;
    [edge(rect.min.x), edge(rect.min.y), edge(rect.max.x), edge(rect.max.y)]
}

fn common(a: Area, b: Area) -> Area {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]
}

fn draw_mesh(mesh: &Mesh, texels: Texels, scale: f32, clip: Area, window: &mut Framebuffer) {
    let vertex = |index: u32| mesh.vertices.get(index as usize).copied();
    let mut indices = mesh.indices.as_slice();
    while let [a, b, c, rest @ ..] = indices {
        let (Some(first), Some(second), Some(third)) = (vertex(*a), vertex(*b), vertex(*c)) else { return };
        indices = rest;
        if let [d, e, f, after @ ..] = rest {
            let corners = [*a, *b, *c];
            let mut others = [*d, *e, *f].into_iter().filter(|index| !corners.contains(index));
            if let (Some(fourth), None) = (others.next().and_then(vertex), others.next())
                && let Some((rect, uv)) = rectangle([first, second, third, fourth])
            {
                fill_rectangle(pixels(rect, scale), uv, first.color, texels, clip, window);
                indices = after;
                continue;
            }
        }
        fill_triangle([first, second, third], texels, scale, clip, window);
    }
}

/// Returns the upright rectangle with these corners and its part of the texture, when they are of one colour.
fn rectangle(corners: [Vertex; 4]) -> Option<(Rect, Rect)> {
    let rect = Rect::from_points(&corners.map(|corner| corner.pos));
    let uv = Rect::from_points(&corners.map(|corner| corner.uv));
    let mut seen = [false; 4];
    for corner in corners {
        let right = corner.pos.x == rect.max.x;
        let lower = corner.pos.y == rect.max.y;
        let upright = (right || corner.pos.x == rect.min.x) && (lower || corner.pos.y == rect.min.y);
        let expected = Pos2::new(if right { uv.max.x } else { uv.min.x }, if lower { uv.max.y } else { uv.min.y });
        if !upright || corner.uv != expected || corner.color != corners[0].color {
            return None;
        }
        seen[usize::from(right) + 2 * usize::from(lower)] = true;
    }
    (seen == [true; 4]).then_some((rect, uv))
}

fn fill_rectangle(area: Area, uv: Rect, colour: Color32, texels: Texels, clip: Area, window: &mut Framebuffer) {
    let [left, top, right, bottom] = common(area, clip);
    if left >= right || top >= bottom {
        return;
    }
    let plain = (uv.min == uv.max).then(|| tinted(texels.at(uv.min.x, uv.min.y), colour));
    let (width, height) = ((area[2] - area[0]).max(1) as f32, (area[3] - area[1]).max(1) as f32);
    let [columns_of_texels, rows_of_texels] = texels.size();
    let column = |x: i32| {
        let u = uv.min.x + (uv.max.x - uv.min.x) * ((x - area[0]) as f32 + 0.5) / width;
        nearest(u, columns_of_texels)
    };
    // All rows have the same columns of texels.
    let columns: Vec<usize> = if plain.is_some() { Vec::new() } else { (left..right).map(column).collect() };
    let is_white = colour == Color32::WHITE;
    let stride = window.width() as usize;
    let rows = window.pixels_mut().chunks_exact_mut(stride).enumerate().take(bottom as usize).skip(top as usize);
    for (y, row) in rows {
        let Some(row) = row.get_mut(left as usize..right as usize) else { continue };
        match plain {
            Some(colour) if colour.a() == 255 => row.fill(opaque(colour)),
            Some(colour) => row.iter_mut().for_each(|pixel| *pixel = blended(*pixel, colour)),
            None => {
                let v = uv.min.y + (uv.max.y - uv.min.y) * ((y as i32 - area[1]) as f32 + 0.5) / height;
                let first = nearest(v, rows_of_texels) * columns_of_texels;
                for (column, pixel) in columns.iter().zip(row) {
                    *pixel = match texels {
                        Texels::Picture(picture) if is_white => {
                            picture.pixels().get(first + column).copied().unwrap_or(0)
                        }
                        _ => blended(*pixel, tinted(texels.texel(first + column), colour)),
                    };
                }
            }
        }
    }
}

fn fill_triangle(corners: [Vertex; 3], texels: Texels, scale: f32, clip: Area, window: &mut Framebuffer) {
    let [a, b, c] = corners.map(|corner| corner.pos * scale);
    let cross = |a: Pos2, b: Pos2, c: Pos2| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let area = cross(a, b, c);
    if area == 0.0 || !area.is_finite() {
        return;
    }
    let [first, ..] = corners;
    let is_plain = corners.iter().all(|corner| (corner.uv, corner.color) == (first.uv, first.color));
    let plain = is_plain.then(|| tinted(texels.at(first.uv.x, first.uv.y), first.color));
    let [left, top, right, bottom] = common(pixels(Rect::from_points(&[a, b, c]), 1.0), clip);
    let stride = window.width() as usize;
    let target = window.pixels_mut();
    for y in top..bottom {
        for x in left..right {
            let at = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
            let shares = [cross(b, c, at) / area, cross(c, a, at) / area, cross(a, b, at) / area];
            if shares.iter().any(|share| *share < 0.0) {
                continue;
            }
            let mix = |of: &dyn Fn(&Vertex) -> f32| -> f32 {
                corners.iter().zip(shares).map(|(corner, share)| of(corner) * share).sum()
            };
            let colour = plain.unwrap_or_else(|| {
                let texel = texels.at(mix(&|corner| corner.uv.x), mix(&|corner| corner.uv.y));
                let [r, g, b, a] = [0, 1, 2, 3].map(|i| mix(&|corner| f32::from(corner.color[i])).round() as u8);
                tinted(texel, Color32::from_rgba_premultiplied(r, g, b, a))
            });
            if let Some(pixel) = target.get_mut(y as usize * stride + x as usize) {
                *pixel = blended(*pixel, colour);
            }
        }
    }
}

fn tinted(texel: Color32, colour: Color32) -> Color32 {
    if texel == Color32::WHITE {
        return colour;
    }
    if colour == Color32::WHITE {
        return texel;
    }
    let [r, g, b, a] = [0, 1, 2, 3].map(|i| ((u32::from(texel[i]) * u32::from(colour[i]) + 127) / 255) as u8);
    Color32::from_rgba_premultiplied(r, g, b, a)
}

pub(super) fn colour_of(pixel: u32) -> Color32 {
    let [_, r, g, b] = pixel.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

pub(super) fn opaque(colour: Color32) -> u32 {
    u32::from_be_bytes([0, colour.r(), colour.g(), colour.b()])
}

fn blended(pixel: u32, colour: Color32) -> u32 {
    match colour.a() {
        255 => opaque(colour),
        0 if colour == Color32::TRANSPARENT => pixel,
        opacity => {
            let rest = 255 - u32::from(opacity);
            let [_, r, g, b] = pixel.to_be_bytes();
            let mix = |under: u8, over: u8| ((u32::from(under) * rest + 127) / 255 + u32::from(over)).min(255) as u8;
            u32::from_be_bytes([0, mix(r, colour.r()), mix(g, colour.g()), mix(b, colour.b())])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(x: f32, y: f32, color: Color32) -> Vertex {
        Vertex { pos: Pos2::new(x, y), uv: Pos2::ZERO, color }
    }

    fn drawn(mesh: Mesh) -> Framebuffer {
        let mut painter = Painter::default();
        painter.textures.insert(TextureId::default(), ColorImage::filled([1, 1], Color32::WHITE));
        let clip_rect = Rect::from_min_max(Pos2::ZERO, Pos2::new(8.0, 6.0));
        let primitive = ClippedPrimitive { clip_rect, primitive: Primitive::Mesh(mesh) };
        let mut window = Framebuffer::new(8, 8);
        painter.draw(&[primitive], 1.0, &Framebuffer::new(1, 1), &mut window);
        window
    }

    #[test]
    fn a_rectangle_is_cut_at_the_clip_and_two_triangles_cover_the_same_pixels() {
        let red = Color32::from_rgb(200, 0, 0);
        let corners = [(1.0, 1.0), (5.0, 1.0), (1.0, 7.0), (5.0, 7.0)];
        let vertices = corners.map(|(x, y)| vertex(x, y, red)).to_vec();
        let mut mesh = Mesh { vertices, indices: vec![0, 1, 2, 2, 1, 3], ..Mesh::default() };
        let whole = drawn(mesh.clone());
        assert_eq!(whole.pixels().iter().filter(|pixel| **pixel == 0xC8_0000).count(), 4 * 5);
        // With a different shade at one corner, the triangles are filled pixel by pixel.
        mesh.vertices[3].color = Color32::from_rgb(199, 0, 0);
        let halves = drawn(mesh);
        let covered = |picture: &Framebuffer| picture.pixels().iter().map(|pixel| *pixel != 0).collect::<Vec<_>>();
        assert_eq!(covered(&halves), covered(&whole));
    }

    #[test]
    fn half_opaque_colours_are_mixed_with_what_is_under_them() {
        assert_eq!(blended(0x80_4020, Color32::from_rgba_premultiplied(10, 20, 30, 128)), 0x4A_342E);
        assert_eq!(blended(0x80_4020, Color32::TRANSPARENT), 0x80_4020);
        assert_eq!(
            tinted(Color32::from_rgb(255, 128, 0), Color32::from_rgb(100, 100, 100)),
            Color32::from_rgb(100, 50, 0)
        );
    }
}
