//! Meshes that are in many places of one node: `EXT_mesh_gpu_instancing`.

use glam::{DAffine3, DQuat, DVec3};

use super::extensions::INSTANCING;
use super::fault::fault;
use super::source::Source;
use crate::error::Result;
use crate::rules;

/// Returns the matrices from a node's mesh to the node's space: the identity alone for a node without places.
pub(super) fn matrices(source: &Source, node: usize) -> Result<Vec<DAffine3>> {
    let accessors = source.instances.get(&node).copied().unwrap_or_default();
    if accessors == [None; 3] {
        return Ok(vec![DAffine3::IDENTITY]);
    }
    let counts = accessors.map(|index| Some(source.document.accessors().nth(index?)?.count()));
    let mut known = counts.iter().flatten();
    let first = known.next();
    if known.any(|count| Some(count) != first) {
        let counts = counts.map(Option::unwrap_or_default);
        return fault(&rules::ACCESSOR, format!("node {node}, {INSTANCING}: its accessors have {counts:?} items"));
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

/// Returns the numbers of an accessor, `N` for each instance.
fn numbers<const N: usize>(source: &Source, node: usize, accessor: Option<usize>) -> Result<Vec<[f64; N]>> {
    let Some(index) = accessor else { return Ok(Vec::new()) };
    let what = format!("node {node}, {INSTANCING}");
    match source.document.accessors().nth(index) {
        Some(accessor) => source.numbers(&accessor, &what),
        None => fault(&rules::ACCESSOR, format!("{what}: there is no accessor {index}")),
    }
}
