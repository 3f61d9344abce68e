//! The interface between a game and the loop that runs it.

use std::any::Any;
use std::fmt;
use std::path::PathBuf;

use crate::controls_screen::ControlsScreen;
use keitai_render::{Framebuffer, Q16};
use keitai_runtime::Stage;
use keitai_runtime::assets::AssetPath;
use keitai_runtime::controls::{Controls, Input, Labels, Mouse, PLAYERS, PadKind, WindowCommand};
use keitai_runtime::debug::{Debug, Times};
use keitai_runtime::replay::{GameHasher, Play};
use keitai_runtime::shot::Recorded;

use crate::error::{Error, Result};
use crate::game_info::GameInfo;
use crate::messages::Messages;
use crate::panels::Panels;

/// Width and height of the usual picture of the era's phones, pixels.
pub const SIZE: (u32, u32) = (240, 320);

/// A game that [`App`](crate::App) runs.
///
/// Required are a name, the current scene and a tick. The other methods draw, reload and record that scene; a game
/// overrides what it does differently. A program with a window of its own finds its game again as [`Any`].
pub trait Game: Any {
    /// Returns the name and the controls. Titles and words of the controls screen may follow the language; everything else stays the
    /// same. This is called whenever it is needed.
    fn info(&self) -> GameInfo;

    /// Returns the current scene. A game with several screens may return another one after each tick.
    fn stage(&mut self) -> &mut Stage;

    /// Returns the scenes whose files are reloaded when they change: the current one, and others that come back later.
    fn stages(&mut self) -> Vec<&mut Stage> {
        vec![self.stage()]
    }

    /// Advances the game by a tick. Returns a command for the window, if any; the debug overlay is left to the
    /// user.
    ///
    /// The scene does not advance by itself: the game calls [`Stage::tick`] here, once. What it changes before that call, such as a
    /// velocity, counts in this tick; contacts and events of this tick are there after the call. It may change the whole world
    /// before and after, and also show another scene. A transform that it changes after the call is seen in the next tick, or at
    /// once after [`Stage::propagate_transforms`] or [`Stage::place`]. A game that does not call [`Stage::tick`] stands still.
    ///
    /// Changed files are loaded again before this call, and [`Self::set_labels`], [`Self::set_mouse`] and [`Self::set_volume`]
    /// are called; warnings are shown, sounds are heard and the picture is drawn after it. When several ticks are due at once, a
    /// press is in the controls of the first.
    fn tick(&mut self, controls: &[Controls; PLAYERS], messages: &mut Messages) -> Option<WindowCommand>;

    /// Returns the window's title; `None` for the game's name.
    fn title(&self) -> Option<String> {
        None
    }

    /// Draws the picture that a screenshot holds.
    fn draw(&mut self, picture: &mut Framebuffer) {
        self.stage().draw(picture);
    }

    /// Draws a picture between the last two ticks: `part` is 0 for the first of them and 1.0 for the second.
    fn draw_between(&mut self, part: Q16, picture: &mut Framebuffer) {
        self.stage().draw_between(part, picture);
    }

    /// Draws over the picture what a screenshot does not hold, for example a legend.
    fn draw_over(&mut self, _picture: &mut Framebuffer, _labels: &Labels) {}

    /// Draws the controls screen over the picture. `pads` are the kinds of the pads that are plugged in.
    fn draw_controls(&mut self, screen: &ControlsScreen, pads: &[Option<PadKind>; PLAYERS], picture: &mut Framebuffer) {
        screen.draw(picture, pads);
    }

    /// Draws the debug overlay.
    fn draw_debug(&mut self, debug: &mut Debug, times: &Times, picture: &mut Framebuffer) {
        self.stage().draw_debug(debug, times, picture);
    }

    /// Returns the current picture as a shot.
    ///
    /// # Errors
    /// When a figure or an action cannot be written in its format.
    fn shot(&mut self) -> Result<Recorded> {
        Ok(self.stage().shot()?)
    }

    /// Receives the names of keys and buttons on the devices in use, before each tick.
    ///
    /// The method is not called while a play is recorded or replayed, or without a window, so that pictures do not depend
    /// on a device. A game then shows the names of its default keys.
    fn set_labels(&mut self, _labels: &Labels) {}

    /// Receives the mouse over the picture before each tick, by default in [`Stage::mouse`].
    ///
    /// The method is not called while a play is recorded or replayed, or without a window: records hold controls only, and a
    /// scene plays the same wherever the mouse is unless its game reads it.
    fn set_mouse(&mut self, mouse: &Mouse) {
        self.stage().mouse = *mouse;
    }

    /// Receives the volume, 0..=100 and 0 while the sound is off, before each tick; for pages of options, which change it
    /// with [`WindowCommand::Volume`]. Not called while a play is recorded or replayed.
    fn set_volume(&mut self, _volume: u8) {}

    /// Loads the scenes of [`Self::stages`] and changed files again. A scene with an error stays as it was.
    ///
    /// # Errors
    /// The first fault in the changed files.
    fn reload(&mut self, changed: &[AssetPath]) -> Result<()> {
        let mut reloaded = Ok(());
        for stage in self.stages() {
            reloaded = reloaded.and(stage.reload(changed));
        }
        Ok(reloaded?)
    }

    /// Opens files that were dropped on the window. Returns `false` when the game opens no files.
    ///
    /// # Errors
    /// When a file cannot be opened; the game stays as it was.
    fn open_files(&mut self, _files: &[PathBuf], _messages: &mut Messages) -> Result<bool> {
        Ok(false)
    }

    /// Opens the next file of a program that shows one after another, or the previous one.
    ///
    /// # Errors
    /// When the file cannot be opened; the game stays as it was.
    fn step_file(&mut self, _forward: bool, _messages: &mut Messages) -> Result<()> {
        Ok(())
    }

    /// Returns a line for the console that tells how to get the picture of a screenshot again.
    fn screenshot_note(&self) -> Option<String> {
        None
    }

    /// Returns a line about the last tick for `--trace`, which scripts read that play the game. Without one, nothing is
    /// printed.
    fn trace(&self) -> Option<String> {
        None
    }

    /// Receives a key or a button that went down, before any map. Not called while a play is recorded or replayed, or the
    /// controls screen is open.
    fn press(&mut self, _input: Input) {}

    /// Returns the panels around the picture, if the game has any.
    fn panels(&mut self) -> Option<&mut dyn Panels> {
        None
    }

    /// Escape was pressed. Returns whether the window closes. Not called while a play is recorded or replayed.
    fn quit(&mut self, _messages: &mut Messages) -> bool {
        true
    }

    /// The window lost the keyboard, or the controls screen was opened. Not called while a play is recorded or replayed.
    fn lose_focus(&mut self, _messages: &mut Messages) {}

    /// A pad was unplugged, counted from 0. Returns whether the window waits until somebody presses Start; a game with a
    /// pause of its own returns `false`. Not called while a play is recorded or replayed.
    fn lose_pad(&mut self, _pad: usize) -> bool {
        true
    }

    /// Hashes everything that the game keeps besides the scene and that changes with time: laps, lives, the screen on show.
    /// Records compare it in each tick, so that a difference is found where it begins.
    fn hash_state(&self, _state: &mut GameHasher) {}

    /// Returns everything that influences a play besides the scene, its seed and the controls. A record keeps the text.
    fn setup(&self) -> String {
        String::new()
    }

    /// Prepares the game for the replay of a record with this setup.
    ///
    /// # Errors
    /// When the setup is not one of this game.
    fn set_up(&mut self, setup: &str) -> Result<()> {
        refuse_setup(setup)
    }
}

impl fmt::Debug for dyn Game + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("name", &self.info().name).finish_non_exhaustive()
    }
}

impl Play for dyn Game + '_ {
    fn stage(&mut self) -> &mut Stage {
        Game::stage(self)
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        Game::draw(self, picture);
    }

    fn hash_state(&self, state: &mut GameHasher) {
        Game::hash_state(self, state);
    }
}

/// Accepts the setup of a game that has none.
pub(crate) fn refuse_setup(setup: &str) -> Result<()> {
    if setup.is_empty() { Ok(()) } else { Err(Error::Setup { found: setup.to_owned(), reason: None }) }
}
