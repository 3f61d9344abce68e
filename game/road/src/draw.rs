//! The picture: sky, road, plants, cars, and what stands before them.

use std::sync::Arc;

use keitai::micro3d::{
    ActionTable, AffineTrans, Angle, Effect, Figure, FigureLayout, Files, Framebuffer, Graphics3D, Light, Primitives,
    Q12, Shading, TextureMap, Vector3,
};
use keitai::{Align, Canvas, CellFont, Font};

use crate::road::{HALF, SEEN, STAGE, View, plant};
use crate::{CAR, FAST, Part, Road};

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

/// Everything that is loaded.
pub(crate) struct Art {
    cars: [Figure; 3],
    wheels: ActionTable,
    shadow: Figure,
    things: Arc<TextureMap>,
    sky: Arc<TextureMap>,
    effect: Effect,
    cream: Font,
    gold: Font,
    numbers: Font,
    quads: Vec<i32>,
    colours: Vec<i32>,
}

impl Art {
    pub(crate) fn load(files: &mut Files) -> keitai::Result<Self> {
        let mut car = |name: &str, colour: &str| {
            let mut figure = files.figure(&format!("{name}.mbac"))?;
            figure.set_texture(files.texture(&format!("{name}-{colour}.bmp"))?);
            Ok::<_, keitai::Error>(figure)
        };
        let cars = [car("bean", "red")?, car("dart", "blue")?, car("ox", "yellow")?];
        let mut shadow = files.figure("shadow.mbac")?;
        shadow.set_texture(files.texture("shadow.bmp")?);
        let mut font = |name: &str, cell, letters| {
            CellFont::new(files.texture(name)?, cell, letters)
                .map(Font::Cells)
                .map_err(|error| keitai::Error::game(error.to_string()))
        };
        let (cream, gold) = (font("print-cream.bmp", (8, 10), LETTERS)?, font("print-gold.bmp", (8, 10), LETTERS)?);
        let numbers = font("numbers.bmp", (20, 28), "0123456789:-")?;
        // From the upper left, and a shine on the lacquer.
        let light = Light::new(Vector3::new(2200, 3400, 1600), Q12::lit("0.75"), Q12::lit("0.5"));
        let effect = Effect::new(Some(light), Shading::Normal, true, Some(files.sphere_map("lacquer.bmp")?));
        Ok(Self {
            wheels: files.actions("drive.mtra", &cars[0])?,
            cars,
            shadow,
            things: files.texture("coast-things.bmp")?,
            sky: files.texture("coast-sky.bmp")?,
            effect,
            cream,
            gold,
            numbers,
            quads: Vec::new(),
            colours: Vec::new(),
        })
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
    let at = graphics.between(road.at[1], road.at[0]);
    let side = graphics.between(road.side[1], road.side[0]) / 16;
    let (_, brightness) = DAY[road.stage() as usize % DAY.len()];
    road.view.look(at);
    sky(road, side, picture);

    // The viewer looks along +z; in view space y points down.
    let eye = Vector3::new(side * 3 / 4, EYE, 0);
    let camera = AffineTrans::look_at(eye, Vector3::new(0, 0, 4096), Vector3::new(0, 4096, 0));
    let view = AffineTrans::rotation_x(DOWN) * camera;
    let mut layout = FigureLayout::default();
    layout.set_center(120, 150);
    layout.set_perspective(20, 12_000, Angle(740));
    layout.transform = view;
    ground(road, graphics, &layout);
    graphics.flush(picture);

    let mut cars: Vec<OnRoad> = Vec::new();
    for other in road.others {
        let ahead = (graphics.between(other.at[1], other.at[0]) - at) / 16;
        cars.push(OnRoad { kind: other.kind, ahead, side: other.side, wheel: 0, rolled: other.at[0] / 160 });
    }
    if road.part != Part::Title {
        let shake = if road.crashed < 10 { road.crashed % 3 * 6 - 6 } else { 0 };
        cars.push(OnRoad { kind: 0, ahead: CAR, side: side + shake, wheel: road.wheel, rolled: road.at[0] / 160 });
    }
    let world = layout.transform;
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
    display(road, picture);
}

/// Draws the sky, which moves as the road bends, and the sea below it.
fn sky(road: &Road, side: i32, picture: &mut Framebuffer) {
    let far = road.view.points.last().map_or(0, |point| point[0]);
    let left = (far / 40 + side / 8).rem_euclid(256) - 256;
    let mut canvas = Canvas::new(picture);
    canvas.rectangle(0, 0, 240, 24, 0x2A7CE0);
    for x in [left, left + 256] {
        canvas.image(&road.art.sky, [0, 0, 256, 128], x, 0, false);
    }
    canvas.rectangle(0, 128, 240, 192, DAY[road.stage() as usize % DAY.len()].0[0]);
}

/// Queues grass, road and lines: one quad for each strip of each piece. Strips do not overlap, so that their order is that of depth.
fn ground(road: &mut Road, graphics: &mut Graphics3D, layout: &FigureLayout) {
    let (grass, _) = DAY[road.stage() as usize % DAY.len()];
    let Art { quads, colours, .. } = &mut road.art;
    let command = Primitives::QUADS | Primitives::COLOUR_PER_FACE;
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
        quads.clear();
        colours.clear();
        for (piece, pair) in (road.view.first..).zip(road.view.points.windows(2)) {
            let (colour, right, left) = strips(piece)[strip];
            let [[x, y, z], [next_x, next_y, next_z]] = [pair[0], pair[1]];
            quads.extend([
                x + left,
                y,
                z,
                next_x + left,
                next_y,
                next_z,
                next_x + right,
                next_y,
                next_z,
                x + right,
                y,
                z,
            ]);
            colours.push(colour as i32);
        }
        let primitives = Primitives { command, count: SEEN, vertices: quads, colors: colours, ..Primitives::default() };
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
    let command = Primitives::SPRITES | Primitives::SPRITE_PER_FACE | Primitives::COLOUR_KEY;
    let (texture, count) = (Some(&art.things), places.len() / 3);
    if count > 0 {
        let sprites =
            Primitives { texture, command, count, vertices: &places, texcoords: &parameters, ..Primitives::default() };
        graphics.render_primitives(&sprites, 0, 0, layout, &Effect::default());
    }
}

/// Writes time, speed and way, and the words of the part on show.
fn display(road: &Road, picture: &mut Framebuffer) {
    let Art { cream, gold, numbers, .. } = &road.art;
    let mut canvas = Canvas::new(picture);
    let best = format!("BEST {} M", road.best.value.metres);
    if road.part == Part::Title {
        canvas.shade(0, 96, 240, 40);
        canvas.write("ENDLESS ROAD", 120, 104, gold, Align::Centre);
        canvas.write("REACH THE NEXT LINE IN TIME", 120, 120, cream, Align::Centre);
        if road.ticks % 40 < 28 {
            canvas.write("PRESS START", 120, 270, gold, Align::Centre);
        }
        canvas.write(&best, 120, 300, cream, Align::Centre);
        return;
    }
    canvas.write(&format!("{:02}", road.time.max(0) / 30), 120, 4, numbers, Align::Centre);
    canvas.write(&format!("{} M", road.metres()), 6, 6, cream, Align::Left);
    canvas.write(&format!("STAGE {}", road.stage() + 1), 234, 6, cream, Align::Right);
    canvas.write(&format!("{} KMH", road.speed / 4), 234, 296, cream, Align::Right);
    canvas.rectangle(170, 308, 64, 6, 0x141820);
    canvas.rectangle(171, 309, (62 * road.speed / FAST).clamp(0, 62) as u32, 4, 0x50D860);
    if road.part == Part::Drive && road.ticks < 90 && road.at[0] < 16 * 4000 {
        canvas.write("LEFT AND RIGHT TO STEER\nUP OR A TO ACCELERATE", 120, 240, cream, Align::Centre);
    } else if road.part == Part::Drive && road.checked < 45 && road.stage() > 0 {
        canvas.write("MORE TIME!", 120, 60, gold, Align::Centre);
    } else if road.part != Part::Drive {
        let new = road.part == Part::Over && road.metres() == road.best.value.metres;
        let head = if road.part == Part::Pause { "PAUSE" } else { "TIME IS UP" };
        let text = format!("{head}\n\n{} METRES\n{}", road.metres(), if new { "A NEW BEST!" } else { &best });
        canvas.shade(0, 110, 240, 72);
        canvas.write(&text, 120, 122, gold, Align::Centre);
        canvas.write("START: DRIVE   ESC: TITLE", 120, 168, cream, Align::Centre);
    }
}
