//! Prompts in a player's first bout: shove, brace, wind. Each goes once the player has done it.

use keitai::Stage;

use crate::bout::BoutEvent;
use crate::fighter::{FighterEvent, State};
use crate::hud;
use crate::labels::Labels;
use crate::ring::Ring;

/// Ticks of bracing and of winding that count as done.
const ENOUGH: u32 = 12;
/// Ticks for which the praise is shown.
const PRAISE: u32 = 28;

/// The prompts of a first bout.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prompts {
    /// Prompts that are done.
    done: usize,
    /// Ticks in which the present one was obeyed.
    obeyed: u32,
    praise: u32,
    ticks: u32,
}

impl Prompts {
    /// Advances the prompts by a tick.
    pub(crate) fn tick(&mut self, stage: &mut Stage, ring: &Ring, labels: &Labels) {
        if ring.is_replay() {
            return;
        }
        self.ticks += 1;
        let bout = &ring.bout;
        let me = &bout.fighters[0];
        let did = |wanted: FighterEvent| {
            bout.events.iter().any(|event| matches!(event, BoutEvent::Fighter(0, found) if *found == wanted))
        };
        let obeys = match self.done {
            0 => u32::from(did(FighterEvent::Shoved)) * ENOUGH,
            1 => u32::from(me.state == State::Brace),
            _ => u32::from(did(FighterEvent::Wound)),
        };
        self.praise = self.praise.saturating_sub(1);
        if bout.is_fought() && self.praise == 0 && self.done < 3 {
            self.obeyed += obeys;
            if self.obeyed >= ENOUGH {
                (self.done, self.obeyed, self.praise) = (self.done + 1, 0, PRAISE);
            }
        }
        let one = &labels.players[0];
        let text = match self.done {
            _ if !bout.is_fought() => String::new(),
            _ if self.praise > 0 => "GOOD!".to_owned(),
            0 => format!("WALK UP AND PRESS {}\nTO SHOVE", one.shove),
            1 => format!("HOLD {} TO BRACE\nAGAINST A PUSH", one.brace),
            2 => format!("HOLD {} TO WIND\nYOUR SPRING", one.wind),
            _ => String::new(),
        };
        let shown = self.praise > 0 || self.ticks % 40 < 32;
        // The prompts take the place of the legend.
        hud::set_shaded_text(stage, &ring.hud, "legend", "");
        hud::set_shaded_text(stage, &ring.hud, "prompt", &text.to_uppercase());
        if !shown {
            ring.hud.set_text(stage, "prompt", "");
        }
    }
}
