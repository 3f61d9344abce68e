//! Changes of screens, with controls alone.

use keitai::controls::{Button, Controls, Input, Layout, WindowCommand};
use keitai::world::Text;
use keitai::{Framebuffer, Game as _, Messages, Q16, Screens, TickInput};
use tin_sumo::robots::Robot;
use tin_sumo::saved::{Saved, Season};
use tin_sumo::{Sumo, bout};

use crate::game_with;
use crate::tour::button;

pub(crate) fn name(game: &Screens<Sumo>) -> String {
    game.trace().split(' ').next().unwrap_or_default().to_owned()
}

fn game() -> Screens<Sumo> {
    game_with(Saved::default())
}

/// Presses a button of the first player for a tick, and advances a few more ticks.
fn press(game: &mut Screens<Sumo>, button: Button) -> Option<WindowCommand> {
    let idle = Controls::IDLE;
    let input = TickInput::new([Controls::press(button), idle, idle, idle]);
    let command = game.tick(&input, &mut Messages::default());
    (0..10).for_each(|_| _ = game.tick(&TickInput::default(), &mut Messages::default()));
    assert_eq!(game.stage().take_warnings().into_iter().next(), None);
    command
}

/// Presses the buttons of some letters.
pub(crate) fn presses(game: &mut Screens<Sumo>, letters: &str) -> Option<WindowCommand> {
    letters.chars().fold(None, |_, letter| press(game, button(letter).unwrap()))
}

/// Presses that lead from the title to a match against an easy computer player.
const FIGHT: &str = "SvAAA";

fn fight() -> Screens<Sumo> {
    let mut game = game();
    presses(&mut game, FIGHT);
    assert_eq!(name(&game), "fight");
    game
}

fn wait(game: &mut Screens<Sumo>, seconds: u32) {
    (0..30 * seconds).for_each(|_| _ = game.tick(&TickInput::default(), &mut Messages::default()));
}

fn picture(game: &mut Screens<Sumo>) -> u64 {
    let mut picture = Framebuffer::new(240, 320);
    game.draw(Q16::ONE, &mut picture);
    picture.digest()
}

fn has_text(game: &mut Screens<Sumo>, text: &str) -> bool {
    game.stage().world.query::<&Text>().iter().any(|own| own.text.contains(text))
}

#[test]
fn every_screen_is_reached_and_left_with_a_pad() {
    let season = Saved { season: Some(Season { robot: Robot::Sprout, beaten: 2 }), ..Saved::default() };
    for (saved, path, screen) in [
        (Saved::default(), "S", "menu"),
        (Saved::default(), "SA", "choice"),
        (Saved::default(), "SAA", "ladder"),
        (season.clone(), "SA", "ladder"),
        (season.clone(), "SAvA", "question"),
        (season.clone(), "SAvAA", "ladder"),
        (season.clone(), "SAvAvA", "choice"),
        (Saved::default(), "SvA", "choice"),
        (Saved::default(), "SvAA", "choice"),
        (Saved::default(), FIGHT, "fight"),
        (Saved::default(), "SvvvAA", "fight"),
        (season, "SAA", "fight"),
        (Saved::default(), "SvAAAS", "pause"),
        (Saved::default(), "SvAAASvvA", "how-to-play"),
        (Saved::default(), "SvAAAH", "how-to-play"),
        (Saved::default(), "SvvvvA", "how-to-play"),
        (Saved::default(), "SvvAA", "choice"),
        (Saved::default(), "SvvAAA", "fight"),
        (Saved::default(), "H", "how-to-play"),
        (Saved::default(), "S^^^A", "records"),
        (Saved::default(), "S^^A", "options"),
    ] {
        let mut game = game_with(saved);
        presses(&mut game, path);
        assert_eq!(name(&game), screen, "after {path}");
        // B leads out of every page; a fight is left through its pause.
        for _ in 0..6 {
            match name(&game).as_str() {
                "title" => break,
                "fight" => presses(&mut game, "S^AvA"),
                _ => presses(&mut game, "B"),
            };
        }
        assert_eq!(name(&game), "title", "after {path}");
    }
}

#[test]
fn the_controls_screen_is_left_with_a_pad() {
    let mut game = game();
    assert_eq!(presses(&mut game, "S^^A^^A"), Some(WindowCommand::Controls));
    let info = game.info();
    let screen = || info.controls_screen(info.defaults.clone(), Layout::default());
    assert!(screen().press(Input::Pad(0, Button::B)));
    // The last line closes the screen, too.
    let mut other = screen();
    assert!(!other.press(Input::Pad(0, Button::Up)));
    assert!(other.press(Input::Pad(0, Button::A)));
    assert_eq!(name(&game), "options");
}

#[test]
fn a_lost_fight_has_a_result_which_returns_to_the_title() {
    let mut game = fight();
    // Nobody plays, so the computer wins; its replay has no button either.
    for _ in 0..180 {
        wait(&mut game, 1);
        if name(&game) == "result" {
            break;
        }
        // Somebody is there, though.
        press(&mut game, Button::L2);
    }
    assert_eq!(name(&game), "result");
    assert_eq!(game.game().store.value.statistics.bouts, 1);
    wait(&mut game, 181);
    assert_eq!(name(&game), "title");
}

#[test]
fn the_menu_and_start_with_select_end_the_program_and_escape_asks() {
    assert_eq!(presses(&mut game(), "S^A"), Some(WindowCommand::Quit));
    let both = [Button::Start, Button::Select].into_iter().collect();
    let held = Controls { held: both, pressed: both, ..Controls::IDLE };
    let input = TickInput::new([Controls::IDLE, held, Controls::IDLE, Controls::IDLE]);
    let mut game = game();
    wait(&mut game, 1);
    assert_eq!(game.tick(&input, &mut Messages::default()), Some(WindowCommand::Quit));
    assert_eq!(name(&game), "menu", "the window may stay open");
    for screen in ["title", "question", "title", "question"] {
        assert!(!game.quit(&mut Messages::default()));
        wait(&mut game, 1);
        assert_eq!(name(&game), screen);
    }
    assert_eq!(presses(&mut game, "vA"), Some(WindowCommand::Quit));
}

#[test]
fn a_fight_without_its_pad_or_keyboard_pauses_with_a_reason_and_resumes() {
    let mut game = fight();
    let (ticks, running) = (game.stage().ticks(), picture(&mut game));
    let pause = |game: &mut Screens<Sumo>, input: TickInput| {
        game.tick(&input, &mut Messages::default());
        wait(game, 3);
        assert_eq!((name(game).as_str(), game.stage().ticks()), ("pause", ticks));
        let paused = picture(game);
        presses(game, "A");
        assert_eq!((name(game).as_str(), game.stage().ticks()), ("fight", ticks), "a second to get ready");
        paused
    };
    let unplugged = pause(&mut game, TickInput { lost_pad: Some(0), ..TickInput::default() });
    let away = pause(&mut game, TickInput { focus_lost: true, ..TickInput::default() });
    let idle = Controls::IDLE;
    let asked = pause(&mut game, TickInput::new([Controls::press(Button::Start), idle, idle, idle]));
    assert!(unplugged != away && away != asked && asked != running);
    wait(&mut game, 1);
    assert!(game.stage().ticks() > ticks);
    let mut game = self::game();
    game.tick(&TickInput { focus_lost: true, ..TickInput::default() }, &mut Messages::default());
    assert_eq!(name(&game), "title");
}

#[test]
fn the_pause_does_what_is_selected_and_leaving_asks() {
    let mut game = fight();
    // Start on the first line resumes, like A and B.
    for resume in ["SS", "SA", "SB"] {
        presses(&mut game, resume);
        assert_eq!(name(&game), "fight", "{resume}");
    }
    // The second line is the volume, between silence and the greatest.
    assert_eq!(presses(&mut game, "Sv<"), Some(WindowCommand::Volume(90)));
    presses(&mut game, "B");
    // The answer is no at first.
    for (keys, screen) in [("S^S", "question"), ("A", "pause"), ("B", "fight"), ("S^AvA", "menu")] {
        presses(&mut game, keys);
        assert_eq!(name(&game), screen, "{keys}");
    }
    let mut game = fight();
    for screen in ["pause", "fight", "pause", "fight"] {
        assert!(!game.quit(&mut Messages::default()));
        assert_eq!(name(&game), screen, "Escape");
    }
}

#[test]
fn pages_that_nobody_uses_return_to_the_title_and_the_demo() {
    for path in ["S", "SA", "SAA", "SvAA", "S^^A", "S^^^A", "H", "SvAAAS"] {
        let mut game = game();
        presses(&mut game, path);
        wait(&mut game, 181);
        assert!(["title", "demo"].contains(&name(&game).as_str()), "after {path}: {}", name(&game));
        wait(&mut game, 11);
        assert_eq!(name(&game), "demo", "after {path}");
        presses(&mut game, "A");
        assert_eq!(name(&game), "menu");
    }
}

#[test]
fn how_to_play_returns_to_the_screen_before_it() {
    let mut game = fight();
    presses(&mut game, "H");
    let scenes: Vec<_> = game.stages().into_iter().map(|stage| stage.scene().path.to_string()).collect();
    assert_eq!(scenes, ["scenes/sumo/lessons.ron", "scenes/sumo/fight.ron"], "both are loaded again when they change");
    presses(&mut game, ">>H");
    assert_eq!(name(&game), "fight");
}

#[test]
fn options_are_kept() {
    let mut game = game();
    assert_eq!(presses(&mut game, "S^^Av>"), Some(WindowCommand::Scale(1)));
    assert_eq!(presses(&mut game, "v<"), Some(WindowCommand::Between(false)));
    let options = game.game().store.value.options;
    assert_eq!((options.scale, options.at_ticks), (1, true));
}

#[test]
fn two_players_choose_both_robots_the_tray_and_the_rounds() {
    let mut game = game();
    // Robots of the same kind, the third tray, best of five.
    presses(&mut game, "SvvA>Avv<v>>v>vA");
    let now = bout::moment(&mut game.stage().world).unwrap();
    assert_eq!(now.fighters.each_ref().map(|fighter| fighter.robot), [Robot::Boiler, Robot::Sprout]);
    assert_eq!((now.ring.tray.look().title, now.referee.needed), ("DRUM", 3));
}

#[test]
fn a_season_with_wins_is_given_up_only_after_a_question() {
    let season = Season { robot: Robot::Sprout, beaten: 6 };
    let mut game = game_with(Saved { season: Some(season), ..Saved::default() });
    presses(&mut game, "SA");
    // No is selected first.
    for no in ["vAA", "AB", "AvvA"] {
        presses(&mut game, no);
        assert_eq!((name(&game).as_str(), game.game().store.value.season), ("ladder", Some(season)), "{no}");
    }
    presses(&mut game, "AvAA");
    assert_eq!(game.game().store.value.season.map(|season| season.beaten), Some(0));
    // A season without wins is given up without a question.
    presses(&mut game, "vA");
    assert_eq!(name(&game), "choice");
}

#[test]
fn the_menu_opens_again_at_its_last_line() {
    for (line, page) in [("v", "choice"), ("^^^", "records"), ("^^", "options")] {
        let mut game = game();
        presses(&mut game, &format!("S{line}ABA"));
        assert_eq!(name(&game), page);
    }
}

#[test]
fn survival_shows_its_streak_which_ends_when_a_bout_is_left() {
    let mut saved = Saved::default();
    (saved.streak.now, saved.streak.best) = (7, 9);
    let mut game = game_with(saved);
    // A single match first, which has nothing to do with the streak.
    for (fight, now) in [(FIGHT, 7), ("vvAA", 0)] {
        presses(&mut game, fight);
        assert_eq!((name(&game).as_str(), has_text(&mut game, "BOUT 8\nBEST 9")), ("fight", now == 0));
        presses(&mut game, "S^AvA");
        let streak = game.game().store.value.streak;
        assert_eq!((name(&game).as_str(), streak.now, streak.best), ("menu", now, 9));
    }
}

#[test]
fn a_first_bout_teaches_and_a_slack_spring_is_told() {
    let mut game = fight();
    let told = |game: &mut Screens<Sumo>, text: &str| {
        (0..30 * 60).any(|tick| {
            let slack = bout::moment(&mut game.stage().world).is_some_and(|now| now.fighters[0].is_slack());
            let own = if tick % 6 == 0 && !slack { Controls::press(Button::A) } else { Controls::IDLE };
            game.tick(&TickInput::new([own; 4]), &mut Messages::default());
            has_text(game, text)
        })
    };
    assert!(told(&mut game, "WALK WITH"));
    let mut saved = Saved::default();
    saved.statistics.bouts = 1;
    let mut game = game_with(saved);
    presses(&mut game, FIGHT);
    assert!(told(&mut game, "TO WIND!"));
    assert!(bout::moment(&mut game.stage().world).unwrap().fighters[0].is_slack());
}
