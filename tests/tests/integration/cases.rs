//! Every folder of `cases`, and the files they draw.

use keitai_tests::{case, fixtures};
use std::path::Path;

#[test]
fn every_case_draws_what_it_says() {
    // The fixtures are checked first, because the cases draw them.
    fixtures::check();
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let failures: Vec<String> = case::folders().iter().flat_map(|folder| case::run(folder, &output)).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
