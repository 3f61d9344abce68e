//! The search of the documentation finds every name of the package for Java.

#![allow(clippy::unwrap_used)] // errors fail the test

use std::collections::BTreeSet;
use std::path::Path;

/// Returns the texts of all files in a folder and its folders.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(self::texts(&path));
        } else {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            texts.push((name, std::fs::read_to_string(path).unwrap()));
        }
    }
    texts
}

/// Returns the public methods, fields and constants of a class, without its constructors.
fn names(class: &str, text: &str) -> BTreeSet<String> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with(['/', '*'])).collect();
    let mut names = BTreeSet::new();
    for part in code.split([';', '{', '}']) {
        let Some(declaration) = part.trim().strip_prefix("public ").filter(|part| !part.contains("class ")) else {
            continue;
        };
        let word = |text: &str| text.split_whitespace().last().unwrap_or_default().to_owned();
        match declaration.split_once('(') {
            Some((head, _)) => names.extend(Some(word(head)).filter(|name| name != class)),
            None => names.extend(declaration.split(',').map(|one| word(one.split('=').next().unwrap_or_default()))),
        }
    }
    names
}

#[test]
fn the_search_finds_all_names_of_java() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = BTreeSet::new();
    for (class, text) in texts(&here.join("../java/src")) {
        if !["Host", "ReflectedHost", "Native"].contains(&class.as_str()) {
            list.extend(names(&class, &text));
        }
    }
    assert_eq!(list.len(), 160, "{list:?}");
    let mut known = BTreeSet::new();
    for (_, text) in texts(&here.join("../render/src")) {
        for alias in text.split("doc(alias").skip(1) {
            let aliases = alias.split(']').next().unwrap_or_default();
            known.extend(aliases.split('"').skip(1).step_by(2).map(str::to_owned));
        }
        for item in text.split("pub ").skip(1) {
            let item = item.trim_start_matches("const ").trim_start_matches("fn ");
            known.extend(
                item.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().map(str::to_owned),
            );
        }
    }
    let missing: Vec<_> = list.difference(&known).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
