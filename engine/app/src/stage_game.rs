//! A ready-made game: one scene and a function for its ticks.

use std::fmt;
use std::path::Path;

use keitai_runtime::controls::{Controls, PLAYERS, WindowCommand};
use keitai_runtime::{Settings, Stage};

use crate::console;
use crate::error::{Error, Result};
use crate::game::{Game, TickInput};
use crate::game_info::GameInfo;
use crate::locate::locate;
use crate::messages::{LastError, Messages};

/// A game of one scene. `F` advances it by a tick; it calls [`Stage::tick`] itself, with its own systems before and after.
/// Before that call [`Stage::is_reloaded`] reports files that have changed. The player sees its error, if it returns one,
/// and the game continues.
pub struct StageGame<F> {
    stage: Stage,
    info: GameInfo,
    tick: F,
    last_error: LastError,
}

impl<F> fmt::Debug for StageGame<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StageGame").field("stage", &self.stage).finish_non_exhaustive()
    }
}

/// Result of the function that advances a scene by a tick: nothing, or [`Result<()>`](Result).
pub trait TickResult {
    /// Returns the error, if there is one.
    fn error(self) -> Option<Error>;
}

impl TickResult for () {
    fn error(self) -> Option<Error> {
        None
    }
}

impl TickResult for Result<()> {
    fn error(self) -> Option<Error> {
        self.err()
    }
}

impl<F, R> StageGame<F>
where
    F: FnMut(&mut Stage, &[Controls; PLAYERS]) -> R,
    R: TickResult,
{
    /// Returns a game on a stage, with the usual controls. The scene's file name is its name, and the program's name that of
    /// its folders.
    pub fn new(stage: Stage, tick: F) -> Self {
        let path = &stage.scene().path;
        let title = format!("{} - Keitai", path.name());
        let info = GameInfo { folder: console::program(), title, ..GameInfo::new(path.stem()) };
        Self { stage, info, tick, last_error: LastError::default() }
    }

    /// Opens the scene in a file.
    ///
    /// # Errors
    /// The first fault in the scene or its files.
    pub fn open(scene: &Path, settings: &Settings, tick: F) -> Result<Self> {
        let (source, path) = locate(scene)?;
        Ok(Self::new(Stage::open(source, &path, settings)?, tick))
    }

    /// Returns the same game with this name and these controls.
    #[must_use]
    pub fn with_info(self, info: GameInfo) -> Self {
        Self { info, ..self }
    }
}

impl<F, R> Game for StageGame<F>
where
    F: FnMut(&mut Stage, &[Controls; PLAYERS]) -> R + 'static,
    R: TickResult,
{
    fn info(&self) -> GameInfo {
        self.info.clone()
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.stage
    }

    fn tick(&mut self, input: &TickInput, messages: &mut Messages) -> Option<WindowCommand> {
        if let Some(error) = (self.tick)(&mut self.stage, &input.controls).error() {
            self.last_error.tell(&error, messages);
        }
        input.pad_command()
    }
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::Stick;

    use super::*;
    use crate::testing;

    #[test]
    fn a_restarted_scene_plays_as_a_new_one() {
        let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/versus.ron");
        let walk = Controls { left: Stick { x: 0, y: 127 }, ..Controls::IDLE };
        let play = |restart: u64| {
            let tick = move |stage: &mut Stage, controls: &[Controls; PLAYERS]| {
                stage.tick(controls);
                if stage.ticks() == restart {
                    stage.restart();
                }
            };
            StageGame::open(&scene, &Settings::default(), tick).unwrap()
        };
        let (mut restarted, mut new) = (play(30), play(u64::MAX));
        let ticks = |game: &mut dyn Game, count| {
            (0..count).for_each(|_| _ = game.tick(&TickInput::new([walk; PLAYERS]), &mut Messages::default()));
            game.stage().digest()
        };
        assert_ne!(ticks(&mut restarted, 29), ticks(&mut new, 20));
        assert_eq!(ticks(&mut restarted, 21), new.stage().digest());
        assert_eq!((restarted.stage().ticks(), new.stage().ticks()), (20, 20));
    }

    #[test]
    fn the_player_sees_the_error_of_a_tick_and_the_game_goes_on() {
        let stage = testing::open(b"(ready: [\"sparks\"], prefabs: {\"sparks\": ()})", &[]);
        let mut game = StageGame::new(stage, |stage, controls| {
            stage.tick(controls);
            stage.spawn("spark")?;
            Ok(())
        });
        let mut messages = Messages::default();
        (0..2).for_each(|_| _ = game.tick(&TickInput::default(), &mut messages));
        let error = "a.ron: there is no prefab in `ready` named \"spark\"\nhint: did you mean \"sparks\"?";
        assert_eq!(messages.text(), Some(error));
        assert_eq!(game.stage().ticks(), 2);
    }
}
