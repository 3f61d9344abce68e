//! Objects that are animated without a skin: files made by hand, whose places at every frame are those of the import.

use keitai_convert::decompile::unpack_normal;
use keitai_formats::{ColourPolygon, Content, Normals, Track};
use serde_json::{Value, json};

use crate::made::Made;
use crate::posture;
use crate::read_back::ReadBack;

/// Largest distance of a vertex from its place in the file, model units: positions and places of bones are rounded.
const BOUND: f64 = 1.6;
/// The bound where an object makes a half turn about Y, which is 0.9 degrees off: players with integers would treat a
/// nearer direction as a half turn about X.
const HALF_TURN: f64 = 2.0;
/// Corners of the mesh, metres. No two are equal.
const CORNERS: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.3, 0.0], [0.0, 0.0, 0.2]];
const FACES: [u8; 12] = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];

/// A channel: node, path, interpolation, times and values.
type Channel<'a> = (usize, &'a str, &'a str, &'a [f32], &'a [f32]);

impl Made {
    /// Begins a file of nodes. Mesh 0 has no joints; the first two corners of mesh 1 have joint 0, the others joint 1.
    fn nodes(nodes: Value, roots: Value) -> Self {
        let mut made = Made::new(json!({
            "scene": 0, "scenes": [{ "nodes": roots }], "nodes": nodes,
            "materials": [{ "extensions": { "KHR_materials_unlit": {} } }],
            "cameras": [{ "type": "perspective", "perspective": { "yfov": 1, "znear": 1 } }],
        }));
        let positions = made.floats(3, CORNERS.as_flattened());
        let indices = made.accessor(5121, 1, 12, &FACES);
        let joints: Vec<u8> = [[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]].concat();
        let joints = made.accessor(5121, 4, 4, &joints);
        let weights = made.floats(4, &[1.0, 0.0, 0.0, 0.0].repeat(4));
        made.json["meshes"] = json!([
            { "primitives": [{ "attributes": { "POSITION": positions }, "indices": indices, "material": 0 }] },
            { "primitives": [{ "attributes": { "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights },
                "indices": indices, "material": 0 }] },
        ]);
        made
    }

    fn animate(mut self, name: &str, channels: &[Channel<'_>]) -> Self {
        let (mut samplers, mut targets) = (Vec::new(), Vec::new());
        for (node, path, interpolation, times, values) in channels {
            let input = self.floats(1, times);
            let output = self.floats(if *path == "rotation" { 4 } else { 3 }, values);
            targets.push(json!({ "sampler": samplers.len(), "target": { "node": node, "path": path } }));
            samplers.push(json!({ "input": input, "output": output, "interpolation": interpolation }));
        }
        let animation = json!({ "name": name, "samplers": samplers, "channels": targets });
        let animations = self.json["animations"].take();
        self.json["animations"] = json!([animations.as_array().cloned().unwrap_or_default(), vec![animation]].concat());
        self
    }

    /// Imports the file and compares the places of all vertices at all frames. `pairing` is the animation and the frame
    /// at which no two vertices of different objects meet: there, a vertex of the figure is paired with that of the
    /// file.
    fn check(&self, pairing: Option<(usize, u16)>) -> (Content, Vec<&'static str>) {
        self.check_within(pairing, BOUND)
    }

    fn check_within(&self, pairing: Option<(usize, u16)>, bound: f64) -> (Content, Vec<&'static str>) {
        let (import, codes) = self.import(&[]);
        let figure = &import.figure;
        let file = ReadBack::new(&self.glb());
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
            assert!(place.distance(own[*partner]) <= BOUND, "{place} is not among {own:?}: {:?}", figure.bones);
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
        assert!(worst.0 <= bound, "{worst:?}");
        (import, codes)
    }
}

/// The normals of a slanted face are upright on it even under uneven scale.
#[test]
fn normals_are_upright_on_uneven_objects() {
    let mut made = Made::nodes(json!([{ "mesh": 0, "scale": [1, 4, 1] }]), json!([0]));
    let normal = [0.6f32, 0.8, 0.0].repeat(4);
    let normals = made.floats(3, &normal);
    made.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = json!(normals);
    let figure = made.import(&[]).0.figure;
    let Normals::Packed(packed) = &figure.normals else { panic!("{:?}", figure.normals) };
    // (0.6, 0.8) becomes (0.6, 0.2) by the scale.
    let [x, y, z] = unpack_normal(packed[0]).0;
    assert!((x / y - 3.0).abs() < 0.2 && z.abs() < 0.05, "{x} {y} {z}");
}

/// The quarter turns about an axis, 0 to a whole turn, for five keys.
fn turns(axis: usize) -> Vec<f32> {
    let turn = |quarter: usize| {
        let angle = quarter as f32 * std::f32::consts::FRAC_PI_4;
        let mut turn = [0.0, 0.0, 0.0, angle.cos()];
        turn[axis] = angle.sin();
        turn
    };
    (0..5).flat_map(turn).collect()
}

const TIMES: [f32; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn bones(import: &Content) -> Vec<(&str, Option<u16>, u16)> {
    let names = import.skeleton.bones.iter().map(String::as_str);
    names.zip(&import.figure.bones).map(|(name, bone)| (name, bone.parent, bone.vertex_count)).collect()
}

#[test]
fn every_animated_object_is_a_bone() {
    let nodes = json!([
        { "name": "body", "mesh": 0, "translation": [0, 1, 0], "children": [1, 2] },
        { "name": "wheel", "mesh": 0, "translation": [1, -0.5, 0], "rotation": [0.5, 0.5, 0.5, 0.5] },
        { "name": "pivot", "translation": [-1, 1, 0], "rotation": [0, 0.6, 0, 0.8], "children": [3] },
        { "name": "gun", "mesh": 0, "translation": [0, 0.2, 2], "scale": [1, 2, 0.5] },
        { "name": "ground", "mesh": 0, "translation": [0, -3, 0], "scale": [9, 1, 9] },
    ]);
    let ahead = [0.0, 1.0, 0.0, 0.0, 1.0, 1.5, 0.0, 1.0, 3.0, 0.0, 1.5, 3.0, 0.0, 1.0, 6.0];
    let drive: [Channel<'_>; 3] = [
        (0, "translation", "LINEAR", &TIMES, &ahead),
        (1, "rotation", "LINEAR", &TIMES, &turns(2)),
        (2, "rotation", "STEP", &TIMES, &turns(1)),
    ];
    let fire: [Channel<'_>; 1] = [(2, "translation", "LINEAR", &[0.0, 0.5], &[-1.0, 1.0, 0.0, -1.0, 1.0, -1.0])];
    let made = Made::nodes(nodes, json!([0, 4])).animate("drive", &drive).animate("fire", &fire);
    let (import, codes) = made.check(None);
    assert_eq!(codes, Vec::<&str>::new());
    let tree = [("root", None, 4), ("body", Some(0), 4), ("pivot", Some(1), 4), ("wheel", Some(1), 4)];
    assert_eq!(bones(&import), tree);
    let names: Vec<&str> = import.tables.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["drive", "fire"]);
    let last: Vec<u16> = import.tables.iter().map(|(_, table)| table.actions[0].last_frame).collect();
    assert_eq!(last, [30, 15]);
    assert_eq!(import.tables[1].1.actions[0].tracks[3], Track::Identity, "the wheel rests in the second animation");
}

#[test]
fn mirrored_and_uneven_objects_move_as_they_are() {
    let nodes = json!([
        { "name": "mirrored", "mesh": 0, "translation": [2, 0, 0], "scale": [-1, 1, 1] },
        { "name": "uneven", "mesh": 0, "translation": [0, 3, 0], "rotation": [0, 0, 0.6, 0.8], "scale": [3, 1, 0.5] },
        { "name": "both", "mesh": 0, "translation": [-2, 0, 1], "scale": [1, -2, 3] },
    ]);
    let scales = [1.0, -2.0, 3.0, 2.0, -2.0, 1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 1.0, 1.0, -2.0, 3.0];
    let channels: [Channel<'_>; 4] = [
        (0, "rotation", "LINEAR", &TIMES, &turns(1)),
        (1, "rotation", "LINEAR", &TIMES, &turns(0)),
        (2, "rotation", "LINEAR", &TIMES, &turns(2)),
        (2, "scale", "LINEAR", &TIMES, &scales),
    ];
    let (import, codes) = Made::nodes(nodes, json!([0, 1, 2])).animate("turn", &channels).check_within(None, HALF_TURN);
    assert_eq!(codes, Vec::<&str>::new(), "nothing is sheared");
    assert_eq!(bones(&import).len(), 4);
    // The outside of the mirrored object stays outside: the order of its corners is turned round.
    let outside = |node: Value| {
        let (import, _) = Made::nodes(json!([node]), json!([0])).animate("turn", &channels[..1]).import(&[]);
        let figure = import.figure;
        let [a, b, c] = figure.polygons.colour_triangles[0].vertices.map(|vertex| {
            let places = posture::positions(&figure, None);
            places[usize::from(vertex)]
        });
        (b - a).cross(c - a).z.signum()
    };
    assert_eq!(outside(json!({ "mesh": 0 })), outside(json!({ "mesh": 0, "scale": [-1, 1, 1] })));
}

#[test]
fn a_skin_on_mirrored_joints_keeps_its_outside() {
    let volume = |scale: i8| -> f64 {
        let nodes = json!([{ "scale": [1, 1, scale], "children": [1, 2, 3] }, {}, {}, { "mesh": 1, "skin": 0 }]);
        let made = Made::nodes(nodes, json!([0])).with(&json!({ "skins": [{ "joints": [1, 2] }] }));
        let figure = made.import(&[]).0.figure;
        let places = posture::positions(&figure, None);
        let corners = |triangle: &ColourPolygon<3>| triangle.vertices.map(|vertex| places[usize::from(vertex)]);
        figure.polygons.colour_triangles.iter().map(corners).map(|[a, b, c]| a.dot(b.cross(c))).sum()
    };
    assert_eq!(volume(1), -50.0 * 30.0 * 20.0, "seen from outside, the corners of a figure go clockwise");
    assert_eq!(volume(-1), volume(1));
}

#[test]
fn the_strongest_of_eight_joints_moves_a_vertex() {
    let nodes = json!([{}, {}, { "mesh": 1, "skin": 0 }]);
    let mut made = Made::nodes(nodes, json!([0, 1, 2])).with(&json!({ "skins": [{ "joints": [0, 1] }] }));
    let [weak, strong] = [0.1, 0.6].map(|weight| made.floats(4, &[weight, 0.0, 0.0, 0.0].repeat(4)));
    let joints = made.accessor(5121, 4, 4, &[[1, 0, 0, 0]; 4].concat());
    let attributes = &mut made.json["meshes"][1]["primitives"][0]["attributes"];
    attributes["WEIGHTS_0"] = json!(weak);
    attributes["JOINTS_1"] = json!(joints);
    attributes["WEIGHTS_1"] = json!(strong);
    let (import, codes) = made.import(&[]);
    assert_eq!(bones(&import).iter().map(|(.., vertices)| *vertices).collect::<Vec<_>>(), [0, 4]);
    assert_eq!(codes, ["X031"]);
}

#[test]
fn cubic_splines_bend_the_way_of_an_object() {
    let nodes = json!([{ "name": "ball", "mesh": 0 }]);
    // Equal keys: only the tangents move it. Half way between, a tangent of 8 and one of -8 make a height of 2 metres.
    let values = [[0.0f32; 3], [0.0; 3], [0.0, 8.0, 0.0], [0.0, -8.0, 0.0], [0.0; 3], [0.0; 3]];
    let channels: [Channel<'_>; 1] = [(0, "translation", "CUBICSPLINE", &[0.0, 1.0], values.as_flattened())];
    let (import, codes) = Made::nodes(nodes, json!([0])).animate("hop", &channels).import(&[]);
    assert_eq!((bones(&import)[1], codes.len()), (("ball", Some(0), 4), 0));
    let action = &import.tables[0].1.actions[0];
    let heights = [0, 15, 30].map(|frame| posture::positions(&import.figure, Some((action, frame)))[0].y);
    assert_eq!(heights.map(f64::round), [0.0, 200.0, 0.0]);
}

#[test]
fn an_object_below_a_joint_goes_along_with_it() {
    let nodes = json!([
        { "name": "rig", "children": [1, 4] },
        { "name": "hip", "children": [2] },
        { "name": "hand", "translation": [0, 1, 0], "children": [3] },
        { "name": "sword", "mesh": 0, "translation": [0.5, 0.2, 0], "rotation": [0, 0, 0.6, 0.8] },
        { "name": "skin", "mesh": 1, "skin": 0 },
    ]);
    let channels: [Channel<'_>; 3] = [
        (0, "translation", "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 0.0, 0.0, 0.0, 2.0]),
        (2, "rotation", "LINEAR", &TIMES, &turns(0)),
        (3, "rotation", "LINEAR", &TIMES, &turns(2)),
    ];
    let with = |channels: &[Channel<'_>]| {
        let mut made = Made::nodes(nodes.clone(), json!([0])).animate("swing", channels);
        made.json["skins"] = json!([{ "joints": [1, 2] }]);
        made
    };
    let (import, codes) = with(&channels[..2]).check(None);
    assert_eq!((bones(&import), codes.len()), (vec![("hip", None, 2), ("hand", Some(0), 6)], 0));
    let (import, codes) = with(&channels).check(None);
    let tree = vec![("hip", None, 2), ("hand", Some(0), 2), ("sword", Some(1), 4)];
    assert_eq!((bones(&import), codes.len()), (tree, 0));
}

#[test]
fn an_object_that_no_joint_is_above_stays_where_it_is() {
    let nodes = json!([
        { "name": "hip", "children": [1] },
        { "name": "hand", "translation": [0, 1, 0] },
        { "name": "skin", "mesh": 1, "skin": 0 },
        { "name": "post", "mesh": 0, "translation": [3, 0, 0] },
    ]);
    let with = |joint: usize| {
        let channels: [Channel<'_>; 1] = [(joint, "rotation", "LINEAR", &TIMES, &turns(1))];
        let mut made = Made::nodes(nodes.clone(), json!([0, 2, 3])).animate("turn", &channels);
        made.json["skins"] = json!([{ "joints": [0, 1] }]);
        bones(&made.check(None).0).into_iter().map(|(name, ..)| name.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(with(1), ["hip", "hand"], "the first bone does not move");
    assert_eq!(with(0), ["hip", "hand", "root"]);
}

/// By the format, an animated node has no matrix; assimp writes one.
#[test]
fn an_animated_object_may_have_a_matrix() {
    let matrix = |shear: f32| json!([0, 2, 0, 0, -1, shear, 0, 0, 0, 0, 3, 0, 5, 6, 7, 1]);
    let channels: [Channel<'_>; 1] = [(0, "translation", "LINEAR", &[0.0, 1.0], &[5.0, 6.0, 7.0, 5.0, 9.0, 7.0])];
    let with = |shear: f32| {
        let nodes = json!([{ "name": "box", "mesh": 0, "matrix": matrix(shear) }]);
        Made::nodes(nodes, json!([0])).animate("rise", &channels).import(&[])
    };
    let (import, codes) = with(0.0);
    assert_eq!((bones(&import)[1], codes.len()), (("box", Some(0), 4), 0));
    let heights = [0, 30].map(|frame| {
        let action = &import.tables[0].1.actions[0];
        posture::positions(&import.figure, Some((action, frame)))[0].y.round()
    });
    assert_eq!(heights, [600.0, 900.0]);
    let (import, codes) = with(0.5);
    assert_eq!((bones(&import).len(), codes), (1, vec!["X037"]), "shear cannot be kept");
}

#[test]
fn an_object_that_is_nothing_at_rest_grows() {
    let nodes = json!([{ "name": "flash", "mesh": 0, "scale": [0, 0, 0], "translation": [0, 1, 0] }]);
    let grow: [Channel<'_>; 1] = [(0, "scale", "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 0.0, 20.0, 20.0, 20.0])];
    let away: [Channel<'_>; 1] = [(0, "translation", "LINEAR", &[0.0, 1.0], &[0.0, 1.0, 0.0, 9.0, 1.0, 0.0])];
    let made = Made::nodes(nodes, json!([0])).animate("grow", &grow).animate("away", &away);
    let (import, codes) = made.check(Some((0, 30)));
    assert_eq!(codes, Vec::<&str>::new());
    assert_eq!(import.figure.polygons.colour_triangles.len(), 4);
}

#[test]
fn a_joint_that_nearly_vanishes_at_rest_grows() {
    let nodes = json!([
        { "name": "hip", "children": [1] },
        { "name": "heart", "translation": [0, 1, 0], "scale": [0.01, 0.01, 0.01] },
        { "name": "skin", "mesh": 1, "skin": 0 },
    ]);
    let grow: [Channel<'_>; 1] = [(1, "scale", "LINEAR", &[0.0, 1.0], &[0.01, 0.01, 0.01, 2.0, 2.0, 2.0])];
    let mut made = Made::nodes(nodes, json!([0, 2])).animate("grow", &grow);
    made.json["skins"] = json!([{ "joints": [0, 1] }]);
    let (import, codes) = made.check(Some((0, 30)));
    assert_eq!((bones(&import), codes.len()), (vec![("hip", None, 2), ("heart", Some(0), 2)], 0));
}

#[test]
fn flat_objects_and_those_below_flat_ones_move() {
    let away: [Channel<'_>; 1] = [(0, "translation", "LINEAR", &[0.0, 1.0], &[0.0, 2.0, 0.0, 3.0, 2.0, 0.0])];
    for turn in [json!([0, 0, 0, 1]), json!([0.5, 0.5, 0.5, 0.5])] {
        let shadow = json!([{ "mesh": 0, "scale": [1, 1, 0], "translation": [0, 2, 0], "rotation": turn }]);
        let (import, _) = Made::nodes(shadow, json!([0])).animate("away", &away).check(None);
        assert_eq!(bones(&import).len(), 2);
        let below =
            json!([{ "translation": [0, 2, 0], "mesh": 0, "rotation": turn }, { "scale": [1, 0, 1], "children": [0] }]);
        let (import, _) = Made::nodes(below, json!([1])).animate("away", &away).check(None);
        assert_eq!(bones(&import).len(), 2);
    }
}

#[test]
fn a_mirrored_object_that_grows_stays_mirrored() {
    let nodes = json!([{ "mesh": 0, "scale": [-1, 1, 1] }]);
    let grow: [Channel<'_>; 1] = [(0, "scale", "LINEAR", &[0.0, 1.0], &[-1.0, 1.0, 1.0, -6.0, 6.0, 6.0])];
    let (import, _) = Made::nodes(nodes, json!([0])).animate("grow", &grow).check(Some((0, 30)));
    let scales = import.tables[0].1.actions[0].tracks[1].lists().scale.unwrap();
    assert!(scales.iter().all(|key| key.value.iter().all(|scale| *scale > 0)), "{scales:?}");
}

#[test]
fn only_the_motion_of_what_carries_no_mesh_is_told() {
    let nodes = json!([
        { "name": "box", "mesh": 0 },
        { "name": "view", "camera": 0, "children": [2] },
        { "name": "empty" },
    ]);
    let still: [Channel<'_>; 2] = [
        (0, "translation", "LINEAR", &[0.0, 1.0], &[0.0; 6]),
        (0, "rotation", "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0]),
    ];
    let view: [Channel<'_>; 1] = [(1, "rotation", "LINEAR", &TIMES, &turns(1))];
    let (import, codes) = Made::nodes(nodes, json!([0, 1])).animate("still", &still).animate("view", &view).check(None);
    assert_eq!(codes, ["X046", "X037"], "the camera, and its motion");
    assert_eq!(bones(&import), [("root", None, 4)], "an object that stays is no bone");
}

#[test]
fn bones_of_one_name_get_names_of_their_own() {
    let nodes = json!([
        { "name": "root", "mesh": 0 },
        { "name": "root", "mesh": 0, "translation": [1, 0, 0] },
        { "name": "root_2", "mesh": 0, "translation": [2, 0, 0] },
    ]);
    let turn = turns(2);
    let channels: [Channel<'_>; 3] = [0, 1, 2].map(|node| (node, "rotation", "LINEAR", &TIMES[..], &turn[..]));
    let (import, _) = Made::nodes(nodes, json!([0, 1, 2])).animate("turn", &channels).check(None);
    let mut names: Vec<&str> = bones(&import).into_iter().map(|(name, ..)| name).collect();
    names.sort_unstable();
    assert_eq!(names, ["root", "root_2", "root_3", "root_4"]);
}
