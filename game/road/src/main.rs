//! The program of Endless Road.

use std::process::ExitCode;

fn main() -> ExitCode {
    endless_road::app(endless_road::FILES.source()).version(env!("CARGO_PKG_VERSION")).main()
}
