//! Meshes that are in many places of one node: `EXT_mesh_gpu_instancing`.

use std::collections::BTreeMap;

use glam::{DAffine3, DQuat, DVec3};
use serde_json::Value;

use super::fault::fault;
use super::prepare::list;
use super::source::Source;
use crate::error::Result;
use crate::rules;

pub(super) const EXTENSION: &str = "EXT_mesh_gpu_instancing";

/// Accessors of translations, rotations and scales, by the number of the node.
pub(super) struct Instances(BTreeMap<usize, [Option<usize>; 3]>);

impl Instances {
    pub(super) fn find(file: &Value) -> Self {
        let accessors = |node: &Value| {
            let attributes = node.pointer(&format!("/extensions/{EXTENSION}/attributes"))?;
            let accessor = |name| {
                attributes.get(name).and_then(Value::as_u64).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
            };
            Some(["TRANSLATION", "ROTATION", "SCALE"].map(accessor))
        };
        let nodes = list(file, "nodes").iter().enumerate();
        Self(nodes.filter_map(|(node, value)| Some((node, accessors(value)?))).collect())
    }

    /// Returns the matrices from a node's mesh to the node's space: the identity alone for a node without places.
    pub(super) fn matrices(&self, source: &Source, node: usize) -> Result<Vec<DAffine3>> {
        let accessors = self.0.get(&node).copied().unwrap_or_default();
        if accessors == [None; 3] {
            return Ok(vec![DAffine3::IDENTITY]);
        }
        let counts = accessors.map(|index| Some(source.document.accessors().nth(index?)?.count()));
        let mut known = counts.iter().flatten();
        let first = known.next();
        if known.any(|count| Some(count) != first) {
            let counts = counts.map(Option::unwrap_or_default);
            return fault(&rules::ACCESSOR, format!("node {node}, {EXTENSION}: its accessors have {counts:?} items"));
        }
        let [translations, rotations, scales] = accessors;
        let translations = numbers::<3>(source, node, translations)?;
        let rotations = numbers::<4>(source, node, rotations)?;
        let scales = numbers::<3>(source, node, scales)?;
        let count = first.copied().unwrap_or_default();
        let matrix = |index: usize| {
            let translation = translations.get(index).map_or(DVec3::ZERO, |place| DVec3::from_array(*place));
            let rotation = rotations.get(index).map_or(DQuat::IDENTITY, |turn| DQuat::from_array(*turn));
            let rotation = if rotation.length_squared() > 0.0 { rotation.normalize() } else { DQuat::IDENTITY };
            let scale = scales.get(index).map_or(DVec3::ONE, |scale| DVec3::from_array(*scale));
            DAffine3::from_scale_rotation_translation(scale, rotation, translation)
        };
        Ok((0..count).map(matrix).collect())
    }
}

/// Returns the numbers of an accessor, `N` for each instance.
fn numbers<const N: usize>(source: &Source, node: usize, accessor: Option<usize>) -> Result<Vec<[f64; N]>> {
    let Some(index) = accessor else { return Ok(Vec::new()) };
    let what = format!("node {node}, {EXTENSION}");
    match source.document.accessors().nth(index) {
        Some(accessor) => source.numbers(&accessor, &what),
        None => fault(&rules::ACCESSOR, format!("{what}: there is no accessor {index}")),
    }
}
