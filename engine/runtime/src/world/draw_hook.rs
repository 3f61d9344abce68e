//! Drawing of a game's own between the entities of a scene.

use std::fmt;

use hecs::{Entity, World};
use keitai_render::{AffineTrans, FigureLayout, Light, Vector3};

use super::draw_target::{DrawTarget, PosedFigure};
use super::effect::FigureEffect;
use super::figure::FigureInstance;
use super::previous_state::Interpolation;
use super::screen::{Image, Rectangle, Text};
use super::sprite::{Sprite, screen_layout};
use super::transform::WorldTransform;

/// A layer that is being drawn, for the function that [`Stage::set_draw_hook`](crate::Stage::set_draw_hook) sets.
///
/// Figures and sprites in the world are sorted by depth with those of the layer's entities. What is drawn on the screen covers
/// the layer's world and is covered by the texts and images of the layer's entities. Later calls draw over earlier ones.
pub struct LayerDrawing<'a> {
    /// The entities.
    pub world: &'a World,
    /// The layer.
    pub layer: i16,
    /// The camera whose view is drawn.
    pub camera: Entity,
    pub(super) view: AffineTrans,
    pub(super) layout: FigureLayout,
    pub(super) light: Option<Light>,
    pub(super) interpolation: &'a Interpolation<'a>,
    pub(super) target: &'a mut dyn DrawTarget,
    /// Whether figures or sprites wait for their flush.
    pub(super) queued: bool,
}

/// The function of a game that draws in some layers.
pub(crate) struct DrawHook {
    pub(super) layers: Vec<i16>,
    pub(super) draw: Box<dyn FnMut(&mut LayerDrawing)>,
}

impl DrawHook {
    /// Returns a hook for these layers.
    pub(crate) fn new(layers: &[i16], draw: impl FnMut(&mut LayerDrawing) + 'static) -> Self {
        Self { layers: layers.to_vec(), draw: Box::new(draw) }
    }
}

impl fmt::Debug for DrawHook {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("DrawHook").field("layers", &self.layers).finish_non_exhaustive()
    }
}

impl LayerDrawing<'_> {
    /// Returns the matrix from an entity's space to the world, at the time between two ticks that is drawn.
    pub fn place(&self, entity: Entity) -> Option<AffineTrans> {
        let now = *self.world.get::<&WorldTransform>(entity).ok()?;
        Some(self.interpolation.transform(entity, &now).0)
    }

    /// Draws a figure, or a mesh, in the world. `at` is the matrix from its space to the world.
    pub fn figure(&mut self, figure: &FigureInstance, at: &AffineTrans, effect: &FigureEffect) {
        self.layout.transform = self.view.mul(at);
        let FigureInstance { asset, textures, selected, posture, .. } = figure;
        let (layout, effect) = (&self.layout, &effect.under(self.light));
        let posed = PosedFigure { asset, textures, selected: *selected, posture, playing: None, layout, effect };
        self.target.figure(&posed);
        self.queued = true;
    }

    /// Draws a sprite with its middle at a point of the world, or at a pixel when the sprite is on the screen.
    pub fn sprite(&mut self, sprite: &Sprite, at: Vector3) {
        let effect = FigureEffect::default().under(None);
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

    /// Draws a rectangle with its top left corner at a pixel; z does not count.
    pub fn rectangle(&mut self, rectangle: &Rectangle, at: Vector3) {
        self.flush();
        self.target.rectangle(rectangle, at);
    }

    /// Draws an image with its top left corner at a pixel; z does not count.
    pub fn image(&mut self, image: &Image, at: Vector3) {
        self.flush();
        self.target.image(image, &image.texture, at);
    }

    /// Draws a text at a pixel; z does not count.
    pub fn text(&mut self, text: &Text, at: Vector3) {
        self.flush();
        self.target.text(text, at);
    }

    /// Draws the figures and sprites that wait.
    pub(super) fn flush(&mut self) {
        if std::mem::take(&mut self.queued) {
            self.target.flush();
        }
    }
}
