//! Games that draw call by call make the pictures of shots.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // errors fail the test

use std::path::{Path, PathBuf};

use keitai::Game as _;
use keitai::assets::Source;
use keitai::micro3d::{self, *};
use keitai::prelude::*;
use keitai::shot::{Player, Shot};

/// A shot, and what a game does for its picture besides clearing it.
struct Case {
    shot: &'static str,
    background: u32,
    perspective: bool,
    content: Content,
}

enum Content {
    /// A figure, and its patterns.
    Figure(&'static str, Option<u32>),
    /// A command list that is called at (7, 3) and draws a red square after these words.
    List(&'static [i32]),
}

impl Case {
    const fn new(shot: &'static str, content: Content) -> Self {
        Self { shot, background: 0x20_4060, perspective: false, content }
    }
}

const CASES: [Case; 10] = [
    Case::new("list_cull", Content::Figure("s_list_cull", None)),
    Case::new("list_offx", Content::Figure("s_list_offx", None)),
    Case::new("list_zero", Content::Figure("s_list_zero", None)),
    Case { perspective: true, ..Case::new("list_offx_persp", Content::Figure("s_list_offx_p", None)) },
    Case { perspective: true, ..Case::new("list_far_persp", Content::Figure("s_list_far_p", None)) },
    Case { perspective: true, ..Case::new("list_near_persp", Content::Figure("s_list_near_p", None)) },
    Case { background: 0, ..Case::new("pattern_bit0", Content::Figure("s_pat0", Some(1))) },
    Case::new("pattern_bit0_order", Content::Figure("s_twice", Some(1))),
    Case::new("cl_call_xy", Content::List(&[])),
    Case::new("cl_center", Content::List(&[command::CENTRE, 20, 24])),
];

/// Returns a command list that draws a red square after these words.
fn red_square(first: &[i32]) -> Vec<i32> {
    let quad = command::primitives(Primitives::QUADS | Primitives::COLOUR_PER_COMMAND, 1);
    let square = [quad, -8, -8, 0, 8, -8, 0, 8, 8, 0, -8, 8, 0, 0xFF_0000, command::FLUSH, command::END];
    [&[command::VERSION], first, &square].concat()
}

fn drawn(case: &Case, folder: &Path) -> u64 {
    let mut graphics = Graphics3D::new(Compat::default());
    let mut picture = Framebuffer::new(64, 64);
    graphics.bind(64, 64, None);
    picture.fill(case.background);
    let mut layout = FigureLayout::default();
    layout.set_centre(32, 32);
    match case.perspective {
        true => layout.set_perspective(10, 20000, Angle(512)),
        false => layout.set_scale(Q12::ONE, Q12::ONE),
    }
    let effect = Effect::default();
    match case.content {
        Content::Figure(name, pattern) => {
            let mut figure = Figure::read(&std::fs::read(folder.join(name).with_extension("mbac")).unwrap()).unwrap();
            pattern.iter().for_each(|mask| figure.set_pattern(*mask));
            graphics.render_figure(&figure, 0, 0, &layout, &effect);
        }
        Content::List(first) => {
            graphics.draw_command_list(&[], &[], 7, 3, &layout, &effect, &red_square(first), &mut picture);
        }
    }
    graphics.flush(&mut picture);
    picture.digest()
}

#[test]
fn games_draw_the_pictures_of_shots() {
    let Some(corpus) = std::env::var_os("KEITAI_CORPUS") else {
        println!("KEITAI_CORPUS is not set: skipped");
        return;
    };
    let folder = PathBuf::from(corpus).join("vectors/engine");
    let mut pictures = std::collections::BTreeSet::new();
    for case in &CASES {
        let text = std::fs::read_to_string(folder.join(case.shot).with_extension("ron")).unwrap();
        let read_file = |name: &str| std::fs::read(folder.join(name));
        let mut player = Player::new(&Shot::parse(&text).unwrap(), &Settings::default(), read_file).unwrap();
        let mut picture = player.framebuffer();
        player.draw(0, &mut picture).unwrap();
        assert_eq!(drawn(case, &folder), picture.digest(), "{}", case.shot);
        pictures.insert(picture.digest());
    }
    assert!(pictures.len() > 5, "the cases differ");
}

/// A game that loads again only every other time.
struct Broken {
    is_broken: bool,
}

impl micro3d::Program for Broken {
    fn new(_: &mut Files) -> keitai::Result<Self> {
        Ok(Self { is_broken: false })
    }

    fn info(&self) -> GameInfo {
        GameInfo::new("broken")
    }

    fn tick(&mut self, _: &TickInput, _: &mut Stage, _: &mut Messages) -> Option<WindowCommand> {
        None
    }

    fn draw(&mut self, _: &mut Graphics3D, _: &mut Framebuffer) {}

    fn reload(&mut self, _: &mut Files) -> keitai::Result<()> {
        self.is_broken = !self.is_broken;
        if self.is_broken { Err(keitai::Error::game("the lamp is broken")) } else { Ok(()) }
    }
}

#[test]
fn a_file_that_cannot_be_loaded_is_reported_until_it_can() {
    let source = Source::memory::<&str, &[u8]>([]);
    let mut game = micro3d::Play::<Broken>::open(source, &Settings::default()).unwrap();
    let mut messages = Messages::default();
    let mut wrong = |is_changed: bool| {
        if is_changed {
            game.stage().reload(&[]).unwrap();
        }
        game.tick(&TickInput::new([Controls::IDLE; 4]), &mut messages);
        messages.wrong().map(str::to_owned)
    };
    assert_eq!(
        [wrong(false), wrong(true), wrong(false)],
        [None, Some("the lamp is broken".into()), Some("the lamp is broken".into())]
    );
    assert_eq!(wrong(true), None);
}

#[test]
fn what_is_missing_gives_a_message_each() {
    let bytes = |name: &str| std::fs::read(format!("../../assets/robots/{name}")).unwrap();
    let bare = Figure::read(&bytes("tin.mbac")).unwrap();
    let texture = std::sync::Arc::new(TextureMap::read(&bytes("tin.bmp"), &Compat::default()).unwrap());
    let table = ActionTable::read(&bytes("tin.mtra")).unwrap();
    let textured = || {
        let mut figure = bare.clone();
        figure.set_texture(texture.clone());
        figure
    };
    let mut seventh = textured();
    seventh.select_texture(7);
    let mut posed = textured();
    posed.set_posture(&table, 99, 0);
    let mut graphics = Graphics3D::new(Compat::default());
    graphics.bind(240, 320, None);
    let (layout, effect) = (FigureLayout::default(), Effect::default());
    let mut message = |figure: &Figure| {
        graphics.render_figure(figure, 0, 0, &layout, &effect);
        graphics.render_figure(figure, 0, 0, &layout, &effect);
        graphics.take_refused().collect::<Vec<_>>()
    };
    let document = keitai_formats::mbac::read(&bytes("tin.mbac")).unwrap().document;
    let run = document.patterns[0].textures[0];
    let polygons = run.triangles + run.quads;
    assert_eq!(message(&bare), [format!("figure: slot 0 has no texture, {polygons} polygons not drawn")]);
    assert_eq!(message(&seventh), ["figure: there is no texture 7, there are 1"]);
    assert_eq!(message(&posed), [format!("figure: there is no action 99, there are {}", table.len())]);
    assert!(message(&textured()).is_empty());

    let vertices = [-50, 0, 0, 50, 0, 0, 50, 100, 0, -50, 100, 0];
    let command = Primitives::QUADS | Primitives::TEXTURE_COORDINATES;
    let quad = Primitives { texcoords: &[0; 8], ..Primitives::new(command, &vertices) };
    assert!(graphics.render_primitives(&quad, 0, 0, &layout, &effect));
    assert!(!graphics.render_primitives(&Primitives { count: 2, ..quad }, 0, 0, &layout, &effect));
    let messages: Vec<_> = graphics.take_refused().collect();
    assert_eq!(messages[0], "primitives: slot 0 has no texture, 1 polygon not drawn");
    assert!(messages[1].starts_with("primitives refused: vertices: expected 24 integers"), "{messages:?}");
}
