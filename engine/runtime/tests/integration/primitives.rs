//! Primitives that a game draws, and faults of pictures that are reported once.

use crate::content::{drawn, replayed};
use crate::scenes::open;
use keitai_render::{AffineTrans, Angle, Backend, Primitives, Projection, Vector3};
use keitai_runtime::Stage;
use keitai_runtime::world::{Camera, FigureEffect};

const COLOURS: u32 = Primitives::COLOUR_PER_FACE;

/// Returns a stage of 40x40 pixels, one for each unit.
fn stage(entities: &str) -> Stage {
    let camera = "(at: (0, 0, 100), camera: (projection: ParallelScale(1.0, 1.0)))";
    open(format!("(size: (40, 40), entities: [{camera}, {entities}])")).unwrap()
}

/// Draws a point, a line, a triangle and a quad, and what is in front of and behind a sprite.
fn draw_all(stage: &mut Stage) {
    stage.set_draw_hook(&[0], |drawing| {
        let lifted = AffineTrans::translation(0, 10, 0);
        let plain = FigureEffect { unlit: true, ..FigureEffect::default() };
        let draws: [(u32, usize, &[i32], &[i32]); 4] = [
            (Primitives::POINTS, 2, &[-15, 0, 0, -10, 0, 0], &[0xFF0000, 0x00FF00]),
            (Primitives::LINES, 1, &[-15, -5, 0, 15, -5, 0], &[0x0000FF]),
            (Primitives::TRIANGLES, 1, &[-8, -18, 0, 8, -18, 0, 0, -8, 0], &[0xFF00FF]),
            (
                Primitives::QUADS,
                2,
                &[8, -2, 5, 12, -2, 5, 12, 2, 5, 8, 2, 5, 2, -2, -5, 4, -2, -5, 4, 2, -5, 2, 2, -5],
                &[0xFFFF00, 0x00FFFF],
            ),
        ];
        for (kind, count, vertices, colours) in draws {
            let primitives = Primitives { command: kind | COLOURS, count, vertices, colours, ..Primitives::default() };
            drawing.primitives(&primitives, &lifted, &plain);
        }
    });
}

#[test]
fn every_kind_is_drawn_by_both_back_ends_and_by_recorded_shots() {
    let black = r#"(at: (0, 10, 0), sprite: (texture: "../art/robo.bmp", size: (30, 8), key: false))"#;
    let mut stage = stage(black);
    draw_all(&mut stage);
    for backend in [Backend::Authentic, Backend::Enhanced] {
        stage.set_backend(backend);
        let picture = drawn(&mut stage);
        let at = |x: i32, y: i32| picture.pixels()[((20 - y) * 40 + x + 20) as usize];
        assert_eq!([at(-10, 5), at(0, -5), at(10, 10)], [0x0000FF, 0xFF00FF, 0xFFFF00], "{backend:?}: lifted by 10");
        assert_eq!(at(3, 10), 0, "{backend:?}: the sprite covers the quad behind");
        let again = replayed(&stage.shot().unwrap());
        assert_eq!(again.digest(), picture.digest(), "{backend:?}");
    }
}

#[test]
fn points_are_drawn_in_their_colours_and_under_no_light() {
    let mut stage = stage("(light: (direction: (0, -1, 0), intensity: 0.0, ambient: 0.1))");
    draw_all(&mut stage);
    let picture = drawn(&mut stage);
    let at = |x: i32, y: i32| picture.pixels()[((20 - y) * 40 + x + 20) as usize];
    assert_eq!([at(-15, 10), at(-10, 10), at(-12, 10)], [0xFF0000, 0x00FF00, 0]);
}

#[test]
fn the_pixel_of_a_point_is_that_of_the_view_that_is_drawn() {
    let mut stage = open(
        "(size: (80, 40), entities: [
            (at: (0, 0, 100), camera: (area: (0, 0, 40, 40), projection: ParallelScale(1.0, 1.0))),
            (at: (5, 0, 100), camera: (area: (40, 0, 40, 40), projection: PerspectiveFov(10, 4096, 1024))),
        ])",
    )
    .unwrap();
    let seen = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let log = std::rc::Rc::clone(&seen);
    stage.set_draw_hook(&[0], move |drawing| {
        log.borrow_mut().push([(5, 3, 0), (5, 0, 200)].map(|(x, y, z)| drawing.pixel(Vector3::new(x, y, z))));
    });
    stage.draw(&mut stage.framebuffer());
    let cameras: Vec<_> = stage.entities().to_vec();
    for (camera, seen) in cameras.iter().zip(&*seen.borrow()) {
        let expected = [(5, 3, 0), (5, 0, 200)].map(|(x, y, z)| stage.pixel_in(*camera, Vector3::new(x, y, z)));
        assert_eq!(*seen, expected);
    }
    assert_eq!(*seen.borrow(), [[Some((25, 17)), Some((25, 20))], [Some((60, 19)), None]]);
}

#[test]
fn primitives_that_are_refused_are_told_once_and_not_drawn() {
    let mut stage = stage("");
    stage.set_draw_hook(&[3], |drawing| {
        let short =
            Primitives { command: Primitives::LINES | COLOURS, count: 1, vertices: &[0, 0, 0], ..Default::default() };
        drawing.primitives(&short, &AffineTrans::IDENTITY, &FigureEffect::default());
    });
    let mut picture = stage.framebuffer();
    (0..3).for_each(|_| stage.draw(&mut picture));
    let warnings: Vec<_> = stage.take_warnings().into_iter().collect();
    assert_eq!(warnings, ["primitives in layer 3 are not drawn: vertices: expected 6 integers, found 3"]);
    stage.draw(&mut picture);
    assert!(stage.take_warnings().is_empty());
    assert!(!stage.shot().unwrap().text.contains("Primitives"));
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
