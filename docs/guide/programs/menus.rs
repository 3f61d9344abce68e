//! Collect the cups: a title with a menu, a play with texts and a gauge, a pause, and a result.

use std::hash::Hash;

use keitai::Align;
use keitai::hud::Hud;
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::world::MenuLook;

/// Cups on the tray, and ticks to collect them.
const CUPS: usize = 5;
const TIME: u32 = 20 * 30;

/// The next screen, or an error that the player sees.
type Tick = keitai::Result<Next<Cups>>;

/// The part of the game that outlasts its screens.
struct Cups {
    settings: Settings,
    most: usize,
}

impl Cups {
    fn stage(&self, scene: &str) -> keitai::Result<Stage> {
        let (source, path) = locate(scene.as_ref())?;
        Ok(Stage::open(source, &path, &self.settings)?)
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

struct Title {
    stage: Stage,
    menu: SceneMenu,
}

impl Title {
    fn open(game: &Cups) -> keitai::Result<Self> {
        let mut stage = game.stage("scenes/guide/menus-title.ron")?;
        Hud::new(&stage).set_text(&mut stage, "most", &format!("MOST CUPS: {}", game.most));
        Ok(Self { menu: SceneMenu::find(&stage, "menu")?, stage })
    }
}

impl Screen<Cups> for Title {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, game: &mut Cups, input: &TickInput, _: &mut Messages) -> Tick {
        self.stage.tick(&[]);
        Ok(match self.menu.tick(&mut self.stage, &input.controls) {
            Some(MenuChoice::Item("PLAY")) => Next::To(Box::new(Play::open(game)?)),
            Some(MenuChoice::Item("QUIT")) => Next::Quit,
            _ => Next::Stay,
        })
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

    fn is_over(&self) -> bool {
        self.cups == CUPS || self.left == 0
    }

    fn pause(&self) -> Tick {
        Ok(notice("PAUSE".to_owned(), &["GO ON", "TITLE"]))
    }

    fn result(&self) -> Tick {
        let head = if self.cups == CUPS { "WELL DONE" } else { "TIME IS UP" };
        Ok(notice(format!("{head}\nCUPS {}/{CUPS}", self.cups), &["TITLE"]))
    }
}

impl Screen<Cups> for Play {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.stage)
    }

    fn tick(&mut self, game: &mut Cups, input: &TickInput, _: &mut Messages) -> Tick {
        if self.is_over() {
            return self.result();
        }
        if input.controls[0].pressed(Button::Start) {
            return self.pause();
        }
        self.stage.tick(&input.controls);
        // The robot is the first of the scene, and the cups stand apart.
        for contact in std::mem::take(&mut self.stage.contacts) {
            self.stage.remove(contact.second);
            self.cups += 1;
        }
        self.left = self.left.saturating_sub(1);
        self.hud.set_text(&mut self.stage, "cups", &format!("CUPS {}/{CUPS}", self.cups));
        self.hud.set_value(&mut self.stage, "time", self.left as i32);
        if self.is_over() {
            game.most = game.most.max(self.cups);
            return self.result();
        }
        Ok(Next::Stay)
    }

    fn hash_state(&self, state: &mut GameHasher) {
        (self.cups, self.left).hash(state);
    }

    fn back(&mut self, _: &mut Cups, _: &mut Messages) -> Tick {
        self.pause()
    }
}

/// Returns a page with a text and a menu over the picture of the play: the pause and the result.
fn notice(text: String, items: &[&str]) -> Next<Cups> {
    let menu = ListMenu::new(items.iter().copied()).at(120, 160);
    let draw = move |_: &Cups, picture: &mut Framebuffer| {
        let mut canvas = Canvas::new(picture);
        canvas.shade(0, 116, 240, 88);
        canvas.write(&text, 120, 128, &MenuLook::default().font, Align::Centre);
    };
    Next::Push(Box::new(MenuPage::new("notice", menu, draw, |_, choice, _| {
        Ok(if choice == MenuChoice::Item("TITLE") { Next::First } else { Next::Pop })
    })))
}

pub fn app() -> App {
    App::new(|settings| Screens::new(Cups { settings: *settings, most: 0 }))
}

fn main() -> ExitCode {
    app().main()
}
