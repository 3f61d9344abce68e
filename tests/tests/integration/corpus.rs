//! A line in the output of `cargo test` about the tests with real content: whether they run, and from which folder.

use std::io::Write;
use std::path::Path;

const CONTENT: &str = "tests with real files, output of the vendor's converter and pictures of the vendor's viewer";

/// Writes past the harness, which hides what passing tests print.
#[test]
fn real_content_runs_or_is_skipped() {
    let line = match std::env::var_os("KEITAI_CORPUS") {
        None => {
            format!("KEITAI_CORPUS is not set: skipped are {CONTENT}. To run them: KEITAI_CORPUS=FOLDER cargo test")
        }
        Some(folder) => {
            assert!(Path::new(&folder).join("corpus").is_dir(), "{} has no folder `corpus`", folder.display());
            format!("KEITAI_CORPUS is {}: {CONTENT} run", folder.display())
        }
    };
    writeln!(std::io::stderr(), "{line}").unwrap();
}
