//! Builds the travel of an entity along a path.

use keitai_formats::LoopMode;
use keitai_render::Q12;

use super::build::Builder;
use super::file::AlongFile;
use crate::error::Result;
use crate::ron_text::{SceneFault, Step};
use crate::world::Along;

impl Builder<'_> {
    /// Returns the travel of the entity.
    pub(super) fn along(&self, along: &AlongFile) -> Result<Along> {
        let AlongFile { path: name, speed, start, side, mode, turns } = along;
        let path = self.declared.paths.get(name.as_str()).cloned().ok_or_else(|| {
            let fault = SceneFault::unknown("path", name, self.declared.paths.keys().map(|name| &**name));
            self.error(&[Step::Field("along"), Step::Field("path")], fault)
        })?;
        let (speed, mode) = (Q12::from_bits(speed.0), mode.unwrap_or(LoopMode::Loop));
        Ok(Along { path, travelled: start.0, speed, side: side.0, mode, turns: *turns })
    }
}
