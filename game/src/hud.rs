//! The HUD of a fight: springs, rounds won, time, calls of the referee, and the curtain between rounds.

use keitai::Stage;

use crate::bout::Bout;
use crate::events::BoutEvent;
use crate::labels::Labels;
use crate::referee::Phase;
use crate::rules::{SECOND, time};
use crate::screens::{Match, Mode, Player};
use crate::spring::Springs;
use keitai::hud::Hud;
use keitai::world::{Rectangle, Sprite};

/// Ticks in which the curtain closes or opens.
const CURTAIN: u32 = 9;
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
/// The number of a round. Later rounds have none.
fn number(round: u32) -> Option<Call> {
    let left = *[162, 190, 219].get(round.checked_sub(1)? as usize)?;
    Some([left, ROW, left + 28, 2 * ROW])
}

#[derive(Debug, Clone, Default)]
pub(crate) struct FightHud {
    call: Option<(Call, u32)>,
    ticks: u32,
    springs: Springs,
}

impl FightHud {
    /// Follows the events of a tick, and updates all texts and gauges.
    pub(crate) fn tick(&mut self, stage: &mut Stage, hud: &Hud, bout: &Bout, chosen: &Match, labels: &Labels) {
        self.ticks += 1;
        self.listen(bout, chosen);
        self.springs.tick(stage, hud, bout);
        names(stage, hud, bout, chosen);
        let seconds = bout.referee.left().div_ceil(SECOND);
        hud.set_text(stage, "time", &format!("{seconds:02}"));
        self.calls(stage, hud, bout);
        warn(stage, hud, bout);
        legend(stage, hud, bout, chosen, labels);
        curtain(stage, hud, bout);
    }

    pub(crate) fn show_replay(&mut self, stage: &mut Stage, hud: &Hud, tick: usize) {
        hud.show(stage, "call", false);
        hud.show(stage, "call-round", false);
        hud.set_text(stage, "prompt", if tick % 30 < 22 { "REPLAY" } else { "" });
    }

    fn listen(&mut self, bout: &Bout, chosen: &Match) {
        if let Some((_, age)) = &mut self.call {
            *age += 1;
        }
        // A bout of survival has one round.
        if self.ticks == 1 && chosen.mode != Mode::Survival {
            self.call = Some((ROUND, 0));
        }
        for event in &bout.events {
            match event {
                BoutEvent::Round if chosen.mode == Mode::Survival => {}
                BoutEvent::Round => self.call = Some((ROUND, 0)),
                BoutEvent::Fight => self.call = Some((HAKKEYOI, 0)),
                BoutEvent::Over(verdict) => self.call = Some((if verdict.time { TIME } else { OUT }, 0)),
                _ => {}
            }
        }
    }

    /// Shows a call: it grows, stays, and shrinks.
    fn calls(&self, stage: &mut Stage, hud: &Hud, bout: &Bout) {
        const STAYS: u32 = 48;
        let call = self.call.filter(|(_, age)| *age < STAYS);
        hud.show(stage, "call", call.is_some());
        let number = number(bout.referee.round).filter(|_| matches!(call, Some((ROUND, _))));
        hud.show(stage, "call-round", number.is_some());
        let Some((call, age)) = call else { return };
        let scale = match age {
            0..6 => [240 - 28 * age as i32; 2],
            6 => [90, 106],
            7 => [104, 96],
            43.. => [100 + 30 * (age as i32 - 42), 100 - 16 * (age as i32 - 42)],
            _ => [100, 100],
        };
        set_call(stage, hud, "call", call, scale);
        let x = if number.is_some() { 106 } else { 120 };
        hud.set_position(stage, "call", x, HEIGHT);
        if let Some(number) = number {
            set_call(stage, hud, "call-round", number, scale);
            hud.set_position(stage, "call-round", x + 82 * scale[0] / 100, HEIGHT);
        }
    }
}

/// Sets the call on a sprite of the fight's scene, at a scale per cent across and down.
pub(crate) fn set_call(stage: &mut Stage, hud: &Hud, name: &str, call: Call, scale: [i32; 2]) {
    let [left, top, right, bottom] = call;
    hud.change(stage, name, |sprite: &mut Sprite| {
        sprite.texels = call;
        sprite.size = [(right - left) * scale[0] / 100, (bottom - top) * scale[1] / 100];
    });
}

/// Shows names and rounds won.
fn names(stage: &mut Stage, hud: &Hud, bout: &Bout, chosen: &Match) {
    for index in 0..2 {
        let side = index + 1;
        let who = match chosen.players {
            [Player::Human, Player::Human] => ["1P ", " 2P"][index],
            _ => "",
        };
        let name = chosen.wrestlers[index].title();
        let name = if index == 0 { format!("{who}{name}") } else { format!("{name}{who}") };
        hud.set_text(stage, &format!("name-{side}"), &name);
        for round in 1..=3 {
            let (needed, won) = (bout.referee.needed >= round, bout.referee.wins[index] >= round);
            hud.show(stage, &format!("lamp-{side}-{round}"), needed);
            hud.show(stage, &format!("win-{side}-{round}"), needed && won);
        }
    }
}

/// Shows a warning for a second before the tray is struck.
fn warn(stage: &mut Stage, hud: &Hud, bout: &Bout) {
    let near = bout.referee.ticks_to_stroke().is_some_and(|ticks| ticks <= SECOND);
    hud.set_text(stage, "warning", if near && bout.referee.since % 6 < 4 { "THE TRAY SHAKES!" } else { "" });
}

/// Sets a text of the fight's scene, with a shade behind it while there is one.
pub(crate) fn set_shaded_text(stage: &mut Stage, hud: &Hud, name: &str, text: &str) {
    hud.set_text(stage, name, text);
    hud.show(stage, &format!("{name}-shade"), !text.is_empty());
}

/// Shows what the buttons do before a bout of people.
fn legend(stage: &mut Stage, hud: &Hud, bout: &Bout, chosen: &Match, labels: &Labels) {
    let first = bout.referee.round == 1;
    let reading = first && (bout.referee.phase == Phase::Ready || bout.is_fought() && bout.referee.since < 7 * SECOND);
    let mut texts = [String::new(), String::new(), String::new()];
    match chosen.players {
        _ if !reading => {}
        [Player::Human, Player::Human] => [texts[0], texts[1]] = [0, 1].map(|player| labels.column(player)),
        [Player::Human, _] => texts[2] = labels.moves(),
        _ => {}
    }
    for (name, text) in ["legend-1", "legend-2", "legend"].into_iter().zip(&texts) {
        set_shaded_text(stage, hud, name, text);
    }
    // The legends of two players leave the middle of the picture free.
    for (index, name) in ["legend-1-shade", "legend-2-shade"].into_iter().enumerate() {
        let letters = texts[index].lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let width = 8 * letters as i32 + 10;
        hud.change(stage, name, |shade: &mut Rectangle| shade.size = (width as u32, 48));
        hud.set_position(stage, name, [0, 240 - width][index], 264);
    }
}

/// Moves the curtain: it closes after a round that is not the last, and opens before the next.
fn curtain(stage: &mut Stage, hud: &Hud, bout: &Bout) {
    let referee = &bout.referee;
    let closed = match referee.phase {
        Phase::Over(_) if !referee.is_decided() => CURTAIN.saturating_sub(time::OVER.saturating_sub(referee.since + 1)),
        Phase::Ready => CURTAIN.saturating_sub(referee.since),
        _ => 0,
    };
    let height = 160 * closed / CURTAIN;
    for name in ["curtain-1", "curtain-2"] {
        hud.change(stage, name, |curtain: &mut Rectangle| curtain.size = (240, height));
    }
    hud.set_position(stage, "curtain-2", 0, 320 - height as i32);
}
