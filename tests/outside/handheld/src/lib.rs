//! The robot on a display of 320x240 pixels of 16 bits, drawn strip by strip: for a device that has no room for a picture.
#![no_std]

extern crate alloc;

use alloc::{boxed::Box, sync::Arc};
use core::error::Error;

use keitai_formats::{ReadOptions, bmp, mbac};
use keitai_render::{
    AffineTrans, Angle, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Light, Model, Posture, Projection, Q12,
    Renderer, TextureMap,
};

/// Pixels of the display, row by row.
pub type Display = [u16; (WIDTH * HEIGHT) as usize];

const WIDTH: u32 = 320;
const HEIGHT: u32 = 240;

/// Rows of a strip.
const ROWS: u32 = 24;

static FIGURE: &[u8] = include_bytes!("../../../../assets/robots/tin.mbac");
static TEXTURE: &[u8] = include_bytes!("../../../../assets/robots/tin.bmp");

/// The texels stay in the program, the top row first. A BMP file ends with them, the bottom row first.
static TEXELS: [u8; 65536] = {
    let mut texels = [0; 65536];
    let mut at = 0;
    while at < texels.len() {
        texels[at] = TEXTURE[TEXTURE.len() - 256 * (at / 256 + 1) + at % 256];
        at += 1;
    }
    texels
};

/// Draws the robot, as `robot.ron` describes it, and calls `send` with every pixel of the display, RGB565.
///
/// # Errors
/// When a file of the robot is damaged.
pub fn draw(mut send: impl FnMut(u16)) -> Result<(), Box<dyn Error>> {
    let (options, compat) = (ReadOptions::default(), Compat::default());
    let palette = bmp::read_with(TEXTURE, &options)?.document.palette;
    let textures = [Arc::new(TextureMap::from_static(&TEXELS, &palette, &compat))];
    let model = Model::new(&mbac::read_with(FIGURE, &options)?.document)?;
    let (posture, effect) = (Posture::rest(&model), Effect::lit(Light::default()));
    let mut layout = FigureLayout::default();
    layout.centre = (160, 225);
    layout.set_projection(Projection::ParallelScale { x: Q12::from_bits(3300), y: Q12::from_bits(3300) })?;
    // Right, up and toward the viewer.
    layout.transform = AffineTrans::from_raw([4096, 0, 0, 0, 0, -4096, 0, 0, 0, 0, -4096, 400]);
    layout.transform = layout.transform * AffineTrans::rotation_y(Angle(400));

    let mut draw = FigureDraw::new(&model, &posture, &textures, &layout, &effect);
    let (mut strip, mut renderer) = (Framebuffer::new(WIDTH, ROWS), Renderer::new(WIDTH, ROWS, compat));
    for top in (0..HEIGHT as i32).step_by(ROWS as usize) {
        draw.offset = (0, -top);
        strip.fill(0x20_3040);
        renderer.draw_figure(&draw, &mut strip);
        for pixel in strip.pixels() {
            send((pixel >> 8 & 0xF800 | pixel >> 5 & 0x7E0 | pixel >> 3 & 0x1F) as u16);
        }
    }
    Ok(())
}

/// Returns the digest of the picture that a display shows.
pub fn digest(display: &Display) -> u64 {
    let mut picture = Framebuffer::new(WIDTH, HEIGHT);
    for (target, pixel) in picture.pixels_mut().iter_mut().zip(display) {
        let [r, g, b] = [pixel >> 11, pixel >> 5 & 63, pixel & 31].map(u32::from);
        *target = (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | b << 3 | b >> 2;
    }
    picture.digest()
}
