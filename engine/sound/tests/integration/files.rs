//! The cases of `tests/files`: sound files, and what their readers find. The page beside them describes their form.

use keitai_sound::{Sample, tune, wave};

use crate::bytes;

#[derive(Default)]
struct File<'t> {
    kind: &'t str,
    numbers: Vec<u32>,
    /// Tracks, or the chunks of a WAV file.
    parts: Vec<Vec<u8>>,
    changes: Vec<(&'t str, usize, Vec<u8>)>,
    expected: Vec<&'t str>,
}

impl<'t> File<'t> {
    fn state(&mut self, line: &'t str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "midi" | "tones" | "wave" => {
                self.kind = word;
                self.numbers = rest.split_whitespace().map(|number| number.parse().expect(line)).collect();
            }
            "track" | "sequence" => self.parts.push(bytes_of(rest)),
            "format" => {
                let (numbers, more) = rest.split_once(", then ").unwrap_or((rest, ""));
                let numbers: Vec<u32> = numbers.split(' ').map(|number| number.parse().expect(line)).collect();
                let [tag, channels, rate, block, bits] = numbers[..] else { panic!("{line}") };
                let format = bytes::format(tag as u16, channels as u16, rate, block as u16, bits as u16);
                self.parts.push(bytes::chunk(b"fmt ", &[format, bytes_of(more)].concat()));
            }
            "set" | "insert" => {
                let (at, bytes) = rest.split_once(' ').unwrap();
                self.changes.push((word, at.parse().expect(line), bytes_of(bytes)));
            }
            "length" => self.changes.push((word, rest.parse().expect(line), Vec::new())),
            "=>" | "has" => self.expected.push(line),
            tag => self.parts.push(bytes::chunk(tag.as_bytes().try_into().expect(line), &bytes_of(rest))),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut file = match self.kind {
            "midi" => {
                let tracks: Vec<&[u8]> = self.parts.iter().map(Vec::as_slice).collect();
                bytes::midi(self.numbers[0] as u16, self.numbers[1] as u16, &tracks)
            }
            "wave" => bytes::wave(&self.parts),
            _ => self.parts.concat(),
        };
        for (change, at, bytes) in &self.changes {
            let range = if *change == "set" { *at..at + bytes.len() } else { *at..*at };
            file.splice(range, bytes.iter().copied());
            if *change == "length" {
                file.truncate(*at);
            }
        }
        file
    }

    /// Returns the error of reading the file, or what it holds.
    fn outcome(&self) -> String {
        let file = self.bytes();
        let frames = |sample: Sample| {
            let frame = |index| sample.frame(index).unwrap().map(|value| value * 32768.0);
            let frames: Vec<_> = (0..sample.len()).map(frame).collect();
            format!("rate {}, frames {frames:?}", sample.rate())
        };
        let contents = match self.kind {
            "midi" => tune::midi::read(&file).map(|tune| format!("{tune:?}")),
            "tones" => tune::tones::read(&file).map(|tune| format!("{tune:?}")),
            _ => wave::read(&file).map(frames),
        };
        contents.map_or_else(|error| format!("=> {error}"), |contents| format!("has {contents}"))
    }
}

/// Returns the bytes of numbers, texts in quotation marks, and `end` for the end of a track.
fn bytes_of(words: &str) -> Vec<u8> {
    let word_bytes = |word: &str| match word {
        "end" => bytes::END.to_vec(),
        text if text.starts_with('"') => text.trim_matches('"').into(),
        hex if hex.starts_with("0x") => vec![u8::from_str_radix(&hex[2..], 16).expect(word)],
        number => vec![number.parse::<i16>().expect(word) as u8],
    };
    words.split_whitespace().flat_map(word_bytes).collect()
}

#[test]
fn files_are_read_as_their_cases_say() {
    let mut wrong = Vec::new();
    for case in include_str!("../files/sounds.txt").split("\n# ").skip(1) {
        let (title, statements) = case.split_once('\n').unwrap();
        let mut file = File::default();
        let lines = statements.lines().map(|line| line.split_once("// ").map_or(line, |(line, _)| line).trim_end());
        lines.filter(|line| !line.is_empty()).for_each(|line| file.state(line));
        let outcome = file.outcome();
        let holds = |expected: &str| match expected.strip_prefix("has ") {
            Some(part) => outcome.starts_with("has ") && outcome.contains(part),
            None => outcome == expected,
        };
        if file.expected.is_empty() || !file.expected.iter().all(|expected| holds(expected)) {
            wrong.push(format!("{title}: {outcome}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
