//! Documents of source texts: figures and actions as a person could have written them.

use super::{pick, usize_in};
use fastrand::Rng;
use keitai_formats::bac::{Bac, Bone, Corners, Face, Group, Material};
use keitai_formats::text::Spanned;
use keitai_formats::tra::{BoneMotion, Channel, Key, Switch, Tra};
use keitai_formats::{Blend, bone_name};
use std::ops::Range;

fn real(rng: &mut Rng, range: Range<f32>) -> f32 {
    range.start + (range.end - range.start) * rng.f32()
}

fn reals<const N: usize>(rng: &mut Rng, range: Range<f32>) -> [f32; N] {
    std::array::from_fn(|_| real(rng, range.clone()))
}

/// Returns some of what `make` makes.
fn some<T>(rng: &mut Rng, counts: Range<usize>, mut make: impl FnMut(&mut Rng) -> T) -> Vec<T> {
    (0..usize_in(rng, counts)).map(|_| make(rng)).collect()
}

fn name(rng: &mut Rng) -> String {
    some(rng, 0..8, |rng| pick(rng, ['a', 'z', ';', '(', ')', ' '])).into_iter().collect()
}

/// Returns a figure of up to five bones, whose vertices are given to the bones in turn. Every bone but the first is the
/// child or the brother of the one before it.
pub fn figure(rng: &mut Rng) -> Bac {
    let textures = some(rng, 1..3, |rng| [rng.i32(2..=256), rng.i32(2..=256)]);
    let colours = some(rng, 1..5, |rng| Spanned::from(reals(rng, 0.0..1.0)));
    let coords = some(rng, 4..40, |rng| Spanned::from(reals(rng, -500.0..500.0)));
    let texture_coords = some(rng, 1..12, |rng| reals(rng, 0.0..1.0));
    let materials = some(rng, 1..5, |rng| material(rng, textures.len() as i32, colours.len() as i32));
    let counts = [coords.len(), texture_coords.len(), materials.len()].map(|count| count as i32);
    let polygons = some(rng, 1..30, |rng| face(rng, counts));
    let groups = some(rng, 0..3, |rng| Group {
        name: Some(name(rng)),
        faces: some(rng, 1..5, |rng| face(rng, counts)),
        ..Group::default()
    });
    let normals = coords.iter().map(|_| Spanned::from(reals(rng, -1.0..1.0))).collect();
    let bone_count = usize_in(rng, 1..6);
    let bones = (0..bone_count).map(|index| bone(rng, index, bone_count, coords.len())).collect();
    let normals = rng.bool().then_some(normals);
    let name = Some("generated".to_owned());
    Bac {
        name,
        textures,
        colours,
        materials,
        coords,
        normals,
        bones,
        texture_coords,
        polygons,
        groups,
        ..Bac::default()
    }
}

fn material(rng: &mut Rng, textures: i32, colours: i32) -> Material {
    Material {
        blend: pick(rng, [Blend::Normal, Blend::Half, Blend::Add, Blend::Sub]),
        double_face: rng.bool(),
        transparent: rng.bool(),
        lighting: rng.bool(),
        texture: rng.i32(-1..textures),
        colour: rng.i32(-1..colours),
        specular: rng.f32(),
        alpha: rng.bool().then_some(0.5),
        ..Material::default()
    }
}

fn face(rng: &mut Rng, [coords, texture_coords, materials]: [i32; 3]) -> Face {
    let [a, b, c, d] = [0; 4].map(|_: i32| rng.i32(0..coords));
    let [s, t, u, v] = [0; 4].map(|_: i32| rng.i32(0..texture_coords));
    let [vertices, texels] = match rng.bool() {
        true => [Corners::Four([a, b, c, d]), Corners::Four([s, t, u, v])],
        false => [Corners::Three([a, b, c]), Corners::Three([s, t, u])],
    };
    Face { material: rng.i32(0..materials), vertices, texels, span: Default::default() }
}

fn bone(rng: &mut Rng, index: usize, count: usize, points: usize) -> Bone {
    let origin: [f32; 3] = reals(rng, -300.0..300.0);
    let [(sa, ca), (sd, cd), (sr, cr)] =
        [real(rng, 0.0..6.25), real(rng, 0.01..3.13), real(rng, 0.0..6.25)].map(f32::sin_cos);
    let (u, v) = ([ca * cd, sa * cd, -sd], [-sa, ca, 0.0]);
    let at = |axis: [f32; 3]| [0, 1, 2].map(|c| origin[c] + 100.0 * axis[c]);
    let (is_last, is_deeper) = (index + 1 == count, rng.bool());
    Bone {
        name: Some(Spanned::from(format!("bone {index}"))),
        has_child: !is_last && is_deeper,
        has_brother: !is_last && !is_deeper,
        translate: origin,
        rotate: at([ca * sd, sa * sd, cd]),
        handle: at([0, 1, 2].map(|c| u[c] * cr + v[c] * sr)),
        vertices: (index..points).step_by(count).map(|point| Spanned::from(point as i32)).collect(),
        ..Bone::default()
    }
}

/// Returns an action of up to four bones, "bone0" and so on.
pub fn action(rng: &mut Rng) -> Tra {
    let bones = (0..usize_in(rng, 1..5)).map(|index| motion(rng, index)).collect();
    let switches = some(rng, 0..8, |rng| {
        let (frame, group, shown) = (rng.i32(0..60), rng.i32(0..31), rng.bool());
        Switch { frame, group, shown, ..Switch::default() }
    });
    Tra {
        version: 4.0,
        name: Some("generated".to_owned()),
        total_frame: Some(rng.i32(1..60)),
        bones,
        switches: (!switches.is_empty()).then_some(switches),
        ..Tra::default()
    }
}

fn motion(rng: &mut Rng, index: usize) -> BoneMotion {
    let mut three = |values: Range<f32>, rest: [f32; 3]| match rng.bool() {
        true => rest.map(|_| channel(rng, values.clone())),
        false => rest.map(|value| Channel { keys: vec![Key { value, ..Key::default() }], ..Channel::default() }),
    };
    BoneMotion {
        name: Some(Spanned::from(bone_name(index))),
        translate: three(-300.0..300.0, [0.0; 3]),
        scale: three(1.0..300.0, [100.0; 3]),
        rotate: three(-1.0..1.0, [0.0, 0.0, 1.0]),
        roll: channel(rng, -700.0..700.0),
        ..BoneMotion::default()
    }
}

fn channel(rng: &mut Rng, values: Range<f32>) -> Channel {
    let mut frame = -1;
    let keys = some(rng, 1..6, |rng| {
        frame = if frame < 0 { 0 } else { frame + rng.i32(1..9) };
        Key { frame, value: real(rng, values.clone()), ..Key::default() }
    });
    Channel { keys, ..Channel::default() }
}
