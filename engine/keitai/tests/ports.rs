//! Five programs as Java wrote them, ported call by call: each of 50 pictures is that of the shot that F9 saves of it.

#![allow(clippy::unwrap_used, clippy::panic)] // errors fail the test

use std::collections::BTreeSet;
use std::sync::Arc;

use keitai::Game as _;
use keitai::assets::Source;
use keitai::micro3d::{self, *};
use keitai::prelude::*;
use keitai::shot::{Player, Shot};

/// The two robots, their files and the count of ticks that the programs share.
struct Robots {
    tin: Figure,
    sprout: Figure,
    walk: ActionTable,
    paint: Arc<TextureMap>,
    shine: Arc<SphereMap>,
    tick: i32,
}

impl Robots {
    fn new(files: &mut Files) -> keitai::Result<Self> {
        let (mut tin, mut sprout) = (files.figure("tin.mbac")?, files.figure("sprout.mbac")?);
        let paint = files.texture("tin.bmp")?;
        tin.set_texture(paint.clone());
        sprout.set_texture(files.texture("sprout.bmp")?);
        Ok(Self {
            tin,
            sprout,
            walk: files.actions("tin.mtra")?,
            paint,
            shine: files.sphere_map("lacquer.bmp")?,
            tick: 0,
        })
    }

    fn pose(&mut self) {
        let action = self.tick as usize / 12 % self.walk.len();
        let last = self.walk.last_frame(action).max(1);
        self.tin.set_posture(&self.walk, action, self.tick * 40_000 % last);
    }

    fn lamp() -> Light {
        Light::new(Vector3::new(-1500, 2600, 2400), Q12::from_bits(3400), Q12::from_bits(1100))
    }
}

/// Returns a layout of a robot that is turned.
fn layout(turn: AffineTrans, x: i32, y: i32) -> FigureLayout {
    let eye = AffineTrans::look_at(Vector3::new(0, 90, 420), Vector3::new(0, -400, -4096), Vector3::new(0, 4096, 0));
    let mut layout = FigureLayout::default();
    layout.transform = eye * turn;
    layout.set_centre(x, y);
    layout.set_perspective(16, 4000, Angle(700));
    layout
}

/// Declares a program by the body of its `paint`.
macro_rules! program {
    ($name:ident($robots:ident, $graphics:ident, $picture:ident) $paint:block) => {
        struct $name(Robots);

        impl micro3d::Program for $name {
            fn new(files: &mut Files) -> keitai::Result<Self> {
                Robots::new(files).map(Self)
            }

            fn info(&self) -> GameInfo {
                GameInfo::new("port")
            }

            fn tick(&mut self, _: &TickInput, _: &mut Stage, _: &mut Messages) -> Option<WindowCommand> {
                self.0.tick += 1;
                self.0.pose();
                None
            }

            fn draw(&mut self, $graphics: &mut Graphics3D, $picture: &mut Framebuffer) {
                let $robots = &mut self.0;
                $picture.fill(0x10_2040 + 3 * $robots.tick as u32);
                $paint
            }
        }
    };
}

program!(Parade(robots, graphics, picture) {
    let lit = Effect::new(Some(Robots::lamp()), Shading::Normal, true, Some(robots.shine.clone()));
    let turn = AffineTrans::rotation_y(Angle(robots.tick * 90));
    graphics.render_figure(&robots.tin, -30, 10, &layout(turn, 120, 160), &lit);
    let toon = Shading::Toon { threshold: 120, high: 250, low: 70 };
    let turn = AffineTrans::rotation(Vector3::new(1000, 3000, 2000), Angle(robots.tick * 70));
    robots.sprout.set_pattern(robots.tick as u32);
    graphics.render_figure(&robots.sprout, 30, 0, &layout(turn, 120, 160), &Effect::new(None, toon, false, None));
    graphics.flush(picture);
});

program!(Windows(robots, graphics, picture) {
    for (x, y) in [(0, 0), (120, 0), (0, 160), (120, 160)] {
        let mut layout = layout(AffineTrans::rotation_x(Angle(robots.tick * 30)), x + 60, y + 80);
        match (x, y) {
            (120, 0) => layout.set_scale(Q12::from_bits(1500), Q12::from_bits(1200)),
            (0, 160) => layout.set_parallel_size(500, 640),
            (120, 160) => layout.set_perspective_size(40, 3000, Q12::from_num(30), Q12::from_num(40)),
            _ => {}
        }
        graphics.set_clip(Some(Clip { left: x + 3, top: y + 3, right: x + 117, bottom: y + 157 }));
        graphics.draw_figure(&robots.tin, 0, 0, &layout, &Effect::lit(Robots::lamp()), picture);
    }
});

program!(Mirrors(robots, graphics, picture) {
    let mut mirror = Framebuffer::new(60, 48);
    mirror.fill(0x60_4020);
    let mut small = Graphics3D::new(*graphics.compat());
    small.bind(60, 48, None);
    small.set_clip(Some(Clip { left: 5, top: 5, right: 55, bottom: 43 }));
    let turn = AffineTrans::rotation_z(Angle(robots.tick * 50));
    small.draw_figure(&robots.sprout, 0, 0, &layout(turn, 30, 24), &Effect::default(), &mut mirror);
    let texture = Arc::new(TextureMap::new(&mirror.texture(), graphics.compat()).unwrap());
    // More colours than a texture has.
    for (at, pixel) in picture.pixels_mut().iter_mut().enumerate() {
        *pixel = (at as u32).wrapping_mul(0x9E37) & 0x3F_3F3F;
    }
    for step in 0..3 {
        Canvas::new(picture).picture(&mirror, 5 + 40 * step, 8 + 60 * step);
    }
    let effect = Effect::lit(Robots::lamp());
    let layout = layout(AffineTrans::IDENTITY, 120, 160);
    graphics.draw_figure(&robots.tin, 0, 0, &layout, &effect, picture);
    let command = Primitives::QUADS | Primitives::TEXTURE_COORDINATES;
    let quad = [-90, 0, 0, 90, 0, 0, 90, 90, 0, -90, 90, 0];
    let quad = Primitives::new(command, &quad).texture(&texture, &[0, 47, 59, 47, 59, 0, 0, 0]);
    graphics.render_primitives(&quad, 0, 60, &layout, &Effect::default());
    graphics.flush(picture);
    Canvas::new(picture).text("MIRRORS", 8, 300, Lettering::Normal, 0xFF_E040);
});

program!(Shapes(robots, graphics, picture) {
    let layout = layout(AffineTrans::rotation_y(Angle(robots.tick * 20)), 120, 160);
    let corners = [-90, -30, 0, 20, -60, 40, 0, 80, 20, 30, 0, 60, 90, 20, 0, 70, 90, -40];
    let (effect, colours) = (Effect::default(), [0xFF_4020, 0x40_FF80, 0x40_60FF]);
    let (face, half) = (Primitives::COLOUR_PER_FACE, Primitives::BLEND_HALF);
    for command in [Primitives::TRIANGLES | face | half, Primitives::LINES | face] {
        graphics.render_primitives(&Primitives::new(command, &corners).colours(&colours), 0, 0, &layout, &effect);
    }
    let quad = [-60, -40, -30, 60, -40, -30, 60, 60, 10, -60, 60, 10];
    let command = Primitives::QUADS | Primitives::TEXTURE_COORDINATES;
    let command = command | Primitives::NORMAL_PER_FACE | Primitives::LIGHTING;
    let quad = Primitives::new(command, &quad).texture(&robots.paint, &[0, 255, 255, 255, 255, 0, 0, 0]);
    graphics.render_primitives(&quad.normals(&[0, 2048, 3547]), 0, 0, &layout, &Effect::lit(Robots::lamp()));
    let size = square_root(robots.tick * 400) + 40;
    let command = Primitives::SPRITES | Primitives::SPRITE_PER_COMMAND | Primitives::BLEND_ADD;
    let place = [30, 30, -60];
    let parameters = [size, size, robots.tick * 64, 0, 0, 120, 90, 0];
    let sprite = Primitives::new(command, &place).texture(&robots.paint, &parameters);
    graphics.render_primitives(&sprite, 0, 0, &layout, &effect);
    graphics.flush(picture);
});

program!(Shelf(robots, graphics, picture) {
    let shelves = [-40, 0, 40].map(|x| AffineTrans::translation(x, 0, x / 2));
    let quad = command::primitives(Primitives::QUADS | Primitives::TEXTURE_COORDINATES, 1);
    let triangle = command::primitives(Primitives::TRIANGLES | Primitives::COLOUR_PER_COMMAND, 1);
    let words = [
        &[command::VERSION, command::CENTRE, 120, 160, command::PARALLEL_SCALE, 3000, 3000][..],
        &[command::CLIP, 0, 0, 240, 130 + robots.tick, command::AFFINE_INDEX],
        &[triangle, -20, 20, 0, 20, 20, 0, 0, -30, 0, 0x80_C0FF],
        &[command::AFFINE_INDEX | 2, command::TEXTURE_INDEX | 1],
        &[quad, -25, -25, 0, 25, -25, 0, 25, 25, 0, -25, 25, 0, 0, 0, 255, 0, 255, 255, 0, 255],
        &[command::FLUSH, command::END],
    ];
    let (layout, effect) = (layout(AffineTrans::IDENTITY, 0, 0), Effect::lit(Robots::lamp()));
    let textures = [robots.paint.clone(), robots.paint.clone()];
    graphics.draw_command_list(&textures, &shelves, 0, 0, &layout, &effect, &words.concat(), picture);
});

fn equals_its_shots<G: micro3d::Program>(name: &str) {
    let phone = Settings { screen_format: Some(keitai::ScreenFormat::Rgb444), ..Settings::default() };
    let viewer = Compat { pixel_format: PixelFormat::Rgb888, ..Compat::viewer() };
    for (settings, frames) in [(Settings::default(), 50), (phone, 5), (Settings { compat: Some(viewer), ..phone }, 5)] {
        let source = Source::folder("../../assets/robots".as_ref()).unwrap();
        let mut game = micro3d::Play::<G>::open(source, &settings).unwrap();
        let mut digests = BTreeSet::new();
        for frame in 0..frames {
            game.tick(&TickInput::new([Controls::IDLE; 4]), &mut Messages::default());
            let recorded = game.shot().unwrap();
            let read_file = |name: &str| Ok(recorded.files[name].clone());
            let shot = Shot::parse(&recorded.text).unwrap_or_else(|error| panic!("{error}\n{}", recorded.text));
            let mut player = Player::new(&shot, &Settings::default(), read_file).unwrap();
            let (mut ours, mut theirs) = (player.framebuffer(), player.framebuffer());
            player.draw(0, &mut theirs).unwrap();
            game.draw(Q16::ONE, &mut ours);
            assert_eq!(ours.digest(), theirs.digest(), "{name}: frame {frame}");
            digests.insert(ours.digest());
        }
        // A phone's colours may be the same in the next frame.
        assert!(digests.len() == frames || frames == 5, "{name}: every frame differs");
        assert!(game.stage().take_warnings().is_empty(), "{name}");
    }
}

#[test]
fn every_program_draws_the_pictures_of_its_shots() {
    equals_its_shots::<Parade>("figures in one flush");
    equals_its_shots::<Windows>("four projections in four clips");
    equals_its_shots::<Mirrors>("a picture drawn by other graphics");
    equals_its_shots::<Shapes>("primitives of all kinds");
    equals_its_shots::<Shelf>("command lists with matrices");
}
