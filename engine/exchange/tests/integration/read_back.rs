//! A GLB file as the `gltf` crate reads it, and the posture of its animations.

use glam::{DMat4, DQuat, DVec3, Quat, Vec3};
use gltf::animation::util::ReadOutputs;
use gltf::animation::{Interpolation, Property};
use gltf::{Gltf, Semantic};

pub(crate) struct ReadBack {
    pub(crate) gltf: Gltf,
    parents: Vec<Option<usize>>,
    rest: Vec<Place>,
    vertices: Vec<Vertex>,
    animations: Vec<Vec<Curve>>,
}

/// Translation, rotation and scale of a node.
type Place = (DVec3, DQuat, DVec3);

struct Vertex {
    /// Place in the space of `node`.
    at: DVec3,
    /// The joint, or the node of a mesh without a skin.
    node: usize,
    /// Number in the figure, where the file has it.
    number: Option<usize>,
}

struct Curve {
    node: usize,
    times: Vec<f64>,
    step: bool,
    values: Values,
}

enum Values {
    Translations(Vec<DVec3>),
    Rotations(Vec<DQuat>),
    Scales(Vec<DVec3>),
}

impl ReadBack {
    /// Reads a file, which the `gltf` crate validates.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let gltf = Gltf::from_slice(bytes).unwrap();
        let mut parents = vec![None; gltf.nodes().count()];
        for node in gltf.nodes() {
            node.children().for_each(|child| parents[child.index()] = Some(node.index()));
        }
        let place = |node: gltf::Node| {
            let (t, r, s) = node.transform().decomposed();
            (Vec3::from(t).as_dvec3(), Quat::from_array(r).as_dquat(), Vec3::from(s).as_dvec3())
        };
        let rest = gltf.nodes().map(place).collect();
        let vertices = gltf.nodes().flat_map(|node| vertices(&node, gltf.blob.as_deref())).collect();
        let curves = |animation: gltf::Animation| {
            animation.channels().map(|channel| curve(&channel, gltf.blob.as_deref())).collect()
        };
        let animations = gltf.animations().map(curves).collect();
        Self { parents, rest, vertices, animations, gltf }
    }

    /// Returns the places of all vertices by their number in the figure, in the units of the figure. `animation` is the
    /// number of an animation and a time in seconds.
    pub(crate) fn positions(&self, animation: Option<(usize, f64)>, count: usize) -> Vec<Option<DVec3>> {
        let mut positions = vec![None; count];
        for (vertex, place) in self.vertices.iter().zip(self.places(animation)) {
            positions[vertex.number.unwrap()] = Some(place);
        }
        positions
    }

    /// Returns the places of all vertices of all meshes, node by node, in the units of the figure.
    pub(crate) fn places(&self, animation: Option<(usize, f64)>) -> Vec<DVec3> {
        let globals = self.globals(animation);
        self.vertices.iter().map(|vertex| globals[vertex.node].transform_point3(vertex.at) * 100.0).collect()
    }

    fn globals(&self, animation: Option<(usize, f64)>) -> Vec<DMat4> {
        let mut places = self.rest.clone();
        if let Some((animation, time)) = animation {
            self.animations[animation].iter().for_each(|curve| curve.apply(time, &mut places));
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
}

fn vertices(node: &gltf::Node, blob: Option<&[u8]>) -> Vec<Vertex> {
    let joints: Option<Vec<(usize, DMat4)>> = node.skin().map(|skin| {
        let inverse = skin.reader(|_| blob).read_inverse_bind_matrices().into_iter().flatten();
        let inverse = inverse.map(|columns| DMat4::from_cols_array_2d(&columns.map(|column| column.map(f64::from))));
        let joints = skin.joints().map(|joint| joint.index());
        joints.zip(inverse.chain(std::iter::repeat(DMat4::IDENTITY))).collect()
    });
    let mut vertices = Vec::new();
    for primitive in node.mesh().iter().flat_map(|mesh| mesh.primitives()) {
        let reader = primitive.reader(|_| blob);
        let mut owners = reader.read_joints(0).map(|joints| joints.into_u16());
        let mut numbers = primitive
            .get(&Semantic::Extras("VERTEX".to_owned()))
            .map(|numbers| gltf::accessor::Iter::<f32>::new(numbers, |_| blob).unwrap());
        for at in reader.read_positions().unwrap() {
            let owner = owners.as_mut().and_then(Iterator::next);
            let (node, inverse) = match (&joints, owner) {
                (Some(joints), Some(owner)) => joints[usize::from(owner[0])],
                _ => (node.index(), DMat4::IDENTITY),
            };
            let number = numbers.as_mut().map(|numbers| numbers.next().unwrap() as usize);
            vertices.push(Vertex { at: inverse.transform_point3(DVec3::from_array(at.map(f64::from))), node, number });
        }
    }
    vertices
}

fn curve(channel: &gltf::animation::Channel, blob: Option<&[u8]>) -> Curve {
    let reader = channel.reader(|_| blob);
    let vector = |value: [f32; 3]| Vec3::from(value).as_dvec3();
    Curve {
        node: channel.target().node().index(),
        times: reader.read_inputs().unwrap().map(f64::from).collect(),
        step: channel.sampler().interpolation() == Interpolation::Step,
        values: match reader.read_outputs().unwrap() {
            ReadOutputs::Translations(values) => Values::Translations(values.map(vector).collect()),
            ReadOutputs::Scales(values) => Values::Scales(values.map(vector).collect()),
            ReadOutputs::Rotations(values) => {
                Values::Rotations(values.into_f32().map(|value| Quat::from_array(value).as_dquat()).collect())
            }
            ReadOutputs::MorphTargetWeights(_) => panic!("{:?}", Property::MorphTargetWeights),
        },
    }
}

impl Curve {
    fn apply(&self, time: f64, places: &mut [Place]) {
        let times = &self.times;
        let next = times.iter().position(|key| *key > time).unwrap_or(times.len());
        let (from, to) = (next.saturating_sub(1), next.min(times.len() - 1));
        let part = if from == to || self.step {
            0.0
        } else {
            ((time - times[from]) / (times[to] - times[from])).clamp(0.0, 1.0)
        };
        let place = &mut places[self.node];
        match &self.values {
            Values::Translations(values) => place.0 = values[from].lerp(values[to], part),
            Values::Rotations(values) => place.1 = values[from].slerp(values[to], part),
            Values::Scales(values) => place.2 = values[from].lerp(values[to], part),
        }
    }
}
