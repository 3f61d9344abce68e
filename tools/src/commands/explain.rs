//! `keitai explain`: the cause of a diagnostic, an example and a remedy, as `docs/diagnostics.md` has them.

use keitai_app::console;
use keitai_exchange::rules;
use keitai_formats::Rule;

use crate::cli::Explain;
use crate::error::Error;

const PAGE: &str = include_str!("../../../docs/diagnostics.md");

pub(crate) fn run(arguments: &Explain) -> Result<(), Error> {
    let Some(code) = &arguments.code else {
        let line = |rule: &Rule| format!("{} {:7} {}\n", rule.code, rule.severity.to_string(), rule.title);
        return Ok(console::print(&rules::all().map(line).collect::<String>())?);
    };
    let code = rule(code)?.code;
    let entry = entries().find(|entry| entry.starts_with(code)).unwrap_or(code);
    Ok(console::print(&format!("{entry}\n"))?)
}

/// Returns the entries of the page; each begins with its code.
fn entries() -> impl Iterator<Item = &'static str> {
    let chapters = PAGE.split("\n## ").skip(1);
    chapters.flat_map(|chapter| chapter.split("\n### ").skip(1)).map(str::trim_end)
}

/// Returns the rule of a code. The error about a code that does not exist names the nearest one.
pub(crate) fn rule(code: &str) -> Result<&'static Rule, Error> {
    rules::explain(code).map_err(|near| {
        let hint = near.map_or("`keitai explain` lists all codes".to_owned(), |near| format!("did you mean {near}?"));
        Error::usage(format!("there is no code `{code}`"), hint)
    })
}

#[cfg(test)]
mod tests {
    use keitai_formats::Vendor;

    use super::*;

    #[test]
    fn every_rule_has_an_entry_with_its_title_and_severities() {
        let heads = rules::all().map(|Rule { code, severity, vendor, title }| {
            let vendor = match vendor {
                Vendor::Writes => "; vendor: writes a file",
                Vendor::Refuses => "; vendor: refuses or crashes",
                Vendor::Garbage => "; vendor: writes garbage",
                Vendor::Unknown => "",
            };
            format!("{code}: {title}\n\n{severity}{vendor}. ")
        });
        // Chapters begin with what is read first. Codes are unique, and ascend in a chapter of the page and in a table.
        let chapter = |text: &str| "TBACDRKX".find(&text[..1]);
        let mut heads: Vec<String> = heads.collect();
        heads.sort_by_key(|head| chapter(head));
        let codes: Vec<_> = entries().map(|entry| (chapter(entry), &entry[..4])).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
        assert_eq!(codes.len(), heads.len());
        for (entry, head) in entries().zip(heads) {
            let text = entry.strip_prefix(&head).unwrap_or_else(|| panic!("expected {head}, found {entry}"));
            let parts: Vec<&str> = text.split("\n\n").collect();
            let [cause, example, remedy] = parts[..] else { panic!("{entry}") };
            assert!(cause.ends_with('.') && remedy.starts_with("Remedy: ") && remedy.ends_with('.'), "{entry}");
            let example = example.strip_prefix("Example: ").unwrap_or_default();
            assert!(!example.is_empty() && (!example.ends_with('.') || example.ends_with(" ...")), "{entry}");
        }
    }
}
