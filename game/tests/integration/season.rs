//! A whole season, played with a pad's controls from the title to the credits.

use keitai::controls::{Button, Buttons, Controls, PLAYERS};
use tin_sumo::ai::{Ai, Level};
use tin_sumo::saved::{Medal, Saved};

use crate::screens::game_with;

/// Plays on until the credits or the title is reached again. Returns the screens in their order.
fn play(game: &mut tin_sumo::Game) -> Vec<&'static str> {
    let mut visited = vec![game.screen()];
    let mut player = Ai::new(Level::Hard, 11);
    let mut held = Buttons::NONE;
    for tick in 0..400_000 {
        let screen = game.screen();
        if *visited.last().unwrap() != screen {
            visited.push(screen);
        }
        if screen == "credits" {
            return visited;
        }
        let mut controls = [Controls::IDLE; PLAYERS];
        controls[0] = match (screen, game.bout()) {
            ("fight", Some(bout)) => player.controls(bout, 0),
            // Every other screen goes on with A, pressed now and then. The first opponents of a season need no other.
            _ if tick % 12 == 0 => Controls::press(Button::A),
            _ => Controls::IDLE,
        };
        controls[0].pressed = Buttons(controls[0].held.0 & !held.0);
        held = controls[0].held;
        assert_eq!(game.advance(&controls).unwrap(), None);
    }
    panic!("no credits after {} screens: {:?}", visited.len(), game.saved());
}

#[test]
fn a_season_is_played_from_the_title_to_the_credits() {
    let mut game = game_with(Saved::default());
    let visited = play(&mut game);
    assert_eq!(visited[..4], ["title", "menu", "choice", "ladder"]);
    let won = game.saved().clone();
    assert_eq!((won.season, won.statistics.seasons), (None, 1));
    assert!(won.statistics.won >= 7 && won.statistics.bouts >= won.statistics.won, "{:?}", won.statistics);
    assert!(won.medals.contains(&Medal::Champion) && won.medals.contains(&Medal::FirstWin), "{:?}", won.medals);
    assert!(visited.iter().filter(|screen| **screen == "replay").count() >= 7, "{visited:?}");
    // The credits end at the title.
    for _ in 0..30 * 60 {
        game.advance(&[Controls::IDLE; PLAYERS]).unwrap();
    }
    assert!(["title", "demo"].contains(&game.screen()), "{}", game.screen());
}
