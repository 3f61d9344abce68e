//! A tour of the screens of all sample games, each with the longest words that it can show.

use keitai::controls::{self, Button, Controls, Input, Key, Labels, Maps, PLAYERS, PadKind, Target};
use keitai::micro3d::Play;
use keitai::{Framebuffer, Game, Layout, Messages, Q16, Settings, TickInput};
use tin_sumo::saved::{Medal, Saved, Season, Statistics, Store, Streak};

pub(crate) struct ScreenPicture {
    pub(crate) name: String,
    pub(crate) picture: Framebuffer,
}

/// A visitor of a game with a pad whose buttons have long names, or with keys that have.
struct Visitor<'a> {
    game: Box<dyn Game>,
    name: &'static str,
    maps: &'a Maps,
    by_key: bool,
    shown: Vec<ScreenPicture>,
}

/// Returns maps in which the buttons that games name are keys with names of six letters.
fn long_keys() -> Maps {
    let mut maps = Maps::default();
    let buttons = [Button::A, Button::B, Button::X, Button::Y, Button::Start, Button::Select, Button::Up, Button::Down];
    let keys = [Key::LeftShift, Key::RightShift, Key::Convert, Key::KeypadEnter, Key::LeftBracket, Key::Backslash];
    for (player, map) in maps.players.iter_mut().take(2).enumerate() {
        for (index, button) in buttons.into_iter().enumerate() {
            map.keys.set(Target::Button(button), &[keys[(index + player) % keys.len()]]);
        }
    }
    maps
}

/// Returns the button of a letter: `^v<>` are those of the direction pad, A and B themselves, S is Start and H Select.
pub(crate) fn button(letter: char) -> Option<Button> {
    use Button::*;
    "^v<>ABSH".find(letter).map(|index| [Up, Down, Left, Right, A, B, Start, Select][index])
}

impl Visitor<'_> {
    fn tick(&mut self, player: Controls, focus_lost: bool) {
        let pads = [Some(PadKind::PlayStation); PLAYERS];
        let labels = Labels { pads, last: Some(0), by_key: self.by_key, ..Labels::keyboard(self.maps) };
        let idle = Controls::IDLE;
        let controls = [player, idle, idle, idle];
        let input = TickInput { labels: Some(labels), focus_lost, controls, ..TickInput::default() };
        self.game.tick(&input, &mut Messages::default());
    }

    fn draw(&mut self, page: &str) {
        let mut picture = Framebuffer::new(240, 320);
        picture.layout = Some(Layout::default());
        self.game.draw(Q16::ONE, &mut picture);
        self.keep(page, picture);
    }

    fn keep(&mut self, page: &str, picture: Framebuffer) {
        let name = format!("{} {} {page}", self.name, self.shown.len());
        self.shown.push(ScreenPicture { name, picture });
    }

    /// Follows a path: letters press their buttons, `,` waits for a third of a second and `;` for a
    /// minute in which somebody is there, `!` takes the keyboard away, and `.` looks at the screen.
    fn go(&mut self, path: &str) -> &mut Self {
        for letter in path.chars() {
            match letter {
                '.' => self.draw(path),
                ',' => (0..10).for_each(|_| self.tick(Controls::IDLE, false)),
                ';' => (0..18).for_each(|_| {
                    self.tick(Controls::press(Button::L2), false);
                    (1..100).for_each(|_| self.tick(Controls::IDLE, false));
                }),
                '!' => self.tick(Controls::IDLE, true),
                _ => {
                    self.tick(button(letter).map_or(Controls::IDLE, Controls::press), false);
                    (0..4).for_each(|_| self.tick(Controls::IDLE, false));
                }
            }
        }
        self
    }

    /// Looks at the controls screen: at each line, at one that waits for a key, and at the longest notices.
    fn look_at_controls(&mut self) -> &mut Self {
        let info = self.game.info();
        let Some(page) = info.controls_page.clone() else { return self };
        let pads = [[Some(PadKind::PlayStation), Some(PadKind::Switch), None, None], [None; PLAYERS]];
        for pads in pads {
            let mut screen = info.controls_screen(self.maps.clone(), controls::Layout::default());
            let keys =
                [Key::Right, Key::Down, Key::Enter, Key::F3, Key::Backslash, Key::Down, Key::Enter, Key::LeftShift];
            for key in keys.into_iter().chain([Key::Down; 24]) {
                screen.press(Input::Key(key));
                let mut picture = Framebuffer::new(240, 320);
                picture.layout = Some(Layout::default());
                page(&screen, &pads, &mut picture);
                self.keep("controls", picture);
            }
        }
        self
    }
}

/// Calls `visit` with a new game for each kind of device. Returns the screens that it looks at.
fn visit(name: &'static str, open: impl Fn() -> Box<dyn Game>, paths: &[&str]) -> Vec<ScreenPicture> {
    let (maps, keys) = (Maps::default(), long_keys());
    let mut shown = Vec::new();
    for (maps, by_key) in [(&maps, false), (&keys, true)] {
        let visitor = || Visitor { game: open(), name, maps, by_key, shown: Vec::new() };
        for path in paths {
            shown.append(&mut visitor().go(path).shown);
        }
        shown.append(&mut visitor().look_at_controls().shown);
    }
    shown
}

fn sumo(beaten: Option<usize>) -> Box<dyn Game> {
    let many = u32::MAX;
    let statistics = Statistics { bouts: many, won: many, rounds: many, pushes: many, braced: many, seasons: many };
    let season = beaten.map(|beaten| Season { robot: tin_sumo::robots::Robot::Boiler, beaten });
    let streak = Streak { now: many - 1, best: many };
    let saved = Saved { season, streak, statistics, medals: Medal::ALL.into_iter().collect(), ..Saved::default() };
    Box::new(keitai::Screens::new(tin_sumo::Sumo::new(&Settings::default(), Store::unsaved(saved)).unwrap()).unwrap())
}

fn new_sumo() -> Box<dyn Game> {
    Box::new(tin_sumo::open(&Settings::default(), None).unwrap())
}

pub(crate) fn tour() -> Vec<ScreenPicture> {
    let mut shown = visit(
        "sumo",
        || sumo(None),
        &[
            ",.S.v.v.v.v.v.v.v.",
            "SA.>.>.>.",
            "SvA.A.v.>.>.>.<<<<.v.>.>.>.v.>.>.v.<.>.>.",
            "SvvA.A.v.",
            "SvvvA.A,,,,,,,,,.,,,,,,,,,,.S.^A.",
            "S^^^A.>.>.>.>.>.>.>.",
            "S^^A.v.>>>.v.v.v.",
            "SvAAA,.!,.,S.v.v.v.A.",
            "SvvAAA,,,,,.;;;,,.",
            "H.>.>.>.>.>.>.",
            ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,.",
        ],
    );
    for beaten in 0..7 {
        shown.extend(visit("sumo", move || sumo(Some(beaten)), &["SA.vA."]));
    }
    shown.extend(visit("sumo", new_sumo, &["SvAAA,,,,,,,,,,.,,,,,,,,,.>.;;;.,,.", "SvvvAA;;.,,."]));
    let rally = || -> Box<dyn Game> {
        let source = pocket_rally::FILES.embedded();
        Box::new(pocket_rally::game(source, &Settings::default(), None).unwrap())
    };
    shown.extend(visit(
        "rally",
        rally,
        &[
            ",.v.v.A.v.v.v.v.",
            "vA.>.>.>.",
            "H.>.>.>.",
            "A.v.>.v.>.>.>.v.>>>.v.>>>>.v.",
            "A,^^^^>v>>>.AA",
            "AA,.,,,,,,.,,,,,,,,,,,,,.,,.S.v.v.v.v.v.A.",
            "A^^^^>.vvvvA,.,,,,,,,,,,,,,,.S.",
        ],
    ));
    let road = || -> Box<dyn Game> {
        let settings = Settings::default();
        let mut road = Play::<endless_road::Road>::open(endless_road::FILES.embedded(), &settings).unwrap();
        road.set_up("999999").unwrap();
        Box::new(road)
    };
    let paths = [",.v.v.v.", "vA.", "vvA.v.v.", "B.", "A,.,,,,S.v.v.v.v.A.", "A,H.B.", "A;.v."];
    shown.extend(visit("road", road, &paths));
    shown
}
