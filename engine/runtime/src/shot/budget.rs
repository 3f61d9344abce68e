//! Limits of the work that a frame of a shot causes, checked when the shot is loaded.
//!
//! The limits are above those of scenes, so that every picture of a scene can be a shot, and keep a frame within seconds. The area
//! of polygons is not known before a frame is drawn; it has the limit of scenes, which is checked then.

use keitai_render::{Clip, TextLimits};

use super::ShotError;
use super::load::{Loaded, Step};
use crate::limits::{extent, image_extent, text_extent};

/// The most pixels that images, rectangles and texts draw per frame: 16 pictures of the largest size.
const MAX_PIXELS: u64 = 1 << 28;
/// The most polygons of figures per frame, the most vertices, and the most bones of all postures.
const MAX_PARTS: u64 = 1 << 24;

/// Returns the error of the first statement that exceeds a limit.
pub(super) fn check(size: (u32, u32), clip: Option<Clip>, loaded: &Loaded) -> Result<(), ShotError> {
    let picture = Clip { left: 0, top: 0, right: size.0.cast_signed(), bottom: size.1.cast_signed() };
    let mut clip = clip.unwrap_or(picture);
    let [mut pixels, mut polygons, mut vertices, mut bones] = [0_u64; 4];
    for (statement, step) in (1..).zip(&loaded.steps) {
        let drawn = match step {
            Step::Clip(area) => {
                clip = area.unwrap_or(picture);
                continue;
            }
            Step::Render { figure, .. } | Step::Draw { figure, .. } => {
                let model = &loaded.figures[*figure].asset.model;
                polygons += model.polygon_count() as u64;
                vertices += model.vertex_count() as u64;
                (0, 0)
            }
            Step::Posture { figure, .. } | Step::Bones { figure, .. } => {
                bones += loaded.figures[*figure].asset.model.bone_count() as u64;
                (0, 0)
            }
            Step::Image { texels, .. } => image_extent(*texels),
            Step::Rectangle { size, .. } => (size.0.into(), size.1.into()),
            Step::Text { text, font, .. } => text_extent(text, font, TextLimits::default()),
            _ => continue,
        };
        let shown = extent(clip.intersect(picture));
        pixels += drawn.0.min(shown.0) * drawn.1.min(shown.1);
        let parts = [("polygons", polygons), ("vertices", vertices), ("bones", bones)];
        let parts = parts.map(|(what, found)| (what, found, MAX_PARTS));
        for (what, found, limit) in parts.into_iter().chain([("pixels", pixels, MAX_PIXELS)]) {
            if found > limit {
                let reason = format!("{found} {what} per frame up to here, expected at most {limit}");
                return Err(ShotError::statement(statement, reason));
            }
        }
    }
    Ok(())
}
