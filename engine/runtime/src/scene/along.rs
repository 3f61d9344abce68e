//! Builds the travel of an entity along a path.

use keitai_formats::LoopMode;
use keitai_render::Q12;

use super::entity::Builder;
use super::file::AlongFile;
use crate::error::Result;
use crate::ron_text::{SceneFault, Step};
use crate::world::Along;

impl Builder<'_> {
    /// Returns the travel of the entity.
    pub(super) fn along(&self, along: &AlongFile) -> Result<Along> {
        let AlongFile { path, speed, start, side, mode, turns } = along;
        let path = self.path(path, &[Step::Field("along"), Step::Field("path")])?;
        let longest = Q12::MAX / 2;
        let mode = mode.map_or(LoopMode::Loop, |mode| mode.0);
        if mode.is_mirrored() && !path.is_closed() && path.length() > longest {
            let expected = format!("a path of at most {} units for a mirrored mode", longest.to_num::<i32>());
            let fault = SceneFault::range("mode", expected, path.length().to_num::<i64>());
            return Err(self.error(&[Step::Field("along"), Step::Field("mode")], fault));
        }
        let speed = Q12::from_bits(speed.0);
        let mut along = Along { path, travelled: Q12::ZERO, speed, side: side.0, mode, turns: *turns };
        along.travel_to(start.0.to_bits().into());
        Ok(along)
    }
}
