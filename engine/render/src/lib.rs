//! An integer-only software renderer: draws a figure by its posture, layout and effect.
//!
//! The stages, in the order a polygon passes them: [`posture`](Posture) places the bones, `project` places the vertices on
//! the screen, `shade` lights them, `submit` tests and queues polygons, `clip` cuts those that reach too far, `queue` orders
//! them, and `authentic` or `enhanced` fills them. [`Canvas`] draws pictures and text, and [`Framebuffer::reduce`] shows it all
//! as a phone's screen would.
//! Everything is integer arithmetic, so that every machine draws the same pixels.
//!
//! ```
//! use std::sync::Arc;
//!
//! use keitai_formats::{ReadOptions, bmp, mbac};
//! use keitai_render::{
//!     AffineTrans, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Model, Posture, Renderer, TextureMap, Vector3,
//! };
//!
//! # let mbac = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tin.mbac"));
//! # let bmp = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/tin.bmp"));
//! let (options, compat) = (ReadOptions::default(), Compat::default());
//! let model = Model::new(&mbac::read_with(mbac, &options)?.document)?;
//! let textures = [Arc::new(TextureMap::new(&bmp::read_with(bmp, &options)?.document, &compat)?)];
//! // Parallel, eight units to a pixel, from the front.
//! let mut layout = FigureLayout::default();
//! layout.centre = (60, 75);
//! layout.transform = AffineTrans::look_at(Vector3::new(0, 0, 400), Vector3::new(0, 0, -4096), Vector3::new(0, 4096, 0));
//! let (posture, effect) = (Posture::rest(&model), Effect::default());
//! let draw = FigureDraw::new(&model, &posture, &textures, &layout, &effect);
//! let mut framebuffer = Framebuffer::new(120, 120);
//! framebuffer.fill(0x203040);
//! Renderer::new(120, 120, compat).draw_figure(&draw, &mut framebuffer);
//! let drawn = framebuffer.pixels().iter().filter(|pixel| **pixel != framebuffer.pixels()[0]).count();
//! assert!(drawn > 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `std` (default) | what the next two need; without it the crate needs only `core` and `alloc` |
//! | `simd` (default) | the widest vector registers of the processor, found at run time, in builds with optimisation above level 1; otherwise those of every processor of the target |
//! | `threads` | several threads for a picture, by `rayon` ([`Renderer::set_threads`]) |
//! | `text` | text on a [`Canvas`], and drawing on it with `embedded-graphics` |
//! | `serde` | reading and writing the settings of scenes and shots |
//!
//! The picture depends on none of them.
//!
//! # Guarantees
//!
//! The crate opens no files and no window, computes with no floats, and has no unsafe code. A frame allocates nothing
//! once the buffers of the first have grown. A texture takes 98 KiB, or 34 KiB when its texels stay in read-only memory
//! ([`TextureMap::from_static`]).
#![deny(clippy::float_arithmetic)]
#![cfg_attr(not(test), no_std)]
#![warn(missing_debug_implementations)]

#[macro_use]
extern crate alloc;

mod affine;
mod authentic;
mod bands;
mod canvas;
mod clip;
mod command_list;
mod compat;
mod effect;
mod enhanced;
mod error;
mod figure;
mod framebuffer;
mod lanes;
mod layout;
pub mod micro3d;
mod model;
mod numbers;
mod pixel;
mod posture;
mod primitive;
mod project;
mod queue;
mod raster;
mod renderer;
mod shade;
mod sprite;
mod submit;
mod texture;
mod vertex;

pub use affine::AffineTrans;
pub use canvas::Canvas;
#[cfg(feature = "text")]
pub use canvas::{Align, CellFont, Font, Lettering, Overflow, TextLimits};
pub use command_list::CommandList;
pub use compat::{Compat, PixelFormat, UvWrap};
pub use effect::{Effect, Light, Shading};
pub use error::{Error, Result};
pub use figure::FigureDraw;
#[cfg(feature = "layout")]
pub use framebuffer::Layout;
pub use framebuffer::{Framebuffer, Picture, Pixels};
pub use layout::{FigureLayout, Projection};
pub use model::Model;
pub use numbers::{Angle, Q12, Q16, Vector3, square_root};
pub use pixel::{ScreenColours, ScreenDither, ScreenFormat};
pub use posture::Posture;
pub use primitive::{Primitives, PrimitivesDraw};
pub use project::Backend;
pub use raster::Clip;
pub use renderer::{DrawnPolygon, Renderer, Statistics};
pub use sprite::Sprite;
pub use texture::{SphereMap, TextureMap};

#[doc(no_inline)]
pub use fixed;
