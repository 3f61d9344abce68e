//! The page of the viewer: opens dropped files, games and scenes in the [`Host`], and controls the viewer there.

use std::any::Any;
use std::path::PathBuf;

use keitai_app::{Error, Game, Result, Screens, Window, data_folder};
use keitai_browser::{File, Host, write_rgba};
use keitai_render::{Backend, Q16};
use keitai_runtime::Settings;
use keitai_runtime::assets::AssetPath;
use keitai_tools::{Session, ViewerWindow, memory};
use tin_sumo::{Sumo, bout, embedded};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::drops::{DropContent, Drops};

/// The figure that the page shows first, and its files.
const FIRST: [&str; 3] = ["assets/robots/tin.mbac", "assets/robots/tin.mtra", "assets/robots/tin.bmp"];
/// The largest file that is embedded, bytes.
const LARGEST: u64 = 1 << 24;

/// Dropped files, their findings, and the current back end. The [`Host`] runs the game.
#[wasm_bindgen]
pub struct Page {
    drops: Drops,
    backend: Backend,
    findings: String,
}

#[wasm_bindgen]
impl Page {
    /// A page on which nothing was dropped.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "scripts have constructors only")]
    pub fn new() -> Self {
        Self { drops: Drops::default(), backend: Backend::Authentic, findings: String::new() }
    }

    /// Opens the figure that the page shows first. Fails when it cannot be opened.
    #[wasm_bindgen(js_name = openFirst)]
    pub fn open_first(&self) -> Result<Host, JsError> {
        Ok(Host::new(Box::new(first_viewer(&self.drops.session)?)))
    }

    /// Runs one pass of the loop. Returns whether the game has ended. Fails when the window cannot be drawn.
    pub fn step(&mut self, host: &mut Host) -> Result<bool, JsError> {
        let ended = host.pass()?;
        if viewer(host).is_ok_and(ViewerWindow::take_gif_request) {
            self.gif(host)?;
        }
        // The viewer stays.
        Ok(ended && viewer(host).is_err())
    }

    /// Returns the current scene drawn by the back end that is not selected, as [`Host::pixels`].
    #[wasm_bindgen(js_name = otherPixels)]
    pub fn other_pixels(&mut self, host: &mut Host) -> wasm_bindgen::Clamped<Vec<u8>> {
        let (backend, other) = match self.backend {
            Backend::Authentic => (Backend::Authentic, Backend::Enhanced),
            _ => (Backend::Enhanced, Backend::Authentic),
        };
        let game = host.game();
        let mut picture = game.stage().framebuffer();
        game.stage().set_backend(other);
        game.draw(Q16::ONE, &mut picture);
        game.stage().set_backend(backend);
        let mut bytes = Vec::new();
        write_rgba(&picture, &mut bytes);
        wasm_bindgen::Clamped(bytes)
    }

    /// Selects the back end of the viewer: the enhanced or the authentic one.
    #[wasm_bindgen(js_name = setEnhanced)]
    pub fn set_enhanced(&mut self, host: &mut Host, enhanced: bool) {
        self.backend = if enhanced { Backend::Enhanced } else { Backend::Authentic };
        host.game().stage().set_backend(self.backend);
    }

    /// Returns what is shown as a JSON object: its `kind` (`view`, `sumo` or `scene`), its title, and the viewer's state.
    pub fn state(&mut self, host: &mut Host) -> String {
        let title = host.title();
        let game: &mut dyn Any = host.game();
        let object = if let Some(viewer) = game.downcast_ref::<ViewerWindow>() {
            let enhanced = self.backend == Backend::Enhanced;
            serde_json::json!({ "kind": "view", "title": title, "enhanced": enhanced, "view": viewer.state() })
        } else if let Some(sumo) = game.downcast_mut::<Screens<Sumo>>() {
            let trace = sumo.trace();
            let screen = trace.split(' ').next().unwrap_or_default();
            let wins = bout::moment(&mut sumo.stage().world).map(|now| now.referee.wins);
            serde_json::json!({ "kind": "sumo", "title": title, "screen": screen, "wins": wins })
        } else {
            serde_json::json!({ "kind": "scene", "title": title })
        };
        object.to_string()
    }

    /// Changes the view as an address does, such as `action=1&frame=12`. Fails when a value is wrong, or no figure is shown.
    #[wasm_bindgen(js_name = changeView)]
    pub fn change_view(&mut self, host: &mut Host, changes: &str) -> Result<(), JsError> {
        Ok(viewer(host)?.change_view(changes)?)
    }

    /// Resets camera, playback and pattern of the view. Fails when no figure is shown.
    #[wasm_bindgen(js_name = resetView)]
    pub fn reset_view(&mut self, host: &mut Host) -> Result<(), JsError> {
        viewer(host)?.reset();
        Ok(())
    }

    /// Opens files that were dropped on the page. An error is shown in the picture's messages as well. Fails when the
    /// files are beyond a limit or cannot be checked, or a scene among them cannot be played.
    pub fn open(&mut self, host: &mut Host, files: Vec<File>) -> Result<(), JsError> {
        let files: Vec<_> = files.into_iter().map(Into::into).collect();
        self.findings.clear();
        let on_show = viewer(host).map(|viewer| viewer.all_files()).unwrap_or_default();
        let opened = self.drops.open(&files, &on_show);
        // Files that cannot be opened are checked all the same, and the other way round.
        let checked =
            self.drops.session.check_files(&self.drops.paths).map(|text| self.findings = text.unwrap_or_default());
        match opened? {
            DropContent::Scene(game) => self.show(host, game),
            DropContent::Files(paths) if viewer(host).is_ok() => host.window().events.dropped = paths,
            DropContent::Files(paths) => match self.drops.session.view(&paths, &Settings::default()) {
                Ok(viewer) => self.show(host, Box::new(viewer)),
                Err(error) => host.tell(error.to_string()),
            },
        }
        Ok(checked?)
    }

    /// Returns what `keitai check --json` finds in the files of the last drop; nothing when there is nothing to check.
    pub fn findings(&self) -> String {
        self.findings.clone()
    }

    /// Shows the figure that the page shows first. Fails when it cannot be opened.
    #[wasm_bindgen(js_name = showFirst)]
    pub fn show_first(&mut self, host: &mut Host) -> Result<(), JsError> {
        self.show(host, Box::new(first_viewer(&self.drops.session)?));
        Ok(())
    }

    /// Starts Tin Sumo, with the options and the season that the browser keeps. Fails when its title cannot be opened.
    #[wasm_bindgen(js_name = playSumo)]
    pub fn play_sumo(&mut self, host: &mut Host) -> Result<(), JsError> {
        let game = tin_sumo::open(&Settings::default(), data_folder(tin_sumo::FOLDER).as_deref())?;
        self.show(host, Box::new(game));
        Ok(())
    }

    /// Plays a scene of the repository, such as `scenes/versus.ron`. Fails when there is no such scene.
    #[wasm_bindgen(js_name = playScene)]
    pub fn play_scene(&mut self, host: &mut Host, scene: &str) -> Result<(), JsError> {
        let path = AssetPath::new(scene).map_err(Error::from)?;
        self.show(host, Box::new(memory::play(embedded::source(), &path, &Settings::default())?));
        Ok(())
    }

    /// Converts the current figure with its actions and textures, and gives the result to the user: `glb`, or `bac` for the
    /// source texts. Fails when no figure is shown, or it cannot be converted.
    pub fn convert(&mut self, host: &mut Host, ending: &str) -> Result<(), JsError> {
        let viewer = viewer(host)?;
        let mut arguments = viewer.files();
        let name = viewer.figure_name().to_owned();
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned();
        if ending == "bac" {
            // Pictures are converted by themselves.
            arguments.retain(|path| self.drops.session.is_converted_to_text(path));
            if arguments.is_empty() {
                return Err(Error::game(format!("{name} is source text already")).into());
            }
            arguments.extend(["-o".to_owned(), "text/".to_owned(), "--force".to_owned()]);
        } else {
            arguments.extend(["-o".to_owned(), format!("{stem}.{ending}")]);
        }
        let converted = self.drops.session.convert(&arguments)?;
        if converted.files.is_empty() {
            return Err(Error::game(format!("{name} cannot be converted: {}", first(&converted.findings))).into());
        }
        let message = host.window().keep_all(&stem, converted.files);
        host.tell(message);
        Ok(())
    }

    /// Gives a moving picture of the current action to the user. Fails when no figure is shown, or the picture cannot be encoded.
    pub fn gif(&mut self, host: &mut Host) -> Result<(), JsError> {
        let bytes = viewer(host)?.gif()?;
        let message = host.window().keep_file("gif", &bytes);
        host.tell(message);
        Ok(())
    }

    /// Shows a figure of a drop by its index.
    #[wasm_bindgen(js_name = showFigure)]
    pub fn show_figure(&mut self, host: &mut Host, index: usize) {
        if let Ok(viewer) = viewer(host) {
            viewer.show_figure(index);
        }
    }

    /// Returns the textures and actions of a drop that fit the current figure, as a JSON object. Fails when no figure is shown.
    pub fn fitting(&mut self, host: &mut Host) -> Result<String, JsError> {
        Ok(viewer(host)?.fitting())
    }

    /// Puts a texture or actions of a drop on the current figure. Fails when no figure is shown.
    #[wasm_bindgen(js_name = useFile)]
    pub fn use_file(&mut self, host: &mut Host, path: &str) -> Result<(), JsError> {
        viewer(host)?.use_file(path.as_ref());
        Ok(())
    }

    /// Goes to the next or the previous figure of a drop.
    #[wasm_bindgen(js_name = stepFile)]
    pub fn step_file(&mut self, host: &mut Host, forward: bool) {
        if let Ok(viewer) = viewer(host) {
            viewer.step_file(forward);
        }
    }
}

impl Page {
    fn show(&mut self, host: &mut Host, game: Box<dyn Game>) {
        self.backend = Backend::Authentic;
        host.show(game);
    }
}

fn viewer(host: &mut Host) -> Result<&mut ViewerWindow> {
    let game: &mut dyn Any = host.game();
    game.downcast_mut().ok_or_else(|| Error::game("no figure is shown"))
}

/// Returns path and message of the first error in a JSON array of findings, or of the first finding.
fn first(findings: &str) -> String {
    let list: Vec<serde_json::Value> = serde_json::from_str(findings).unwrap_or_default();
    let text = |finding: &serde_json::Value, name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    match list.iter().find(|one| text(one, "severity") == "error").or(list.first()) {
        Some(one) => format!("{}: {}", text(one, "path"), text(one, "message")),
        None => "there is nothing to write".to_owned(),
    }
}

/// Returns the viewer with the figure that the page shows first.
fn first_viewer(session: &Session) -> Result<ViewerWindow> {
    let source = embedded::source();
    let read_file = |path: &&str| Ok(((*path).to_owned(), source.read(&AssetPath::new(path)?, LARGEST)?.into_owned()));
    let files = FIRST.iter().map(read_file).collect::<Result<Vec<_>>>()?;
    session.mount("keitai", &files)?;
    session.view(&[PathBuf::from("keitai")], &Settings::default())
}
