//! The world as a camera sees it, to pixels: layer by layer, first every figure and sprite of the world and one flush, then
//! what lies on the screen.
//!
//! Within a layer things are submitted in the order in which they were spawned, so that polygons of equal depth do not
//! change places when an entity gains a component. After the first frames nothing is allocated.

use hecs::{Entity, World};
use keitai_render::{FigureLayout, Light};

use super::between::Moment;
use super::camera::Camera;
use super::easel::{Easel, PosedFigure};
use super::effect::{FigureEffect, light};
use super::figure::{FigureInstance, Hidden, Layer};
use super::flat::{Image, Rectangle, Text};
use super::playback::{Actions, Playback};
use super::sprite::{Sprite, screen_layout};
use super::transform::Place;

/// What an entity shows in the world.
type Standing<'a> = (
    &'a Place,
    Option<&'a FigureInstance>,
    Option<&'a FigureEffect>,
    Option<&'a Sprite>,
    Option<(&'a Actions, &'a Playback)>,
);
/// What an entity shows on the screen.
type Lying<'a> = (&'a Place, Option<&'a Rectangle>, Option<&'a Image>, Option<&'a Text>, Option<&'a Sprite>);

/// The layout of everything that a camera sees through its view, but for its place in the world.
pub fn layout(camera: &Camera, (width, height): (u32, u32)) -> FigureLayout {
    let mut layout = FigureLayout::default();
    // One that was never checked leaves the default in force.
    let _ = layout.set_projection(camera.projection);
    layout.center = camera.centre.unwrap_or((width as i32 / 2, height as i32 / 2));
    layout.transform = camera.view;
    layout
}

/// Draws worlds, and keeps its lists from frame to frame.
#[derive(Debug, Default)]
pub struct Painter {
    order: Vec<(Layer, u32, Entity)>,
}

impl Painter {
    /// Draws what `camera` sees at a moment over what is in the picture of `size` pixels already.
    pub fn draw(
        &mut self,
        world: &World,
        camera: &Camera,
        size: (u32, u32),
        moment: &mut Moment,
        easel: &mut impl Easel,
    ) {
        self.order.clear();
        type Shown<'a> =
            hecs::Or<hecs::Or<&'a FigureInstance, &'a Sprite>, hecs::Or<&'a Image, hecs::Or<&'a Rectangle, &'a Text>>>;
        let mut shown = world.query::<(Entity, Option<&Layer>, Shown)>().without::<&Hidden>();
        self.order
            .extend(shown.iter().map(|(entity, layer, _)| (layer.copied().unwrap_or_default(), entity.id(), entity)));
        self.order.sort_unstable();

        let mut layout = layout(camera, size);
        let light = light(world).map(|light| light.seen(&camera.view));
        for layer in self.order.chunk_by(|a, b| a.0 == b.0) {
            for (.., entity) in layer {
                stand(world, *entity, (camera, &mut layout, light), moment, easel);
            }
            easel.flush();
            for (.., entity) in layer {
                lie(world, *entity, moment, easel);
            }
        }
    }
}

/// Queues what an entity shows in the world.
fn stand(
    world: &World,
    entity: Entity,
    (camera, layout, light): (&Camera, &mut FigureLayout, Option<Light>),
    moment: &mut Moment,
    easel: &mut impl Easel,
) {
    let mut parts = world.query_one::<Standing>(entity);
    let Ok((place, figure, effect, sprite, playing)) = parts.get() else { return };
    let place = moment.place(entity, place);
    let plain = FigureEffect::default();
    if let Some(figure) = figure {
        layout.transform = camera.view.mul(&place.0);
        let posture = moment.posture(entity, &figure.posture);
        let effect = effect.unwrap_or(&plain).under(light);
        easel.figure(&PosedFigure { figure, posture, playing, layout, effect: &effect });
    }
    if let Some(sprite) = sprite.filter(|sprite| !sprite.screen) {
        layout.transform = camera.view;
        sprite.submit(place.position(), layout, &plain.under(None), easel);
    }
}

/// Draws what an entity shows on the screen: its rectangle, on that its picture and its sprite, and on top its text.
fn lie(world: &World, entity: Entity, moment: &Moment, easel: &mut impl Easel) {
    let mut parts = world.query_one::<Lying>(entity);
    let Ok((place, rectangle, image, text, sprite)) = parts.get() else { return };
    let at = moment.place(entity, place).position();
    if let Some(rectangle) = rectangle {
        easel.rectangle(rectangle, at);
    }
    if let Some(image) = image {
        easel.image(image, at);
    }
    if let Some(sprite) = sprite.filter(|sprite| sprite.screen) {
        sprite.submit(at, &screen_layout(), &FigureEffect::default().under(None), easel);
        // One after the other: on the screen nothing is sorted by depth.
        easel.flush();
    }
    if let Some(text) = text {
        easel.text(text, at);
    }
}
