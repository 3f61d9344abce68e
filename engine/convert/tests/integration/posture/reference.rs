//! Postures of source texts in 64-bit floats, from the documents alone.

use keitai_formats::{
    Figure,
    bac::{Bac, Bone},
    tra::{BoneMotion, Channel, Tra},
};

pub(crate) type Vec3 = [f64; 3];

pub(crate) fn norm(v: Vec3) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}

pub(crate) fn distance(a: Vec3, b: Vec3) -> f64 {
    norm([a[0] - b[0], a[1] - b[1], a[2] - b[2]])
}

fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(v: Vec3) -> Vec3 {
    let length = norm(v);
    if length > 0.0 { v.map(|c| c / length) } else { v }
}

/// Rows of a 3x4 matrix.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Affine([[f64; 4]; 3]);

impl Affine {
    pub(crate) const IDENTITY: Self = Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// Returns the matrix of a file: 4.12, translations plain.
    pub(crate) fn of_file(m: &[i16; 12]) -> Self {
        let row = |r: usize| [0, 1, 2, 3].map(|c| f64::from(m[r * 4 + c]) / if c < 3 { 4096.0 } else { 1.0 });
        Self([row(0), row(1), row(2)])
    }

    pub(crate) fn point(&self, p: Vec3) -> Vec3 {
        self.0.map(|[x, y, z, origin]| x * p[0] + y * p[1] + z * p[2] + origin)
    }

    /// Returns the length of the longest axis: scaled axes at right angles make nothing longer than that.
    pub(crate) fn norm(&self) -> f64 {
        [0, 1, 2].map(|c| norm([self.0[0][c], self.0[1][c], self.0[2][c]])).into_iter().fold(0.0, f64::max)
    }

    fn times(&self, other: &Self) -> Self {
        let column = |c: usize| [other.0[0][c], other.0[1][c], other.0[2][c]];
        let linear = |row: &[f64; 4], v: Vec3| row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
        Self(self.0.map(|row| {
            let of = |c: usize| linear(&row, column(c)) + if c == 3 { row[3] } else { 0.0 };
            [of(0), of(1), of(2), of(3)]
        }))
    }

    fn inverse(&self) -> Self {
        let m = &self.0;
        let row = |r: usize| {
            let axis = [m[0][r], m[1][r], m[2][r]];
            [axis[0], axis[1], axis[2], -(axis[0] * m[0][3] + axis[1] * m[1][3] + axis[2] * m[2][3])]
        };
        Self([row(0), row(1), row(2)])
    }
}

/// Returns a transform: scale, then roll about Z, then the shortest turn from Z to a direction, then translation. To -Z
/// that is a half turn about X; a zero direction is no turn.
pub(crate) fn posture(translate: Vec3, scale: Vec3, direction: Vec3, roll: f64) -> Affine {
    let [x, y, z] = if norm(direction) > 0.0 { unit(direction) } else { [0.0, 0.0, 1.0] };
    // The turn about the axis at right angles to Z and the direction.
    let k = if 1.0 + z > 1e-12 { 1.0 / (1.0 + z) } else { 0.0 };
    let turn = if k > 0.0 {
        [[1.0 - x * x * k, -x * y * k, x], [-x * y * k, 1.0 - y * y * k, y], [-x, -y, z]]
    } else {
        [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]
    };
    let (sin, cos) = roll.to_radians().sin_cos();
    let mut rows = [[0.0; 4]; 3];
    for (row, [a, b, c]) in turn.into_iter().enumerate() {
        rows[row] = [(a * cos + b * sin) * scale[0], (b * cos - a * sin) * scale[1], c * scale[2], translate[row]];
    }
    Affine(rows)
}

/// Returns a value that is linear between keys, held after the last, and extrapolated along the first two before the
/// first.
pub(crate) fn interpolate(keys: impl Iterator<Item = (f64, f64)>, frame: f64) -> f64 {
    let keys: Vec<(f64, f64)> = keys.collect();
    let next = keys.iter().position(|(key, _)| *key > frame).unwrap_or(keys.len());
    let pair = match next {
        _ if keys.len() == 1 => return keys[0].1,
        0 => &keys[..2],
        next if next == keys.len() => return keys[next - 1].1,
        next => &keys[next - 1..=next],
    };
    pair[0].1 + (pair[1].1 - pair[0].1) * (frame - pair[0].0) / (pair[1].0 - pair[0].0)
}

fn channel(channel: &Channel, rest: f64, frame: f64) -> f64 {
    if channel.keys.is_empty() {
        return rest;
    }
    interpolate(channel.keys.iter().map(|key| (f64::from(key.frame), f64::from(key.value))), frame)
}

/// A text's figure and one of its actions.
pub(crate) struct Pose<'t> {
    figure: &'t Bac,
    worlds: Vec<Affine>,
    parents: Vec<Option<usize>>,
    motions: Vec<Option<&'t BoneMotion>>,
    scale: f64,
}

impl<'t> Pose<'t> {
    /// `written` are the bones that the file has. The motions of an action without any of their names are matched by
    /// order.
    pub(crate) fn new(figure: &'t Bac, action: &'t Tra, names: &[String], written: &[usize], scale: f64) -> Self {
        let named = |motion: &BoneMotion| motion.name.as_ref().map(|name| name.value.clone());
        let by_name = |name: &String| action.bones.iter().find(|motion| named(motion).as_ref() == Some(name));
        let mut motions: Vec<Option<&BoneMotion>> = names.iter().map(by_name).collect();
        if motions.iter().all(Option::is_none) && action.bones.len() == written.len() {
            written.iter().zip(&action.bones).for_each(|(bone, motion)| motions[*bone] = Some(motion));
        }
        let worlds = figure.bones.iter().map(|bone| world(bone, scale)).collect();
        Self { figure, worlds, parents: parents(&figure.bones), motions, scale }
    }

    /// Returns a bone's space in its parent's.
    pub(crate) fn rest(&self, bone: usize) -> Affine {
        let parent = self.parents[bone].map_or(Affine::IDENTITY, |parent| self.worlds[parent].inverse());
        parent.times(&self.worlds[bone])
    }

    pub(crate) fn track(&self, bone: usize, frame: f64) -> Affine {
        let Some(motion) = self.motions[bone] else { return Affine::IDENTITY };
        let three = |channels: &[Channel; 3], rest: Vec3| [0, 1, 2].map(|c| channel(&channels[c], rest[c], frame));
        posture(
            three(&motion.translate, [0.0; 3]).map(|c| c * self.scale),
            three(&motion.scale, [100.0; 3]).map(|c| c / 100.0),
            three(&motion.rotate, [0.0, 0.0, 1.0]),
            channel(&motion.roll, 0.0, frame),
        )
    }

    /// Returns for every vertex of the file the number of its bone in the file, and its point in the bone's space,
    /// exactly and as written.
    pub(crate) fn vertices_of_file(&self, figure: &Figure, order: &[usize]) -> Vec<(usize, Vec3, Vec3)> {
        let mut found = Vec::new();
        let mut first = 0;
        for (file_bone, (bone, &text_bone)) in figure.bones.iter().zip(order).enumerate() {
            let count = usize::from(bone.vertex_count);
            let written = &figure.vertices[first..first + count];
            first += count;
            let inverse = self.worlds[text_bone].inverse();
            let points = self.figure.bones[text_bone].vertices.iter();
            let points = points.map(|index| self.figure.coords[index.value as usize].value);
            let points: Vec<Vec3> =
                points.map(|point| inverse.point(point.map(|c| f64::from(c) * self.scale))).collect();
            for vertex in written {
                let vertex = vertex.map(f64::from);
                let near = |point: &&Vec3| (0..3).all(|c| (point[c] - vertex[c]).abs() <= 0.5 + 1e-6);
                let point = points.iter().find(near).unwrap_or_else(|| panic!("no point is at {vertex:?}"));
                found.push((file_bone, *point, vertex));
            }
        }
        found
    }
}

/// Returns the space of a bone: Z from `translate` to `rotate`, Y in the plane of Z and `handle`.
fn world(bone: &Bone, scale: f64) -> Affine {
    let [origin, rotate, handle] =
        [bone.translate, bone.rotate, bone.handle].map(|point| point.map(|c| f64::from(c) * scale));
    let to = |point: Vec3| [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]];
    let z = unit(to(rotate));
    let x = unit(cross(to(handle), z));
    let y = cross(z, x);
    Affine([0, 1, 2].map(|row| [x[row], y[row], z[row], origin[row]]))
}

/// Returns the parent of every bone. A bone with a child is followed by the child, and a subtree by the brother of its
/// root.
fn parents(bones: &[Bone]) -> Vec<Option<usize>> {
    fn family(bones: &[Bone], parent: Option<usize>, next: &mut usize, parents: &mut Vec<Option<usize>>) {
        while let Some(bone) = bones.get(*next) {
            let own = *next;
            parents.push(parent);
            *next += 1;
            if bone.has_child {
                family(bones, Some(own), next, parents);
            }
            if !bone.has_brother {
                return;
            }
        }
    }
    let mut parents = Vec::new();
    family(bones, None, &mut 0, &mut parents);
    parents
}
