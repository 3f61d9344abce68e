//! The HUD of a fight: springs, rounds won, time, calls of the referee, and the curtain between rounds.

use keitai::Stage;

use crate::bout::{Bout, BoutEvent};
use crate::labels::Labels;
use crate::referee::Phase;
use crate::rules::{SECOND, time};
use crate::screens::{Match, Player};
use keitai::hud::Hud;

/// Ticks in which the curtain closes or opens.
const CURTAIN: u32 = 9;
/// Width of a spring gauge, pixels.
const GAUGE: u32 = 84;
/// Left edges of the gauges.
const GAUGES: [i32; 2] = [7, 149];
/// Colours of the springs: left, right, and of a weak one.
const COLOURS: [u32; 3] = [0xE0_4030, 0x40_80D8, 0xF0_D040];
/// Height of a row in the texture of calls.
const ROW: i32 = 40;
/// Position of calls.
const HEIGHT: i32 = 72;

/// A call of the referee: a part of the texture of calls.
type Call = [i32; 4];
const HAKKEYOI: Call = [0, 0, 256, ROW];
const ROUND: Call = [16, ROW, 148, 2 * ROW];
const TIME: Call = [0, 2 * ROW, 128, 3 * ROW];
const OUT: Call = [136, 2 * ROW, 248, 3 * ROW];
/// The number of a round.
fn number(round: u32) -> Call {
    let left = [162, 190, 219][(round.clamp(1, 3) - 1) as usize];
    [left, ROW, left + 28, 2 * ROW]
}

/// The HUD of a fight.
#[derive(Debug, Clone, Default)]
pub(crate) struct FightHud {
    call: Option<(Call, u32)>,
    ticks: u32,
    /// Springs as shown. They follow the real ones slowly, so that a loss is visible.
    shown: [i32; 2],
}

impl FightHud {
    /// Takes in the events of a tick, and updates all texts and gauges.
    pub(crate) fn tick(&mut self, stage: &mut Stage, hud: &Hud, bout: &Bout, chosen: &Match, labels: &Labels) {
        self.ticks += 1;
        self.listen(bout);
        self.springs(stage, hud, bout, chosen);
        let seconds = bout.referee.left().div_ceil(SECOND);
        hud.set_text(stage, "time", &format!("{seconds:02}"));
        self.calls(stage, hud, bout);
        warn(stage, hud, bout);
        legend(stage, hud, bout, chosen, labels);
        curtain(stage, hud, bout);
    }

    fn listen(&mut self, bout: &Bout) {
        if let Some((_, age)) = &mut self.call {
            *age += 1;
        }
        if self.ticks == 1 {
            self.call = Some((ROUND, 0));
        }
        for event in &bout.events {
            match event {
                BoutEvent::Round => self.call = Some((ROUND, 0)),
                BoutEvent::Fight => self.call = Some((HAKKEYOI, 0)),
                BoutEvent::Over(verdict) => self.call = Some((if verdict.time { TIME } else { OUT }, 0)),
                _ => {}
            }
        }
    }

    fn springs(&mut self, stage: &mut Stage, hud: &Hud, bout: &Bout, chosen: &Match) {
        for (index, fighter) in bout.fighters.iter().enumerate() {
            let side = index + 1;
            let who = match chosen.players {
                [Player::Human, Player::Human] => ["1P ", " 2P"][index],
                _ => "",
            };
            let name = chosen.wrestlers[index].title();
            let name = if index == 0 { format!("{who}{name}") } else { format!("{name}{who}") };
            hud.set_text(stage, &format!("name-{side}"), &name);

            let full = fighter.robot.full_spring();
            let shown = &mut self.shown[index];
            *shown += (fighter.spring - *shown) / 3;
            if (fighter.spring - *shown).abs() < 3 || self.ticks == 1 {
                *shown = fighter.spring;
            }
            let slack = fighter.is_slack();
            let blink = self.ticks % 10 < 5;
            for part in ["spring", "shine"] {
                let name = format!("{part}-{side}");
                let width = hud.set_gauge(stage, &name, *shown, full, GAUGE) as i32;
                hud.set_position(
                    stage,
                    &name,
                    if index == 0 { GAUGES[0] } else { GAUGES[1] + GAUGE as i32 - width },
                    20,
                );
            }
            hud.set_colour(stage, &format!("spring-{side}"), if slack && blink { COLOURS[2] } else { COLOURS[index] });
            let warns = slack && blink && bout.is_fought();
            hud.set_text(stage, &format!("slack-{side}"), if warns { "WIND!" } else { "" });
            for round in 1..=2 {
                hud.show(stage, &format!("win-{side}-{round}"), bout.referee.wins[index] >= round);
            }
        }
    }

    /// Shows a call: it grows, stays, and shrinks.
    fn calls(&self, stage: &mut Stage, hud: &Hud, bout: &Bout) {
        const STAYS: u32 = 40;
        let call = self.call.filter(|(_, age)| *age < STAYS);
        hud.show(stage, "call", call.is_some());
        let numbered = matches!(call, Some((ROUND, _)));
        hud.show(stage, "call-round", numbered);
        let Some((call, age)) = call else { return };
        let scale = match age {
            0..6 => [240 - 28 * age as i32; 2],
            6 => [90, 106],
            7 => [104, 96],
            35.. => [100 + 30 * (age as i32 - 34), 100 - 16 * (age as i32 - 34)],
            _ => [100, 100],
        };
        hud.set_sprite(stage, "call", call, scale);
        let x = if numbered { 106 } else { 120 };
        hud.set_position(stage, "call", x, HEIGHT);
        if numbered {
            hud.set_sprite(stage, "call-round", number(bout.referee.round), scale);
            hud.set_position(stage, "call-round", x + 82 * scale[0] / 100, HEIGHT);
        }
    }
}

/// Shows a warning for a second before the tray is struck.
fn warn(stage: &mut Stage, hud: &Hud, bout: &Bout) {
    let ahead = (bout.referee.since + SECOND).checked_sub(time::DRUMS).filter(|_| bout.is_fought());
    let near = ahead.is_some_and(|since| since % time::BEAT < SECOND);
    hud.set_text(stage, "warning", if near && bout.referee.since % 6 < 4 { "THE TRAY SHAKES!" } else { "" });
}

/// Shows what the buttons do before a round.
fn legend(stage: &mut Stage, hud: &Hud, bout: &Bout, chosen: &Match, labels: &Labels) {
    let first = bout.referee.round == 1;
    let reading = first && (bout.referee.phase == Phase::Ready || bout.is_fought() && bout.referee.since < 7 * SECOND);
    let played = chosen.players.contains(&Player::Human);
    let lines = if reading && played { labels.fight(chosen.players == [Player::Human; 2]) } else { Default::default() };
    for (name, line) in ["legend-1", "legend-2"].into_iter().zip(lines) {
        hud.set_text(stage, name, &line);
    }
}

/// Moves the curtain: it closes after a round that is not the last, and opens before the next.
fn curtain(stage: &mut Stage, hud: &Hud, bout: &Bout) {
    let referee = &bout.referee;
    let last = referee.is_decided();
    let closed = match referee.phase {
        Phase::Over(_) if !last => CURTAIN.saturating_sub(time::OVER.saturating_sub(referee.since + 1)),
        Phase::Ready => CURTAIN.saturating_sub(referee.since),
        _ => 0,
    };
    let height = 160 * closed / CURTAIN;
    hud.set_size(stage, "curtain-1", 240, height);
    hud.set_size(stage, "curtain-2", 240, height);
    hud.set_position(stage, "curtain-2", 0, 320 - height as i32);
}
