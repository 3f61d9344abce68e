//! How to drive: pages over a drive of the computer.

use keitai::hud::Hud;
use keitai::prelude::*;

use crate::names::Names;
use crate::race::Race;
use crate::staging::Staging;
use crate::{Rally, Tick, asks};

/// Ticks of the drive before it is seen, so that the car is on its way.
const UNDER_WAY: u32 = 240;
/// Number of the page about the drift, and of all pages.
const DRIFT: usize = 1;
const PAGES: usize = 4;

/// The pages about driving.
pub struct Lessons {
    stage: Stage,
    hud: Hud,
    race: Race,
    staging: Staging,
    page: usize,
}

impl Lessons {
    /// Opens the screen at the first page.
    pub fn open(rally: &Rally) -> keitai::Result<Self> {
        let mut stage = rally.stage("scenes/lessons.ron")?;
        let mut race = Race::new(rally.courses[0].clone(), &[[0, 0]], None);
        (0..UNDER_WAY).for_each(|_| drive(&mut race, false));
        let staging = Staging::new(&mut stage, &race)?;
        let hud = Hud::new(&stage);
        let mut lessons = Self { stage, hud, race, staging, page: 0 };
        lessons.write(rally.names());
        Ok(lessons)
    }

    fn write(&mut self, names: &Names) {
        let Self { stage, hud, .. } = self;
        let (title, text) = page(names, self.page);
        hud.set_text(stage, "title", title);
        hud.set_text(stage, "text", &text);
        hud.set_text(stage, "page", &format!("< {} / {PAGES} >", self.page + 1));
        hud.set_text(stage, "foot", &names.next(self.page + 1 == PAGES));
    }
}

/// Returns title and text of a page, of at most five lines of 24 letters.
fn page(names: &Names, page: usize) -> (&'static str, String) {
    let Names { steer, gas, brake, drift, .. } = names;
    match page {
        0 => {
            let text = format!("{steer}: STEER\n{gas}: ACCELERATE\n{brake}: BRAKE, REVERSE");
            ("STEER AND PEDALS", text)
        }
        DRIFT => (
            "DRIFT",
            format!("HOLD {drift} IN BENDS\nTHAT ARE TOO TIGHT:\nTHE TYRES LET GO, AND\nTHE CAR TURNS FARTHER."),
        ),
        2 => (
            "THE ROAD",
            "YELLOW ARROWS BOOST YOU.\nGRASS, SAND AND SNOW\nARE SLOW. RAILS ARE\nSLOWER STILL.".to_owned(),
        ),
        _ => (
            "THE RACE",
            "THREE LAPS. THE GHOST\nDRIVES YOUR BEST LAP.\nIN THE CUP ALL COURSES\nGIVE POINTS FOR PLACES.".to_owned(),
        ),
    }
}

/// Advances the drive by a tick, in which the player follows the computer's advice.
fn drive(race: &mut Race, drifts: bool) {
    let advice = race.advice(0);
    let mut player = Controls::IDLE;
    player.left.x = advice.wheel as i8;
    let slide = drifts && advice.wheel.abs() > 60;
    for (button, held) in [(Button::A, advice.gas), (Button::B, advice.brake), (Button::X, slide)] {
        if held {
            player.held.insert(button);
        }
    }
    race.step(&[player]);
}

impl Screen<Rally> for Lessons {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, rally: &mut Rally, input: &TickInput, _: &mut Messages) -> Tick {
        let menu = rally.menu.read(&input.controls);
        if menu.cancels() || asks(input) || (menu.confirms() && self.page + 1 == PAGES) {
            return Ok(Next::Pop);
        }
        let by = if menu.confirms() { 1 } else { menu.horizontal() };
        if by != 0 {
            self.page = (self.page as i32 + by).rem_euclid(PAGES as i32) as usize;
            self.stage.play_sound("move", Q12::ONE, None);
        }
        drive(&mut self.race, self.page == DRIFT);
        self.write(rally.names());
        self.staging.show(&mut self.stage, &self.race);
        Ok(Next::Stay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai::controls::PadKind;

    #[test]
    fn texts_fit_on_the_board() {
        let maps = Maps::default();
        let pads = [Some(PadKind::PlayStation); PLAYERS];
        let pad = Names::of(&Labels { pads, by_key: false, ..Labels::keyboard(&maps) }, 0);
        let [one, two] = Names::of_default_keys();
        for (names, number) in [one, two, pad].iter().flat_map(|names| (0..PAGES).map(move |number| (names, number))) {
            let (_, text) = page(names, number);
            assert!(text.lines().count() <= 5 && text.lines().all(|line| line.len() <= 24), "{text}");
        }
    }
}
