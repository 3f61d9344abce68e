//! Small files for tests, made by the writers.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use keitai_formats::{
    Action, ActionTable, Bone, Figure, Material, Pattern, PolygonRun, Rgb, Texture, TexturedPolygon, Track, Trailer,
    bmp, mbac, mtra,
};

/// A triangle that uses texels up to 64, with `slots` texture slots.
pub fn figure(slots: u16, bones: u16) -> Vec<u8> {
    let mut textures = vec![PolygonRun::default(); slots.into()];
    let mut figure = Figure { version: 5, vertices: vec![[0, 0, 0], [9, 0, 0], [0, 9, 0]], ..Figure::default() };
    if let Some(first) = textures.first_mut() {
        *first = PolygonRun { triangles: 1, quads: 0 };
        figure.polygons.textured_triangles =
            vec![TexturedPolygon { material: Material(0), vertices: [0, 1, 2], texels: [[0, 0], [64, 0], [0, 64]] }];
    }
    figure.texture_count = slots;
    figure.patterns = vec![Pattern { textures, ..Pattern::default() }];
    figure.bones = vec![Bone::default(); bones.into()];
    figure.bones[0].vertex_count = 3;
    figure.trailer = Some(Trailer::default());
    mbac::write(&figure).unwrap()
}

/// A table of one action of ten frames that moves nothing.
pub fn actions(bones: u16) -> Vec<u8> {
    let action = Action { last_frame: 9, tracks: vec![Track::Identity; bones.into()], patterns: Vec::new() };
    let table = ActionTable { version: 5, bone_count: bones, actions: vec![action], trailer: Some(Trailer::default()) };
    mtra::write(&table).unwrap()
}

/// A square picture of index 0, which is black.
pub fn picture(side: u16) -> Vec<u8> {
    let texels = vec![0; usize::from(side) * usize::from(side)];
    bmp::write(&Texture { width: side, height: side, palette: vec![Rgb::default(); 256], texels }).unwrap()
}
