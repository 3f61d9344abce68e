//! Drives by rule, and the record.

use keitai::Game;
use keitai::micro3d::Play;

use super::*;
use crate::road::{PIECE, STAGE};
use crate::rules::CAR;

fn open() -> Play<Road> {
    let mut play = Play::<Road>::open(FILES.embedded(), &Settings::default()).unwrap();
    play.set_up("0").unwrap();
    play
}

fn tick(play: &mut Play<Road>, held: &[Button], wheel: i32) {
    let held = held.iter().copied().collect();
    let player = Controls { held, pressed: held, left: Stick { x: wheel as i8, y: 0 }, ..Controls::IDLE };
    play.tick(&TickInput::new([player, Controls::IDLE, Controls::IDLE, Controls::IDLE]), &mut Messages::default());
}

#[test]
fn a_drive_passes_stages_and_ends_within_fifteen_minutes() {
    let mut play = open();
    (0..30).for_each(|_| tick(&mut play, &[], 0));
    tick(&mut play, &[Button::Start], 0);
    let (mut ticks, mut crashes) = (0, 0);
    let mut picture = Framebuffer::new(240, 320);
    while play.game().part == Part::Drive && ticks < 15 * 60 * 30 {
        ticks += 1;
        let wheel = play.game().drive.advice();
        tick(&mut play, &[Button::A], wheel);
        crashes += i32::from(play.game().drive.crashed == 0);
        if ticks % 300 == 0 {
            play.draw(Q16::ONE, &mut picture);
            let colours: std::collections::BTreeSet<u32> = picture.pixels().iter().copied().collect();
            assert!(colours.len() > 60, "{} colours in tick {ticks}", colours.len());
        }
    }
    assert_eq!(play.stage().take_warnings().len(), 0);
    let road = play.game();
    let (stage, metres) = (road.drive.stage(), road.drive.metres());
    println!("{} s, stage {}, {metres} m, {crashes} crashes", ticks / 30, stage + 1);
    assert_eq!((road.part, road.best.value, road.improved), (Part::Over, metres, true));
    assert!(ticks / 30 >= 60 && stage >= 3, "{} s, stage {stage}", ticks / 30);
}

#[test]
fn f1_explains_over_the_title_and_over_a_drive_which_waits() {
    let mut play = open();
    let mut parts = |buttons: &[Button]| {
        buttons.iter().for_each(|button| {
            (0..21).for_each(|_| tick(&mut play, &[], 0));
            tick(&mut play, &[*button], 0);
        });
        (play.game().part, play.game().title)
    };
    assert_eq!(parts(&[Button::Select]), (Part::Pause, true));
    assert_eq!(parts(&[Button::B]), (Part::Title, true));
    assert_eq!(parts(&[Button::A, Button::Select]), (Part::Pause, false));
    assert_eq!(parts(&[Button::Select]), (Part::Drive, false));
}

#[test]
fn the_recorded_drive_is_the_same() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/drive.replay");
    let options = keitai::Options { headless: true, replay: Some(record.into()), ..keitai::Options::default() };
    app(FILES.embedded()).run(&options).unwrap();
}

#[test]
fn a_line_counts_when_the_car_passes_it() {
    let mut drive = Drive::new();
    drive.at = [16 * (PIECE * STAGE - CAR) - 1; 2];
    (drive.side, drive.speed) = ([0; 2], 16);
    assert_eq!((drive.tick(&Controls::IDLE), drive.stage()), (Some("lap"), 1));
}

#[test]
fn the_title_goes_on_for_days() {
    let mut drive = Drive::new();
    for _ in 0..9_000_000 {
        drive.travel();
    }
    assert!(drive.at[0] > 0 && drive.at[1] == drive.at[0] - 320, "{:?}", drive.at);
}
