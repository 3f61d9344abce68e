use std::path::Path;
use std::time::{Duration, Instant};

use keitai_app::tool::Tool;
use keitai_app::{Game, Messages, TickInput};
use keitai_exchange::archive::Archive;
use keitai_formats::mbac;
use keitai_render::{Compat, Q16, ScreenDither, ScreenFormat};
use keitai_runtime::shot::{Player, RecordedShot, Shot};

use super::*;
use crate::testing::robot;

/// Opens the viewer with its usual settings, at an action and a frame.
pub(super) fn open(files: &[PathBuf], action: Option<usize>, frame: Option<u32>) -> Window {
    let companions = (&CompanionOptions::default(), None);
    Window::open(
        &crate::Session::default(),
        files,
        companions,
        &Settings::default(),
        (action, frame),
        &CameraOptions::default(),
    )
    .unwrap()
}

fn tick_until(window: &mut Window, messages: &mut Messages, condition: impl Fn(&mut Window, &Messages) -> bool) {
    let start = Instant::now();
    while !condition(window, messages) {
        assert!(start.elapsed() < Duration::from_secs(10), "{messages:?}");
        std::thread::sleep(Duration::from_millis(33));
        let _ = window.tick(&TickInput::default(), messages);
    }
}

fn digest(window: &mut Window) -> u64 {
    window.scene.picture(&window.viewer).digest()
}

#[test]
fn a_changed_texture_is_shown_and_a_damaged_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let copy = |from: &str, to: &str| std::fs::copy(robot(from), folder.path().join(to)).unwrap();
    copy("tin.mbac", "tin.mbac");
    copy("tin.mtra", "tin.mtra");
    // Found as the only picture, not by its name.
    copy("tin.bmp", "skin.bmp");
    let mut window = open(&[folder.path().join("tin.mbac")], Some(3), Some(7));
    let mut messages = Messages::default();
    window.viewer.orbit.yaw = 300;
    let before = digest(&mut window);

    copy("boiler.bmp", "skin.bmp");
    tick_until(&mut window, &mut messages, |window, _| digest(window) != before);
    let viewer = &window.viewer;
    assert_eq!(
        (viewer.action, viewer.head.frame, viewer.orbit.yaw, messages.wrong()),
        (3, Q16::from_num(7), 300, None)
    );
    let boiler = digest(&mut window);

    std::fs::write(folder.path().join("skin.bmp"), b"BM no more").unwrap();
    tick_until(&mut window, &mut messages, |_, messages| messages.wrong().is_some());
    assert!(messages.wrong().unwrap().starts_with("skin.bmp: BMP"), "{messages:?}");
    assert_eq!(digest(&mut window), boiler);

    copy("tin.bmp", "skin.bmp");
    tick_until(&mut window, &mut messages, |_, messages| messages.wrong().is_none());
    assert_eq!(digest(&mut window), before);
}

#[test]
fn a_missing_texture_is_put_after_those_that_were_found() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let tin = std::fs::read(robot("tin.mbac")).unwrap();
    let mut figure = mbac::read(&tin).unwrap().document;
    figure.texture_count = 2;
    figure.patterns.iter_mut().for_each(|pattern| pattern.textures.push(Default::default()));
    std::fs::write(place("tin.mbac"), mbac::write(&figure).unwrap()).unwrap();
    for name in ["tin.mtra", "tin.bmp", "rust.bmp"] {
        std::fs::copy(robot(name), place(name)).unwrap();
    }
    let mut window = open(&[place("tin.mbac")], Some(3), Some(7));
    window.viewer.orbit.yaw = 300;
    let before = window.viewer.clone();
    window.use_file(&place("rust.bmp"));
    assert_eq!(window.viewer, before, "the view stays");
    let textures: Vec<&str> = window.figure().textures.iter().map(|texture| texture.path.name()).collect();
    assert_eq!(textures, ["tin.bmp", "rust.bmp"]);
}

#[test]
fn a_joint_animation_is_played_in_its_own_mode() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut animation = std::fs::read(root.join("tests/fuzz/seeds/bck/one_joint")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("once.bck");
    let figure = root.join("assets/ring/tray.mbac");
    let modes: Vec<String> = (0..5)
        .map(|mode| {
            animation[0x28] = mode;
            std::fs::write(&file, &animation).unwrap();
            let files = [figure.clone(), file.clone()];
            let window = open(&files, None, None);
            window.scene.figure().subject.actions[0].mode.to_string()
        })
        .collect();
    assert_eq!(modes, ["once", "once and reset", "loop", "mirrored once", "mirrored loop"]);

    // An action that has ended is played again by an address, too.
    animation[0x28] = 0;
    std::fs::write(&file, &animation).unwrap();
    let mut window = open(&[figure, file], None, None);
    let tick = |window: &mut Window| _ = window.tick(&TickInput::default(), &mut Messages::default());
    (0..999).for_each(|_| tick(&mut window));
    let end = window.viewer.whole_frame();
    assert!(end > 1 && window.viewer.head.ended);
    window.change_view(&format!("frame={end}")).unwrap();
    window.change_view("frame=").unwrap();
    tick(&mut window);
    assert_eq!(window.viewer.whole_frame(), 1);
}

#[test]
fn the_picture_of_a_shot_is_that_of_the_viewer() {
    let mut window = open(&[robot("tin.mbac")], Some(3), Some(7));
    window.viewer.light = true;
    window.viewer.orbit.yaw = 300;
    let expected = digest(&mut window);
    let RecordedShot { text, files } = window.stage().shot().unwrap();
    let shot = Shot::parse(&text).unwrap();
    let read_file = |name: &str| files.get(name).cloned().ok_or_else(|| std::io::ErrorKind::NotFound.into());
    let mut player = Player::new(&shot, &Settings::default(), read_file).unwrap();
    let mut picture = player.framebuffer();
    player.draw(0, &mut picture).unwrap();
    assert_eq!(picture.digest(), expected);
}

#[test]
fn a_folder_is_stepped_through_and_a_view_has_its_text() {
    let mut window = open(&[robot("tin.mbac")], Some(3), Some(7));
    let tin = digest(&mut window);
    window.viewer.orbit.yaw = 1024;
    let note = window.screenshot_note().unwrap();
    let camera = note.split_once(" --frame 7 ").unwrap().1.strip_suffix(" -o picture.png").unwrap();
    assert!(camera.starts_with("--yaw 90 --pitch ") && camera.ends_with(" --light"), "{note}");
    let inputs = ["tin.mbac", "tin.mtra", "kabuto.mtra"].map(robot);
    let with_tables = open(&inputs, None, None);
    let options = with_tables.screenshot_note().unwrap();
    assert_eq!(options.matches(" --actions ").count(), 2, "an option for each table: {options}");
    let settings = Settings {
        compat: Some(Compat::viewer()),
        screen_format: Some(ScreenFormat::Rgb444),
        screen_dither: Some(ScreenDither::Ordered),
        ..Settings::default()
    };
    window.scene.change_settings(settings).unwrap();
    let note = window.screenshot_note().unwrap();
    assert!(note.ends_with(" --compat viewer --screen rgb444 --dither -o picture.png"), "{note}");
    window.scene.change_settings(Settings::default()).unwrap();
    window.viewer.head.frame += Q16::from_num(0.5);
    assert!(window.screenshot_note().unwrap().ends_with("F9 keeps it as a shot"), "there is no option for half frames");
    window.viewer.go_to_frame(7);
    window.viewer.grid = true;
    assert!(window.screenshot_note().unwrap().ends_with("F9 keeps the figures alone as a shot"));
    window.step_file(true);
    assert_ne!(digest(&mut window), tin);
    assert_ne!(window.scene.files().figure.as_deref().unwrap(), robot("tin.mbac"));
    window.step_file(false);
    assert_eq!(window.scene.files().figure.as_deref().unwrap(), robot("tin.mbac"));
}

#[test]
fn a_folder_whose_first_figure_is_damaged_shows_the_next() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.mbac"), b"MB no more").unwrap();
    std::fs::copy(robot("tin.mbac"), folder.path().join("tin.mbac")).unwrap();
    let place = [folder.path().to_owned()];
    let mut window = open(&place, None, None);
    assert_eq!((window.figure().name(), window.tour.place().as_str()), ("tin.mbac", "2 of 2"));
    window.shift = true;
    window.open(&place).unwrap();
    assert_eq!(window.scene.figures.len(), 2);
    let damaged = [folder.path().join("a.mbac")];
    assert!(window.open(&damaged).is_err(), "one that is named is not skipped");
}

#[test]
fn an_action_of_an_address_is_framed_unless_a_camera_comes_with_it() {
    let mut window = open(&[robot("tin.mbac")], Some(3), None);
    window.viewer.range = Some((2, 5));
    window.change_view("action=2&frame=").unwrap();
    assert!(window.viewer.unframed && window.viewer.range.is_none());
    window.change_view("action=1&yaw=10").unwrap();
    assert!(!window.viewer.unframed);
}

#[test]
fn an_archive_that_has_changed_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("game.jar");
    let save = |skin: &str| {
        let entry = |name: &str, from: &str| (name.to_owned(), std::fs::read(robot(from)).unwrap());
        let entries = [entry("tin.mbac", "tin.mbac"), entry("tin.mtra", "tin.mtra"), entry("tin.bmp", skin)];
        std::fs::write(&archive, Archive::pack(&entries).unwrap()).unwrap();
    };
    save("tin.bmp");
    let mut window = open(&[crate::session::join(&archive, "tin.mbac")], Some(3), Some(7));
    let before = digest(&mut window);
    save("boiler.bmp");
    tick_until(&mut window, &mut Messages::default(), |window, _| digest(window) != before);
}

#[test]
fn several_figures_stand_beside_each_other_and_are_reloaded() {
    let folder = tempfile::tempdir().unwrap();
    let place = |from: &str, name: &str| {
        let to = folder.path().join(name);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(robot(from), &to).unwrap();
        to
    };
    let first = place("tin.mbac", "a/tin.mbac");
    let (second, skin) = (place("boiler.mbac", "b/boiler.mbac"), place("boiler.bmp", "b/boiler.bmp"));
    let mut alone = open(std::slice::from_ref(&first), None, Some(0));
    let mut window = open(&[first, second, place("kabuto.mbac", "c/kabuto.mbac")], None, Some(0));
    assert!(window.scene.all_files().contains(&skin), "{:?}", window.scene.all_files());
    let before = digest(&mut window);
    assert_ne!(before, digest(&mut alone));
    let image = window.scene.picture(&window.viewer);
    let edges = image.pixels().chunks_exact(240).flat_map(|row| [row[0], row[239]]);
    assert!(edges.eq(std::iter::repeat_n(window.viewer.background, 640)), "a figure is cut off");

    place("tin.bmp", "b/boiler.bmp");
    let mut messages = Messages::default();
    tick_until(&mut window, &mut messages, |window, _| digest(window) != before);
    // All figures can be picked, from the left to the right.
    let size = window.scene.stage.scene().size;
    let hits = (0..size.0 as i32).filter_map(|x| window.scene.pick((x, size.1 as i32 / 2)));
    let mut figures: Vec<usize> = hits.map(|hit| hit.figure).collect();
    figures.dedup();
    assert_eq!(figures, [0, 1, 2]);
}

#[test]
fn a_click_selects_a_figure_and_each_keeps_its_choices() {
    let files = ["tin.mbac", "boiler.mbac"].map(robot);
    let mut window = open(&files, Some(3), Some(7));
    let (before, lively) = (digest(&mut window), window.scene.figures[1].liveliest());
    let size = window.scene.stage.scene().size;
    let all = (0..size.0 as i32).flat_map(|x| (0..size.1 as i32).step_by(8).map(move |y| (x, y)));
    let at = all.clone().find(|at| window.scene.pick(*at).is_some_and(|hit| hit.figure == 1)).unwrap();
    window.select(at);
    let selected = window.viewer.selection;
    assert_eq!((window.scene.figure().name(), window.viewer.action), ("boiler.mbac", lively));
    assert!(selected.polygon.is_some() && selected.bone.is_some());
    assert_eq!(digest(&mut window), before, "the picture stays");

    window.viewer.choose_action(1);
    window.viewer.effects.opaque = true;
    assert_ne!(digest(&mut window), before);
    window.select_next_figure();
    let viewer = &window.viewer;
    assert_eq!((window.scene.figure().name(), viewer.action, viewer.effects.opaque), ("tin.mbac", 3, false));
    assert_eq!(viewer.selection, Selection::default());
    window.select_next_figure();
    assert_eq!((window.viewer.action, window.viewer.effects.opaque), (1, true));

    // Actions and textures that are dropped are for the selected figure.
    window.open(&[robot("tin.bmp")]).unwrap();
    let textures: Vec<_> =
        window.scene.figures.iter().map(|figure| figure.textures[0].path.name().to_owned()).collect();
    assert_eq!(textures, ["tin.bmp", "tin.bmp"]);
    assert_eq!(window.scene.figure().name(), "boiler.mbac");
}

#[test]
fn what_the_panels_say_between_ticks_is_told() {
    let mut window = open(&[robot("tin.mbac")], Some(3), None);
    let mut messages = Messages::default();
    window.viewer.pause();
    window.tick(&TickInput::default(), &mut messages);
    assert_eq!(messages.text(), Some("paused at 0"));
}
