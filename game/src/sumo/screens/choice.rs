//! The choice: who fights, and against whom.

use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::hecs::Entity;
use keitai_runtime::world::named;
use keitai_runtime::world::transform::{Parent, remove};

use super::{Match, Menu, Next, Opponent};
use crate::error::{Error, Result};
use crate::lettering::{CREAM, GOLD, GREY, bar, centred, left};
use crate::mind::Level;
use crate::rules::Robot;

/// Its scene.
const SCENE: &str = "scenes/sumo/choice.ron";

/// What is being chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    /// The robot of the first player.
    Robot,
    /// Who moves the other.
    Opponent,
    /// The other robot, when a second player moves it.
    Second,
}

/// The choice.
pub(crate) struct Choice {
    stage: Stage,
    table: Entity,
    shown: Vec<Entity>,
    row: Row,
    robots: [Robot; 2],
    opponent: Opponent,
    ticks: u64,
}

impl Choice {
    /// Opens its scene, on what was chosen before.
    pub(crate) fn open(source: &Source, before: Option<&Match>) -> Result<Self> {
        let stage = Stage::open(source.clone(), &AssetPath::new(SCENE)?, Compat::default())?;
        let lacking = Error::Scene { scene: SCENE, expected: "an entity named \"tray\"" };
        let table = named(&stage.world, "tray").ok_or(lacking)?;
        let mut choice = Self {
            stage,
            table,
            shown: Vec::new(),
            row: Row::Robot,
            robots: before.map_or([Robot::Tin, Robot::Kabuto], |before| before.robots),
            opponent: before.map_or(Opponent::Computer(Level::Easy), |before| before.opponent),
            ticks: 0,
        };
        choice.show();
        Ok(choice)
    }

    /// Puts the robot that is being chosen on the turntable.
    fn show(&mut self) {
        for entity in self.shown.drain(..) {
            remove(&mut self.stage.world, entity);
        }
        let robot = self.robots[usize::from(self.row == Row::Second)];
        for prefab in [robot.prefab(), "shadow"] {
            if let Some(entity) = self.stage.spawn(prefab) {
                // It was made a moment ago.
                let _ = self.stage.world.insert_one(entity, Parent(self.table));
                self.shown.push(entity);
            }
        }
        self.stage.settle();
    }

    /// Lets a tick go by.
    pub(crate) fn tick(&mut self, menu: &Menu) -> Next {
        self.stage.tick(&[]);
        self.ticks += 1;
        let by = menu.across();
        if by != 0 {
            match self.row {
                Row::Robot => self.robots[0] = self.robots[0].next(by),
                Row::Second => self.robots[1] = self.robots[1].next(by),
                Row::Opponent => self.opponent = turned(self.opponent, by),
            }
            self.show();
        }
        if menu.no() {
            let Some(row) = self.before() else { return Next::Title };
            self.row = row;
            self.show();
        } else if menu.yes() {
            let Some(row) = self.after() else { return Next::Fight(self.chosen()) };
            self.row = row;
            self.show();
        }
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
            Row::Opponent if self.opponent == Opponent::Player => Some(Row::Second),
            Row::Opponent | Row::Second => None,
        }
    }

    /// The match as it is chosen. Against the computer, chance is the time that was taken to choose.
    fn chosen(&self) -> Match {
        let mut robots = self.robots;
        if self.opponent != Opponent::Player {
            let others: Vec<Robot> = Robot::ALL.into_iter().filter(|robot| *robot != robots[0]).collect();
            robots[1] = others[(self.ticks % others.len() as u64) as usize];
        }
        Match { robots, opponent: self.opponent, seed: self.ticks }
    }

    /// Draws it.
    pub(crate) fn draw(&mut self, picture: &mut Framebuffer, yes: &str, no: &str) {
        self.stage.draw(picture);
        let second = self.row == Row::Second;
        let robot = self.robots[usize::from(second)];
        centred(picture, if second { "PLAYER 2" } else { "CHOOSE A ROBOT" }, 120, 8, CREAM);
        let arrows = |text: &str, lit: bool| if lit { format!("< {text} >") } else { text.to_owned() };
        let lit = self.row != Row::Opponent;
        centred(picture, &arrows(robot.title(), lit), 120, 200, if lit { GOLD } else { CREAM });
        centred(picture, robot.remark(), 120, 213, GREY);
        let strengths = robot.strengths();
        let each = [
            ("WEIGHT", strengths.weight),
            ("SPEED", strengths.speed),
            ("POWER", strengths.power),
            ("SPRING", strengths.spring),
        ];
        for (index, (name, share)) in (0..).zip(each) {
            let y = 229 + index * 12;
            left(picture, name, 46, y - 2, CREAM);
            bar(picture, [96, y], 100, (share - 70) * 1000 / 60, GOLD, false);
        }
        let opponent = match self.opponent {
            Opponent::Computer(level) => format!("COMPUTER: {}", level.title()),
            Opponent::Player => "2 PLAYERS".to_owned(),
        };
        let lit = self.row == Row::Opponent;
        centred(picture, &arrows(&opponent, lit), 120, 284, if lit { GOLD } else { CREAM });
        centred(picture, &format!("{yes} ON   {no} BACK"), 120, 304, GREY);
    }
}

/// The opponent after or before this one.
fn turned(opponent: Opponent, by: i32) -> Opponent {
    let all = [Level::Easy, Level::Fair, Level::Hard].map(Opponent::Computer);
    let all = [all[0], all[1], all[2], Opponent::Player];
    let index = all.iter().position(|own| *own == opponent).unwrap_or(0) as i32;
    all[(index + by).rem_euclid(4) as usize]
}
