//! The ladder of the season: the next opponent, its tray and its words, and lamps for those already beaten.

use keitai::Result;
use keitai::menu::Menu;

use super::turntable::Turntable;
use super::{Match, Mode, Next};
use crate::content::Content;
use crate::labels::Labels;
use crate::saved::Season;
use crate::season::{RUNGS, Rung};

pub(crate) struct Ladder {
    pub(crate) table: Turntable,
    season: Season,
    rung: Rung,
    ticks: u64,
    /// Whether a new season is selected instead of the fight.
    anew: bool,
    /// The question about giving up the season, while it is shown: whether yes is selected.
    asks: Option<bool>,
}

impl Ladder {
    /// Opens the scene for the next opponent of a season.
    pub(crate) fn open(content: &Content, season: Season, labels: &Labels) -> Result<Self> {
        let rung = RUNGS[season.beaten.min(RUNGS.len() - 1)];
        let mut table = Turntable::open(content)?;
        table.show(rung.wrestler, rung.tray);
        table.show_bars(false);
        let match_number = format!("MATCH {} OF {}", season.beaten + 1, RUNGS.len());
        table.set("heading", &match_number);
        for index in 0..RUNGS.len() {
            table.hud.show(&mut table.stage, &format!("rung-{index}"), true);
            table.hud.show(&mut table.stage, &format!("beaten-{index}"), index < season.beaten);
        }
        table.set("remark", rung.taunt);
        let rows = [
            ("YOU", season.robot.wrestler(false).title()),
            ("LEVEL", rung.level.title().to_owned()),
            ("TRAY", rung.tray.look().title.to_owned()),
            ("", rung.tray.look().remark.to_owned()),
        ];
        for (index, (label, value)) in rows.into_iter().enumerate() {
            table.set(&format!("label-{index}"), label);
            table.set(&format!("value-{index}"), &value);
        }
        table.set("foot", &labels.page());
        Ok(Self { table, season, rung, ticks: 0, anew: false, asks: None })
    }

    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels) -> Next {
        self.ticks += 1;
        // The lamp of the next match blinks.
        let lamp = format!("beaten-{}", self.season.beaten);
        self.table.hud.show(&mut self.table.stage, &lamp, self.ticks % 20 < 10);
        let turned = menu.vertical() != 0 || menu.horizontal() != 0;
        match &mut self.asks {
            Some(yes) => *yes ^= turned,
            None => self.anew ^= turned,
        }
        let next = self.choose(menu);
        self.table.set("go", self.row());
        self.table.set("foot", &labels.page());
        self.table.stage.tick(&[]);
        next
    }

    /// Returns the line that is selected. The marks beside it do not blink.
    fn row(&self) -> &'static str {
        match self.asks {
            Some(yes) if yes => "GIVE UP YOUR WINS? < YES >",
            Some(_) => "GIVE UP YOUR WINS? < NO >",
            None if self.anew => "< NEW SEASON >",
            None if self.ticks % 30 < 22 => "< FIGHT! >",
            None => "<        >",
        }
    }

    /// Returns the screen after a press. A season with wins is given up only after a question.
    fn choose(&mut self, menu: &Menu) -> Next {
        match self.asks {
            Some(true) if menu.confirms() => return Next::Choice(Mode::Season),
            Some(_) if menu.confirms() || menu.cancels() => self.asks = None,
            None if menu.confirms() && self.anew && self.season.beaten > 0 => self.asks = Some(false),
            None if menu.confirms() && self.anew => return Next::Choice(Mode::Season),
            None if menu.confirms() => {
                let own = self.season.robot.wrestler(false);
                return Next::Fight(Match::against(self.rung, Mode::Season, own, 2, self.ticks));
            }
            None if menu.cancels() => return Next::Title(true),
            Some(_) | None => {}
        }
        Next::Stay
    }
}
