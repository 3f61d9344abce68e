//! Screens of a game: title, play, pause, result.
//!
//! [`Screens`] is a [`Game`] made of a stack of [`Screen`]s and a [`ScreenGame`], the part of the game that outlasts them. The
//! uppermost screen gets the ticks; those below wait. After each tick a screen says what is [`Next`]. A screen without a scene of
//! its own, such as a pause, is drawn over the picture of the screen below. Repeating sounds of that scene are paused until it
//! continues; its music plays on, and [`Stage::set_music`] ends it where a game wants silence.
//!
//! Chapter 6 of the guide makes a game with a title, a play, a pause and a result.

mod menu_page;

use std::fmt;
use std::hash::Hash;

use keitai_render::{Compat, Framebuffer, Q12, Q16};
use keitai_runtime::controls::WindowCommand;
use keitai_runtime::replay::GameHasher;
use keitai_runtime::{Settings, Stage};

use crate::error::Result;
use crate::game::{Game, SIZE, TickInput, refuse_setup};
use crate::game_info::GameInfo;
use crate::messages::{LastError, Messages};

pub use menu_page::MenuPage;

/// The part of a game that outlasts its screens: options, scores, loaded files.
pub trait ScreenGame: Sized + 'static {
    /// Returns the name and the controls.
    fn info(&self) -> GameInfo;

    /// Opens the first screen: when the program starts, and before a record is replayed.
    ///
    /// # Errors
    /// When its scene cannot be opened. The program then ends with the error.
    fn first(&mut self) -> Result<Box<dyn Screen<Self>>>;

    /// Receives the input of a tick before the uppermost screen does. The next screen that this returns is the one that ticks, and
    /// the window receives a command when no screen gives one.
    fn begin_tick(&mut self, _input: &TickInput) -> Next<Self> {
        Next::Stay
    }

    /// See [`Game::hash_state`]. Screens hash their own.
    fn hash_state(&self, _state: &mut GameHasher) {}

    /// See [`Game::setup`].
    fn setup(&self) -> String {
        String::new()
    }

    /// See [`Game::set_up`]. The first screen is opened again afterwards.
    fn set_up(&mut self, setup: &str) -> Result<()> {
        refuse_setup(setup)
    }
}

/// A screen of the game `G`.
pub trait Screen<G>: 'static {
    /// Returns the scene of the screen. A screen without one is drawn over the screen below it.
    fn stage(&mut self) -> Option<&mut Stage> {
        None
    }

    /// The screen has become the uppermost one: it was opened, or the screen over it has ended.
    fn enter(&mut self, _game: &mut G) {}

    /// Advances the screen by a tick, while it is the uppermost one, and returns which screen is next. The scene advances when the
    /// screen calls [`Stage::tick`] here; see [`Game::tick`] for what it may change before and after. [`Self::sound`], and then
    /// [`Self::leave`] and the [`Self::enter`] of the next screen, are called after it. A screen that is entered ticks first in
    /// the next tick.
    ///
    /// # Errors
    /// When the next screen cannot be opened, for instance. The user sees the error, and this screen stays.
    fn tick(&mut self, game: &mut G, input: &TickInput, messages: &mut Messages) -> Result<Next<G>>;

    /// Draws over the picture of the scene. Everything that is seen belongs to screenshots and records.
    fn draw(&self, _game: &G, _picture: &mut Framebuffer) {}

    /// Returns a sound to play after a tick, by its name among the sounds of the uppermost scene: its own, or that of the screen
    /// below. So a menu over the picture is heard: `self.menu.sound().map(|name| &**name)`.
    fn sound(&self) -> Option<&str> {
        None
    }

    /// Hashes the state of the screen that is not in its scene, see [`Game::hash_state`].
    fn hash_state(&self, _state: &mut GameHasher) {}

    /// The screen is the uppermost one no longer: it ends, or another one is pushed over it. Not called when the program ends
    /// otherwise; a screen saves in [`Self::tick`].
    fn leave(&mut self, _game: &mut G) {}

    /// Escape was pressed. By default the screen ends. Without a screen below it, as after [`Next::To`], the program
    /// ends. Not called while a play is recorded or replayed.
    fn back(&mut self, _game: &mut G, _messages: &mut Messages) -> Result<Next<G>> {
        Ok(Next::Pop)
    }

    /// Receives the volume of the window, in tenths of the greatest: before each tick, and when the screen has become the
    /// uppermost one.
    fn set_volume(&mut self, _tenths: u8) {}

    /// Returns a line about the screen for scripts, see [`Messages::trace`]. By default the name of its type in small letters.
    fn trace(&self, _game: &G) -> String {
        let name = std::any::type_name::<Self>();
        name.rsplit("::").next().unwrap_or(name).to_lowercase()
    }
}

/// The next screen.
pub enum Next<G> {
    /// The same screen.
    Stay,
    /// Another screen, in place of this one and all screens below it.
    To(Box<dyn Screen<G>>),
    /// Another screen over this one, which waits until that one ends.
    Push(Box<dyn Screen<G>>),
    /// The screen below this one. Without one the program ends. To return an answer, this screen writes it to the game,
    /// and [`Screen::enter`] of the screen below reads it.
    Pop,
    /// The first screen, opened again in place of all screens.
    First,
    /// The same screen, with a command to the window: [`WindowCommand::Controls`] opens the controls screen. Only a
    /// tick can give a command; elsewhere this is the same as [`Self::Stay`].
    Command(WindowCommand),
    /// No screen: the program ends.
    Quit,
}

impl<G> fmt::Debug for Next<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stay => "Stay",
            Self::To(_) => "To",
            Self::Push(_) => "Push",
            Self::Pop => "Pop",
            Self::First => "First",
            Self::Command(command) => return f.debug_tuple("Command").field(command).finish(),
            Self::Quit => "Quit",
        })
    }
}

/// A game of screens.
pub struct Screens<G> {
    game: G,
    /// The screens, the uppermost one at the end. There is always one.
    stack: Vec<Box<dyn Screen<G>>>,
    /// The scene while no screen has one.
    empty: Stage,
    last_error: LastError,
    /// Volume of the window, in tenths of the greatest.
    volume: u8,
    /// A command of the game that waits for a tick in which no screen gives one.
    waiting: Option<WindowCommand>,
}

impl<G> fmt::Debug for Screens<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Screens").field("screens", &self.stack.len()).finish_non_exhaustive()
    }
}

impl<G: ScreenGame> Screens<G> {
    /// Opens the first screen of a game.
    pub fn new(mut game: G) -> Result<Self> {
        let first = game.first()?;
        let empty = Stage::empty(SIZE, Compat::default(), &Settings::default());
        let mut screens =
            Self { game, stack: vec![first], empty, last_error: LastError::default(), volume: 10, waiting: None };
        screens.enter();
        Ok(screens)
    }

    /// Returns the part of the game that outlasts its screens.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the line about the uppermost screen that the option `--trace` prints after each tick.
    pub fn trace(&self) -> String {
        self.stack.last().map(|screen| screen.trace(&self.game)).unwrap_or_default()
    }

    fn enter(&mut self) {
        if let Some(screen) = self.stack.last_mut() {
            screen.enter(&mut self.game);
            screen.set_volume(self.volume);
        }
    }

    fn follow(&mut self, next: Next<G>) -> Result<Option<WindowCommand>> {
        let next = if matches!(next, Next::First) { Next::To(self.game.first()?) } else { next };
        match next {
            Next::Stay => return Ok(None),
            Next::Command(command) => return Ok(Some(command)),
            Next::Quit => return Ok(Some(WindowCommand::Quit)),
            Next::Pop if self.stack.len() == 1 => return Ok(Some(WindowCommand::Quit)),
            Next::To(_) | Next::Push(_) | Next::Pop | Next::First => {}
        }
        // Sounds of the last tick are heard on the next screen.
        let mut played = std::mem::take(&mut self.stage().sounds.played);
        if let Some(screen) = self.stack.last_mut() {
            screen.leave(&mut self.game);
        }
        match next {
            Next::To(screen) => self.stack = vec![screen],
            Next::Push(screen) => self.stack.push(screen),
            Next::Pop => drop(self.stack.pop()),
            Next::First | Next::Stay | Next::Command(_) | Next::Quit => {}
        }
        self.enter();
        let waiting = &mut self.stage().sounds.played;
        played.append(waiting);
        *waiting = played;
        Ok(None)
    }

    /// Goes to the next screen. Returns the command to the window, if any. The program continues after an error, which the user
    /// sees.
    fn answer(&mut self, next: Result<Next<G>>, messages: &mut Messages) -> Option<WindowCommand> {
        next.and_then(|next| self.follow(next)).unwrap_or_else(|error| {
            self.last_error.tell(&error, messages);
            None
        })
    }
}

impl<G: ScreenGame> Game for Screens<G> {
    fn info(&self) -> GameInfo {
        self.game.info()
    }

    fn stage(&mut self) -> &mut Stage {
        self.stack.iter_mut().rev().find_map(|screen| screen.stage()).unwrap_or(&mut self.empty)
    }

    fn stages(&mut self) -> Vec<&mut Stage> {
        self.stack.iter_mut().rev().filter_map(|screen| screen.stage()).collect()
    }

    fn tick(&mut self, input: &TickInput, messages: &mut Messages) -> Option<WindowCommand> {
        let begun = self.game.begin_tick(input);
        self.waiting = self.answer(Ok(begun), messages).or(self.waiting);
        self.volume = input.volume.map_or(self.volume, |volume| volume / 10);
        let screen = self.stack.last_mut()?;
        screen.set_volume(self.volume);
        let next = screen.tick(&mut self.game, input, messages);
        if let Some(sound) = screen.sound().map(str::to_owned) {
            self.stage().play_sound(&sound, Q12::ONE, None);
        }
        let command = self.answer(next, messages);
        if let Some(WindowCommand::Volume(volume)) = command {
            self.volume = volume / 10;
        }
        messages.trace(|| self.trace());
        command.or_else(|| self.waiting.take()).or_else(|| input.pad_command())
    }

    fn draw(&mut self, part: Q16, picture: &mut Framebuffer) {
        self.stage().draw_between(part, picture);
        let lowest = self.stack.iter_mut().rposition(|screen| screen.stage().is_some());
        for screen in &self.stack[lowest.unwrap_or_default()..] {
            screen.draw(&self.game, picture);
        }
    }

    fn quit(&mut self, messages: &mut Messages) -> bool {
        let Some(screen) = self.stack.last_mut() else { return true };
        let next = screen.back(&mut self.game, messages);
        self.answer(next, messages) == Some(WindowCommand::Quit)
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.stack.len().hash(state);
        self.game.hash_state(state);
        self.stack.iter().for_each(|screen| screen.hash_state(state));
    }

    fn setup(&self) -> String {
        self.game.setup()
    }

    fn set_up(&mut self, setup: &str) -> Result<()> {
        self.game.set_up(setup)?;
        self.stack = vec![self.game.first()?];
        self.enter();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
