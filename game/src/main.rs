//! Tin Sumo as a program of its own.

use std::process::ExitCode;

fn main() -> ExitCode {
    tin_sumo::app().version(env!("CARGO_PKG_VERSION")).main()
}
