//! Pictures of Pocket Rally, side by side on a sheet, or a record.
//!
//! `cargo run -p pocket-rally --example rally_film -- OUT COLUMNS TICKS [PRESSES]`: an OUT that ends in `.replay` is a record up to
//! the last of the TICKS, which are numbers with commas. PRESSES are `TICK:BUTTON` of the first player with commas. In a race
//! the players follow the pedals of the screen's trace.

use keitai::picture::encode_png;
use keitai::prelude::*;
use keitai::replay::Recording;

#[path = "../tests/integration/follow.rs"]
mod follow;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, columns, ticks, rest @ ..] = arguments.as_slice() else {
        return Err("OUT COLUMNS TICKS [PRESSES]".into());
    };
    let ticks = ticks.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    let columns: usize = columns.parse()?;
    let mut sheet = Framebuffer::new(240 * columns as u32, 320 * ticks.len().div_ceil(columns) as u32);
    let mut game = pocket_rally::game(pocket_rally::FILES.source(), &Settings::default(), None)?;
    let (rate, setup) = (game.info().rate, game.setup());
    let mut recording = Recording::new(game.stage(), rate, rate.per_second(), setup);
    for tick in 0..=ticks.iter().copied().max().unwrap_or(0) {
        for index in (0..ticks.len()).filter(|index| ticks[*index] == tick) {
            let mut picture = Framebuffer::new(240, 320);
            game.draw(Q16::ONE, &mut picture);
            let [left, top] = [index % columns * 240, index / columns * 320].map(|pixels| pixels as i32);
            Canvas::new(&mut sheet).picture(&picture, left, top);
        }
        let mut controls = follow::follow(&game.trace());
        for press in rest.first().into_iter().flat_map(|presses| presses.split(',')) {
            let (at, name) = press.split_once(':').ok_or("TICK:BUTTON")?;
            let button =
                Button::ALL.into_iter().find(|button| format!("{button:?}") == name).ok_or("no such button")?;
            if at.parse() == Ok(tick) {
                controls[0].held.insert(button);
                controls[0].pressed.insert(button);
            }
        }
        game.tick(&TickInput::new(controls), &mut Messages::default());
        recording.note(&controls, &mut game as &mut dyn Game);
    }
    let record = out.ends_with(".replay").then(|| recording.to_string().into_bytes());
    Ok(std::fs::write(out, record.map_or_else(|| encode_png(&sheet), Ok)?)?)
}
