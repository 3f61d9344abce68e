//! The commands for programs without a terminal or a disk: files in memory, findings as JSON, results as bytes.
//!
//! [`Files::mount`] makes files known like an archive on the disk. Paths then lead into it, `files!folder/robo.mbac`, and into
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
use crate::files::{self, archives};

/// The largest file that is checked, bytes. The viewer opens none that is larger.
const LARGEST: u64 = 16 << 20;

/// Files in memory, known to all commands under one name.
#[derive(Debug)]
pub struct Files {
    name: PathBuf,
}

/// Results of a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// Names and contents of the outputs; none when an input has an error.
    pub files: Vec<(String, Vec<u8>)>,
    /// Everything found in the inputs, as a JSON array of the findings that `keitai check --json` writes.
    pub findings: String,
}

impl Files {
    /// Makes files known under `name`, instead of those known under it before. Files whose names lead out of a folder are
    /// left out.
    ///
    /// # Errors
    /// When the files are beyond the limits of an archive.
    pub fn mount(name: &str, files: &[(String, Vec<u8>)]) -> Result<Self> {
        let archive =
            Archive::pack(files).and_then(Archive::open).map_err(|error| AppError::read(Path::new(name), error))?;
        archives::mount(name.into(), archive);
        Ok(Self { name: name.into() })
    }

    /// Forgets the files. Paths no longer lead to them.
    pub fn unmount(self) {
        archives::unmount(&self.name);
    }

    /// Returns whether a path leads to one of the files.
    pub fn holds(&self, path: &str) -> bool {
        let name = self.name.to_string_lossy();
        path.strip_prefix(&*name).is_some_and(|rest| rest.is_empty() || rest.starts_with('!'))
    }

    /// Returns the paths of all files, and of those in archives among them.
    ///
    /// # Errors
    /// When a directory of files cannot be read.
    pub fn paths(&self) -> Result<Vec<String>> {
        let entries = archives::entries(&self.name)?;
        Ok(entries.iter().map(|entry| entry.path.to_string_lossy().into_owned()).collect())
    }

    /// Returns whether a figure is among the files.
    ///
    /// # Errors
    /// When a directory of files cannot be read.
    pub fn has_figure(&self) -> Result<bool> {
        let is_figure = |entry: &archives::Entry| matches!(entry.kind, Ok(Some(kind)) if kind.is_figure());
        Ok(archives::entries(&self.name)?.iter().any(is_figure))
    }

    /// Returns the paths of the scenes or of the shots.
    ///
    /// # Errors
    /// When a directory of files cannot be read.
    pub fn programs(&self, wanted: RonKind) -> Result<Vec<String>> {
        let is = |path: &String| self.text(path).is_ok_and(|text| RonKind::of(&text) == Some(wanted));
        let mut paths = self.paths()?;
        paths.retain(|path| files::is_program(Path::new(path)) && is(path));
        Ok(paths)
    }

    fn text(&self, path: &str) -> Result<String> {
        let path = Path::new(path);
        String::from_utf8(files::read(path)?).map_err(|error| AppError::read(path, error))
    }

    /// Opens a scene. Its paths may lead to all files.
    ///
    /// # Errors
    /// The first fault in the scene or its files.
    pub fn play(&self, scene: &str, settings: &Settings) -> Result<impl Game + use<>> {
        let (source, path) = files::source(Path::new(scene))?;
        play(source, &path, settings)
    }

    /// Opens a shot. Its paths may lead to all files.
    ///
    /// # Errors
    /// The first fault in the shot or its files.
    pub fn shot(&self, shot: &str, settings: &Settings) -> Result<Player> {
        let (source, path) = files::source(Path::new(shot))?;
        let parsed = Shot::parse(&self.text(shot)?).map_err(|error| AppError::read(Path::new(shot), error))?;
        Player::open(&parsed, settings, &source, &path).map_err(|error| AppError::read(Path::new(shot), error))
    }
}

/// Opens the viewer as `keitai view` does: a figure with actions and textures, or the figures of a folder, one of which is shown.
///
/// # Errors
/// When there is no figure, or the first one cannot be loaded.
pub fn view(paths: &[PathBuf], settings: &Settings) -> Result<Window> {
    let companions = (&CompanionOptions::default(), None);
    Ok(Window::open(paths, companions, settings, (None, None), &CameraOptions::default())?)
}

/// Checks the figures, actions and textures among files. Returns the JSON object of `keitai check --json`; none when there
/// is nothing to check. A file of more than 16 MiB is an error, and nothing in it is checked.
///
/// # Errors
/// When the names are not arguments of `keitai check`, or none of the files can be checked.
pub fn check(paths: &[String]) -> Result<Option<String>> {
    let is_checked = |path: &&String| {
        let path = Path::new(path);
        !files::is_program(path) && files::kind(path).is_some_and(|kind| kind != Kind::Archive)
    };
    let paths: Vec<String> = paths.iter().filter(is_checked).cloned().collect();
    if paths.is_empty() {
        return Ok(None);
    }
    match command("check", &paths) {
        Ok(Command::Check(arguments)) => Ok(Some(check::json(arguments, LARGEST)?)),
        Ok(_) => Err(AppError::game("the command is not `check`")),
        Err(error) => Err(error),
    }
}

/// Returns whether `keitai convert` makes a source text of a file.
pub fn is_converted_to_text(path: &str) -> bool {
    matches!(files::kind(Path::new(path)), Some(Kind::Figure | Kind::ActionTable))
}

/// Converts files as `keitai convert` does with these arguments, and writes nothing.
///
/// # Errors
/// When the arguments are wrong, or an input cannot be read.
pub fn convert(arguments: &[String]) -> Result<Converted> {
    let Command::Convert(arguments) = command("convert", arguments)? else {
        return Err(AppError::game("the command is not `convert`"));
    };
    let (outputs, found) = convert::in_memory(&arguments)?;
    let findings: Vec<_> = found.iter().map(|(path, diagnostic)| finding(path, diagnostic)).collect();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Converted {
        files: outputs
            .into_iter()
            .map(|output| Ok((name(&output.path), output.bytes.into_vec()?)))
            .collect::<Result<_, Error>>()?,
        findings: json!(findings).to_string(),
    })
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

    fn picture(game: &mut dyn Game) -> u64 {
        let mut picture = game.stage().framebuffer();
        game.draw(Q16::ONE, &mut picture);
        picture.digest()
    }

    #[test]
    fn figures_in_memory_are_shown_as_those_of_the_disk() {
        Files::mount("view", &robots(&["tin.mbac", "tin.mtra", "tin.bmp"])).unwrap();
        let mut here = view(&["view".into()], &Settings::default()).unwrap();
        let mut there = view(&[robot("tin.mbac")], &Settings::default()).unwrap();
        for _ in 0..10 {
            for window in [&mut here, &mut there] {
                window.tick(&TickInput::default(), &mut Messages::default());
            }
        }
        assert_eq!(picture(&mut here), picture(&mut there));
    }

    #[test]
    fn errors_name_files_in_memory_as_the_user_does() {
        Files::mount("here", &robots(&["tin.mbac"])).unwrap();
        Files::mount("wrong", &[("big.mbac".to_owned(), vec![0x4d, 0x42, 5, 0])]).unwrap();
        let mut viewer = view(&["here".into()], &Settings::default()).unwrap();
        let error = viewer.open(&["wrong!big.mbac".into()]).unwrap_err().to_string();
        assert!(error.starts_with("big.mbac: "), "{error}");
    }

    #[test]
    fn files_under_the_same_name_replace_those_before() {
        let first = Files::mount("twice", &robots(&["tin.mbac"])).unwrap();
        assert_eq!(first.paths().unwrap(), ["twice!robots/tin.mbac"]);
        let figure = std::fs::read(robot("boiler.mbac")).unwrap();
        let second = Files::mount("twice", &[("../out".to_owned(), vec![1]), ("17".to_owned(), figure)]).unwrap();
        assert_eq!(second.paths().unwrap(), ["twice!17"]);
        assert!(second.has_figure().unwrap() && view(&["twice".into()], &Settings::default()).is_ok());
        assert!(second.holds("twice!17") && !second.holds("twice-2!17"));
        second.unmount();
        assert!(view(&["twice".into()], &Settings::default()).is_err() && first.paths().is_err());
    }

    #[test]
    fn a_figure_in_memory_is_converted_and_checked() {
        let files = Files::mount("convert", &robots(&["tin.mbac", "tin.mtra", "tin.bmp"])).unwrap();
        let run =
            |arguments: &[&str]| convert(&arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>());
        let glb = run(&["convert!robots/tin.mbac", "-o", "tin.glb"]).unwrap().files;
        assert_eq!((glb[0].0.as_str(), &glb[0].1[..4]), ("tin.glb", &b"glTF"[..]));
        let text = run(&["convert!robots/tin.mbac", "-o", "tin.bac"]).unwrap().files;
        assert_eq!(text[0].0, "tin.bac");
        assert!(text[0].1.is_ascii(), "a text");
        Files::mount("again", &text).unwrap();
        let back = convert(&["again!tin.bac".to_owned(), "-o".to_owned(), "out/".to_owned()]).unwrap();
        assert_eq!(back.files[0].0, "tin.mbac");
        assert!(run(&["convert!robots/tin.mbac", "--fram", "3"]).unwrap_err().to_string().contains("--fram"));
        let checked: serde_json::Value =
            serde_json::from_str(&check(&files.paths().unwrap()).unwrap().unwrap()).unwrap();
        assert_eq!(check(&["notes.txt".to_owned()]).unwrap(), None);
        assert_eq!((&checked["totals"]["files"], &checked["totals"]["errors"]), (&json!(3), &json!(0)));
    }

    #[test]
    fn files_that_the_viewer_refuses_are_not_checked() {
        let mut large = robots(&["tin.mbac"])[0].1.clone();
        large.resize((16 << 20) + 1, 0);
        let files =
            Files::mount("large", &[("large.mbac".to_owned(), large), robots(&["tin.bmp"])[0].clone()]).unwrap();
        for (paths, count) in [(files.paths().unwrap(), 2), (vec!["large!large.mbac".to_owned()], 1)] {
            let checked: serde_json::Value = serde_json::from_str(&check(&paths).unwrap().unwrap()).unwrap();
            let message = checked["findings"][0]["message"].as_str().unwrap();
            assert!(message.contains("16777217"), "{checked}");
            assert_eq!((&checked["totals"]["files"], &checked["totals"]["errors"]), (&json!(count), &json!(1)));
        }
    }

    #[test]
    fn scenes_and_shots_in_memory_are_played() {
        let scene = b"(size: (64, 64), background: 0x102030, entities: [])".to_vec();
        let shot = b"(size: (32, 32), background: 0x405060, frame: [])".to_vec();
        let files = Files::mount("ron", &[("a/s.ron".to_owned(), scene), ("b.ron".to_owned(), shot)]).unwrap();
        assert_eq!(
            [RonKind::Scene, RonKind::Shot].map(|kind| files.programs(kind).unwrap()),
            [["ron!a/s.ron"], ["ron!b.ron"]]
        );
        let mut game = files.play("ron!a/s.ron", &Settings::default()).unwrap();
        assert_eq!(game.stage().scene().background, 0x102030);
        let mut player = files.shot("ron!b.ron", &Settings::default()).unwrap();
        let mut picture = player.framebuffer();
        player.draw(0, &mut picture).unwrap();
        assert!(picture.pixels().iter().all(|pixel| *pixel == 0x405060));
    }
}
