//! Statements of a shot, checked by the pixels of small pictures, most of them in `shot_pictures.txt`.

use crate::content::{actions_that_move, check_cases, figure, path, picture, two_groups};
use keitai_render::Backend;
use keitai_runtime::Settings;
use keitai_runtime::assets::Source;
use keitai_runtime::shot::{Player, Shot};

const SIDE: usize = 40;
const WHITE: u32 = 0xFF_FFFF;

/// Loads a shot of these fields and statements. A picture has 40 x 40 pixels, one per unit, with the origin at the top left.
fn player(fields: &str, frame: &str, backend: Backend) -> Player {
    let text = format!(
        r#"(size: ({SIDE}, {SIDE}), background: 0xFFFFFF, textures: {{"black": Model("black.bmp")}},
        figures: {{"two": "two.mbac", "one": "one.mbac"}}, actions: {{"long": "long.mtra"}}, {fields}
        frame: [Projection(ParallelScale(4096, 4096)), {frame}])"#
    );
    let files = [
        ("black.bmp", picture(64)),
        ("two.mbac", two_groups()),
        ("one.mbac", figure(1, 1)),
        ("long.mtra", actions_that_move(40_000, 40)),
    ];
    let shot = Shot::parse(&text).unwrap_or_else(|error| panic!("{error}: {frame}"));
    let settings = Settings { backend: Some(backend), ..Settings::default() };
    Player::open(&shot, &settings, &Source::memory(files), &path("shot.ron")).unwrap()
}

fn pixels(fields: &str, frame: &str, backend: Backend, k: i32) -> Vec<u32> {
    let mut player = player(fields, frame, backend);
    let mut picture = player.framebuffer();
    player.draw(k, &mut picture).unwrap();
    picture.pixels().to_vec()
}

/// Returns the pixels of frame 0 with both back ends.
fn both(frame: &str) -> [Vec<u32>; 2] {
    [Backend::Authentic, Backend::Enhanced].map(|backend| pixels("", frame, backend, 0))
}

fn drawn(pixels: &[u32]) -> usize {
    pixels.iter().filter(|&&pixel| pixel != WHITE).count()
}

#[test]
fn statements_draw_the_pixels_and_polygons_that_are_written_below_them() {
    check_cases(include_str!("shot_pictures.txt"), |frame, _| {
        // Both back ends draw the same places.
        let [places, others] = both(frame).map(|pixels| {
            let places = (0..pixels.len()).filter(|at| pixels[*at] != WHITE).map(|at| (at % SIDE, at / SIDE));
            places.collect::<Vec<_>>()
        });
        assert_eq!(places, others, "{frame}");
        let mut player = player("", frame, Backend::Authentic);
        player.draw(0, &mut player.framebuffer()).unwrap();
        let statistics = player.renderer().statistics();
        vec![
            format!("=> {} pixels, the first at {:?}", places.len(), places.first().unwrap_or(&(0, 0))),
            format!("=> {} of {} polygons", statistics.drawn, statistics.submitted),
        ]
    });
}

/// A sprite of `size` x `size` pixels around the centre.
fn sprite(size: u32) -> String {
    format!(
        r#"Primitives(texture: Some("black"), at: (0, 0), command: 0x05001000, count: 1, vertices: [0, 0, 0], normals: [],
        texcoords: [{size}, {size}, 0, 0, 0, 8, 8, 1], colors: []),"#
    )
}

#[test]
fn a_picture_does_not_show_what_a_failed_one_has_left() {
    let refused = "Primitives(texture: None, at: (0, 0), command: 0, count: 1, vertices: [], normals: [],
        texcoords: [], colors: [])";
    let mut player = player("", &format!("Center(20, 20), Flush, {} {refused}", sprite(8)), Backend::Authentic);
    let mut picture = player.framebuffer();
    for k in 0..2 {
        player.draw(k, &mut picture).unwrap_err();
        assert_eq!(drawn(picture.pixels()), 0, "picture {k}");
    }
}

#[test]
fn optional_fields_are_accepted_with_and_without_some() {
    for compat in ["\"viewer\"", "(uv_wrap: Mask)", "Some((uv_wrap: Mask))"] {
        for screen in ["(format: Rgb444)", "Some((format: Rgb444))"] {
            let fields = format!("clip: (0, 0, 9, 9), compat: {compat}, screen: {screen},");
            let mut player = player(&fields, "", Backend::Authentic);
            assert_eq!(*player.renderer().compat(), keitai_render::Compat::viewer(), "{compat}");
        }
    }
}

#[test]
fn numbers_of_projections_and_clips_are_words() {
    let frame = |projection: &str| {
        format!(r#"Center(20, 20), Projection({projection}), Textures("one", ["black"]), Draw("one", 0, 0)"#)
    };
    for (word, number) in [
        ("ParallelScale(0xFFFFF000, 0x1000)", "ParallelScale(-4096, 4096)"),
        ("ParallelSize(0xFFFFFFFF, 40)", "ParallelSize(-1, 40)"),
        ("PerspectiveFov(1, 9999, 0xFFFFFFFF)", "PerspectiveFov(1, 9999, -1)"),
        ("PerspectiveSize(1, 9999, 0xF0000000, 4096)", "PerspectiveSize(1, 9999, -268435456, 4096)"),
    ] {
        assert_eq!(both(&frame(word)), both(&frame(number)), "{word}");
    }
    let clipped = |area: &str| drawn(&pixels(&format!("clip: Some({area}),"), &sprite(80), Backend::Authentic, 0));
    assert_eq!(clipped("(0xFFFFFFFE, 0, 5, 9)"), 27);
    assert_eq!(clipped("(-2, 0, 5, 9)"), 27);
}

#[test]
fn an_action_of_more_than_32767_frames_moves() {
    let pose = |start: &str, step: &str, k: i32| {
        let frame = format!(
            r#"Textures("one", ["black"]),
            Posture(figure: "one", actions: "long", action: 0, start: {start}, step: {step}), Draw("one", 0, 0)"#
        );
        let pixels = pixels("", &frame, Backend::Authentic, k);
        pixels.iter().position(|&pixel| pixel != WHITE)
    };
    assert_eq!(pose("0", "0x10000", 5000), Some(5));
    assert_eq!(pose("0x10000", "0x10000", 19_999), Some(20));
    assert_eq!(pose("0", "0x10000", 45_000), Some(5), "the second round");
    assert_eq!(pose("0", "0x10000", 39_000), Some(33), "frame 32767, the last that fits");
    assert_eq!(pose("0x7D00000", "0", 7), Some(2));
}

/// Returns the colour of a white quad whose normal has these z, under a light into the screen with this intensity.
fn lit(normal: [i32; 3], intensity: &str, ambient: i32) -> [u32; 2] {
    let [x, y, z] = normal;
    let frame = format!(
        "Light(Some((direction: (0, 0, 4096), intensity: {intensity}, ambient: {ambient}))),
        Primitives(texture: None, at: (0, 0), command: 0x04000601, count: 1, normals: [{x}, {y}, {z}],
        vertices: [0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 9, 0], texcoords: [], colors: [0xFFFFFF])"
    );
    both(&frame).map(|pixels| pixels[3 * SIDE + 3])
}

#[test]
fn a_light_of_any_intensity_is_at_most_white() {
    // Level 31 of a white primitive is 30 of 31 in five bits.
    let brightest = [0xF7_F7F7, WHITE];
    for intensity in ["4112", "524287", "524288", "1000000000", "0x7FFFFFFF"] {
        assert_eq!(lit([0, 0, -4096], intensity, 0), brightest, "{intensity}");
        assert_eq!(lit([0, 0, 4096], intensity, 0), [0; 2], "{intensity}");
        assert_eq!(lit([8191, -8192, -8192], intensity, 0), brightest, "{intensity}");
        // A normal has 8 bits: beyond them its direction is the opposite one.
        assert_eq!(lit([0, 0, -8256], intensity, 0), [0; 2], "{intensity}");
    }
}

/// Intensities are limited to 0..=4.0 and ambient light to 0 and more, as the phone's engine was asked.
#[test]
fn intensities_have_the_limits_of_the_engine() {
    for intensity in ["-4096", "0x80000000"] {
        assert_eq!(lit([0, 0, -4096], intensity, 4096), lit([0, 0, -4096], "0", 4096), "{intensity}");
    }
    let away = lit([0, 0, 4096], "-1000", 2048);
    assert_eq!(away, lit([0, 0, 4096], "0", 2048));
    assert_eq!(away[0], 0x73_7373, "level 15");
    assert_eq!(lit([0, 0, -4096], "-1024", 3072), lit([0, 0, -4096], "0", 3072));
    assert_eq!(lit([0, 0, -4096], "1024", -1000), lit([0, 0, -4096], "1024", 0));
    // 12/64 of 4.0 is three quarters.
    let grazing = [4024, 0, -768];
    assert_eq!(lit(grazing, "1000000", 0), lit(grazing, "16384", 0));
    assert_eq!(lit(grazing, "1000000", 0), lit([0, 0, -4096], "3072", 0));
}
