//! The world as its cameras see it, to pixels: layer by layer, first every figure and sprite of the world and one flush,
//! then what lies on the screen.
//!
//! A camera with an area of its own takes a whole picture once more and keeps that part of it; what lies on the screen is
//! thus where it was before, over every view.
//!
//! Within a layer things are submitted in the order in which they were spawned, so that polygons of equal depth do not
//! change places when an entity gains a component. After the first frames nothing is allocated.

use hecs::{Entity, World};
use keitai_render::{FigureLayout, Light, Vector3};

use super::camera::Camera;
use super::effect::{FigureEffect, light};
use super::figure::{FigureInstance, Hidden, Layer};
use super::flat::{Image, Ink, Rectangle, Text};
use super::playback::{Actions, Playback};
use super::previous_state::Interpolation;
use super::sprite::{Sprite, screen_layout};
use super::target::{DrawTarget, PosedFigure};
use super::transform::WorldTransform;

/// What an entity shows in the world.
type Standing<'a> = (
    &'a WorldTransform,
    Option<&'a FigureInstance>,
    Option<&'a FigureEffect>,
    Option<&'a Sprite>,
    Option<(&'a Actions, &'a Playback)>,
);
/// What an entity shows on the screen.
type Lying<'a> = (&'a WorldTransform, Option<&'a Rectangle>, Option<&'a Image>, Option<&'a Text>, Option<&'a Sprite>);

/// The layout of everything that a camera sees through its view, but for its place in the world.
pub fn layout(camera: &Camera, size: (u32, u32)) -> FigureLayout {
    let mut layout = FigureLayout::default();
    // One that was never checked leaves the default in force.
    let _ = layout.set_projection(camera.projection_on(size));
    layout.center = camera.centre_on(size);
    layout.transform = camera.view;
    layout
}

/// Draws worlds, and keeps its lists from frame to frame.
#[derive(Debug, Default)]
pub struct Painter {
    order: Vec<(Layer, u32, Entity)>,
    views: Vec<(Layer, u32, Entity)>,
}

/// A picture before anything is drawn on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ground {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// 0xRRGGBB.
    pub background: u32,
}

impl Painter {
    /// Draws at a moment what `camera` sees, and over that what cameras with an area of their own see, in the order of
    /// layers and of the scene. The picture is filled with its background already.
    pub fn draw(
        &mut self,
        world: &World,
        camera: Entity,
        ground: Ground,
        moment: &mut Interpolation,
        target: &mut impl DrawTarget,
    ) {
        self.sort(world);
        if let Ok(main) = world.get::<&Camera>(camera) {
            self.view(world, (camera, *main), ground, moment, target);
        }
        for &(.., entity) in &self.views {
            let Ok(own) = world.get::<&Camera>(entity).map(|camera| *camera) else { continue };
            if entity != camera {
                self.view(world, (entity, own), ground, moment, target);
            }
        }
    }

    /// Puts everything that is shown, and every camera with an area, in order.
    fn sort(&mut self, world: &World) {
        self.order.clear();
        self.views.clear();
        type Shown<'a> =
            hecs::Or<hecs::Or<&'a FigureInstance, &'a Sprite>, hecs::Or<&'a Image, hecs::Or<&'a Rectangle, &'a Text>>>;
        let mut shown = world.query::<(Entity, Option<&Layer>, Shown)>().without::<&Hidden>();
        self.order
            .extend(shown.iter().map(|(entity, layer, _)| (layer.copied().unwrap_or_default(), entity.id(), entity)));
        self.order.sort_unstable();
        let mut cameras = world.query::<(Entity, Option<&Layer>, &Camera)>().without::<&Hidden>();
        let own = cameras.iter().filter(|(.., camera)| camera.area.is_some());
        self.views.extend(own.map(|(entity, layer, _)| (layer.copied().unwrap_or_default(), entity.id(), entity)));
        self.views.sort_unstable();
    }

    fn view(
        &self,
        world: &World,
        (entity, camera): (Entity, Camera),
        ground: Ground,
        moment: &mut Interpolation,
        target: &mut impl DrawTarget,
    ) {
        let camera = &Camera { view: moment.view(entity, &camera.view), ..camera };
        target.set_area(camera.area);
        if camera.area.is_some() {
            let all = Rectangle { size: ground.size, colour: ground.background, ink: Ink::default() };
            target.rectangle(&all, Vector3::default());
        }
        let mut layout = layout(camera, ground.size);
        let light = light(world).map(|light| light.seen(&camera.view));
        for layer in self.order.chunk_by(|a, b| a.0 == b.0) {
            for (.., entity) in layer {
                stand(world, *entity, (camera, &mut layout, light), moment, target);
            }
            target.flush();
            for (.., entity) in layer {
                lie(world, *entity, moment, target);
            }
        }
        target.set_area(None);
    }
}

/// Queues what an entity shows in the world.
fn stand(
    world: &World,
    entity: Entity,
    (camera, layout, light): (&Camera, &mut FigureLayout, Option<Light>),
    moment: &mut Interpolation,
    target: &mut impl DrawTarget,
) {
    let mut parts = world.query_one::<Standing>(entity);
    let Ok((place, figure, effect, sprite, playing)) = parts.get() else { return };
    let place = moment.place(entity, place);
    let plain = FigureEffect::default();
    if let Some(figure) = figure {
        layout.transform = camera.view.mul(&place.0);
        let posture = moment.posture(entity, &figure.posture);
        let effect = effect.unwrap_or(&plain).under(light);
        target.figure(&PosedFigure { figure, posture, playing, layout, effect: &effect });
    }
    if let Some(sprite) = sprite.filter(|sprite| !sprite.screen) {
        layout.transform = camera.view;
        sprite.submit(place.position(), layout, &plain.under(None), target);
    }
}

/// Draws what an entity shows on the screen: its rectangle, on that its picture and its sprite, and on top its text.
fn lie(world: &World, entity: Entity, moment: &Interpolation, target: &mut impl DrawTarget) {
    let mut parts = world.query_one::<Lying>(entity);
    let Ok((place, rectangle, image, text, sprite)) = parts.get() else { return };
    let at = moment.place(entity, place).position();
    if let Some(rectangle) = rectangle {
        target.rectangle(rectangle, at);
    }
    if let Some(image) = image {
        target.image(image, at);
    }
    if let Some(sprite) = sprite.filter(|sprite| sprite.screen) {
        sprite.submit(at, &screen_layout(), &FigureEffect::default().under(None), target);
        // One after the other: on the screen nothing is sorted by depth.
        target.flush();
    }
    if let Some(text) = text {
        target.text(text, at);
    }
}
