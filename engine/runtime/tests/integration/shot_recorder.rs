//! Every scene of the repository is recorded as a shot; the shot, parsed and played from its files, draws the same picture.

use crate::content::{drawn, files_in, open, picture, replayed, stage, two_groups};
use keitai_render::{AffineTrans, Angle, Backend, Compat, ScreenDither, ScreenFormat};
use keitai_runtime::Settings;
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::world::Figure;

#[test]
fn the_shot_of_every_scene_draws_the_same_picture() {
    let phone = Settings {
        backend: Some(Backend::Enhanced),
        screen_format: Some(ScreenFormat::Rgb444),
        screen_dither: Some(ScreenDither::Ordered),
        ..Settings::default()
    };
    let viewer = Settings { compat: Some(Compat::viewer()), ..Settings::default() };
    for path in files_in("scenes") {
        if !path.name().ends_with(".ron") || path.name() == "prefabs.ron" {
            continue;
        }
        for settings in [Settings::default(), phone, viewer] {
            let mut stage = stage(path.name(), &settings);
            let walk = Controls { held: Button::Up.into(), ..Controls::IDLE };
            (0..77).for_each(|_| stage.tick(&[walk, walk]));
            let recorded = stage.shot().unwrap();
            assert_eq!(replayed(&recorded).digest(), drawn(&mut stage).digest(), "{path} {settings:?}");
        }
    }
}

#[test]
fn changes_by_a_game_are_recorded() {
    let mut stage = stage("gallery.ron", &Settings::default());
    stage.tick(&[]);
    let figures = stage.entities().to_vec();
    let mut changed = 0;
    for entity in figures {
        let Ok(mut figure) = stage.world.get::<&mut Figure>(entity) else { continue };
        let figure = &mut *figure;
        // Postures that no action has, patterns, and selected textures.
        match changed % 3 {
            0 => {
                let turn = AffineTrans::rotation_z(Angle(300));
                let bones: Vec<AffineTrans> = figure.posture.locals().iter().map(|bone| bone.mul(&turn)).collect();
                figure.posture.set_locals(&bones);
            }
            1 => figure.posture.set_pattern(0xFFFF_FFFE),
            _ => figure.selected = Some(0),
        }
        changed += 1;
    }
    assert!(changed > 5);
    let recorded = stage.shot().unwrap();
    let text = &recorded.text;
    for statement in ["Bones(", "Posture(", "Pattern(", "SelectTexture("] {
        assert!(text.contains(statement), "{statement}");
    }
    assert_eq!(replayed(&recorded).digest(), drawn(&mut stage).digest());
}

#[test]
fn figures_with_fewer_textures_than_groups_are_recorded() {
    let entity = |x: i32, textures: &str| {
        format!(r#"(at: ({x}, 0, 0), figure: "two.mbac", textures: [{textures}], actions: [])"#)
    };
    let [one, both] = [r#""a.bmp""#, r#""a.bmp", "a.bmp""#];
    let entities = [entity(-60, one), entity(-20, one), entity(20, both), entity(60, one)];
    let camera = "(at: (0, 0, 200), camera: (projection: ParallelScale(4096, 4096)))";
    let scene = format!("(size: (240, 40), background: 0xFFFFFF, entities: [{camera}, {}])", entities.join(", "));
    let files = [("s.ron", scene.into_bytes()), ("two.mbac", two_groups()), ("a.bmp", picture(64))];
    let mut stage = open("s.ron", files).unwrap_or_else(|error| panic!("{error}"));
    let mut chosen = 0;
    for entity in stage.entities().to_vec() {
        if let Ok(mut figure) = stage.world.get::<&mut Figure>(entity) {
            // The last figure selects a texture that it does not have.
            chosen += 1;
            if [1, 4].contains(&chosen) {
                figure.textures.clear();
            }
            figure.selected = (chosen == 4).then_some(7);
        }
    }
    assert_eq!(chosen, 4);
    let picture = drawn(&mut stage);
    assert_eq!(replayed(&stage.shot().unwrap()).digest(), picture.digest());
    assert!(picture.pixels().iter().any(|&pixel| pixel != 0xFF_FFFF));
}

#[test]
fn a_crowd_of_one_figure_has_one_file() {
    let mut stage = stage("crowd.ron", &Settings::default());
    (0..9).for_each(|_| stage.tick(&[]));
    let recorded = stage.shot().unwrap();
    let rendered = recorded.text.matches("Render(").count();
    assert!(rendered >= 200, "{rendered}");
    assert!(recorded.files.len() < 20, "{:?}", recorded.files.keys());
    assert!(recorded.files.keys().all(|name| ["mbac", "mtra", "bmp"].contains(&name.rsplit('.').next().unwrap())));
}
