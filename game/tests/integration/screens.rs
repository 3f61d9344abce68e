//! Changes of screens, with controls alone.

use std::path::Path;

use keitai::Framebuffer;
use keitai::Game as _;
use keitai::assets::Source;
use keitai::controls::{Button, Controls, PLAYERS};
use tin_sumo::streak::Streak;
use tin_sumo::{Game, Labels};

const NOTHING: [Controls; PLAYERS] = [Controls::IDLE; PLAYERS];

fn game() -> Game {
    let source = Source::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
    Game::open(source.into(), Streak::open(None), Labels::default()).unwrap()
}

/// Presses a button of the first player for a tick, and advances a few more ticks. Returns whether the program goes on.
fn press(game: &mut Game, button: Button) -> bool {
    let pressed = Controls { held: button.into(), pressed: button.into(), ..Controls::IDLE };
    let goes_on = game.advance(&[pressed, Controls::IDLE, Controls::IDLE, Controls::IDLE]).unwrap();
    goes_on && (0..10).all(|_| game.advance(&NOTHING).unwrap())
}

/// Advances to a fight.
fn fight() -> Game {
    let mut game = game();
    for _ in 0..10 {
        if game.is_fight() {
            return game;
        }
        assert!(press(&mut game, Button::A));
    }
    unreachable!("ten presses lead to no fight")
}

fn ticks(game: &mut Game) -> u64 {
    game.stage().ticks()
}

fn picture(game: &mut Game) -> u64 {
    let mut picture = Framebuffer::new(240, 320);
    game.draw(&mut picture);
    picture.digest()
}

#[test]
fn a_fight_without_its_pad_pauses_with_a_reason_and_resumes() {
    let mut game = fight();
    let running = (ticks(&mut game), picture(&mut game));
    game.pause(Some("PAD 1 WAS UNPLUGGED".to_owned()));
    (0..90).for_each(|_| assert!(game.advance(&NOTHING).unwrap()));
    assert_eq!(ticks(&mut game), running.0);
    let said = picture(&mut game);
    assert_ne!(said, running.1);

    assert!(press(&mut game, Button::A));
    assert!(ticks(&mut game) > running.0);
    assert!(game.back().unwrap());
    let asked = ticks(&mut game);
    (0..90).for_each(|_| assert!(game.advance(&NOTHING).unwrap()));
    assert_eq!(ticks(&mut game), asked);
    // A pause that a player asked for shows no reason.
    assert_ne!(picture(&mut game), said);
}

#[test]
fn a_paused_fight_can_be_left_and_the_title_ends_the_game() {
    let mut game = fight();
    assert!(game.back().unwrap());
    assert!(press(&mut game, Button::Down) && press(&mut game, Button::A));
    assert!(!game.is_fight());
    assert!(!game.back().unwrap());
}
