//! Animated objects: the places of a file at every frame are those of its import.

use keitai_formats::Content;
use serde_json::{Value, json};

use crate::posture;
use crate::read_back::ReadBack;

/// Largest distance of a vertex from its place in the file, model units: positions and places of bones are rounded.
pub(crate) const BOUND: f64 = 1.6;

/// Compares the places of all vertices at all frames. `pairing` is the animation and the frame at which no two vertices of
/// different objects meet: there, a vertex of the figure is paired with that of the file.
pub(crate) fn check(file: &[u8], import: &Content, pairing: Option<(usize, u16)>, bound: f64) -> Result<(), String> {
    let (file, figure) = (ReadBack::new(file), &import.figure);
    let actions: Vec<_> = import.tables.iter().flat_map(|(_, table)| &table.actions).collect();
    let expected = |at: Option<(usize, u16)>| file.places(at.map(|(own, frame)| (own, f64::from(frame) / 30.0)));
    let found = |at: Option<(usize, u16)>| posture::positions(figure, at.map(|(own, frame)| (actions[own], frame)));
    let (places, own) = (expected(pairing), found(pairing));
    let nearest = |place: &glam::DVec3| {
        let distance = |vertex: &usize| own[*vertex].distance(*place);
        (0..own.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap()
    };
    let partners: Vec<usize> = places.iter().map(nearest).collect();
    for (place, partner) in places.iter().zip(&partners) {
        let distance = place.distance(own[*partner]);
        if distance.is_nan() || distance > BOUND {
            return Err(format!("{place} is not among {own:?}: {:?}", figure.bones));
        }
    }
    let mut worst = (0.0f64, String::new());
    let mut compare = |at: Option<(usize, u16)>| {
        let own = found(at);
        for (place, partner) in expected(at).iter().zip(&partners) {
            let distance = place.distance(own[*partner]);
            if distance.is_nan() || distance > worst.0 {
                worst = (distance, format!("{at:?}: {place} and {}", own[*partner]));
            }
        }
    };
    compare(pairing);
    for (index, action) in actions.iter().enumerate() {
        (0..=action.last_frame).for_each(|frame| compare(Some((index, frame))));
    }
    if worst.0 <= bound { Ok(()) } else { Err(format!("{worst:?}")) }
}

/// Adds a channel to an animation: its name, node, path, interpolation, times and values. The values `x`, `y` and `z` are
/// the quarter turns about an axis, 0 to a whole turn.
pub(crate) fn add_channel(json: &mut Value, statement: &str) -> Option<()> {
    let [name, node, path, interpolation, times, values] = statement.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let (times, node): (Value, usize) = (serde_json::from_str(times).ok()?, node.parse().ok()?);
    let values = match ["x", "y", "z"].iter().position(|axis| *axis == values) {
        Some(axis) => turns(axis),
        None => serde_json::from_str(values).ok()?,
    };
    if json["animations"].is_null() {
        json["animations"] = json!([]);
    }
    let animations = json["animations"].as_array_mut()?;
    if animations.last().is_none_or(|last| last["name"] != name) {
        animations.push(json!({ "name": name, "samplers": [], "channels": [] }));
    }
    let animation = animations.last_mut()?;
    let samplers = animation["samplers"].as_array_mut()?;
    let sampler = samplers.len();
    samplers.push(json!({ "input": times, "output": values, "interpolation": interpolation }));
    let channel = json!({ "sampler": sampler, "target": { "node": node, "path": path } });
    animation["channels"].as_array_mut()?.push(channel);
    Some(())
}

fn turns(axis: usize) -> Value {
    let turn = |quarter: usize| {
        let angle = quarter as f32 * std::f32::consts::FRAC_PI_4;
        let mut turn = [0.0, 0.0, 0.0, angle.cos()];
        turn[axis] = angle.sin();
        turn
    };
    json!([0, 1, 2, 3, 4].map(turn))
}
