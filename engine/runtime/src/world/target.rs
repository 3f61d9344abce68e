//! What worlds are drawn with: a renderer and a picture, or something that takes down what is asked of it.

use keitai_render::{
    Canvas, Clip, Effect, FigureDraw, FigureLayout, Framebuffer, Posture, Primitives, Renderer, Vector3,
};

use super::figure::FigureInstance;
use super::flat::{Image, Rectangle, Text};
use super::playback::{Actions, Playback};

/// A figure as it is drawn.
pub struct PosedFigure<'a> {
    /// The figure and its textures.
    pub figure: &'a FigureInstance,
    /// Its pose.
    pub posture: &'a Posture,
    /// What it plays, which the pose may be from.
    pub playing: Option<(&'a Actions, &'a Playback)>,
    /// Where it stands, and through which projection it is seen.
    pub layout: &'a FigureLayout,
    /// Light, shading and blending.
    pub effect: &'a Effect,
}

/// What a world is drawn with.
pub trait DrawTarget {
    /// Keeps what is drawn from now on inside a rectangle, or inside the picture.
    fn set_area(&mut self, area: Option<Clip>);
    /// Queues a figure.
    fn figure(&mut self, draw: &PosedFigure);
    /// Queues primitives.
    fn primitives(&mut self, draw: &Primitives);
    /// Draws what is queued.
    fn flush(&mut self);
    /// Draws a rectangle.
    fn rectangle(&mut self, rectangle: &Rectangle, at: Vector3);
    /// Draws a picture.
    fn image(&mut self, image: &Image, at: Vector3);
    /// Writes a text.
    fn text(&mut self, text: &Text, at: Vector3);
}

/// A renderer and the picture it draws on.
pub struct Drawing<'a> {
    /// The renderer.
    pub renderer: &'a mut Renderer,
    /// The picture.
    pub framebuffer: &'a mut Framebuffer,
    /// The part of it that is drawn on.
    pub area: Option<Clip>,
}

impl DrawTarget for Drawing<'_> {
    fn set_area(&mut self, area: Option<Clip>) {
        self.area = area;
        self.renderer.set_clip(area);
    }

    fn figure(&mut self, draw: &PosedFigure) {
        let FigureInstance { asset, textures, selected, .. } = draw.figure;
        self.renderer.render_figure(&FigureDraw {
            model: &asset.model,
            posture: draw.posture,
            textures,
            selected: *selected,
            layout: draw.layout,
            effect: draw.effect,
            offset: (0, 0),
        });
    }

    fn primitives(&mut self, draw: &Primitives) {
        // What could be refused is a wrong command, and nothing of that is drawn.
        let _ = self.renderer.render_primitives(draw);
    }

    fn flush(&mut self) {
        self.renderer.flush(self.framebuffer);
    }

    fn rectangle(&mut self, rectangle: &Rectangle, at: Vector3) {
        rectangle.draw(at, Canvas::within(self.framebuffer, self.area));
    }

    fn image(&mut self, image: &Image, at: Vector3) {
        image.draw(at, Canvas::within(self.framebuffer, self.area));
    }

    fn text(&mut self, text: &Text, at: Vector3) {
        text.draw(at, Canvas::within(self.framebuffer, self.area));
    }
}
