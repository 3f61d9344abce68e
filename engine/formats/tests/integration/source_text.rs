//! The text readers, tried on the inputs of the converter's vectors and on the published samples.

use crate::corpus;
use keitai_formats::{Diagnostic, Report};
use keitai_formats::{bac, tra};

/// Returns the texts that the vendor's converter was given, and their paths.
fn texts(extension: &str) -> Vec<(String, Vec<u8>)> {
    let paths = corpus::files(extension).unwrap_or_default().into_iter();
    let inputs = paths.filter(|path| path.components().any(|part| part.as_os_str() == "converter"));
    inputs.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())).collect()
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    diagnostics.iter().map(|diagnostic| diagnostic.rule.code).collect()
}

#[test]
fn every_figure_text_survives_writing_and_reading() {
    for (name, text) in texts("bac") {
        let first = bac::read(&text);
        if first.has_errors() {
            continue;
        }
        let second = bac::read(bac::write(&first.document).as_bytes());
        assert!(!second.has_errors(), "{name}: {:?}", second.diagnostics);
        assert_eq!(first.document, second.document, "{name}");
    }
}

#[test]
fn every_action_text_survives_writing_and_reading() {
    for (name, text) in texts("tra") {
        let first = tra::read(&text);
        if first.has_errors() {
            continue;
        }
        let second = tra::read(tra::write(&first.document).as_bytes());
        assert_eq!(codes(&second.diagnostics), Vec::<&str>::new(), "{name}");
        assert_eq!(first.document, second.document, "{name}");
    }
}

#[test]
fn an_integer_that_begins_with_a_point_is_no_integer() {
    let message = |word: &str| {
        let text = format!(";TRA\n( Head ( traVersion 4.0 ) )\n( Figure ( totalFrame {word} ) )");
        let findings = tra::read(text.as_bytes()).diagnostics;
        findings.first().map(|finding| format!("{}: {}", finding.rule.code, finding.message)).unwrap_or_default()
    };
    assert_eq!(message(".5"), "T013: Figure/totalFrame: `.5` is not an integer");
    assert_eq!(message("-.5"), "T013: Figure/totalFrame: `-.5` is not an integer");
    assert_eq!(message("-99999999999"), "T015: Figure/totalFrame: `-99999999999` is too large");
}

#[test]
fn track_types_are_read_without_a_word() {
    let read = |kind: &str| {
        let channels = ["translate", "scale", "rotate"]
            .map(|name| ["x", "y", "z"].map(|axis| format!("( {name}.{axis} ( kf 0 1 ) )")).join(" "));
        let text = format!(
            ";TRA\n( Head ( traVersion 4.0 ) )\n( Figure ( totalFrame 9 ) ( bone ( name \"a\" ) ( trackType {kind} )\n{} ( roll ( kf 0 0 ) ) ) )",
            channels.join("\n")
        );
        let Report { document, diagnostics } = tra::read(text.as_bytes());
        (document.bones[0].track_type, codes(&diagnostics))
    };
    assert_eq!([read("0"), read("6")], [(Some(0), vec![]), (Some(6), vec![])]);
    for outside in ["7", "256", "-1"] {
        assert_eq!(read(outside), (None, vec!["A007"]), "{outside}");
    }
}

/// Returns the notes of findings about chunks that are there twice.
fn repeated(diagnostics: &[Diagnostic]) -> Vec<&str> {
    let findings = diagnostics.iter().filter(|finding| finding.rule.code == "T020");
    findings.map(|finding| finding.note.as_deref().unwrap_or_default()).collect()
}

#[test]
fn every_chunk_that_is_there_twice_is_told_with_what_is_read() {
    let (last, joined) = ("the last one counts", "what they contain is joined");
    let text = ";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure
        ( Vertices ( coords ( pnt 0 0 0 ) ) ( coords ( pnt 1 0 0 ) ) ( normals ( vct 0 0 1 ) ) ( normals ) )
        ( Bones ( bone ( name \"b\" ) ( hasChild false ) ( hasBrother false ) ( translate 0 0 0 ) ( rotate 0 0 1 )
          ( handle 0 1 0 ) ( vertexIndices 0 ) ( vertexIndices 1 ) ) )
        ( DynamicPolygons ( group ( name \"one\" ) ( name \"two\" ) ) )
        ( name \"f\" ) ( name \"g\" ) ( Colors ( f3 0 0 0 ) ) ( Colors ( f3 1 1 1 ) ) )";
    let Report { document, diagnostics } = bac::read(text.as_bytes());
    assert_eq!(repeated(&diagnostics), [joined, joined, last, last, last, joined]);
    assert_eq!((document.coords.len(), document.normals.unwrap().len(), document.colours.len()), (2, 1, 2));
    let indices = document.bones[0].vertices.iter().map(|index| index.value).collect::<Vec<_>>();
    assert_eq!((indices, document.groups[0].name.as_deref()), (vec![1], Some("two")));
    assert_eq!(document.name.as_deref(), Some("g"));

    let text = ";TRA\n( Head ( traVersion 4.0 ) )\n( Figure ( totalFrame 5 ) ( bone ( name \"b\" )
        ( roll ( kf 0 1 ) ) ( roll ( kf 0 2 ) ) )
        ( DynamicPolygons ( kgf 0 0 true ) ) ( DynamicPolygons ( kgf 1 0 false ) ) )";
    let Report { document, diagnostics } = tra::read(text.as_bytes());
    assert_eq!(repeated(&diagnostics), [last, joined]);
    assert_eq!((document.bones[0].roll.keys.len(), document.bones[0].roll.keys[0].value), (1, 2.0));
    assert_eq!(document.switches.unwrap().len(), 2);
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
fn findings_about_a_chunk_name_the_chunk_around_it() {
    let text = ";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure ( Vertices ( cords ( pnt 0 0 0 ) ) )
        ( Materials ( material ( specular 0 ) ( specular 1 ) ) ) ( Bones ( bone ( hasChild false ) ( hasChild true ) ) ) )";
    let diagnostics = bac::read(text.as_bytes()).diagnostics;
    let findings = diagnostics.iter().filter(|finding| ["T018", "T020"].contains(&finding.rule.code));
    let expected = [
        "Figure/Vertices: `cords` is not known here",
        "Figure/Materials/material[0]: a second `specular`",
        "Figure/Bones/bone[0]: a second `hasChild`",
    ];
    assert_eq!(findings.map(|finding| finding.message.as_str()).collect::<Vec<_>>(), expected);
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
