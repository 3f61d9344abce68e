//! Changes of screens, with controls alone.

use keitai::controls::{Button, Controls, Input, Layout, PLAYERS, WindowCommand};
use keitai::{Framebuffer, Game as _, Messages, Q16, TickInput};
use tin_sumo::robots::Robot;
use tin_sumo::saved::{Saved, Season, Store};
use tin_sumo::{Game, Labels};

use crate::content;

pub(crate) const NOTHING: [Controls; PLAYERS] = [Controls::IDLE; PLAYERS];

pub(crate) fn game_with(saved: Saved) -> Game {
    Game::open(content(), Store::unsaved(saved), Labels::default()).unwrap()
}

fn game() -> Game {
    game_with(Saved::default())
}

/// A game of a player who needs no prompts.
fn game_after_a_bout() -> Game {
    let mut saved = Saved::default();
    saved.statistics.bouts = 1;
    game_with(saved)
}

/// Presses a button of the first player's pad for a tick, and advances a few more ticks.
fn press(game: &mut Game, button: Button) -> Option<WindowCommand> {
    let pressed = game.info().defaults.players[0].pad.apply(Controls::press(button));
    let command = game.advance(&[pressed, Controls::IDLE, Controls::IDLE, Controls::IDLE]).unwrap();
    (0..10).for_each(|_| assert_eq!(game.advance(&NOTHING).unwrap(), None));
    assert_eq!(game.stage().take_warnings().into_iter().next(), None);
    command
}

/// Presses buttons: `^`, `v`, `<`, `>` of the direction pad, A, B, S for Start and H for Select.
fn presses(game: &mut Game, buttons: &str) {
    for letter in buttons.chars() {
        let button = match letter {
            '^' => Button::Up,
            'v' => Button::Down,
            '<' => Button::Left,
            '>' => Button::Right,
            'A' => Button::A,
            'B' => Button::B,
            'S' => Button::Start,
            'H' => Button::Select,
            other => unreachable!("{other}"),
        };
        press(game, button);
    }
}

/// Presses that lead from the title to a match against an easy computer player.
const FIGHT: &str = "SvAAA";

fn fight() -> Game {
    let mut game = game();
    presses(&mut game, FIGHT);
    assert_eq!(game.screen(), "fight");
    game
}

fn ticks(game: &mut Game) -> u64 {
    game.stage().ticks()
}

fn picture(game: &mut Game) -> u64 {
    let mut picture = Framebuffer::new(240, 320);
    game.draw(Q16::ONE, &mut picture);
    picture.digest()
}

fn wait(game: &mut Game, seconds: u32) {
    (0..30 * seconds).for_each(|_| assert_eq!(game.advance(&NOTHING).unwrap(), None));
}

#[test]
fn every_screen_is_reached_and_left_with_a_pad() {
    let season = Saved { season: Some(Season { robot: Robot::Sprout, beaten: 2 }), ..Saved::default() };
    for (saved, path, screen) in [
        (Saved::default(), "S", "menu"),
        (Saved::default(), "SA", "choice"),
        (Saved::default(), "SAA", "ladder"),
        (season.clone(), "SA", "ladder"),
        (season.clone(), "SAvA", "ladder"),
        (season.clone(), "SAvAA", "ladder"),
        (season.clone(), "SAvAvA", "choice"),
        (Saved::default(), "SvA", "choice"),
        (Saved::default(), "SvAA", "choice"),
        (Saved::default(), FIGHT, "fight"),
        (Saved::default(), "SvvvAA", "fight"),
        (season, "SAA", "fight"),
        (Saved::default(), "SvAAAS", "pause"),
        (Saved::default(), "SvAAASvvA", "how to play"),
        (Saved::default(), "SvvvvA", "how to play"),
        (Saved::default(), "SvvAA", "choice"),
        (Saved::default(), "SvvAAA", "fight"),
        (Saved::default(), "H", "how to play"),
        (Saved::default(), "S^^^A", "records"),
        (Saved::default(), "S^^A", "options"),
    ] {
        let mut game = game_with(saved);
        presses(&mut game, path);
        assert_eq!(game.screen(), screen, "after {path}");
        // B leads out of every page; a fight is left through its pause.
        for _ in 0..6 {
            match game.screen() {
                "title" => break,
                "fight" => presses(&mut game, "S^AvA"),
                _ => presses(&mut game, "B"),
            }
        }
        assert_eq!(game.screen(), "title", "after {path}");
    }
}

#[test]
fn the_controls_screen_is_left_with_a_pad() {
    let mut game = game();
    presses(&mut game, "S^^A^^");
    assert_eq!(press(&mut game, Button::A), Some(WindowCommand::Controls));
    let info = game.info();
    let screen = || info.controls_screen(info.defaults.clone(), Layout::default());
    assert!(screen().press(Input::Pad(0, Button::B)));
    // The last line closes the screen, too.
    let mut other = screen();
    assert!(!other.press(Input::Pad(0, Button::Up)));
    assert!(other.press(Input::Pad(0, Button::A)));
    assert_eq!(game.screen(), "options");
}

#[test]
fn a_result_that_nobody_reads_returns_to_the_title() {
    let mut game = fight();
    // Nobody plays, so the computer wins.
    for _ in 0..30 * 180 {
        if game.screen() == "result" {
            break;
        }
        game.advance(&NOTHING).unwrap();
    }
    assert_eq!(game.screen(), "result");
    presses(&mut game, "v");
    wait(&mut game, 41);
    assert_eq!(game.screen(), "title");
}

#[test]
fn each_line_of_the_menu_and_start_with_select_end_the_program() {
    let mut game = game();
    presses(&mut game, "S^");
    assert_eq!(press(&mut game, Button::A), Some(WindowCommand::Quit));
    let mut game = self::game();
    let both = [Button::Start, Button::Select].into_iter().collect();
    let held = Controls { held: both, pressed: both, ..Controls::IDLE };
    let command = game.advance(&[Controls::IDLE, held, Controls::IDLE, Controls::IDLE]).unwrap();
    assert_eq!(command, Some(WindowCommand::Quit));
}

#[test]
fn a_fight_without_its_pad_pauses_with_a_reason_and_resumes() {
    let mut game = fight();
    let running = (ticks(&mut game), picture(&mut game));
    game.pause(Some("PAD 1 WAS UNPLUGGED".to_owned()));
    wait(&mut game, 3);
    assert_eq!(ticks(&mut game), running.0);
    let said = picture(&mut game);
    assert_ne!(said, running.1);

    presses(&mut game, "A");
    assert_eq!((ticks(&mut game), game.screen()), (running.0, "fight"), "a second to get ready");
    wait(&mut game, 1);
    assert!(ticks(&mut game) > running.0);
    assert!(game.back().unwrap());
    let asked = ticks(&mut game);
    wait(&mut game, 3);
    assert_eq!(ticks(&mut game), asked);
    // A pause that a player asked for shows no reason.
    assert_ne!(picture(&mut game), said);
}

#[test]
fn the_pause_does_what_is_selected_and_leaving_asks() {
    let mut game = fight();
    // Start on the first line resumes, like A and B.
    for resume in ["SS", "SA", "SB"] {
        presses(&mut game, resume);
        assert_eq!(game.screen(), "fight", "{resume}");
    }
    // The second line is the volume, between silence and the greatest.
    presses(&mut game, "Sv");
    assert_eq!(press(&mut game, Button::Left), Some(WindowCommand::Volume(60)));
    assert_eq!(game.saved().options.volume, 6);
    presses(&mut game, "AB");
    // Start on the last line asks, and the answer is no at first.
    presses(&mut game, "S^S");
    assert_eq!(game.screen(), "pause");
    presses(&mut game, "A");
    assert_eq!(game.screen(), "pause");
    presses(&mut game, "B");
    assert_eq!(game.screen(), "fight");
    presses(&mut game, "S^AvA");
    assert_eq!(game.screen(), "menu");
}

#[test]
fn escape_twice_does_not_leave_a_fight() {
    let mut game = fight();
    for screen in ["pause", "fight", "pause", "fight"] {
        assert!(game.back().unwrap());
        assert_eq!(game.screen(), screen);
    }
    let mut game = self::game();
    presses(&mut game, "S");
    assert!(game.back().unwrap());
    assert_eq!(game.screen(), "title");
    assert!(!game.back().unwrap());
}

#[test]
fn focus_loss_pauses_a_fight_and_nothing_else() {
    let mut game = fight();
    game.tick(&TickInput { focus_lost: true, ..TickInput::default() }, &mut Messages::default());
    assert_eq!(game.screen(), "pause");
    let mut game = self::game();
    game.tick(&TickInput { focus_lost: true, ..TickInput::default() }, &mut Messages::default());
    assert_eq!(game.screen(), "title");
}

#[test]
fn pages_that_nobody_uses_return_to_the_title_and_the_demo() {
    for path in ["S", "SA", "SAA", "SvAA", "S^^A", "S^^^A", "H"] {
        let mut game = game();
        presses(&mut game, path);
        wait(&mut game, 41);
        assert_eq!(game.screen(), "title", "after {path}");
        wait(&mut game, 11);
        assert_eq!(game.screen(), "demo", "after {path}");
        presses(&mut game, "A");
        assert_eq!(game.screen(), "menu");
    }
    let mut game = fight();
    game.pause(None);
    wait(&mut game, 181);
    assert_eq!(game.screen(), "title");
}

#[test]
fn how_to_play_returns_to_the_screen_before_it() {
    let mut game = fight();
    presses(&mut game, "H");
    assert_eq!(game.screen(), "how to play");
    let scenes: Vec<_> = game.stages().into_iter().map(|stage| stage.scene().path.to_string()).collect();
    assert_eq!(scenes, ["scenes/sumo/lessons.ron", "scenes/sumo/fight.ron"], "both are loaded again when they change");
    presses(&mut game, ">>H");
    assert_eq!(game.screen(), "pause");
    presses(&mut game, "B");
    assert_eq!(game.screen(), "fight");
}

#[test]
fn a_first_bout_begins_with_prompts() {
    let mut pictures = Vec::new();
    for mut game in [game(), game_after_a_bout()] {
        presses(&mut game, FIGHT);
        wait(&mut game, 3);
        pictures.push(picture(&mut game));
    }
    assert_ne!(pictures[0], pictures[1]);
}

#[test]
fn options_change_the_picture_and_the_window_and_are_kept() {
    let mut game = game();
    presses(&mut game, "S^^A");
    let before = picture(&mut game);
    presses(&mut game, "v<");
    let low = picture(&mut game);
    assert_ne!(before, low);
    presses(&mut game, "v>vvv");
    let options = game.saved().options;
    assert!(options.enhanced);
    assert_eq!(press(&mut game, Button::A), Some(WindowCommand::Controls));
    presses(&mut game, "^");
    assert_eq!(press(&mut game, Button::Right), Some(WindowCommand::Between(false)));
    presses(&mut game, "^");
    assert_eq!(press(&mut game, Button::Right), Some(WindowCommand::Scale(1)));
    assert_eq!(game.saved().options.scale, 1);
}

#[test]
fn two_players_choose_both_robots_the_tray_and_the_rounds() {
    let mut game = game();
    // Robots of the same kind, the third tray, best of five.
    presses(&mut game, "SvvA>Av<v<v>A");
    let bout = game.bout().unwrap();
    assert_eq!(bout.fighters.each_ref().map(|fighter| fighter.robot), [Robot::Boiler, Robot::Sprout]);
    assert_eq!((bout.tray.look().title, bout.referee.needed), ("DRUM", 3));
}

#[test]
fn a_season_with_wins_is_given_up_only_after_a_question() {
    let season = Season { robot: Robot::Sprout, beaten: 6 };
    let mut game = game_with(Saved { season: Some(season), ..Saved::default() });
    // No is selected first.
    for no in ["vAA", "AB", "A>>A"] {
        presses(&mut game, if no == "vAA" { "SAvAA" } else { no });
        assert_eq!((game.screen(), game.saved().season), ("ladder", Some(season)), "{no}");
    }
    presses(&mut game, "A>AA");
    assert_eq!(game.saved().season.map(|season| season.beaten), Some(0));
    // A season without wins is given up without a question.
    presses(&mut game, "vA");
    assert_eq!(game.screen(), "choice");
}

#[test]
fn the_volume_ends_at_silence_and_at_the_greatest() {
    let mut game = game();
    presses(&mut game, "S^^A>>>>>");
    assert_eq!(game.saved().options.volume, 10);
    presses(&mut game, "<<<<<<<<<<<<");
    assert_eq!(game.saved().options.volume, 0);
}

#[test]
fn the_menu_opens_again_at_its_last_line() {
    for (line, page) in [("v", "choice"), ("^^^", "records"), ("^^", "options")] {
        let mut game = game();
        presses(&mut game, &format!("S{line}ABA"));
        assert_eq!(game.screen(), page);
    }
    // The demo comes long after, and opens the menu at its first line.
    let mut game = game();
    presses(&mut game, "S^^^B");
    wait(&mut game, 11);
    presses(&mut game, "AA");
    assert_eq!(game.screen(), "choice");
}

#[test]
fn a_fight_of_survival_shows_its_number_and_the_longest_streak() {
    let mut saved = Saved::default();
    (saved.streak.now, saved.streak.best) = (2, 5);
    let mut game = game_with(saved);
    presses(&mut game, "SvvvAA");
    let stage = game.stage();
    let texts: Vec<String> = stage.world.query::<&keitai::world::Text>().iter().map(|text| text.text.clone()).collect();
    assert!(texts.iter().any(|text| text == "BOUT 3\nBEST 5"), "{texts:?}");
}

#[test]
fn a_streak_ends_when_its_bout_is_left() {
    let mut saved = Saved::default();
    (saved.streak.now, saved.streak.best) = (7, 9);
    let mut game = game_with(saved);
    // Versus first, which has nothing to do with the streak.
    for (fight, now) in [(FIGHT, 7), ("vvAA", 0)] {
        presses(&mut game, fight);
        assert_eq!(game.screen(), "fight");
        presses(&mut game, "S^AvA");
        assert_eq!((game.screen(), game.saved().streak.now, game.saved().streak.best), ("menu", now, 9));
    }
}

#[test]
fn a_single_player_with_a_slack_spring_is_told_to_wind_it() {
    let mut game = game_after_a_bout();
    presses(&mut game, FIGHT);
    for tick in 0..30 * 60 {
        let slack = game.bout().is_some_and(|bout| bout.fighters[0].is_slack());
        let own = if tick % 6 == 0 && !slack { Controls::press(Button::A) } else { Controls::IDLE };
        game.advance(&[own, Controls::IDLE, Controls::IDLE, Controls::IDLE]).unwrap();
        let slack = game.bout().is_some_and(|bout| bout.is_fought() && bout.fighters[0].is_slack());
        let stage = game.stage();
        let told = stage.world.query::<&keitai::world::Text>().iter().any(|text| text.text.contains("TO WIND!"));
        assert!(!told || slack, "tick {tick}");
        if told {
            return;
        }
    }
    panic!("the player is not told");
}
