//! `Graphics3D`: queues figures and primitives, and draws them.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::recording::Recording;
use super::{Figure, RecordedShot};
use crate::affine::AffineTrans;
use crate::command_list::CommandList;
use crate::compat::Compat;
use crate::effect::Effect;
use crate::error::{Error, Result};
use crate::framebuffer::Picture;
use crate::layout::FigureLayout;
use crate::numbers::{Q16, Vector3};
use crate::pixel::ScreenColours;
use crate::primitive::{Primitives, PrimitivesDraw};
use crate::raster::Clip;
use crate::renderer::Renderer;
use crate::texture::TextureMap;

/// Pixels that the polygons of a picture may cover; pixels covered twice are counted twice. Later polygons are not
/// drawn.
const MAX_PIXELS: u64 = 1 << 28;

/// The renderer as Java games use it: figures and primitives are queued and sorted together, and a flush draws them.
///
/// `x` and `y` of the calls are pixels, which are added to the centre of the layout. Layout and effect are read at the
/// call; later changes do not affect what is queued. A call that is refused draws nothing and gives a message. A figure without a
/// texture that it needs is drawn as far as it can be, and gives a message, too.
///
/// ```
/// use keitai_render::micro3d::Graphics3D;
/// use keitai_render::{Compat, Effect, FigureLayout, Pixels, Primitives};
///
/// // Four rows of eight pixels, drawn in place.
/// let mut pixels = [0xFF00_0000; 4 * 8];
/// let mut graphics = Graphics3D::new(Compat::default());
/// graphics.bind(8, 4, None);
/// let command = Primitives::POINTS | Primitives::COLOUR_PER_COMMAND;
/// let point = Primitives::new(command, &[0, 0, 100]).colours(&[0xFF_FFFF]);
/// graphics.render_primitives(&point, 3, 2, &FigureLayout::default(), &Effect::default());
/// graphics.flush(&mut Pixels::new(&mut pixels, 8, 4, 8).unwrap());
/// assert_eq!(pixels[2 * 8 + 3], 0xFFFF_FFFF);
/// ```
#[derive(Debug)]
pub struct Graphics3D {
    /// The time between the last two ticks of a game that is drawn: 0.0 is the earlier one, 1.0 the later one. It is 1.0 unless the
    /// player has chosen pictures between ticks, and in all records.
    pub part: Q16,
    renderer: Renderer,
    /// Calls that were refused or carried out in part since the list was last taken, each once.
    refused: Vec<(&'static str, Error)>,
    error: Option<Error>,
    recording: Option<Box<Recording>>,
}

impl Graphics3D {
    /// Returns graphics that are bound to no picture yet.
    pub fn new(compat: Compat) -> Self {
        Self::with_renderer(Renderer::new(0, 0, compat))
    }

    /// Returns graphics that draw with a renderer, bound to pictures of its size.
    pub fn with_renderer(renderer: Renderer) -> Self {
        Self { part: Q16::ONE, renderer, refused: Vec::new(), error: None, recording: None }
    }

    /// Begins a picture of this size, drawn within a rectangle or on all of it. What is queued is forgotten.
    #[doc(alias = "release")]
    pub fn bind(&mut self, width: u32, height: u32, clip: Option<Clip>) {
        self.renderer.resize(width, height);
        self.renderer.limit_pixels(MAX_PIXELS);
        self.set_clip(clip);
    }

    /// Returns the settings of the renderer.
    pub fn compat(&self) -> &Compat {
        self.renderer.compat()
    }

    /// Returns the renderer, with its settings and statistics.
    pub fn renderer(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// Returns the value between those of the last two ticks at the time that is drawn.
    pub fn between(&self, before: i32, now: i32) -> i32 {
        let (before, part) = (i64::from(before), i64::from(self.part.to_bits()));
        (before + (((i64::from(now) - before) * part) >> 16)) as i32
    }

    /// Queues a figure in its posture. `x` and `y` are added to the layout's centre, pixels.
    #[doc(alias = "renderFigure")]
    pub fn render_figure(&mut self, figure: &Figure, x: i32, y: i32, layout: &FigureLayout, effect: &Effect) {
        let draw = figure.draw((x, y), layout, effect);
        self.renderer.render_figure(&draw);
        if let Some(recording) = &mut self.recording {
            recording.figure(&draw, figure);
        }
        if let Err(error) = figure.check() {
            self.note("figure", error);
        }
    }

    /// Queues a figure and draws everything queued.
    #[doc(alias = "drawFigure")]
    pub fn draw_figure(
        &mut self,
        figure: &Figure,
        x: i32,
        y: i32,
        layout: &FigureLayout,
        effect: &Effect,
        picture: &mut dyn Picture,
    ) {
        self.render_figure(figure, x, y, layout, effect);
        self.flush(picture);
    }

    /// Queues points, lines, triangles, quads or sprites. A command that is impossible, a count beyond 1..=255 and missing data are
    /// refused. Returns whether the call was carried out.
    #[doc(alias = "renderPrimitives")]
    pub fn render_primitives(
        &mut self,
        primitives: &Primitives,
        x: i32,
        y: i32,
        layout: &FigureLayout,
        effect: &Effect,
    ) -> bool {
        let draw = PrimitivesDraw { primitives: *primitives, layout, effect, offset: (x, y) };
        let result = self.renderer.render_primitives(&draw);
        if let (Ok(()), Some(recording)) = (&result, &mut self.recording) {
            recording.recorder.primitives(&draw);
        }
        if result.is_ok() && primitives.lacks_texture() {
            let polygons = primitives.count;
            self.note("primitives", Error::NoTexture { slot: 0, polygons });
        }
        self.carried_out("primitives refused", result)
    }

    /// Runs a command list. Its first texture is in use at its beginning. A FLUSH in it draws on the picture, and a CLIP stays until the
    /// next one, or the end of the picture. A list that is wrong anywhere is refused whole. Returns whether the call was carried out.
    #[doc(alias = "drawCommandList")]
    #[expect(clippy::too_many_arguments, reason = "as many as in Java, and the picture")]
    pub fn draw_command_list(
        &mut self,
        textures: &[Arc<TextureMap>],
        transforms: &[AffineTrans],
        x: i32,
        y: i32,
        layout: &FigureLayout,
        effect: &Effect,
        words: &[i32],
        picture: &mut dyn Picture,
    ) -> bool {
        let list = CommandList { words, textures, transforms, layout, effect, offset: (x, y) };
        self.record_changes(picture);
        let result = self.renderer.run_command_list(&list, picture);
        if let (Ok(()), Some(recording)) = (&result, &mut self.recording) {
            recording.command_list(&list, picture);
        }
        self.carried_out("command list refused", result)
    }

    /// Draws everything queued, far to near, over the picture.
    pub fn flush(&mut self, picture: &mut dyn Picture) {
        self.record_changes(picture);
        self.renderer.flush(picture);
        if let Some(recording) = &mut self.recording {
            recording.flush(picture);
        }
    }

    /// Restricts drawing to a rectangle until the end of the picture; `None` lifts the restriction.
    #[doc(alias = "setClip")]
    pub fn set_clip(&mut self, clip: Option<Clip>) {
        self.renderer.set_clip(clip);
        if let Some(recording) = &mut self.recording {
            recording.recorder.set_area(clip);
        }
    }

    /// Returns the pixel where a point of a layout's space is seen; `None` outside the near and the far plane.
    pub fn pixel(&self, layout: &FigureLayout, point: Vector3) -> Option<(i32, i32)> {
        self.renderer.project(layout, point)
    }

    /// Records everything that is drawn from now on, on a picture of this size that is black now, within a clip.
    pub fn record(&mut self, size: (u32, u32), clip: Option<Clip>) {
        self.recording = Some(Box::new(Recording::new(size, clip)));
    }

    /// Records what was drawn on the picture by other means since the last flush. Each flush begins with this.
    pub fn record_changes(&mut self, picture: &dyn Picture) {
        if let Some(recording) = &mut self.recording {
            recording.catch_up(picture);
        }
    }

    /// Ends the recording and returns a shot that draws the picture: what these graphics have drawn as calls, and all other changes
    /// as images. `screen` is that of the shot. `None` without a recording.
    ///
    /// # Errors
    /// When a figure cannot be written in its format.
    pub fn take_recorded(&mut self, screen: ScreenColours) -> Result<Option<RecordedShot>> {
        let Some(recording) = self.recording.take() else { return Ok(None) };
        recording.finish(self.renderer.backend(), *self.compat(), screen).map(Some)
    }

    /// Returns the messages about calls that were refused, or carried out in part, since this was last called. Each is there once.
    pub fn take_refused(&mut self) -> impl Iterator<Item = String> {
        self.refused.drain(..).map(|(call, error)| format!("{call}: {error}"))
    }

    /// Returns why the last call that was not carried out was refused, once.
    pub fn take_error(&mut self) -> Option<Error> {
        self.error.take()
    }

    fn carried_out(&mut self, call: &'static str, result: Result<()>) -> bool {
        let Err(error) = result else { return true };
        self.error = Some(error.clone());
        self.note(call, error);
        false
    }

    fn note(&mut self, call: &'static str, error: Error) {
        let message = (call, error);
        if !self.refused.contains(&message) {
            self.refused.push(message);
        }
    }
}
