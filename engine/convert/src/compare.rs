//! The distance of two figures with their actions, vertex by vertex and frame by frame.
//!
//! Postures come from the caller ([`Poseable`]), because the renderer computes them. Distances are in model units.

use keitai_formats::{Action, ActionTable, Figure, Track};

/// A figure that can be put into the posture of an action and a frame.
pub trait Poseable {
    /// Returns the last frame of each action.
    fn last_frames(&self) -> Vec<u32>;

    /// Puts the positions of all vertices, in the figure's order, into `positions`; without an action in the figure's
    /// own posture.
    fn pose(&mut self, action: Option<(usize, u32)>, positions: &mut Vec<[i32; 3]>);
}

/// The distance of one vertex of both figures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VertexDistance {
    /// The frame; 0 for the figure by itself.
    pub frame: u32,
    /// Index of the vertex in both figures.
    pub vertex: usize,
    /// Index of the bone that owns the vertex.
    pub bone: usize,
    /// Distance in model units.
    pub distance: f64,
}

/// The result for one action, or for the figure by itself.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ActionDistance {
    /// Index of the action; `None` for the figure by itself.
    pub action: Option<usize>,
    /// Number of frames compared.
    pub frames: u32,
    /// The largest distance; `None` for figures without vertices.
    pub largest: Option<VertexDistance>,
    /// The first vertex beyond the tolerance: in the first such frame, the vertex of the topmost bone.
    pub first_beyond: Option<VertexDistance>,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Comparison {
    /// Differences of the documents that kept parts from being measured, one line each.
    pub structure: Vec<String>,
    /// First the figure by itself, then the actions that both have.
    pub actions: Vec<ActionDistance>,
}

impl Comparison {
    /// Returns the largest distance of all.
    pub fn largest(&self) -> f64 {
        self.actions.iter().filter_map(|measured| measured.largest).fold(0.0, |max, apart| max.max(apart.distance))
    }

    /// Returns true when everything could be measured and nothing is beyond the tolerance.
    pub fn equal(&self) -> bool {
        self.structure.is_empty() && self.actions.iter().all(|measured| measured.first_beyond.is_none())
    }
}

/// Measures every frame of every action. `figure` is the figure of `a`, for the ownership of vertices.
pub fn compare(a: &mut dyn Poseable, b: &mut dyn Poseable, figure: &Figure, tolerance: f64) -> Comparison {
    let owners: Vec<usize> = figure.owners().collect();
    let mut comparison = Comparison::default();
    let lasts = [a.last_frames(), b.last_frames()];
    if lasts[0].len() != lasts[1].len() {
        comparison.structure.push(format!("actions: {} and {}", lasts[0].len(), lasts[1].len()));
    }
    let mut measurer = Measurer { a, b, owners: &owners, tolerance, positions: [Vec::new(), Vec::new()] };
    measurer.pose(None);
    let counts = measurer.positions.each_ref().map(Vec::len);
    if counts[0] != counts[1] {
        comparison.structure.push(format!("vertices: {} and {}", counts[0], counts[1]));
        return comparison;
    }
    comparison.actions.push(measurer.measure(None, 0));
    for (action, (first, second)) in lasts[0].iter().zip(&lasts[1]).enumerate() {
        if first != second {
            let message = format!("action {action}: the last frame is {first} and {second}");
            comparison.structure.push(message);
        }
        comparison.actions.push(measurer.measure(Some(action), *first.min(second)));
    }
    comparison
}

struct Measurer<'p> {
    a: &'p mut dyn Poseable,
    b: &'p mut dyn Poseable,
    owners: &'p [usize],
    tolerance: f64,
    positions: [Vec<[i32; 3]>; 2],
}

impl Measurer<'_> {
    fn pose(&mut self, action: Option<(usize, u32)>) {
        let [a, b] = &mut self.positions;
        a.clear();
        b.clear();
        self.a.pose(action, a);
        self.b.pose(action, b);
    }

    fn measure(&mut self, action: Option<usize>, last: u32) -> ActionDistance {
        let mut measured = ActionDistance { action, frames: last + 1, largest: None, first_beyond: None };
        for frame in 0..=last {
            self.pose(action.map(|action| (action, frame)));
            let mut topmost: Option<VertexDistance> = None;
            for (vertex, (p, q)) in self.positions[0].iter().zip(&self.positions[1]).enumerate() {
                if p == q {
                    continue;
                }
                let bone = self.owners.get(vertex).copied().unwrap_or_default();
                let apart = VertexDistance { frame, vertex, bone, distance: distance(*p, *q) };
                if measured.largest.is_none_or(|largest| apart.distance > largest.distance) {
                    measured.largest = Some(apart);
                }
                let higher =
                    |top: VertexDistance| bone < top.bone || (bone == top.bone && apart.distance > top.distance);
                if apart.distance > self.tolerance && topmost.is_none_or(higher) {
                    topmost = Some(apart);
                }
            }
            measured.first_beyond = measured.first_beyond.or(topmost);
        }
        measured
    }
}

fn distance(p: [i32; 3], q: [i32; 3]) -> f64 {
    let squares = p.iter().zip(q).map(|(p, q)| (f64::from(*p) - f64::from(q)).powi(2));
    squares.sum::<f64>().sqrt()
}

/// Describes the differences of two action tables: one line per track, naming the first key.
pub fn track_differences(a: &ActionTable, b: &ActionTable) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, (a, b)) in a.actions.iter().zip(&b.actions).enumerate() {
        for (bone, (a, b)) in a.tracks.iter().zip(&b.tracks).enumerate().filter(|(_, (a, b))| a != b) {
            lines.push(format!("action {index}, bone {bone}: {}", first_difference(a, b)));
        }
        lines.extend(pattern_difference(index, a, b));
    }
    lines
}

fn pattern_difference(index: usize, a: &Action, b: &Action) -> Option<String> {
    if a.patterns == b.patterns {
        return None;
    }
    let first = a.patterns.iter().zip(&b.patterns).find(|(a, b)| a != b);
    let frame =
        first.map_or_else(|| a.patterns.len().min(b.patterns.len()), |(a, b)| usize::from(a.frame.min(b.frame)));
    Some(format!("action {index}: patterns differ from {} {frame} on", if first.is_some() { "frame" } else { "key" }))
}

fn first_difference(a: &Track, b: &Track) -> String {
    if a.kind() != b.kind() {
        return format!("track of type {} and {}", a.kind(), b.kind());
    }
    let (a, b) = (lists(a), lists(b));
    for ((name, a), (_, b)) in a.iter().zip(&b) {
        if let Some((a, b)) = a.iter().zip(b).find(|(a, b)| a != b) {
            return format!("{name} key at frame {}: {:?} and at frame {}: {:?}", a.0, a.1, b.0, b.1);
        }
        if a.len() != b.len() {
            return format!("{} and {} {name} keys", a.len(), b.len());
        }
    }
    "constants differ".to_owned()
}

type List = (&'static str, Vec<(u16, [i16; 3])>);

/// Returns the key lists of a track by name; rolls as the first of three numbers, constants at frame 0.
fn lists(track: &Track) -> Vec<List> {
    use keitai_formats::{RollKey, VectorKey};
    if let Track::Matrix(matrix) = track {
        let m = matrix.0;
        return vec![
            ("matrix", vec![(0, [m[0], m[1], m[2]]), (0, [m[4], m[5], m[6]]), (0, [m[8], m[9], m[10]])]),
            ("translate", vec![(0, [m[3], m[7], m[11]])]),
        ];
    }
    let vectors = |keys: &[VectorKey]| keys.iter().map(|key| (key.frame, key.value)).collect();
    let rolls = |keys: &[RollKey]| keys.iter().map(|key| (key.frame, [key.angle, 0, 0])).collect();
    let lists = track.lists();
    let [mut translate, mut roll] = [lists.translate.map(vectors), lists.roll.map(rolls)];
    if let Track::Turned { translate: place, roll: angle, .. } = track {
        translate = Some(vec![(0, *place)]);
        roll = Some(vec![(0, [*angle, 0, 0])]);
    }
    let lists = [
        ("translate", translate),
        ("scale", lists.scale.map(vectors)),
        ("rotate", lists.rotate.map(vectors)),
        ("roll", roll),
    ];
    lists.into_iter().filter_map(|(name, list)| Some((name, list?))).collect()
}
