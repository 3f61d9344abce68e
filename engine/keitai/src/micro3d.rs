//! Games that draw call by call, as Java games with `com.mascotcapsule.micro3d.v3` did.
//!
//! A [`Program`] has its state in plain fields. Each tick changes them, and [`Program::draw`] draws the picture with
//! [`Graphics3D`] and a [`Canvas`]. [`Files`] loads figures, actions and textures. Window, controls, records, sound, saves
//! and hot reload are those of every game on the engine. No scene file is needed.
//!
//! Chapter 9 of the guide explains such a game.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use keitai_app::{App, GameInfo, Messages, Result, SIZE, TickInput};
use keitai_formats::Texture;
use keitai_render::Q16;
use keitai_render::micro3d::RecordedShot;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::replay::GameHasher;
use keitai_runtime::{Settings, Stage};

use crate::controls::WindowCommand;

pub use keitai_render::micro3d::{ActionTable, Figure, Graphics3D, command};
pub use keitai_render::{
    AffineTrans, Angle, Canvas, Clip, Compat, Effect, FigureLayout, Framebuffer, Light, Picture, PixelFormat, Pixels,
    Primitives, Projection, Q12, Shading, SphereMap, TextureMap, UvWrap, Vector3, square_root,
};

/// A game that draws call by call.
#[doc(alias = "MIDlet")]
#[doc(alias = "Canvas")]
pub trait Program: Sized + 'static {
    /// Starts the game: when the program opens, and before a record is replayed.
    ///
    /// # Errors
    /// When a file cannot be loaded. The program then ends with the error.
    fn new(files: &mut Files) -> Result<Self>;

    /// Returns the name, the tick rate and the controls.
    fn info(&self) -> GameInfo;

    /// Advances the game by a tick. Returns a command for the window, if any. The stage has sounds, music and random numbers.
    fn tick(&mut self, input: &TickInput, stage: &mut Stage, messages: &mut Messages) -> Option<WindowCommand>;

    /// Draws the picture. In a window it still has the pixels of the one before; that of a record, or of a run without a window, is
    /// empty. What is queued and not flushed is not seen.
    #[doc(alias = "paint")]
    fn draw(&mut self, graphics: &mut Graphics3D, picture: &mut Framebuffer);

    /// Takes changed files while the game runs. By default the game starts again.
    ///
    /// # Errors
    /// When a file cannot be loaded. The game continues as it was.
    fn reload(&mut self, files: &mut Files) -> Result<()> {
        *self = Self::new(files)?;
        Ok(())
    }

    /// Hashes everything that changes with time, so that records find the first tick that differs. Pictures are compared as well.
    fn hash_state(&self, _state: &mut GameHasher) {}

    /// Handles Escape. Returns whether the window closes.
    fn quit(&mut self, _messages: &mut Messages) -> bool {
        true
    }

    /// Returns everything that influences a play besides the controls, such as saved values. A record keeps the text.
    fn setup(&self) -> String {
        String::new()
    }

    /// Prepares the game for the replay of a record with this setup, or returns why it is not one of this game.
    fn set_up(&mut self, setup: &str) -> Result<()> {
        if setup.is_empty() { Ok(()) } else { Err(crate::Error::Setup { found: setup.to_owned(), reason: None }) }
    }

    /// Returns width and height of the picture, pixels.
    fn size() -> (u32, u32) {
        SIZE
    }

    /// Returns the settings of the renderer. Those of the command line take precedence.
    fn compat() -> Compat {
        Compat::default()
    }
}

/// The most bytes of a file of the game's own.
const LARGEST: u64 = 16 << 20;

/// Loads what a game draws and plays. Paths start from the root of the game's files, with `/` between names; the content
/// decides the format, as in scenes. A file that has changed while the game runs is loaded again, see [`Program::reload`].
/// [`Figure::read`], [`ActionTable::read`], [`TextureMap::read`] and [`SphereMap::read`] take bytes instead. A file that
/// cannot be read or is damaged is an error.
#[derive(Debug)]
pub struct Files<'a>(&'a mut Stage);

impl Files<'_> {
    /// Returns the figure in a file, in its rest posture and without textures.
    pub fn figure(&mut self, path: &str) -> Result<Figure> {
        Ok(self.0.assets().figure(&AssetPath::new(path)?)?)
    }

    /// Returns the action table in a file. Bones of source texts stay in the order of the text.
    pub fn actions(&mut self, path: &str) -> Result<ActionTable> {
        Ok(ActionTable::new(Arc::clone(&self.0.assets().actions(&AssetPath::new(path)?)?.table)))
    }

    /// Returns the texture in a BMP or PNG file.
    pub fn texture(&mut self, path: &str) -> Result<Arc<TextureMap>> {
        Ok(self.0.texture(&AssetPath::new(path)?)?)
    }

    /// Returns a texture that was made in code.
    ///
    /// # Errors
    /// When it is empty, larger than 256x256, or its texels do not fill its size.
    pub fn make_texture(&self, texture: &Texture) -> Result<Arc<TextureMap>> {
        self.0.make_texture(texture).map_err(|error| crate::Error::game(error.to_string()))
    }

    /// Returns the sphere map in a BMP or PNG file of 64x64 pixels, for [`Effect::sphere_map`].
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or has another size.
    pub fn sphere_map(&mut self, path: &str) -> Result<Arc<SphereMap>> {
        Ok(self.0.assets().sphere(&AssetPath::new(path)?)?)
    }

    /// Returns the bytes of a file, at most 16 MiB.
    #[doc(alias = "getResourceAsStream")]
    pub fn bytes(&mut self, path: &str) -> Result<Cow<'static, [u8]>> {
        Ok(self.0.assets().read(&AssetPath::new(path)?, LARGEST)?)
    }

    /// Loads a sound for [`Stage::play_sound`] and [`Stage::set_music`], under a name. `volume` is 0.0 to 1.0.
    pub fn sound(&mut self, name: &str, path: &str, volume: Q12) -> Result<()> {
        Ok(self.0.add_sound(name, &AssetPath::new(path)?, volume)?)
    }
}

/// Runs a game with files from `source`, until its window is closed. `FILES.source()` of [`embed!`](crate::embed) is such a source.
pub fn run<G: Program>(source: Source) -> std::process::ExitCode {
    app::<G>(source).main()
}

/// Returns a game that is ready to run.
pub fn app<G: Program>(source: Source) -> App {
    App::new(move |settings| Play::<G>::open(source.clone(), settings))
}

/// A game that draws call by call, as a game of the engine.
pub struct Play<G> {
    game: G,
    graphics: Graphics3D,
    /// Without entities: files, sounds, random numbers.
    stage: Stage,
}

impl<G> fmt::Debug for Play<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Play").field("graphics", &self.graphics).finish_non_exhaustive()
    }
}

impl<G: Program> Play<G> {
    /// Starts a game with files from `source`.
    pub fn open(source: Source, settings: &Settings) -> Result<Self> {
        let compat = settings.compat.unwrap_or_else(G::compat);
        let settings = Settings { compat: Some(compat), ..*settings };
        let mut stage = Stage::with_files(source, G::size(), &settings);
        let game = G::new(&mut Files(&mut stage))?;
        Ok(Self { game, graphics: Graphics3D::with_renderer(stage.new_renderer()), stage })
    }

    /// Draws the picture in its own colours.
    fn draw_unreduced(&mut self, part: Q16, picture: &mut Framebuffer) {
        self.graphics.part = part;
        self.graphics.bind(picture.width(), picture.height(), None);
        self.game.draw(&mut self.graphics, picture);
    }

    /// Returns the struct that the caller has defined, for instance to test it.
    pub fn game(&self) -> &G {
        &self.game
    }
}

impl<G: Program> keitai_app::Game for Play<G> {
    fn info(&self) -> GameInfo {
        self.game.info()
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.stage
    }

    fn tick(&mut self, input: &TickInput, messages: &mut Messages) -> Option<WindowCommand> {
        if self.stage.is_reloaded() {
            let result = self.game.reload(&mut Files(&mut self.stage));
            // The error's Debug form has its hint.
            messages.set_wrong(result.err().map(|error| format!("{error:?}")));
        }
        self.stage.tick(&[]);
        let command = self.game.tick(input, &mut self.stage, messages);
        command.or_else(|| input.pad_command())
    }

    fn draw(&mut self, part: Q16, picture: &mut Framebuffer) {
        self.draw_unreduced(part, picture);
        picture.reduce(self.stage.scene().screen);
        for fault in self.graphics.take_refused() {
            self.stage.warn(fault);
        }
    }

    fn shot(&mut self) -> Result<RecordedShot> {
        let mut picture = self.stage.framebuffer();
        self.graphics.record((picture.width(), picture.height()), None);
        self.draw_unreduced(Q16::ONE, &mut picture);
        self.graphics.record_changes(&picture);
        let shot = self.graphics.take_recorded(self.stage.scene().screen);
        shot.map(Option::unwrap_or_default).map_err(|error| crate::Error::game(error.to_string()))
    }

    fn quit(&mut self, messages: &mut Messages) -> bool {
        self.game.quit(messages)
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.game.hash_state(state);
    }

    fn setup(&self) -> String {
        self.game.setup()
    }

    /// The game starts again, and then takes the setup.
    fn set_up(&mut self, setup: &str) -> Result<()> {
        self.game = G::new(&mut Files(&mut self.stage))?;
        self.game.set_up(setup)
    }
}
