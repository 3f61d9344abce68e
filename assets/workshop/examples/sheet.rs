//! A contact sheet: views and frames of a figure side by side, as the engine draws them.
//!
//! `cargo run --example sheet -- OUT.png FIGURE.mbac ACTION FRAMES YAWS [PITCH] [ZOOM]`; frames and
//! yaws (degrees) are lists with commas: a row for every yaw, or all in one row when there is one frame. ACTION - is the
//! pose it was built in.

use keitai_formats::{ReadOptions, bmp, mbac, mtra};
use keitai_render::{
    AffineTrans, Angle, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Light, Model, Posture, Projection, Q12,
    Q16, Renderer, SphereMap, TextureMap, Vector3,
};
use std::path::Path;
use std::sync::Arc;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, figure, action, frames, yaws, rest @ ..] = arguments.as_slice() else {
        return Err("OUT.png FIGURE.mbac ACTION FRAMES YAWS [PITCH] [ZOOM]".into());
    };
    let numbers = |list: &str| list.split(',').map(str::parse).collect::<Result<Vec<i32>, _>>();
    let (frames, yaws) = (numbers(frames)?, numbers(yaws)?);
    let pitch = rest.first().map_or(Ok(20), |text| text.parse::<i32>())?;
    let zoom = rest.get(1).map_or(Ok(1), |text| text.parse::<u32>())?;
    let [width, height] = [120 * zoom, 160 * zoom];
    let compat = Compat::default();
    let cast = Cast::load(Path::new(figure), &compat)?;
    let one_row = frames.len() == 1;
    let (columns, rows) = if one_row { (yaws.len(), 1) } else { (frames.len(), yaws.len()) };
    let mut sheet = Framebuffer::new(width * columns as u32, height * rows as u32);
    let mut renderer = Renderer::new(width, height, compat);
    let mut cell = Framebuffer::new(width, height);
    for (row, yaw) in yaws.iter().enumerate() {
        for (column, frame) in frames.iter().enumerate() {
            cell.fill(0x6A8CA0);
            cast.draw(&mut renderer, &cast.posture(action, *frame)?, [*yaw, pitch], &cell)?;
            renderer.flush(&mut cell);
            let (column, row) = if one_row { (row, 0) } else { (column, row) };
            let (left, top) = (column * width as usize, row * height as usize);
            let pitch = sheet.width() as usize;
            for (y, line) in cell.pixels().chunks_exact(width as usize).enumerate() {
                let at = (top + y) * pitch + left;
                sheet.pixels_mut()[at..at + line.len()].copy_from_slice(line);
            }
        }
    }
    save(Path::new(out), &sheet)
}

fn save(path: &Path, picture: &Framebuffer) -> Result<(), Failure> {
    let mut encoder = png::Encoder::new(std::fs::File::create(path)?, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    let bytes: Vec<u8> = picture.pixels().iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect();
    Ok(encoder.write_header()?.write_image_data(&bytes)?)
}

struct Cast {
    model: Model,
    actions: Option<keitai_formats::ActionTable>,
    textures: Vec<Arc<TextureMap>>,
    lacquer: Option<Arc<SphereMap>>,
}

impl Cast {
    fn load(figure: &Path, compat: &Compat) -> Result<Self, Failure> {
        let options = ReadOptions::default();
        let read = |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        let beside = |extension: &str| figure.with_extension(extension);
        let model = Model::new(&mbac::read_with(&read(figure)?, &options)?.document)?;
        let actions = read(&beside("mtra")).ok().map(|bytes| mtra::read(&bytes)).transpose()?;
        let texture = bmp::read_with(&read(&beside("bmp"))?, &options)?.document;
        let lacquer = read(&figure.with_file_name("lacquer.bmp")).ok().map(|bytes| bmp::read_with(&bytes, &options));
        Ok(Self {
            model,
            actions: actions.map(|loaded| loaded.document),
            textures: vec![Arc::new(TextureMap::new(&texture, compat)?)],
            lacquer: lacquer.transpose()?.map(|map| SphereMap::new(&map.document, compat)).transpose()?.map(Arc::new),
        })
    }

    fn posture(&self, action: &str, frame: i32) -> Result<Posture, Failure> {
        let mut posture = Posture::rest(&self.model);
        if action != "-" {
            let actions = self.actions.as_ref().map(|table| table.actions.as_slice()).unwrap_or_default();
            let action = actions.get(action.parse::<usize>()?).ok_or("no such action")?;
            posture.set(&self.model, action, Q16::from_num(frame));
        }
        Ok(posture)
    }

    fn draw(
        &self,
        renderer: &mut Renderer,
        posture: &Posture,
        [yaw, pitch]: [i32; 2],
        cell: &Framebuffer,
    ) -> Result<(), Failure> {
        let degrees = |angle: i32| Angle(angle * 4096 / 360);
        let transform = AffineTrans::translation(0, 0, 1000)
            .mul(&AffineTrans::rotation_x(degrees(180 + pitch)))
            .mul(&AffineTrans::translation(0, -105, 0))
            .mul(&AffineTrans::rotation_y(degrees(yaw)));
        let centre = (cell.width() as i32 / 2, cell.height() as i32 / 2);
        let mut layout = FigureLayout::default();
        (layout.transform, layout.centre) = (transform, centre);
        layout.set_projection(Projection::PerspectiveFov { near: 100, far: 3000, angle: Angle(150) })?;
        let light = Light {
            direction: Vector3::new(2200, 2600, 2400),
            intensity: Q12::from_bits(3000),
            ambient: Q12::from_bits(1900),
        };
        let effect = Effect { light: Some(light), sphere_map: self.lacquer.clone(), ..Effect::default() };
        renderer.render_figure(&FigureDraw {
            model: &self.model,
            posture,
            textures: &self.textures,
            selected: None,
            layout: &layout,
            effect: &effect,
            offset: (0, 0),
        });
        Ok(())
    }
}
