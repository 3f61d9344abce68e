//! A small picture to try a setting on.

use keitai_formats::{Material, Rgb, Texture};
use keitai_render::compat::PixelFormat;
use keitai_render::{
    AffineTrans, Angle, CommandList, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Light, Model, Posture,
    Primitives, PrimitivesDraw, Projection, Q12, Renderer, SphereMap, TextureMap, Vector3,
};
use keitai_tests::oracle::{Polygon, Surface, Vertex};
use keitai_tests::sketch;
use std::sync::Arc;

pub(crate) const RED: u32 = 0xFF_0000;
pub(crate) const GREEN: u32 = 0x00_FF00;
pub(crate) const BLUE: u32 = 0x00_00FF;
pub(crate) const WHITE: u32 = 0xFF_FFFF;

/// Quads and points of primitives, each with its own colour.
pub(crate) const QUADS: u32 = 0x0400_0800;
pub(crate) const POINTS: u32 = 0x0100_0800;

/// Width and height of the picture.
pub(crate) const SIDE: u32 = 32;

/// A renderer, and a picture with one pixel per model unit whose top left corner is the origin.
pub(crate) struct Stage {
    pub(crate) renderer: Renderer,
    pub(crate) picture: Framebuffer,
    pub(crate) layout: FigureLayout,
    pub(crate) effect: Effect,
    pub(crate) textures: Vec<Arc<TextureMap>>,
    pub(crate) selected: Option<usize>,
    compat: Compat,
}

impl Stage {
    pub(crate) fn new(compat: &Compat) -> Self {
        let mut layout = FigureLayout::default();
        layout.set_projection(Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE }).unwrap();
        Self {
            renderer: Renderer::new(SIDE, SIDE, *compat),
            picture: Framebuffer::new(SIDE, SIDE),
            layout,
            effect: Effect::default(),
            textures: Vec::new(),
            selected: None,
            compat: *compat,
        }
    }

    /// Colours keep their 8 bits.
    pub(crate) fn in_full(compat: &Compat) -> Self {
        Self::new(&Compat { pixel_format: PixelFormat::Rgb888, ..*compat })
    }

    /// Perspective with the picture's middle as its centre.
    pub(crate) fn perspective(&mut self, near: i32, far: i32) {
        let projection = Projection::PerspectiveFov { near, far, angle: Angle(682) };
        self.layout.set_projection(projection).unwrap();
        self.layout.center = (SIDE as i32 / 2, SIDE as i32 / 2);
    }

    /// A light into the screen.
    pub(crate) fn light(&mut self, ambient: i32, intensity: i32) {
        let [ambient, intensity] = [ambient, intensity].map(Q12::from_bits);
        self.effect.light = Some(Light { direction: Vector3::FORWARD, intensity, ambient });
    }

    pub(crate) fn texture(&mut self, texture: &Texture) {
        self.textures.push(Arc::new(TextureMap::new(texture, &self.compat).unwrap()));
    }

    pub(crate) fn sphere(&mut self, texture: &Texture) {
        self.effect.sphere_map = Some(Arc::new(SphereMap::new(texture, &self.compat).unwrap()));
    }

    /// Queues a figure of these polygons.
    pub(crate) fn figure(&mut self, polygons: &[Polygon]) {
        let model = model(polygons);
        self.render(&model, &Posture::rest(&model));
    }

    /// Queues a figure.
    pub(crate) fn render(&mut self, model: &Model, posture: &Posture) {
        let Self { renderer, textures, selected, layout, effect, .. } = self;
        renderer.render_figure(&FigureDraw {
            model,
            posture,
            textures,
            selected: *selected,
            layout,
            effect,
            offset: (0, 0),
        });
    }

    /// Queues coloured primitives.
    pub(crate) fn coloured(&mut self, command: u32, vertices: &[i32], colours: &[u32]) {
        let colors: Vec<i32> = colours.iter().map(|&colour| colour as i32).collect();
        self.primitives(command, colours.len(), vertices, &[], &colors);
    }

    /// Queues primitives over the first texture.
    pub(crate) fn primitives(
        &mut self,
        command: u32,
        count: usize,
        vertices: &[i32],
        texcoords: &[i32],
        colors: &[i32],
    ) {
        let (texture, normals) = (self.textures.first(), &[]);
        let (layout, effect, offset) = (&self.layout, &self.effect, (0, 0));
        let primitives = Primitives { texture, command, count, vertices, normals, texcoords, colors };
        let draw = PrimitivesDraw { primitives, layout, effect, offset };
        self.renderer.render_primitives(&draw).unwrap();
    }

    /// Runs a command list, without its version and END, at (10, 0) and draws what it queued; whether it was one.
    pub(crate) fn list(&mut self, commands: &[u32]) -> bool {
        let words = [&[0xFE00_0001], commands, &[0x8000_0000]].concat();
        let words: Vec<i32> = words.into_iter().map(|word| word as i32).collect();
        let list = CommandList {
            words: &words,
            textures: &self.textures,
            transforms: &[AffineTrans::translation(0, 20, 0)],
            layout: &self.layout,
            effect: &self.effect,
            offset: (10, 0),
        };
        let good = self.renderer.run_command_list(&list, &mut self.picture).is_ok();
        self.flush();
        good
    }

    pub(crate) fn flush(&mut self) {
        self.renderer.flush(&mut self.picture);
    }

    /// Draws what is queued and says what some pixels are.
    pub(crate) fn drawn<const N: usize>(mut self, places: [(u32, u32); N]) -> String {
        self.flush();
        self.seen(places)
    }

    /// Returns some pixels: colours by name, the empty background as a dash.
    pub(crate) fn seen<const N: usize>(&self, places: [(u32, u32); N]) -> String {
        let pixel = |(x, y): (u32, u32)| match self.picture.pixels()[(y * SIDE + x) as usize] {
            0 => "-".into(),
            RED => "red".into(),
            GREEN => "green".into(),
            BLUE => "blue".into(),
            WHITE => "white".into(),
            other => format!("{other:06x}"),
        };
        places.map(pixel).join(" ")
    }
}

/// Returns a figure of these polygons.
pub(crate) fn model(polygons: &[Polygon]) -> Model {
    let textures = polygons.iter().filter_map(|polygon| match polygon.surface {
        Surface::Texture(number) => Some(number + 1),
        Surface::Colour(_) => None,
    });
    Model::new(&sketch::figure(polygons, textures.max().unwrap_or(0))).unwrap()
}

/// Joins the pixels of several pictures.
pub(crate) fn all<const N: usize>(shown: [String; N]) -> String {
    shown.join(" ")
}

pub(crate) fn rgb(hex: u32) -> Rgb {
    let [_, r, g, b] = hex.to_be_bytes();
    Rgb { r, g, b }
}

pub(crate) fn colour(hex: u32) -> Surface {
    Surface::Colour(rgb(hex))
}

/// Returns a corner that faces the viewer.
pub(crate) fn corner(at: [i16; 3], texel: [u8; 2]) -> Vertex {
    Vertex { at, normal: [0, 0, -4096], texel }
}

/// Returns a polygon that is seen from both sides.
pub(crate) fn polygon(material: u16, surface: Surface, corners: &[Vertex]) -> Polygon {
    Polygon { material: Material(material | Material::DOUBLE_FACE), corners: corners.to_vec(), surface }
}

/// An upright rectangle from (x, y) on over texels of its size, at the distances of its left and right side.
pub(crate) fn card(
    material: u16,
    surface: Surface,
    [x, y, width, height]: [i16; 4],
    [left, right]: [i16; 2],
) -> Polygon {
    let (w, h) = (width as u8, height as u8);
    let corners = [
        corner([x, y, left], [0, 0]),
        corner([x + width, y, right], [w, 0]),
        corner([x, y + height, left], [0, h]),
        corner([x + width, y + height, right], [w, h]),
    ];
    polygon(material, surface, &corners)
}

/// Returns the vertices of a quad for primitives, upright, at the distances of its left and right side.
pub(crate) fn quad([x, y, width, height]: [i32; 4], [left, right]: [i32; 2]) -> [i32; 12] {
    [x, y, left, x + width, y, right, x + width, y + height, right, x, y + height, left]
}

/// Returns a texture whose texel (u, v) is the colour `0x10 * u` in red and `0x10 * v` in green.
pub(crate) fn grid(width: u16, height: u16) -> Texture {
    let places = || (0..height).flat_map(|v| (0..width).map(move |u| [u, v].map(|t| t as u8)));
    let palette = places().map(|[u, v]| Rgb { r: 0x10 * u, g: 0x10 * v, b: 0 }).collect();
    Texture { width, height, palette, texels: (0..width * height).map(|at| at as u8).collect() }
}

/// Returns a texture of one colour, which is not its index 0.
pub(crate) fn plain(hex: u32, width: u16, height: u16) -> Texture {
    let texels = vec![1; usize::from(width) * usize::from(height)];
    Texture { width, height, palette: vec![Rgb::default(), rgb(hex)], texels }
}
