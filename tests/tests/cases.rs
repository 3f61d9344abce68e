//! Every folder of `cases`, and the files they draw.

use keitai_tests::bless::blessing;
use keitai_tests::{case, fixtures};
use std::fs;
use std::path::Path;

#[test]
fn every_case_draws_what_it_says() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    // Fixtures first: they may be about to change.
    fixtures_are_what_the_code_makes();
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let mut folders: Vec<_> = fs::read_dir(&cases).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    assert!(!folders.is_empty(), "no cases in {}", cases.display());
    let failures: Vec<String> = folders.iter().flat_map(|folder| case::run(folder, &output)).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

fn fixtures_are_what_the_code_makes() {
    let folder = fixtures::folder();
    for (name, bytes) in fixtures::files() {
        let path = folder.join(name);
        if blessing() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &bytes).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), bytes, "{} is not what fixtures makes", path.display());
    }
}
