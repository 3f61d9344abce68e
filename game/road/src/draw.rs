//! The picture: sky, road, plants, cars, and what stands before them.

use std::rc::Rc;
use std::sync::Arc;

use keitai::micro3d::{
    ActionTable, AffineTrans, Angle, Effect, Figure, FigureLayout, Files, Framebuffer, Graphics3D, Light, Primitives,
    Q12, Shading, TextureMap, Vector3,
};
use keitai::{Canvas, CellFont, Font};
use pocket_rally::panel::Panel;

use crate::road::{HALF, STAGE, View, plant};
use crate::rules::CAR;
use crate::{Road, pages};

/// Height of the viewer over the road, model units, and the angle at which the view goes down.
const EYE: i32 = 130;
const DOWN: Angle = Angle(110);
/// Sizes of the plants and signs in the sheet, model units.
const SIZES: [i32; 6] = [300, 320, 130, 120, 150, 150];
/// The size of a shadow, half of that of its figure.
const SHADOW: AffineTrans = AffineTrans::from_raw([2048, 0, 0, 0, 0, 2048, 0, 0, 0, 0, 2048, 0]);
/// Letters of the small fonts.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?.,:-+/<>'&";
/// Colours of a day, one a stage: grass, road, and how much of the light there is, 1.0 at noon.
const DAY: [([u32; 2], Q12); 4] = [
    ([0x4FA636, 0x58A83C], Q12::lit("1")),
    ([0x8A9A38, 0x94A440], Q12::lit("0.9")),
    ([0x6A7048, 0x727850], Q12::lit("0.7")),
    ([0x2C5040, 0x305848], Q12::lit("0.5")),
];

pub(crate) struct Art {
    cars: [Figure; 3],
    wheels: ActionTable,
    shadow: Figure,
    effect: Effect,
    things: Arc<TextureMap>,
    sky: Arc<TextureMap>,
    pub(crate) title: Arc<TextureMap>,
    pub(crate) panel: Rc<Panel>,
    pub(crate) numbers: Font,
}

impl Art {
    pub(crate) fn load(files: &mut Files) -> keitai::Result<Self> {
        let mut figure = |name: &str, texture: &str| {
            let mut figure = files.figure(&format!("{name}.mbac"))?;
            figure.set_texture(files.texture(&format!("{texture}.bmp"))?);
            Ok::<_, keitai::Error>(figure)
        };
        let cars = [figure("bean", "bean-red")?, figure("dart", "dart-blue")?, figure("ox", "ox-yellow")?];
        let shadow = figure("shadow", "shadow")?;
        let mut font = |name: &str, cell, letters| {
            let font = CellFont::new(files.texture(name)?, cell, letters);
            font.map(Font::Cells).map_err(|error| keitai::Error::game(error.to_string()))
        };
        let (cream, gold) = (font("print-cream.bmp", (8, 10), LETTERS)?, font("print-gold.bmp", (8, 10), LETTERS)?);
        let numbers = font("numbers.bmp", (20, 28), "0123456789:-")?;
        // From the upper left, and a shine on the lacquer.
        let light = Light::new(Vector3::new(2200, 3400, 1600), Q12::lit("0.75"), Q12::lit("0.5"));
        let effect = Effect::new(Some(light), Shading::Normal, true, Some(files.sphere_map("lacquer.bmp")?));
        let wheels = files.actions("drive.mtra")?;
        let mut picture = |name: &str| files.texture(&format!("{name}.bmp"));
        let (things, sky, title) = (picture("coast-things")?, picture("coast-sky")?, picture("endless")?);
        let panel = Rc::new(Panel::new(picture("board")?, picture("heads")?, cream, gold));
        Ok(Self { cars, wheels, shadow, effect, things, sky, title, panel, numbers })
    }
}

/// A car on the road: its distance ahead of the viewer and its place to the left of the middle, model units; the direction of the front
/// wheels, and the way that all of them have rolled.
struct OnRoad {
    kind: usize,
    ahead: i32,
    side: i32,
    wheel: i32,
    rolled: i32,
}

pub(crate) fn draw(road: &mut Road, graphics: &mut Graphics3D, picture: &mut Framebuffer) {
    let drive = &road.drive;
    let at = graphics.between(drive.at[1], drive.at[0]);
    let side = graphics.between(drive.side[1], drive.side[0]) / 16;
    let (grass, brightness) = DAY[drive.stage() as usize % DAY.len()];
    road.view.look(at);
    sky(road, side, grass[0], picture);

    // The viewer looks along +z; in view space y points down.
    let eye = Vector3::new(side * 3 / 4, EYE, 0);
    let camera = AffineTrans::look_at(eye, Vector3::new(0, 0, 4096), Vector3::new(0, 4096, 0));
    let world = AffineTrans::rotation_x(DOWN) * camera;
    let mut layout = FigureLayout::default();
    layout.set_centre(120, 150);
    layout.set_perspective(20, 12_000, Angle(740));
    layout.transform = world;
    ground(&road.view, grass, graphics, &layout);
    graphics.flush(picture);

    let mut cars: Vec<OnRoad> = Vec::new();
    for other in drive.others {
        let ahead = (graphics.between(other.at[1], other.at[0]) - at) / 16;
        cars.push(OnRoad { kind: other.kind, ahead, side: other.side, wheel: 0, rolled: other.at[0] / 160 });
    }
    if !road.is_title {
        let shake = if drive.crashed < 10 { drive.crashed % 3 * 6 - 6 } else { 0 };
        cars.push(OnRoad { kind: 0, ahead: CAR, side: side + shake, wheel: drive.wheel, rolled: drive.metres() });
    }
    let place = |car: &OnRoad| {
        let ([x, y, z], turn) = road.view.place(car.ahead, car.side).filter(|_| car.ahead > 40)?;
        Some(world * AffineTrans::translation(x, y, z) * AffineTrans::rotation_y(Angle(turn - car.wheel / 2)))
    };
    let places: Vec<_> = cars.iter().map(place).collect();
    // Shadows lie flat under the cars, and are drawn before them.
    for transform in places.iter().flatten() {
        layout.transform = *transform * SHADOW;
        graphics.render_figure(&road.art.shadow, 0, 0, &layout, &Effect::default());
    }
    graphics.flush(picture);

    layout.transform = world;
    plants(&road.art, &road.view, graphics, &layout);
    let mut effect = road.art.effect.clone();
    if let Some(light) = &mut effect.light {
        (light.intensity, light.ambient) = (light.intensity * brightness, light.ambient * brightness);
    }
    let Art { cars: figures, wheels, .. } = &mut road.art;
    for (car, transform) in cars.iter().zip(places) {
        let Some(transform) = transform else { continue };
        layout.transform = transform;
        // Nine directions of the wheels with six turns each.
        let frame = (car.wheel * 4 / 127 + 4) * 6 + car.rolled.rem_euclid(6);
        figures[car.kind].set_posture(wheels, 0, frame << 16);
        graphics.render_figure(&figures[car.kind], 0, 0, &layout, &effect);
    }
    graphics.flush(picture);
    if !road.is_title {
        pages::display(road, picture);
    }
    if let Some(page) = road.pages.last() {
        page.draw(road, picture);
    }
}

/// Draws the sky, which moves as the road bends, and the land below it.
fn sky(road: &Road, side: i32, land: u32, picture: &mut Framebuffer) {
    let far = road.view.points.last().map_or(0, |point| point[0]);
    let left = (far / 40 + side / 8).rem_euclid(256) - 256;
    let mut canvas = Canvas::new(picture);
    canvas.rectangle(0, 0, 240, 24, 0x2A7CE0);
    for x in [left, left + 256] {
        canvas.image(&road.art.sky, [0, 0, 256, 128], x, 0, false);
    }
    canvas.rectangle(0, 128, 240, 192, land);
}

/// Queues grass, road and lines: one quad for each strip of each piece. Strips do not overlap, so that their order is that of depth.
fn ground(view: &View, grass: [u32; 2], graphics: &mut Graphics3D, layout: &FigureLayout) {
    let strips = |piece: i32| {
        let odd = (piece / 2 % 2) as usize & 1;
        let line = if piece % 4 < 2 { 0xF0EEE4 } else { 0x585C68 };
        let edge = if piece % STAGE == 0 { 0xF0E040 } else { [0xD03028, 0xF0EEE4][odd] };
        let lane = if piece % STAGE == 0 { 0xF0E040 } else { [0x585C68, 0x5C606C][odd] };
        let [near, road, far] = [4, HALF, HALF + 14];
        [
            (grass[odd], far, 3000),
            (edge, road, far),
            (lane, near, road),
            (line, -near, near),
            (lane, -road, -near),
            (edge, -far, -road),
            (grass[odd], -3000, -far),
        ]
    };
    for strip in 0..7 {
        let (mut quads, mut colours) = (Vec::new(), Vec::new());
        for (piece, pair) in (view.first..).zip(view.points.windows(2)) {
            let (colour, right, left) = strips(piece)[strip];
            let corner = |[x, y, z]: [i32; 3], side: i32| [x + side, y, z];
            let [near, far] = [pair[0], pair[1]];
            quads.extend([corner(near, left), corner(far, left), corner(far, right), corner(near, right)].concat());
            colours.push(colour as i32);
        }
        let command = Primitives::QUADS | Primitives::COLOUR_PER_FACE;
        let primitives = Primitives::new(command, &quads).colours(&colours);
        graphics.render_primitives(&primitives, 0, 0, layout, &Effect::default());
    }
}

/// Queues the plants and signs beside the road: sprites of one texture.
fn plants(art: &Art, view: &View, graphics: &mut Graphics3D, layout: &FigureLayout) {
    let (mut places, mut parameters) = (Vec::new(), Vec::new());
    for (piece, [x, y, z]) in (view.first..).zip(&view.points).skip(1) {
        let Some((kind, side)) = plant(piece) else { continue };
        let (size, u, v) = (SIZES[kind as usize], kind % 4 * 64, kind / 4 * 64);
        places.extend([x + side, y + size / 2 - 4, *z]);
        parameters.extend([size, size, 0, u, v, u + 64, v + 64, 0]);
    }
    if !places.is_empty() {
        let command = Primitives::SPRITES | Primitives::SPRITE_PER_FACE | Primitives::COLOUR_KEY;
        let sprites = Primitives::new(command, &places).texture(&art.things, &parameters);
        graphics.render_primitives(&sprites, 0, 0, layout, &Effect::default());
    }
}
