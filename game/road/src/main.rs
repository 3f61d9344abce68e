//! Endless Road as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    endless_road::app(endless_road::FILES.source()).main()
}
