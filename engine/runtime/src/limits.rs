//! Limits that scenes, shots and a running world share, and the sizes that they are compared with.

use keitai_render::{Clip, Font, TextLimits};

/// The most entities of a scene, copies counted, and of a world that grows while it runs.
pub(crate) const MAX_ENTITIES: usize = 16384;
/// The most pixels that polygons cover per picture: 64 of the largest pictures of a scene, 16 of a shot, 3495 of 240 x 320.
/// Checked while a picture is drawn.
pub(crate) const MAX_POLYGON_PIXELS: u64 = 1 << 28;

/// Returns width and height of a text, pixels.
pub(crate) fn text_extent(text: &str, font: &Font, limits: TextLimits) -> (u64, u64) {
    let (width, height) = font.size(text, limits);
    (width.into(), height.into())
}

/// Returns width and height of a part of a texture, mirrored or not, pixels.
pub(crate) fn image_extent([left, top, right, bottom]: [i32; 4]) -> (u64, u64) {
    (left.abs_diff(right).into(), top.abs_diff(bottom).into())
}

/// Returns width and height of an area, pixels; 0 for an empty one.
pub(crate) fn extent(clip: Clip) -> (u64, u64) {
    let length = |from: i32, to: i32| u64::try_from(i64::from(to) - i64::from(from)).unwrap_or(0);
    (length(clip.left, clip.right), length(clip.top, clip.bottom))
}
