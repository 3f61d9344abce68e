//! The tree of nodes: parents, and the matrices in the space of the scene.

use glam::{DAffine3, DQuat, DVec3};

use super::fault::fault;
use crate::error::Result;
use crate::matrix::Placement;
use crate::rules;

/// A node's matrix in its parent's space.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Local {
    Placed(Placement),
    Matrix(DAffine3),
}

impl Local {
    pub(crate) fn affine(&self) -> DAffine3 {
        match self {
            Self::Placed(place) => place.affine(),
            Self::Matrix(matrix) => *matrix,
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(super) parents: Vec<Option<usize>>,
    pub(super) locals: Vec<Local>,
    /// Node numbers, parents before children, depth first.
    pub(super) order: Vec<usize>,
}

impl Tree {
    /// Makes the tree of nodes with these children and places. `described` gives the name of a node, for messages.
    pub(super) fn new(
        children: &[Vec<usize>],
        locals: Vec<Local>,
        described: impl Fn(usize) -> String,
    ) -> Result<Self> {
        let count = locals.len();
        let mut parents: Vec<Option<usize>> = vec![None; count];
        for (node, children) in children.iter().enumerate() {
            for &child in children {
                let Some(parent) = parents.get_mut(child) else { continue };
                if parent.is_some() {
                    return fault(&rules::NODE_TREE, format!("{}: it has two parents", described(child)));
                }
                *parent = Some(node);
            }
        }
        let mut order = Vec::with_capacity(count);
        let mut is_seen = vec![false; count];
        let roots = parents.iter().enumerate().filter(|(_, parent)| parent.is_none()).map(|(index, _)| index);
        let mut waiting: Vec<usize> = roots.collect();
        waiting.reverse();
        while let Some(next) = waiting.pop() {
            order.push(next);
            is_seen.iter_mut().skip(next).take(1).for_each(|own| *own = true);
            waiting.extend(children.get(next).into_iter().flatten().rev());
        }
        if let Some(lost) = is_seen.iter().position(|is_seen| !is_seen) {
            return fault(&rules::NODE_TREE, format!("{}: it is its own ancestor", described(lost)));
        }
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

/// Returns a rotation of length one; a quaternion of length zero is no turn.
pub(crate) fn turn(rotation: DQuat) -> DQuat {
    let length = rotation.length();
    if length > 0.0 && length.is_finite() { rotation / length } else { DQuat::IDENTITY }
}

pub(super) fn is_finite(matrix: &DAffine3) -> bool {
    matrix.matrix3.is_finite() && matrix.translation.cmplt(DVec3::INFINITY).all() && matrix.translation.is_finite()
}
