//! Warnings of pictures, each reported once.

use std::collections::BTreeSet;

use hecs::{Entity, World};
use keitai_render::Error;

use super::Name;

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
    pub(super) fn projection(&mut self, world: &World, camera: Entity, error: &Error) {
        let name = world.get::<&Name>(camera);
        let name = name.map_or_else(|_| format!("entity {}", camera.id()), |name| format!("\"{}\"", name.0));
        self.add(format!("projection of the camera {name}: {error}; a parallel scale of 0.125 is used"));
    }

    fn add(&mut self, warning: String) {
        if self.known.len() < MAX_WARNINGS && self.known.insert(warning.clone()) {
            self.new.insert(warning);
        }
    }

    pub(crate) fn take(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.new)
    }
}
