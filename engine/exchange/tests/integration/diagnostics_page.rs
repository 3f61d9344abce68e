//! `docs/diagnostics.md` lists every rule as `keitai explain` shows it.

use std::path::Path;

use keitai_exchange::rules;
use keitai_formats::{Rule, Vendor};

const HEAD: &str = "# Diagnostics

<!-- Made from the rules in the code: KEITAI_BLESS=1 cargo test -p keitai-exchange diagnostics_page -->

Every finding of `check`, `convert` and `info` has a code; errors of the command line have none.
`keitai explain CODE` shows one of these entries.
`keitai check --severity CODE=LEVEL` changes a severity, `--ignore CODE` leaves a code out. \"Vendor\" is the reaction of
the vendor's converter to the same input.
";

/// Chapters by the first letter of the code.
const CHAPTERS: [(&str, &str); 8] = [
    ("T", "Source texts"),
    ("B", "BAC6 texts"),
    ("A", "TRA4 texts"),
    ("C", "Conversion of figures"),
    ("D", "Conversion of actions"),
    ("R", "Decompilation"),
    ("K", "Binary files and checks"),
    ("X", "Exchange with today's tools"),
];

fn page() -> String {
    let mut page = HEAD.to_owned();
    for (letter, title) in CHAPTERS {
        page.push_str(&format!("\n## {letter}: {title}\n"));
        for rule in rules::all().filter(|rule| rule.code.starts_with(letter)) {
            page.push_str(&entry(rule));
        }
    }
    page
}

fn entry(rule: &Rule) -> String {
    let vendor = match rule.vendor {
        Vendor::Writes => "; vendor: writes a file",
        Vendor::Refuses => "; vendor: refuses or crashes",
        Vendor::Garbage => "; vendor: writes garbage",
        Vendor::Unknown => "",
    };
    let Rule { code, severity, title, cause, example, remedy, .. } = rule;
    format!(
        "\n### {code}: {title}\n\n{severity}{vendor}. {cause}\n\nExample: {}\n\nRemedy: {remedy}\n",
        example.replace('<', "\\<").replace('*', "\\*")
    )
}

#[test]
fn the_page_of_diagnostics_lists_every_rule() {
    assert!(rules::all().all(|rule| CHAPTERS.iter().any(|(letter, _)| rule.code.starts_with(letter))));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics.md");
    let page = page();
    if std::env::var_os("KEITAI_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &page).unwrap();
    }
    assert!(
        std::fs::read_to_string(path).unwrap() == page,
        "docs/diagnostics.md is not current; its head says how to make it"
    );
}
