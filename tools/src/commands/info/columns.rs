//! Lines of two columns: a name, and its value.

use std::fmt;

/// Returns a number of things. `thing` is the word for one.
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Writes a line.
pub(super) fn line(f: &mut fmt::Formatter<'_>, name: &str, value: impl fmt::Display) -> fmt::Result {
    writeln!(f, "  {name:<12} {value}")
}
