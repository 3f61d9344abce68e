//! The world as a camera sees it, to pixels: layer by layer, every figure and sprite submitted, then one flush; at last the
//! sprites on the screen.
//!
//! Within a layer figures are submitted in the order in which they were spawned, so that polygons of equal depth do not
//! change places when an entity gains a component. After the first frames nothing is allocated.

use hecs::{Entity, World};
use keitai_render::{FigureDraw, FigureLayout, Framebuffer, Renderer};

use super::camera::Camera;
use super::effect::{FigureEffect, light};
use super::figure::{FigureInstance, Hidden, Layer};
use super::sprite::{Sprite, screen_layout};
use super::transform::Place;

/// What drawing an entity takes.
type Drawn<'a> = (&'a Place, Option<&'a FigureInstance>, Option<&'a FigureEffect>, Option<&'a Sprite>);

/// Draws worlds, and keeps its lists from frame to frame.
#[derive(Debug, Default)]
pub struct Painter {
    order: Vec<(Layer, u32, Entity)>,
}

impl Painter {
    /// Draws what `camera` sees over what is in the picture already.
    pub fn draw(&mut self, world: &World, camera: &Camera, renderer: &mut Renderer, framebuffer: &mut Framebuffer) {
        self.order.clear();
        let mut drawn = world.query::<(Entity, Option<&Layer>, Option<&Sprite>, Option<&FigureInstance>)>();
        let drawn = drawn.iter().filter(|(_, _, sprite, figure)| sprite.is_some() || figure.is_some());
        self.order.extend(drawn.map(|(entity, layer, ..)| (layer.copied().unwrap_or_default(), entity.id(), entity)));
        self.order.sort_unstable();

        let mut layout = FigureLayout::default();
        // One that was never checked leaves the default in force.
        let _ = layout.set_projection(camera.projection);
        layout.center = camera.centre.unwrap_or((framebuffer.width() as i32 / 2, framebuffer.height() as i32 / 2));
        let light = light(world).map(|light| light.seen(&camera.view));
        let plain = FigureEffect::default();

        let shown = |entity: &Entity| world.get::<&Hidden>(*entity).is_err();
        for layer in self.order.chunk_by(|a, b| a.0 == b.0) {
            for (.., entity) in layer.iter().filter(|(.., entity)| shown(entity)) {
                let mut parts = world.query_one::<Drawn>(*entity);
                let Ok((place, figure, effect, sprite)) = parts.get() else { continue };
                if let Some(figure) = figure {
                    layout.transform = camera.view.mul(&place.0);
                    renderer.render_figure(&FigureDraw {
                        model: &figure.asset.model,
                        posture: &figure.posture,
                        textures: &figure.textures,
                        selected: figure.selected,
                        layout: &layout,
                        effect: &effect.unwrap_or(&plain).under(light),
                        offset: (0, 0),
                    });
                }
                if let Some(sprite) = sprite.filter(|sprite| !sprite.screen) {
                    layout.transform = camera.view;
                    sprite.submit(place.position(), &layout, &plain.under(None), renderer);
                }
            }
            renderer.flush(framebuffer);
        }
        let layout = screen_layout();
        for (.., entity) in self.order.iter().filter(|(.., entity)| shown(entity)) {
            let mut parts = world.query_one::<(&Place, &Sprite)>(*entity);
            if let Some((place, sprite)) = parts.get().ok().filter(|(_, sprite)| sprite.screen) {
                sprite.submit(place.position(), &layout, &plain.under(None), renderer);
                // One after the other: on the screen nothing is sorted by depth.
                renderer.flush(framebuffer);
            }
        }
    }
}
