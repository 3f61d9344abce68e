//! A line in the output of `cargo test` about the tests with real content: whether they run, and from which folder. Output of
//! ordinary tests that pass is hidden, so this target has no test harness.
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::process::ExitCode;

const CONTENT: &str = "tests with real files, output of the vendor's converter and pictures of the vendor's viewer";

fn main() -> ExitCode {
    // Test runners that ask for the names of tests read stdout.
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    match std::env::var_os("KEITAI_CORPUS") {
        None => println!(
            "KEITAI_CORPUS is not set: skipped are {CONTENT}. To run them: KEITAI_CORPUS=FOLDER cargo test --workspace"
        ),
        Some(folder) if Path::new(&folder).join("corpus").is_dir() => {
            println!("KEITAI_CORPUS is {}: {CONTENT} run", folder.display());
        }
        Some(folder) => {
            println!("KEITAI_CORPUS is {}: this folder has no folder `corpus`", folder.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
