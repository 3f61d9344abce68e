//! The tree of nodes: parents, and the matrices in the space of the scene.

use std::collections::BTreeSet;

use glam::{DAffine3, DMat4, DQuat, DVec3, Quat, Vec3};
use gltf::Document;
use gltf::scene::Transform;

use super::fault::fault;
use crate::error::Result;
use crate::matrix::Placement;
use crate::rules;

/// A node's matrix in its parent's space.
#[derive(Debug, Clone, Copy)]
pub(super) enum Local {
    Placed(Placement),
    Matrix(DAffine3),
}

impl Local {
    pub(super) fn affine(&self) -> DAffine3 {
        match self {
            Self::Placed(place) => place.affine(),
            Self::Matrix(matrix) => *matrix,
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub(super) parents: Vec<Option<usize>>,
    pub(super) locals: Vec<Local>,
    /// Node numbers, parents before children, depth first.
    pub(super) order: Vec<usize>,
}

impl Tree {
    pub(super) fn new(document: &Document) -> Result<Self> {
        let count = document.nodes().len();
        let mut parents: Vec<Option<usize>> = vec![None; count];
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for node in document.nodes() {
            for child in node.children() {
                let Some(parent) = parents.get_mut(child.index()) else { continue };
                if parent.is_some() {
                    return fault(&rules::NODE_TREE, format!("{}: it has two parents", name(&child)));
                }
                *parent = Some(node.index());
                if let Some(list) = children.get_mut(node.index()) {
                    list.push(child.index());
                }
            }
        }
        let mut order = Vec::with_capacity(count);
        let roots = parents.iter().enumerate().filter(|(_, parent)| parent.is_none()).map(|(index, _)| index);
        let mut waiting: Vec<usize> = roots.collect();
        waiting.reverse();
        while let Some(next) = waiting.pop() {
            order.push(next);
            waiting.extend(children.get(next).into_iter().flatten().rev());
        }
        if order.len() < count {
            let lost = document.nodes().find(|node| !order.contains(&node.index()));
            let message = format!("{}: it is its own ancestor", lost.map(|node| name(&node)).unwrap_or_default());
            return fault(&rules::NODE_TREE, message);
        }
        let channels = document.animations().flat_map(|animation| animation.channels().collect::<Vec<_>>());
        let animated: BTreeSet<usize> = channels.map(|channel| channel.target().node().index()).collect();
        let local = |node: gltf::Node<'_>| match local(node.transform()) {
            Local::Matrix(matrix) if animated.contains(&node.index()) => taken_apart(node.transform(), matrix),
            local => local,
        };
        let locals = document.nodes().map(local).collect();
        Ok(Self { parents, locals, order })
    }

    /// Returns a node and those above it.
    pub(super) fn upwards(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |node| self.parents.get(*node).copied().flatten())
    }

    /// Returns the matrix of a node in the space of a node above it, or of the scene.
    pub(super) fn below(&self, locals: &[Local], node: Option<usize>, above: Option<usize>) -> DAffine3 {
        let own = node.into_iter().flat_map(|node| self.upwards(node)).take_while(|node| Some(*node) != above);
        own.fold(DAffine3::IDENTITY, |matrix, node| locals.get(node).map_or(DAffine3::IDENTITY, Local::affine) * matrix)
    }

    /// Returns the matrices in the space of the scene.
    pub(super) fn globals(&self, locals: &[Local]) -> Vec<DAffine3> {
        let mut globals = vec![DAffine3::IDENTITY; locals.len()];
        for &node in &self.order {
            let parent = self.parents.get(node).copied().flatten().and_then(|parent| globals.get(parent)).copied();
            if let (Some(local), Some(global)) = (locals.get(node), globals.get_mut(node)) {
                *global = parent.unwrap_or_default() * local.affine();
            }
        }
        globals
    }
}

fn local(transform: Transform) -> Local {
    match transform {
        Transform::Matrix { matrix } => {
            Local::Matrix(DAffine3::from_mat4(DMat4::from_cols_array_2d(&matrix.map(|column| column.map(f64::from)))))
        }
        Transform::Decomposed { translation, rotation, scale } => Local::Placed(Placement {
            translation: Vec3::from(translation).as_dvec3(),
            rotation: turn(Quat::from_array(rotation).as_dquat()),
            scale: Vec3::from(scale).as_dvec3(),
        }),
    }
}

/// Returns a matrix as translation, rotation and scale, unless it has shear. By the format, an animated node has no
/// matrix, but assimp writes one.
fn taken_apart(transform: Transform, matrix: DAffine3) -> Local {
    const EXACT: f64 = 1e-4;
    let (translation, rotation, scale) = transform.decomposed();
    let placed = local(Transform::Decomposed { translation, rotation, scale });
    let bound = EXACT * matrix.matrix3.to_cols_array().iter().fold(0.0f64, |most, element| most.max(element.abs()));
    if placed.affine().matrix3.abs_diff_eq(matrix.matrix3, bound) { placed } else { Local::Matrix(matrix) }
}

/// Returns a rotation of length one; a quaternion of length zero is no turn.
pub(super) fn turn(rotation: DQuat) -> DQuat {
    let length = rotation.length();
    if length > 0.0 && length.is_finite() { rotation / length } else { DQuat::IDENTITY }
}

/// Returns a node's name and number, for messages.
pub(super) fn name(node: &gltf::Node<'_>) -> String {
    format!("node {} \"{}\"", node.index(), node.name().unwrap_or_default())
}

pub(super) fn is_finite(matrix: &DAffine3) -> bool {
    matrix.matrix3.is_finite() && matrix.translation.cmplt(DVec3::INFINITY).all() && matrix.translation.is_finite()
}
