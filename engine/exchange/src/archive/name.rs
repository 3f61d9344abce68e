//! Names of entries: how they are read, and as paths below an output folder.

use keitai_formats::diagnostic::is_unsafe;
use keitai_formats::text::shift_jis;

/// Returns a name in UTF-8 or Shift-JIS as text; `None` for other bytes.
pub(super) fn decoded(raw: &[u8]) -> Option<String> {
    std::str::from_utf8(raw).ok().map(str::to_owned).or_else(|| shift_jis(raw))
}

/// Returns the name of an entry as all commands use it: with `/` between folders, and without empty names and dots.
pub fn normal(name: &str) -> String {
    name.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect::<Vec<_>>().join("/")
}

/// Returns a name that a file can have on every system. Characters that some system forbids become `_`, and so do
/// invisible ones: no name controls a terminal or looks like another. Names of devices get a `_` before them.
pub fn file_name(name: &str) -> String {
    let plain: String = name.chars().map(|c| if is_unsafe(c) || r#"\:*?"<>|"#.contains(c) { '_' } else { c }).collect();
    let part = |part: &str| {
        // Windows leaves out dots and spaces at the end of a name.
        let whole = part.trim_end_matches(['.', ' ']);
        let device = if is_device(whole) { "_" } else { "" };
        format!("{device}{whole}{}", "_".repeat(part.len() - whole.len()))
    };
    plain.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Returns whether Windows takes a name for a device, whatever its ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_numbered = |number: &str| number.len() == 1 && ("1"..="9").contains(&number);
    let numbered = stem.strip_prefix("com").or(stem.strip_prefix("lpt")).is_some_and(is_numbered);
    numbered || matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
}

/// Returns whether a name, taken as a path below a folder, stays there on every system.
pub fn is_safe(name: &str) -> bool {
    // Windows leaves out dots and spaces at the end of a name.
    let part = |part: &str| !part.trim_matches(['.', ' ']).is_empty() && !part.contains([':', '\\', '\0']);
    name.split('/').all(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_not_safe() {
        assert!(["17", "res/17", "a/b..c/.d"].into_iter().all(is_safe));
        let elsewhere =
            ["../a", "a/../../b", "/etc/passwd", "C:a", "a\\..\\b", "..", "", "a//b", "a/./b", "a\0", ".. /a", "a/..."];
        assert!(!elsewhere.into_iter().any(is_safe));
    }

    #[test]
    fn names_of_files_can_be_seen_and_written_on_windows() {
        assert_eq!(file_name("a/r\u{f6}bo \u{8868}.mbac"), "a/r\u{f6}bo \u{8868}.mbac");
        assert_eq!(file_name("a\u{1b}[31m\n\u{200b}\u{202e}\u{3164}:?"), "a_[31m______");
        assert_eq!(file_name("con/NUL.mbac"), "_con/_NUL.mbac");
        assert_eq!(file_name("Com1 .txt/lpt9"), "_Com1 .txt/_lpt9");
        assert_eq!(file_name("a./b. ./.c"), "a_/b___/.c");
        assert_eq!(file_name("cone/com/com10/aux1.con"), "cone/com/com10/aux1.con");
    }
}
