//! Errors of shots, in `shot_errors.txt`, and messages about files that are something else. Every scene of the repository is recorded as a
//! shot; the shot, parsed and played from its files, draws the same picture.

use keitai_formats::{ReadOptions, mbac};
use keitai_render::{AffineTrans, Angle, Backend, Compat, ScreenDither, ScreenFormat};
use keitai_runtime::Settings;
use keitai_runtime::assets::Source;
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::shot::{Player, Shot};
use keitai_runtime::world::Figure;

use crate::content::{actions, check_cases, drawn, figure, files_in, open, path, picture, replayed, stage, two_groups};

const SECRET: &str = "root:x:0:0:hunter2";

fn refused(source: &Source, shot: &str) -> Option<String> {
    let shot = Shot::parse(shot).unwrap();
    Player::open(&shot, &Settings::default(), source, &path("shots/a.ron")).err().map(|error| error.to_string())
}

/// Returns the error of a shot of these files without statements.
fn error(source: &Source, files: &str) -> String {
    refused(source, &format!("(size: (8, 8), background: 0, {files}, frame: [])")).unwrap_or_default()
}

#[test]
fn shots_have_the_errors_that_are_written_below_them() {
    let source = Source::memory([
        ("shots/a.mbac", figure(1, 2)),
        ("shots/groups.mbac", two_groups()),
        ("shots/two.mtra", actions(2)),
        ("shots/three.mtra", actions(3)),
        ("art/a.bmp", picture(64)),
    ]);
    check_cases(include_str!("shot_errors.txt"), |shot, _| match Shot::parse(shot) {
        Ok(_) => refused(&source, shot).into_iter().map(|error| format!("=> {error}")).collect(),
        Err(error) => {
            let hint = error.hint().map(|hint| format!("hint: {hint}"));
            std::iter::once(format!("=> {error}")).chain(hint).collect()
        }
    });
}

#[test]
fn work_without_bound_is_refused() {
    let load = |count: usize, clip: &str| {
        let rectangle = "Rectangle(at: (0, 0), size: (9999, 9999), colour: 0, blend: Half), ";
        let frame = format!("{clip} {}", rectangle.repeat(count));
        let source = Source::memory([("", &[][..]); 0]);
        refused(&source, &format!("(size: (4096, 4096), background: 0, frame: [{frame}])"))
    };
    assert_eq!(load(16, ""), None);
    let message = "statement 17: 285212672 pixels per frame up to here, expected at most 268435456";
    assert_eq!(load(17, "").as_deref(), Some(message));
    assert_eq!(load(17, "Clip(Some((0, 0, 4096, 99))),"), None);

    let mut many = mbac::read_with(&figure(1, 60_000), &ReadOptions::UNLIMITED).unwrap().document;
    many.vertices = vec![[0; 3]; 20_000];
    many.bones[0].vertex_count = 20_000;
    let many = mbac::write(&many).unwrap();
    let source = Source::memory([("shots/a.mbac", many), ("shots/a.mtra", actions(60_000))]);
    let load = |statement: &str, count: usize| {
        let files = "figures: {\"a\": \"a.mbac\"}, actions: {\"a\": \"a.mtra\"}";
        let frame = statement.repeat(count);
        refused(&source, &format!("(size: (8, 8), background: 0, {files}, frame: [{frame}])"))
    };
    let message = |statement: usize, work: &str| {
        Some(format!("statement {statement}: {work} per frame up to here, expected at most 16777216"))
    };
    let render = "Render(\"a\", 0, 0),";
    assert_eq!((load(render, 838), load(render, 839)), (None, message(839, "16780000 vertices")));
    let posture = "Posture(figure: \"a\", actions: \"a\", action: 0, start: 0, step: 0),";
    assert_eq!((load(posture, 279), load(posture, 280)), (None, message(280, "16800000 bones")));
}

#[test]
fn messages_do_not_quote_files_of_another_kind() {
    for name in ["a", "a.mbac", "a.bac", "a.mtra", "a.tra", "a.bck", "a.bmp"] {
        let files = [(format!("shots/{name}"), SECRET.as_bytes().to_vec()), ("shots/f.mbac".to_owned(), figure(1, 1))];
        let source = Source::memory(files);
        for declaration in
            ["figures: {\"a\": \"NAME\"}", "textures: {\"a\": Model(\"NAME\")}", "actions: {\"a\": \"NAME\"}"]
        {
            let message = error(&source, &declaration.replace("NAME", name));
            assert!(!message.is_empty(), "{declaration} with {name}");
            for part in ["root", "hunter2", ":0"] {
                assert!(!message.contains(part), "{declaration} with {name}: {message}");
            }
        }
    }
}

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
