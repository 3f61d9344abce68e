//! RON texts of scenes, shots, recordings and controls.
//!
//! The `ron` crate parses them. `number` reads numbers with a unit, `list` lists and maps with limits, `fault` has the
//! messages of errors, `hint` recognises usual mistakes, `kind` the kind of a file.

mod fault;
mod hint;
mod kind;
pub(crate) mod list;
pub(crate) mod number;

use keitai_formats::text::Position;
use ron::extensions::Extensions;
use serde::Deserialize;

pub use fault::{FaultKind, SceneFault};
pub use kind::RonKind;

/// Parses RON; `Some` may be left out. The error is the fault and the offset of its first byte.
pub(crate) fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, (usize, SceneFault)> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error| fault::of_parser(text, error))
}

/// Parses a whole text, as [`parse`] does, with line and column of a fault.
pub(crate) fn parse_text<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, (Position, SceneFault)> {
    parse(text).map_err(|(offset, fault)| (Position::of(text, offset), fault))
}

/// Default of a flag that is set unless a text says otherwise.
pub(crate) fn yes() -> bool {
    true
}

/// Iterates over the strings of a text, whatever else is wrong with it, with the offsets of their first bytes. Escapes are as
/// written; a string without an end is left out.
pub fn strings(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += text[at..].find(['"', '/'])?;
            let rest = &text[at..];
            let end = |mark: &str| rest[1..].find(mark).map(|end| 1 + end + mark.len());
            if rest.starts_with("//") {
                at += end("\n")?;
            } else if rest.starts_with("/*") {
                at += end("*/")?;
            } else if let Some(inside) = rest.strip_prefix('"') {
                let mut escaped = false;
                let length = inside.find(|c| {
                    c == '"' && !escaped || {
                        escaped = c == '\\' && !escaped;
                        false
                    }
                })?;
                at += length + 2;
                return Some((&inside[..length], at - length - 2));
            } else {
                at += 1;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_found_outside_comments() {
        let list: Vec<_> = strings(
            r#"(a: "x\"y", // "no"
 /* "no" */ b: ["", "é"], c: 1 / 2, "open"#,
        )
        .collect();
        assert_eq!(list, [(r#"x\"y"#, 4), ("", 36), ("é", 40)]);
    }
}
