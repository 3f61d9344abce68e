//! How to play: pages on which two robots show a move again and again, by the rules of a real bout.

use keitai::controls::{Button, ButtonNames, Buttons, Controls, Stick};
use keitai::hud::Hud;
use keitai::menu::MenuReader;
use keitai::{Messages, Next, Q12, Screen, Stage, TickInput};
use serde::Deserialize;

use crate::bout::{Bout, Moment, Terms};
use crate::hud::Springs;
use crate::referee::Phase;
use crate::robots::{Robot, Wrestler};
use crate::rules::UNIT;
use crate::staging::Staging;
use crate::sumo::{Sumo, Tick};

const SCENE: &str = "scenes/sumo/lessons.ron";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    title: String,
    /// The text, of at most four lines of 23 letters.
    text: String,
    /// Positions of the robots on the x axis, model units.
    places: [i32; 2],
    /// Per cent of full springs.
    springs: [i32; 2],
    /// Ticks of the round that have passed.
    #[serde(default)]
    since: u32,
    /// Moves: player, first tick, ticks, and button or stick.
    moves: Vec<(usize, u32, u32, Move)>,
    /// Ticks after which the page begins again.
    length: u32,
}

#[derive(Debug, Clone, Copy, Deserialize)]
enum Move {
    Press(Button),
    Walk(i8, i8),
}

pub(crate) struct Lessons {
    stage: Stage,
    hud: Hud,
    staging: Staging,
    springs: Springs,
    bout: Bout,
    pages: Vec<Page>,
    /// The state before the first round, from which each page begins.
    first: Moment,
    reader: MenuReader,
    page: usize,
    tick: u32,
}

impl Lessons {
    pub(crate) fn open(sumo: &Sumo) -> keitai::Result<Self> {
        let mut stage = sumo.stage(SCENE)?;
        let terms = Terms::usual([Robot::Tin, Robot::Kabuto]);
        let (staging, bout) = Staging::new(&mut stage, [Wrestler::Tin, Wrestler::Kabuto], terms, 1)?;
        let (hud, first) = (Hud::new(&stage), bout.now.clone());
        let pages = ron::from_str(include_str!("lessons.ron")).map_err(keitai::Error::game)?;
        let (springs, reader) = (Springs::default(), MenuReader::default());
        let mut lessons = Self { stage, hud, staging, springs, bout, pages, first, reader, page: 0, tick: 0 };
        lessons.turn(0);
        lessons.write(&sumo.names);
        Ok(lessons)
    }

    fn turn(&mut self, page: usize) {
        (self.page, self.tick) = (page, 0);
        let Page { places, springs, since, .. } = self.pages[page];
        let mut now = self.first.clone();
        (now.referee.phase, now.referee.since) = (Phase::Fight, since);
        for ((fighter, place), spring) in now.fighters.iter_mut().zip(places).zip(springs) {
            fighter.at = [place * UNIT, 0];
            fighter.spring = fighter.robot.full_spring() * spring / 100;
        }
        self.bout.set(&mut self.stage.world, now);
    }

    fn play(&mut self) {
        self.tick += 1;
        let controls = [0, 1].map(|player| self.controls(player));
        self.bout.tick(&mut self.stage.world, &controls);
    }

    fn controls(&self, player: usize) -> Controls {
        let mut controls = Controls::IDLE;
        for (who, from, ticks, what) in &self.pages[self.page].moves {
            if *who != player || !(*from..from + ticks).contains(&self.tick) {
                continue;
            }
            match what {
                Move::Press(button) => {
                    controls.held.insert(*button);
                    if self.tick == *from {
                        controls.pressed = Buttons::from(*button);
                    }
                }
                Move::Walk(x, y) => controls.left = Stick { x: *x, y: *y },
            }
        }
        controls
    }

    fn write(&mut self, names: &ButtonNames) {
        let Self { stage, hud, pages, .. } = self;
        let page = &pages[self.page];
        hud.set_text(stage, "heading", "HOW TO PLAY");
        hud.set_text(stage, "title", &page.title);
        hud.set_text(stage, "text", &names.fill(&page.text));
        hud.set_text(stage, "page", &format!("< {} / {} >", self.page + 1, pages.len()));
        let foot = if self.page + 1 < pages.len() { "{A} NEXT   {B} BACK" } else { "{A} DONE   {B} BACK" };
        hud.set_text(stage, "foot", &names.fill(foot));
    }
}

impl Screen<Sumo> for Lessons {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, sumo: &mut Sumo, input: &TickInput, _: &mut Messages) -> Tick {
        let menu = self.reader.read(&input.controls);
        let by = if menu.confirms() { 1 } else { menu.horizontal() };
        if menu.cancels() || asks(input) || (menu.confirms() && self.page + 1 == self.pages.len()) {
            return Ok(Next::Pop);
        }
        if by != 0 || self.tick >= self.pages[self.page].length {
            self.turn((self.page as i32 + by).rem_euclid(self.pages.len() as i32) as usize);
        }
        if by != 0 {
            self.stage.play_sound("menu-move", Q12::ONE, None);
        }
        self.play();
        self.springs.tick(&mut self.stage, &self.hud, &self.bout.now);
        self.staging.tick(&mut self.stage, &self.bout.now);
        self.write(&sumo.names);
        Ok(Next::Stay)
    }

    fn trace(&self, _: &Sumo) -> String {
        "how-to-play".to_owned()
    }
}

/// Returns whether a player asks how to play.
pub(super) fn asks(input: &TickInput) -> bool {
    input.controls.iter().any(|player| player.pressed(Button::Select) && !player.quits())
}

/// Returns the screen after a tick of a page: these pages when somebody asks for them.
pub(super) fn page(sumo: &Sumo, input: &TickInput, next: Next<Sumo>) -> Tick {
    Ok(match next {
        Next::Stay if asks(input) => Next::Push(Box::new(Lessons::open(sumo)?)),
        next => next,
    })
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
        for _ in 0..lessons.pages[index].length {
            lessons.play();
            events.extend(lessons.bout.now.ring.events.iter().copied());
        }
        events
    }

    #[test]
    fn each_page_shows_what_it_says() {
        let events: Vec<_> = (0..7).map(events).collect();
        let fell = |page: usize| events[page].contains(&BoutEvent::Fighter(1, FighterEvent::Fell));
        let hits = |page: usize, holds: fn(&Hit) -> bool| {
            events[page].iter().filter(|event| matches!(event, BoutEvent::Hit(hit) if holds(hit))).count()
        };
        assert_eq!((0..7).filter(|page| fell(*page)).collect::<Vec<_>>(), [1]);
        assert!(hits(2, |hit| hit.by == 0 && !hit.dash) >= 2, "{:?}", events[2]);
        assert!(hits(3, |hit| hit.dash && hit.answer == Answer::Braced) > 0, "{:?}", events[3]);
        assert!(hits(4, |hit| hit.dash && hit.by == 0 && hit.answer == Answer::Open) > 0, "{:?}", events[4]);
        let wound = events[5].iter().filter(|event| **event == BoutEvent::Fighter(0, FighterEvent::Wound));
        assert!(wound.count() > 50, "{:?}", events[5]);
        assert!(events[6].contains(&BoutEvent::Call(Call::Stroke(0))), "{:?}", events[6]);
    }
}
