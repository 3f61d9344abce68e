//! How to play: pages on which two robots show a move again and again, by the rules of a real bout.

use keitai::controls::{Button, Buttons, Controls, Stick};
use keitai::hud::Hud;
use keitai::menu::MenuReader;
use keitai::{Messages, Next, Q12, Screen, Stage, TickInput};

use crate::bout::{Bout, Moment, Terms};
use crate::hud::Springs;
use crate::labels::Device;
use crate::referee::Phase;
use crate::robots::{Robot, Wrestler};
use crate::rules::{SECOND, UNIT, time};
use crate::staging::Staging;
use crate::sumo::{Sumo, Tick, asks};

const SCENE: &str = "scenes/sumo/lessons.ron";

struct Page {
    title: &'static str,
    /// The text, of at most four lines of 23 letters. `{}` stands for the name of a button.
    text: &'static str,
    button: fn(&Device) -> &str,
    /// Positions of the robots on the x axis, model units; springs, per cent; ticks of the round that have passed.
    start: ([i32; 2], [i32; 2], u32),
    /// Moves: player, first tick, ticks, and button or stick.
    moves: &'static [(usize, u32, u32, Move)],
    /// Ticks after which the page begins again.
    length: u32,
}

#[derive(Debug, Clone, Copy)]
enum Move {
    Press(Button),
    Walk(i8, i8),
}

use Move::{Press, Walk};

const PAGES: [Page; 7] = [
    Page {
        title: "WALK",
        text: "USE {}.\nWALK UP TO THE OTHER,\nOR ROUND IT TO PUSH\nFROM BEHIND.",
        button: |device| &device.walk,
        start: ([-150, 60], [100, 100], 0),
        moves: &[
            (0, 16, 24, Walk(127, 0)),
            (0, 44, 24, Walk(90, -90)),
            (0, 68, 24, Walk(127, 0)),
            (0, 92, 24, Walk(90, 90)),
        ],
        length: 150,
    },
    Page {
        title: "PUSH THE OTHER OFF",
        text: "WHOEVER FALLS OFF\nTHE TRAY LOSES\nTHE ROUND.",
        button: |_| "",
        start: ([120, 236], [80, 80], 16 * SECOND),
        moves: &[(0, 24, 2, Press(Button::A)), (0, 46, 26, Walk(127, 0)), (0, 60, 2, Press(Button::A))],
        length: 150,
    },
    Page {
        title: "SHOVE",
        text: "PRESS {}.\nA PUSH FROM THE SIDE\nOR FROM BEHIND THROWS\nTHE OTHER FARTHER.",
        button: |device| &device.shove,
        start: ([-40, 100], [100, 100], 0),
        moves: &[(0, 30, 2, Press(Button::A)), (0, 66, 20, Walk(127, 0)), (0, 84, 2, Press(Button::A))],
        length: 140,
    },
    Page {
        title: "BRACE",
        text: "HOLD {}.\nA BRACED ROBOT HARDLY\nMOVES, AND A DASH\nBOUNCES OFF.",
        button: |device| &device.brace,
        start: ([-40, 130], [100, 100], 0),
        moves: &[(0, 20, 80, Press(Button::B)), (1, 30, 2, Press(Button::X)), (1, 32, 40, Walk(-127, 0))],
        length: 150,
    },
    Page {
        title: "DASH",
        text: "PRESS {}.\nA RUN AND A HARD PUSH.\nIF YOU MISS,\nMIND THE EDGE.",
        button: |device| &device.dash,
        start: ([-160, 80], [100, 100], 0),
        moves: &[(0, 24, 2, Press(Button::X)), (0, 26, 40, Walk(127, 0))],
        length: 130,
    },
    Page {
        title: "WIND",
        text: "HOLD {}.\nALL MOVES UNWIND\nTHE SPRING. A SLACK\nSHOVE IS WEAK.",
        button: |device| &device.wind,
        start: ([-110, 120], [6, 90], 0),
        moves: &[(0, 40, 90, Press(Button::Y))],
        length: 150,
    },
    Page {
        title: "TIME",
        text: "FRESH STRAW HOLDS YOU.\nIT GIVES WAY WITH TIME.\nTHEN THE TRAY SHAKES:\nBRACE!",
        button: |_| "",
        start: ([-150, 110], [90, 90], time::DRUMS - 60),
        moves: &[(1, 30, 70, Press(Button::B))],
        length: 150,
    },
];

/// The pages about how to play.
pub(crate) struct Lessons {
    stage: Stage,
    hud: Hud,
    staging: Staging,
    springs: Springs,
    bout: Bout,
    /// The state before the first round, from which each page begins.
    first: Moment,
    reader: MenuReader,
    page: usize,
    tick: u32,
}

impl Lessons {
    /// Opens the scene at the first page.
    pub(crate) fn open(sumo: &Sumo) -> keitai::Result<Self> {
        let mut stage = sumo.stage(SCENE)?;
        let terms = Terms::usual([Robot::Tin, Robot::Kabuto]);
        let (staging, bout) = Staging::new(&mut stage, [Wrestler::Tin, Wrestler::Kabuto], terms, 1)?;
        let (hud, first) = (Hud::new(&stage), bout.now.clone());
        let (springs, reader) = (Springs::default(), MenuReader::default());
        let mut lessons = Self { stage, hud, staging, springs, bout, first, reader, page: 0, tick: 0 };
        lessons.turn(0);
        lessons.write(sumo.labels.device());
        Ok(lessons)
    }

    /// Begins a page.
    fn turn(&mut self, page: usize) {
        (self.page, self.tick) = (page, 0);
        let (places, springs, since) = PAGES[page].start;
        let mut now = self.first.clone();
        (now.referee.phase, now.referee.since) = (Phase::Fight, since);
        for ((fighter, place), spring) in now.fighters.iter_mut().zip(places).zip(springs) {
            fighter.at = [place * UNIT, 0];
            fighter.spring = fighter.robot.full_spring() * spring / 100;
        }
        self.bout.set(&mut self.stage.world, now);
    }

    /// Shows the next tick of the page.
    fn play(&mut self) {
        self.tick += 1;
        let controls = [0, 1].map(|player| self.controls(player));
        self.bout.tick(&mut self.stage.world, &controls);
    }

    fn controls(&self, player: usize) -> Controls {
        let mut controls = Controls::IDLE;
        for (who, from, ticks, what) in PAGES[self.page].moves {
            if *who != player || !(*from..from + ticks).contains(&self.tick) {
                continue;
            }
            match what {
                Press(button) => {
                    controls.held.insert(*button);
                    if self.tick == *from {
                        controls.pressed = Buttons::from(*button);
                    }
                }
                Walk(x, y) => controls.left = Stick { x: *x, y: *y },
            }
        }
        controls
    }

    fn write(&mut self, device: &Device) {
        let Self { stage, hud, .. } = self;
        let page = &PAGES[self.page];
        hud.set_text(stage, "heading", "HOW TO PLAY");
        hud.set_text(stage, "title", page.title);
        hud.set_text(stage, "text", &page.text.replace("{}", (page.button)(device)));
        hud.set_text(stage, "page", &format!("< {} / {} >", self.page + 1, PAGES.len()));
        let next = if self.page + 1 < PAGES.len() { "NEXT" } else { "DONE" };
        hud.set_text(stage, "foot", &format!("{} {next}   {} BACK", device.shove, device.brace));
    }
}

impl Screen<Sumo> for Lessons {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, sumo: &mut Sumo, input: &TickInput, _: &mut Messages) -> Tick {
        let menu = self.reader.read(&input.controls);
        let by = if menu.confirms() { 1 } else { menu.horizontal() };
        if menu.cancels() || asks(input) || (menu.confirms() && self.page + 1 == PAGES.len()) {
            return Ok(Next::Pop);
        }
        if by != 0 || self.tick >= PAGES[self.page].length {
            self.turn((self.page as i32 + by).rem_euclid(PAGES.len() as i32) as usize);
        }
        if by != 0 {
            self.stage.play_sound("menu-move", Q12::ONE, None);
        }
        self.play();
        self.springs.tick(&mut self.stage, &self.hud, &self.bout.now);
        self.staging.tick(&mut self.stage, &self.bout.now);
        self.write(sumo.labels.device());
        sumo.page(input, Next::Stay)
    }

    fn trace(&self, _: &Sumo) -> Option<String> {
        Some("how-to-play".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bout::BoutEvent;
    use crate::collision::{Answer, Hit};
    use crate::fighter::FighterEvent;
    use crate::referee::Call;
    use crate::saved::Store;

    /// Events of a page, played once.
    fn events(index: usize) -> Vec<BoutEvent> {
        let mut lessons = Lessons::open(&Sumo::new(&keitai::Settings::default(), Store::default()).unwrap()).unwrap();
        lessons.turn(index);
        let mut events = Vec::new();
        for _ in 0..PAGES[index].length {
            lessons.play();
            events.extend(lessons.bout.now.ring.events.iter().copied());
        }
        events
    }

    #[test]
    fn each_page_shows_what_it_says() {
        let events: Vec<_> = (0..PAGES.len()).map(events).collect();
        let fell = |page: usize| events[page].contains(&BoutEvent::Fighter(1, FighterEvent::Fell));
        let hits = |page: usize, holds: fn(&Hit) -> bool| {
            events[page].iter().filter(|event| matches!(event, BoutEvent::Hit(hit) if holds(hit))).count()
        };
        assert_eq!((0..PAGES.len()).filter(|page| fell(*page)).collect::<Vec<_>>(), [1]);
        assert!(hits(2, |hit| hit.by == 0 && !hit.dash) >= 2, "{:?}", events[2]);
        assert!(hits(3, |hit| hit.dash && hit.answer == Answer::Braced) > 0, "{:?}", events[3]);
        assert!(hits(4, |hit| hit.dash && hit.by == 0 && hit.answer == Answer::Open) > 0, "{:?}", events[4]);
        let wound = events[5].iter().filter(|event| **event == BoutEvent::Fighter(0, FighterEvent::Wound));
        assert!(wound.count() > 50, "{:?}", events[5]);
        assert!(events[6].contains(&BoutEvent::Call(Call::Stroke(0))), "{:?}", events[6]);
    }
}
