//! The credits after a season: the champion cheers, and lines scroll.

use keitai::controls::{Button, Controls};
use keitai::hud::Hud;
use keitai::world::{LoopMode, Parent, Part};
use keitai::{Messages, Next, Screen, Stage, TickInput};

use crate::robots::Wrestler;
use crate::sumo::{Sumo, Tick};

const SCENE: &str = "scenes/sumo/credits.ron";

const LINES: &str = "TIN SUMO\n\n\nTHE CHAMPION\n\n{}\n\n\nBEATEN ON THE TRAY\n\nRUST\nPLUM\nAMBER\nEMBER\nSNOW\nMIDAS\nDAIMYO\n\n\n\
MADE WITH\n\nKEITAI\n\n\nDRAWN BY A PROGRAM\nMOVED BY A SPRING\nDECIDED BY A TRAY\n\n\nTHANK YOU\nFOR PLAYING!";

/// Ticks per pixel that the lines move, height of a line, and bottom of the picture.
const PACE: u32 = 2;
const LEADING: i32 = 10;
const BOTTOM: i32 = 320;

pub(crate) struct Credits {
    stage: Stage,
    hud: Hud,
    ticks: u32,
}

impl Credits {
    pub(crate) fn open(sumo: &Sumo, champion: Wrestler) -> keitai::Result<Self> {
        let mut stage = sumo.stage(SCENE)?;
        let hud = Hud::new(&stage);
        hud.set_text(&mut stage, "lines", &LINES.replace("{}", &champion.title()));
        let stand = Parent(stage.named("stand")?);
        stage.spawn_with("shadow", (stand,))?;
        let robot = stage.spawn_with(champion.prefab(), (stand,))?;
        stage.play(robot, "cheer", Part { mode: LoopMode::Loop, ..Part::default() })?;
        stage.propagate_transforms();
        Ok(Self { stage, hud, ticks: 0 })
    }
}

impl Screen<Sumo> for Credits {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, sumo: &mut Sumo, input: &TickInput, _: &mut Messages) -> Tick {
        self.ticks += 1;
        let top = BOTTOM - (self.ticks / PACE) as i32;
        self.hud.set_position(&mut self.stage, "lines", 120, top);
        let foot = if self.ticks % 60 < 40 { sumo.names.fill("{A} SKIP") } else { String::new() };
        self.hud.set_text(&mut self.stage, "foot", &foot);
        self.stage.tick(&[]);
        let is_over = top + LINES.lines().count() as i32 * LEADING < 0;
        let all = Controls::merge_all(&input.controls);
        let skips = [Button::A, Button::B, Button::Start].into_iter().any(|button| all.pressed(button));
        Ok(if is_over || skips { Next::First } else { Next::Stay })
    }

    fn back(&mut self, _: &mut Sumo, _: &mut Messages) -> Tick {
        Ok(Next::First)
    }
}
