//! Pictures of a sprite that follow each other.

use keitai_formats::LoopMode;
use serde::Deserialize;

use super::components::SceneComponent;
use crate::error::Result;
use crate::ron_text::number;
use crate::text_file::Field;

/// Pictures that a [`Sprite`](super::Sprite) shows one after the other. They lie side by side in the texture, from the sprite's first part to
/// the right, or to the left if that part is mirrored left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpriteFrames {
    /// The first picture, texels: left, top, right, bottom; right and bottom are exclusive.
    pub first: [i32; 4],
    /// Number of pictures.
    pub count: u16,
    /// Ticks of all pictures together, spread over them as evenly as whole ticks allow.
    pub duration: u32,
    /// Behaviour after the last picture.
    pub mode: LoopMode,
    /// Ticks that have passed.
    pub passed: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FramesFile {
    #[serde(deserialize_with = "number::within::<1, 256, _, _>")]
    count: u32,
    /// Ticks of each picture.
    #[serde(deserialize_with = "number::within::<1, 65535, _, _>")]
    ticks: u32,
    #[serde(default)]
    mode: LoopMode,
}

impl FramesFile {
    /// Returns the frames of a sprite, whose `field` is for messages, from the first one.
    pub(super) fn frames(self, field: Field, first: [i32; 4]) -> Result<SpriteFrames> {
        let Self { count, ticks, mode } = self;
        // Mirrored texels lead to the left.
        let end = count.cast_signed() * (first[2] - first[0]) + first[0];
        if !(0..=256).contains(&end) {
            let message = format!("frames: expected a count that fits side by side within 256 texels, found {count}");
            return Err(field.error(message));
        }
        Ok(SpriteFrames { first, count: count as u16, duration: count * ticks, mode, passed: 0 })
    }
}

impl SpriteFrames {
    pub(super) fn index(&self) -> u32 {
        let count = u32::from(self.count.max(1));
        let step = u64::from(self.passed) * u64::from(count) / u64::from(self.duration.max(1));
        let step = u32::try_from(step).unwrap_or(u32::MAX);
        // Back and forth, the pictures at both ends are shown once per lap.
        let lap = (2 * count).saturating_sub(2).max(1);
        let mirrored = |step: u32| if step < count { step } else { lap - step };
        match self.mode {
            LoopMode::Once => step.min(count - 1),
            LoopMode::OnceAndReset => Some(step).filter(|step| *step < count).unwrap_or(0),
            LoopMode::Loop => step % count,
            LoopMode::MirroredOnce => mirrored(step.min(lap)),
            LoopMode::MirroredLoop => mirrored(step % lap),
        }
    }
}

impl SceneComponent for SpriteFrames {
    fn renewed(&self, _: &Self, now: &Self) -> Self {
        Self { passed: now.passed, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_share_a_duration_that_their_number_does_not_divide() {
        let at = |passed, duration| {
            SpriteFrames { first: [0, 0, 2, 8], count: 4, duration, mode: LoopMode::Once, passed }.index()
        };
        // A picture begins at the first tick not before its quarter: 2.5, 5 and 7.5 of 10.
        assert_eq!((0..11).map(|passed| at(passed, 10)).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3]);
        // More pictures than ticks, and none.
        assert_eq!([at(1, 2), at(1, 1), at(1, 0), at(u32::MAX, 1), at(u32::MAX, u32::MAX)], [2, 3, 3, 3, 3]);
    }
}
