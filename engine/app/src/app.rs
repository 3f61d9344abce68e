//! Opens a game and runs it as its options say.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use crate::files::Overwrite;
use clap::{CommandFactory, FromArgMatches, Parser};
use keitai_runtime::controls::{Controls, PLAYERS};
use keitai_runtime::{Settings, Stage};

use crate::command_line;
use crate::console;
#[cfg(feature = "window")]
use crate::desktop::{Desktop, Scaling};
use crate::error::{Error, Result};
use crate::game::Game;
#[cfg(target_family = "wasm")]
use crate::handover;
use crate::headless;
use crate::options::Options;
use crate::record::{self, RecordFile};
use crate::reload::SceneWatch;
use crate::runner::Mode;
#[cfg(feature = "window")]
use crate::runner::{Display, Outcome, Runner};
#[cfg(feature = "window")]
use crate::speaker::Speaker;
use crate::stage_game::{StageGame, TickResult};
#[cfg(feature = "window")]
use crate::window::Window;

type Open = Box<dyn Fn(&Settings) -> Result<Box<dyn Game>>>;
type WithoutDisplay = Box<dyn Fn(&Error) -> Result<()>>;

/// A game that can be opened and run.
pub struct App {
    open: Open,
    without_display: Option<WithoutDisplay>,
    version: Option<&'static str>,
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").finish_non_exhaustive()
    }
}

/// The command line of a game without options of its own.
#[derive(Debug, Parser)]
#[command(about = None, long_about = None)]
struct Cli {
    #[command(flatten)]
    options: Options,
}

impl App {
    /// A game that `open` opens. A replay opens it twice: once to compare, and once to show.
    pub fn new<G: Game + 'static>(open: impl Fn(&Settings) -> Result<G> + 'static) -> Self {
        let open = move |settings: &Settings| Ok(Box::new(open(settings)?) as Box<dyn Game>);
        Self { open: Box::new(open), without_display: None, version: None }
    }

    /// A game of the scene in a file, which `tick` advances. Each opening starts with a copy of `tick` and the values that it has
    /// captured. `tick` may return [`Result<()>`](Result): the player sees its error, and the game continues.
    pub fn scene<F, R>(scene: impl AsRef<Path>, tick: F) -> Self
    where
        F: FnMut(&mut Stage, &[Controls; PLAYERS]) -> R + Clone + 'static,
        R: TickResult + 'static,
    {
        let scene = scene.as_ref().to_owned();
        Self::new(move |settings| StageGame::open(&scene, settings, tick.clone()))
    }

    /// Calls `run` with the error of the window instead of failing on a machine without a display.
    #[must_use]
    pub fn without_display(self, run: impl Fn(&Error) -> Result<()> + 'static) -> Self {
        Self { without_display: Some(Box::new(run)), ..self }
    }

    /// Answers `--version`, usually with `env!("CARGO_PKG_VERSION")`.
    #[must_use]
    pub fn version(self, version: &'static str) -> Self {
        Self { version: Some(version), ..self }
    }

    /// Runs the game with the options of the command line. Prints an error and its hint on stderr.
    pub fn main(&self) -> ExitCode {
        let parse = || {
            let command = Cli::command().name(console::program());
            let command = match self.version {
                Some(version) => command.version(version),
                None => command,
            };
            Cli::from_arg_matches(&command.try_get_matches()?)
        };
        let run = || match parse() {
            Ok(cli) => self.run(&cli.options),
            Err(error) => command_line::usage(&error, console::program),
        };
        console::finish(run())
    }

    /// Runs the game until its window is closed, or without a window. In a web page, opens the game and returns; the page runs it.
    ///
    /// # Errors
    /// When the game cannot be opened, a file cannot be read or written, or a replay differs from its record.
    pub fn run(&self, options: &Options) -> Result<()> {
        #[cfg(target_family = "wasm")]
        console_error_panic_hook::set_once();
        let settings = options.render.settings()?;
        if let Some(file) = &options.replay {
            // The whole record is compared before a window shows it.
            let mut recording = record::read(file)?;
            if options.render.changes_pictures() {
                recording.forget_pictures();
            }
            let mut game = (self.open)(&settings)?;
            record::prepare(file, &recording, &mut *game, options.renew)?;
            if options.renew {
                if recording.is_script() && !options.force {
                    let message = format!("{}: a script, without digests", file.display());
                    return Err(Error::usage(message, "`--renew --force` rewrites it with the digests of this play"));
                }
                return headless::renew(options, &mut *game, file, &recording);
            }
            if options.headless {
                return headless::replay(options, &mut *game, file, &recording);
            }
            record::verify(file, &recording, &mut *game, |_| Ok(()))?;
            game = (self.open)(&settings)?;
            record::begin(&recording, &mut *game)?;
            return self.show(game, options, Mode::replay(&recording));
        }
        let mut game = (self.open)(&settings)?;
        if options.headless {
            return headless::run(options, &mut *game);
        }
        let mode = match &options.record {
            Some(file) => Mode::Record(RecordFile::begin(file, &mut *game, Overwrite::forced(options.force))?),
            None => Mode::Free(Some(SceneWatch::new(&mut *game))),
        };
        self.show(game, options, mode)
    }

    /// Shows a game in a window. Without a display the program's function for that case runs, if there is one.
    fn show(&self, game: Box<dyn Game>, options: &Options, mode: Mode) -> Result<()> {
        match (self.show_in_window(game, options, mode), &self.without_display) {
            (Err(error), Some(run)) if error.is_no_display() => run(&error),
            (result, _) => result,
        }
    }

    /// Shows a game until its window is closed. A game that changes the size of its picture gets another window.
    #[cfg(feature = "window")]
    fn show_in_window(&self, mut game: Box<dyn Game>, options: &Options, mut mode: Mode) -> Result<()> {
        let speaker = Speaker::new(options.mute, &game.info().folder);
        // The pixels of a game are squares; a tool shows as much as there is room for.
        let scaling = if game.tool().is_some() { Scaling::Fit } else { Scaling::Whole };
        let (smooth, trace) = (options.smooth, options.trace);
        let mut display = Display { smooth, scaling, trace, speaker, ..Display::default() };
        let mut full_screen = false;
        loop {
            // A record is written even when the window failed.
            let record = mode.record();
            let write = |record: Option<RecordFile>| record.map_or(Ok(()), |record| record.write());
            let lost = record.clone();
            let (mut window, wrong) = match Desktop::open(&mut *game, options.turn, move || end_without_display(lost)) {
                Ok(desktop) => desktop,
                Err(error) => {
                    // The error of the window is the cause.
                    let _ = write(record);
                    return Err(error);
                }
            };
            if full_screen {
                window.switch_full_screen();
            }
            let mut runner = Runner::open(game, mode, display, window);
            runner.warn(wrong);
            let outcome = runner.run();
            full_screen = runner.window().full_screen;
            (game, mode, display) = runner.close();
            if matches!(outcome, Ok(Outcome::Resized)) {
                continue;
            }
            return outcome.and(write(record));
        }
    }

    /// Leaves the game for the page, which shows it.
    #[cfg(target_family = "wasm")]
    fn show_in_window(&self, game: Box<dyn Game>, _options: &Options, _mode: Mode) -> Result<()> {
        handover::hand_over(Ok(game));
        Ok(())
    }

    /// Returns that there is no display, because the program was built without a window.
    #[cfg(not(any(feature = "window", target_family = "wasm")))]
    fn show_in_window(&self, _game: Box<dyn Game>, _options: &Options, _mode: Mode) -> Result<()> {
        Err(Error::Desktop(crate::desktop::Error::NoDisplay("built without a window".to_owned())))
    }
}

/// Saves a record and ends the program after its display went away.
#[cfg(feature = "window")]
fn end_without_display(record: Option<RecordFile>) {
    let saved = record.map_or(Ok(()), |record| record.write());
    let lost = Error::Desktop(crate::desktop::Error::Lost);
    [saved.err().as_ref(), Some(&lost)].into_iter().flatten().for_each(console::report);
    std::process::exit(lost.exit_code().into());
}
