//! The order of names with numbers.

/// Returns the sort key of a name: its letters, and the number at its end.
///
/// ```
/// # use keitai_formats::natural;
/// let mut names = ["walk", "13", "2", "page10", "page9"];
/// names.sort_by_key(|name| natural(name));
/// assert_eq!(names, ["2", "13", "page9", "page10", "walk"]);
/// ```
pub fn natural(name: &str) -> (&str, u64) {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (letters, name.get(letters.len()..).and_then(|digits| digits.parse().ok()).unwrap_or(0))
}
