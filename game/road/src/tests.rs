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
    while play.game().pages.is_empty() && ticks < 15 * 60 * 30 {
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
    assert_eq!((road.page_name().as_str(), road.best.value, road.improved), ("result", metres, true));
    assert!(ticks / 30 >= 60 && stage >= 3, "{} s, stage {stage}", ticks / 30);
}

#[test]
fn pages_follow_each_other_as_the_buttons_say() {
    let mut play = open();
    let mut pages = |buttons: &[Button]| {
        for button in buttons {
            (0..2).for_each(|_| tick(&mut play, &[], 0));
            tick(&mut play, &[*button], 0);
        }
        play.game().page_name()
    };
    use Button::{A, B, Down, Select, Start, Up};
    for (buttons, page) in [
        (&[Select][..], "help"),
        (&[B], "title"),
        (&[Down, A], "help"),
        (&[A, Down, A], "options"),
        (&[B, Down, Down, A], "drive"),
        (&[Start], "pause"),
        (&[Select, Select], "pause"),
        (&[Up, A], "question"),
        (&[A], "pause"),
        (&[A, Down, A], "title"),
        (&[A, Select], "help"),
        (&[B, B], "drive"),
    ] {
        assert_eq!(pages(buttons), page, "{buttons:?}");
    }
    for page in ["pause", "drive", "pause"] {
        assert!(!play.quit(&mut Messages::default()));
        assert_eq!(play.game().page_name(), page, "Escape");
    }
    assert_eq!(play.stage().take_warnings().len(), 0);
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
