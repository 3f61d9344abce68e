//! Collect the cups: a title with a menu, a play with texts and a gauge, a pause, and a result.

use std::hash::Hash;

use keitai::hud::Hud;
use keitai::menu::{Menu, MenuReader};
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::world::remove;

/// Cups on the tray, and ticks to collect them.
const CUPS: usize = 5;
const TIME: u32 = 20 * 30;

/// Result of a screen's tick.
type Tick = keitai::Result<Next<Cups>>;

/// The part of the game that outlasts its screens.
struct Cups {
    settings: Settings,
    menu: MenuReader,
    most: usize,
}

impl Cups {
    fn stage(&self, scene: &str) -> keitai::Result<Stage> {
        let (source, path) = locate(scene.as_ref())?;
        Ok(Stage::open(source, &path, &self.settings)?)
    }

    fn menu(&mut self, controls: &[Controls; PLAYERS]) -> Menu {
        self.menu.read(controls)
    }
}

impl ScreenGame for Cups {
    fn info(&self) -> GameInfo {
        GameInfo { players: 1, ..GameInfo::new("cups") }
    }

    fn first(&mut self) -> keitai::Result<Box<dyn Screen<Self>>> {
        Ok(Box::new(Title::open(self)?))
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.most.hash(state);
    }
}

/// The title: a menu of two lines.
struct Title {
    stage: Stage,
    hud: Hud,
    line: usize,
}

impl Title {
    fn open(game: &Cups) -> keitai::Result<Self> {
        let stage = game.stage("scenes/guide/menus-title.ron")?;
        Ok(Self { hud: Hud::new(&stage), stage, line: 0 })
    }
}

impl Screen<Cups> for Title {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, game: &mut Cups, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        self.stage.tick(&[]);
        let menu = game.menu(controls);
        self.line = (self.line as i32 + menu.vertical()).rem_euclid(2) as usize;
        self.hud.set_position(&mut self.stage, "arrow", 76, 236 + 24 * self.line as i32);
        let most = format!("MOST CUPS: {}", game.most);
        self.hud.set_text(&mut self.stage, "most", &most);
        Ok(match self.line {
            _ if !menu.confirms() => Next::Stay,
            0 => Next::To(Box::new(Play::open(game)?)),
            _ => Next::Quit,
        })
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.line.hash(state);
    }
}

/// The play: the robot takes every cup that it touches.
struct Play {
    stage: Stage,
    hud: Hud,
    cups: usize,
    left: u32,
}

impl Play {
    fn open(game: &Cups) -> keitai::Result<Self> {
        let stage = game.stage("scenes/guide/menus-play.ron")?;
        Ok(Self { hud: Hud::new(&stage), stage, cups: 0, left: TIME })
    }
}

impl Screen<Cups> for Play {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, game: &mut Cups, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        if game.menu(controls).starts() {
            return Ok(Next::Push(Box::new(Pause)));
        }
        self.stage.tick(controls);
        // The robot is the first of the scene, and cups meet nobody else.
        for (_, cup) in std::mem::take(&mut self.stage.met) {
            remove(&mut self.stage.world, cup);
            self.cups += 1;
        }
        self.left = self.left.saturating_sub(1);
        self.hud.set_text(&mut self.stage, "cups", &format!("CUPS {}/{CUPS}", self.cups));
        self.hud.set_gauge(&mut self.stage, "time", self.left as i32, TIME as i32, 100);
        if self.cups == CUPS || self.left == 0 {
            game.most = game.most.max(self.cups);
            return Ok(Next::Push(Box::new(Result { cups: self.cups })));
        }
        Ok(Next::Stay)
    }

    fn hash_state(&self, state: &mut GameHasher) {
        (self.cups, self.left).hash(state);
    }

    fn back(&mut self, _: &mut Cups) -> Next<Cups> {
        Next::Push(Box::new(Pause))
    }
}

/// The pause, over the picture of the play.
struct Pause;

impl Screen<Cups> for Pause {
    fn tick(&mut self, game: &mut Cups, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        let menu = game.menu(controls);
        Ok(match () {
            () if menu.confirms() => Next::Pop,
            () if menu.cancels() => Next::To(Box::new(Title::open(game)?)),
            () => Next::Stay,
        })
    }

    fn draw(&self, _: &Cups, picture: &mut Framebuffer) {
        write(picture, &["PAUSE", "", "A: GO ON", "B: TITLE"]);
    }
}

/// The result, over the picture of the play.
struct Result {
    cups: usize,
}

impl Screen<Cups> for Result {
    fn tick(&mut self, game: &mut Cups, controls: &[Controls; PLAYERS], _: &mut Messages) -> Tick {
        Ok(if game.menu(controls).confirms() { Next::To(Box::new(Title::open(game)?)) } else { Next::Stay })
    }

    fn draw(&self, _: &Cups, picture: &mut Framebuffer) {
        let head = if self.cups == CUPS { "WELL DONE" } else { "TIME IS UP" };
        write(picture, &[head, &format!("{} OF {CUPS} CUPS", self.cups), "", "A: TITLE"]);
    }
}

/// Writes lines on a dark band in the middle of the picture.
fn write(picture: &mut Framebuffer, lines: &[&str]) {
    let font = Lettering::Normal;
    let (width, step) = (picture.width() as i32, font.height() as i32 + 4);
    let height = step * lines.len() as i32;
    let top = (picture.height() as i32 - height) / 2;
    let mut canvas = Canvas::new(picture);
    canvas.shade(0, top - 8, width as u32, height as u32 + 16);
    for (number, line) in (0..).zip(lines) {
        let left = (width - line.len() as i32 * font.width() as i32) / 2;
        canvas.text(line, left, top + number * step, font, 0xFFFFFF);
    }
}

pub fn app() -> App {
    App::new(|settings| Screens::new(Cups { settings: *settings, menu: MenuReader::default(), most: 0 }))
}

fn main() -> ExitCode {
    app().main()
}
