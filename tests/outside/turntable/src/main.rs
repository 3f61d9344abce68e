//! Turns a figure once around: 36 PNG pictures from an MBAC figure and its BMP texture.

use std::error::Error;
use std::{env, fs, path::Path, sync::Arc};

use keitai_formats::{ReadOptions, bmp, bounds, mbac};
use keitai_render::{
    AffineTrans, Angle, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Light, Model, Posture, Projection,
    Renderer, TextureMap, Vector3,
};

const SIDE: u32 = 240;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = env::args().skip(1).collect();
    let [figure, texture, folder] = &paths[..] else {
        return Err("usage: turntable FIGURE.mbac TEXTURE.bmp FOLDER".into());
    };
    let (options, compat) = (ReadOptions::default(), Compat::default());
    let model = Model::new(&mbac::read_with(&fs::read(figure)?, &options)?.document)?;
    let textures = [Arc::new(TextureMap::new(&bmp::read_with(&fs::read(texture)?, &options)?.document, &compat)?)];
    let (posture, effect) = (Posture::rest(&model), Effect::lit(Light::default()));

    // The picture is as wide as the diagonal of the box around the figure.
    let mut places = Vec::new();
    posture.positions(&model, &mut places);
    let [low, high] =
        bounds(places.iter().map(|place| [place.x, place.y, place.z])).ok_or("the figure has no vertices")?;
    let size = (0..3).map(|axis| i64::from(high[axis] - low[axis]).pow(2)).sum::<i64>().isqrt() as i32 + 1;
    let [x, y, z] = [0, 1, 2].map(|axis| -(low[axis] + high[axis]) / 2);
    let mut layout = FigureLayout::default();
    layout.centre = (SIDE as i32 / 2, SIDE as i32 / 2);
    layout.set_projection(Projection::ParallelSize { width: size, height: size })?;
    let camera = AffineTrans::look_at(Vector3::new(0, 0, size), Vector3::new(0, 0, -4096), Vector3::new(0, 4096, 0));

    let (mut picture, mut renderer) = (Framebuffer::new(SIDE, SIDE), Renderer::new(SIDE, SIDE, compat));
    for number in 0..36 {
        layout.transform =
            camera * AffineTrans::rotation_y(Angle(number * 4096 / 36)) * AffineTrans::translation(x, y, z);
        picture.fill(0x203040);
        renderer.draw_figure(&FigureDraw::new(&model, &posture, &textures, &layout, &effect), &mut picture);
        let bytes: Vec<u8> = picture.pixels().iter().flat_map(|pixel| pixel.to_be_bytes()[1..].to_vec()).collect();
        let file = fs::File::create(Path::new(folder).join(format!("{number:02}.png")))?;
        let mut png = png::Encoder::new(file, SIDE, SIDE);
        png.set_color(png::ColorType::Rgb);
        png.write_header()?.write_image_data(&bytes)?;
    }
    Ok(())
}
