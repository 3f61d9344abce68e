//! Screens follow each other, wait and are drawn over each other.

use keitai_render::{Framebuffer, Q12, Q16};
use keitai_runtime::Stage;
use keitai_runtime::controls::{Button, Controls, Mouse, PLAYERS, WindowCommand};
use keitai_runtime::world::{ListMenu, MenuLook, MenuSounds};

use super::*;
use crate::error::Error;
use crate::{record, testing};

const IDLE: [Controls; PLAYERS] = [Controls::IDLE; PLAYERS];

/// The line of a setup whose first screen has a scene with a sound.
const SET_UP_SOUND: &str = "set up sound";

/// Calls of the screens, in order.
#[derive(Default)]
struct Log(Vec<String>);

impl ScreenGame for Log {
    fn info(&self) -> GameInfo {
        GameInfo::new("log")
    }

    fn first(&mut self) -> Result<Box<dyn Screen<Self>>> {
        let has_sound = self.0.first().is_some_and(|line| line == SET_UP_SOUND);
        Ok(if has_sound {
            Box::new(Page { name: "sound", stage: Some(with_sound()) })
        } else {
            scene("title", 0x10_0000)
        })
    }

    fn begin_tick(&mut self, input: &TickInput) -> Next<Self> {
        if input.mouse != Mouse::default() {
            self.0.push(format!("mouse {:?}", input.mouse.position));
        }
        match input.lost_pad {
            Some(0) => Next::First,
            Some(_) => Next::Command(WindowCommand::Scale(2)),
            None => Next::Stay,
        }
    }

    fn setup(&self) -> String {
        self.0.len().to_string()
    }

    fn set_up(&mut self, setup: &str) -> Result<()> {
        self.0 = vec![format!("set up {setup}")];
        Ok(())
    }
}

/// A screen that does what the first player's buttons say.
struct Page {
    name: &'static str,
    stage: Option<Stage>,
}

fn scene(name: &'static str, background: u32) -> Box<dyn Screen<Log>> {
    let mut stage = testing::empty(8);
    stage.set_background(background);
    Box::new(Page { name, stage: Some(stage) })
}

impl Screen<Log> for Page {
    fn stage(&mut self) -> Option<&mut Stage> {
        self.stage.as_mut()
    }

    fn enter(&mut self, log: &mut Log) {
        log.0.push(format!("enter {}", self.name));
    }

    fn tick(&mut self, log: &mut Log, input: &TickInput, _: &mut Messages) -> Result<Next<Log>> {
        log.0.push(format!("tick {}", self.name));
        let pressed = |button| input.controls[0].pressed(button);
        Ok(match () {
            () if pressed(Button::A) => Next::To(scene("play", 0x20_0000)),
            () if pressed(Button::Start) => Next::Push(Box::new(Page { name: "pause", stage: None })),
            () if pressed(Button::B) => Next::Pop,
            () if pressed(Button::Up) => Next::First,
            () if pressed(Button::Select) => Next::Quit,
            () if pressed(Button::L) => Next::Command(WindowCommand::Controls),
            () if input.focus_lost => Next::Push(Box::new(Page { name: "pause", stage: None })),
            () if pressed(Button::X) => return Err(Error::game("no such page")),
            () => Next::Stay,
        })
    }

    /// The pause draws its first column.
    fn draw(&self, _: &Log, picture: &mut Framebuffer) {
        if self.stage.is_none() {
            picture.pixels_mut().iter_mut().step_by(8).for_each(|pixel| *pixel = 0xFF);
        }
    }

    fn leave(&mut self, log: &mut Log) {
        log.0.push(format!("leave {}", self.name));
    }

    fn back(&mut self, _: &mut Log, messages: &mut Messages) -> Result<Next<Log>> {
        if self.name == "play" {
            return Err(Error::game("cannot save the play"));
        }
        messages.tell(format!("goodbye, {}", self.name));
        Ok(Next::Pop)
    }
}

fn press(game: &mut Screens<Log>, button: Button) -> (Option<WindowCommand>, Option<String>) {
    let mut messages = Messages::default();
    let mut controls = IDLE;
    controls[0] = Controls::press(button);
    let command = game.tick(&TickInput::new(controls), &mut messages);
    (command, messages.text().map(str::to_owned))
}

fn pixels(game: &mut Screens<Log>) -> [u32; 2] {
    let mut picture = Framebuffer::new(8, 8);
    game.draw(Q16::ONE, &mut picture);
    [picture.pixels()[0], picture.pixels()[1]]
}

#[test]
fn screens_are_entered_and_left_as_they_follow_each_other() {
    let mut game = Screens::new(Log::default()).unwrap();
    for button in [Button::A, Button::Start, Button::B, Button::Start, Button::A] {
        assert_eq!(press(&mut game, button), (None, None));
    }
    let expected = [
        "enter title, tick title, leave title, enter play",
        "tick play, leave play, enter pause",
        "tick pause, leave pause, enter play",
        "tick play, leave play, enter pause",
        "tick pause, leave pause, enter play",
    ];
    assert_eq!(game.game().0.join(", "), expected.join(", "));
    // The pause has replaced the play below it as well: there is no screen to go back to.
    assert_eq!(press(&mut game, Button::B).0, Some(WindowCommand::Quit));
}

#[test]
fn a_screen_without_a_scene_is_drawn_over_the_one_below() {
    let mut game = Screens::new(Log::default()).unwrap();
    assert_eq!(pixels(&mut game), [0x10_0000, 0x10_0000]);
    press(&mut game, Button::Start);
    assert_eq!(pixels(&mut game), [0xFF, 0x10_0000]);
    press(&mut game, Button::A);
    assert_eq!(pixels(&mut game), [0x20_0000, 0x20_0000]);
}

#[test]
fn the_game_has_the_input_before_its_screen() {
    let mut game = Screens::new(Log::default()).unwrap();
    let input = TickInput { mouse: Mouse { position: (3, 4), ..Mouse::default() }, ..TickInput::default() };
    game.tick(&input, &mut Messages::default());
    assert_eq!(game.game().0, ["enter title", "mouse (3, 4)", "tick title"]);
}

#[test]
fn the_game_leads_to_a_screen_before_a_tick_and_its_command_waits_for_those_of_screens() {
    let mut game = Screens::new(Log::default()).unwrap();
    press(&mut game, Button::A);
    let mut tick = |lost_pad, button| {
        let mut input = TickInput { lost_pad, ..TickInput::default() };
        input.controls[0] = Controls::press(button);
        game.tick(&input, &mut Messages::default())
    };
    assert_eq!(tick(Some(0), Button::Y), None);
    let commands = [tick(Some(1), Button::L), tick(None, Button::L), tick(None, Button::Y), tick(None, Button::Y)];
    let (controls, scale) = (Some(WindowCommand::Controls), Some(WindowCommand::Scale(2)));
    assert_eq!(commands, [controls, controls, scale, None]);
    assert_eq!(game.game().0[4..7], ["leave play", "enter title", "tick title"]);
}

#[test]
fn the_first_screen_takes_the_place_of_all() {
    let mut game = Screens::new(Log::default()).unwrap();
    for button in [Button::A, Button::Start, Button::Up] {
        press(&mut game, button);
    }
    assert_eq!(game.game().0[7..], ["tick pause", "leave pause", "enter title"]);
    assert_eq!(pixels(&mut game), [0x10_0000, 0x10_0000]);
    assert_eq!(press(&mut game, Button::B).0, Some(WindowCommand::Quit));
}

#[test]
fn an_error_is_told_and_the_screen_stays_also_on_the_way_back() {
    let mut game = Screens::new(Log::default()).unwrap();
    assert_eq!(press(&mut game, Button::X), (None, Some("no such page".to_owned())));
    assert_eq!(press(&mut game, Button::Y), (None, None));
    assert_eq!(game.game().0, ["enter title", "tick title", "tick title"]);
    let mut game = Screens::new(Log::default()).unwrap();
    press(&mut game, Button::A);
    let mut messages = Messages::default();
    assert!(!game.quit(&mut messages));
    assert_eq!(messages.text(), Some("cannot save the play"));
    press(&mut game, Button::Y);
    assert_eq!(game.game().0.last().unwrap(), "tick play");
    // A screen that does go back may show a message, too.
    press(&mut game, Button::Start);
    assert!(!game.quit(&mut messages));
    assert_eq!((messages.text(), game.game().0.last().unwrap().as_str()), (Some("goodbye, pause"), "enter play"));
}

#[test]
fn a_program_ends_by_quit_and_by_escape_on_its_last_screen() {
    let mut game = Screens::new(Log::default()).unwrap();
    assert_eq!(press(&mut game, Button::Select).0, Some(WindowCommand::Quit));
    game.tick(&TickInput { focus_lost: true, ..TickInput::default() }, &mut Messages::default());
    assert!(!game.quit(&mut Messages::default()), "the pause ends");
    assert!(game.quit(&mut Messages::default()), "the title ends the program");
    assert_eq!(game.game().0.last().unwrap(), "enter title");
}

#[test]
fn a_record_starts_at_the_first_screen() {
    let mut game = Screens::new(Log::default()).unwrap();
    press(&mut game, Button::A);
    assert_eq!(game.setup(), "4");
    game.set_up("7").unwrap();
    assert_eq!(game.game().0, ["set up 7", "enter title"]);
    assert_eq!(pixels(&mut game), [0x10_0000, 0x10_0000]);
}

fn with_sound() -> Stage {
    let scene: &[u8] = b"(sounds: {\"yes\": (file: \"yes.wav\")})";
    let wave = include_bytes!("../../docs/menu-yes.wav");
    testing::open(scene, &[("yes.wav", wave)])
}

#[test]
fn sounds_of_the_last_tick_are_heard_on_the_next_screen() {
    let mut game = Screens::new(Log::default()).unwrap();
    game.stack[0] = Box::new(Page { name: "sound", stage: Some(with_sound()) });
    game.stage().play_sound("yes", Q12::ONE, None);
    press(&mut game, Button::A);
    assert_eq!(game.stage().sounds.played.len(), 1);
    assert_eq!(game.stage().scene().background, 0x20_0000);
}

#[test]
fn the_scenes_of_all_screens_can_be_reloaded() {
    let mut game = Screens::new(Log::default()).unwrap();
    game.stack = vec![scene("hidden", 1), scene("shown", 2), Box::new(Page { name: "pause", stage: None })];
    let backgrounds: Vec<u32> = game.stages().iter().map(|stage| stage.scene().background).collect();
    assert_eq!(backgrounds, [2, 1]);
}

#[test]
fn a_menu_without_a_scene_is_heard_in_the_scene_below() {
    let mut game = Screens::new(Log::default()).unwrap();
    let sounds = MenuSounds { chosen: Some("yes".into()), ..MenuSounds::default() };
    let menu = ListMenu::new(["one", "two"]).with_look(MenuLook { sounds, ..MenuLook::default() });
    let menu = MenuPage::new("menu", menu, |_, _| (), |_, _, _| Ok(Next::Pop));
    game.stack = vec![Box::new(Page { name: "sound", stage: Some(with_sound()) }), Box::new(menu)];
    press(&mut game, Button::Up);
    assert_eq!((game.stack.len(), game.stage().sounds.played.len()), (2, 0));
    press(&mut game, Button::A);
    assert_eq!((game.stack.len(), game.stage().sounds.played.len()), (1, 1));
    assert!(game.stage().take_warnings().is_empty());
}

#[test]
fn a_record_whose_first_scene_follows_from_its_setup_is_one_of_the_game() {
    let mut sound = Screens::new(Log(vec![SET_UP_SOUND.to_owned()])).unwrap();
    let mut recording = record::start(&mut sound);
    recording.setup = "sound".to_owned();
    let mut game = Screens::new(Log::default()).unwrap();
    record::prepare("play.ron".as_ref(), &recording, &mut game, false).unwrap();
    assert_eq!(game.stage().scene().path.as_str(), "a.ron");
}
