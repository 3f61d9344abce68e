//! `keitai play`: a scene in a window, or without one. `keitai` alone: Tin Sumo.

use keitai_app::{App, Options};

use crate::cli::Play;
use crate::commands::view;
use crate::error::Error;

/// Runs a scene until its window is closed, or without a window.
pub(crate) fn run(arguments: &Play) -> Result<(), Error> {
    let app = App::scene(&arguments.scene, |stage, controls| stage.tick(controls)).open_files(view::open);
    Ok(app.run(&arguments.options)?)
}

/// Runs the sample game.
pub(crate) fn run_sample() -> Result<(), Error> {
    Ok(tin_sumo::app().open_files(view::open).run(&Options::default())?)
}
