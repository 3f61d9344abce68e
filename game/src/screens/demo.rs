//! The recorded bout, while nobody plays.

use keitai::{Messages, Next, Screen, Stage, TickInput};

use crate::attract::Attract;
use crate::bout;
use crate::hud::set_shaded_text;
use crate::sumo::{Place, Sumo, Tick};

pub(super) struct Demo(Attract);

impl Demo {
    pub(super) fn open(sumo: &Sumo) -> keitai::Result<Self> {
        Attract::open(sumo).map(Self)
    }
}

/// Any button ends the bout.
impl Screen<Sumo> for Demo {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.0.stage)
    }

    fn tick(&mut self, sumo: &mut Sumo, _: &TickInput, _: &mut Messages) -> Tick {
        if sumo.idle == 0 {
            return sumo.go(Place::Menu);
        }
        let is_lit = self.0.left() % 40 < 28;
        let start = if is_lit { sumo.names.fill("PRESS {Start} TO PLAY") } else { String::new() };
        let Attract { stage, duel, .. } = &mut self.0;
        set_shaded_text(stage, &duel.hud.hud, "demo", "DEMO");
        duel.hud.hud.set_text(stage, "start", &start);
        Ok(if self.0.advance() { Next::Stay } else { Next::First })
    }

    fn back(&mut self, _: &mut Sumo, _: &mut Messages) -> Tick {
        Ok(Next::First)
    }

    fn trace(&self, _: &Sumo) -> String {
        bout::trace_line("demo", &self.0.duel.bout.now)
    }
}
