//! Games that draw call by call make the pictures of shots.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // errors fail the test

use std::path::{Path, PathBuf};

use keitai::Game as _;
use keitai::assets::Source;
use keitai::micro3d::{self, *};
use keitai::prelude::*;
use keitai::shot::{Player, Shot};

/// A shot, and what its game does differently from the others.
struct Case {
    shot: &'static str,
    figure: Option<&'static str>,
    background: u32,
    perspective: bool,
    pattern: Option<u32>,
    /// Words of a command list that is called at (7, 3).
    words: &'static [i32],
}

const CASE: Case =
    Case { shot: "", figure: None, background: 0x20_4060, perspective: false, pattern: None, words: &[] };
const VERSION: i32 = -33_554_431;
const END: i32 = i32::MIN;
const FLUSH: i32 = -2_113_929_216;
const CENTRE: i32 = -2_063_597_568;
const RED_QUAD: [i32; 14] = [0x0401_0400, -8, -8, 0, 8, -8, 0, 8, 8, 0, -8, 8, 0, 0xFF_0000];
const CALL: [i32; 17] = words(&[]);
const CENTRED: [i32; 20] = words(&[CENTRE, 20, 24]);

const CASES: [Case; 10] = [
    Case { shot: "list_cull", figure: Some("s_list_cull"), ..CASE },
    Case { shot: "list_offx", figure: Some("s_list_offx"), ..CASE },
    Case { shot: "list_zero", figure: Some("s_list_zero"), ..CASE },
    Case { shot: "list_offx_persp", figure: Some("s_list_offx_p"), perspective: true, ..CASE },
    Case { shot: "list_far_persp", figure: Some("s_list_far_p"), perspective: true, ..CASE },
    Case { shot: "list_near_persp", figure: Some("s_list_near_p"), perspective: true, ..CASE },
    Case { shot: "pattern_bit0", figure: Some("s_pat0"), background: 0, pattern: Some(1), ..CASE },
    Case { shot: "pattern_bit0_order", figure: Some("s_twice"), pattern: Some(1), ..CASE },
    Case { shot: "cl_call_xy", words: &CALL, ..CASE },
    Case { shot: "cl_center", words: &CENTRED, ..CASE },
];

/// Returns a command list that draws a red square after these words.
const fn words<const N: usize>(first: &[i32]) -> [i32; N] {
    let mut words = [END; N];
    words[0] = VERSION;
    let mut at = 0;
    while at < first.len() {
        words[1 + at] = first[at];
        at += 1;
    }
    let mut corner = 0;
    while corner < RED_QUAD.len() {
        words[1 + at + corner] = RED_QUAD[corner];
        corner += 1;
    }
    words[1 + at + RED_QUAD.len()] = FLUSH;
    words
}

struct Drawn<const N: usize> {
    figure: Option<Figure>,
}

impl<const N: usize> micro3d::Game for Drawn<N> {
    fn new(files: &mut Files) -> keitai::Result<Self> {
        let figure = CASES[N].figure.map(|name| files.figure(&format!("{name}.mbac"))).transpose()?;
        Ok(Self { figure })
    }

    fn info(&self) -> GameInfo {
        GameInfo::new("drawn")
    }

    fn size() -> (u32, u32) {
        (64, 64)
    }

    fn tick(&mut self, _: &TickInput, _: &mut Stage, _: &mut Messages) -> Option<WindowCommand> {
        None
    }

    fn draw(&mut self, graphics: &mut Graphics3D, picture: &mut Framebuffer) {
        picture.fill(CASES[N].background);
        let mut layout = FigureLayout::default();
        layout.set_centre(32, 32);
        match CASES[N].perspective {
            true => layout.set_perspective(10, 20000, Angle(512)),
            false => layout.set_scale(Q12::ONE, Q12::ONE),
        }
        let effect = Effect::default();
        if let Some(figure) = &mut self.figure {
            CASES[N].pattern.iter().for_each(|mask| figure.set_pattern(*mask));
            graphics.render_figure(figure, 0, 0, &layout, &effect);
        } else {
            graphics.draw_command_list(&[], &[], 7, 3, &layout, &effect, CASES[N].words, picture);
        }
        graphics.flush(picture);
    }
}

fn drawn<const N: usize>(folder: &Path) -> u64 {
    let mut game = micro3d::Play::<Drawn<N>>::open(Source::folder(folder).unwrap(), &Settings::default()).unwrap();
    let mut picture = game.stage().framebuffer();
    game.draw(Q16::ONE, &mut picture);
    picture.digest()
}

#[test]
fn games_draw_the_pictures_of_shots() {
    let Some(corpus) = std::env::var_os("KEITAI_CORPUS") else {
        println!("KEITAI_CORPUS is not set: skipped");
        return;
    };
    let folder = PathBuf::from(corpus).join("vectors/engine");
    let games: [fn(&Path) -> u64; CASES.len()] = [
        drawn::<0>, drawn::<1>, drawn::<2>, drawn::<3>, drawn::<4>, drawn::<5>, drawn::<6>, drawn::<7>, drawn::<8>,
        drawn::<9>,
    ];
    let mut pictures = std::collections::BTreeSet::new();
    for (case, game) in CASES.iter().zip(games) {
        let text = std::fs::read_to_string(folder.join(case.shot).with_extension("ron")).unwrap();
        let read = |name: &str| std::fs::read(folder.join(name));
        let mut player = Player::new(&Shot::parse(&text).unwrap(), &Settings::default(), read).unwrap();
        let mut picture = player.framebuffer();
        player.draw(0, &mut picture).unwrap();
        assert_eq!(game(&folder), picture.digest(), "{}", case.shot);
        pictures.insert(picture.digest());
    }
    assert!(pictures.len() > 5, "the cases differ");
}

/// A game that loads again only every other time.
struct Broken {
    is_broken: bool,
}

impl micro3d::Game for Broken {
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
fn a_game_without_a_scene_is_no_shot() {
    let source = Source::memory::<&str, &[u8]>([]);
    let mut game = micro3d::Play::<Broken>::open(source, &Settings::default()).unwrap();
    let error = game.stage().shot().unwrap_err();
    assert_eq!(error.to_string(), "a game without a scene has nothing for a shot to keep");
}
