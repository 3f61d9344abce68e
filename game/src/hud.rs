//! The HUD of a fight: springs, rounds won, time, calls of the referee, and the curtain between rounds.

use keitai::Stage;
use keitai::controls::ButtonNames;
use keitai::hud::Hud;
use keitai::world::{Gauge, Image, Rectangle, Sprite};

use crate::bout::{BoutEvent, Moment};
use crate::referee::{Call, Phase};
use crate::rules::{SECOND, time};
use crate::season::{Match, Mode};

/// Ticks in which the curtain closes or opens.
const CURTAIN: u32 = 9;
/// Height of a row in the texture of calls.
const ROW: i32 = 40;
/// Moves of a single player in two lines of at most thirty letters, and those of one of two in lines of at most fifteen.
const MOVES: &str = "{A} SHOVE  {X} DASH\n{B} BRACE  {Y} WIND";
const COLUMN: &str = "{A} SHOVE\n{X} DASH\n{B} BRACE\n{Y} WIND";
/// Position of calls.
const HEIGHT: i32 = 72;

/// A word: a part of the texture of calls.
pub(crate) type Word = [i32; 4];
const HAKKEYOI: Word = [0, 0, 256, ROW];
const ROUND: Word = [16, ROW, 148, 2 * ROW];
const TIME: Word = [0, 2 * ROW, 128, 3 * ROW];
const OUT: Word = [136, 2 * ROW, 248, 3 * ROW];
/// The number of a round. Later rounds have none.
fn number(round: u32) -> Option<Word> {
    let left = *[162, 190, 219].get(round.checked_sub(1)? as usize)?;
    Some([left, ROW, left + 28, 2 * ROW])
}

#[derive(Debug)]
pub(crate) struct FightHud {
    pub(crate) hud: Hud,
    springs: Springs,
    /// The last call, and its age.
    call: Option<(Word, u32)>,
}

impl FightHud {
    pub(crate) fn new(stage: &Stage) -> Self {
        Self { hud: Hud::new(stage), springs: Springs::default(), call: None }
    }

    /// Follows the events of a tick, and updates all texts and gauges.
    pub(crate) fn tick(&mut self, stage: &mut Stage, now: &Moment, chosen: &Match, names: &ButtonNames) {
        self.listen(now, chosen);
        self.springs.tick(stage, &self.hud, now);
        self.show_calls(stage, now);
        let hud = &self.hud;
        show_score(stage, hud, now, chosen);
        hud.set_text(stage, "time", &format!("{:02}", now.referee.left().div_ceil(SECOND)));
        // A warning for a second before the tray is struck.
        let near = now.referee.ticks_to_stroke().is_some_and(|ticks| ticks <= SECOND);
        hud.set_text(stage, "warning", if near && now.referee.since % 6 < 4 { "THE TRAY SHAKES!" } else { "" });
        show_legend(stage, hud, now, chosen, names);
        move_curtain(stage, hud, now);
    }

    /// Marks a tick of a replay, or clears the mark.
    pub(crate) fn show_replay(&mut self, stage: &mut Stage, tick: Option<usize>) {
        self.hud.show(stage, "call", false);
        self.hud.show(stage, "call-round", false);
        self.hud.set_text(stage, "prompt", if tick.is_some_and(|tick| tick % 30 < 22) { "REPLAY" } else { "" });
    }

    fn listen(&mut self, now: &Moment, chosen: &Match) {
        if let Some((_, age)) = &mut self.call {
            *age += 1;
        }
        for event in &now.ring.events {
            match event {
                // A bout of survival has one round.
                BoutEvent::Call(Call::Round) if chosen.mode == Mode::Survival => {}
                BoutEvent::Call(Call::Round) => self.call = Some((ROUND, 0)),
                BoutEvent::Call(Call::Fight) => self.call = Some((HAKKEYOI, 0)),
                BoutEvent::Call(Call::Over(verdict)) => self.call = Some((if verdict.time { TIME } else { OUT }, 0)),
                _ => {}
            }
        }
    }

    /// Shows a call: it grows, stays, and shrinks.
    fn show_calls(&self, stage: &mut Stage, now: &Moment) {
        const STAYS: u32 = 48;
        let hud = &self.hud;
        let call = self.call.filter(|(_, age)| *age < STAYS);
        hud.show(stage, "call", call.is_some());
        let number = number(now.referee.round).filter(|_| matches!(call, Some((ROUND, _))));
        hud.show(stage, "call-round", number.is_some());
        let Some((call, age)) = call else { return };
        let scale = match age {
            0..6 => [240 - 28 * age as i32; 2],
            6 => [90, 106],
            7 => [104, 96],
            43.. => [100 + 30 * (age as i32 - 42), 100 - 16 * (age as i32 - 42)],
            _ => [100, 100],
        };
        let set = |stage: &mut Stage, name: &str, word: Word, x: i32| {
            let [left, top, right, bottom] = word;
            hud.set_position(stage, name, x, HEIGHT);
            hud.change(stage, name, |sprite: &mut Sprite| {
                sprite.texels = word;
                sprite.size = [(right - left) * scale[0] / 100, (bottom - top) * scale[1] / 100];
            });
        };
        let x = if number.is_some() { 106 } else { 120 };
        set(stage, "call", call, x);
        if let Some(number) = number {
            set(stage, "call-round", number, x + 82 * scale[0] / 100);
        }
    }
}

fn show_score(stage: &mut Stage, hud: &Hud, now: &Moment, chosen: &Match) {
    let marks = if chosen.is_of_two() { ["1P ", " 2P"] } else { [""; 2] };
    let [left, right] = chosen.wrestlers.map(|wrestler| wrestler.title());
    for (index, name) in [marks[0].to_owned() + &left, right + marks[1]].iter().enumerate() {
        let side = index + 1;
        hud.set_text(stage, &format!("name-{side}"), name);
        for round in 1..=3 {
            let (needed, won) = (now.referee.needed >= round, now.referee.wins[index] >= round);
            hud.show(stage, &format!("lamp-{side}-{round}"), needed);
            hud.show(stage, &format!("win-{side}-{round}"), needed && won);
        }
    }
}

/// Sets a text of the fight's scene, with a shade behind it while there is one.
pub(crate) fn set_shaded_text(stage: &mut Stage, hud: &Hud, name: &str, text: &str) {
    hud.set_text(stage, name, text);
    hud.show(stage, &format!("{name}-shade"), !text.is_empty());
}

fn show_legend(stage: &mut Stage, hud: &Hud, now: &Moment, chosen: &Match, names: &ButtonNames) {
    let referee = &now.referee;
    let begins = referee.phase == Phase::Ready || referee.is_fought() && referee.since < 7 * SECOND;
    let reads = begins && referee.round == 1;
    let columns = if reads && chosen.is_of_two() {
        [0, 1].map(|player| names.fill_for(player, COLUMN))
    } else {
        Default::default()
    };
    for (index, text) in columns.iter().enumerate() {
        let (name, shade) = (format!("legend-{}", index + 1), format!("legend-{}-shade", index + 1));
        set_shaded_text(stage, hud, &name, text);
        // The legends of two players leave the middle of the picture free.
        let width = 8 * text.lines().map(|line| line.chars().count()).max().unwrap_or(0) as i32 + 10;
        hud.change(stage, &shade, |shade: &mut Rectangle| shade.size = (width as u32, 48));
        hud.set_position(stage, &shade, [0, 240 - width][index], 264);
    }
    let alone = reads && chosen.opponent().is_some();
    set_shaded_text(stage, hud, "legend", &if alone { names.fill(MOVES) } else { String::new() });
}

/// Moves the curtain: it closes after a round that is not the last, and opens before the next.
fn move_curtain(stage: &mut Stage, hud: &Hud, now: &Moment) {
    let referee = &now.referee;
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

/// Height of the coils, and the row of a slack spring.
const COIL: i32 = 8;
const SLACK: i32 = 2;
/// Top and side of the keys in the texture, their number in a row of half a turn, and half turns in a full spring.
const KEYS: i32 = 32;
const KEY: i32 = 16;
const TURNS: i32 = 6;
const HALF_TURNS: i32 = 8;

/// The springs as shown: coils, and a key that turns with every change and blinks red when the spring is slack. They follow the
/// real springs slowly, so that a loss is visible.
#[derive(Debug, Default)]
pub(crate) struct Springs {
    coils: Option<[i32; 2]>,
    ticks: u32,
}

impl Springs {
    pub(crate) fn tick(&mut self, stage: &mut Stage, hud: &Hud, now: &Moment) {
        self.ticks += 1;
        let all = self.coils.get_or_insert(now.fighters.each_ref().map(|fighter| fighter.spring));
        for (side, (spring, fighter)) in (1..).zip(all.iter_mut().zip(&now.fighters)) {
            let full = fighter.robot.full_spring();
            *spring += (fighter.spring - *spring) / 3;
            if (fighter.spring - *spring).abs() < 3 {
                *spring = fighter.spring;
            }
            let warns = fighter.is_slack() && self.ticks % 10 < 5;
            let row = if warns { SLACK } else { side - 1 } * COIL;
            hud.change(stage, &format!("coil-{side}"), |coil: &mut Gauge| (coil.value, coil.full) = (*spring, full));
            hud.change(stage, &format!("coil-{side}"), |coil: &mut Image| {
                (coil.texels[1], coil.texels[3]) = (row, row + COIL);
            });
            let turn = (full - *spring).clamp(0, full) * HALF_TURNS * TURNS / full % TURNS;
            let top = KEYS + if warns { KEY } else { 0 };
            let texels = [turn * KEY, top, (turn + 1) * KEY, top + KEY];
            hud.change(stage, &format!("key-{side}"), |key: &mut Image| key.texels = texels);
            let slack = format!("slack-{side}");
            // Only fights have this entity.
            if hud.has(&slack) {
                hud.set_text(stage, &slack, if warns && now.referee.is_fought() { "WIND!" } else { "" });
            }
        }
    }
}
