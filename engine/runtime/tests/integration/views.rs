//! Views of several cameras side by side.

use std::ops::Range;

use crate::content::drawn;
use crate::scenes::open;
use keitai_render::{Angle, Clip, Framebuffer, Projection, Vector3};
use keitai_runtime::world::{Camera, Hidden};

/// Two halves of a picture of 80 x 40 pixels: the left one shows a red sprite, the right one a wall behind the camera. In the
/// right half lies a map of 20 x 10 pixels.
const SCENE: &str = r#"(
    size: (80, 40), background: 0x101010,
    entities: [
        (name: "left", at: (0, 0, 100), camera: (area: (0, 0, 40, 40), projection: ParallelSize(40, 40))),
        (name: "right", at: (1000, 0, 0), turn: (0, deg(180), 0), camera: (area: (40, 0, 40, 40))),
        (name: "map", at: (1000, 400, 0), camera: (area: (60, 30, 20, 10), rig: LookAt(offset: (1000, 0, 0))), layer: 1),
        (sprite: (texture: "../art/robo.bmp", size: (20, 20), key: false)),
        (name: "flat"),
        (rectangle: (size: (80, 1), colour: 0x0000FF)),
    ],
)"#;

fn count(picture: &Framebuffer, columns: Range<usize>, colour: u32) -> usize {
    let rows = picture.pixels().chunks(picture.width() as usize);
    rows.map(|row| row[columns.clone()].iter().filter(|pixel| **pixel == colour).count()).sum()
}

#[test]
fn every_camera_draws_its_part_of_the_picture() {
    let mut stage = open(SCENE).unwrap();
    let picture = drawn(&mut stage);
    // The sprite is black and in the middle of the left half; the line on the screen is in all views.
    assert_eq!((count(&picture, 0..40, 0), count(&picture, 40..80, 0)), (400, 0));
    assert_eq!((count(&picture, 0..80, 0xFF), count(&picture, 0..40, 0xFF)), (80, 40));
    let left = stage.named("left").unwrap();
    stage.world.get::<&mut Camera>(left).unwrap().area = Some(Clip { left: 0, top: 20, right: 80, bottom: 40 });
    for name in ["right", "map"] {
        let camera = stage.named(name).unwrap();
        stage.world.insert_one(camera, Hidden).unwrap();
    }
    // The lower half is 80 x 20 pixels for 40 x 40 units. The width decides the size of a sprite: it has 40 x 40 pixels, of which 20 rows
    // are in the view. Above it is the background.
    let picture = drawn(&mut stage);
    assert_eq!((count(&picture, 0..80, 0), count(&picture, 0..80, 0xFF)), (800, 0));
    assert_eq!(count(&picture, 20..60, 0), 800);
}

#[test]
fn a_point_has_a_pixel_in_each_view() {
    let mut stage = open(SCENE).unwrap();
    let [right, map, flat] = ["right", "map", "flat"].map(|name| stage.named(name).unwrap());
    assert_eq!(stage.pixel_of(Vector3::new(3, -5, 0)), Some((23, 25)), "the first camera is the main one");
    stage.camera = Some(right);
    assert_eq!(stage.pixel_of(Vector3::new(1000, 0, 300)), Some((60, 20)));
    assert_eq!(stage.pixel_of(Vector3::new(0, 0, -300)), None, "behind the camera");
    stage.camera = Some(map);
    assert_eq!(stage.pixel_of(Vector3::new(1000, 0, 0)), Some((70, 35)));
    stage.camera = Some(flat);
    assert_eq!(stage.pixel_of(Vector3::new(0, 0, 0)), None, "not a camera");
}

#[test]
fn a_projection_that_is_refused_is_told_once_with_the_camera_s_name() {
    let mut stage = open(r#"(entities: [(name: "eye", camera: ()), (camera: (area: (0, 0, 9, 9)))])"#).unwrap();
    let mut picture = stage.framebuffer();
    stage.draw(&mut picture);
    assert!(stage.take_warnings().is_empty());
    let cameras = stage.entities().to_vec();
    for camera in &cameras {
        let projection = Projection::PerspectiveFov { near: 10, far: 4096, angle: Angle(2048) };
        stage.world.get::<&mut Camera>(*camera).unwrap().projection = projection;
    }
    (0..3).for_each(|_| stage.draw(&mut picture));
    let warnings: Vec<_> = stage.take_warnings().into_iter().collect();
    let fault = "angle is 2048, expected 1..=2047; a parallel scale of 0.125 is used";
    let nameless = cameras[1].id();
    assert_eq!(
        warnings,
        [
            format!("projection of the camera \"eye\": {fault}"),
            format!("projection of the camera entity {nameless}: {fault}")
        ]
    );
    stage.draw(&mut picture);
    assert!(stage.take_warnings().is_empty());
}
