//! The selection screen: both robots, and who controls the second one.

use keitai::Stage;
use keitai::hecs::Entity;
use keitai::menu::Menu;
use keitai::world::{Parent, named, remove};

use super::{Match, Next, Player};
use crate::ai::Level;
use crate::content::Content;
use crate::error::{Error, Result};
use crate::labels::Labels;
use crate::robots::{Robot, Wrestler};
use crate::text_colour::TextColour;
use crate::trays::Tray;
use keitai::hud::Hud;

/// The scene.
const SCENE: &str = "scenes/sumo/choice.ron";
/// Height of a row in the texture of names.
const ROW: i32 = 40;
/// Width of a bar, pixels.
const BAR: i32 = 84;

/// The selected row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    /// The robot of the first player.
    Robot,
    /// The opponent: a person or a level of the computer.
    Opponent,
    /// The robot of a second player.
    Second,
}

/// The selection screen.
pub(crate) struct Choice {
    pub(crate) stage: Stage,
    hud: Hud,
    stand: Entity,
    shown: Vec<Entity>,
    row: Row,
    robots: [Robot; 2],
    opponent: Player,
    ticks: u64,
    /// Lengths of the bars as shown; they move towards the real ones.
    bars: [i32; 4],
}

impl Choice {
    /// Opens the scene, with the last selection.
    pub(crate) fn open(content: &Content, before: Option<&Match>, labels: &Labels) -> Result<Self> {
        let stage = content.stage(SCENE)?;
        let lacking = Error::Scene { scene: SCENE, expected: "an entity named \"stand\"" };
        let stand = named(&stage.world, "stand").ok_or(lacking)?;
        let hud = Hud::new(&stage);
        let mut choice = Self {
            stage,
            hud,
            stand,
            shown: Vec::new(),
            row: Row::Robot,
            robots: before.map_or([Robot::Tin, Robot::Kabuto], |before| before.wrestlers.map(Wrestler::robot)),
            opponent: before.map_or(Player::Computer(Level::Easy), |before| before.players[1]),
            ticks: 0,
            bars: [0; 4],
        };
        choice.show();
        choice.write(labels);
        Ok(choice)
    }

    /// Returns the robot that is being selected.
    fn robot(&self) -> Robot {
        self.robots[usize::from(self.row == Row::Second)]
    }

    /// Puts the robot on the turntable.
    fn show(&mut self) {
        for entity in self.shown.drain(..) {
            remove(&mut self.stage.world, entity);
        }
        for prefab in [self.robot().wrestler(false).prefab(), "shadow"] {
            if let Some(entity) = self.stage.spawn(prefab) {
                // It was spawned in the line before.
                let _ = self.stage.world.insert_one(entity, Parent(self.stand));
                self.shown.push(entity);
            }
        }
        self.stage.propagate_transforms();
    }

    /// Advances the screen by a tick.
    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels) -> Next {
        self.ticks += 1;
        let by = menu.horizontal();
        if by != 0 {
            match self.row {
                Row::Robot => self.robots[0] = self.robots[0].next(by),
                Row::Second => self.robots[1] = self.robots[1].next(by),
                Row::Opponent => self.opponent = turned(self.opponent, by),
            }
        }
        let mut row = Some(self.row);
        if menu.confirms() {
            row = self.after();
            if row.is_none() {
                return Next::Fight(self.chosen());
            }
        } else if menu.cancels() || menu.vertical() < 0 {
            row = self.before();
            if row.is_none() && menu.cancels() {
                return Next::Title;
            }
        } else if menu.vertical() > 0 {
            row = self.after();
        }
        let before = (self.row, self.robot());
        self.row = row.unwrap_or(self.row);
        if by != 0 && self.row != Row::Opponent || before.1 != self.robot() {
            self.show();
        }
        self.write(labels);
        self.stage.tick(&[]);
        Next::Stay
    }

    fn before(&self) -> Option<Row> {
        match self.row {
            Row::Robot => None,
            Row::Opponent => Some(Row::Robot),
            Row::Second => Some(Row::Opponent),
        }
    }

    fn after(&self) -> Option<Row> {
        match self.row {
            Row::Robot => Some(Row::Opponent),
            Row::Opponent if self.opponent == Player::Human => Some(Row::Second),
            Row::Opponent | Row::Second => None,
        }
    }

    /// Returns the selected match. Against the computer, the time taken to select is the seed.
    fn chosen(&self) -> Match {
        let mut robots = self.robots;
        if self.opponent != Player::Human {
            let others: Vec<Robot> = Robot::ALL.into_iter().filter(|robot| *robot != robots[0]).collect();
            robots[1] = others[(self.ticks % others.len() as u64) as usize];
        }
        Match {
            wrestlers: robots.map(|robot| robot.wrestler(false)),
            players: [Player::Human, self.opponent],
            tray: Tray::Tin,
            wins: 2,
            seed: self.ticks,
        }
    }

    /// Updates all texts and bars.
    fn write(&mut self, labels: &Labels) {
        let Self { stage, hud, .. } = self;
        let robot = self.robots[usize::from(self.row == Row::Second)];
        let heading = match (self.opponent, self.row) {
            (Player::Human, Row::Robot) => "PLAYER 1: CHOOSE A ROBOT",
            (Player::Human, Row::Second) => "PLAYER 2: CHOOSE A ROBOT",
            (_, Row::Opponent) => "CHOOSE YOUR OPPONENT",
            _ => "CHOOSE A ROBOT",
        };
        hud.set_text(stage, "heading", heading);
        let index = Robot::ALL.iter().position(|own| *own == robot).unwrap_or(0) as i32;
        hud.set_image(stage, "name", [0, index * ROW, 200, (index + 1) * ROW]);
        let nod = [0, 1, 2, 1][(self.ticks / 6 % 4) as usize];
        let choosing = self.row != Row::Opponent;
        hud.set_text(stage, "before", if choosing { "<" } else { "" });
        hud.set_text(stage, "after", if choosing { ">" } else { "" });
        hud.set_position(stage, "before", 14 - nod, 183);
        hud.set_position(stage, "after", 226 + nod, 183);
        hud.set_text(stage, "remark", robot.remark());
        let strengths = robot.strengths();
        let each = [
            ("weight", strengths.weight),
            ("speed", strengths.speed),
            ("power", strengths.power),
            ("spring", strengths.spring),
        ];
        for ((name, strength), bar) in each.into_iter().zip(&mut self.bars) {
            hud.set_text(stage, name, &name.to_uppercase());
            let goal = (strength - 68).clamp(4, 60) * BAR / 60;
            *bar += (goal - *bar).clamp(-6, 6);
            hud.set_size(stage, &format!("{name}-bar"), *bar as u32, 6);
        }
        let opponent = match self.opponent {
            Player::Computer(level) => format!("COMPUTER: {}", level.title()),
            Player::Human => "2 PLAYERS".to_owned(),
        };
        let lit = self.row == Row::Opponent;
        let opponent = if lit { format!("< {opponent} >") } else { opponent };
        hud.set_text_like(stage, "opponent", &opponent, TextColour::selected(lit).prefab());
        hud.set_text(stage, "foot", &format!("{} OK  {} BACK", labels.yes(), labels.no()));
    }
}

/// Returns the next or the previous opponent.
fn turned(opponent: Player, by: i32) -> Player {
    let [easy, fair, keen, hard] = Level::ALL.map(Player::Computer);
    let all = [easy, fair, keen, hard, Player::Human];
    let index = all.iter().position(|own| *own == opponent).unwrap_or(0) as i32;
    all[(index + by).rem_euclid(5) as usize]
}
