//! Records a bout between two computer players for the title of Tin Sumo.
//!
//! `cargo run -p tin-sumo --example record -- kabuto tin 4` writes `scenes/sumo/attract.replay`.
#![allow(clippy::print_stdout)]

use std::path::Path;

use tin_sumo::Sumo;
use tin_sumo::ai::Level;
use tin_sumo::attract::{RECORD, record};
use tin_sumo::robots::Wrestler;
use tin_sumo::saved::Store;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [left, right, seed] = arguments.as_slice() else { return Err("two robots and a seed".into()) };
    let wrestler = |name: &str| Wrestler::named(name).ok_or("no such wrestler");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let recording = record(
        &Sumo::new(&keitai::Settings::default(), Store::default())?,
        [wrestler(left)?, wrestler(right)?],
        [Level::Hard, Level::Fair],
        seed.parse()?,
    )?;
    std::fs::write(root.join(RECORD), recording.to_string())?;
    println!("{RECORD}: {} ticks, {} s", recording.ticks(), recording.ticks() / 30);
    Ok(())
}
