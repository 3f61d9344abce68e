//! The selection screen: the player's robot, and for a single match the opponent, the tray and the rounds.

use keitai::menu::MenuReader;
use keitai::world::{MenuChoice, MenuItem, Rectangle};
use keitai::{Messages, Next, Q12, SceneMenu, Screen, Stage, TickInput};

use super::lessons::page;
use super::turntable::Turntable;
use crate::ai::Level;
use crate::robots::{Robot, Wrestler};
use crate::saved::Season;
use crate::season::{Match, Mode, Player};
use crate::sumo::{PAGE, Place, Sumo, Tick};
use crate::trays::Tray;

/// Width of a bar, pixels.
const BAR: i32 = 84;
/// The opponents: a second person, and the levels of the computer.
const OPPONENTS: [Player; 5] = {
    let [easy, fair, keen, hard] = Level::ALL;
    [Player::Human, Player::Computer(easy), Player::Computer(fair), Player::Computer(keen), Player::Computer(hard)]
};
const ROUNDS: [(&str, &str); 3] = [
    ("ONE ROUND", "ONE ROUND DECIDES"),
    ("BEST OF 3", "TWO WON ROUNDS DECIDE"),
    ("BEST OF 5", "THREE WON ROUNDS DECIDE"),
];

pub(crate) struct Choice {
    table: Turntable,
    reader: MenuReader,
    /// The match, once the robot is chosen.
    menu: Option<SceneMenu>,
    mode: Mode,
    robots: [Robot; 2],
    opponent: Player,
    tray: Tray,
    wins: u32,
    ticks: u64,
    /// Lengths of the bars as shown; they move towards the real ones.
    bars: [i32; 4],
}

impl Choice {
    /// Opens the scene, with the selection of the last match.
    pub(crate) fn open(sumo: &Sumo, mode: Mode) -> keitai::Result<Self> {
        let robot = |index: usize, usual| {
            let robot = sumo.last.map_or(usual, |last| last.wrestlers[index].robot());
            if Robot::ALL.contains(&robot) { robot } else { usual }
        };
        let versus = sumo.last.filter(|last| last.mode == Mode::Versus);
        let mut choice = Self {
            table: Turntable::open(sumo)?,
            reader: MenuReader::default(),
            menu: None,
            mode,
            robots: [robot(0, Robot::Tin), robot(1, Robot::Kabuto)],
            opponent: versus.map_or(OPPONENTS[1], |last| last.players[1]),
            tray: versus.map_or(Tray::Tin, |last| last.tray),
            wins: versus.map_or(2, |last| last.wins),
            ticks: 0,
            bars: [0; 4],
        };
        choice.write(sumo);
        Ok(choice)
    }

    /// The selection for a match of two people.
    pub(crate) fn of_two(self) -> Self {
        Self { opponent: Player::Human, ..self }
    }

    fn choose_robot(&mut self, sumo: &mut Sumo, input: &TickInput, messages: &mut Messages) -> Tick {
        let menu = self.reader.read(&input.controls);
        let choice = &mut self.robots[0];
        if menu.horizontal() != 0 {
            let place = index(&Robot::ALL, *choice) as i32 + menu.horizontal();
            *choice = Robot::ALL[place.rem_euclid(Robot::ALL.len() as i32) as usize];
            self.table.stage.play_sound("menu-move", Q12::ONE, None);
        }
        if menu.cancels() {
            self.table.stage.play_sound("menu-no", Q12::ONE, None);
            return sumo.go(Place::Menu);
        }
        if !menu.confirms() {
            return Ok(Next::Stay);
        }
        self.table.stage.play_sound("menu-yes", Q12::ONE, None);
        let choice = *choice;
        match self.mode {
            Mode::Season => {
                sumo.store.value.season = Some(Season { robot: choice, beaten: 0 });
                sumo.save(messages);
                sumo.go(Place::Ladder)
            }
            Mode::Survival => {
                let streak = sumo.store.value.streak.now;
                sumo.go(Place::Fight(Match::survival(choice.wrestler(false), streak, self.ticks)))
            }
            Mode::Versus => {
                self.menu = Some(self.table.menu(self.items(), 221)?);
                Ok(Next::Stay)
            }
        }
    }

    fn items(&self) -> Vec<MenuItem> {
        let against =
            OPPONENTS.map(|player| if let Player::Computer(level) = player { level.title() } else { "PLAYER 2" });
        let robots = Robot::ALL.map(|robot| robot.wrestler(robot == self.robots[0]).title());
        let trays = Tray::ALL.map(|tray| tray.look().title);
        vec![
            "FIGHT!".into(),
            MenuItem::from("AGAINST").with_values(against, index(&OPPONENTS, self.opponent)),
            MenuItem::from("ROBOT").with_values(robots, index(&Robot::ALL, self.robots[1])),
            MenuItem::from("TRAY").with_values(trays, index(&Tray::ALL, self.tray)),
            MenuItem::from("ROUNDS").with_values(ROUNDS.map(|(title, _)| title), self.wins as usize - 1),
        ]
    }

    fn choose_match(&mut self, sumo: &mut Sumo, input: &TickInput) -> Tick {
        let choice = self.menu.as_mut().and_then(|menu| menu.tick(&mut self.table.stage, &input.controls));
        match choice {
            None => {}
            Some(MenuChoice::Value("AGAINST", value)) => self.opponent = OPPONENTS[value],
            Some(MenuChoice::Value("ROBOT", value)) => self.robots[1] = Robot::ALL[value],
            Some(MenuChoice::Value("TRAY", value)) => self.tray = Tray::ALL[value],
            Some(MenuChoice::Value(_, value)) => self.wins = value as u32 + 1,
            // The time taken to select is the seed.
            Some(MenuChoice::Item(_)) => {
                let chosen = Match {
                    mode: Mode::Versus,
                    wrestlers: [self.robots[0].wrestler(false), self.opposite()],
                    players: [Player::Human, self.opponent],
                    tray: self.tray,
                    wins: self.wins,
                    seed: self.ticks,
                };
                return sumo.go(Place::Fight(chosen));
            }
            Some(MenuChoice::Back) => {
                self.menu = None;
                self.table.hide_menu();
            }
        }
        Ok(Next::Stay)
    }

    /// Returns the opponent's wrestler, in other colours when both have the same robot.
    fn opposite(&self) -> Wrestler {
        self.robots[1].wrestler(self.robots[0] == self.robots[1])
    }

    fn write(&mut self, sumo: &Sumo) {
        let selected = self
            .menu
            .as_ref()
            .map(|menu| menu.change(&mut self.table.stage, |menu| menu.selected().cloned()).flatten());
        let (is_first, of_two) = (selected.is_none(), self.opponent == Player::Human);
        let (wrestler, tray) =
            if is_first { (self.robots[0].wrestler(false), Tray::Tin) } else { (self.opposite(), self.tray) };
        self.table.show(wrestler, tray);
        let heading = match (is_first, of_two && self.mode == Mode::Versus) {
            (true, true) => "PLAYER 1: CHOOSE A ROBOT",
            (true, false) => "CHOOSE YOUR ROBOT",
            (false, true) => "PLAYER 2 AND THE MATCH",
            (false, false) => "YOUR OPPONENT AND THE MATCH",
        };
        let note = match self.mode {
            Mode::Season => "SEASON: SEVEN OPPONENTS",
            Mode::Survival => "SURVIVAL: UNTIL YOU LOSE",
            Mode::Versus => "A SINGLE MATCH",
        };
        let remark = match (selected.flatten().as_deref(), self.opponent) {
            (None, _) => self.robots[0].remark(),
            (Some("AGAINST"), Player::Computer(level)) => level.remark(),
            (Some("AGAINST"), Player::Human) => "KEYBOARD OR PADS",
            (Some("TRAY"), _) => self.tray.look().remark,
            (Some("ROUNDS"), _) => ROUNDS[self.wins as usize - 1].1,
            (Some(_), _) => self.robots[1].remark(),
        };
        let table = &mut self.table;
        for (name, text) in [("heading", heading), ("note", note), ("remark", remark), ("foot", &sumo.names.fill(PAGE))]
        {
            table.set(name, text);
        }
        let nod = [0, 1, 2, 1][(self.ticks / 6 % 4) as usize];
        for (name, sign, x) in [("before", "<", 14 - nod), ("after", ">", 226 + nod)] {
            table.set(name, if is_first { sign } else { "" });
            table.hud.set_position(&mut table.stage, name, x, 175);
        }
        table.show_bars(is_first);
        let strengths = self.robots[0].strengths();
        let each = [
            ("WEIGHT", strengths.weight),
            ("SPEED", strengths.speed),
            ("POWER", strengths.power),
            ("SPRING", strengths.spring),
        ];
        for (index, ((name, strength), bar)) in each.into_iter().zip(&mut self.bars).enumerate() {
            table.set(&format!("label-{index}"), if is_first { name } else { "" });
            let goal = (strength - 68).clamp(4, 60) * BAR / 60;
            *bar += (goal - *bar).clamp(-6, 6);
            let Turntable { stage, hud, .. } = table;
            hud.change(stage, &format!("bar-{index}"), |shape: &mut Rectangle| shape.size.0 = *bar as u32);
        }
    }
}

fn index<T: PartialEq>(all: &[T], one: T) -> usize {
    all.iter().position(|other| *other == one).unwrap_or(0)
}

impl Screen<Sumo> for Choice {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.table.stage)
    }

    fn tick(&mut self, sumo: &mut Sumo, input: &TickInput, messages: &mut Messages) -> Tick {
        self.ticks += 1;
        let next = match self.menu {
            None => self.choose_robot(sumo, input, messages)?,
            Some(_) => self.choose_match(sumo, input)?,
        };
        self.write(sumo);
        self.table.stage.tick(&[]);
        page(sumo, input, next)
    }

    fn back(&mut self, sumo: &mut Sumo, _: &mut Messages) -> Tick {
        if self.menu.take().is_some() {
            self.table.hide_menu();
            return Ok(Next::Stay);
        }
        sumo.go(Place::Menu)
    }
}
