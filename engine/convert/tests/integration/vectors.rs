//! Every text that the vendor's converter was given, converted under the vendor policy and compared with its output.

use crate::corpus::{self, Vector, but_for_the_key, vectors};
use keitai_convert::Options;
use keitai_formats::Severity;
use std::collections::BTreeMap;

/// `vector/output`, a tab, and why ours differs.
const EXCEPTIONS: &str = include_str!("vectors.exceptions");
/// Vectors whose texts are wrong, and which the vendor's converter accepts in silence.
const SILENT: &str = include_str!("vectors.silent");
/// Outputs in `converter` with a warning, and its code. The random ones have hundreds.
const SUSPECT: &str = include_str!("vectors.suspect");

/// Returns the first difference to the vendor's output, apart from the trailer's random key. A last narrow vertex may
/// stand in a block of its own: that is not decided by the text.
fn difference(vector: &Vector, output: &str) -> Option<String> {
    let apart = Options { last_vertex_apart: true, ..Options::vendor() };
    let difference = difference_under(Options::vendor(), vector, output)?;
    difference_under(apart, vector, output).and(Some(difference))
}

fn difference_under(options: Options, vector: &Vector, output: &str) -> Option<String> {
    let ours = match vector.ours(output, options) {
        Ok(ours) => but_for_the_key(&ours),
        Err(why) => return Some(why),
    };
    let theirs = but_for_the_key(&std::fs::read(vector.folder.join(output)).unwrap());
    match ours.iter().zip(&theirs).position(|(a, b)| a != b) {
        None if ours.len() == theirs.len() => None,
        None => Some(format!("{} bytes, theirs {}", ours.len(), theirs.len())),
        Some(at) => Some(format!("byte {at}: {:02x}, theirs {:02x}", ours[at], theirs[at])),
    }
}

/// Prints the share of equal outputs of each folder: `cargo test -p keitai-convert --test integration vectors:: --
/// --nocapture`.
#[test]
fn the_vendors_bytes() {
    let mut exceptions = corpus::exceptions(EXCEPTIONS);
    let vectors = vectors();
    let mut wrong = Vec::new();
    let mut shares: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
    for vector in &vectors {
        for output in &vector.outputs {
            let name = format!("{}/{output}", vector.name);
            let kind = if output.ends_with(".mbac") { "figures" } else { "action tables" };
            let [equal, all] = shares.entry((vector.set, kind)).or_default();
            *all += 1;
            match (difference(vector, output), exceptions.remove(name.as_str())) {
                (None, None) => *equal += 1,
                (Some(_), Some(_)) => {}
                (None, Some(reason)) => {
                    wrong.push(format!("{name} is equal now: strike it from the exceptions ({reason})"))
                }
                (Some(why), None) => wrong.push(format!("{name}: {why}")),
            }
        }
    }
    for ((set, kind), [equal, all]) in shares {
        println!("{set}: {equal} of {all} {kind} are equal");
    }
    if !vectors.is_empty() {
        wrong.extend(exceptions.keys().map(|name| format!("{name}: an exception without a vector")));
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// A text that the vendor's converter refuses, crashes or hangs on gives an error with a place. The default policy
/// reads some of them: those with only one possible meaning.
#[test]
fn texts_that_the_vendor_refuses_give_an_error_with_a_place() {
    for vector in vectors() {
        // A third number in a key of its second bone makes the vendor's converter crash; ours loses the bone.
        if vector.name == "mal0011" {
            continue;
        }
        let failed = vector.outputs.is_empty();
        if !failed && vector.message.is_empty() {
            continue;
        }
        let output = if failed { "out.mbac" } else { "out.mtra" };
        let result = vector.ours(output, Options::vendor());
        // Stray parentheses and dashes are tolerated for the printed samples.
        if vector.name.contains("_seed") {
            let tolerated = vector.ours(output, Options::default());
            assert!(tolerated.is_ok(), "{}: {tolerated:?}", vector.name);
            let mut strict = Options::default();
            strict.policy.strict = true;
            assert!(vector.ours(output, strict).is_err(), "{}: strictly", vector.name);
        }
        let Err(message) = result else { panic!("{}: converted", vector.name) };
        assert!(message.contains(": error["), "{}: {message}", vector.name);
        let without_chunks = vector.name.starts_with("fb_ws_tight");
        assert!(without_chunks || !message.contains(":1:1: error["), "{}: no place: {message}", vector.name);
    }
}

/// Texts that the vendor's converter accepts in silence though they are wrong have at least a warning.
#[test]
fn wrong_texts_that_the_vendor_accepts_have_a_warning() {
    let silent: Vec<&str> = SILENT.lines().collect();
    for vector in vectors().iter().filter(|vector| silent.contains(&vector.name.as_str())) {
        let options = vector.options(Options::default());
        let (named, mut lines) = vector.figure(&options);
        for text in vector.texts("tra") {
            let text = std::fs::read(text).unwrap();
            let parsed = keitai_formats::tra::read(&text);
            let skeleton = named.document.as_ref().map(|named| named.skeleton.clone()).unwrap_or_default();
            let converted = keitai_convert::action(&parsed.document, parsed.diagnostics, &skeleton, &options);
            lines.extend(corpus::lines(&text, &converted.diagnostics));
        }
        let said = lines.iter().any(|line| line.contains(": warning[") || line.contains(": error["));
        assert!(said, "{}: {lines:?}", vector.name);
    }
}

/// Files of the vendor's converter have no errors, and every file can be checked.
#[test]
fn checks_have_no_errors_on_what_the_vendor_wrote() {
    use keitai_convert::check;
    let mut suspect = Vec::new();
    let vectors = vectors();
    for vector in &vectors {
        for output in &vector.outputs {
            let name = format!("{}/{output}", vector.name);
            let checked = check::file(&std::fs::read(vector.folder.join(output)).unwrap(), None, None);
            assert!(checked.document.document.is_some(), "{name}");
            let errors: Vec<_> =
                checked.diagnostics.iter().filter(|finding| finding.severity == Severity::Error).collect();
            assert!(errors.is_empty(), "{name}: {errors:?}");
            let warnings = checked.diagnostics.iter().filter(|finding| finding.severity == Severity::Warning);
            if vector.set == "converter" {
                suspect.extend(warnings.map(|finding| format!("{name} {}", finding.rule.code)));
            }
        }
        for text in vector.texts("bac").into_iter().chain(vector.texts("tra")) {
            let checked = check::file(&std::fs::read(&text).unwrap(), None, None);
            assert!(checked.document.kind.is_some(), "{}", text.display());
        }
    }
    if !vectors.is_empty() {
        assert_eq!(suspect, SUSPECT.lines().collect::<Vec<_>>());
    }
}
