//! A car in a yard of walls and boxes, ported call by call from a Java class: 48 quads of walls, 16 lit boxes, two sprites, a command
//! list, a camera that the keys turn, and text. The test draws the same frame as a shot.

use std::sync::Arc;

use keitai::locate;
use keitai::micro3d::{self, *};
use keitai::prelude::*;

/// Half the side of the yard, and the walls of a side.
const HALF: i32 = 600;
const WALLS: i32 = 12;
const BOXES: i32 = 16;
/// The corners of a box by three bits, for each face, and the directions of the faces.
const FACES: [[i32; 4]; 6] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
const NORMALS: [i32; 18] = [0, 0, -4096, 0, 0, 4096, 0, -4096, 0, 0, 4096, 0, -4096, 0, 0, 4096, 0, 0];
/// Place and parameters of the sprites: width, height, angle, part of the texture, flags.
const LAMPS: [i32; 6] = [-300, 150, -300, 300, 150, 300];
const LAMP: [i32; 16] = [90, 90, 0, 0, 0, 32, 32, 0, 60, 60, 512, 32, 0, 64, 32, 0];
struct Yard {
    car: Figure,
    wall: Arc<TextureMap>,
    sparks: Arc<TextureMap>,
    /// Place of the car and its heading, and the turn of the camera.
    at: (i32, i32),
    heading: i32,
    camera: i32,
}

impl micro3d::Program for Yard {
    fn new(files: &mut Files) -> keitai::Result<Self> {
        let mut car = files.figure("dart.mbac")?;
        car.set_texture(files.texture("dart-blue.bmp")?);
        let (wall, sparks) = (files.texture("coast-road.bmp")?, files.texture("sparks.bmp")?);
        Ok(Self { car, wall, sparks, at: (0, 0), heading: 0, camera: 256 })
    }

    fn info(&self) -> GameInfo {
        GameInfo { rate: TickRate::millis(50), ..GameInfo::new("yard") }
    }

    fn tick(&mut self, input: &TickInput, _: &mut Stage, _: &mut Messages) -> Option<WindowCommand> {
        let held = |button| i32::from(input.controls[0].held(button));
        self.camera += 32 * (held(Button::Left) - held(Button::Right));
        self.heading += 40;
        let step = 12 * held(Button::Up);
        let [x, z] = [Angle(self.heading).sin(), Angle(self.heading).cos()].map(|part| (part * step).to_num::<i32>());
        self.at = (self.at.0 + x, self.at.1 + z);
        None
    }

    fn draw(&mut self, graphics: &mut Graphics3D, picture: &mut Framebuffer) {
        picture.fill(0x30_4860);
        let mut layout = FigureLayout::default();
        layout.set_centre(120, 160);
        layout.set_perspective(20, 6000, Angle(682));
        let (view, plain) = (self.view(), Effect::default());
        let light = Light::new(Vector3::new(1500, 2800, 2500), Q12::lit("0.75"), Q12::lit("0.4"));
        let lit = Effect::new(Some(light), Shading::Normal, true, None);

        layout.transform = view;
        let (vertices, texcoords) = walls();
        let kind = Primitives::QUADS | Primitives::TEXTURE_COORDINATES;
        let walls = Primitives::new(kind, &vertices).texture(&self.wall, &texcoords);
        graphics.render_primitives(&walls, 0, 0, &layout, &plain);

        let (vertices, texcoords) = cube();
        let kind = kind | Primitives::NORMAL_PER_FACE | Primitives::LIGHTING;
        let cube = Primitives::new(kind, &vertices).normals(&NORMALS).texture(&self.wall, &texcoords);
        for place in (0..BOXES).map(place) {
            layout.transform = view * place;
            graphics.render_primitives(&cube, 0, 0, &layout, &lit);
        }

        layout.transform = view * self.place();
        graphics.render_figure(&self.car, 0, 0, &layout, &lit);

        layout.transform = view;
        let kind = Primitives::SPRITES | Primitives::SPRITE_PER_FACE | Primitives::BLEND_ADD;
        let lamps = Primitives::new(kind, &LAMPS).texture(&self.sparks, &LAMP);
        graphics.render_primitives(&lamps, 0, 0, &layout, &plain);
        graphics.flush(picture);

        graphics.draw_command_list(&[], &[], 0, 0, &FigureLayout::default(), &plain, &needle(), picture);
        graphics.flush(picture);
        Canvas::new(picture).outlined(&self.text(), 8, 8, Lettering::Normal, 0xFF_FFFF);
    }
}

impl Yard {
    fn view(&self) -> AffineTrans {
        let turn = AffineTrans::rotation_y(Angle(self.camera));
        let eye = turn.transform(Vector3::new(0, 500, -1100));
        AffineTrans::look_at(eye, Vector3::new(-eye.x, -eye.y, -eye.z), Vector3::new(0, 4096, 0))
    }

    fn place(&self) -> AffineTrans {
        AffineTrans::translation(self.at.0, 0, self.at.1) * AffineTrans::rotation_y(Angle(self.heading))
    }

    fn text(&self) -> String {
        format!("{} {}", self.at.0, self.at.1)
    }
}

/// Returns vertices and texture coordinates of the walls on all four sides.
fn walls() -> (Vec<i32>, Vec<i32>) {
    let (mut vertices, mut texcoords) = (Vec::new(), Vec::new());
    for (side, wall) in (0..4).flat_map(|side| (0..WALLS).map(move |wall| (side, wall))) {
        let turn = AffineTrans::rotation_y(Angle(1024 * side));
        let [left, right] = [wall, wall + 1].map(|edge| edge * 2 * HALF / WALLS - HALF);
        for (x, y) in [(left, 0), (left, 120), (right, 120), (right, 0)] {
            let Vector3 { x, y, z } = turn.transform(Vector3::new(x, y, HALF));
            vertices.extend([x, y, z]);
        }
        texcoords.extend([0, 63, 0, 0, 63, 0, 63, 63]);
    }
    (vertices, texcoords)
}

/// Returns vertices and texture coordinates of a box.
fn cube() -> (Vec<i32>, Vec<i32>) {
    let corner = |bits: i32| [0, 1, 2].map(|axis| if bits >> axis & 1 == 1 { 40 } else { -40 });
    (FACES.as_flattened().iter().flat_map(|bits| corner(*bits)).collect(), [0, 63, 0, 0, 63, 0, 63, 63].repeat(6))
}

/// Returns a list that draws a needle in the upper right corner.
fn needle() -> Vec<i32> {
    let triangle = command::primitives(Primitives::TRIANGLES | Primitives::COLOUR_PER_COMMAND, 1);
    let mut words = vec![command::VERSION, command::PARALLEL_SCALE, 4096, 4096, command::CENTRE, 200, 30];
    words.extend([triangle, 0, -6, 100, 24, 0, 100, 0, 6, 100, 0xF0_4020, command::END]);
    words
}

/// Returns the place of a box, on a circle.
fn place(number: i32) -> AffineTrans {
    let around = AffineTrans::rotation_y(Angle(number * 4096 / BOXES));
    around * AffineTrans::translation(0, 40, 420) * AffineTrans::rotation_y(Angle(100 * number))
}

/// The art of a game in the repository.
fn files() -> keitai::Result<Source> {
    Ok(locate(concat!(env!("CARGO_MANIFEST_DIR"), "/../../game/rally/assets/dart.mbac").as_ref())?.0)
}

fn main() -> std::process::ExitCode {
    match files() {
        Ok(source) => micro3d::run::<Yard>(source),
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use keitai::Game as _;
    use keitai::shot::{Player, Shot};

    use super::*;

    fn matrix(matrix: AffineTrans) -> String {
        format!("Matrix(({})),", matrix.to_raw().map(|element| element.to_string()).join(","))
    }

    fn primitives(texture: &str, p: &Primitives) -> String {
        format!(
            "Primitives(texture: Some({texture:?}), at: (0, 0), command: {}, count: {}, vertices: {:?}, normals: {:?}, texcoords: {:?}, \
             colors: []),\n",
            p.command, p.count, p.vertices, p.normals, p.texcoords
        )
    }

    fn shot(yard: &Yard) -> String {
        let view = yard.view();
        let textured = Primitives::QUADS | Primitives::TEXTURE_COORDINATES;
        let (walls, texcoords) = walls();
        let mut text = format!(
            "(size: (240, 320), background: 0x304860, textures: {{\"wall\": Model(\"coast-road.bmp\"), \"sparks\": Model(\"sparks.bmp\"), \
             \"car\": Model(\"dart-blue.bmp\")}}, figures: {{\"car\": \"dart.mbac\"}}, frame: [Textures(\"car\", [\"car\"]), \
             Center(120, 160), Projection(PerspectiveFov(20, 6000, 682)), Light(None), {} {}",
            matrix(view),
            primitives("wall", &Primitives { texcoords: &texcoords, ..Primitives::new(textured, &walls) }),
        );
        text += "Light(Some((direction: (1500, 2800, 2500), intensity: 3072, ambient: 1638))),";
        let (vertices, texcoords) = cube();
        let kind = textured | Primitives::NORMAL_PER_FACE | Primitives::LIGHTING;
        let cube = Primitives { texcoords: &texcoords, ..Primitives::new(kind, &vertices).normals(&NORMALS) };
        for place in (0..BOXES).map(place) {
            text += &(matrix(view * place) + &primitives("wall", &cube));
        }
        let kind = Primitives::SPRITES | Primitives::SPRITE_PER_FACE | Primitives::BLEND_ADD;
        let lamps = Primitives { texcoords: &LAMP, ..Primitives::new(kind, &LAMPS) };
        text += &format!("{} Render(\"car\", 0, 0), Light(None), {}", matrix(view * yard.place()), matrix(view));
        text += &primitives("sparks", &lamps);
        text += "Flush, Center(0, 0), Projection(ParallelScale(512, 512)), Matrix((4096, 0, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0)),";
        text += &format!("CommandList(textures: [], at: (0, 0), words: {:?}), Flush,", needle());
        text + &format!("Text(text: {:?}, at: (8, 8), colour: 0xFFFFFF, outlined: true)])", yard.text())
    }

    #[test]
    fn the_frame_of_the_game_is_that_of_the_shot() {
        let mut game = micro3d::Play::<Yard>::open(files().unwrap(), &Settings::default()).unwrap();
        let held = Controls { held: [Button::Up, Button::Left].into_iter().collect(), ..Controls::IDLE };
        let mut controls = [Controls::IDLE; 4];
        controls[0] = held;
        for _ in 0..25 {
            game.tick(&TickInput::new(controls), &mut Messages::default());
        }
        let mut picture = game.stage().framebuffer();
        game.draw(Q16::ONE, &mut picture);
        let text = shot(game.game());
        let read = |name: &str| std::fs::read(format!("{}/../../game/rally/assets/{name}", env!("CARGO_MANIFEST_DIR")));
        let mut player = Player::new(&Shot::parse(&text).unwrap(), &Settings::default(), read).unwrap();
        let mut drawn = player.framebuffer();
        player.draw(0, &mut drawn).unwrap();
        if let Some(file) = std::env::var_os("YARD_PICTURE") {
            std::fs::write(file, keitai::picture::encode_png(&picture).unwrap()).unwrap();
        }
        assert_eq!(picture.digest(), drawn.digest());
    }
}
