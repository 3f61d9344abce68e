//! Draws a world layer by layer to a renderer with a picture, or to a recorder of shots: first all figures and sprites in
//! the world and one flush, then the layer's images, rectangles, texts, menus and sprites on the screen.
//!
//! A camera with an area draws the whole picture again, clipped to its area. Everything on the screen thus keeps its
//! pixels in every view.
//!
//! Within a layer entities are submitted in the order of their numbers, so that polygons of equal depth keep their order
//! when an entity gains a component. After a reload those of the scene come first, in the order of its file. After the first
//! frames nothing is allocated.

use std::collections::BTreeSet;
use std::sync::Arc;

use hecs::{Entity, World};
use keitai_render::micro3d::{PlayedAction, ShotRecorder};
use keitai_render::{
    Canvas, Clip, Compat, Effect, Error, FigureDraw, FigureLayout, Framebuffer, Light, PrimitivesDraw, Renderer,
    TextureMap, Vector3,
};

use super::camera::Camera;
use super::effect::{FigureEffect, Tint, TintedCopies, WorldLight};
use super::figure::{Actions, Hidden, Layer};
use super::gauge::Gauge;
use super::list_menu::{ListMenu, MenuPart};
use super::playback::Playback;
use super::previous_state::Interpolation;
use super::screen::{Image, Rectangle, Text};
use super::sprite::{Sprite, screen_layout};
use super::transform::WorldTransform;
use super::{Figure, Name};

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

/// Draws worlds. Its lists are reused from frame to frame.
#[derive(Default)]
pub(crate) struct Painter {
    places: Places,
    /// Everything to draw, sorted.
    order: Vec<(Layer, u32, Entity)>,
    /// Cameras with an area, sorted.
    views: Vec<(Layer, u32, Entity)>,
    copies: TintedCopies,
    pub(crate) warnings: DrawWarnings,
}

/// The parts of an entity that are drawn in the world.
type InWorld<'a> = (
    &'a WorldTransform,
    Option<&'a Figure>,
    Option<&'a FigureEffect>,
    Option<&'a Sprite>,
    Option<&'a Tint>,
    Option<(&'a Actions, &'a Playback)>,
);
/// The parts of an entity that are drawn on the screen.
type OnScreen<'a> = (
    &'a WorldTransform,
    Option<&'a Rectangle>,
    Option<&'a Image>,
    Option<&'a Gauge>,
    Option<&'a Text>,
    Option<&'a ListMenu>,
    Option<&'a Sprite>,
    Option<&'a Tint>,
);

struct Pass<'a> {
    world: &'a World,
    order: &'a [(Layer, u32, Entity)],
    settings: PictureSettings,
    light: Option<WorldLight>,
    copies: &'a mut TintedCopies,
    warnings: &'a mut DrawWarnings,
}

struct View<'a> {
    camera: &'a Camera,
    /// Transform and projection; the transform is that of the last figure or sprite.
    layout: FigureLayout,
    light: Option<Light>,
}

impl Painter {
    /// Draws the entities of a scene in this order from now on, and others after them.
    pub(crate) fn set_order(&mut self, entities: &[Entity]) {
        let Places(places) = &mut self.places;
        places.clear();
        if !entities.is_sorted_by_key(|entity| entity.id()) {
            places.extend(entities.iter().copied().zip(0..));
            places.sort_unstable();
        }
    }

    /// Draws the view of `camera`, and over it the views of cameras with an area, in the order of layers and of the scene.
    /// The picture is already filled with its background.
    pub(crate) fn draw(
        &mut self,
        world: &World,
        camera: Entity,
        settings: PictureSettings,
        interpolation: &mut Interpolation,
        target: &mut impl DrawTarget,
    ) {
        self.sort(world);
        let light = light(world, &self.places);
        let Self { order, views, copies, warnings, .. } = self;
        let mut pass = Pass { world, order, settings, light, copies, warnings };
        if let Ok(main) = world.get::<&Camera>(camera) {
            pass.view((camera, *main), interpolation, target);
        }
        for &(.., entity) in views.iter().filter(|(.., entity)| *entity != camera) {
            let Ok(view) = world.get::<&Camera>(entity).map(|camera| *camera) else { continue };
            pass.view((entity, view), interpolation, target);
        }
    }

    /// Collects and sorts everything that is not hidden.
    fn sort(&mut self, world: &World) {
        self.order.clear();
        self.views.clear();
        type Visible<'a> = hecs::Or<
            hecs::Or<&'a Figure, &'a Sprite>,
            hecs::Or<hecs::Or<&'a Image, &'a Rectangle>, hecs::Or<&'a Text, &'a ListMenu>>,
        >;
        let places = &self.places;
        let sorted = |entity, layer: Option<&Layer>| (layer.copied().unwrap_or_default(), places.of(entity), entity);
        let mut entities = world.query::<(Entity, Option<&Layer>, Visible)>().without::<&Hidden>();
        self.order.extend(entities.iter().map(|(entity, layer, _)| sorted(entity, layer)));
        self.order.sort_unstable();
        let mut cameras = world.query::<(Entity, Option<&Layer>, &Camera)>().without::<&Hidden>();
        let cameras_in_areas = cameras.iter().filter(|(.., camera)| camera.area.is_some());
        self.views.extend(cameras_in_areas.map(|(entity, layer, _)| sorted(entity, layer)));
        self.views.sort_unstable();
    }
}

impl Pass<'_> {
    fn view(
        &mut self,
        (entity, camera): (Entity, Camera),
        interpolation: &mut Interpolation,
        target: &mut impl DrawTarget,
    ) {
        let camera = &Camera { view: interpolation.view(entity, &camera.view), ..camera };
        if let Err(error) = camera.projection.check() {
            self.warnings.projection(self.world, entity, &error);
        }
        let PictureSettings { size, background, .. } = self.settings;
        target.set_area(camera.area);
        if camera.area.is_some() {
            let all = Rectangle { size, colour: background, ..Rectangle::default() };
            target.rectangle(&all, Vector3::default());
        }
        let light = self.light.map(|light| light.in_view(&camera.view));
        let mut view = View { camera, layout: layout(camera, size), light };
        let mut rest = self.order;
        while let Some((number, ..)) = rest.first() {
            let (layer, later) = rest.split_at(rest.partition_point(|(key, ..)| key <= number));
            for (.., entity) in layer {
                self.in_world(*entity, &mut view, interpolation, target);
            }
            target.flush();
            for (.., entity) in layer {
                self.on_screen(*entity, interpolation, target);
            }
            rest = later;
        }
        target.set_area(None);
    }

    /// Queues the figure and the sprite of an entity in the world.
    fn in_world(
        &mut self,
        entity: Entity,
        View { camera, layout, light }: &mut View,
        interpolation: &mut Interpolation,
        target: &mut impl DrawTarget,
    ) {
        let mut parts = self.world.query_one::<InWorld>(entity);
        let Ok((transform, figure, effect, sprite, tint, playing)) = parts.get() else { return };
        let transform = interpolation.transform(entity, transform);
        let plain = FigureEffect::default();
        if let Some(figure) = figure {
            layout.transform = camera.view.mul(&transform.0);
            let posture = interpolation.posture(entity, &figure.posture);
            let effect = &effect.unwrap_or(&plain).under(*light, &camera.view);
            let (copy, textures) = self.copies.figure(figure, tint, &self.settings.compat);
            let (model, selected) = (&copy.model, figure.selected);
            let draw = FigureDraw { model, posture, textures, selected, layout, effect, offset: (0, 0) };
            target.figure(&draw, copy, playing);
        }
        if let Some(sprite) = sprite.filter(|sprite| !sprite.screen) {
            layout.transform = camera.view;
            let texture = self.copies.texture(&sprite.texture, tint, &self.settings.compat);
            sprite.draw(texture, transform.position(), layout, &Effect::default(), |draw| target.primitives(draw));
        }
    }

    /// Draws an entity's rectangle, image, sprite, text and menu on the screen, in this order.
    fn on_screen(&mut self, entity: Entity, interpolation: &Interpolation, target: &mut impl DrawTarget) {
        let mut parts = self.world.query_one::<OnScreen>(entity);
        let Ok((transform, rectangle, image, gauge, text, menu, sprite, tint)) = parts.get() else { return };
        let compat = &self.settings.compat;
        let at = interpolation.transform(entity, transform).position();
        if let Some(rectangle) = rectangle {
            let (rectangle, at) = gauge.map_or((*rectangle, at), |gauge| gauge.of_rectangle(rectangle, at));
            target.rectangle(&rectangle, at);
        }
        if let Some(image) = image {
            let texture = self.copies.texture(&image.texture, tint, compat);
            match gauge.map(|gauge| gauge.of_image(image, at)) {
                Some((image, at)) => target.image(&image, texture, at),
                None => target.image(image, texture, at),
            }
        }
        if let Some(sprite) = sprite.filter(|sprite| sprite.screen) {
            let texture = self.copies.texture(&sprite.texture, tint, compat);
            sprite.draw(texture, at, &screen_layout(), &Effect::default(), |draw| target.primitives(draw));
            // Flushed one by one: on the screen nothing is sorted by depth.
            target.flush();
        }
        if let Some(text) = text {
            target.text(text, at);
        }
        if let Some(menu) = menu {
            menu.parts(at, |part, at| match part {
                MenuPart::Rectangle(rectangle) => target.rectangle(&rectangle, at),
                MenuPart::Text(text) => target.text(text, at),
            });
        }
    }
}

/// Returns the layout for things that are given in world space.
pub(crate) fn layout(camera: &Camera, size: (u32, u32)) -> FigureLayout {
    let mut layout = FigureLayout::default();
    // Cannot fail: the projection on a picture is never a refused one.
    let _ = layout.set_projection(camera.projection_on(size));
    layout.centre = camera.centre_on(size);
    layout.transform = camera.view;
    layout
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
            Some(PlayedAction { table: &asset.table, name: asset.path.stem(), action, frame })
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

/// Returns the first light of the scene.
fn light(world: &World, places: &Places) -> Option<WorldLight> {
    let mut lights = world.query::<(Entity, &WorldLight)>();
    lights.iter().min_by_key(|(entity, _)| places.of(*entity)).map(|(_, light)| *light)
}

/// Entities of a scene with their places in its file, by the entities' numbers; empty where that order is the same.
#[derive(Debug, Default)]
struct Places(Vec<(Entity, u32)>);

impl Places {
    /// Returns the place of an entity. Entities of a game come after those of the scene, in the order of their numbers.
    fn of(&self, entity: Entity) -> u32 {
        let after = || (self.0.len() as u32).saturating_add(entity.id());
        self.0.binary_search_by_key(&entity, |(key, _)| *key).map_or_else(|_| after(), |at| self.0[at].1)
    }
}

/// The most different warnings that are reported.
const MAX_WARNINGS: usize = 64;

/// Faults of pictures that were drawn all the same.
#[derive(Debug, Default)]
pub(crate) struct DrawWarnings {
    /// Warnings that were reported or are to be reported.
    known: BTreeSet<String>,
    /// Warnings that are to be reported.
    new: BTreeSet<String>,
}

impl DrawWarnings {
    fn projection(&mut self, world: &World, camera: Entity, error: &Error) {
        let name = world.get::<&Name>(camera);
        let name = name.map_or_else(|_| format!("entity {}", camera.id()), |name| format!("\"{}\"", name.0));
        let warning = format!("projection of the camera {name}: {error}; a parallel scale of 0.125 is used");
        if self.known.len() < MAX_WARNINGS && self.known.insert(warning.clone()) {
            self.new.insert(warning);
        }
    }

    pub(crate) fn take(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.new)
    }
}
