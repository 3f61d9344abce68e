//! Records a bout between two computer players for the title of Tin Sumo.
//!
//! `cargo run -p tin-sumo --example record -- tin kabuto 7` writes `scenes/sumo/attract.replay`.
#![allow(clippy::print_stdout)]

use std::path::Path;

use keitai::assets::Source;
use tin_sumo::ai::Level;
use tin_sumo::attract::{RECORD, record};
use tin_sumo::rules::Robot;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [left, right, seed] = arguments.as_slice() else { return Err("two robots and a seed".into()) };
    let robot = |name: &str| Robot::ALL.into_iter().find(|robot| robot.prefab() == name).ok_or("no such robot");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = Source::folder(&root)?;
    let recording = record(&source.into(), [robot(left)?, robot(right)?], [Level::Hard, Level::Fair], seed.parse()?)?;
    std::fs::write(root.join(RECORD), recording.to_text())?;
    println!("{RECORD}: {} ticks, {} s", recording.ticks(), recording.ticks() / 30);
    Ok(())
}
