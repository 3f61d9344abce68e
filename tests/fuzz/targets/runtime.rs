//! Scenes, shots and saved files, over a few small files.

#![no_main]

use std::sync::LazyLock;

use keitai_fuzz::{Target, chosen, content};
use keitai_render::{Backend, Q16};
use keitai_runtime::controls::{Button, Controls, Maps};
use keitai_runtime::replay::Recording;
use keitai_runtime::shot::{Player, Shot};
use keitai_runtime::{Settings, Stage, controls_file};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use tin_sumo::saved::Store;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    chosen(&[
        ("scene", |data| play(data, true)),
        ("scene_draw", draw_scene),
        ("shot", read_shot),
        ("shot_draw", draw_shot),
        ("play", read_play),
        ("saved", read_saved),
        ("made_scene", |data| {
            let _ = made_scene(&mut Unstructured::new(data));
        }),
    ])
});

fuzz_target!(|data: &[u8]| TARGET(data));

/// The largest picture that is drawn, pixels, and the most entities. More are slow, not wrong.
const PIXELS: u32 = 1 << 12;
const ENTITIES: usize = 8;

/// A scene that loads can be ticked, drawn and loaded again. A scene that is `limited` is drawn only when that takes no long time.
fn play(data: &[u8], limited: bool) {
    let Some((source, path)) = content::with_scene(data) else { return };
    match Stage::open(source, &path, &Settings::default()) {
        Ok(mut stage) => {
            let controls = Controls { held: Button::Up.into(), ..Controls::IDLE };
            for _ in 0..3 {
                stage.tick(&[controls]);
            }
            let (width, height) = stage.scene().size;
            // A thousand robots in a large picture are slow, not wrong.
            if !limited || stage.entities().len() <= ENTITIES && width * height <= 1 << 14 {
                stage.draw(&mut stage.framebuffer());
            }
            assert!(stage.reload(&[path]).is_ok());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A scene that loads is drawn the same twice in both back ends, and its shot draws the same picture.
fn draw_scene(data: &[u8]) {
    let Some((source, path)) = content::with_scene(data) else { return };
    for backend in [Backend::Authentic, Backend::Enhanced] {
        let settings = Settings { backend: Some(backend), ..Settings::default() };
        let Ok(mut stage) = Stage::open(source.clone(), &path, &settings) else { return };
        let (width, height) = stage.scene().size;
        if stage.entities().len() > ENTITIES || width * height > PIXELS {
            return;
        }
        stage.set_smooth(true);
        stage.tick(&[]);
        let [mut first, mut second, mut third] = [(); 3].map(|()| stage.framebuffer());
        stage.draw(&mut first);
        stage.draw_between(Q16::from_bits(0x8000), &mut second);
        stage.draw(&mut second);
        assert!(first == second, "two pictures of one tick differ");
        let Ok(recorded) = stage.shot() else { continue };
        let shot = Shot::parse(&recorded.text).expect("a shot that was written can be read");
        let read = |name: &str| recorded.files.get(name).cloned().ok_or_else(|| std::io::ErrorKind::NotFound.into());
        let mut player = Player::new(&shot, &Settings::default(), read).expect("a shot has its files");
        player.draw(0, &mut third).expect("a shot draws");
        assert!(first == third, "the picture of the shot differs");
    }
}

fn read_shot(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data)
        && let Err(error) = Shot::parse(text)
    {
        assert!(!error.to_string().is_empty());
    }
}

/// A shot that loads is drawn the same twice in both back ends.
fn draw_shot(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(shot) = Shot::parse(text) else { return };
    let (width, height) = shot.size();
    if width * height > PIXELS {
        return;
    }
    for backend in [Backend::Authentic, Backend::Enhanced] {
        let settings = Settings { backend: Some(backend), ..Settings::default() };
        let mut player = match Player::new(&shot, &settings, content::read) {
            Ok(player) => player,
            Err(error) => return assert!(!error.to_string().is_empty()),
        };
        let (mut first, mut second) = (player.framebuffer(), player.framebuffer());
        for frame in [0, 1, -1, i32::MAX, i32::MIN] {
            // An error may leave a part of the picture.
            if player.draw(frame, &mut first).is_ok() {
                player.draw(frame, &mut second).expect("a frame that was drawn can be drawn again");
                assert!(first == second, "two pictures of one frame differ");
            }
        }
    }
}

/// Replays and files of controls: what is read is written and read again the same.
fn read_play(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Recording::from_text("a.ron", text) {
        Ok(recording) => {
            let again = Recording::from_text("a.ron", &recording.to_string());
            assert_eq!(again.map_err(|error| error.to_string()), Ok(recording));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let defaults = Maps::default();
    match controls_file::parse("a.ron", text, &defaults) {
        Ok(maps) => {
            let written = controls_file::text(&maps, &defaults);
            let again = controls_file::parse("a.ron", &written, &defaults);
            let again = again.map(|maps| controls_file::text(&maps, &defaults));
            assert_eq!(again.map_err(|error| error.to_string()), Ok(written));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Tin Sumo's file of saved values: what is read is valid and comes back the same.
fn read_saved(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(saved) = Store::from_text(text) else { return };
    assert!(saved.value.streak.now <= saved.value.streak.best);
    assert_eq!(Store::from_text(&saved.to_text()).ok(), Some(saved));
}

/// Fields of an entity; `#` becomes a number.
const FIELDS: [&str; 12] = [
    "at: (#, #, #)",
    "turn: (#, #, #)",
    "scale: #.5",
    "velocity: (linear: (#, #, #))",
    "solid: Circle(#)",
    "hidden: true",
    "name: \"n#\"",
    "parent: \"n1\"",
    "camera: (area: (#, #, #, #))",
    "light: (direction: (#, #, #), intensity: 0.5, ambient: 0.25)",
    "rectangle: (size: (#, #), colour: 0x#)",
    "pattern: #",
];
const FIGURES: [&str; 4] = [
    "figure: \"tin.mbac\", play: (action: #, speed: #)",
    "figure: \"arm.mbac\", actions: [\"arm.mtra\"], textures: [\"tiles.bmp\"]",
    "figure: \"shadow.mbac\"",
    "figure: \"wedge.bac\", textures: [\"tiles.bmp\"]",
];

fn number(input: &mut Unstructured<'_>) -> Result<String> {
    Ok(match input.int_in_range(0..=3)? {
        0 => input.arbitrary::<i32>()?.to_string(),
        1 => input.arbitrary::<i8>()?.to_string(),
        _ => input.int_in_range(0..=64)?.to_string(),
    })
}

fn filled(input: &mut Unstructured<'_>, field: &str) -> Result<String> {
    let mut text = String::new();
    for (index, part) in field.split('#').enumerate() {
        if index > 0 {
            text += &number(input)?;
        }
        text += part;
    }
    Ok(text)
}

/// Scenes of entities with any of their fields, in the form that the reader accepts.
fn made_scene(input: &mut Unstructured<'_>) -> Result<()> {
    let mut entities = Vec::new();
    for _ in 0..input.int_in_range(1..=4)? {
        let mut fields = Vec::new();
        if input.arbitrary()? {
            let figure = *input.choose(&FIGURES)?;
            fields.push(filled(input, figure)?);
        }
        let chosen: u16 = input.arbitrary()?;
        for (_, field) in FIELDS.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1) {
            fields.push(filled(input, field)?);
        }
        entities.push(format!("({})", fields.join(", ")));
    }
    let text = format!("(size: (32, 32), background: 0, entities: [{}])", entities.join(",\n"));
    play(text.as_bytes(), false);
    Ok(())
}
