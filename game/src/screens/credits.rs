//! The credits after a season: the champion cheers, and lines scroll.

use keitai::hud::Hud;
use keitai::menu::Menu;
use keitai::world::{Actions, LoopMode, Parent, Part, Playback};
use keitai::{Q16, Result, Stage};

use super::Next;
use crate::content::Content;
use crate::labels::Labels;
use crate::robots::Wrestler;

const SCENE: &str = "scenes/sumo/credits.ron";

const LINES: &str = "TIN SUMO\n\n\nTHE CHAMPION\n\n{}\n\n\nBEATEN ON THE TRAY\n\nRUST\nPLUM\nAMBER\nEMBER\nSNOW\nMIDAS\nDAIMYO\n\n\n\
MADE WITH\n\nKEITAI\n\n\nDRAWN BY A PROGRAM\nMOVED BY A SPRING\nDECIDED BY A TRAY\n\n\nTHANK YOU\nFOR PLAYING!";

/// Ticks per pixel that the lines move, and height of a line.
const PACE: u32 = 2;
const LEADING: i32 = 10;
/// Top and bottom of the picture.
const TOP: i32 = 0;
const BOTTOM: i32 = 320;

pub(crate) struct Credits {
    pub(crate) stage: Stage,
    hud: Hud,
    ticks: u32,
    lines: i32,
}

impl Credits {
    pub(crate) fn open(content: &Content, champion: Wrestler) -> Result<Self> {
        let mut stage = content.stage(SCENE)?;
        let hud = Hud::new(&stage);
        let text = LINES.replace("{}", &champion.title());
        hud.set_text(&mut stage, "lines", &text);
        let stand = stage.named("stand")?;
        for prefab in [champion.prefab(), "shadow"] {
            let entity = stage.spawn_with(prefab, (Parent(stand),))?;
            let mut query = stage.world.query_one::<(&mut Playback, &Actions)>(entity);
            if let Ok((playback, actions)) = query.get()
                && let Some(action) = actions.find("cheer")
            {
                *playback = Playback::new(Part { action, speed: Q16::ONE, mode: LoopMode::Loop, fade: 0 }, actions);
            }
        }
        stage.propagate_transforms();
        let lines = text.lines().count() as i32;
        Ok(Self { stage, hud, ticks: 0, lines })
    }

    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels) -> Next {
        self.ticks += 1;
        let top = BOTTOM - (self.ticks / PACE) as i32;
        self.hud.set_position(&mut self.stage, "lines", 120, top);
        let foot = format!("{} SKIP", labels.device().shove).to_uppercase();
        self.hud.set_text(&mut self.stage, "foot", if self.ticks % 60 < 40 { &foot } else { "" });
        self.stage.tick(&[]);
        let over = top + self.lines * LEADING < TOP;
        if over || menu.confirms() || menu.cancels() { Next::Title(false) } else { Next::Stay }
    }
}
