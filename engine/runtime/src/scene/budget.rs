//! Limits of the work that a scene causes per tick and per picture.
//!
//! The limits are generous for phones' scenes and keep a picture of a hostile scene within seconds. They are checked when a
//! scene is loaded. Positions are ignored, because entities move.

use keitai_render::Clip;

use super::template::EntityTemplate;
use crate::limits::{extent, image_extent, text_extent};
use crate::ron_text::SceneFault;
use crate::world::components::Components;

/// The most pixels that rectangles, images, texts, menus and sprites on the screen draw per picture: 16 pictures of the largest
/// size.
pub(super) const MAX_SCREEN_PIXELS: u64 = 1 << 26;
/// The most cameras with an area.
pub(super) const MAX_VIEWS: u64 = 64;
/// The most polygons per picture, counted once per view.
pub(super) const MAX_POLYGONS: u64 = 1 << 22;
/// The most entities with a tint; a picture with more than 64 different tints makes their textures again.
pub(super) const MAX_TINTS: u64 = 1024;
/// The most solids, each of which may overlap all others.
pub(super) const MAX_SOLIDS: u64 = 2048;
/// The most tests of a grounded entity against a wall or heights per tick.
pub(super) const MAX_GROUND_TESTS: u64 = 1 << 20;

/// Returns the first template that exceeds a limit, the field that causes it, and the fault.
pub(super) fn exceeded(templates: &[EntityTemplate], size: (u32, u32)) -> Option<(usize, &'static str, SceneFault)> {
    let picture = Clip { left: 0, top: 0, right: size.0.cast_signed(), bottom: size.1.cast_signed() };
    let mut views = vec![extent(picture)];
    for (index, template) in templates.iter().enumerate() {
        if let Some(area) = template.components.camera.and_then(|camera| camera.area) {
            views.push(extent(area.intersect(picture)));
            let found = views.len() as u64 - 1;
            if found > MAX_VIEWS {
                return Some((index, "camera", SceneFault::range("cameras with an area", "at most 64", found)));
            }
        }
    }
    let mut counts = Counts::default();
    templates.iter().enumerate().find_map(|(index, template)| {
        let (field, fault) = counts.add(&template.components, &views)?;
        Some((index, field, fault))
    })
}

/// Work of the templates so far.
#[derive(Default)]
struct Counts {
    screen_pixels: u64,
    polygons: u64,
    tints: u64,
    solids: u64,
    grounded: u64,
    obstacles: u64,
}

impl Counts {
    /// Adds the work of an entity. Returns the field and the fault when that exceeds a limit.
    fn add(&mut self, entity: &Components, views: &[(u64, u64)]) -> Option<(&'static str, SceneFault)> {
        for (field, (width, height)) in screen_extents(entity) {
            let pixels = views.iter().map(|view| width.min(view.0) * height.min(view.1)).sum();
            self.screen_pixels = self.screen_pixels.saturating_add(pixels);
            if self.screen_pixels > MAX_SCREEN_PIXELS {
                let name = "pixels of rectangles, images, texts, menus and sprites on the screen";
                return Some((field, SceneFault::range(name, "at most 67108864 per picture", self.screen_pixels)));
            }
        }
        if let Some(figure) = &entity.figure {
            let polygons = figure.asset.model.polygon_count() as u64 * views.len() as u64;
            self.polygons = self.polygons.saturating_add(polygons);
            if self.polygons > MAX_POLYGONS {
                return Some(("figure", SceneFault::range("polygons", "at most 4194304 per picture", self.polygons)));
            }
        }
        self.tints += u64::from(entity.tint.is_some());
        if self.tints > MAX_TINTS {
            return Some(("tint", SceneFault::range("entities with a tint", "at most 1024", self.tints)));
        }
        self.solids += u64::from(entity.solid.is_some());
        if self.solids > MAX_SOLIDS {
            return Some(("solid", SceneFault::range("solids", "at most 2048", self.solids)));
        }
        let walls = entity.walls.as_ref().map_or(0, |walls| walls.0.len() as u64);
        // A camera that keeps off walls is tested as an entity on the ground is.
        let keeps_off = entity.rig.is_some_and(|rig| rig.walls > 0);
        self.grounded += u64::from(entity.grounded.is_some()) + u64::from(keeps_off);
        self.obstacles += walls + u64::from(entity.heights.is_some());
        let tests = self.grounded.saturating_mul(self.obstacles);
        if tests > MAX_GROUND_TESTS {
            let field = if walls > 0 {
                "walls"
            } else if entity.heights.is_some() {
                "heights"
            } else if keeps_off {
                "camera"
            } else {
                "grounded"
            };
            let name = "tests of grounded entities against walls and heights";
            return Some((field, SceneFault::range(name, "at most 1048576 per tick", tests)));
        }
        None
    }
}

/// Returns the fields that draw on the screen, with width and height of their pixels.
fn screen_extents(entity: &Components) -> impl Iterator<Item = (&'static str, (u64, u64))> {
    let clipped = |(width, height): (u64, u64), clip: Option<Clip>| {
        let (clip_width, clip_height) = clip.map_or((u64::MAX, u64::MAX), extent);
        (width.min(clip_width), height.min(clip_height))
    };
    let rectangle = entity.rectangle.map(|rectangle| {
        let (width, height) = rectangle.size;
        ("rectangle", clipped((width.into(), height.into()), rectangle.mode.clip))
    });
    let image = entity.image.as_ref().map(|image| ("image", clipped(image_extent(image.texels), image.mode.clip)));
    let text = entity.text.as_ref().map(|text| {
        let extent = text_extent(&text.text, &text.font, text.limits);
        ("text", clipped(extent, text.mode.clip))
    });
    let sprite = entity.sprite.as_ref().filter(|sprite| sprite.screen).map(|sprite| {
        let [width, height] = sprite.size.map(|side| u64::from(side.unsigned_abs()));
        let extent = match sprite.angle & 4095 {
            0 | 2048 => (width, height),
            1024 | 3072 => (height, width),
            // A turned sprite fits in the square of its width and height together.
            _ => (width + height, width + height),
        };
        ("sprite", extent)
    });
    let menu = entity.menu.as_ref().map(|menu| ("menu", menu.extent()));
    // A menu draws bars, texts and values over each other.
    [rectangle, image, text, sprite, menu, menu, menu].into_iter().flatten()
}
