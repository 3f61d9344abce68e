//! How to play: pages on which two robots show a move again and again, by the rules of a real bout.

use keitai::controls::{Button, Buttons, Controls, Stick};
use keitai::hud::Hud;
use keitai::menu::Menu;
use keitai::{Result, Stage};

use super::stepped;
use crate::bout::{Bout, Terms};
use crate::content::Content;
use crate::labels::{Device, Labels};
use crate::referee::Phase;
use crate::robots::{Robot, Wrestler};
use crate::rules::{SECOND, UNIT, time};
use crate::spring::Springs;
use crate::staging::Staging;

const SCENE: &str = "scenes/sumo/lessons.ron";

struct Page {
    title: &'static str,
    /// The text, of at most four lines of 23 letters.
    text: fn(&Device) -> String,
    /// The robots and the time when the page begins.
    start: Start,
    /// Moves: player, first tick, ticks, and button or stick.
    moves: &'static [(usize, u32, u32, Move)],
    /// Ticks after which the page begins again.
    length: u32,
}

struct Start {
    /// Positions on the x axis, model units.
    at: [i32; 2],
    /// Springs, per cent.
    springs: [i32; 2],
    /// Ticks of the round that have passed.
    since: u32,
}

#[derive(Debug, Clone, Copy)]
enum Move {
    Press(Button),
    Walk(i8, i8),
}

use Move::{Press, Walk};

const LATE: u32 = 16 * SECOND;

const PAGES: [Page; 7] = [
    Page {
        title: "WALK",
        text: |device| format!("USE {}.\nWALK UP TO THE OTHER,\nOR ROUND IT TO PUSH\nFROM BEHIND.", device.walk),
        start: Start { at: [-150, 60], springs: [100, 100], since: 0 },
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
        text: |_| "WHOEVER FALLS OFF\nTHE TRAY LOSES\nTHE ROUND.".to_owned(),
        start: Start { at: [120, 236], springs: [80, 80], since: LATE },
        moves: &[(0, 24, 2, Press(Button::A)), (0, 46, 26, Walk(127, 0)), (0, 60, 2, Press(Button::A))],
        length: 150,
    },
    Page {
        title: "SHOVE",
        text: |device| {
            format!("PRESS {}.\nA PUSH FROM THE SIDE\nOR FROM BEHIND THROWS\nTHE OTHER FARTHER.", device.shove)
        },
        start: Start { at: [-40, 100], springs: [100, 100], since: 0 },
        moves: &[(0, 30, 2, Press(Button::A)), (0, 66, 20, Walk(127, 0)), (0, 84, 2, Press(Button::A))],
        length: 140,
    },
    Page {
        title: "BRACE",
        text: |device| format!("HOLD {}.\nA BRACED ROBOT HARDLY\nMOVES, AND A DASH\nBOUNCES OFF.", device.brace),
        start: Start { at: [-40, 130], springs: [100, 100], since: 0 },
        moves: &[(0, 20, 80, Press(Button::B)), (1, 30, 2, Press(Button::X)), (1, 32, 40, Walk(-127, 0))],
        length: 150,
    },
    Page {
        title: "DASH",
        text: |device| format!("PRESS {}.\nA RUN AND A HARD PUSH.\nIF YOU MISS,\nMIND THE EDGE.", device.dash),
        start: Start { at: [-160, 80], springs: [100, 100], since: 0 },
        moves: &[(0, 24, 2, Press(Button::X)), (0, 26, 40, Walk(127, 0))],
        length: 130,
    },
    Page {
        title: "WIND",
        text: |device| format!("HOLD {}.\nALL MOVES UNWIND\nTHE SPRING. A SLACK\nSHOVE IS WEAK.", device.wind),
        start: Start { at: [-110, 120], springs: [6, 90], since: 0 },
        moves: &[(0, 40, 90, Press(Button::Y))],
        length: 150,
    },
    Page {
        title: "TIME",
        text: |_| "FRESH STRAW HOLDS YOU.\nIT GIVES WAY WITH TIME.\nTHEN THE TRAY SHAKES:\nBRACE!".to_owned(),
        start: Start { at: [-150, 110], springs: [90, 90], since: time::DRUMS - 60 },
        moves: &[(1, 30, 70, Press(Button::B))],
        length: 150,
    },
];

/// The pages about how to play.
pub(crate) struct Lessons {
    pub(crate) stage: Stage,
    hud: Hud,
    staging: Staging,
    springs: Springs,
    bout: Bout,
    page: usize,
    tick: u32,
}

impl Lessons {
    /// Opens the scene at the first page.
    pub(crate) fn open(content: &Content, labels: &Labels) -> Result<Self> {
        let mut stage = content.stage(SCENE)?;
        let bout = set(&PAGES[0]);
        let staging = Staging::new(&mut stage, &bout, [Wrestler::Tin, Wrestler::Kabuto])?;
        let hud = Hud::new(&stage);
        let mut lessons = Self { stage, hud, staging, springs: Springs::default(), bout, page: 0, tick: 0 };
        lessons.write(labels);
        Ok(lessons)
    }

    /// Advances the screen by a tick. Returns `true` when the reader leaves.
    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels) -> bool {
        if menu.cancels() {
            return true;
        }
        let by = if menu.confirms() { 1 } else { menu.horizontal() };
        if menu.confirms() && self.page + 1 == PAGES.len() {
            return true;
        }
        self.page = stepped(self.page, by, PAGES.len());
        let page = &PAGES[self.page];
        if by != 0 || self.tick >= page.length {
            (self.bout, self.tick) = (set(page), 0);
        }
        self.tick += 1;
        let controls = [0, 1].map(|player| self.controls(player));
        self.bout.step(&controls);
        self.springs.tick(&mut self.stage, &self.hud, &self.bout);
        self.staging.tick(&mut self.stage, &self.bout);
        self.write(labels);
        false
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

    fn write(&mut self, labels: &Labels) {
        let Self { stage, hud, .. } = self;
        let page = &PAGES[self.page];
        hud.set_text(stage, "heading", "HOW TO PLAY");
        hud.set_text(stage, "title", page.title);
        hud.set_text(stage, "text", &(page.text)(labels.device()).to_uppercase());
        hud.set_text(stage, "page", &format!("< {} / {} >", self.page + 1, PAGES.len()));
        let Device { shove, brace, .. } = labels.device();
        let next = if self.page + 1 < PAGES.len() { "NEXT" } else { "DONE" };
        hud.set_text(stage, "foot", &format!("{shove} {next}   {brace} BACK").to_uppercase());
    }
}

fn set(page: &Page) -> Bout {
    let mut bout = Bout::new(Terms::usual([Robot::Tin, Robot::Kabuto]), 1);
    (bout.referee.phase, bout.referee.since) = (Phase::Fight, page.start.since);
    for ((fighter, at), spring) in bout.fighters.iter_mut().zip(page.start.at).zip(page.start.springs) {
        fighter.at = [at * UNIT, 0];
        fighter.spring = fighter.robot.full_spring() * spring / 100;
    }
    bout
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::Answer;
    use crate::events::BoutEvent;
    use crate::fighter::FighterEvent;

    /// Events of a page, played once.
    fn events(index: usize) -> Vec<BoutEvent> {
        let mut lessons = Lessons::open(&crate::embedded::source().into(), &Labels::default()).unwrap();
        (lessons.page, lessons.bout) = (index, set(&PAGES[index]));
        let mut events = Vec::new();
        for _ in 0..PAGES[index].length {
            lessons.tick += 1;
            let controls = [0, 1].map(|player| lessons.controls(player));
            lessons.bout.step(&controls);
            events.extend(lessons.bout.events.iter().copied());
        }
        events
    }

    #[test]
    fn each_page_shows_what_it_says() {
        let fell = |events: &[BoutEvent]| events.contains(&BoutEvent::Fighter(1, FighterEvent::Fell));
        let hits = |events: &[BoutEvent]| -> Vec<_> {
            events.iter().filter_map(|event| if let BoutEvent::Hit(hit) = event { Some(*hit) } else { None }).collect()
        };
        assert!(fell(&events(1)), "nobody falls: {:?}", events(1));
        assert!(hits(&events(2)).iter().filter(|hit| hit.by == 0 && !hit.dash).count() >= 2, "{:?}", events(2));
        assert!(hits(&events(3)).iter().any(|hit| hit.dash && hit.answer == Answer::Braced), "{:?}", events(3));
        assert!(hits(&events(4)).iter().any(|hit| hit.dash && hit.by == 0 && hit.answer == Answer::Open));
        assert!(events(5).iter().filter(|event| **event == BoutEvent::Fighter(0, FighterEvent::Wound)).count() > 50);
        assert!(events(6).contains(&BoutEvent::Stroke(0)), "{:?}", events(6));
        assert!(![0, 2, 3, 4, 5, 6].into_iter().any(|page| fell(&events(page))));
    }

    #[test]
    fn texts_fit_on_the_panel() {
        let long = || "Triangle".to_owned();
        let walk = "Direction keys".to_owned();
        let device = Device { walk, shove: long(), brace: long(), dash: long(), wind: long(), start: long() };
        for page in &PAGES {
            let text = (page.text)(&device);
            assert!(text.lines().count() <= 4 && text.lines().all(|line| line.chars().count() <= 23), "{text}");
        }
    }
}
