//! How to drive: pages over a drive of the computer.

use keitai::hud::Hud;
use keitai::prelude::*;

use crate::race::Race;
use crate::staging::Staging;
use crate::{Rally, Tick, asks};

/// Ticks of the drive before it is seen, so that the car is on its way.
const UNDER_WAY: u32 = 240;
const DRIFT: usize = 1;

pub struct Lessons {
    stage: Stage,
    hud: Hud,
    race: Race,
    staging: Staging,
    page: usize,
}

impl Lessons {
    pub fn open(rally: &Rally) -> keitai::Result<Self> {
        let mut stage = rally.stage("scenes/lessons.ron")?;
        let mut race = Race::new(rally.courses[0].clone(), &[[0, 0]], None);
        (0..UNDER_WAY).for_each(|_| drive(&mut race, false));
        let staging = Staging::new(&mut stage, &race)?;
        let hud = Hud::new(&stage);
        let mut lessons = Self { stage, hud, race, staging, page: 0 };
        lessons.write(rally);
        Ok(lessons)
    }

    fn write(&mut self, rally: &Rally) {
        let Self { stage, hud, page, .. } = self;
        let (title, text) = PAGES[*page];
        hud.set_text(stage, "title", title);
        hud.set_text(stage, "text", &rally.fill(text));
        hud.set_text(stage, "page", &format!("< {} / {} >", *page + 1, PAGES.len()));
        let foot = if *page + 1 < PAGES.len() { "{A} NEXT   {back} BACK" } else { "{A} DONE   {back} BACK" };
        hud.set_text(stage, "foot", &rally.fill(foot));
    }
}

const PAGES: [(&str, &str); 4] = [
    ("STEER AND PEDALS", "{steer}: STEER\n{gas}: ACCELERATE\n{brake}: BRAKE, REVERSE"),
    ("DRIFT", "HOLD {X} IN BENDS\nTHAT ARE TOO TIGHT:\nTHE TYRES LET GO, AND\nTHE CAR TURNS FARTHER."),
    ("THE ROAD", "YELLOW ARROWS BOOST YOU.\nGRASS, SAND AND SNOW\nARE SLOW. RAILS ARE\nSLOWER STILL."),
    ("THE RACE", "THREE LAPS. THE GHOST\nDRIVES YOUR BEST LAP.\nIN THE CUP ALL COURSES\nGIVE POINTS FOR PLACES."),
];

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
        if menu.cancels() || asks(input) || (menu.confirms() && self.page + 1 == PAGES.len()) {
            return Ok(Next::Pop);
        }
        let by = if menu.confirms() { 1 } else { menu.horizontal() };
        if by != 0 {
            self.page = (self.page as i32 + by).rem_euclid(PAGES.len() as i32) as usize;
            self.stage.play_sound("move", Q12::ONE, None);
        }
        drive(&mut self.race, self.page == DRIFT);
        self.write(rally);
        self.staging.show(&mut self.stage, &self.race);
        Ok(Next::Stay)
    }
}
