//! The programs of the guide, each a module that would be the whole `src/main.rs` of a game. The build script takes them from the
//! chapters.
//!
//! `cargo run -p keitai-guide -- robot` runs the program of the first chapter, with the options that every game has. The scenes
//! are found from the folder of the repository.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
// The modules are programs: nothing here calls their `main`, and nothing outside sees their items.
#![allow(dead_code, unreachable_pub)]

use clap::Parser;
use clap::builder::PossibleValuesParser;
use keitai::prelude::*;
use keitai::{Options, console};

type Chapter = (&'static str, fn() -> App);

/// Declares the modules of chapters, in their order.
macro_rules! chapters {
    ($($name:ident),*) => {
        $(mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
        })*

        const CHAPTERS: &[Chapter] = &[$((stringify!($name), $name::app)),*];
    };
}

chapters!(robot, steer, scenes, actions, tracks, menus, sound, records);

/// Runs a program of the guide.
#[derive(Debug, Parser)]
struct Cli {
    /// Name of the chapter
    #[arg(value_parser = PossibleValuesParser::new(CHAPTERS.iter().map(|(name, _)| *name)))]
    chapter: String,
    #[command(flatten)]
    options: Options,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let app = CHAPTERS.iter().find(|(name, _)| *name == cli.chapter);
    console::finish(app.map_or(Ok(()), |(_, app)| app().run(&cli.options)))
}

#[cfg(test)]
mod tests;
