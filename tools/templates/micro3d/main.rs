//! A car on a floor of tiles, drawn call by call as Java games with micro3d did.

use std::hash::Hash;
use std::sync::Arc;

use keitai::micro3d::{
    self, AffineTrans, Angle, Effect, Figure, FigureLayout, Files, Framebuffer, Graphics3D, Light,
    Primitives, Shading, TextureMap, Vector3, command,
};
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::{Embedded, embed};

/// The files inside the program. A debug build reads them from the folder, so that edits show at once.
static FILES: Embedded = embed![
    "assets/car.bac",
    "assets/shadow.bmp",
    "assets/shadow.mbac",
    "assets/sparks.bmp",
];

/// Side of a tile and half the tiles of the floor's side.
const TILE: i32 = 200;
const TILES: i32 = 7;
/// Highest speed, 1/4096 model units per tick.
const FAST: i32 = 20 * 4096;

struct Drive {
    car: Figure,
    shadow: Figure,
    sparks: Arc<TextureMap>,
    /// Where the car is, x and z, 1/4096 model units, in this tick and in the one before.
    at: [[i32; 2]; 2],
    /// Where it points, 4096 per turn, in this tick and in the one before.
    turn: [i32; 2],
    speed: i32,
    ticks: i32,
}

impl micro3d::Program for Drive {
    fn new(files: &mut Files) -> keitai::Result<Self> {
        let mut shadow = files.figure("assets/shadow.mbac")?;
        shadow.set_texture(files.texture("assets/shadow.bmp")?);
        Ok(Self {
            car: files.figure("assets/car.bac")?,
            shadow,
            sparks: files.texture("assets/sparks.bmp")?,
            at: [[0; 2]; 2],
            turn: [0; 2],
            speed: 0,
            ticks: 0,
        })
    }

    /// A Java game slept 40 milliseconds between two pictures.
    fn info(&self) -> GameInfo {
        let rate = TickRate::millis(40);
        GameInfo {
            rate,
            ..GameInfo::new("{{name}}")
        }
    }

    fn tick(
        &mut self,
        input: &TickInput,
        _: &mut Stage,
        _: &mut Messages,
    ) -> Option<WindowCommand> {
        let held = |button| i32::from(input.controls[0].held(button));
        let gas = held(Button::A) | held(Button::Up);
        let brake = held(Button::B) | held(Button::Down);
        self.speed += 1600 * gas - 3200 * brake - self.speed / 32;
        self.speed = self.speed.clamp(0, FAST);
        self.turn[1] = self.turn[0];
        if self.speed > 4096 {
            self.turn[0] += 48 * (held(Button::Left) - held(Button::Right));
        }
        let (angle, edge) = (Angle(self.turn[0]), TILE * TILES * 4096);
        let step = [angle.sin(), angle.cos()].map(|part| (part * self.speed).to_num::<i32>());
        let moved = [0, 1].map(|axis| (self.at[0][axis] + step[axis]).clamp(-edge, edge));
        self.at = [moved, self.at[0]];
        self.ticks += 1;
        None
    }

    fn draw(&mut self, graphics: &mut Graphics3D, picture: &mut Framebuffer) {
        picture.fill(0x8FC4E8);
        let [now, before] = self.at;
        let [x, z] = [0, 1].map(|axis| graphics.between(before[axis], now[axis]) / 4096);
        let turn = Angle(graphics.between(self.turn[1], self.turn[0]));

        // The camera stands behind the car and looks at it. y points up in the world, and down in view space.
        let behind = AffineTrans::rotation_y(turn).transform(Vector3::new(0, 190, -320));
        let eye = Vector3::new(x + behind.x, behind.y, z + behind.z);
        let look = Vector3::new(-behind.x, -110, -behind.z);
        let view = AffineTrans::look_at(eye, look, Vector3::new(0, 4096, 0));
        let mut layout = FigureLayout::default();
        layout.set_centre(120, 140);
        layout.set_perspective(20, 6000, Angle(682));
        layout.transform = view;

        tiles(graphics, &layout);
        graphics.flush(picture);

        let place = view * AffineTrans::translation(x, 0, z) * AffineTrans::rotation_y(turn);
        let mut under = layout;
        under.transform = place;
        graphics.draw_figure(&self.shadow, 0, 0, &under, &Effect::default(), picture);

        // A light in view space: it stays at the upper left of the picture.
        let direction = Vector3::new(2000, 2600, 2000);
        let light = Light::new(direction, Q12::lit("0.75"), Q12::lit("0.5"));
        let effect = Effect::new(Some(light), Shading::Normal, true, None);
        graphics.render_figure(&self.car, 0, 0, &under, &effect);
        self.lamp(graphics, &layout);
        graphics.flush(picture);
        self.arrow(graphics, picture);

        let mut canvas = Canvas::new(picture);
        let speed = format!("{} KM/H", self.speed / 512);
        canvas.outlined(&speed, 8, 8, Lettering::Normal, 0xFFFFFF);
        let keys = "UP: DRIVE   DOWN: BRAKE";
        canvas.outlined(keys, 8, 300, Lettering::Small, 0xFFFFFF);
    }

    fn hash_state(&self, state: &mut GameHasher) {
        (self.at, self.turn, self.speed, self.ticks).hash(state);
    }
}

impl Drive {
    /// A light that blinks over the middle of the floor: a sprite that is added to the picture.
    fn lamp(&self, graphics: &mut Graphics3D, layout: &FigureLayout) {
        let left = self.ticks / 4 % 4 * 32;
        let lamp = Primitives {
            texture: Some(&self.sparks),
            command: Primitives::SPRITES | Primitives::SPRITE_PER_COMMAND | Primitives::BLEND_ADD,
            count: 1,
            vertices: &[0, 120, 0],
            // Width, height, angle, the part of the texture, and no flags.
            texcoords: &[160, 160, 0, left, 0, left + 32, 32, 0],
            ..Primitives::default()
        };
        graphics.render_primitives(&lamp, 0, 0, layout, &Effect::default());
    }

    /// A needle for the speed, as a command list: a triangle in one colour, in pixels.
    fn arrow(&self, graphics: &mut Graphics3D, picture: &mut Framebuffer) {
        let length = 10 + self.speed * 50 / FAST;
        let kind = Primitives::TRIANGLES | Primitives::COLOUR_PER_COMMAND;
        let triangle = command::primitives(kind, 1);
        let mut words = vec![command::VERSION];
        words.extend([command::PARALLEL_SCALE, 4096, 4096]);
        words.extend([command::CENTRE, 170, 24]);
        words.extend([triangle, 0, -6, 100, length, 0, 100, 0, 6, 100, 0xF04020]);
        words.push(command::END);
        let (layout, effect) = (FigureLayout::default(), Effect::default());
        graphics.draw_command_list(&[], &[], 0, 0, &layout, &effect, &words, picture);
        graphics.flush(picture);
    }
}

/// Queues the floor: squares of two greens, in calls of at most 255.
fn tiles(graphics: &mut Graphics3D, layout: &FigureLayout) {
    let (mut vertices, mut colours) = (Vec::new(), Vec::new());
    for tile in 0..4 * TILES * TILES {
        let [column, row] = [tile % (2 * TILES) - TILES, tile / (2 * TILES) - TILES];
        let [x, z, far_x, far_z] = [column, row, column + 1, row + 1].map(|edge| edge * TILE);
        vertices.extend([x, 0, z, x, 0, far_z, far_x, 0, far_z, far_x, 0, z]);
        colours.push([0x549440, 0x4A8638][((column + row) & 1) as usize]);
    }
    let floor = Primitives {
        command: Primitives::QUADS | Primitives::COLOUR_PER_FACE,
        count: colours.len(),
        vertices: &vertices,
        colours: &colours,
        ..Primitives::default()
    };
    graphics.render_primitives(&floor, 0, 0, layout, &Effect::default());
}

/// The game with files from `source`.
fn app(source: Source) -> App {
    micro3d::app::<Drive>(source)
}

fn main() -> ExitCode {
    app(FILES.source())
        .version(env!("CARGO_PKG_VERSION"))
        .main()
}

#[cfg(test)]
mod tests;
