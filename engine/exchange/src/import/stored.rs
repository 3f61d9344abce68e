//! The action tables that an export keeps in the extras of its root node, and their frame rate.
//!
//! A roll has 4096 steps a turn and a direction 12 bits after the point. Tracks that are made from sampled rotations
//! are off by half a step of each, up to 0.05 degrees: a unit in 1100 for every bone of a chain. The tracks that were
//! exported have no such error.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::DAffine3;
use keitai_convert::BakeOptions;
use keitai_formats::{Action, ActionTable, PatternKey, Track, mtra};
use serde_json::Value;

use crate::gltf::animation_name;
use crate::posed;

#[derive(Debug)]
pub(super) struct Stored {
    tables: HashMap<String, ActionTable>,
    /// Frames per second.
    fps: Option<f64>,
}

impl Stored {
    /// Reads the tables in the extras of the root node. Damaged ones are left out; of several with one name, the first
    /// is kept.
    pub(super) fn new(extras: &Value) -> Self {
        let tables = extras.get("tables").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let table = |stored: &Value| {
            let bytes = STANDARD.decode(stored.get("mtra")?.as_str()?).ok()?;
            let table = mtra::read(&bytes).ok()?.document;
            table.check().ok()?;
            Some((stored.get("name")?.as_str()?.to_owned(), table))
        };
        let fps = extras.get("fps").and_then(Value::as_f64).filter(|fps| *fps > 0.0);
        Self { tables: tables.iter().rev().filter_map(table).collect(), fps }
    }

    /// Returns the action that an animation was exported from, with the name of its table and its number there.
    pub(super) fn find(&self, animation: &str) -> Option<(&str, u32, &Action)> {
        let of = |(table, number): (&str, u16)| {
            let (name, stored) = self.tables.get_key_value(table)?;
            let action = stored.actions.get(usize::from(number))?;
            let title = animation_name(name, stored.actions.len(), number.into());
            (title == animation).then_some((name.as_str(), number.into(), action))
        };
        let numbered = || animation.rsplit_once('.').and_then(|(table, number)| Some((table, number.parse().ok()?)));
        of((animation, 0)).or_else(|| numbered().and_then(of))
    }

    /// Returns exported pattern keys at the frames of another rate; of several at one frame, the last is kept.
    pub(super) fn patterns_at(&self, fps: f64, mut keys: Vec<PatternKey>) -> Vec<PatternKey> {
        let Some(rate) = self.fps.filter(|rate| *rate != fps) else { return keys };
        keys.iter_mut().for_each(|key| key.frame = libm::round(f64::from(key.frame) * fps / rate) as u16);
        keys.reverse();
        keys.dedup_by_key(|key| key.frame);
        keys.reverse();
        keys
    }
}

/// Returns whether a track is within the bounds of the motions at every frame.
pub(super) fn follows(track: &Track, motions: &[DAffine3], bounds: &BakeOptions<'_>) -> bool {
    let turn = bounds.rotate.to_radians();
    (0..=u16::MAX).zip(motions).all(|(frame, motion)| {
        let stored = posed::motion(track, frame);
        let near = |axis: usize| {
            let [stored, motion] = [stored.matrix3.col(axis), motion.matrix3.col(axis)];
            stored.distance(motion) <= turn * stored.length() + bounds.scale
        };
        (0..3).all(near) && (stored.translation - motion.translation).abs().max_element() <= bounds.translate
    })
}
