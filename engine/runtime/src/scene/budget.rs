//! Limits of the work that a scene causes per tick and per picture.
//!
//! The limits are generous for phones' scenes and keep a picture of a hostile scene within seconds. They are checked when a
//! scene is loaded. Positions are ignored, because entities move.

use hecs::EntityBuilderClone;
use keitai_render::Clip;

use crate::limits::{extent, image_extent, text_extent};
use crate::ron_text::SceneFault;
use crate::world::reader::EntityTemplate;
use crate::world::{Camera, Figure, Image, ListMenu, Rectangle, Solid, Sprite, Text, Tint};

const LIMITS: [(&str, u64); 6] = [
    // 16 pictures of the largest size.
    ("pixels of rectangles, images, texts, menus and sprites on the screen per picture", 1 << 26),
    ("cameras with an area", 64),
    // Polygons are counted once per view.
    ("polygons per picture", 1 << 22),
    ("vertices per picture", 1 << 23),
    // A picture with more than 64 different tints makes their textures again.
    ("entities with a tint", 1024),
    // Each solid may overlap all others.
    ("solids", 512),
];

/// Returns the position of the first template that exceeds a limit, and the fault.
pub(super) fn exceeded<'t>(
    templates: impl Iterator<Item = &'t EntityTemplate> + Clone,
    size: (u32, u32),
) -> Option<(usize, SceneFault)> {
    let picture = Clip { left: 0, top: 0, right: size.0.cast_signed(), bottom: size.1.cast_signed() };
    let areas = templates.clone().filter_map(|template| template.components.get::<&Camera>()?.area);
    let views: Vec<_> = [picture]
        .into_iter()
        .chain(areas)
        .take(1 + LIMITS[1].1 as usize)
        .map(|area| extent(area.intersect(picture)))
        .collect();
    let mut counts = [0_u64; LIMITS.len()];
    for (position, EntityTemplate { components, .. }) in templates.enumerate() {
        for (width, height) in screen_extents(components) {
            let pixels: u64 = views.iter().map(|view| width.min(view.0) * height.min(view.1)).sum();
            counts[0] = counts[0].saturating_add(pixels);
        }
        counts[1] += u64::from(components.get::<&Camera>().is_some_and(|camera| camera.area.is_some()));
        if let Some(figure) = components.get::<&Figure>() {
            let model = &figure.model;
            counts[2] += (model.polygon_count() * views.len()) as u64;
            counts[3] += (model.vertex_count() * views.len()) as u64;
        }
        counts[4] += u64::from(components.has::<Tint>());
        counts[5] += u64::from(components.has::<Solid>());
        for ((things, most), count) in LIMITS.into_iter().zip(counts) {
            if count > most {
                return Some((position, SceneFault::too_many(things, most as usize, count as usize)));
            }
        }
    }
    None
}

/// Returns width and height of everything that an entity draws on the screen, pixels.
fn screen_extents(entity: &EntityBuilderClone) -> impl Iterator<Item = (u64, u64)> {
    let clipped = |(width, height): (u64, u64), clip: Option<Clip>| {
        let (clip_width, clip_height) = clip.map_or((u64::MAX, u64::MAX), extent);
        (width.min(clip_width), height.min(clip_height))
    };
    let rectangle = entity.get::<&Rectangle>().map(|rectangle| {
        let (width, height) = rectangle.size;
        clipped((width.into(), height.into()), rectangle.clip)
    });
    let image = entity.get::<&Image>().map(|image| clipped(image_extent(image.texels), image.clip));
    let text = entity.get::<&Text>().map(|text| clipped(text_extent(&text.text, &text.font, text.limits), text.clip));
    let sprite = entity.get::<&Sprite>().filter(|sprite| sprite.screen).map(|sprite| {
        let [width, height] = sprite.size.map(|side| u64::from(side.unsigned_abs()));
        match sprite.angle & 4095 {
            0 | 2048 => (width, height),
            1024 | 3072 => (height, width),
            // A turned sprite fits in the square of its width and height together.
            _ => (width + height, width + height),
        }
    });
    let menu = entity.get::<&ListMenu>().map(|menu| menu.extent());
    // A menu draws bars, texts and values over each other.
    [rectangle, image, text, sprite, menu, menu, menu].into_iter().flatten()
}
