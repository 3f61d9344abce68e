//! What is written over a fight: springs, rounds won, the time, and what the referee calls.

use keitai_render::Canvas;
use keitai_render::Framebuffer;

use crate::bout::{Bout, News};
use crate::lettering::{CREAM, GOLD, RED, bar, centred, left, right};
use crate::referee::Phase;
use crate::rules::{SECOND, time};
use crate::screens::{Match, Opponent};

/// Ticks that the curtain takes to close or to open.
const CURTAIN: u32 = 9;

/// What is written over a fight.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hud {
    banner: Option<(String, u32)>,
    ticks: u32,
}

impl Hud {
    /// Takes in what happened in a tick.
    pub(crate) fn tick(&mut self, bout: &Bout) {
        self.ticks += 1;
        if let Some((_, age)) = &mut self.banner {
            *age += 1;
        }
        for news in &bout.news {
            match news {
                News::Round => self.say(format!("ROUND {}", bout.referee.round)),
                News::Fight => self.say("HAKKEYOI!".to_owned()),
                News::Stroke(_) => self.say("DON!".to_owned()),
                News::Over(verdict) if verdict.time => self.say("TIME!".to_owned()),
                News::Over(_) => self.say("OUT!".to_owned()),
                _ => {}
            }
        }
        if bout.referee.phase == Phase::Ready && bout.referee.since == 1 && self.banner.is_none() {
            self.say(format!("ROUND {}", bout.referee.round));
        }
    }

    fn say(&mut self, text: String) {
        self.banner = Some((text, 0));
    }

    /// Draws it.
    pub(crate) fn draw(&self, bout: &Bout, chosen: &Match, picture: &mut Framebuffer) {
        let names = match chosen.opponent {
            Opponent::Player => ["1P".to_owned(), "2P".to_owned()],
            Opponent::Computer(level) => ["YOU".to_owned(), level.title().to_owned()],
        };
        for (index, fighter) in bout.fighters.iter().enumerate() {
            let x = [8, 142][index];
            let share = 1000 * fighter.spring / fighter.robot.full_spring();
            let slack = fighter.is_slack();
            let colour = if slack { RED } else { [0xE0_4030, 0x40_80D8][index] };
            bar(picture, [x, 22], 90, share, colour, index == 1);
            let name = format!("{} {}", names[index], fighter.robot.title());
            if index == 0 {
                left(picture, &name, x, 8, CREAM)
            } else {
                right(picture, &name, x + 90, 8, CREAM)
            }
            if slack && bout.is_fought() && self.ticks % 12 < 6 {
                centred(picture, "WIND!", x + 45, 34, RED);
            }
            let mut canvas = Canvas::new(picture);
            for round in 0..time::WINS {
                let lamp = if index == 0 { 103 + 8 * round as i32 } else { 131 - 8 * round as i32 };
                let lit = bout.referee.wins[index] > round;
                canvas.rectangle(lamp, 30, 6, 6, 0x1E_1420);
                canvas.rectangle(lamp + 1, 31, 4, 4, if lit { GOLD } else { 0x5A_4838 });
            }
        }
        let seconds = bout.referee.left().div_ceil(SECOND);
        centred(picture, &seconds.to_string(), 120, 12, if bout.referee.drums() { RED } else { CREAM });
        if let Some((text, age)) = self.banner.as_ref().filter(|(_, age)| *age < 36) {
            let slide = (8 - (*age as i32).min(8)) * 18;
            centred(picture, text, 120 - slide, 130, GOLD);
        }
        self.curtain(bout, picture);
    }

    /// Closes at the end of a round that is not the last, and opens at the beginning of the next.
    fn curtain(&self, bout: &Bout, picture: &mut Framebuffer) {
        let referee = &bout.referee;
        let last = referee.wins.iter().any(|wins| *wins >= time::WINS);
        let closed = match referee.phase {
            Phase::Over(_) if !last => CURTAIN.saturating_sub(time::OVER - referee.since),
            Phase::Ready => CURTAIN.saturating_sub(referee.since),
            _ => 0,
        };
        let height = 160 * closed / CURTAIN;
        let mut canvas = Canvas::new(picture);
        canvas.rectangle(0, 0, 240, height, 0x12_0A08);
        canvas.rectangle(0, 320 - height as i32, 240, height, 0x12_0A08);
    }
}
