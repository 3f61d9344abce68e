//! The command line `keitai`, and its viewer, checks and conversions for programs without a terminal or a disk.
//!
//! [`main`] parses the arguments and calls one function per command. [`memory`] gives the same commands files in memory.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod cli;
mod commands;
mod error;
mod session;
mod terminal;

#[cfg(feature = "inspector")]
mod inspector;
pub mod memory;
mod reference;
mod shot_file;
#[cfg(test)]
mod testing;
mod viewer;

use std::process::ExitCode;

use clap::Parser;
use keitai_app::console;

pub use commands::view::Window as ViewerWindow;

use cli::{Cli, Command};
use error::Error;
pub use session::Session;

/// The notice about the works that the program contains. The test `licences` writes it.
pub const LICENCES: &str = include_str!("../../THIRD-PARTY.txt");

/// Runs the program with the arguments of the process. Prints an error and its hint on stderr.
pub fn main() -> ExitCode {
    // A panic is a bug. It ends the program with an exit code of its own.
    keitai_app::ignore_file_limit();
    match std::panic::catch_unwind(run) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            if !matches!(error, Error::App(keitai_app::Error::Closed)) {
                error.report();
            }
            ExitCode::from(error.exit_code())
        }
        Err(_) => {
            console::note("hint: this is a bug in keitai; please report it with the line above");
            ExitCode::from(error::BUG)
        }
    }
}

fn run() -> Result<(), Error> {
    let arguments = cli::with_command(&Session::default(), std::env::args_os().collect());
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return cli::usage(&error, &arguments),
    };
    match cli.command {
        None if cli.licences => Ok(console::print(LICENCES)?),
        None => commands::view::run(&cli::View::default()),
        Some(Command::Play(arguments)) => commands::play::run(&arguments),
        Some(Command::View(arguments)) => commands::view::run(&arguments),
        Some(Command::Shot(arguments)) => commands::shot::run(&arguments),
        Some(Command::Bench(arguments)) => commands::bench::run(&arguments),
        Some(Command::Info(arguments)) => commands::info::run(&arguments),
        Some(Command::Convert(arguments)) => commands::convert::run(&arguments),
        Some(Command::Check(arguments)) => commands::check::run(&arguments),
        Some(Command::Compare(arguments)) => commands::compare::run(&arguments),
        Some(Command::Explain(arguments)) => commands::explain::run(&arguments),
        Some(Command::Scan(arguments)) => commands::scan::run(&arguments),
        Some(Command::New(arguments)) => commands::new::run(&arguments),
        Some(Command::Completions(arguments)) => commands::manual::completions(&arguments),
        Some(Command::Man(arguments)) => commands::manual::page(&arguments),
    }
}
