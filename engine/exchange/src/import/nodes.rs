//! The nodes of a scene: the tree of their places, their values over time, and names of those that nobody sees.

use std::collections::HashSet;
use std::sync::Arc;

use glam::{DAffine3, DQuat, DVec3};
use serde::Deserialize;

use super::fault;
use crate::error::Result;
use crate::posture::{Placement, turn};
use crate::rules;

/// Keys this many seconds after a frame are at the frame: times are 32-bit floats.
const INSTANT: f64 = 1e-5;
/// Values this near to those at rest do not move a node: model units, and the numbers of scales and quaternions.
const STILL: [f64; 2] = [0.02, 1e-5];

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
            is_seen.iter_mut().skip(next).take(1).for_each(|flag| *flag = true);
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
        let way = node.into_iter().flat_map(|node| self.upwards(node)).take_while(|node| Some(*node) != above);
        way.fold(DAffine3::IDENTITY, |matrix, node| locals.get(node).map_or(DAffine3::IDENTITY, Local::affine) * matrix)
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

pub(super) fn is_finite(matrix: &DAffine3) -> bool {
    matrix.matrix3.is_finite() && matrix.translation.cmplt(DVec3::INFINITY).all() && matrix.translation.is_finite()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Property {
    Translation,
    Rotation,
    Scale,
    /// Shares of morph targets, which no figure has.
    Weights,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Interpolation {
    #[default]
    Linear,
    Step,
    CubicSpline,
}

/// The values of a node over time.
#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) node: usize,
    pub(crate) property: Property,
    pub(crate) interpolation: Interpolation,
    /// Seconds, in order.
    pub(crate) times: Arc<[f64]>,
    /// One value per time, or three with tangents; a rotation has four numbers, others three. None for morph targets.
    pub(crate) values: Arc<[[f64; 4]]>,
}

impl Channel {
    /// Returns the value at a time; before the first key it is the first key's, after the last key the last key's.
    pub(super) fn at(&self, time: f64) -> [f64; 4] {
        let next = self.times.partition_point(|key| *key <= time + INSTANT);
        let last = self.times.len().saturating_sub(1);
        let (from, to) = (next.saturating_sub(1), next.min(last));
        let moment = |key: usize| self.times.get(key).copied().unwrap_or_default();
        let (start, span) = (moment(from), moment(to) - moment(from));
        let part = if span > 0.0 { ((time - start) / span).clamp(0.0, 1.0) } else { 0.0 };
        let value = |index: usize| self.values.get(index).copied().unwrap_or_default();
        match self.interpolation {
            Interpolation::Step => value(from),
            Interpolation::Linear if self.property == Property::Rotation => {
                let [a, b] = [value(from), value(to)].map(|value| turn(DQuat::from_array(value)));
                a.slerp(b, part).to_array()
            }
            Interpolation::Linear => {
                let [a, b] = [value(from), value(to)];
                std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * part)
            }
            Interpolation::CubicSpline => {
                let [a, leave, arrive, b] =
                    [value(3 * from + 1), value(3 * from + 2), value(3 * to), value(3 * to + 1)];
                let [t, t2, t3] = [part, part * part, part * part * part];
                let weights =
                    [2.0 * t3 - 3.0 * t2 + 1.0, (t3 - 2.0 * t2 + t) * span, (t3 - t2) * span, 3.0 * t2 - 2.0 * t3];
                std::array::from_fn(|axis| {
                    weights[0] * a[axis] + weights[1] * leave[axis] + weights[2] * arrive[axis] + weights[3] * b[axis]
                })
            }
        }
    }

    /// Returns the values at the keys, without tangents.
    pub(super) fn keys(&self) -> impl Iterator<Item = &[f64; 4]> {
        let [first, step] = if self.interpolation == Interpolation::CubicSpline { [1, 3] } else { [0, 1] };
        self.values.iter().skip(first).step_by(step)
    }

    /// Returns whether the node is ever away from `rest`. `unit` is the number of model units in a unit of the file.
    pub(super) fn moves(&self, rest: &Placement, unit: f64) -> bool {
        let with_zero = |[x, y, z]: [f64; 3]| [x, y, z, 0.0];
        let (rest, bound) = match self.property {
            Property::Translation => (with_zero(rest.translation.to_array()), STILL[0] / unit),
            Property::Scale => (with_zero(rest.scale.to_array()), STILL[1]),
            _ => (rest.rotation.to_array(), STILL[1]),
        };
        let near = |value: &[f64; 4], sign: f64| value.iter().zip(rest).all(|(a, b)| (a - b * sign).abs() <= bound);
        // A quaternion and its negative are one rotation.
        let is_still = |value: &[f64; 4]| near(value, 1.0) || self.property == Property::Rotation && near(value, -1.0);
        let tangents = (0..self.values.len()).filter(|index| index % 3 != 1);
        let mut tangents = tangents.filter_map(|index| self.values.get(index));
        let is_bent = self.interpolation == Interpolation::CubicSpline
            && tangents.any(|tangent| tangent.iter().any(|number| number.abs() > bound));
        is_bent || !self.keys().all(is_still)
    }
}

/// Returns whether a name, in small letters, is that of a collider, or of a coarser level of detail of another of the `names`.
pub(super) fn is_hidden(name: &str, names: &HashSet<String>) -> bool {
    const STARTS: [&str; 5] = ["ucx_", "ubx_", "usp_", "ucp_", "umx_"];
    // Godot shows what ends in "-col" or "-convcol", and adds a collider.
    const ENDS: [&str; 7] = ["collider", "collision", "colonly", "convcolonly", "ucx", "navmesh", "noimp"];
    let coarser = name.rsplit_once("_lod").filter(|(_, level)| level.parse::<u8>().is_ok_and(|level| level > 0));
    // Blender numbers copies: "Box_collider.001".
    let plain = name.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
    STARTS.iter().any(|start| name.starts_with(start))
        || plain.rsplit_once(['-', '_', '$']).is_some_and(|(_, end)| ENDS.contains(&end))
        || coarser.is_some_and(|(stem, _)| names.contains(stem) || names.contains(&format!("{stem}_lod0")))
}
