//! Plays the recorded bout for some ticks, with a picture and the sound of each, as a window does: for counting instructions.
//!
//! `cargo run --release -p tin-sumo --example speed -- TICKS`
#![allow(clippy::print_stdout)]

use keitai::{Framebuffer, SOUND_RATE, Settings, SoundPlayer, TickRate};
use tin_sumo::Sumo;
use tin_sumo::attract::Attract;
use tin_sumo::saved::Store;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ticks: u32 = std::env::args().nth(1).ok_or("TICKS")?.parse()?;
    let mut bout = Attract::open(&Sumo::new(&Settings::default(), Store::default())?)?;
    let mut picture = Framebuffer::new(240, 320);
    let (mut player, mut output) = SoundPlayer::new()?;
    let mut frames = vec![0.0; 2 * SOUND_RATE as usize / 30];
    for tick in 0..ticks {
        if !bout.advance() {
            return Err(format!("the bout has {tick} ticks").into());
        }
        bout.stage.draw(&mut picture);
        player.hear(&mut bout.stage.sounds, TickRate::Hz30);
        output.mix(&mut frames);
    }
    println!("{:#018x}", picture.digest());
    Ok(())
}
