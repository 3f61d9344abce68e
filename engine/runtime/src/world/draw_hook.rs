//! Drawing of a game's own between the entities of a scene.

use std::fmt;

use hecs::{Entity, World};
use keitai_render::{
    AffineTrans, CommandList, Effect, FigureDraw, FigureLayout, Light, Primitives, PrimitivesDraw, Q16, Vector3,
};

use super::draw_target::{DrawTarget, PictureSettings, PosedFigure};
use super::draw_warnings::DrawWarnings;
use super::effect::FigureEffect;
use super::figure::FigureInstance;
use super::previous_state::Interpolation;
use super::screen::{Image, Rectangle, Text};
use super::sprite::{Sprite, screen_layout};
use super::transform::WorldTransform;

/// A layer that is being drawn, for the function of [`Stage::draw_with`](crate::Stage::draw_with) or
/// [`Stage::set_draw_hook`](crate::Stage::set_draw_hook).
///
/// Figures, sprites and primitives in the world are sorted by depth with those of the layer's entities. What is drawn on the screen covers
/// the layer's world and is covered by the texts and images of the layer's entities. Later calls draw over earlier ones.
pub struct LayerDrawing<'a> {
    /// All entities, to be read.
    pub world: &'a World,
    /// Number of the layer; lower layers are drawn first.
    pub layer: i16,
    /// The camera whose view is drawn.
    pub camera: Entity,
    /// The matrix from the world to the camera's view space, at the time between two ticks that is drawn. A figure at
    /// `view.inverse()` times a matrix is fixed to the picture.
    pub view: AffineTrans,
    /// The time between the last two ticks that is drawn, 0.0 to 1.0.
    pub part: Q16,
    pub(super) layout: FigureLayout,
    pub(super) light: Option<Light>,
    pub(super) interpolation: &'a Interpolation<'a>,
    pub(super) target: &'a mut dyn DrawTarget,
    pub(super) settings: PictureSettings,
    pub(super) warnings: &'a mut DrawWarnings,
    /// Whether figures, sprites or primitives wait for their flush.
    pub(super) queued: bool,
}

impl fmt::Debug for LayerDrawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LayerDrawing")
            .field("layer", &self.layer)
            .field("camera", &self.camera)
            .field("view", &self.view)
            .finish_non_exhaustive()
    }
}

/// The function of a game that draws in some layers.
pub(crate) struct DrawHook<'a> {
    pub(super) layers: Vec<i16>,
    pub(super) draw: Box<dyn FnMut(&mut LayerDrawing) + 'a>,
}

impl<'a> DrawHook<'a> {
    pub(crate) fn new(layers: &[i16], draw: impl FnMut(&mut LayerDrawing) + 'a) -> Self {
        Self { layers: layers.to_vec(), draw: Box::new(draw) }
    }
}

impl LayerDrawing<'_> {
    /// Returns the matrix from an entity's space to the world, at the time between two ticks that is drawn.
    pub fn place(&self, entity: Entity) -> Option<AffineTrans> {
        let now = *self.world.get::<&WorldTransform>(entity).ok()?;
        Some(self.interpolation.transform(entity, &now).0)
    }

    /// Returns the pixel where a point of the world is seen in this view, which may be outside the camera's area; `None` outside
    /// the near and the far plane. A name plate is a text at such a pixel.
    pub fn pixel(&self, point: Vector3) -> Option<(i32, i32)> {
        let mut layout = self.layout;
        layout.transform = self.view;
        layout.pixel(point, self.settings.size)
    }

    /// Draws a figure, or a mesh, in the world. `at` is the matrix from its space to the world.
    pub fn figure(&mut self, figure: &FigureInstance, at: &AffineTrans, effect: &FigureEffect) {
        self.layout.transform = self.view.mul(at);
        let (layout, effect) = (self.layout, effect.under(self.light, &self.view));
        self.render_figure(figure, 0, 0, &layout, &effect);
    }

    /// Draws points, lines, triangles, quads or sprites in the world. `at` is the matrix from their space to the world,
    /// [`AffineTrans::IDENTITY`] for vertices in the world. Points, lines and sprites are never lit, triangles and quads are with
    /// [`Primitives::LIGHTING`] and normals. The effect's `blend` replaces that of the command.
    ///
    /// Primitives that [`Primitives::check`] refuses are not drawn;
    /// [`Stage::take_warnings`](crate::Stage::take_warnings) gives the reason.
    ///
    /// ```
    /// use keitai_runtime::world::FigureEffect;
    /// use keitai_runtime::{Settings, Stage};
    /// # use keitai_render::{AffineTrans, Compat, Primitives};
    ///
    /// let mut stage = Stage::empty((240, 320), Compat::default(), &Settings::default());
    /// stage.set_draw_hook(&[0], |drawing| {
    ///     let beam = Primitives {
    ///         command: Primitives::LINES | Primitives::COLOUR_PER_COMMAND,
    ///         count: 1,
    ///         vertices: &[-50, 100, 0, 50, 100, 0],
    ///         colours: &[0xFFFF00],
    ///         ..Primitives::default()
    ///     };
    ///     drawing.primitives(&beam, &AffineTrans::IDENTITY, &FigureEffect::default());
    /// });
    /// let mut picture = stage.framebuffer();
    /// stage.draw(&mut picture);
    /// assert_eq!(picture.pixels()[160 * 240 + 120], 0xFFFF00);
    /// ```
    pub fn primitives(&mut self, primitives: &Primitives, at: &AffineTrans, effect: &FigureEffect) {
        self.layout.transform = self.view.mul(at);
        let (layout, effect) = (self.layout, effect.under(self.light, &self.view));
        self.render_primitives(primitives, 0, 0, &layout, &effect);
    }

    /// Draws a figure with a layout and a light of its own in view space, whatever the camera sees. `x` and `y` are added to the centre.
    #[doc(alias = "renderFigure")]
    pub fn render_figure(&mut self, figure: &FigureInstance, x: i32, y: i32, layout: &FigureLayout, effect: &Effect) {
        let FigureInstance { asset, textures, selected, posture, .. } = figure;
        let mut moved = *layout;
        moved.set_centre(layout.centre.0 + x, layout.centre.1 + y);
        let layout = &moved;
        let (model, selected) = (&asset.model, *selected);
        let draw = FigureDraw { model, posture, textures, selected, layout, effect, offset: (0, 0) };
        self.target.figure(&PosedFigure { asset, playing: None, draw });
        self.queued = true;
    }

    /// Draws primitives with a layout and a light of their own in view space, whatever the camera sees. `x` and `y` are added to the
    /// centre. Those that [`Primitives::check`] refuses are not drawn, as in [`Self::primitives`].
    #[doc(alias = "renderPrimitives")]
    pub fn render_primitives(
        &mut self,
        primitives: &Primitives,
        x: i32,
        y: i32,
        layout: &FigureLayout,
        effect: &Effect,
    ) {
        if let Err(error) = primitives.check() {
            return self.warnings.primitives(self.layer, &error);
        }
        self.target.primitives(&PrimitivesDraw { primitives: *primitives, layout, effect, offset: (x, y) });
        self.queued = true;
    }

    /// Draws everything queued, and runs a command list. A list that is wrong anywhere is not drawn, as in
    /// [`Self::primitives`].
    #[doc(alias = "drawCommandList")]
    pub fn command_list(&mut self, list: &CommandList) {
        self.flush();
        if let Err(error) = self.target.command_list(list) {
            self.warnings.primitives(self.layer, &error);
        }
        self.queued = true;
    }

    /// Draws a sprite with its middle at a point of the world, or at a pixel when the sprite is on the screen.
    pub fn sprite(&mut self, sprite: &Sprite, at: Vector3) {
        let effect = Effect::default();
        if sprite.screen {
            self.flush();
            sprite.submit(&sprite.texture, at, &screen_layout(), &effect, self.target);
            self.target.flush();
        } else {
            self.layout.transform = self.view;
            sprite.submit(&sprite.texture, at, &self.layout, &effect, self.target);
            self.queued = true;
        }
    }

    /// Draws a rectangle with its top left corner at a pixel; z is ignored.
    pub fn rectangle(&mut self, rectangle: &Rectangle, at: Vector3) {
        self.flush();
        self.target.rectangle(rectangle, at);
    }

    /// Draws an image with its top left corner at a pixel; z is ignored.
    pub fn image(&mut self, image: &Image, at: Vector3) {
        self.flush();
        self.target.image(image, &image.texture, at);
    }

    /// Draws a text at a pixel; z is ignored.
    pub fn text(&mut self, text: &Text, at: Vector3) {
        self.flush();
        self.target.text(text, at);
    }

    /// Draws the figures, sprites and primitives that wait.
    pub(super) fn flush(&mut self) {
        if std::mem::take(&mut self.queued) {
            self.target.flush();
        }
    }
}
