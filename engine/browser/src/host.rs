//! A game in the page, and all calls that a script makes.

use keitai_app::picture::encode_png;
use keitai_app::{Game, Outcome, Result, Runner, Window};
use keitai_runtime::controls::{Layout, WindowCommand};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{Clamped, JsError};

use crate::window::{PageWindow, key};

/// A file that a script opens, or one for the user to keep.
#[wasm_bindgen]
#[derive(Debug)]
pub struct File {
    name: String,
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl File {
    /// Makes a file for the program.
    #[wasm_bindgen(constructor)]
    pub fn new(name: String, bytes: Vec<u8>) -> Self {
        Self { name, bytes }
    }

    /// Returns the name, without folders.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Returns the content.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }
}

impl From<File> for (String, Vec<u8>) {
    fn from(File { name, bytes }: File) -> Self {
        (name, bytes)
    }
}

/// A game in the page. Another game may take its place.
#[wasm_bindgen]
pub struct Host {
    runner: Runner<PageWindow>,
}

/// Methods for the program of a page.
impl Host {
    /// Runs a game.
    pub fn new(game: Box<dyn Game>) -> Self {
        let (window, wrong) = PageWindow::open(&game.info());
        let mut runner = Runner::new(game, window, false);
        runner.warn(wrong);
        Self { runner }
    }

    /// Runs another game, with its own controls.
    pub fn show(&mut self, game: Box<dyn Game>) {
        let info = game.info();
        self.runner.show(game);
        let wrong = self.runner.window().use_controls_of(&info);
        self.runner.warn(wrong);
    }

    /// Runs one pass of the loop. Returns whether the game has ended. Fails when the picture cannot be drawn.
    pub fn pass(&mut self) -> Result<bool> {
        match self.runner.step()? {
            None => {}
            Some(Outcome::Resized) => self.runner.resize(),
            Some(Outcome::Closed) => return Ok(true),
        }
        Ok(false)
    }

    /// Returns the game that runs in the page.
    pub fn game(&mut self) -> &mut dyn Game {
        self.runner.game()
    }

    /// Returns the window of the page.
    pub fn window(&mut self) -> &mut PageWindow {
        self.runner.window()
    }

    /// Shows a message to the user.
    pub fn tell(&mut self, message: impl Into<String>) {
        self.runner.tell(message);
    }

    /// Carries out a command as if its key had been pressed.
    pub fn command(&mut self, command: WindowCommand) {
        self.runner.command(command);
    }
}

/// Methods for the script of a page.
#[wasm_bindgen]
impl Host {
    /// Runs the game that `main` of the program has opened. Fails when it has opened none. The error is the reason.
    #[cfg(target_family = "wasm")]
    pub fn start() -> Result<Self, JsError> {
        let game = keitai_app::take_game().map_err(|reason| JsError::new(&reason))?;
        Ok(Self::new(game))
    }

    /// Runs one pass of the loop. Returns whether the game has ended. Fails when the picture cannot be drawn.
    pub fn step(&mut self) -> Result<bool, JsError> {
        Ok(self.pass()?)
    }

    /// Returns the title of the window.
    pub fn title(&self) -> String {
        self.runner.title().to_owned()
    }

    /// Returns the number of the current picture, which changes with the picture.
    pub fn shown(&mut self) -> u32 {
        self.window().number
    }

    /// Returns width and height of the picture, pixels.
    pub fn size(&mut self) -> Vec<u32> {
        let (width, height) = self.window().size;
        vec![width, height]
    }

    /// Returns the picture, four bytes per pixel: red, green, blue and 255.
    pub fn pixels(&mut self) -> Clamped<Vec<u8>> {
        Clamped(self.window().pixels.clone())
    }

    /// Returns the digest of the picture, without what is drawn over it.
    pub fn digest(&self) -> String {
        format!("{:#018x}", self.runner.picture().digest())
    }

    /// Returns the message at the bottom of the picture; an empty text when there is none.
    pub fn message(&self) -> String {
        self.runner.message().unwrap_or_default().to_owned()
    }

    /// Returns stereo frames at 48 kHz, left and right in turn; none before the first sound.
    pub fn mix(&mut self, frames: usize) -> Option<Vec<f32>> {
        self.window().frames.mix(frames)
    }

    /// Gives the current picture to the user. Fails when the picture cannot be encoded.
    pub fn png(&mut self) -> Result<(), JsError> {
        let bytes = encode_png(self.runner.picture())?;
        let message = self.window().keep_file("png", &bytes);
        self.tell(message);
        Ok(())
    }

    /// Returns the next file for the user to keep.
    #[wasm_bindgen(js_name = takeFile)]
    pub fn take_file(&mut self) -> Option<File> {
        let files = &mut self.window().files;
        let (name, bytes) = if files.is_empty() { return None } else { files.remove(0) };
        Some(File { name, bytes })
    }

    /// Returns whether full screen was switched since the last call.
    #[wasm_bindgen(js_name = takeFullScreen)]
    pub fn take_full_screen(&mut self) -> bool {
        std::mem::take(&mut self.window().full_screen)
    }

    /// Handles a key that went down or up, by its code. Returns whether the key is known.
    pub fn key(&mut self, code: &str, down: bool) -> bool {
        self.window().key(code, down)
    }

    /// Sets the layout of the keyboard: the codes of keys, and the characters on them.
    #[wasm_bindgen(js_name = setLayout)]
    pub fn set_layout(&mut self, codes: Vec<String>, characters: Vec<String>) {
        let keys = codes.iter().zip(&characters).filter_map(|(code, text)| Some((key(code)?, text.chars().next()?)));
        self.window().devices.layout = Layout::new(keys);
    }

    /// Handles a button of the pad on the screen, such as `A` or `Start`, that went down or up.
    pub fn touch(&mut self, button: &str, down: bool) {
        self.window().touch(button, down);
    }

    /// Moves the stick of the pad on the screen, -127..=127 right and down.
    pub fn stick(&mut self, x: i8, y: i8) {
        self.window().stick(x, y);
    }

    /// Handles a pointer at a pixel of the picture, over the picture or not.
    pub fn pointer(&mut self, x: i32, y: i32, inside: bool) {
        self.window().devices.mouse.move_to((x, y), inside);
    }

    /// Handles a button of the pointer, 0 the left, 1 the middle and 2 the right one.
    #[wasm_bindgen(js_name = pointerButton)]
    pub fn pointer_button(&mut self, button: i16, down: bool, double: bool, shift: bool) {
        self.window().mouse_button(button, down, double, shift);
    }

    /// Handles steps of the wheel; away from the user is positive.
    pub fn wheel(&mut self, steps: i32) {
        self.window().devices.mouse.turn_wheel(steps);
    }

    /// Releases all keys and buttons, and reports to the game that nobody sees it.
    #[wasm_bindgen(js_name = loseFocus)]
    pub fn lose_focus(&mut self) {
        self.window().release_all();
    }

    /// Lets the page be heard again.
    #[wasm_bindgen(js_name = gainFocus)]
    pub fn gain_focus(&mut self) {
        self.window().events.focus_gained = true;
    }

    /// Opens the controls screen, or closes it.
    #[wasm_bindgen(js_name = openControls)]
    pub fn open_controls(&mut self) {
        self.command(WindowCommand::Controls);
    }

    /// Pauses the game, or resumes it.
    pub fn pause(&mut self) {
        self.command(WindowCommand::Pause);
    }
}
