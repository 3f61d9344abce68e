//! A whole season, played with a pad's controls from the title to the credits.

use keitai::controls::{Buttons, Controls};
use keitai::{Game as _, Messages, TickInput, controls::Button};
use tin_sumo::ai::{Ai, Level};
use tin_sumo::bout;
use tin_sumo::saved::{Medal, Saved};

use crate::game_with;
use crate::screens::name;

#[test]
fn a_season_is_played_from_the_title_to_the_credits() {
    let mut game = game_with(Saved::default());
    let mut player = Ai::new(Level::Hard, 11);
    let mut held = Buttons::NONE;
    let mut visited = vec![name(&game)];
    for tick in 0..400_000 {
        if visited.last() != Some(&name(&game)) {
            visited.push(name(&game));
        }
        let mut input = TickInput::default();
        let controls = &mut input.controls[0];
        *controls = match (visited.last().unwrap().as_str(), bout::moment(&mut game.stage().world)) {
            ("credits", _) => break,
            ("fight", Some(now)) => player.controls(&now, 0),
            // Every other screen goes on with A, pressed now and then. The first opponents of a season need no other.
            _ if tick % 12 == 0 => Controls::press(Button::A),
            _ => Controls::IDLE,
        };
        controls.pressed = Buttons(controls.held.0 & !held.0);
        held = controls.held;
        game.tick(&input, &mut Messages::default());
    }
    let saved = &game.game().store.value;
    assert_eq!(visited[..4], ["title", "menu", "choice", "ladder"]);
    assert_eq!(visited.last().unwrap(), "credits", "{visited:?} {saved:?}");
    assert_eq!((saved.season, saved.statistics.seasons), (None, 1));
    assert!(saved.statistics.won >= 7 && saved.statistics.bouts >= saved.statistics.won, "{:?}", saved.statistics);
    assert!(saved.medals.contains(&Medal::Champion) && saved.medals.contains(&Medal::FirstWin), "{:?}", saved.medals);
    assert!(visited.iter().filter(|screen| *screen == "replay").count() >= 7, "{visited:?}");
    // The credits end at the title.
    (0..30 * 60).for_each(|_| _ = game.tick(&TickInput::default(), &mut Messages::default()));
    assert!(["title", "demo"].contains(&name(&game).as_str()), "{}", name(&game));
}
