//! The land of a course, made in code: ground, road, rails and boost pads as meshes, and the things beside the road.

use std::sync::Arc;

use keitai::mesh::{Face, Fill, Mesh};
use keitai::path::PathPlace;
use keitai::prelude::*;
use keitai::{Material, TextureMap, ground};

use crate::course::{Course, PAD};

/// Length of a piece of road, and side of a piece of ground, model units.
const PIECE: i32 = 100;
const CELL: i32 = 400;
/// Pieces of road in one mesh.
const CHUNK: i32 = 36;
/// Distance from the road up to which there is ground.
const REACH: i32 = 1500;
/// Length of the start's chequers along the road.
const CHEQUERS: i32 = 70;
/// Height of the rails, model units.
const RAIL_HEIGHT: i32 = 34;

/// Parts of the road's texture: left, top, right, bottom.
const LANES: [[u8; 4]; 3] = [[6, 0, 63, 63], [6, 64, 63, 127], [6, 128, 63, 191]];
const KERB_TEXELS: [u8; 4] = [64, 0, 95, 63];
const VERGE_TEXELS: [u8; 4] = [96, 0, 127, 63];
const START_TEXELS: [u8; 4] = [128, 0, 255, 63];
const PAD_TEXELS: [u8; 4] = [128, 64, 191, 127];
const RAIL_TEXELS: [u8; 4] = [64, 64, 127, 95];
/// Outer edge of the kerbs, and inner edge of the white lines, half widths of the road.
const KERB: Q12 = Q12::lit("1.13");
const WHITE_LINE: Q12 = Q12::lit("0.955");
const WHITE: u32 = 0xF0EEE4;
/// Place of the rails, half widths of the road.
const RAIL_LINE: Q12 = Q12::lit("2");

/// Sizes of the things beside the road, by their place in the sheet. Plants come first.
const SIZES: [i32; 8] = [250, 270, 100, 95, 130, 130, 80, 100];
const PLANTS: usize = 4;
/// Places in the sheet of signs to the left and to the right, of tyres and of people.
const SIGNS: [usize; 2] = [4, 5];
const TYRES: usize = 6;
const PEOPLE: usize = 7;

pub fn build(stage: &mut Stage, course: &Course) -> keitai::Result<()> {
    let name = course.layout().name;
    let mut texture = |part: &str| stage.texture(&AssetPath::new(&format!("assets/{name}-{part}.bmp"))?);
    let (ground, road, things) = (texture("ground")?, texture("road")?, texture("things")?);
    stage.world.spawn((Transform::default(), Layer(-4), terrain(course).figure(vec![ground])?));
    let pieces = course.length() / PIECE;
    for first in (0..pieces).step_by(CHUNK as usize) {
        let last = (first + CHUNK).min(pieces);
        let at = |piece: i32| {
            Q12::from_bits((i64::from(course.road.length().to_bits()) * i64::from(piece) / i64::from(pieces)) as i32)
        };
        let (mut surface, mut rails) = (Mesh::default(), Mesh::default());
        for piece in first..last {
            surface_piece(&mut surface, course, [at(piece), at(piece + 1)], piece);
            for side in [1, -1] {
                rail(&mut rails, [at(piece), at(piece + 1)].map(|at| course.road.at(at)), side);
            }
        }
        stage.world.spawn((Transform::default(), Layer(-2), surface.figure(vec![road.clone()])?));
        stage.world.spawn((Transform::default(), rails.figure(vec![road.clone()])?));
    }
    let mut marks = Mesh::default();
    let start = [-CHEQUERS / 2, CHEQUERS / 2].map(Q12::from_num);
    // Marks are in slices, as textures bend less on small faces.
    for slice in 0..8 {
        let lines = [4, 3].map(|edge| Q12::from_num(edge - i32::from(slice)) / 4);
        let [left, top, _, bottom] = START_TEXELS;
        let fill = texels([left + 16 * slice, top, left + 16 * slice + 15, bottom]);
        strip(&mut marks, course, start, lines, fill, 0);
    }
    for [at, middle] in course.pads() {
        let half = course.road.at(Q12::from_num(at)).width / 2;
        let lines = [middle + PAD[1], middle - PAD[1]].map(|side| Q12::from_num(side) / half);
        let [left, top, right, bottom] = PAD_TEXELS;
        for quarter in 0..4 {
            let part = [quarter, quarter + 1].map(|end| Q12::from_num(at + PAD[0] * end / 4));
            let low = bottom - 16 * quarter as u8;
            let fill = texels([left, if quarter == 3 { top } else { low - 16 }, right, low]);
            strip(&mut marks, course, part, lines, fill, 0);
        }
    }
    stage.world.spawn((Transform::default(), Layer(-1), marks.figure(vec![road])?));
    plant(stage, course, things)
}

fn strip(mesh: &mut Mesh, course: &Course, part: [Q12; 2], lines: [Q12; 2], fill: Fill<4>, material: u16) {
    mesh.add_strip(&course.road, part[0]..part[1], 1, lines, fill, Material(material));
}

/// Returns a part of the texture with its left edge on the first line of a strip, and its lower edge at the start.
fn texels([left, top, right, bottom]: [u8; 4]) -> Fill<4> {
    Fill::Texels { slot: 0, at: [[left, bottom], [left, top], [right, top], [right, bottom]] }
}

/// Adds a piece of road with its verges, and with kerbs where it bends.
fn surface_piece(mesh: &mut Mesh, course: &Course, part: [Q12; 2], piece: i32) {
    let at: i32 = part[0].to_num();
    let bends = course.bend(at - 250, at + 400).abs() > 130;
    let edge = if bends { KERB } else { Q12::ONE };
    let lane = LANES[[0, 1, 0, 0, 0, 2, 0, 0][piece as usize % 8]];
    let mirrored = |[left, top, right, bottom]: [u8; 4]| texels([right, top, left, bottom]);
    // Lanes have their outer edge at the left of their part of the texture, kerbs and verges at the right.
    for (lines, [left, right], material) in [
        ([WHITE_LINE, Q12::ZERO], [texels(lane), mirrored(lane)], 0),
        ([Q12::ONE, WHITE_LINE], [Fill::Colour(WHITE); 2], 0),
        ([edge, Q12::ONE], [mirrored(KERB_TEXELS), texels(KERB_TEXELS)], 0),
        ([RAIL_LINE, edge], [mirrored(VERGE_TEXELS), texels(VERGE_TEXELS)], Material::COLOUR_KEY),
    ] {
        if lines[0] > lines[1] {
            strip(mesh, course, part, lines, left, material);
            strip(mesh, course, part, [-lines[1], -lines[0]], right, material);
        }
    }
}

/// Adds a piece of a rail between two places, to the left of the road for `side` 1 and to the right for -1.
fn rail(mesh: &mut Mesh, places: [PathPlace; 2], side: i32) {
    let first = mesh.vertices.len() as u16;
    for place in places {
        let [x, y, z] = place.beside(place.width * side).map(|c| c.to_num::<i32>());
        mesh.vertices.extend([y, y + RAIL_HEIGHT].map(|y| [x as i16, y as i16, z as i16]));
    }
    let vertices = [first, first + 1, first + 3, first + 2];
    mesh.quads.push(Face { vertices, fill: texels(RAIL_TEXELS), material: Material(Material::DOUBLE_FACE) });
}

/// Returns the ground around the road: below it, and farther away at the height of the layout.
fn terrain(course: &Course) -> Mesh {
    let length = course.length();
    let places: Vec<[i32; 3]> =
        (0..length).step_by(200).map(|at| whole(course.road.at(Q12::from_num(at)).transform.position)).collect();
    let ends = |axis: usize| {
        let all = places.iter().map(|place| place[axis]);
        [all.clone().min().unwrap_or(0) - REACH, all.max().unwrap_or(0) + REACH]
    };
    let ([left, right], [back, front]) = (ends(0), ends(2));
    let (columns, rows) = ((right - left) / CELL + 1, (front - back) / CELL + 1);
    let mut mesh = Mesh::default();
    let mut distances = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let [x, z] = [left + column * CELL, back + row * CELL];
        let (distance, height) = distance_and_height(course, [x, z]);
        distances.push(distance);
        mesh.vertices.push([x as i16, height as i16, z as i16]);
    }
    let index = |row: i32, column: i32| (row.clamp(0, rows - 1) * columns + column.clamp(0, columns - 1)) as usize;
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let y = |row: i32, column: i32| i32::from(mesh.vertices[index(row, column)][1]);
        let [dx, dz] = [y(row, column - 1) - y(row, column + 1), y(row - 1, column) - y(row + 1, column)];
        let normal = Vector3::new(dx, 2 * CELL, dz).unit();
        mesh.normals.push([normal.x, normal.y, normal.z].map(|c| c as i16));
        let corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)];
        let vertices = corners.map(|(row, column)| index(row, column));
        if row + 1 < rows && column + 1 < columns && vertices.iter().any(|corner| distances[*corner] < REACH) {
            let fill = Fill::Texels { slot: 0, at: [[0, 0], [127, 0], [127, 127], [0, 127]] };
            let vertices = vertices.map(|corner| corner as u16);
            mesh.quads.push(Face { vertices, fill, material: Material(Material::LIGHTING) });
        }
    }
    mesh
}

/// Returns the distance of a place of the ground from the middle of the road, and its height.
fn distance_and_height(course: &Course, [x, z]: [i32; 2]) -> (i32, i32) {
    let place = course.road.nearest([x, 0, z].map(Q12::from_num));
    let [px, py, pz] = whole(place.transform.position);
    let distance = ground::length([x - px, z - pz]);
    let width: i32 = place.width.to_num();
    // Below the lower edge of the road.
    let bank = (place.beside(place.width)[1].to_num::<i32>() - py).abs();
    let near = py - bank - 16;
    let away = (distance - width - CELL).clamp(0, REACH - width - CELL);
    (distance, near + (course.layout().level - near) * away / (REACH - width - CELL))
}

fn whole(position: [Q12; 3]) -> [i32; 3] {
    position.map(|c| c.to_num())
}

/// Puts things beside the road: signs on the outer side of bends, tyres on the inner side, people at the start, plants,
/// landmarks and the gate.
fn plant(stage: &mut Stage, course: &Course, sheet: Arc<TextureMap>) -> keitai::Result<()> {
    let mut random = Random::new(course.index as u64 + 5);
    let length = course.length();
    let mut put = |stage: &mut Stage, kind: usize, at: i32, side: i32| {
        let place = course.road.at(Q12::from_num(at));
        let [x, y, z] = whole(place.beside(Q12::from_num(side)));
        let (distance, height) = distance_and_height(course, [x, z]);
        // The place may lie on another part of the road.
        if distance < place.width.to_num::<i32>() + 8 {
            return;
        }
        let size = SIZES[kind] * random.between(if kind < PLANTS { 75 } else { 100 }, 100) / 100;
        let y = if kind < PLANTS { height } else { y };
        let [u, v] = [kind as i32 % 4 * 64, kind as i32 / 4 * 64];
        let sprite = Sprite {
            texture: sheet.clone(),
            texels: [u, v, u + 64, v + 64],
            size: [size; 2],
            angle: 0,
            blend: Blend::Normal,
            key: true,
            screen: false,
        };
        stage.world.spawn((sprite, Transform::at(x, y + size / 2 - 4, z)));
    };
    let mut dice = Random::new(course.index as u64 + 9);
    for at in (0..length - 60).step_by(120) {
        let edge: i32 = course.road.at(Q12::from_num(at)).width.to_num();
        let bend = course.bend(at - 100, at + 500);
        let outside = if bend > 0 { -1 } else { 1 };
        for side in [1, -1] {
            match dice.below(100) {
                _ if bend.abs() > 330 && side == outside && at % 240 == 0 => {
                    put(stage, SIGNS[usize::from(bend < 0)], at, side * (edge + 40));
                }
                _ if bend.abs() > 400 && side != outside && at % 360 == 0 => put(stage, TYRES, at, side * (edge + 30)),
                _ if !(700..length - 700).contains(&at) => put(stage, PEOPLE, at, side * (edge + 45)),
                0..30 => put(stage, 0, at, side * (edge + dice.between(70, 700))),
                30..48 => put(stage, 1, at, side * (edge + dice.between(70, 700))),
                48..62 => put(stage, 2, at, side * (edge + dice.between(40, 300))),
                62..72 => put(stage, 3, at, side * (edge + dice.between(60, 500))),
                _ => {}
            }
        }
    }
    for share in [2, 5, 8] {
        let at = length * share / 10;
        let side = course.road.at(Q12::from_num(at)).width * 3 * if share == 5 { -1 } else { 1 };
        let [x, _, z] = whole(course.road.at(Q12::from_num(at)).beside(side));
        let (distance, y) = distance_and_height(course, [x, z]);
        if distance > 600 {
            stage.spawn_with(course.layout().landmark, (Transform::at(x, y, z),))?;
        }
    }
    let line = course.road.at(Q12::ZERO);
    stage.spawn_with("gate", (Transform { scale: line.width / 230, ..line.transform },))?;
    Ok(())
}
