//! `keitai play`: a scene in a window, or without one.

use std::path::Path;

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
    if files::is_folder(&scene) {
        let hint = scene_in(&scene).map(|scene| format!("`keitai play {scene}` plays a scene in it"));
        return Err(Error::read_with_hint(&scene, "a folder, expected a scene", hint));
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

/// Returns the first scene in a folder or, without one, in the folder `scenes` inside it.
fn scene_in(folder: &Path) -> Option<String> {
    let is_scene = |file: &Path| files::is_program(file) && Contents::of(file) == Some(Contents::Ron(RonKind::Scene));
    // `companions` lists the folder of a file, whatever the name of the file.
    let files = [folder.join("*"), folder.join("scenes/*")].into_iter().flat_map(|all| files::companions(&all));
    files.flatten().find(|file| is_scene(file)).map(|scene| scene.display().to_string())
}
