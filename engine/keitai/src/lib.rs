//! Keitai, an engine for games with the 3D of J2ME-era phones. A game needs this crate alone.
//!
//! A game is a scene and a function that advances it by a tick, usually of 1/30 s:
//!
//! ```no_run
//! use keitai::prelude::*;
//!
//! fn main() -> ExitCode {
//!     keitai::run("scenes/versus.ron", |stage, controls| {
//!         stage.tick(controls);
//!         for contact in &stage.contacts {
//!             let _ = stage.world.insert_one(contact.first, Hidden);
//!         }
//!     })
//! }
//! ```
//!
//! The program has everything that the engine gives to a game: a window with keyboard and pads, a controls screen (F2), a
//! debug overlay (F3), drawing between ticks (F4), pause (F5) and single steps (F6), shots (F9), screenshots (F12), and hot
//! reload of the scene and its files. F7, F8 and F10 change the volume. `--help` lists its options: `--headless`, `--record`, `--replay` and others.
//!
//! | to | use |
//! |---|---|
//! | run a scene and a closure | [`run`] |
//! | run a title, a play, a pause and a result | [`Screens`] |
//! | run a struct with messages or controls of its own | [`Game`] and [`App`] |
//! | draw call by call, as Java games did | [`micro3d`] |
//! | read components and change them | [`world`], [`hecs`] |
//! | change texts, gauges and other components of a scene by name | [`hud`] |
//! | show a list of items to choose from | [`world::ListMenu`], [`SceneMenu`] in scenes |
//! | read presses for menus of your own from controls | [`menu`] |
//! | shake the picture and stop the game after a hit | [`impact`] |
//! | spawn prefabs at places or with components of their own, and remove entities | [`Stage::spawn`], [`Stage::spawn_with`], [`Stage::remove`] |
//! | split the screen | [`world::Camera`] |
//! | open the next scene without loading its files again | [`Stage::open_scene`] |
//! | play actions of a figure by their names | [`Stage::play`] |
//! | play sounds and music of a scene by name | [`Stage::play_sound`], [`Stage::set_music`] |
//! | compute directions and distances on the ground | [`ground`] |
//! | compute sines, cosines, square roots and inverse matrices | [`Angle::sin`], [`Angle::cos`], [`square_root`], [`AffineTrans::inverse`] |
//! | lay out tracks and patrols, and count laps | [`path`] |
//! | draw a map of a course | [`PathMap`] |
//! | keep a state and the ticks since it began | [`timing::States`] |
//! | load figures, actions, textures and sphere maps in code | [`Stage::texture`], [`Stage::assets`] |
//! | shade and light figures in code | [`world::FigureEffect`], [`Shading`] |
//! | make meshes and textures in code | [`mesh`], [`Stage::make_texture`] |
//! | keep best times and options between runs | [`Saved`] |
//! | embed files in the program | [`embed!`] |
//! | add options to the command line | [`Options`] |
//!
//! [`prelude`] has the items that most games use, and a game without a file.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `sources` (default) | scenes that name source texts and PNG pictures; packages of games whose files are all converted do without |
//! | `vorbis` (default) | sounds and music in Ogg Vorbis files |
//! | `window` (default) | the window of SDL2; a web page has one of its own |
//!
//! # Guarantees
//!
//! A game needs no graphics processor and no network, and computes no state and no pixel with floats, so that a record of a game plays the same
//! on every machine.
#![deny(clippy::float_arithmetic)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

use std::path::Path;
use std::process::ExitCode;

pub mod micro3d;
pub mod prelude;

// Programs for web pages export the functions that the script of the page calls.
#[cfg(target_family = "wasm")]
extern crate keitai_browser as _;

pub use keitai_app::{
    App, Embedded, Error, Game, GameInfo, MenuPage, Messages, Next, Options, PathMap, Result, SIZE, SOUND_RATE, Saved,
    Screen, ScreenGame, Screens, SoundPlayer, StageGame, TickInput, TickResult, config_folder, console,
    controls_screen, data_folder, hud, impact, locate, picture, timing, write_numbered_shot, write_shot,
};
pub use keitai_formats::{Blend, Material, Rgb, Texture};
#[cfg(feature = "layout")]
pub use keitai_render::Layout;
pub use keitai_render::{
    AffineTrans, Align, Angle, Backend, Canvas, CellFont, Clip, Compat, Font, Framebuffer, Lettering, Overflow,
    PixelFormat, Primitives, Projection, Q12, Q16, ScreenColours, ScreenDither, ScreenFormat, Shading, SphereMap,
    TextLimits, TextureMap, UvWrap, Vector3, fixed, square_root,
};
pub use keitai_runtime::controls::{self as controls, menu};
pub use keitai_runtime::{
    Error as LoadError, Random, SceneMenu, Settings, Stage, TickRate, assets, ground, hecs, mesh, replay, world,
    world::path,
};

// Types in the signatures of calls above, which few games name.
#[doc(no_inline)]
pub use keitai_app::RenderOptions;
#[doc(no_inline)]
pub use keitai_app::files;
#[doc(no_inline)]
pub use keitai_runtime::{debug, scene, shot};
#[doc(no_inline)]
pub use keitai_sound as sound;

/// Compiles and runs the examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../docs/micro3d.md")]
mod page_for_programmers_of_micro3d {}

/// Puts files into the program. Paths start from the folder of the package, with `/` between names.
///
/// In a debug build [`Embedded::source`] reads the files from that folder, so that edits show while the game runs. In a
/// release build it reads them from the program, which then runs anywhere.
///
/// ```
/// use keitai::prelude::*;
/// use keitai::{Embedded, embed};
///
/// static FILES: Embedded = embed!["Cargo.toml"];
/// let file = AssetPath::new("Cargo.toml")?;
/// assert_eq!(FILES.source().read(&file, 1 << 20)?, FILES.embedded().read(&file, 1 << 20)?);
/// # Ok::<(), keitai::assets::AssetError>(())
/// ```
#[macro_export]
macro_rules! embed {
    ($($path:literal),* $(,)?) => {{
        const FILES: &[(&str, &[u8])] =
            &[$(($path, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $path)))),*];
        #[cfg(debug_assertions)]
        const FOLDER: Option<&str> = Some(env!("CARGO_MANIFEST_DIR"));
        #[cfg(not(debug_assertions))]
        const FOLDER: Option<&str> = None;
        $crate::Embedded::new(FILES, FOLDER)
    }};
}

/// Runs the scene in a file with the options of the command line. `tick` advances it by 1/30 s and calls [`Stage::tick`] itself,
/// between systems of its own. Values that `tick` captures start again with each replay. Where `tick` returns a
/// [`Result<()>`](Result), the player sees its error, and the game continues.
///
/// Prints an error and its hint on stderr. The exit code is 2 for wrong options, 3 for files that cannot be read or
/// written, and 4 for a replay that differs from its record.
pub fn run<F, R>(scene: impl AsRef<Path>, tick: F) -> ExitCode
where
    F: FnMut(&mut Stage, &[controls::Controls; controls::PLAYERS]) -> R + Clone + 'static,
    R: TickResult + 'static,
{
    App::scene(scene, tick).main()
}
