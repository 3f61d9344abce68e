//! The cases of `tests/files`: files as labelled bytes, and what their readers find. The page beside them describes
//! their form.

use std::fmt::Debug;

use keitai_formats::{
    Dialect, Error, Figure, Limits, ReadOptions, Report, Result, bac, bck, bmp, mbac, mtra, swap, tra,
};

const KINDS: [(&str, &str); 7] = [
    ("figures", include_str!("../../files/figures.txt")),
    ("revised", include_str!("../../files/revised.txt")),
    ("tables", include_str!("../../files/tables.txt")),
    ("textures", include_str!("../../files/textures.txt")),
    ("animations", include_str!("../../files/animations.txt")),
    ("figure texts", include_str!("../../files/figure_texts.txt")),
    ("action texts", include_str!("../../files/action_texts.txt")),
];

#[derive(Default)]
struct Case<'t> {
    title: &'t str,
    sections: Vec<(&'t str, Vec<&'t str>)>,
    length: Option<usize>,
    swapped: bool,
    options: &'t str,
    messages: Vec<&'t str>,
    facts: Vec<&'t str>,
    written: Option<&'t str>,
    equal: Option<&'t str>,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut current = 0;
    for line in text.lines() {
        let line = line.split_once("// ").map_or(line, |(line, _)| line).trim_end();
        if line.is_empty() {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "from" {
            let sections = cases.iter().find(|case| case.title == rest).expect(rest).sections.clone();
            cases.last_mut().unwrap().sections = sections;
        } else if word == "#" {
            cases.push(Case { title: rest, ..Case::default() });
        }
        let Some(case) = cases.last_mut() else { continue };
        match word {
            "#" | "from" => {}
            "=>" => case.messages.push(rest),
            "has" => case.facts.push(rest),
            "write" => case.written = Some(rest),
            "as" => case.equal = Some(rest),
            "read" => case.options = rest,
            "length" => case.length = Some(rest.parse().unwrap()),
            "swap" => case.swapped = true,
            "" => case.sections[current].1.extend(rest.split_whitespace()),
            label => current = case.set(label.strip_suffix(':').expect(line), rest),
        }
    }
    cases
}

impl<'t> Case<'t> {
    /// Sets a section, or words of it from an index, and returns its number.
    fn set(&mut self, label: &'t str, words: &'t str) -> usize {
        let (name, first) = label.strip_suffix(']').and_then(|label| label.split_once('[')).unwrap_or((label, ""));
        let words: Vec<&str> = words.split_whitespace().collect();
        let number = self.sections.iter().position(|section| section.0 == name);
        let number = number.unwrap_or_else(|| {
            self.sections.push((name, Vec::new()));
            self.sections.len() - 1
        });
        let section = &mut self.sections[number].1;
        match first.parse::<usize>() {
            Ok(first) => section[first..first + words.len()].copy_from_slice(&words),
            Err(_) => *section = words,
        }
        number
    }

    fn bytes(&self, kind: &str) -> Vec<u8> {
        let section = |(_, words): &(_, Vec<&str>)| match kind {
            "figure texts" | "action texts" => (words.join(" ") + "\n").into_bytes(),
            _ => bytes_of(words, kind == "animations"),
        };
        let mut bytes: Vec<u8> = self.sections.iter().flat_map(section).collect();
        bytes.truncate(self.length.unwrap_or(bytes.len()));
        if self.swapped {
            swap::swap(&mut bytes);
        }
        bytes
    }

    fn outcome(&self, kind: &str) -> Outcome {
        let bytes = self.bytes(kind);
        let options = match self.options {
            "any" => ReadOptions::UNLIMITED,
            "vendor" => ReadOptions::new(Limits::NONE, Dialect::Vendor),
            "revised" => ReadOptions::new(Limits::NONE, Dialect::Revised),
            "" | "colours" => VENDOR,
            other => panic!("read {other}"),
        };
        match kind {
            "figures" | "revised" => Outcome::new(mbac::read_with(&bytes, &options), &bytes, |figure| {
                figure.check().unwrap();
                mbac::write(figure)
            }),
            "tables" => Outcome::new(mtra::read(&bytes), &bytes, mtra::write),
            "figure texts" => Outcome::new(Ok(bac::read(&bytes).with_lines(&bytes)), &bytes, |_| Ok(Vec::new())),
            "action texts" => Outcome::new(Ok(tra::read(&bytes).with_lines(&bytes)), &bytes, |_| Ok(Vec::new())),
            "animations" => Outcome::new(bck::read(&bytes), &bytes, |_| Ok(Vec::new())),
            _ if self.options == "colours" => {
                let picture = bmp::read_colours(&bytes, &options).map(|picture| Report::new(picture, Vec::new()));
                Outcome::new(picture, &bytes, |_| Ok(Vec::new()))
            }
            _ => Outcome::new(bmp::read_with(&bytes, &options), &bytes, bmp::write),
        }
    }
}

/// Options for the vendor's layout only, so that its own errors are returned.
pub(crate) const VENDOR: ReadOptions = ReadOptions::new(Limits::PLAYERS, Dialect::Vendor);

struct Outcome {
    messages: Vec<String>,
    document: String,
    written: String,
}

/// Returns the code and the message of an error, and the first bytes of an unknown file, which no message quotes.
fn told(error: &Error) -> String {
    let message = format!("{}: {error}", error.rule().code);
    match error {
        Error::Magic { found, .. } => format!("{message} ({})", found.escape_ascii()),
        _ => message,
    }
}

impl Outcome {
    fn new<D: Debug>(report: Result<Report<D>>, file: &[u8], write: impl Fn(&D) -> Result<Vec<u8>>) -> Self {
        match report {
            Ok(Report { document, diagnostics }) => Self {
                messages: diagnostics.iter().map(ToString::to_string).collect(),
                document: format!("{document:?}"),
                written: match write(&document) {
                    Ok(written) if written == file => "same".to_owned(),
                    Ok(_) => "other".to_owned(),
                    Err(error) => told(&error),
                },
            },
            Err(error) => Self { messages: vec![told(&error)], document: String::new(), written: String::new() },
        }
    }
}

/// Returns the bytes of words; fields of bits are filled up with zeros to a byte.
fn bytes_of(words: &[&str], big_endian: bool) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut bit_count = 0;
    let all = words.iter().flat_map(|word| {
        let (word, count) = word.split_once('*').unwrap_or((word, "1"));
        std::iter::repeat_n(word, count.parse().unwrap())
    });
    for word in all {
        if let Some((value, width)) = word.split_once(':') {
            for bit in 0..width.parse().unwrap() {
                if bit_count % 8 == 0 {
                    bytes.push(0);
                }
                *bytes.last_mut().unwrap() |= ((number(value) >> bit & 1) << (bit_count % 8)) as u8;
                bit_count += 1;
            }
            continue;
        }
        bit_count = 0;
        let (kind, rest) = word.split_at(1);
        let mut value = match kind {
            "\"" => rest.trim_end_matches('"').as_bytes().to_vec(),
            "x" => (0..rest.len()).step_by(2).map(|at| u8::from_str_radix(&rest[at..at + 2], 16).unwrap()).collect(),
            "b" => vec![number(rest) as u8],
            "d" => (number(rest) as u32).to_le_bytes().to_vec(),
            "f" => rest.parse::<f32>().unwrap().to_le_bytes().to_vec(),
            _ => (number(word) as u16).to_le_bytes().to_vec(),
        };
        if big_endian && !matches!(kind, "\"" | "x") {
            value.reverse();
        }
        bytes.extend(value);
    }
    bytes
}

fn number(word: &str) -> i64 {
    word.strip_prefix("0x").map_or_else(|| word.parse(), |hex| i64::from_str_radix(hex, 16)).expect(word)
}

/// Returns the file of a case.
pub(crate) fn bytes(kind: &str, title: &str) -> Vec<u8> {
    let (_, text) = KINDS.iter().find(|(name, _)| *name == kind).expect(kind);
    cases(text).iter().find(|case| case.title == title).expect(title).bytes(kind)
}

pub(crate) fn figure(title: &str) -> Figure {
    mbac::read_with(&bytes("figures", title), &VENDOR).unwrap().document
}

#[test]
fn files_are_read_as_their_cases_say() {
    let mut wrong = Vec::new();
    for (kind, text) in KINDS {
        let cases = cases(text);
        assert!(!cases.is_empty(), "no cases of {kind}");
        for case in &cases {
            let Outcome { messages, document, written } = case.outcome(kind);
            let mut differ = |what: &str, found: &str| wrong.push(format!("{kind}: {}: {what}: {found}", case.title));
            if messages != case.messages {
                differ("messages", &messages.join("\n=> "));
            }
            let missing = case.facts.iter().filter(|fact| !document.contains(**fact));
            missing.for_each(|fact| differ(fact, &document));
            if case.written.is_some_and(|expected| expected != written) {
                differ("written", &written);
            }
            let equal = case.equal.map(|title| cases.iter().find(|case| case.title == title).expect(title));
            if equal.is_some_and(|equal| equal.outcome(kind).document != document) {
                differ("another document", &document);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
