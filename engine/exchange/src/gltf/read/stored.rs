//! The action tables that an export keeps in the extras of its root node.
//!
//! A roll has 4096 steps a turn and a direction 12 bits after the point. Tracks that are made from sampled rotations are off
//! by half a step of each, up to 0.05 degrees: a unit in 1100 for every bone of a chain. The tracks that were exported have
//! no such error.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::DAffine3;
use keitai_convert::BakeOptions;
use keitai_formats::{Action, ActionTable, Track, mtra};
use serde_json::Value;

use crate::gltf::animation_name;
use crate::posed;

/// Exported tables with their names.
#[derive(Debug, Default)]
pub(super) struct Stored(Vec<(String, ActionTable)>);

impl Stored {
    /// Reads the tables in the extras of the root node. Damaged ones are left out.
    pub(super) fn new(extras: &Value) -> Self {
        let tables = extras.get("tables").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let table = |stored: &Value| {
            let bytes = STANDARD.decode(stored.get("mtra")?.as_str()?).ok()?;
            let table = mtra::read(&bytes).ok()?.document;
            table.check().ok()?;
            Some((stored.get("name")?.as_str()?.to_owned(), table))
        };
        Self(tables.iter().filter_map(table).collect())
    }

    /// Returns the action that an animation was exported from, with the name of its table and its number there.
    pub(super) fn find(&self, animation: &str) -> Option<(&str, u32, &Action)> {
        self.0.iter().find_map(|(name, table)| {
            let mut actions = (0u32..).zip(&table.actions);
            let own = |number: u32| animation_name(name, table.actions.len(), number as usize) == animation;
            actions.find(|(number, _)| own(*number)).map(|(number, action)| (name.as_str(), number, action))
        })
    }
}

/// Returns whether a track is within the bounds of the motions at every frame.
pub(super) fn follows(track: &Track, motions: &[DAffine3], bounds: &BakeOptions<'_>) -> bool {
    let turn = bounds.rotate.to_radians();
    (0u16..).zip(motions).all(|(frame, motion)| {
        let own = posed::motion(track, frame);
        let near = |axis: usize| {
            let [own, motion] = [own.matrix3.col(axis), motion.matrix3.col(axis)];
            own.distance(motion) <= turn * own.length() + bounds.scale
        };
        (0..3).all(near) && (own.translation - motion.translation).abs().max_element() <= bounds.translate
    })
}
