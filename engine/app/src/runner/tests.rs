//! The loop with a window that a test controls.

use keitai_runtime::Stage;
use keitai_runtime::controls::Maps;
use keitai_runtime::shot::RecordedShot;
use keitai_sound::MixerOutput;
use std::cell::RefCell;
use std::rc::Rc;

use super::*;
use crate::desktop::{PadNotice, Profile};
use crate::stage_game::StageGame;
use crate::testing::{self, Stages};
use crate::window::SoundDevice;

struct TestWindow {
    events: Events,
    devices: Devices,
}

impl TestWindow {
    fn new() -> Self {
        let profile = Profile { file: None, defaults: Maps::default() };
        Self { events: Events::default(), devices: Devices::new(profile).0 }
    }

    /// Presses a button of the first player, and holds it.
    fn press(&mut self, button: Button) {
        self.devices.touch.release(button);
        self.devices.touch.press(button);
    }
}

impl Window for TestWindow {
    fn poll(&mut self) -> Events {
        std::mem::take(&mut self.events)
    }

    fn devices(&mut self) -> &mut Devices {
        &mut self.devices
    }

    fn switch_full_screen(&mut self) {}

    fn keep_file(&mut self, _: &str, _: &[u8]) -> String {
        String::new()
    }

    fn keep_shot(&mut self, _: &RecordedShot) -> String {
        String::new()
    }

    fn sound_device(&mut self, _: MixerOutput) -> Box<dyn SoundDevice> {
        Box::new(NoDevice)
    }

    fn present(&mut self, _: &Framebuffer) -> Result<()> {
        Ok(())
    }
}

struct NoDevice;

impl SoundDevice for NoDevice {
    fn open(&mut self) -> Result<(), String> {
        Err("no device".to_owned())
    }

    fn is_open(&self) -> bool {
        false
    }

    fn close_lost(&mut self) -> bool {
        false
    }

    fn disconnect(&mut self) {}
}

#[test]
fn presses_during_a_pause_are_for_its_single_ticks_alone() {
    let ticks = Rc::new(RefCell::new(Vec::new()));
    let seen = Rc::clone(&ticks);
    let game = StageGame::new(testing::empty(8), move |_: &mut Stage, controls: &[Controls; PLAYERS]| {
        seen.borrow_mut().push((controls[0].held(Button::A), controls[0].pressed(Button::A)));
    });
    let mut runner = Runner::open(Box::new(game), Mode::Free(None), Display::default(), TestWindow::new());
    let next = |runner: &mut Runner<TestWindow>| {
        ticks.borrow_mut().clear();
        while ticks.borrow().is_empty() {
            runner.step().unwrap();
        }
        ticks.borrow()[0]
    };
    runner.window().press(Button::A);
    assert_eq!(next(&mut runner), (true, true));
    runner.command(WindowCommand::Pause);
    runner.window().press(Button::A);
    runner.command(WindowCommand::Step);
    assert_eq!(next(&mut runner), (true, true));
    runner.window().press(Button::A);
    runner.command(WindowCommand::Pause);
    assert_eq!(next(&mut runner), (true, false), "held only");
}

#[test]
fn a_damaged_save_and_damaged_controls_are_told_in_the_window() {
    let info = GameInfo { warning: Some("hop.ron: 1:1: slip".to_owned()), ..GameInfo::new("hop") };
    let game = testing::playing(testing::empty(8)).with_info(info);
    let mut runner = Runner::open(Box::new(game), Mode::Free(None), Display::default(), TestWindow::new());
    runner.warn(None);
    assert_eq!(runner.message(), Some("hop.ron: 1:1: slip"));
    runner.warn(Some("keys.ron: slip".to_owned()));
    assert_eq!(runner.message(), Some("hop.ron: 1:1: slip\nkeys.ron: slip"));
}

#[test]
fn a_pause_stays_a_pause_when_a_pad_is_unplugged() {
    let game = testing::playing(testing::empty(8));
    let mut runner = Runner::open(Box::new(game), Mode::Free(None), Display::default(), TestWindow::new());
    let unplug = |runner: &mut Runner<TestWindow>| {
        runner.window().events.pads = vec![PadNotice::Unplugged { pad: 0 }];
        runner.step().unwrap();
    };
    runner.command(WindowCommand::Pause);
    unplug(&mut runner);
    runner.window().press(Button::Start);
    runner.step().unwrap();
    assert_eq!((runner.waiting, runner.message()), (Waiting::Paused, Some("pad 1 was unplugged")));
    runner.command(WindowCommand::Pause);
    unplug(&mut runner);
    assert_eq!(runner.waiting, Waiting::LostPad(0));
}

#[test]
fn a_picture_of_another_size_is_not_shown_after_escape_during_a_pause() {
    let game = Stages([16, 8].map(testing::empty).into());
    let mut runner = Runner::open(Box::new(game), Mode::Free(None), Display::default(), TestWindow::new());
    runner.command(WindowCommand::Pause);
    assert_eq!(runner.step().unwrap(), None);
    runner.command(WindowCommand::Quit);
    assert_eq!(runner.step().unwrap(), Some(Outcome::Resized));
}
