//! Pictures of Tin Sumo: a sheet of chosen ticks side by side, or a moving picture.
//!
//! `cargo run -p tin-sumo --example film -- OUT COLUMNS TICKS [PRESSES [SAVED]]`: an OUT that ends in `.gif` is a moving
//! picture, and another one a sheet. Ticks are numbers with commas or `FROM..TO/STEP`. Presses are `TICK:BUTTON` of the first
//! player with commas; `TICK:BUTTON*TICKS` holds a button, and `TICK:Play*TICKS` lets a hard computer player play. Saved
//! values are those of `tin-sumo.ron`, for example `(season:Some((robot:Tin,beaten:6)))`.

use keitai::controls::{Button, Labels, Maps, PLAYERS, PadKind};
use keitai::picture::{Gif, encode_png};
use keitai::{Canvas, Framebuffer, Game as _, Messages, Screens, Settings, TickInput};
use tin_sumo::ai::{Ai, Level};
use tin_sumo::saved::{Saved, Store};
use tin_sumo::{Sumo, bout};

type Failure = Box<dyn std::error::Error>;

/// Ticks in which a button is held, or in which the computer plays.
struct Press {
    from: u32,
    to: u32,
    button: Option<Button>,
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, columns, ticks, rest @ ..] = arguments.as_slice() else {
        return Err("OUT COLUMNS TICKS [PRESSES [SAVED]]".into());
    };
    let shown = parse_ticks(ticks)?;
    let presses = rest.first().map_or(Ok(Vec::new()), |text| parse_presses(text))?;
    let saved = rest.get(1).map_or(Ok(Store::default()), |text| Store::from_text(text))?.value;
    let pictures = film(&shown, &presses, saved)?;
    let bytes = if out.ends_with(".gif") {
        let mut gif = Gif::new(240, 320)?;
        let step = shown.windows(2).next().map_or(1, |pair| pair[1] - pair[0]);
        for picture in &pictures {
            gif.add(picture, step)?;
        }
        gif.finish()?
    } else {
        encode_png(&sheet(&pictures, columns.parse()?))?
    };
    Ok(std::fs::write(out, bytes)?)
}

/// Plays the game with a pad and returns the pictures of these ticks.
fn film(shown: &[u32], presses: &[Press], saved: Saved) -> Result<Vec<Framebuffer>, Failure> {
    let mut game = Screens::new(Sumo::new(&Settings::default(), Store::unsaved(saved))?)?;
    let (maps, pads) = (Maps::default(), [Some(PadKind::Xbox); PLAYERS]);
    let labels = Labels { pads, last: Some(0), by_key: false, ..Labels::keyboard(&maps) };
    let mut computer = Ai::new(Level::Hard, 5);
    let mut pictures = Vec::new();
    for tick in 0..=shown.iter().copied().max().unwrap_or(0) {
        if shown.contains(&tick) {
            let mut picture = Framebuffer::new(240, 320);
            game.draw(keitai::Q16::ONE, &mut picture);
            pictures.push(picture);
        }
        let mut input = TickInput { labels: Some(labels), ..TickInput::default() };
        let player = &mut input.controls[0];
        for Press { from, button, .. } in presses.iter().filter(|press| (press.from..press.to).contains(&tick)) {
            match button {
                Some(button) => {
                    player.held.insert(*button);
                    if *from == tick {
                        player.pressed.insert(*button);
                    }
                }
                None => {
                    *player = bout::moment(&mut game.stage().world).map_or(*player, |now| computer.controls(&now, 0))
                }
            }
        }
        game.tick(&input, &mut Messages::default());
    }
    Ok(pictures)
}

fn sheet(pictures: &[Framebuffer], columns: usize) -> Framebuffer {
    let columns = columns.max(1);
    let mut sheet = Framebuffer::new(240 * columns as u32, 320 * pictures.len().div_ceil(columns) as u32);
    for (number, picture) in pictures.iter().enumerate() {
        let [left, top] = [number % columns * 240, number / columns * 320].map(|pixels| pixels as i32);
        Canvas::new(&mut sheet).picture(picture, left, top);
    }
    sheet
}

fn parse_ticks(text: &str) -> Result<Vec<u32>, Failure> {
    let Some((from, rest)) = text.split_once("..") else {
        return Ok(text.split(',').map(str::parse).collect::<Result<_, _>>()?);
    };
    let (to, step) = rest.split_once('/').unwrap_or((rest, "1"));
    Ok((from.parse()?..to.parse()?).step_by(step.parse()?).collect())
}

fn parse_presses(text: &str) -> Result<Vec<Press>, Failure> {
    let mut presses = Vec::new();
    for press in text.split(',') {
        let (tick, name) = press.split_once(':').ok_or("TICK:BUTTON")?;
        let (name, ticks) = name.split_once('*').unwrap_or((name, "1"));
        let button = Button::ALL.into_iter().find(|button| format!("{button:?}") == name);
        if button.is_none() && name != "Play" {
            return Err(format!("{name}: no such button").into());
        }
        let (from, ticks): (u32, u32) = (tick.parse()?, ticks.parse()?);
        presses.push(Press { from, to: from + ticks, button });
    }
    Ok(presses)
}
