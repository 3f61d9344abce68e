//! The commands for programs without a terminal or a disk: files in memory, findings as JSON, results as bytes.
//!
//! [`Session::mount`] makes files known like an archive on the disk. Paths then lead into it, `files!folder/robo.mbac`, and into
//! archives in it, `files!game.jar!res/17`. Companion files are found as they are beside files on a disk.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Parser;
use keitai_app::{Error as AppError, Game, Result, StageGame};
use keitai_exchange::archive::Archive;
use keitai_formats::Kind;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::ron_text::RonKind;
use keitai_runtime::shot::{Player, Shot};
use keitai_runtime::{Settings, Stage};
use serde_json::json;

use crate::cli::{CameraOptions, Cli, Command, CompanionOptions};
use crate::commands::check::report::finding;
use crate::commands::view::Window;
use crate::commands::{check, convert};
use crate::error::Error;
use crate::session::archives::Entry;
use crate::session::{self, Session};

/// The largest file that is checked, bytes. The viewer opens none that is larger.
const LARGEST: u64 = 16 << 20;

/// Results of a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversion {
    /// Names and contents of the outputs; none when an input has an error.
    pub files: Vec<(String, Vec<u8>)>,
    /// Everything found in the inputs, as a JSON array of the findings that `keitai check --json` writes.
    pub findings: String,
}

impl Session {
    /// Makes files known under `name`, instead of those known under it before. Files whose names lead out of a folder are
    /// left out.
    ///
    /// # Errors
    /// When the files are beyond the limits of an archive.
    pub fn mount(&self, name: &str, files: &[(String, Vec<u8>)]) -> Result<()> {
        let archive = Archive::pack(files).map_err(|error| AppError::read(Path::new(name), error))?;
        Ok(self.mount_archive(Path::new(name), archive)?)
    }

    /// Forgets the files known under `name`. Paths no longer lead to them.
    pub fn unmount(&self, name: &str) {
        self.unmount_archive(Path::new(name));
    }

    /// Returns the paths of all files known under `name`, and of those in archives among them.
    ///
    /// # Errors
    /// When there are none.
    pub fn paths(&self, name: &str) -> Result<Vec<String>> {
        let entries = self.entries(Path::new(name))?;
        Ok(entries.iter().map(|entry| entry.path.to_string_lossy().into_owned()).collect())
    }

    /// Returns whether a figure is among the files known under `name`.
    ///
    /// # Errors
    /// When there are none.
    pub fn has_figure(&self, name: &str) -> Result<bool> {
        let is_figure = |entry: &Entry| matches!(entry.kind, Ok(Some(kind)) if kind.is_figure());
        Ok(self.entries(Path::new(name))?.iter().any(is_figure))
    }

    /// Returns the paths of the scenes or of the shots among the files known under `name`.
    ///
    /// # Errors
    /// When there are no files.
    pub fn programs(&self, name: &str, kind: RonKind) -> Result<Vec<String>> {
        let is = |path: &String| self.text(path).is_ok_and(|text| RonKind::of(&text) == Some(kind));
        let mut paths = self.paths(name)?;
        paths.retain(|path| session::is_program(Path::new(path)) && is(path));
        Ok(paths)
    }

    fn text(&self, path: &str) -> Result<String> {
        let path = Path::new(path);
        String::from_utf8(self.read(path)?.into_vec()).map_err(|error| AppError::read(path, error))
    }

    /// Opens a scene. Its paths may lead to all files.
    ///
    /// # Errors
    /// The first fault in the scene or its files.
    pub fn play(&self, scene: &str, settings: &Settings) -> Result<impl Game + use<>> {
        let (source, path) = self.source(Path::new(scene))?;
        play(source, &path, settings)
    }

    /// Opens a shot. Its paths may lead to all files.
    ///
    /// # Errors
    /// The first fault in the shot or its files.
    pub fn shot(&self, shot: &str, settings: &Settings) -> Result<Player> {
        let (source, path) = self.source(Path::new(shot))?;
        let parsed = Shot::parse(&self.text(shot)?).map_err(|error| AppError::read(Path::new(shot), error))?;
        Player::open(&parsed, settings, &source, &path).map_err(|error| AppError::read(Path::new(shot), error))
    }

    /// Opens the viewer as `keitai view` does: a figure with actions and textures, or the figures of a folder, one of which is shown.
    ///
    /// # Errors
    /// When there is no figure, or the first one cannot be loaded.
    pub fn view(&self, paths: &[PathBuf], settings: &Settings) -> Result<Window> {
        let companions = (&CompanionOptions::default(), None);
        Ok(Window::open(self, paths, companions, settings, (None, None), &CameraOptions::default())?)
    }

    /// Checks the figures, actions and textures among files. Returns the JSON object of `keitai check --json`; none when there
    /// is nothing to check. A file of more than 16 MiB is an error, and nothing in it is checked.
    ///
    /// # Errors
    /// When the names are not arguments of `keitai check`, or none of the files can be checked.
    pub fn check_files(&self, paths: &[String]) -> Result<Option<String>> {
        let is_checked = |path: &&String| {
            let path = Path::new(path);
            !session::is_program(path) && self.kind(path).is_some_and(|kind| kind != Kind::Archive)
        };
        let paths: Vec<String> = paths.iter().filter(is_checked).cloned().collect();
        if paths.is_empty() {
            return Ok(None);
        }
        let Command::Check(arguments) = command("check", &paths)? else {
            return Err(AppError::game("the command is not `check`"));
        };
        Ok(Some(check::json(self, arguments, LARGEST)?))
    }

    /// Returns whether `keitai convert` makes a source text of a file.
    pub fn is_converted_to_text(&self, path: &str) -> bool {
        matches!(self.kind(Path::new(path)), Some(Kind::Figure | Kind::ActionTable))
    }

    /// Converts files as `keitai convert` does with these arguments, and writes nothing.
    ///
    /// # Errors
    /// When the arguments are wrong, or an input cannot be read.
    pub fn convert(&self, arguments: &[String]) -> Result<Conversion> {
        let Command::Convert(arguments) = command("convert", arguments)? else {
            return Err(AppError::game("the command is not `convert`"));
        };
        let (outputs, diagnostics) = convert::in_memory(self, &arguments)?;
        let findings: Vec<_> = diagnostics.iter().map(|(path, diagnostic)| finding(path, diagnostic)).collect();
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let files = outputs.iter().map(|output| Ok((name(&output.path), self.staged(&output.bytes)?.into_owned())));
        Ok(Conversion { files: files.collect::<Result<_, Error>>()?, findings: json!(findings).to_string() })
    }
}

/// Opens a scene as `keitai play` does.
///
/// # Errors
/// The first fault in the scene or its files.
pub fn play(source: Source, scene: &AssetPath, settings: &Settings) -> Result<impl Game + use<>> {
    let stage = Stage::open(source, scene, settings)?;
    Ok(StageGame::new(stage, |stage, controls| stage.tick(controls)))
}

fn command(name: &str, arguments: &[String]) -> Result<Command> {
    let line: Vec<OsString> =
        ["keitai", name].into_iter().chain(arguments.iter().map(String::as_str)).map(OsString::from).collect();
    let parsed = Cli::try_parse_from(&line).map_err(|error| match crate::cli::usage(&error, &line) {
        Err(Error::App(error)) => error,
        _ => AppError::game(error),
    })?;
    parsed.command.ok_or_else(|| AppError::game("no command"))
}

#[cfg(test)]
mod tests {
    use keitai_app::tool::Tool;
    use keitai_app::{Messages, TickInput};
    use keitai_render::Q16;

    use super::*;
    use crate::testing::robot;

    fn robots(names: &[&str]) -> Vec<(String, Vec<u8>)> {
        names.iter().map(|name| (format!("robots/{name}"), std::fs::read(robot(name)).unwrap())).collect()
    }

    fn mounted(name: &str, files: &[(String, Vec<u8>)]) -> Session {
        let session = Session::default();
        session.mount(name, files).unwrap();
        session
    }

    fn picture(game: &mut dyn Game) -> u64 {
        let mut picture = game.stage().framebuffer();
        game.draw(Q16::ONE, &mut picture);
        picture.digest()
    }

    #[test]
    fn figures_in_memory_are_shown_as_those_of_the_disk() {
        let session = mounted("view", &robots(&["tin.mbac", "tin.mtra", "tin.bmp"]));
        let mut here = session.view(&["view".into()], &Settings::default()).unwrap();
        let mut there = session.view(&[robot("tin.mbac")], &Settings::default()).unwrap();
        for _ in 0..10 {
            for window in [&mut here, &mut there] {
                window.tick(&TickInput::default(), &mut Messages::default());
            }
        }
        assert_eq!(picture(&mut here), picture(&mut there));
    }

    #[test]
    fn errors_name_files_in_memory_as_the_user_does() {
        let session = mounted("here", &robots(&["tin.mbac"]));
        session.mount("wrong", &[("big.mbac".to_owned(), vec![0x4d, 0x42, 5, 0])]).unwrap();
        let mut viewer = session.view(&["here".into()], &Settings::default()).unwrap();
        let error = viewer.open(&["wrong!big.mbac".into()]).unwrap_err().to_string();
        assert!(error.starts_with("big.mbac: "), "{error}");
    }

    #[test]
    fn files_under_the_same_name_replace_those_before() {
        let session = mounted("twice", &robots(&["tin.mbac"]));
        assert_eq!(session.paths("twice").unwrap(), ["twice!robots/tin.mbac"]);
        let figure = std::fs::read(robot("boiler.mbac")).unwrap();
        session.mount("twice", &[("../out".to_owned(), vec![1]), ("17".to_owned(), figure)]).unwrap();
        assert_eq!(session.paths("twice").unwrap(), ["twice!17"]);
        let view = || session.view(&["twice".into()], &Settings::default());
        assert!(session.has_figure("twice").unwrap() && view().is_ok());
        assert!(Session::default().paths("twice").is_err(), "another session");
        session.unmount("twice");
        assert!(view().is_err() && session.paths("twice").is_err());
    }

    #[test]
    fn a_figure_in_memory_is_converted_and_checked() {
        let session = mounted("convert", &robots(&["tin.mbac", "tin.mtra", "tin.bmp"]));
        let run = |arguments: &[&str]| {
            session.convert(&arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>())
        };
        let glb = run(&["convert!robots/tin.mbac", "-o", "tin.glb"]).unwrap().files;
        assert_eq!((glb[0].0.as_str(), &glb[0].1[..4]), ("tin.glb", &b"glTF"[..]));
        let text = run(&["convert!robots/tin.mbac", "-o", "tin.bac"]).unwrap().files;
        assert_eq!(text[0].0, "tin.bac");
        assert!(text[0].1.is_ascii(), "a text");
        session.mount("again", &text).unwrap();
        assert_eq!(run(&["again!tin.bac", "-o", "out/"]).unwrap().files[0].0, "tin.mbac");
        assert!(run(&["convert!robots/tin.mbac", "--fram", "3"]).unwrap_err().to_string().contains("--fram"));
        let check = |paths: &[String]| session.check_files(paths).unwrap();
        let checked: serde_json::Value =
            serde_json::from_str(&check(&session.paths("convert").unwrap()).unwrap()).unwrap();
        assert_eq!(check(&["notes.txt".to_owned()]), None);
        assert_eq!((&checked["totals"]["files"], &checked["totals"]["errors"]), (&json!(3), &json!(0)));
    }

    #[test]
    fn files_that_the_viewer_refuses_are_not_checked() {
        let mut large = robots(&["tin.mbac"])[0].1.clone();
        large.resize((16 << 20) + 1, 0);
        let session = mounted("large", &[("large.mbac".to_owned(), large), robots(&["tin.bmp"])[0].clone()]);
        for (paths, count) in [(session.paths("large").unwrap(), 2), (vec!["large!large.mbac".to_owned()], 1)] {
            let checked: serde_json::Value =
                serde_json::from_str(&session.check_files(&paths).unwrap().unwrap()).unwrap();
            let message = checked["findings"][0]["message"].as_str().unwrap();
            assert!(message.contains("16777217"), "{checked}");
            assert_eq!((&checked["totals"]["files"], &checked["totals"]["errors"]), (&json!(count), &json!(1)));
        }
    }

    #[test]
    fn scenes_and_shots_in_memory_are_played() {
        let scene = b"(size: (64, 64), background: 0x102030, entities: [])".to_vec();
        let shot = b"(size: (32, 32), background: 0x405060, frame: [])".to_vec();
        let session = mounted("ron", &[("a/s.ron".to_owned(), scene), ("b.ron".to_owned(), shot)]);
        assert_eq!(
            [RonKind::Scene, RonKind::Shot].map(|kind| session.programs("ron", kind).unwrap()),
            [["ron!a/s.ron"], ["ron!b.ron"]]
        );
        let mut game = session.play("ron!a/s.ron", &Settings::default()).unwrap();
        assert_eq!(game.stage().scene().background, 0x102030);
        let mut player = session.shot("ron!b.ron", &Settings::default()).unwrap();
        let mut picture = player.framebuffer();
        player.draw(0, &mut picture).unwrap();
        assert!(picture.pixels().iter().all(|pixel| *pixel == 0x405060));
    }
}
