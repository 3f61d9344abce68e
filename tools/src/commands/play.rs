//! `keitai play`: a scene in a window, or without one.

use std::path::Path;

use keitai_app::{App, Game, GameInfo, StageGame};
use keitai_runtime::Stage;

use crate::cli::Play;
use crate::error::Error;
use crate::session::{self, Session, contents::Contents};
use crate::shot_file::source_of;
use crate::viewer::keys::PROGRAM;
use keitai_runtime::ron_text::RonKind;

/// Runs a scene until its window is closed, or without a window.
pub(crate) fn run(arguments: &Play) -> Result<(), Error> {
    let session = Session::default();
    let scene = arguments.scene.clone();
    if session::is_stdin(&scene) {
        return Err(session::not_from_stdin("a scene"));
    }
    if session::is_folder(&scene) {
        let hint = scene_in(&session, &scene).map(|scene| format!("`keitai play {scene}` plays a scene in it"));
        return Err(Error::read_with_hint(&scene, "a folder, expected a scene", hint));
    }
    match session.contents(&scene) {
        None | Some(Contents::Ron(RonKind::Scene)) => {}
        Some(other) => return Err(other.instead_of("a scene", &scene)),
    }
    let app = App::new(move |settings| {
        // All scenes have the same controls.
        let (source, path) = source_of(&session, &scene, None)?;
        let game = StageGame::new(Stage::open(source, &path, settings)?, |stage, controls| stage.tick(controls));
        let title = game.info().title;
        Ok(game.with_info(GameInfo { folder: PROGRAM.to_owned(), title, ..GameInfo::new("play") }))
    });
    Ok(app.run(&arguments.options)?)
}

/// Returns the first scene in a folder or, without one, in the folder `scenes` inside it.
fn scene_in(session: &Session, folder: &Path) -> Option<String> {
    let is_scene =
        |file: &Path| session::is_program(file) && session.contents(file) == Some(Contents::Ron(RonKind::Scene));
    // `companions` lists the folder of a file, whatever the name of the file.
    let files = [folder.join("*"), folder.join("scenes/*")].into_iter().flat_map(|all| session.neighbours(&all));
    files.flatten().find(|file| is_scene(file)).map(|scene| scene.display().to_string())
}
