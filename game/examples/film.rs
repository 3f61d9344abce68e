//! A contact sheet of Tin Sumo: pictures of chosen ticks, side by side.
//!
//! `cargo run -p tin-sumo --example film -- OUT.png COLUMNS TICKS [PRESSES]`: ticks are numbers with commas or `FROM..TO/STEP`;
//! presses are `TICK:BUTTON` of the first player with commas, and `TICK:BUTTON*TICKS` holds a button.

use std::path::Path;

use keitai::Framebuffer;
use keitai::Game as _;
use keitai::assets::Source;
use keitai::controls::{Button, Controls, PLAYERS};
use tin_sumo::saved::Store;
use tin_sumo::{Device, Game, Labels};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, columns, strip, rest @ ..] = arguments.as_slice() else {
        return Err("OUT.png COLUMNS MOMENTS [PRESSES]".into());
    };
    let strip = moments_of(strip)?;
    let presses = rest.first().map_or(Ok(Vec::new()), |text| presses_of(text))?;
    let columns: usize = columns.parse()?;
    let rows = strip.len().div_ceil(columns);
    let mut sheet = Framebuffer::new(240 * columns as u32, 320 * rows as u32);
    let mut cell = Framebuffer::new(240, 320);

    let source = Source::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))?;
    let device =
        || Device { shove: "A".into(), brace: "B".into(), dash: "X".into(), wind: "Y".into(), start: "Start".into() };
    let labels = Labels { players: [device(), device()] };
    let mut game = Game::open(source.into(), Store::default(), labels)?;
    for tick in 0..=strip.iter().copied().max().unwrap_or(0) {
        for (number, _) in strip.iter().enumerate().filter(|(_, moment)| **moment == tick) {
            game.draw(&mut cell);
            let (left, top) = (number % columns * 240, number / columns * 320);
            let pitch = sheet.width() as usize;
            for (y, line) in cell.pixels().chunks_exact(240).enumerate() {
                let at = (top + y) * pitch + left;
                sheet.pixels_mut()[at..at + 240].copy_from_slice(line);
            }
        }
        let mut controls = [Controls::IDLE; PLAYERS];
        for (from, to, button) in &presses {
            if (*from..*to).contains(&tick) {
                controls[0].held.insert(*button);
                if *from == tick {
                    controls[0].pressed.insert(*button);
                }
            }
        }
        game.advance(&controls)?;
    }
    save(Path::new(out), &sheet)
}

fn moments_of(text: &str) -> Result<Vec<u32>, Failure> {
    let Some((from, rest)) = text.split_once("..") else {
        return Ok(text.split(',').map(str::parse).collect::<Result<_, _>>()?);
    };
    let (to, step) = rest.split_once('/').unwrap_or((rest, "1"));
    Ok((from.parse()?..to.parse()?).step_by(step.parse()?).collect())
}

fn presses_of(text: &str) -> Result<Vec<(u32, u32, Button)>, Failure> {
    let mut presses = Vec::new();
    for press in text.split(',') {
        let (tick, name) = press.split_once(':').ok_or("TICK:BUTTON")?;
        let (name, ticks) = name.split_once('*').unwrap_or((name, "1"));
        let button = Button::ALL.into_iter().find(|button| format!("{button:?}") == name).ok_or("no such button")?;
        let (from, ticks): (u32, u32) = (tick.parse()?, ticks.parse()?);
        presses.push((from, from + ticks, button));
    }
    Ok(presses)
}

fn save(path: &Path, picture: &Framebuffer) -> Result<(), Failure> {
    let mut encoder = png::Encoder::new(std::fs::File::create(path)?, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    let bytes: Vec<u8> = picture.pixels().iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect();
    Ok(encoder.write_header()?.write_image_data(&bytes)?)
}
