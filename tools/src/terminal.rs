//! Output for a terminal: diagnostics, those about texts with the line of the text below, and a bar for long work.

use std::io::IsTerminal;
use std::path::Path;

use codespan_reporting::diagnostic::{Diagnostic as Report, Label, Severity as Weight};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{self, Config};
use indicatif::{ProgressBar, ProgressStyle};
use keitai_app::console;
use keitai_formats::diagnostic::{escaped, is_unsafe};
use keitai_formats::text::Span;
use keitai_formats::{Diagnostic, Location, Severity};

/// Bytes of the longest line of a text that is shown; texts of programs may be one line of megabytes.
const LONGEST: usize = 400;

/// Prints the diagnostics of one file. Without a text (binary files have none), about a text as a whole, or about a very long line of
/// it, a diagnostic is one line.
pub(crate) fn print(path: &Path, text: Option<&[u8]>, diagnostics: &[Diagnostic]) {
    if diagnostics.is_empty() {
        return;
    }
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let name = escaped(&path.to_string_lossy()).into_owned();
    let text = text.map(Text::new);
    let line = |diagnostic: &Diagnostic| format!("{name}: {diagnostic}");
    for diagnostic in diagnostics {
        let excerpt = text.as_ref().map(|text| (text, report(diagnostic, text)));
        let Some((text, report)) = excerpt.filter(|(text, report)| text.may_show(report)) else {
            console::note(&line(diagnostic));
            continue;
        };
        let file = SimpleFile::new(&name, &text.content);
        let mut lines = if colour { Buffer::ansi() } else { Buffer::no_color() };
        match term::emit_to_write_style(&mut lines, &Config::default(), &file, &report) {
            Ok(()) => console::write_stderr(lines.as_slice()),
            Err(_) => console::note(&line(diagnostic)),
        }
    }
}

fn report(diagnostic: &Diagnostic, text: &Text) -> Report<()> {
    let weight = match diagnostic.severity {
        Severity::Note => Weight::Note,
        Severity::Warning => Weight::Warning,
        Severity::Error => Weight::Error,
    };
    let mut labels = Vec::new();
    if let Location::Span(span) = diagnostic.location {
        labels.push(Label::primary((), text.range(span)));
    }
    if let Some((Location::Span(span), what)) = &diagnostic.related {
        labels.push(Label::secondary((), text.range(*span)).with_message(escaped(what)));
    }
    Report::new(weight)
        .with_code(diagnostic.rule.code)
        .with_message(escaped(&diagnostic.message))
        .with_labels(labels)
        .with_notes(diagnostic.note.iter().map(|note| escaped(note).into_owned()).collect())
}

/// A text that can be shown. One that is not UTF-8 is read as Latin-1: each byte above 0x7F becomes two, and what follows moves.
struct Text {
    content: String,
    /// Offsets of the bytes that became two.
    widened: Vec<usize>,
}

impl Text {
    fn new(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self { content: harmless(text), widened: Vec::new() },
            Err(_) => Self {
                content: harmless(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>()),
                widened: bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()).map(|(at, _)| at).collect(),
            },
        }
    }

    /// Returns whether a report has lines to show, and none of them is longer than [`LONGEST`].
    fn may_show(&self, report: &Report<()>) -> bool {
        let is_end = |byte: &u8| *byte == b'\n';
        !report.labels.is_empty()
            && report.labels.iter().all(|label| {
                let (before, after) =
                    (&self.content.as_bytes()[..label.range.start], &self.content.as_bytes()[label.range.end..]);
                let start = before.iter().rposition(is_end).map_or(0, |at| at + 1);
                let end = label.range.end + after.iter().position(is_end).unwrap_or(after.len());
                self.content.as_bytes()[start..end].split(is_end).all(|line| line.len() <= LONGEST)
            })
    }

    fn range(&self, span: Span) -> std::ops::Range<usize> {
        let moved = |offset: usize| offset + self.widened.partition_point(|at| *at < offset);
        moved(span.range().start)..moved(span.range().end)
    }
}

/// Returns a text with `?` for each byte of the characters that a terminal must not get, so that all positions stay the same.
fn harmless(text: &str) -> String {
    let mut rest = text.chars();
    let mut harmless = String::with_capacity(text.len());
    while let Some(character) = rest.next() {
        let is_shown = match character {
            '\n' | '\t' => true,
            // Alone it would write over its line.
            '\r' => rest.as_str().starts_with('\n'),
            character => !is_unsafe(character),
        };
        let length = if is_shown { 0 } else { character.len_utf8() };
        harmless.extend(std::iter::repeat_n('?', length).chain(is_shown.then_some(character)));
    }
    harmless
}

/// Fewest things for which a bar is shown.
const WORTH_A_BAR: usize = 16;

/// Returns a bar for this many things, such as "files"; hidden when they are few or stderr is not a terminal.
pub(crate) fn bar(count: usize, things: &str) -> ProgressBar {
    if count < WORTH_A_BAR || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count as u64);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {things}, {{eta}} left")) {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn very_long_lines_are_not_shown() {
        let text = Text::new(format!("short\n{}\nshort too", "x".repeat(LONGEST + 1)).as_bytes());
        let may_show = |range| text.may_show(&Report::error().with_labels(vec![Label::primary((), range)]));
        let end = text.content.len();
        assert_eq!([0..2, 3..5, end - 1..end].map(may_show), [true; 3]);
        assert_eq!([6..7, 200..300, 3..end].map(may_show), [false; 3]);
        assert!(!text.may_show(&Report::error()), "nothing names the file then");
    }

    #[test]
    fn places_move_with_bytes_that_become_two() {
        let text = Text::new(b"a\xe4b\xe4c");
        assert_eq!(&text.content[text.range(Span { start: 4, end: 5 })], "c");
        assert_eq!(&text.content[text.range(Span { start: 1, end: 2 })], "\u{e4}");
        let text = Text::new("a\x1b\u{202e}b".as_bytes());
        assert_eq!((&text.content[..], &text.content[text.range(Span { start: 5, end: 6 })]), ("a????b", "b"));
        assert_eq!(Text::new(b"a\rb\r\nc\r").content, "a?b\r\nc?");
    }
}
