//! `Graphics3D`: queues figures and primitives, and draws them.

use std::sync::Arc;

use keitai_render::{
    AffineTrans, Clip, CommandList, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Primitives, PrimitivesDraw,
    Q16, Renderer, TextureMap, Vector3,
};

use super::Figure;

/// Pixels that the polygons of a picture may cover; pixels covered twice are counted twice. Later polygons are not
/// drawn.
const MAX_PIXELS: u64 = 1 << 28;

/// The renderer as Java games use it: figures and primitives are queued and sorted together, and a flush draws them.
///
/// `x` and `y` of the calls are pixels, which are added to the centre of the layout. Layout and effect are read at the
/// call; later changes do not affect what is queued. A call that is refused draws nothing and gives a message.
#[doc(alias = "bind")]
#[doc(alias = "release")]
#[derive(Debug)]
pub struct Graphics3D {
    /// The time between the last two ticks that is drawn: 0.0 is the earlier one, 1.0 the later one. It is 1.0 unless the player
    /// has chosen pictures between ticks, and in all records.
    pub part: Q16,
    pub(super) renderer: Renderer,
    /// Calls refused since the list was last taken.
    pub(super) refused: Vec<String>,
}

impl Graphics3D {
    pub(super) fn new(renderer: Renderer) -> Self {
        Self { part: Q16::ONE, renderer, refused: Vec::new() }
    }

    pub(super) fn begin(&mut self, part: Q16) {
        self.part = part;
        self.renderer.discard();
        self.renderer.set_clip(None);
        self.renderer.limit_pixels(MAX_PIXELS);
    }

    /// Returns the settings of the renderer.
    pub fn compat(&self) -> &Compat {
        self.renderer.compat()
    }

    /// Returns the value between those of the last two ticks at the time that is drawn.
    pub fn between(&self, before: i32, now: i32) -> i32 {
        let (before, part) = (i64::from(before), i64::from(self.part.to_bits()));
        (before + (((i64::from(now) - before) * part) >> 16)) as i32
    }

    /// Queues a figure in its posture. `x` and `y` are added to the layout's centre, pixels.
    #[doc(alias = "renderFigure")]
    pub fn render_figure(&mut self, figure: &Figure, x: i32, y: i32, layout: &FigureLayout, effect: &Effect) {
        let own = &figure.instance;
        let (model, posture, textures) = (&own.asset.model, &own.posture, &own.textures);
        let draw = FigureDraw { model, posture, textures, selected: own.selected, layout, effect, offset: (x, y) };
        self.renderer.render_figure(&draw);
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
        picture: &mut Framebuffer,
    ) {
        self.render_figure(figure, x, y, layout, effect);
        self.flush(picture);
    }

    /// Queues points, lines, triangles, quads or sprites. A command that is impossible, a count beyond 1..=255 and missing data are
    /// refused.
    #[doc(alias = "renderPrimitives")]
    pub fn render_primitives(
        &mut self,
        primitives: &Primitives,
        x: i32,
        y: i32,
        layout: &FigureLayout,
        effect: &Effect,
    ) {
        let draw = PrimitivesDraw { primitives: *primitives, layout, effect, offset: (x, y) };
        let drawn = self.renderer.render_primitives(&draw);
        self.note("primitives", drawn);
    }

    /// Runs a command list. Its first texture is in use at its beginning. A FLUSH in it draws on the picture, and a CLIP stays until the
    /// next one, or the end of the picture. A list that is wrong anywhere is refused whole.
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
        picture: &mut Framebuffer,
    ) {
        let list = CommandList { words, textures, transforms, layout, effect, offset: (x, y) };
        let drawn = self.renderer.run_command_list(&list, picture);
        self.note("command list", drawn);
    }

    /// Draws everything queued, far to near, over the picture.
    pub fn flush(&mut self, picture: &mut Framebuffer) {
        self.renderer.flush(picture);
    }

    /// Restricts drawing to a rectangle until the end of the picture; `None` lifts the restriction.
    #[doc(alias = "setClip")]
    pub fn set_clip(&mut self, clip: Option<Clip>) {
        self.renderer.set_clip(clip);
    }

    /// Returns the pixel where a point of a layout's space is seen; `None` outside the near and the far plane.
    pub fn pixel(&self, layout: &FigureLayout, point: Vector3) -> Option<(i32, i32)> {
        self.renderer.project(layout, point)
    }

    fn note(&mut self, what: &str, drawn: keitai_render::Result<()>) {
        if let Err(error) = drawn {
            let refused = format!("{what} refused: {error}");
            if !self.refused.contains(&refused) {
                self.refused.push(refused);
            }
        }
    }
}
