//! The text readers, tried on the inputs of the converter's vectors and on the published samples.

use crate::corpus;
use keitai_formats::{Diagnostic, Report, bac, tra};

/// Returns the texts that the vendor's converter was given, and their paths.
fn texts(extension: &str) -> Vec<(String, Vec<u8>)> {
    let paths = corpus::files(extension).unwrap_or_default().into_iter();
    let inputs = paths.filter(|path| path.components().any(|part| part.as_os_str() == "converter"));
    inputs.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())).collect()
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    diagnostics.iter().map(|diagnostic| diagnostic.rule.code).collect()
}

/// Checks that every text without errors is the same document after writing and reading. Written actions give no findings.
fn survive<T: PartialEq + std::fmt::Debug>(extension: &str, read: fn(&[u8]) -> Report<T>, write: fn(&T) -> String) {
    for (name, text) in texts(extension) {
        let first = read(&text);
        if first.has_errors() {
            continue;
        }
        let second = read(write(&first.document).as_bytes());
        let is_sound = second.diagnostics.is_empty() || extension == "bac" && !second.has_errors();
        assert!(is_sound, "{name}: {:?}", second.diagnostics);
        assert_eq!(first.document, second.document, "{name}");
    }
}

#[test]
fn every_text_survives_writing_and_reading() {
    survive("bac", bac::read, bac::write);
    survive("tra", tra::read, tra::write);
}

/// Returns the lines of a printed sample: from `;BAC` or `;TRA` to the end of the code block.
fn printed(document: &str, magic: &str) -> Vec<String> {
    let text = std::fs::read_to_string(corpus::folder().unwrap().join("seeds").join(document)).unwrap();
    let samples = text.rfind("# 4. ").or_else(|| text.find("Sample01")).unwrap_or_default();
    let line = format!("{magic}\n");
    let code = text[samples..].split(&line).skip(1);
    code.map(|sample| format!("{magic}\n{}", sample.split("\n【").next().unwrap_or_default())).collect()
}

#[test]
fn printed_figure_samples_are_read_with_warnings() {
    if corpus::folder().is_none() {
        return;
    }
    let samples = printed("bac6_en.txt", ";BAC");
    assert_eq!(samples.len(), 2);
    for sample in samples {
        let report = bac::read(sample.as_bytes());
        assert!(!report.has_errors(), "{:#?}", report.diagnostics);
        let document = report.document;
        assert_eq!(document.bones.len(), 1);
        assert_eq!(document.polygons.len(), 1);
        assert!(matches!(document.coords.len(), 4 | 6));
    }
}

#[test]
fn printed_action_samples_are_read_with_warnings() {
    if corpus::folder().is_none() {
        return;
    }
    let samples = printed("tra4_ja.txt", ";TRA");
    let samples = &samples[samples.len() - 3..];
    for (sample, total) in samples.iter().zip([11, 11, 45]) {
        let report = tra::read(sample.as_bytes());
        assert!(!report.has_errors(), "{:#?}", report.diagnostics);
        let Report { document, diagnostics } = report;
        assert_eq!(document.total_frame, Some(total));
        assert_eq!(document.bones.len(), 1);
        assert!(!codes(&diagnostics).contains(&"A002"), "every channel is found again");
    }
}

#[test]
fn the_mark_of_windows_editors_changes_nothing() {
    let figure = ";BAC\n( Head ( bacVersion 6.1 ) )\n( Figure ( Bones ) )";
    let (plain, marked) = (bac::read(figure.as_bytes()), bac::read(format!("\u{feff}{figure}").as_bytes()));
    assert_eq!(marked.document, plain.document);
    assert!(codes(&plain.diagnostics).contains(&"T024"));
    assert_eq!(codes(&marked.diagnostics), codes(&plain.diagnostics));
    let lines = |report: Report<bac::Bac>, text: &str| {
        let located = report.with_lines(text.as_bytes()).diagnostics;
        located.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(lines(marked, &format!("\u{feff}{figure}")), lines(plain, figure));

    let one_line = |mark: &str| {
        let text = format!("{mark}( Head ( traVersion 4.0 ) ) ( Figure ( totalFrame 1 ) x )");
        lines(tra::read(text.as_bytes()).map(|_| bac::Bac::default()), &text)
    };
    assert_eq!(one_line("\u{feff}"), one_line(""));
    let settings = "\u{feff};keitai no-trailer\n";
    assert_eq!(tra::read(settings.as_bytes()).document.settings, [("no-trailer".to_owned(), String::new())]);
}

#[test]
fn a_text_of_utf_16_is_one_clear_error() {
    for little in [true, false] {
        let wide = "\u{feff};BAC\r\n( Head ( bacVersion 6.0 ) )".encode_utf16();
        let bytes: Vec<u8> =
            wide.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect();
        assert_eq!(codes(&bac::read(&bytes).diagnostics), ["T028"]);
        assert_eq!(codes(&tra::read(&bytes).diagnostics), ["T028"]);
    }
}
