//! Gauges: rectangles and images of which a share is drawn.

use keitai_render::Vector3;
use serde::Deserialize;

use super::components::{SceneComponent, merged};
use super::screen::{Image, Rectangle};
use crate::ron_text::number;

/// A share of the entity's rectangle and image that is drawn, for lives and fuel.
///
/// ```
/// # use keitai_runtime::world::{Gauge, Side};
/// // Three of five hearts in an image of 40 pixels.
/// let hearts = Gauge { value: 3, full: 5, from: Side::Left };
/// assert_eq!(hearts.share(40), 24);
/// assert_eq!(Gauge { value: -2, ..hearts }.share(40), 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gauge {
    /// The value; less than 0 counts as 0, more than `full` as `full`.
    pub value: i32,
    /// Value at which all is drawn; less than 1 counts as 1.
    #[serde(deserialize_with = "number::within::<1, { i32::MAX as i64 }, _, _>")]
    pub full: i32,
    /// Side at which the share begins.
    #[serde(default)]
    pub from: Side,
}

/// A side of a rectangle or an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[allow(missing_docs)]
pub enum Side {
    #[default]
    Left,
    Right,
    Top,
    Bottom,
}

impl SceneComponent for Gauge {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        Self { value: merged(&old.value, self.value, now.value), ..*self }
    }
}

impl Gauge {
    /// Returns the share of a length, rounded down.
    pub fn share(&self, length: u32) -> u32 {
        let full = i64::from(self.full.max(1));
        let share = i64::from(self.value).clamp(0, full) * i64::from(length) / full;
        // At most the length.
        share as u32
    }

    /// Returns how far the share of an area begins from its left and top, and its size.
    fn part(&self, (width, height): (u32, u32)) -> ((u32, u32), (u32, u32)) {
        let (across, down) = (self.share(width), self.share(height));
        match self.from {
            Side::Left => ((0, 0), (across, height)),
            Side::Right => ((width - across, 0), (across, height)),
            Side::Top => ((0, 0), (width, down)),
            Side::Bottom => ((0, height - down), (width, down)),
        }
    }

    pub(super) fn of_rectangle(&self, rectangle: &Rectangle, at: Vector3) -> (Rectangle, Vector3) {
        let (offset, size) = self.part(rectangle.size);
        (Rectangle { size, ..*rectangle }, moved(at, offset))
    }

    /// Returns the share of an image, and its position. Images without area are drawn as they are.
    pub(super) fn of_image(&self, image: &Image, at: Vector3) -> (Image, Vector3) {
        let [left, top, right, bottom] = image.texels;
        let ((x, y), (width, height)) = self.part((left.abs_diff(right), top.abs_diff(bottom)));
        // The texels of a mirrored image run down.
        let moved_by = |from: i32, to: i32, by: u32| {
            if to < from { from.saturating_sub_unsigned(by) } else { from.saturating_add_unsigned(by) }
        };
        let part = |from: i32, to: i32, skipped: u32, length: u32| {
            let first = moved_by(from, to, skipped);
            (first, moved_by(first, to, length))
        };
        let ((left, right), (top, bottom)) = (part(left, right, x, width), part(top, bottom, y, height));
        let texels = [left, top, right, bottom];
        (Image { texels, ..image.clone() }, moved(at, (x, y)))
    }
}

fn moved(at: Vector3, (x, y): (u32, u32)) -> Vector3 {
    Vector3::new(at.x.saturating_add_unsigned(x), at.y.saturating_add_unsigned(y), at.z)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use keitai_formats::Blend;
    use keitai_render::{Compat, TextureMap};

    use super::*;

    #[test]
    fn the_share_is_rounded_down_and_within_the_length() {
        let share = |value, full| Gauge { value, full, from: Side::Left }.share(10);
        assert_eq!([share(0, 3), share(1, 3), share(2, 3), share(3, 3), share(4, 3)], [0, 3, 6, 10, 10]);
        assert_eq!([share(1, 0), share(0, -1), share(i32::MIN, i32::MAX), share(i32::MAX, i32::MAX)], [10, 0, 0, 10]);
        assert_eq!(Gauge { value: i32::MAX, full: i32::MAX, from: Side::Left }.share(u32::MAX), u32::MAX);
    }

    #[test]
    fn a_share_of_a_mirrored_image_begins_at_its_side() {
        let texture = keitai_formats::Texture { width: 8, height: 4, palette: Vec::new(), texels: vec![0; 32] };
        let texture = Arc::new(TextureMap::new(&texture, &Compat::default()).unwrap());
        let image =
            |texels| Image { texture: Arc::clone(&texture), texels, key: false, blend: Blend::Normal, clip: None };
        let part = |texels, from| {
            let (part, at) = Gauge { value: 1, full: 4, from }.of_image(&image(texels), Vector3::new(10, 20, 0));
            ((at.x, at.y), part.texels)
        };
        assert_eq!(part([0, 0, 8, 4], Side::Right), ((16, 20), [6, 0, 8, 4]));
        assert_eq!(part([8, 0, 0, 4], Side::Left), ((10, 20), [8, 0, 6, 4]));
        assert_eq!(part([8, 0, 0, 4], Side::Right), ((16, 20), [2, 0, 0, 4]));
        assert_eq!(part([0, 4, 8, 0], Side::Top), ((10, 20), [0, 4, 8, 3]));
        assert_eq!(part([0, 4, 8, 0], Side::Bottom), ((10, 23), [0, 1, 8, 0]));
    }

    #[test]
    fn a_share_begins_at_its_side() {
        let rectangle = Rectangle { size: (8, 4), ..Rectangle::default() };
        let part = |from| {
            let (part, at) = Gauge { value: 1, full: 4, from }.of_rectangle(&rectangle, Vector3::new(10, 20, 0));
            ((at.x, at.y), part.size)
        };
        assert_eq!([part(Side::Left), part(Side::Right)], [((10, 20), (2, 4)), ((16, 20), (2, 4))]);
        assert_eq!([part(Side::Top), part(Side::Bottom)], [((10, 20), (8, 1)), ((10, 23), (8, 1))]);
    }
}
