//! Pocket Rally as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    pocket_rally::app().version(env!("CARGO_PKG_VERSION")).main()
}
