//! Sessions from the title to the result, a record, and the pictures of two players.

use keitai::Options;
use keitai::prelude::*;
use keitai::world::Text;
use pocket_rally::saved::{Best, Career, Sample};
use pocket_rally::{FILES, Rally};

use crate::follow::follow;

/// A game in which the players follow the computer's advice.
struct Session {
    game: Screens<Rally>,
}

impl Session {
    fn new(file: Option<std::path::PathBuf>) -> Self {
        Self { game: pocket_rally::game(FILES.embedded(), &Settings::default(), file).unwrap() }
    }

    /// Returns a session with a file of saved values, in a folder that is removed with the first value.
    fn saved() -> (tempfile::TempDir, std::path::PathBuf, Self) {
        let folder = tempfile::tempdir().unwrap();
        let file = pocket_rally::saved_in(folder.path());
        (folder, file.clone(), Self::new(Some(file)))
    }

    fn driving(ticks: u32) -> Self {
        let mut session = Self::new(None);
        session.presses("SA");
        (0..ticks).for_each(|_| session.tick(None));
        session
    }

    fn screen(&self) -> String {
        self.game.trace().split(' ').next().unwrap_or_default().to_owned()
    }

    fn tick(&mut self, button: Option<Button>) {
        let mut controls = follow(&self.game.trace());
        if let Some(button) = button {
            controls[0] = Controls::press(button);
        }
        self.game.tick(&TickInput::new(controls), &mut Messages::default());
        assert_eq!(self.game.stage().take_warnings().into_iter().next(), None);
    }

    fn give(&mut self, first: Controls, second: Controls) -> Option<WindowCommand> {
        let controls = [first, second, Controls::IDLE, Controls::IDLE];
        self.game.tick(&TickInput::new(controls), &mut Messages::default())
    }

    /// Presses the buttons of letters: `^v<>` are those of the direction pad, A and B themselves, S is Start and H Select.
    fn presses(&mut self, letters: &str) {
        use Button::{A, B, Down, Left, Right, Select, Start, Up};
        for letter in letters.chars() {
            self.tick("^v<>ABSH".find(letter).map(|index| [Up, Down, Left, Right, A, B, Start, Select][index]));
            self.tick(None);
        }
    }

    fn picture(&mut self) -> Framebuffer {
        let mut picture = Framebuffer::new(240, 320);
        self.game.draw(Q16::ONE, &mut picture);
        picture
    }

    /// Returns the notice that the first player sees.
    fn notice(&mut self) -> String {
        let stage = self.game.stage();
        let line = |name| stage.world.get::<&Text>(stage.named(name).unwrap()).unwrap().text.clone();
        format!("{}\n{}", line("0-notice"), line("0-notice-2")).trim_end().to_owned()
    }
}

#[test]
fn a_player_drives_from_the_title_to_the_result() {
    let (_folder, file, mut session) = Session::saved();
    assert_eq!(session.screen(), "title");
    session.presses("S");
    assert_eq!(session.screen(), "choice");
    session.presses("A");
    let mut seen = Vec::new();
    for _ in 0..6000 {
        if session.screen() != "drive" {
            break;
        }
        let trace = session.game.trace();
        let lap = trace.split(' ').find(|word| word.starts_with("lap=")).unwrap().to_owned();
        if seen.last() != Some(&lap) {
            seen.push(lap);
        }
        session.tick(None);
    }
    assert_eq!(seen, ["lap=-1", "lap=0", "lap=1", "lap=2", "lap=3"]);
    assert_eq!(session.screen(), "result");
    let best = session.game.game().saved.value.bests[0].clone().unwrap();
    assert!((900..1800).contains(&best.ticks), "{} ticks are no lap", best.ticks);
    assert_eq!(Session::new(Some(file)).game.game().saved.value.bests[0], Some(best), "the best lap is saved");
    // The menu opens on AGAIN.
    session.tick(None);
    session.presses("vA");
    assert_eq!(session.screen(), "choice");
    session.presses("B");
    assert_eq!(session.screen(), "title");
    session.presses("S");
    assert!(!session.game.quit(&mut Messages::default()), "Escape");
    assert_eq!(session.screen(), "title");
}

#[test]
fn players_exchange_cars_and_the_second_car_needs_a_second_player() {
    let mut session = Session::new(None);
    // From the last line around to the first one.
    session.presses("Sv>");
    let cars = |session: &Session| session.game.game().choice.cars;
    assert_eq!((session.game.game().choice.players, cars(&session)), (2, [[0, 0], [1, 0]]));
    session.presses("vv>");
    assert_eq!(cars(&session), [[0, 1], [1, 0]]);
    session.presses(">");
    assert_eq!(cars(&session), [[1, 0], [0, 1]], "the second player had that car");
    session.presses("^^<^^^");
    assert_eq!(session.game.game().choice.players, 1);
    session.presses(">");
    assert_eq!(cars(&session), [[1, 1], [0, 1]], "the line of the second car is passed over");
}

#[test]
fn a_best_lap_that_nobody_has_driven_is_forgotten_and_the_better_ones_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = pocket_rally::saved_in(folder.path());
    let possible = "(ticks:1100,car:(2,1),trail:[(0,0,0),(90,-3,12)])";
    for impossible in [possible.replace("(2,1)", "(3,0)"), possible.replace("90", "2147483647")] {
        std::fs::write(&file, format!("(bests:(Some({possible}),Some({impossible}),None))")).unwrap();
        let kept = Session::new(Some(file.clone())).game.game().saved.value.clone();
        assert_eq!(kept.bests.map(|best| best.is_some()), [true, false, false]);
    }
    let lap = |ticks| Some(Best { ticks, car: [0, 0], trail: vec![Sample(5000, 0, 0), Sample(12, 0, 0)] });
    let mut own = Career { bests: [lap(900), lap(900), None], cups: [true, false, false], ..Career::default() };
    own.merge(Career { bests: [lap(800), lap(950), lap(990)], cups: [false, true, false], ..Career::default() });
    assert_eq!((own.bests.clone(), own.cups), ([lap(800), lap(900), lap(990)], [true, true, false]));
    let ghost = own.bests[0].as_ref().unwrap();
    assert_eq!([0, 3].map(|tick| ghost.at(tick)), [Some(ghost.trail[0]); 2], "the line is between the samples");
}

#[test]
fn a_pause_stops_the_race_and_goes_on_or_gives_up() {
    let mut session = Session::driving(200);
    session.tick(Some(Button::Start));
    let ticks = session.game.stage().ticks();
    session.tick(None);
    assert_eq!(session.game.stage().ticks(), ticks);
    session.presses("A");
    assert!(session.game.stage().ticks() > ticks);
    session.presses("S^A");
    assert_eq!(session.screen(), "question");
    // No is selected first.
    session.presses("A");
    assert_eq!(session.screen(), "pause");
    session.presses("AvA");
    assert_eq!(session.screen(), "choice");
}

#[test]
fn an_accelerator_that_is_held_chooses_nothing_in_the_pause() {
    let mut session = Session::driving(200);
    let up = Controls { held: Button::Up.into(), ..Controls::IDLE };
    let mut tick = |controls| session.game.tick(&TickInput::new([controls, up, up, up]), &mut Messages::default());
    tick(up.merged(Controls::press(Button::Start)));
    for _ in 0..60 {
        assert_eq!(tick(up), None);
    }
    // The first row is still selected.
    assert_eq!(tick(up.merged(Controls::press(Button::A))), None);
    assert_eq!(session.screen(), "drive");
    let ticks = session.game.stage().ticks();
    session.tick(None);
    assert!(session.game.stage().ticks() > ticks, "the race goes on");
}

#[test]
fn the_pause_opens_the_controls_screen() {
    let mut session = Session::new(None);
    session.presses("SAS^^");
    assert_eq!(session.give(Controls::press(Button::A), Controls::IDLE), Some(WindowCommand::Controls));
}

#[test]
fn pages_about_driving_open_from_the_title_and_from_a_race_which_pauses() {
    let mut session = Session::new(None);
    session.presses("H");
    assert_eq!(session.screen(), "lessons");
    session.presses("AAA");
    assert_eq!(session.screen(), "lessons");
    session.presses("A");
    assert_eq!(session.screen(), "title", "the fourth page is the last one");
    session.presses("AA");
    (0..200).for_each(|_| session.tick(None));
    session.presses("H");
    assert_eq!(session.screen(), "lessons");
    session.presses("H");
    assert_eq!(session.screen(), "pause");
    session.presses("A");
    assert_eq!(session.screen(), "drive");
}

#[test]
fn options_are_kept_and_the_window_follows_them() {
    let (_folder, file, mut session) = Session::saved();
    session.tick(None);
    session.presses("^^A");
    assert_eq!(session.screen(), "options");
    let mut press = |button: Button| {
        session.give(Controls::press(button), Controls::IDLE).or(session.give(Controls::IDLE, Controls::IDLE))
    };
    assert_eq!(
        [Button::Left, Button::Left].map(&mut press),
        [90, 80].map(|volume| Some(WindowCommand::Volume(volume)))
    );
    assert_eq!([Button::Down, Button::Left].map(&mut press), [None, Some(WindowCommand::Between(false))]);
    assert_eq!([Button::Down, Button::Left, Button::B].map(&mut press), [None; 3]);
    assert_eq!(session.screen(), "title");
    let options = Session::new(Some(file)).game.game().saved.value.options;
    assert!(options.at_ticks && !options.shake);
}

#[test]
fn the_first_race_teaches_and_names_the_keys_of_the_half_in_use() {
    let mut session = Session::driving(0);
    let mut seen: Vec<String> = Vec::new();
    for tick in 0..420 {
        let [mut second, ..] = follow(&session.game.trace());
        if tick > 330 {
            second.held.insert(Button::X);
        }
        session.give(Controls::IDLE, second);
        let text = session.notice();
        if seen.last() != Some(&text) {
            seen.push(text);
        }
    }
    let prompts: Vec<&str> = seen.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    assert_eq!(prompts, ["GOOD!", "A/D\nTO STEER", "GOOD!", "HOLD R IN BENDS\nTO DRIFT", "GOOD!"]);
    assert!(session.game.game().saved.value.taught);
}

#[test]
fn a_cup_is_three_races_with_points_and_a_result() {
    let (_folder, file, mut session) = Session::saved();
    // The cup is after the last course; the opponents are easy.
    session.presses("S^<^^>>>^^A");
    for course in 0..3 {
        assert_eq!((session.screen(), session.game.game().cup.unwrap().course()), ("drive".to_owned(), course));
        for _ in 0..7000 {
            if session.screen() != "drive" {
                break;
            }
            session.tick(None);
        }
        assert_eq!(session.game.trace(), "result place=1", "the best driver wins against easy ones");
        session.tick(None);
        session.presses("A");
    }
    assert_eq!(session.game.trace(), "result place=1", "the standings");
    assert_eq!(session.game.game().cup.unwrap().points[0], 30);
    assert_eq!(Session::new(Some(file)).game.game().saved.value.cups, [true, false, false]);
    session.tick(None);
    session.presses("A");
    assert_eq!((session.screen(), session.game.game().cup.unwrap().points[0]), ("drive".to_owned(), 0), "again");
}

#[test]
fn a_best_lap_is_kept_although_the_race_is_given_up() {
    let (_folder, file, mut session) = Session::saved();
    session.presses("SA");
    while !session.game.trace().contains("lap=1 ") {
        session.tick(None);
    }
    session.presses("S^AvA");
    assert_eq!(session.screen(), "choice");
    assert!(Session::new(Some(file)).game.game().saved.value.bests[0].is_some(), "the lap is saved");
}

#[test]
fn a_player_who_drives_back_is_told() {
    let mut session = Session::driving(0);
    let brake = Controls { held: Button::B.into(), ..Controls::IDLE };
    let mut told = Vec::new();
    for _ in 0..260 {
        session.give(brake, Controls::IDLE);
        told.push(session.notice());
    }
    let first = told.iter().position(|text| text == "WRONG WAY!").unwrap();
    // The lamps take four seconds, and the notice comes after one.
    assert!((145..165).contains(&first), "{first}");
    assert!(told[first..].iter().any(|text| text != "WRONG WAY!"), "the notice blinks");
}

#[test]
fn both_halves_of_a_split_picture_show_their_player() {
    let mut session = Session::new(None);
    session.presses("Sv>^A");
    // One player on the first line: two players, as the first line was chosen.
    assert_eq!(session.game.trace().split('|').count(), 2);
    let halves = |picture: &Framebuffer| {
        let rows: Vec<Vec<u32>> = picture.pixels().chunks(240).map(<[u32]>::to_vec).collect();
        [rows[..158].concat(), rows[162..].concat()]
    };
    (0..160).for_each(|_| session.tick(None));
    let before = halves(&session.picture());
    for half in &before {
        let mut colours = half.clone();
        colours.sort_unstable();
        colours.dedup();
        assert!(colours.len() > 200, "{} colours are no view", colours.len());
    }
    assert_ne!(before[0][..before[1].len()], before[1]);
    (0..30).for_each(|_| session.tick(None));
    for (half, before) in halves(&session.picture()).iter().zip(&before) {
        let moved = half.iter().zip(before).filter(|(a, b)| a != b).count();
        assert!(moved > half.len() / 3, "{moved} pixels moved in a second");
    }
}

#[test]
fn the_recorded_session_is_the_same_and_has_a_ghost() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session.replay");
    let options = Options { headless: true, replay: Some(record.into()), ..Options::default() };
    pocket_rally::app().run(&options).unwrap();
}
