//! `keitai play`: a scene in a window, or without one.

use keitai_app::{App, Game, GameInfo, StageGame};

use crate::cli::Play;
use crate::error::Error;
use crate::files::{self, contents::Contents};
use crate::viewer::keys::PROGRAM;
use keitai_runtime::ron_text::RonKind;

/// Runs a scene until its window is closed, or without a window.
pub(crate) fn run(arguments: &Play) -> Result<(), Error> {
    let scene = arguments.scene.clone();
    if files::is_stdin(&scene) {
        return Err(files::not_from_stdin("a scene"));
    }
    match Contents::of(&scene) {
        None | Some(Contents::Ron(RonKind::Scene)) => {}
        Some(other) => return Err(other.instead_of("a scene", &scene)),
    }
    let app = App::new(move |settings| {
        // All scenes have the same controls.
        let game = StageGame::open(&scene, settings, |stage, controls| stage.tick(controls))?;
        let title = game.info().title;
        Ok(game.with_info(GameInfo { folder: PROGRAM.to_owned(), title, ..GameInfo::new("play") }))
    });
    Ok(app.run(&arguments.options)?)
}
