//! Prompts for a single player, at the place of the legend: the moves in a first bout, each until the player has done it; and in
//! every bout the reason for a weak push, and how to wind a slack spring.

use keitai::Stage;
use keitai::controls::ButtonNames;

use crate::bout::{BoutEvent, Moment};
use crate::duel::Duel;
use crate::fighter::{FighterEvent, State};
use crate::hud;
use crate::rules::SECOND;

/// Ticks after which walking, bracing or winding is done.
const ENOUGH: u32 = 12;
/// Ticks for which the praise, the referee's word and the reason for a weak push are shown.
const PRAISE: u32 = 28;
const CALL: u32 = 2 * SECOND;
const WEAK: u32 = 3 * SECOND / 2;
/// Moves that a first bout teaches.
const MOVES: usize = 4;

#[derive(Debug, Clone, Default)]
pub(crate) struct Prompts {
    /// Moves that the player has done, or need not learn.
    done: usize,
    /// Ticks in which the present prompt was obeyed.
    obeyed: u32,
    praise: u32,
    /// The move that was too weak, and the ticks for which that is shown.
    weak: (&'static str, u32),
    ticks: u32,
}

impl Prompts {
    /// Returns the prompts of a bout; the `first` one teaches the moves.
    pub(crate) fn new(first: bool) -> Self {
        Self { done: if first { 0 } else { MOVES }, ..Self::default() }
    }

    pub(crate) fn tick(&mut self, stage: &mut Stage, duel: &Duel, names: &ButtonNames) {
        if duel.is_replay() || duel.chosen.opponent().is_none() {
            return;
        }
        self.ticks += 1;
        let now = &duel.bout.now;
        let teaches = self.done < MOVES || self.praise > 0;
        self.watch(now);
        let text = if now.referee.is_fought() { names.fill(&self.text(now)) } else { String::new() };
        let hud = &duel.hud.hud;
        if teaches || !text.is_empty() {
            hud::set_shaded_text(stage, hud, "legend", "");
        }
        hud::set_shaded_text(stage, hud, "prompt", &text);
        if self.praise == 0 && self.ticks % 40 >= 32 {
            hud.set_text(stage, "prompt", "");
        }
    }

    fn watch(&mut self, now: &Moment) {
        let me = &now.fighters[0];
        let did = |event| now.ring.events.contains(&BoutEvent::Fighter(0, event));
        self.praise = self.praise.saturating_sub(1);
        self.weak.1 = self.weak.1.saturating_sub(1);
        if did(FighterEvent::Clicked) {
            self.weak = (if did(FighterEvent::Shoved) { "YOUR PUSH IS WEAK!" } else { "TOO SLACK TO DASH!" }, WEAK);
        }
        if !now.referee.is_fought() || self.praise > 0 || self.done == MOVES {
            return;
        }
        self.obeyed += match self.done {
            0 => u32::from(me.state == State::Free && me.pace > 0),
            1 => u32::from(did(FighterEvent::Shoved)) * ENOUGH,
            2 => u32::from(me.state == State::Brace),
            _ => u32::from(did(FighterEvent::Wound)),
        };
        if self.obeyed >= ENOUGH {
            (self.done, self.obeyed, self.praise) = (self.done + 1, 0, PRAISE);
        }
    }

    fn text(&self, now: &Moment) -> String {
        let text = match self.done {
            _ if self.weak.1 > 0 => return self.weak.0.to_owned() + "\nHOLD {Y} TO WIND UP",
            0 if now.referee.round == 1 && now.referee.since < CALL && self.obeyed == 0 => {
                "'HAKKEYOI!' MEANS:\nGO ON, FIGHT!"
            }
            _ if self.praise > 0 => "GOOD!",
            0 => "WALK WITH {Directions}\nTO THE OTHER ROBOT",
            1 => "PRESS {A} TO SHOVE\nWHEN YOU ARE NEAR",
            2 => "HOLD {B} TO BRACE\nAGAINST A PUSH",
            3 => "HOLD {Y} TO WIND\nYOUR SPRING",
            _ if now.fighters[0].is_slack() => "HOLD {Y} TO WIND!",
            _ => "",
        };
        text.to_owned()
    }
}
