//! Converts bones to nodes.
//!
//! A node holds translation, rotation and scale; a bone's matrix can hold shear as well. A bone whose rest matrix has
//! shear gets a second node "boneN.shear" before its own, a bone with a constant matrix in an action a node
//! "boneN.matrix" after it: by the singular value decomposition `M = U * S * V^T` the first of two nodes has U and S,
//! the second V^T.
//!
//! Matrices of files are rounded to 4.12, so that hardly any of them is an exact rotation. The nearest rotation is
//! taken instead as long as every vertex stays within a bound at every frame.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use keitai_formats::{Bone, Content, Figure, Track};

use crate::posture::{self, Placement, Singular, nearest_rotation, rotation_and_scale, singular};

/// Largest distance of a vertex from its exact place, in model units, that a bone of one node may cause.
const BOUND: f64 = 0.0099;
/// A matrix this near to a rotation is treated as one.
const EXACT: f64 = 1e-9;

#[derive(Debug, Clone)]
pub(super) struct Joint {
    /// The node "boneN.shear".
    pub(super) before: Option<Placement>,
    /// Rotation and translation that come before the motion, in the bone's own node.
    turn: DMat3,
    origin: DVec3,
    /// The node "boneN.matrix" exists.
    pub(super) after: bool,
}

impl Joint {
    fn plain(bone: &Bone) -> Self {
        let rest = posture::affine(&bone.matrix);
        Self { before: None, turn: nearest_rotation(rest.matrix3), origin: rest.translation, after: false }
    }

    fn exact(bone: &Bone, skewed: bool) -> Self {
        let rest = posture::affine(&bone.matrix);
        if is_rotation(rest.matrix3) {
            return Self { after: skewed, ..Self::plain(bone) };
        }
        let Singular { u, values, v } = singular(rest.matrix3);
        let before = Some(Placement::new(rest.translation, u, values));
        Self { before, turn: v.transpose(), origin: DVec3::ZERO, after: skewed }
    }

    /// Returns the bone's own node and the rotation of the node after it, for a track at a frame.
    pub(super) fn at(&self, track: &Track, frame: u16) -> (Placement, DQuat) {
        let (translation, rotation, scale, after) = match posture::parts(track, frame) {
            Ok((translation, rotation, scale)) => (translation, rotation, scale, DMat3::IDENTITY),
            Err(matrix) if self.after => {
                let Singular { u, values, v } = singular(matrix.matrix3);
                (matrix.translation, u, values, v.transpose())
            }
            Err(matrix) => {
                let (rotation, scale) = rotation_and_scale(matrix.matrix3);
                (matrix.translation, rotation, scale, DMat3::IDENTITY)
            }
        };
        let place = Placement::new(self.origin + self.turn * translation, self.turn * rotation, scale);
        (place, DQuat::from_mat3(&after).normalize())
    }

    /// Returns the matrix of all nodes of the bone in the parent's space.
    fn local(&self, track: &Track, frame: u16) -> DAffine3 {
        let (place, after) = self.at(track, frame);
        let before = self.before.map_or(DAffine3::IDENTITY, |before| before.affine());
        before * place.affine() * DAffine3::from_quat(after)
    }
}

fn is_rotation(matrix: DMat3) -> bool {
    let difference = matrix.transpose() * matrix - DMat3::IDENTITY;
    difference.to_cols_array().iter().all(|element| element.abs() < EXACT) && matrix.determinant() > 0.0
}

/// Returns whether a bone is scaled, sheared or mirrored at rest, by more than rounding.
pub(super) fn is_deformed(bone: &Bone) -> bool {
    let matrix = posture::affine(&bone.matrix).matrix3;
    let difference = matrix.transpose() * matrix - DMat3::IDENTITY;
    difference.to_cols_array().iter().any(|element| element.abs() > 1.0 / 512.0) || matrix.determinant() < 0.0
}

/// Returns the joints' matrices in the figure's space at rest.
pub(super) fn rest(figure: &Figure, joints: &[Joint]) -> Vec<DAffine3> {
    let locals: Vec<DAffine3> = joints.iter().map(|joint| joint.local(&Track::Identity, 0)).collect();
    posture::globals(figure, &locals)
}

/// Chooses the nodes of every bone: more than one only where a vertex would be out of its place otherwise.
pub(super) fn plan(content: &Content) -> Vec<Joint> {
    let figure = &content.figure;
    let mut joints: Vec<Joint> = figure.bones.iter().map(Joint::plain).collect();
    let off = off_place(content, &joints);
    let wrong = figure.with_ancestors(off.iter().map(|off| *off > BOUND).collect());
    for (index, (bone, wrong)) in figure.bones.iter().zip(wrong).enumerate() {
        if let (true, Some(joint)) = (wrong, joints.get_mut(index)) {
            let actions = content.tables.iter().flat_map(|(_, table)| &table.actions);
            let skewed = actions.filter_map(|action| action.tracks.get(index)).any(|track| match track {
                Track::Matrix(matrix) => !is_rotation(posture::affine(matrix).matrix3),
                _ => false,
            });
            *joint = Joint::exact(bone, skewed);
        }
    }
    joints
}

/// Returns for every bone the largest distance of its vertices from their exact places, over all frames of all actions.
/// The corners of the box around the vertices stand for them: no point inside is farther off.
fn off_place(content: &Content, joints: &[Joint]) -> Vec<f64> {
    let figure = &content.figure;
    let boxes = boxes(figure);
    let mut worst = vec![0.0f64; joints.len()];
    let mut measure = |exact: &[DAffine3], locals: &[DAffine3]| {
        let [exact, actual] = [exact, locals].map(|locals| posture::globals(figure, locals));
        for ((worst, corners), (exact, actual)) in worst.iter_mut().zip(&boxes).zip(exact.iter().zip(&actual)) {
            for corner in corners {
                *worst = worst.max(exact.transform_point3(*corner).distance(actual.transform_point3(*corner)));
            }
        }
    };
    let still: Vec<DAffine3> = joints.iter().map(|joint| joint.local(&Track::Identity, 0)).collect();
    measure(&posture::rest(figure), &still);
    for action in content.tables.iter().flat_map(|(_, table)| &table.actions) {
        for frame in 0..=action.last_frame {
            let tracks = action.tracks.iter().chain(std::iter::repeat(&Track::Identity));
            let locals: Vec<DAffine3> =
                joints.iter().zip(tracks).map(|(joint, track)| joint.local(track, frame)).collect();
            measure(&posture::at_frame(figure, action, frame), &locals);
        }
    }
    worst
}

/// Returns the corners of the box around the vertices of every bone.
fn boxes(figure: &Figure) -> Vec<Vec<DVec3>> {
    let mut vertices = figure.vertices.iter();
    let lists = figure.bones.iter().map(|bone| {
        let places = vertices.by_ref().take(usize::from(bone.vertex_count)).map(|vertex| posture::three(*vertex));
        let bounds = places.fold(None, |bounds: Option<[DVec3; 2]>, vertex| {
            let [low, high] = bounds.unwrap_or([vertex; 2]);
            Some([low.min(vertex), high.max(vertex)])
        });
        let corner = |[low, high]: [DVec3; 2], corner: u8| {
            let side = |bit: u8, axis: usize| if corner & bit == 0 { low[axis] } else { high[axis] };
            DVec3::new(side(1, 0), side(2, 1), side(4, 2))
        };
        bounds.map_or(Vec::new(), |bounds| (0..8).map(|number| corner(bounds, number)).collect())
    });
    lists.collect()
}
