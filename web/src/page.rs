//! The page: a game in the loop, and everything that the script asks of it.

use std::any::Any;
use std::path::PathBuf;

use keitai_app::picture::encode_png;
use keitai_app::{Error, Game, Outcome, Result, Runner};
use keitai_controls::WindowCommand;
use keitai_render::Backend;
use keitai_runtime::Settings;
use keitai_runtime::assets::AssetPath;
use keitai_tools::ViewerWindow;
use keitai_tools::memory::{self, Files};
use tin_sumo::embedded;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::drops::{Drops, Opened, files};
use crate::storage;
use crate::window::{PageWindow, write_rgba};

/// The figure that the page shows first, and its files.
const FIRST: [&str; 3] = ["assets/robots/tin.mbac", "assets/robots/tin.mtra", "assets/robots/tin.bmp"];
/// Passes of the loop between two looks at whether a game has something new to keep.
const KEEP_EVERY: u32 = 30;
/// Message for the first time that a game cannot be kept.
const NOT_KEPT: &str = "this browser saves no games";
/// The largest file that is embedded, bytes.
const LARGEST: u64 = 1 << 24;

/// A file for the user to keep.
#[wasm_bindgen]
pub struct File {
    name: String,
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl File {
    /// Name of the file.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Bytes of the file.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }
}

/// The page.
#[wasm_bindgen]
pub struct Page {
    runner: Runner<PageWindow>,
    drops: Drops,
    backend: Backend,
    /// The saved game as the browser keeps it.
    saved: String,
    /// The browser has refused to keep a game, and the user was told.
    refused: bool,
    passes: u32,
    findings: String,
}

#[wasm_bindgen]
impl Page {
    /// Opens the page with the figure that it shows first.
    ///
    /// # Errors
    /// When the figure cannot be opened.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Self, JsError> {
        let viewer = first_viewer()?;
        let mut window = PageWindow::new();
        window.use_controls_of(&viewer.info());
        Ok(Self {
            runner: Runner::new(Box::new(viewer), window, false),
            drops: Drops::default(),
            backend: Backend::Authentic,
            saved: String::new(),
            refused: false,
            passes: 0,
            findings: String::new(),
        })
    }

    /// Runs one pass of the loop. Returns whether the game has ended.
    ///
    /// # Errors
    /// When the window cannot be drawn.
    pub fn step(&mut self) -> Result<bool, JsError> {
        let next = self.runner.step(&|paths| Ok(Box::new(view(paths)?)))?;
        match next {
            None => {}
            Some(Outcome::Game(game)) => self.show(game),
            Some(Outcome::Resized) => self.runner.resize(),
            Some(Outcome::Closed) => return Ok(!self.is_viewer()),
        }
        if self.viewer().is_ok_and(ViewerWindow::take_gif_request) {
            self.gif()?;
        }
        self.passes = self.passes.wrapping_add(1);
        if self.passes.is_multiple_of(KEEP_EVERY) && self.keep_game() {
            self.runner.tell(NOT_KEPT);
        }
        Ok(false)
    }

    /// Returns the number of the picture on show, which changes with the picture.
    pub fn shown(&mut self) -> u32 {
        self.runner.window().shown
    }

    /// Returns width and height of the picture, pixels.
    pub fn size(&mut self) -> Vec<u32> {
        let (width, height) = self.runner.window().size;
        vec![width, height]
    }

    /// Returns the picture, four bytes per pixel: red, green, blue and 255.
    pub fn pixels(&mut self) -> wasm_bindgen::Clamped<Vec<u8>> {
        wasm_bindgen::Clamped(self.runner.window().pixels.clone())
    }

    /// Returns the digest of the picture, without what is drawn over it.
    pub fn digest(&mut self) -> String {
        format!("{:#018x}", self.runner.picture().digest())
    }

    /// Returns the current scene drawn by the back end that is not selected, as [`Self::pixels`].
    #[wasm_bindgen(js_name = otherPixels)]
    pub fn other_pixels(&mut self) -> wasm_bindgen::Clamped<Vec<u8>> {
        let (own, other) = match self.backend {
            Backend::Authentic => (Backend::Authentic, Backend::Enhanced),
            _ => (Backend::Enhanced, Backend::Authentic),
        };
        let game = self.runner.game();
        let mut picture = game.stage().framebuffer();
        game.stage().set_backend(other);
        game.draw(&mut picture);
        game.stage().set_backend(own);
        let mut bytes = Vec::new();
        write_rgba(&picture, &mut bytes);
        wasm_bindgen::Clamped(bytes)
    }

    /// Selects the back end of the viewer: the enhanced or the authentic one.
    #[wasm_bindgen(js_name = setEnhanced)]
    pub fn set_enhanced(&mut self, enhanced: bool) {
        self.backend = if enhanced { Backend::Enhanced } else { Backend::Authentic };
        self.runner.game().stage().set_backend(self.backend);
    }

    /// Returns what is on show as a JSON object: its `kind` (`view`, `sumo` or `scene`), its title, and the viewer's state.
    pub fn state(&mut self) -> String {
        let title = self.runner.game().title();
        let game: &mut dyn Any = self.runner.game();
        let object = if let Some(viewer) = game.downcast_ref::<ViewerWindow>() {
            let enhanced = self.backend == Backend::Enhanced;
            serde_json::json!({ "kind": "view", "title": title, "enhanced": enhanced, "view": viewer.state() })
        } else if let Some(sumo) = game.downcast_ref::<tin_sumo::Game>() {
            let wins = sumo.bout().map(|bout| bout.referee.wins);
            serde_json::json!({ "kind": "sumo", "title": title, "screen": sumo.screen(), "wins": wins })
        } else {
            serde_json::json!({ "kind": "scene", "title": title })
        };
        object.to_string()
    }

    /// Changes the view as an address does, such as `action=1&frame=12`.
    ///
    /// # Errors
    /// When a value is wrong, or no figure is on show.
    #[wasm_bindgen(js_name = changeView)]
    pub fn change_view(&mut self, changes: &str) -> Result<(), JsError> {
        Ok(self.viewer()?.change_view(changes)?)
    }

    /// Resets camera, playback and pattern of the view.
    ///
    /// # Errors
    /// When no figure is on show.
    #[wasm_bindgen(js_name = resetView)]
    pub fn reset_view(&mut self) -> Result<(), JsError> {
        self.viewer()?.reset();
        Ok(())
    }

    /// Opens files that were dropped on the page. An error is shown in the picture's messages as well.
    ///
    /// # Errors
    /// When the files are beyond a limit or cannot be checked, or a scene among them cannot be played.
    pub fn open(&mut self, names: Vec<String>, contents: Vec<js_sys::Uint8Array>) -> Result<(), JsError> {
        self.findings.clear();
        let on_show = self.files_on_show();
        match self.drops.open(&files(names, &contents), &on_show)? {
            Opened::Scene(game) => self.show(game),
            Opened::Files(paths) => self.runner.window().events.dropped = paths,
        }
        // Files that cannot be checked are opened all the same.
        self.findings = memory::check(&self.drops.paths)?.unwrap_or_default();
        Ok(())
    }

    /// Returns what `keitai check --json` finds in the files of the last drop; nothing when there is nothing to check.
    pub fn findings(&self) -> String {
        self.findings.clone()
    }

    /// Shows the figure that the page shows first.
    ///
    /// # Errors
    /// When it cannot be opened.
    #[wasm_bindgen(js_name = showFirst)]
    pub fn show_first(&mut self) -> Result<(), JsError> {
        self.show(Box::new(first_viewer()?));
        Ok(())
    }

    /// Starts Tin Sumo, with the options and the season that the browser keeps.
    ///
    /// # Errors
    /// When its title cannot be opened.
    #[wasm_bindgen(js_name = playSumo)]
    pub fn play_sumo(&mut self) -> Result<(), JsError> {
        let mut game = tin_sumo::open(&Settings::default(), None)?;
        // A text that cannot be read, such as one of another version, is a first start. It is kept under another name.
        let unread = storage::kept("tin-sumo").filter(|saved| game.set_up(saved).is_err());
        let message = unread.map(|saved| match storage::keep("tin-sumo.bak", &saved) {
            true => "the saved game cannot be read; it is kept as keitai/tin-sumo.bak",
            false => "the saved game cannot be read",
        });
        // Before the new game is the current one, the old one is kept.
        let setup = game.setup();
        self.show(Box::new(game));
        self.saved = setup;
        if let Some(message) = message {
            self.runner.tell(message);
        }
        Ok(())
    }

    /// Plays a scene of the repository, such as `scenes/versus.ron`.
    ///
    /// # Errors
    /// When there is no such scene.
    #[wasm_bindgen(js_name = playScene)]
    pub fn play_scene(&mut self, scene: &str) -> Result<(), JsError> {
        let path = AssetPath::new(scene).map_err(Error::from)?;
        self.show(Box::new(memory::play(embedded::source(), &path, &Settings::default())?));
        Ok(())
    }

    /// Converts the figure on show with its actions and textures, and gives the result to the user: `glb`, or `bac` for the
    /// source texts.
    ///
    /// # Errors
    /// When no figure is on show, or it cannot be converted.
    pub fn convert(&mut self, ending: &str) -> Result<(), JsError> {
        let viewer = self.viewer()?;
        let mut arguments = viewer.files();
        let name = viewer.figure_name().to_owned();
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned();
        if ending == "bac" {
            // Pictures are converted by themselves.
            arguments.retain(|path| memory::is_converted_to_text(path));
            if arguments.is_empty() {
                return Err(Error::game(format!("{name} is source text already")).into());
            }
            arguments.extend(["-o".to_owned(), "text/".to_owned(), "--force".to_owned()]);
        } else {
            arguments.extend(["-o".to_owned(), format!("{stem}.{ending}")]);
        }
        let converted = memory::convert(&arguments)?;
        if converted.files.is_empty() {
            return Err(Error::game(format!("{name} cannot be converted: {}", first(&converted.findings))).into());
        }
        let message = self.runner.window().keep_all(&stem, converted.files);
        self.runner.tell(message);
        Ok(())
    }

    /// Gives a moving picture of the current action to the user.
    ///
    /// # Errors
    /// When no figure is on show, or the picture cannot be encoded.
    pub fn gif(&mut self) -> Result<(), JsError> {
        let bytes = self.viewer()?.gif()?;
        let message = keitai_app::Window::keep_file(self.runner.window(), "gif", &bytes);
        self.runner.tell(message);
        Ok(())
    }

    /// Gives the current picture to the user.
    ///
    /// # Errors
    /// When the picture cannot be encoded.
    pub fn png(&mut self) -> Result<(), JsError> {
        let bytes = encode_png(self.runner.picture())?;
        let message = keitai_app::Window::keep_file(self.runner.window(), "png", &bytes);
        self.runner.tell(message);
        Ok(())
    }

    /// Returns the next file for the user to keep.
    #[wasm_bindgen(js_name = takeFile)]
    pub fn take_file(&mut self) -> Option<File> {
        let kept = &mut self.runner.window().kept;
        let (name, bytes) = if kept.is_empty() { return None } else { kept.remove(0) };
        Some(File { name, bytes })
    }

    /// Returns whether full screen was switched since the last call.
    #[wasm_bindgen(js_name = takeFullScreen)]
    pub fn take_full_screen(&mut self) -> bool {
        std::mem::take(&mut self.runner.window().full_screen)
    }

    /// Handles a key that went down or up, by its code. Returns whether the key is known.
    pub fn key(&mut self, code: &str, down: bool) -> bool {
        self.runner.window().key(code, down)
    }

    /// Handles a button of the pad on the screen, such as `A` or `Start`, that went down or up.
    pub fn touch(&mut self, button: &str, down: bool) {
        self.runner.window().touch(button, down);
    }

    /// Moves the stick of the pad on the screen, -127..=127 right and down.
    pub fn stick(&mut self, x: i8, y: i8) {
        self.runner.window().stick(x, y);
    }

    /// Handles a pointer at a pixel of the picture, over the picture or not.
    pub fn pointer(&mut self, x: i32, y: i32, inside: bool) {
        self.runner.window().mouse.move_to((x, y), inside);
    }

    /// Handles a button of the pointer, 0 the left, 1 the middle and 2 the right one.
    #[wasm_bindgen(js_name = pointerButton)]
    pub fn pointer_button(&mut self, button: i16, down: bool, double: bool, shift: bool) {
        self.runner.window().mouse_button(button, down, double, shift);
    }

    /// Handles steps of the wheel; away from the user is positive.
    pub fn wheel(&mut self, steps: i32) {
        self.runner.window().mouse.turn_wheel(steps);
    }

    /// Releases all keys and buttons, and pauses a fight.
    #[wasm_bindgen(js_name = loseFocus)]
    pub fn lose_focus(&mut self) {
        self.runner.window().release_all();
    }

    /// The page can be heard again.
    #[wasm_bindgen(js_name = gainFocus)]
    pub fn gain_focus(&mut self) {
        self.runner.window().events.focus_gained = true;
    }

    /// Carries out the key of the controls screen, or closes the screen.
    #[wasm_bindgen(js_name = openControls)]
    pub fn open_controls(&mut self) {
        self.runner.command(WindowCommand::Controls);
    }

    /// Pauses the game, or goes on with it.
    pub fn pause(&mut self) {
        self.runner.command(WindowCommand::Pause);
    }

    /// Goes to the next or the previous figure of a drop.
    #[wasm_bindgen(js_name = stepFile)]
    pub fn step_file(&mut self, forward: bool) {
        self.runner.command(if forward { WindowCommand::NextFile } else { WindowCommand::PreviousFile });
    }

    /// Returns the message at the bottom of the picture; an empty text when there is none.
    pub fn message(&self) -> String {
        self.runner.message().unwrap_or_default().to_owned()
    }

    /// Returns stereo frames at 48 kHz, left and right in turn; none before the first sound.
    pub fn mix(&mut self, frames: usize) -> Option<Vec<f32>> {
        self.runner.window().frames.mix(frames)
    }
}

impl Page {
    fn show(&mut self, game: Box<dyn Game>) {
        let refused = self.keep_game();
        let info = game.info();
        self.backend = Backend::Authentic;
        self.runner.show(game);
        if refused {
            self.runner.tell(NOT_KEPT);
        }
        self.runner.window().use_controls_of(&info);
    }

    fn is_viewer(&mut self) -> bool {
        self.viewer().is_ok()
    }

    fn viewer(&mut self) -> Result<&mut ViewerWindow> {
        let game: &mut dyn Any = self.runner.game();
        game.downcast_mut().ok_or_else(|| Error::game("no figure is on show"))
    }

    /// Keeps the options, the season and the medals of Tin Sumo when they have changed. Returns whether the browser refuses
    /// it for the first time.
    fn keep_game(&mut self) -> bool {
        let game: &mut dyn Any = self.runner.game();
        let Some(sumo) = game.downcast_ref::<tin_sumo::Game>() else { return false };
        let now = sumo.setup();
        if now == self.saved {
            return false;
        }
        let kept = storage::keep("tin-sumo", &now);
        self.saved = now;
        !kept && !std::mem::replace(&mut self.refused, true)
    }

    /// Returns the files of all figures on show; none without a viewer.
    fn files_on_show(&mut self) -> Vec<String> {
        self.viewer().map(|viewer| viewer.all_files()).unwrap_or_default()
    }
}

/// Returns path and message of the first error in a JSON array of findings, or of the first finding.
fn first(findings: &str) -> String {
    let found: Vec<serde_json::Value> = serde_json::from_str(findings).unwrap_or_default();
    let text = |found: &serde_json::Value, name: &str| found[name].as_str().unwrap_or_default().to_owned();
    match found.iter().find(|one| text(one, "severity") == "error").or(found.first()) {
        Some(one) => format!("{}: {}", text(one, "path"), text(one, "message")),
        None => "there is nothing to write".to_owned(),
    }
}

fn view(paths: &[PathBuf]) -> Result<ViewerWindow> {
    memory::view(paths, &Settings::default())
}

/// Returns the viewer with the figure that the page shows first.
fn first_viewer() -> Result<ViewerWindow> {
    let source = embedded::source();
    let read = |path: &&str| Ok(((*path).to_owned(), source.read(&AssetPath::new(path)?, LARGEST)?.into_owned()));
    let files = FIRST.iter().map(read).collect::<Result<Vec<_>>>()?;
    Files::mount("keitai", &files)?;
    view(&[PathBuf::from("keitai")])
}
