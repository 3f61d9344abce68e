//! Every folder of `cases`, and the files they draw.

use keitai_formats::{ReadOptions, bmp, mbac, mtra};
use keitai_tests::case;
use std::path::Path;

#[test]
fn every_case_draws_what_it_says() {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let failures: Vec<String> = case::folders().iter().flat_map(|folder| case::run(folder, &output)).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn files_of_the_cases_are_written_as_they_were_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let options = ReadOptions::default();
    let paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(paths.len(), 14);
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        let written = match path.extension().and_then(|ending| ending.to_str()) {
            Some("mbac") => mbac::write(&mbac::read_with(&bytes, &options).unwrap().document),
            Some("mtra") => mtra::write(&mtra::read(&bytes).unwrap().document),
            _ => bmp::write(&bmp::read_with(&bytes, &options).unwrap().document),
        };
        assert!(written.unwrap() == bytes, "{}", path.display());
    }
}
