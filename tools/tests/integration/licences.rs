//! Licences of all dependencies: each is on the list below, and `THIRD-PARTY.txt` is the notice for those that the programs
//! contain. `KEITAI_BLESS=1` writes the notice instead of comparing it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, LicenseReq, Licensee, ParseMode};

use crate::program::{Folder, repository, succeeds};

/// Licences that dependencies may have, and a phrase of their texts. Of several choices the first in this list is taken.
/// MPL-2.0 covers files: the notice names their source.
const ACCEPTED: [(&str, &str); 9] = [
    ("MIT", "Permission is hereby granted, free of charge"),
    ("Apache-2.0", "Apache License"),
    ("Zlib", "provided 'as-is'"),
    ("ISC", "Permission to use, copy, modify"),
    ("BSL-1.0", "Boost Software License"),
    ("BSD-3-Clause", "Redistributions in binary form"),
    ("Unicode-3.0", "UNICODE LICENSE V3"),
    ("MPL-2.0", "Mozilla Public License"),
    ("CC0-1.0", "CC0 1.0 Universal"),
];

const HEAD: &str = "\
Keitai is licensed under MIT or Apache-2.0, at your choice.

The program contains the works below, on some systems only. Each list is followed by the licence of the works in it. The
Rust standard library (https://www.rust-lang.org) is used under Apache-2.0. SDL2 (https://libsdl.org) is used under Zlib.
";

/// Returns the description of all packages of all platforms.
fn metadata() -> Value {
    let arguments = ["metadata", "--format-version", "1", "--locked"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(repository("")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn list<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field].as_array().unwrap()
}

fn word<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_default()
}

fn accepted() -> Vec<Licensee> {
    ACCEPTED.iter().map(|(name, _)| Licensee::parse(name).unwrap()).collect()
}

fn expression(package: &Value) -> Expression {
    let name = word(package, "name");
    Expression::parse_mode(word(package, "license"), ParseMode::LAX).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the dependencies that may not be used when only these licences are accepted.
fn refused(metadata: &Value, accepted: &[&Licensee]) -> Vec<String> {
    let packages = list(metadata, "packages").iter().filter(|package| package["source"].is_string());
    let allowed = |req: &LicenseReq| accepted.iter().any(|licensee| licensee.satisfies(req));
    packages
        .filter(|package| !expression(package).evaluate(allowed))
        .map(|package| format!("{}: {}", word(package, "name"), word(package, "license")))
        .collect()
}

#[test]
fn every_licence_of_a_dependency_is_on_the_list_and_no_licence_too_many() {
    let (metadata, accepted) = (metadata(), accepted());
    let refused_all = refused(&metadata, &accepted.iter().collect::<Vec<_>>());
    assert!(refused_all.is_empty(), "not on the list: {refused_all:#?}");
    for licence in &accepted {
        let others: Vec<&Licensee> = accepted.iter().filter(|other| *other != licence).collect();
        assert!(!refused(&metadata, &others).is_empty(), "no dependency needs {licence}");
    }
}

/// Returns the packages that the program contains, by name and version. Build scripts and macros are not in it.
fn contained(metadata: &Value) -> BTreeMap<String, &Value> {
    let packages: BTreeMap<&str, &Value> =
        list(metadata, "packages").iter().map(|package| (word(package, "id"), package)).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"], "nodes").iter().map(|node| (word(node, "id"), node)).collect();
    let is_macro = |package: &Value| {
        list(package, "targets").iter().any(|target| list(target, "kind").iter().any(|kind| kind == "proc-macro"))
    };
    let programs = ["keitai-tools", "keitai-web", "keitai-capi"];
    let programs = list(metadata, "packages").iter().filter(|package| programs.contains(&word(package, "name")));
    let (mut open, mut seen) = (programs.map(|package| word(package, "id")).collect::<Vec<_>>(), BTreeSet::new());
    assert_eq!(open.len(), 3, "the program, the page and the library");
    while let Some(id) = open.pop() {
        if is_macro(packages[id]) || !seen.insert(id) {
            continue;
        }
        let normal = |edge: &&Value| list(edge, "dep_kinds").iter().any(|kind| kind["kind"].is_null());
        open.extend(list(nodes[id], "deps").iter().filter(normal).map(|edge| word(edge, "pkg")));
    }
    let foreign = seen.into_iter().map(|id| packages[id]).filter(|package| package["source"].is_string());
    foreign.map(|package| (format!("{} {}", word(package, "name"), word(package, "version")), package)).collect()
}

/// Returns the texts of the files about licences in a folder, with its name.
fn texts(folder: &Path) -> Vec<String> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().to_uppercase();
        path.is_file() && ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT"].iter().any(|start| name.starts_with(start))
    };
    paths.iter().filter(|path| is_licence(path)).filter_map(|path| read_to_string(path).ok()).map(tidy).collect()
}

/// Returns a text without spaces at the ends of lines, and without empty lines around it. Tabs become spaces: the program prints no control characters.
fn tidy(text: String) -> String {
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').replace('\t', "        ")
}

/// Returns the texts under which a package is used: those of its files, or else the general ones with its authors.
fn used_under(package: &Value, accepted: &[Licensee]) -> Vec<String> {
    let folder = Path::new(word(package, "manifest_path")).parent().unwrap();
    let files = texts(folder);
    let chosen = expression(package).minimized_requirements(accepted).unwrap();
    let text_for = |req: LicenseReq| {
        let id = req.license.id().unwrap();
        let phrase = ACCEPTED.iter().find(|(name, _)| *name == id.name);
        let phrase = phrase.unwrap_or_else(|| panic!("{} has no phrase", id.name)).1;
        // Some files hold all licences of a package, so the shortest one with the phrase is taken.
        let file = files.iter().filter(|text| text.contains(phrase)).min_by_key(|text| text.len());
        file.cloned().unwrap_or_else(|| {
            let authors: Vec<&str> = list(package, "authors").iter().filter_map(Value::as_str).collect();
            let authors = if authors.is_empty() { word(package, "name").to_owned() } else { authors.join(", ") };
            format!(
                "Copyright (c) the authors of {}: {authors}\n\n{}",
                word(package, "name"),
                tidy(id.text().to_owned())
            )
        })
    };
    chosen.into_iter().map(text_for).collect()
}

fn notice() -> String {
    let (metadata, accepted) = (metadata(), accepted());
    let mut works: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, package) in contained(&metadata) {
        let line = format!("{name} ({}) {}", word(package, "license"), word(package, "repository"));
        for text in used_under(package, &accepted) {
            works.entry(text).or_default().push(line.trim_end().to_owned());
        }
        if word(package, "name") == "gilrs" {
            let folder = Path::new(word(package, "manifest_path")).with_file_name("SDL_GameControllerDB");
            let [text] = &texts(&folder)[..] else { panic!("no licence in {}", folder.display()) };
            let line = "SDL_GameControllerDB, inside gilrs (Zlib) https://github.com/mdqinc/SDL_GameControllerDB";
            works.entry(text.clone()).or_default().push(line.to_owned());
        }
    }
    let mut parts: Vec<(Vec<String>, String)> = works.into_iter().map(|(text, names)| (names, text)).collect();
    parts.sort();
    let rule = "=".repeat(80);
    let part = |(names, text): &(Vec<String>, String)| format!("\n{rule}\n{}\n\n{text}\n", names.join("\n"));
    HEAD.to_owned() + &parts.iter().map(part).collect::<String>()
}

#[test]
fn the_notice_is_that_of_the_dependencies() {
    let path = repository("THIRD-PARTY.txt");
    let notice = notice();
    for needed in ["SDL_GameControllerDB", "sdl2 ", "clap ", "Apache License", "Permission is hereby granted"] {
        assert!(notice.contains(needed), "{needed}");
    }
    if std::env::var_os("KEITAI_BLESS").is_some() {
        std::fs::write(path, notice).unwrap();
    } else {
        let there = read_to_string(path).unwrap_or_default();
        let advice =
            "THIRD-PARTY.txt does not match the dependencies: KEITAI_BLESS=1 cargo test -p keitai-tools licences";
        assert!(there == notice, "{advice}");
    }
}

#[test]
fn the_program_prints_the_notice() {
    let folder = Folder::new("licences");
    let notice = read_to_string(repository("THIRD-PARTY.txt")).unwrap();
    for flag in ["--licences", "--licenses"] {
        assert_eq!(succeeds(&folder, &[flag]), notice);
    }
}
