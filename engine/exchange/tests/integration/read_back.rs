//! A GLB file as the `gltf` crate reads it, and the posture of its animations.

use glam::{DMat4, DQuat, DVec3, Quat, Vec3};
use gltf::animation::Property;
use gltf::animation::util::ReadOutputs;
use gltf::{Gltf, Semantic};

pub(crate) struct ReadBack {
    pub(crate) gltf: Gltf,
    parents: Vec<Option<usize>>,
}

/// Translation, rotation and scale of a node.
type Place = (DVec3, DQuat, DVec3);

impl ReadBack {
    /// Reads a file, which the `gltf` crate validates.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let gltf = Gltf::from_slice(bytes).unwrap();
        let mut parents = vec![None; gltf.nodes().count()];
        for node in gltf.nodes() {
            node.children().for_each(|child| parents[child.index()] = Some(node.index()));
        }
        Self { gltf, parents }
    }

    fn blob(&self, _: gltf::Buffer<'_>) -> Option<&[u8]> {
        self.gltf.blob.as_deref()
    }

    /// Returns the places of all vertices by their number in the figure, in the units of the figure. `animation` is the
    /// number of an animation and a time in seconds.
    pub(crate) fn positions(&self, animation: Option<(usize, f64)>, count: usize) -> Vec<Option<DVec3>> {
        let globals = self.globals(animation);
        let mut positions = vec![None; count];
        for node in self.gltf.nodes() {
            let (Some(mesh), Some(skin)) = (node.mesh(), node.skin()) else { continue };
            let inverse: Vec<DMat4> = (skin.reader(|buffer| self.blob(buffer)).read_inverse_bind_matrices().unwrap())
                .map(|columns| DMat4::from_cols_array_2d(&columns.map(|column| column.map(f64::from))))
                .collect();
            let joints: Vec<DMat4> =
                skin.joints().zip(&inverse).map(|(joint, inverse)| globals[joint.index()] * *inverse).collect();
            for primitive in mesh.primitives() {
                let reader = primitive.reader(|buffer| self.blob(buffer));
                let owners = reader.read_joints(0).unwrap().into_u16();
                let numbers = primitive.get(&Semantic::Extras("VERTEX".to_owned())).unwrap();
                let numbers = gltf::accessor::Iter::<f32>::new(numbers, |buffer| self.blob(buffer)).unwrap();
                for ((position, owner), number) in reader.read_positions().unwrap().zip(owners).zip(numbers) {
                    let position = DVec3::from_array(position.map(f64::from));
                    let world = joints[usize::from(owner[0])].transform_point3(position);
                    positions[number as usize] = Some(world * 100.0);
                }
            }
        }
        positions
    }

    /// Returns the places of all vertices of all meshes, node by node, in the units of the figure.
    pub(crate) fn places(&self, animation: Option<(usize, f64)>) -> Vec<DVec3> {
        let globals = self.globals(animation);
        let mut places = Vec::new();
        for node in self.gltf.nodes() {
            let Some(mesh) = node.mesh() else { continue };
            let joints: Option<Vec<DMat4>> =
                node.skin().map(|skin| skin.joints().map(|joint| globals[joint.index()]).collect());
            for primitive in mesh.primitives() {
                let reader = primitive.reader(|buffer| self.blob(buffer));
                let mut owners = reader.read_joints(0).map(|joints| joints.into_u16());
                for position in reader.read_positions().unwrap() {
                    let owner = owners.as_mut().and_then(Iterator::next);
                    let matrix = match (&joints, owner) {
                        (Some(joints), Some(owner)) => joints[usize::from(owner[0])],
                        _ => globals[node.index()],
                    };
                    places.push(matrix.transform_point3(DVec3::from_array(position.map(f64::from))) * 100.0);
                }
            }
        }
        places
    }

    fn globals(&self, animation: Option<(usize, f64)>) -> Vec<DMat4> {
        let mut places: Vec<Place> = (self.gltf.nodes())
            .map(|node| {
                let (t, r, s) = node.transform().decomposed();
                (Vec3::from(t).as_dvec3(), Quat::from_array(r).as_dquat(), Vec3::from(s).as_dvec3())
            })
            .collect();
        if let Some((animation, time)) = animation {
            let animation = self.gltf.animations().nth(animation).unwrap();
            animation.channels().for_each(|channel| self.apply(&channel, time, &mut places));
        }
        let local = |node: usize| {
            let (t, r, s) = places[node];
            DMat4::from_scale_rotation_translation(s, r, t)
        };
        let global = |node: usize| {
            let mut matrix = local(node);
            let mut next = self.parents[node];
            while let Some(parent) = next {
                matrix = local(parent) * matrix;
                next = self.parents[parent];
            }
            matrix
        };
        (0..places.len()).map(global).collect()
    }

    fn apply(&self, channel: &gltf::animation::Channel<'_>, time: f64, places: &mut [Place]) {
        let reader = channel.reader(|buffer| self.blob(buffer));
        let times: Vec<f64> = reader.read_inputs().unwrap().map(f64::from).collect();
        let next = times.iter().position(|key| *key > time).unwrap_or(times.len());
        let (from, to) = (next.saturating_sub(1), next.min(times.len() - 1));
        let step = channel.sampler().interpolation() == gltf::animation::Interpolation::Step;
        let part =
            if from == to || step { 0.0 } else { ((time - times[from]) / (times[to] - times[from])).clamp(0.0, 1.0) };
        let place = &mut places[channel.target().node().index()];
        let vector =
            |values: Vec<[f32; 3]>| Vec3::from(values[from]).as_dvec3().lerp(Vec3::from(values[to]).as_dvec3(), part);
        match reader.read_outputs().unwrap() {
            ReadOutputs::Translations(values) => place.0 = vector(values.collect()),
            ReadOutputs::Scales(values) => place.2 = vector(values.collect()),
            ReadOutputs::Rotations(values) => {
                let values: Vec<[f32; 4]> = values.into_f32().collect();
                let turn = |key: usize| Quat::from_array(values[key]).as_dquat();
                place.1 = turn(from).slerp(turn(to), part);
            }
            ReadOutputs::MorphTargetWeights(_) => panic!("{:?}", Property::MorphTargetWeights),
        }
    }
}
