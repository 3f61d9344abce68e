//! The interface between a game and the loop that runs it, and the input of a tick.

use std::any::Any;

use keitai_render::{Framebuffer, Q16};
use keitai_runtime::Stage;
use keitai_runtime::controls::{Button, Controls, Labels, Mouse, PLAYERS, WindowCommand};
use keitai_runtime::replay::{GameHasher, Play};
use keitai_runtime::shot::RecordedShot;

use crate::error::{Error, Result};
use crate::game_info::GameInfo;
use crate::messages::Messages;
use crate::tool::Tool;

/// Width and height of the usual picture of the era's phones, pixels.
pub const SIZE: (u32, u32) = (240, 320);

/// A game that [`App`](crate::App) runs.
///
/// Required are a name, the current scene and a tick. A program with a window of its own finds its game again as [`Any`].
pub trait Game: Any {
    /// Returns the name and the controls. Titles of the controls screen may change; everything else stays the
    /// same. This is called whenever it is needed.
    fn info(&self) -> GameInfo;

    /// Returns the current scene. A game with several screens may return another one after each tick.
    fn stage(&mut self) -> &mut Stage;

    /// Returns the scenes whose files are loaded again when they change: the current one, and others that come back later.
    /// [`Stage::is_reloaded`] is true for them in the next tick.
    fn stages(&mut self) -> Vec<&mut Stage> {
        vec![self.stage()]
    }

    /// Advances the game by a tick. Returns a command for the window, if any; the debug overlay is left to the user.
    ///
    /// The scene does not advance by itself: the game calls [`Stage::tick`] here, once. Values that it changes before
    /// that call, such as a velocity, are used in this tick; contacts of this tick are there after the call.
    /// The game may change the whole world before and after, and also show another scene. A transform that it changes after
    /// the call is seen in the next tick, or at once after [`Stage::propagate_transforms`] or [`Stage::place`]. A game
    /// that does not call [`Stage::tick`] stands still.
    ///
    /// Changed files are loaded again before this call; warnings are shown, sounds are heard and the picture is drawn after it.
    fn tick(&mut self, input: &TickInput, messages: &mut Messages) -> Option<WindowCommand>;

    /// Draws the picture, which screenshots and records hold. `part` is the time between the last two ticks, 0.0 for the first of
    /// them and 1.0 for the second; it is 1.0 unless the user has chosen pictures between ticks.
    fn draw(&mut self, part: Q16, picture: &mut Framebuffer) {
        self.stage().draw_between(part, picture);
    }

    /// Records the current picture as a shot with its files.
    fn shot(&mut self) -> Result<RecordedShot> {
        Ok(self.stage().shot()?)
    }

    /// Handles Escape. Returns whether the window closes. Not called while a play is recorded or replayed.
    fn quit(&mut self, _messages: &mut Messages) -> bool {
        true
    }

    /// Hashes everything that the game keeps besides the scene and that changes with time: laps, lives, the current screen.
    /// Records compare it in each tick, so that a difference is found where it begins.
    fn hash_state(&self, _state: &mut GameHasher) {}

    /// Returns everything that influences a play besides the scene, its seed and the controls. A record keeps the text.
    fn setup(&self) -> String {
        String::new()
    }

    /// Prepares the game for the replay of a record with this setup, or returns why it is not one of this game.
    fn set_up(&mut self, setup: &str) -> Result<()> {
        refuse_setup(setup)
    }

    /// Returns the part of a program that opens files or has panels around its picture. Games have none.
    fn tool(&mut self) -> Option<&mut dyn Tool> {
        None
    }
}

impl Play for dyn Game + '_ {
    fn stage(&mut self) -> &mut Stage {
        Game::stage(self)
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        Game::draw(self, Q16::ONE, picture);
    }

    fn hash_state(&self, state: &mut GameHasher) {
        Game::hash_state(self, state);
    }
}

pub(crate) fn refuse_setup(setup: &str) -> Result<()> {
    if setup.is_empty() { Ok(()) } else { Err(Error::Setup { found: setup.to_owned(), reason: None }) }
}

/// The input of a game in one tick.
///
/// Records hold the controls alone. While one is written or replayed, and without a window, everything else has its default, so
/// that a play and its pictures do not depend on a device.
#[derive(Debug, Clone, Default)]
pub struct TickInput<'a> {
    /// The controls of each player. When several ticks are due at once, a press is in those of the first.
    pub controls: [Controls; PLAYERS],
    /// The mouse over the picture; the same as [`Stage::mouse`](keitai_runtime::Stage::mouse) of the current scene.
    pub mouse: Mouse,
    /// The names of keys and buttons on the devices in use. Without them a game shows the names of its default keys.
    pub labels: Option<Labels<'a>>,
    /// The volume, 0..=100, 0 while the sound is off. A page of options changes it with [`WindowCommand::Volume`].
    pub volume: Option<u8>,
    /// The window lost the keyboard since the last tick, or the controls screen was opened: a game that moves pauses.
    pub focus_lost: bool,
    /// The pad that was unplugged since the last tick, counted from 0; for games that
    /// [wait for it themselves](crate::GameInfo::waits_for_pads).
    pub lost_pad: Option<usize>,
}

impl TickInput<'_> {
    /// Returns the input of a tick in which the players do this and nothing else happens.
    pub fn new(controls: [Controls; PLAYERS]) -> Self {
        Self { controls, ..Self::default() }
    }

    /// Returns the window command of a pad without a chord: Start and Select of one player together quit, the right stick
    /// pushed in takes a screenshot.
    pub fn pad_command(&self) -> Option<WindowCommand> {
        if self.controls.iter().any(Controls::quits) {
            return Some(WindowCommand::Quit);
        }
        self.controls.iter().any(|player| player.pressed(Button::R3)).then_some(WindowCommand::Screenshot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pad_quits_and_takes_screenshots() {
        let pads = |controls: [Controls; PLAYERS]| TickInput::new(controls).pad_command();
        let pad = |held: &[Button], pressed: &[Button]| {
            let (held, pressed) = (held.iter().copied().collect(), pressed.iter().copied().collect());
            let second = Controls { held, pressed, ..Controls::IDLE };
            pads([Controls::IDLE, second, Controls::IDLE, Controls::IDLE])
        };
        assert_eq!(pad(&[Button::Start, Button::Select], &[]), Some(WindowCommand::Quit));
        assert_eq!(pad(&[Button::R3], &[Button::R3]), Some(WindowCommand::Screenshot));
        assert_eq!((pad(&[Button::R3], &[]), pad(&[Button::Start], &[Button::Start])), (None, None));
        let [start, select] = [Button::Start, Button::Select].map(Controls::press);
        assert_eq!(pads([start, select, Controls::IDLE, Controls::IDLE]), None, "two players");
    }
}
