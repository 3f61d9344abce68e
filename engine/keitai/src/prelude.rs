//! The items that most games use: `use keitai::prelude::*;`.
//!
//! ```
//! use keitai::prelude::*;
//!
//! struct Quiet(Stage);
//!
//! impl Game for Quiet {
//!     fn info(&self) -> GameInfo {
//!         GameInfo::new("quiet")
//!     }
//!     fn stage(&mut self) -> &mut Stage {
//!         &mut self.0
//!     }
//!     fn tick(&mut self, input: &TickInput, messages: &mut Messages) -> Option<WindowCommand> {
//!         self.0.tick(&input.controls);
//!         if input.controls[0].pressed(Button::A) {
//!             messages.tell("A was pressed");
//!         }
//!         input.pad_command()
//!     }
//! }
//!
//! let source = Source::memory([("ball.ron", &b"(entities: [(name: \"ball\", at: (1, 2, 3))])"[..])]);
//! let mut game = Quiet(Stage::open(source, &AssetPath::new("ball.ron")?, &Settings::default())?);
//! game.tick(&TickInput::new([Controls::IDLE; PLAYERS]), &mut Messages::default());
//! let ball = game.stage().named("ball")?;
//! assert_eq!(game.stage().world.get::<&Transform>(ball)?.position[2], Q12::from_num(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(no_inline)]
pub use std::process::ExitCode;

#[doc(no_inline)]
pub use crate::assets::{AssetPath, Source};
#[doc(no_inline)]
pub use crate::controls::{
    Button, ButtonNames, Controls, Key, KeyMap, Labels, Maps, Mouse, MouseButton, PLAYERS, Stick, Target, WindowCommand,
};
#[doc(no_inline)]
pub use crate::hecs::{Entity, World};
#[doc(no_inline)]
pub use crate::world::{
    Actions, Contact, Figure, Hidden, Layer, Lifetime, ListMenu, MenuChoice, Name, Parent, Part, Pattern, Playback,
    Sprite, Transform, Velocity, WorldTransform,
};
#[doc(no_inline)]
pub use crate::{
    AffineTrans, Angle, App, Blend, Canvas, Framebuffer, Game, GameInfo, Lettering, MenuPage, Messages, Next, Q12, Q16,
    Random, SceneMenu, Screen, ScreenGame, Screens, Settings, Stage, TickInput, TickRate, Vector3, locate,
};
