//! Scenes of entities with any of their fields, in the form that the reader accepts: what loads can be ticked, drawn
//! and loaded again.

#![no_main]

use keitai_fuzz::content;
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::{Settings, Stage};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

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

fn run(input: &mut Unstructured<'_>) -> Result<()> {
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
    let Some((source, path)) = content::with_scene(text.as_bytes()) else { return Ok(()) };
    if let Ok(mut stage) = Stage::open(source, &path, &Settings::default()) {
        let controls = Controls { held: Button::Up.into(), ..Controls::IDLE };
        for _ in 0..3 {
            stage.tick(&[controls]);
        }
        stage.draw(&mut stage.framebuffer());
        assert!(stage.reload(&[path]).is_ok());
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    let _ = run(&mut Unstructured::new(data));
});
