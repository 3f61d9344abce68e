//! Lines of two columns.

use std::fmt;

/// Writes a line of two columns: a name, and its value.
pub(super) fn line(f: &mut fmt::Formatter<'_>, name: &str, value: impl fmt::Display) -> fmt::Result {
    writeln!(f, "  {name:<12} {value}")
}
