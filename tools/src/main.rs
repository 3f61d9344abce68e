//! The program `keitai`.

use std::process::ExitCode;

fn main() -> ExitCode {
    keitai_tools::main()
}
