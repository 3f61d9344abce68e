//! Targets that a world is drawn to: a renderer with a picture, or a recorder of shots.

use std::sync::Arc;

use keitai_render::micro3d::{Played, ShotRecorder};
use keitai_render::{Canvas, Clip, Compat, FigureDraw, Framebuffer, PrimitivesDraw, Renderer, TextureMap, Vector3};

use super::Figure;
use super::actions::Actions;
use super::playback::Playback;
use super::screen::{Image, Rectangle, Text};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PictureSettings {
    /// Width and height, pixels.
    pub(crate) size: (u32, u32),
    /// Colour of the empty picture, 0xRRGGBB.
    pub(crate) background: u32,
    pub(crate) compat: Compat,
}

pub(crate) trait DrawTarget {
    /// Clips everything drawn from now on to a rectangle, or to the picture.
    fn set_area(&mut self, area: Option<Clip>);
    /// Draws `figure` as `draw` says. The posture may come from an action that is `playing`.
    fn figure(&mut self, draw: &FigureDraw, figure: &Figure, playing: Option<(&Actions, &Playback)>);
    fn primitives(&mut self, draw: &PrimitivesDraw);
    fn flush(&mut self);
    fn rectangle(&mut self, rectangle: &Rectangle, at: Vector3);
    /// Draws an image with a texture in place of its own.
    fn image(&mut self, image: &Image, texture: &Arc<TextureMap>, at: Vector3);
    fn text(&mut self, text: &Text, at: Vector3);
}

pub(crate) struct Drawing<'a> {
    pub(crate) renderer: &'a mut Renderer,
    pub(crate) framebuffer: &'a mut Framebuffer,
    /// The part of the picture that is drawn to.
    pub(crate) area: Option<Clip>,
}

impl DrawTarget for Drawing<'_> {
    fn set_area(&mut self, area: Option<Clip>) {
        self.area = area;
        self.renderer.set_clip(area);
    }

    fn figure(&mut self, draw: &FigureDraw, _: &Figure, _: Option<(&Actions, &Playback)>) {
        self.renderer.render_figure(draw);
    }

    fn primitives(&mut self, draw: &PrimitivesDraw) {
        // The renderer refuses only unknown commands; nothing is drawn then.
        let _ = self.renderer.render_primitives(draw);
    }

    fn flush(&mut self) {
        self.renderer.flush(self.framebuffer);
    }

    fn rectangle(&mut self, rectangle: &Rectangle, at: Vector3) {
        rectangle.draw(at, Canvas::within(self.framebuffer, self.area));
    }

    fn image(&mut self, image: &Image, texture: &Arc<TextureMap>, at: Vector3) {
        image.draw(texture, at, Canvas::within(self.framebuffer, self.area));
    }

    fn text(&mut self, text: &Text, at: Vector3) {
        text.draw(at, Canvas::within(self.framebuffer, self.area));
    }
}

impl DrawTarget for ShotRecorder<'_> {
    fn set_area(&mut self, area: Option<Clip>) {
        self.set_area(area);
    }

    fn figure(&mut self, draw: &FigureDraw, figure: &Figure, playing: Option<(&Actions, &Playback)>) {
        let played = playing.and_then(|(actions, playback)| {
            let asset = actions.tables.get(playback.part.action.table)?;
            let (action, frame) = (playback.part.action.action, playback.head.frame);
            Some(Played { table: &asset.table, name: asset.path.stem(), action, frame })
        });
        self.figure(draw, (&figure.model, &figure.document, figure.name()), played);
    }

    fn primitives(&mut self, draw: &PrimitivesDraw) {
        self.primitives(draw);
    }

    fn flush(&mut self) {
        self.flush();
    }

    fn rectangle(&mut self, rectangle: &Rectangle, at: Vector3) {
        let &Rectangle { size, colour, blend, clip } = rectangle;
        self.rectangle((at.x, at.y), size, colour, blend, clip);
    }

    fn image(&mut self, image: &Image, texture: &Arc<TextureMap>, at: Vector3) {
        self.image(texture, image.texels, (at.x, at.y), (image.key, image.blend), image.clip);
    }

    fn text(&mut self, text: &Text, at: Vector3) {
        let wrapped = text.font.wrap(&text.text, text.limits);
        self.text(&wrapped, (at.x, at.y), &text.font, (text.align, text.blend), text.clip);
    }
}
