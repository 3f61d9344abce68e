//! The selection screen: the player's robot, and for a single match the opponent, the tray and the rounds.

use keitai::Result;
use keitai::menu::Menu;
use keitai::world::Rectangle;

use super::turntable::Turntable;
use super::{Match, Mode, Next, Player, font, marked, stepped, turned};
use crate::ai::Level;
use crate::content::Content;
use crate::labels::Labels;
use crate::robots::{Robot, Wrestler};
use crate::season;
use crate::trays::Tray;

/// Width of a bar, pixels.
const BAR: i32 = 84;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Robot,
    /// A line of the match: opponent, robot, tray, rounds.
    Line(usize),
}

const LINES: usize = 4;

pub(crate) struct Choice {
    pub(crate) table: Turntable,
    mode: Mode,
    part: Part,
    robots: [Robot; 2],
    pub(crate) opponent: Player,
    tray: Tray,
    wins: u32,
    /// Bouts of survival that are won.
    streak: u32,
    ticks: u64,
    /// Lengths of the bars as shown; they move towards the real ones.
    bars: [i32; 4],
}

impl Choice {
    /// Opens the scene, with the selection of the last match. Survival continues after `streak` wins.
    pub(crate) fn open(
        content: &Content,
        mode: Mode,
        before: Option<&Match>,
        streak: u32,
        labels: &Labels,
    ) -> Result<Self> {
        let robot = |index: usize, usual| {
            let robot = before.map_or(usual, |before| before.wrestlers[index].robot());
            if Robot::ALL.contains(&robot) { robot } else { usual }
        };
        let versus = before.filter(|before| before.mode == Mode::Versus);
        let mut choice = Self {
            table: Turntable::open(content)?,
            mode,
            part: Part::Robot,
            robots: [robot(0, Robot::Tin), robot(1, Robot::Kabuto)],
            opponent: versus.map_or(Player::Computer(Level::Easy), |before| before.players[1]),
            tray: versus.map_or(Tray::Tin, |before| before.tray),
            wins: versus.map_or(2, |before| before.wins),
            streak,
            ticks: 0,
            bars: [0; 4],
        };
        choice.write(labels);
        Ok(choice)
    }

    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels) -> Next {
        self.ticks += 1;
        let by = menu.horizontal();
        if by != 0 {
            self.change(by);
        }
        let next = if menu.confirms() {
            self.forward()
        } else if menu.cancels() {
            match self.part {
                Part::Robot => Next::Title(true),
                Part::Line(_) => {
                    self.part = Part::Robot;
                    Next::Stay
                }
            }
        } else {
            if let Part::Line(line) = self.part {
                self.part = Part::Line(stepped(line, menu.vertical(), LINES));
            }
            Next::Stay
        };
        self.write(labels);
        self.table.stage.tick(&[]);
        next
    }

    fn change(&mut self, by: i32) {
        match self.part {
            Part::Robot => self.robots[0] = turned(&Robot::ALL, self.robots[0], by),
            Part::Line(0) => {
                let [easy, fair, keen, hard] = Level::ALL.map(Player::Computer);
                self.opponent = turned(&[easy, fair, keen, hard, Player::Human], self.opponent, by);
            }
            Part::Line(1) => self.robots[1] = turned(&Robot::ALL, self.robots[1], by),
            Part::Line(2) => self.tray = turned(&Tray::ALL, self.tray, by),
            Part::Line(_) => self.wins = turned(&[1, 2, 3], self.wins, by),
        }
    }

    /// Goes on to the next part, or to the match.
    fn forward(&mut self) -> Next {
        let [own, _] = self.robots;
        match (self.part, self.mode) {
            (Part::Robot, Mode::Season) => Next::Ladder(Some(own)),
            (Part::Robot, Mode::Survival) => {
                let wrestler = own.wrestler(false);
                Next::Fight(survival_match(wrestler, self.streak, self.ticks))
            }
            (Part::Robot, Mode::Versus) => {
                self.part = Part::Line(0);
                Next::Stay
            }
            (Part::Line(_), _) => Next::Fight(self.chosen()),
        }
    }

    /// Returns the selected match. The time taken to select is the seed.
    fn chosen(&self) -> Match {
        Match {
            mode: Mode::Versus,
            wrestlers: [self.robots[0].wrestler(false), self.opposite()],
            players: [Player::Human, self.opponent],
            tray: self.tray,
            wins: self.wins,
            seed: self.ticks,
        }
    }

    /// Returns the opponent's wrestler, in other colours when both have the same robot.
    fn opposite(&self) -> Wrestler {
        self.robots[1].wrestler(self.robots[0] == self.robots[1])
    }

    /// Updates the turntable, all texts and bars.
    fn write(&mut self, labels: &Labels) {
        let choosing = self.part == Part::Robot;
        let (wrestler, tray) = match self.part {
            Part::Robot => (self.robots[0].wrestler(false), Tray::Tin),
            Part::Line(_) => (self.opposite(), self.tray),
        };
        self.table.show(wrestler, tray);
        let heading = match (self.mode, self.part, self.opponent) {
            (Mode::Versus, Part::Robot, Player::Human) => "PLAYER 1: CHOOSE A ROBOT",
            (_, Part::Robot, _) => "CHOOSE YOUR ROBOT",
            (_, Part::Line(_), Player::Human) => "PLAYER 2 AND THE MATCH",
            (_, Part::Line(_), _) => "YOUR OPPONENT AND THE MATCH",
        };
        let note = match self.mode {
            Mode::Season => "SEASON: SEVEN OPPONENTS",
            Mode::Survival => "SURVIVAL: UNTIL YOU LOSE",
            Mode::Versus => "A SINGLE MATCH",
        };
        self.table.set("heading", heading);
        self.table.set("note", note);
        let nod = [0, 1, 2, 1][(self.ticks / 6 % 4) as usize];
        self.table.set("before", if choosing { "<" } else { "" });
        self.table.set("after", if choosing { ">" } else { "" });
        self.table.hud.set_position(&mut self.table.stage, "before", 14 - nod, 175);
        self.table.hud.set_position(&mut self.table.stage, "after", 226 + nod, 175);
        self.table.show_bars(choosing);
        if choosing {
            self.write_strengths()
        } else {
            self.write_match()
        }
        self.table.set("foot", &labels.page());
    }

    fn write_strengths(&mut self) {
        let robot = self.robots[0];
        self.table.set("remark", robot.remark());
        self.table.set("go", "");
        let strengths = robot.strengths();
        let each = [
            ("WEIGHT", strengths.weight),
            ("SPEED", strengths.speed),
            ("POWER", strengths.power),
            ("SPRING", strengths.spring),
        ];
        for (index, ((name, strength), bar)) in each.into_iter().zip(&mut self.bars).enumerate() {
            let Turntable { stage, hud, .. } = &mut self.table;
            hud.set_text_like(stage, &format!("label-{index}"), name, "cream");
            hud.set_text(stage, &format!("value-{index}"), "");
            let goal = (strength - 68).clamp(4, 60) * BAR / 60;
            *bar += (goal - *bar).clamp(-6, 6);
            hud.change(stage, &format!("bar-{index}"), |shown: &mut Rectangle| shown.size.0 = *bar as u32);
        }
    }

    fn write_match(&mut self) {
        let opponent = match self.opponent {
            Player::Computer(level) => level.title().to_owned(),
            Player::Human => "PLAYER 2".to_owned(),
        };
        let rounds = ["ONE ROUND", "BEST OF 3", "BEST OF 5"][(self.wins.clamp(1, 3) - 1) as usize];
        let values = [opponent, self.opposite().title(), self.tray.look().title.to_owned(), rounds.to_owned()];
        let remark = match (self.part, self.opponent) {
            (Part::Line(0), Player::Computer(level)) => level.remark(),
            (Part::Line(0), Player::Human) => "ONE KEYBOARD OR TWO PADS",
            (Part::Line(2), _) => self.tray.look().remark,
            (Part::Line(3), _) => {
                ["ONE ROUND DECIDES", "TWO WON ROUNDS DECIDE", "THREE WON ROUNDS DECIDE"][self.wins as usize - 1]
            }
            _ => self.robots[1].remark(),
        };
        self.table.set("remark", remark);
        self.table.set("go", "");
        let names = ["AGAINST", "ROBOT", "TRAY", "ROUNDS"];
        for (index, (name, value)) in names.into_iter().zip(values).enumerate() {
            let lit = self.part == Part::Line(index);
            let font = font(lit);
            let Turntable { stage, hud, .. } = &mut self.table;
            hud.set_text_like(stage, &format!("label-{index}"), name, font);
            hud.set_text_like(stage, &format!("value-{index}"), &marked(&value, lit), font);
        }
    }
}

pub(super) fn survival_match(own: Wrestler, streak: u32, seed: u64) -> Match {
    Match::against(season::survival(streak, own, seed), Mode::Survival, own, 1, seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survival_goes_on_at_the_level_of_the_streak() {
        let content = crate::embedded::source().into();
        for (streak, level) in [(0, Level::Easy), (3, Level::Fair), (7, Level::Hard)] {
            let mut choice = Choice::open(&content, Mode::Survival, None, streak, &Labels::default()).unwrap();
            let Next::Fight(chosen) = choice.forward() else { panic!("no fight") };
            assert_eq!(chosen.opponent(), Some(level));
        }
    }
}
