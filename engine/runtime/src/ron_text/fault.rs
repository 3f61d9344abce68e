//! Faults of scenes, recordings and files of controls, with their hints.

use keitai_formats::text::nearest;
use ron::error::{Error as Code, Position as Cursor, SpannedError};

use super::hint;
use crate::assets::AssetError;

/// A fault at some place of a scene, a recording or a file of controls.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct SceneFault {
    /// Group of the fault, for programs.
    pub kind: FaultKind,
    message: String,
    hint: Option<String>,
    /// Whether a fault of a prefab can vanish: by a field that an entity adds, or by a name of the scene.
    pub(crate) may_vanish: bool,
}

/// Kind of a [`SceneFault`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text is not RON, or a value has the wrong type.
    Syntax,
    /// A name that is not defined or is defined twice, or a line of parents or prefabs that leads back to its start.
    Name,
    /// A value out of range or one that does not fit others, a field without effect, or more than a scene may have.
    Value,
    /// A file that cannot be used.
    File,
    /// A textured figure without companion textures.
    NoTexture,
    /// A camera with a near plane of 1. Only checks report it.
    NearPlane,
    /// A second light, or letters that a font lacks. Only checks report them.
    Unseen,
    /// A turn in parts of 4096 that looks like one in degrees. Only checks report it.
    Degrees,
}

impl From<AssetError> for SceneFault {
    fn from(error: AssetError) -> Self {
        let in_folder = matches!(&error, AssetError::NotFound { path, .. } if path.as_str().contains('/'));
        let relative = in_folder.then(|| "paths are relative to the file that contains them".to_owned());
        Self { hint: error.hint().or(relative), ..Self::new(FaultKind::File, error.to_string()) }
    }
}

impl From<String> for SceneFault {
    fn from(message: String) -> Self {
        Self::new(FaultKind::Value, message)
    }
}

impl From<&str> for SceneFault {
    fn from(message: &str) -> Self {
        Self::new(FaultKind::Value, message)
    }
}

impl SceneFault {
    pub(crate) fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), hint: None, may_vanish: false }
    }

    /// Returns the fault of a name, with a similar one of the known names or all of them as the hint.
    pub(crate) fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => Some(format!("did you mean \"{near}\"?")),
            None if known.is_empty() => None,
            None => Some(format!("known names: {}", list(known.iter().map(|name| format!("\"{name}\""))))),
        };
        Self { hint, ..Self::new(FaultKind::Name, format!("there is no {what} \"{name}\"")) }
    }

    pub(crate) fn undeclared<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        Self { may_vanish: true, ..Self::unknown(what, name, known) }
    }

    pub(crate) fn duplicate(what: &str, name: &str) -> Self {
        Self::new(FaultKind::Name, format!("{what} \"{name}\" is defined twice"))
    }

    /// Returns the fault of an entity that is its own parent, or of a prefab that is made of itself, directly or through others.
    pub(crate) fn cycle(what: &str, name: &str) -> Self {
        Self::new(FaultKind::Name, format!("{what} cycle through \"{name}\""))
    }

    pub(crate) fn needs(field: &str, others: &[&str]) -> Self {
        let other = match others {
            [first @ .., another, last] => [first, &[&format!("{another}` or `{last}")]].concat().join("`, `"),
            _ => others.concat(),
        };
        Self { may_vanish: true, ..format!("`{field}` has no effect without `{other}`").into() }
    }

    pub(crate) fn excluded(field: &str, other: &str) -> Self {
        format!("`{field}` has no effect with `{other}`").into()
    }

    /// Returns the fault of a field in a prefab, a child or a sound.
    pub(crate) fn misplaced(field: &str, place: &str) -> Self {
        format!("`{field}` is not allowed in {place}").into()
    }

    pub(crate) fn index(count: usize, things: &str, number: usize) -> Self {
        let expected = match count {
            0 => format!("none (there are no {things})"),
            1 => "0".to_owned(),
            _ => format!("0..={}", count - 1),
        };
        format!("expected {expected}, found {number}").into()
    }

    pub(crate) fn too_many(things: &str, most: usize, count: usize) -> Self {
        format!("{things}: expected at most {most}, found {count}").into()
    }

    /// Returns the fault of a textured figure without companion textures. `is_embedded` is set when the program contains the
    /// files.
    pub(crate) fn no_texture(figure: &str, is_embedded: bool) -> Self {
        let files = if is_embedded { ", and give their files to `embed!`" } else { "" };
        let hint = Some(format!("name its textures in `textures: [\"..\"]`{files}"));
        Self { hint, may_vanish: true, ..Self::new(FaultKind::NoTexture, format!("no texture found for {figure}")) }
    }

    pub(crate) fn near_plane() -> Self {
        Self::new(FaultKind::NearPlane, "a near plane of 1 leaves few sort keys: far polygons change places")
    }

    pub(crate) fn degrees(turn: i32) -> Self {
        let hint = Some(format!("deg({turn}) is {turn} degrees"));
        let message =
            format!("a turn of {turn} is {} degrees: a whole turn is 4096", (turn * 360 + 2048).div_euclid(4096));
        Self { hint, ..Self::new(FaultKind::Degrees, message) }
    }

    pub(crate) fn no_letters(letters: impl IntoIterator<Item = char>) -> Self {
        let letters = list(letters.into_iter().map(|letter| format!("\"{letter}\"")));
        Self::new(FaultKind::Unseen, format!("the font has no {letters}"))
    }

    /// Returns advice that goes beyond the message.
    pub fn hint(&self) -> Option<String> {
        self.hint.clone()
    }
}

/// Joins the first 64 names.
fn list(names: impl Iterator<Item = String>) -> String {
    const MAX_NAMES: usize = 64;
    let names: Vec<String> = names.take(MAX_NAMES + 1).collect();
    let first = names[..names.len().min(MAX_NAMES)].join(", ");
    if names.len() > MAX_NAMES { format!("{first} and more") } else { first }
}

/// Returns the fault that a parser's error stands for, and its offset in the text.
pub(super) fn of_parser(text: &str, error: SpannedError) -> (usize, SceneFault) {
    let is_range = matches!(&error.code, Code::Message(message) if message.starts_with("expected "));
    let (at, mut fault) = worded(text, error);
    if fault.hint.is_none() {
        let field =
            || hint::field_of(text, at).filter(|_| is_range).map(|field| format!("this is a value of `{field}`"));
        fault.hint = hint::of_mistake(text, at).or_else(field);
    }
    (at, fault)
}

fn worded(text: &str, SpannedError { code, span }: SpannedError) -> (usize, SceneFault) {
    let start = offset(text, span.start);
    // Some errors begin at the space before the value.
    let value = text.len() - text[start..].trim_start().len();
    let at = if value < text.len() { value } else { start };
    let fault = |message: String, hint| SceneFault { hint, ..SceneFault::new(FaultKind::Syntax, message) };
    match code {
        Code::NoSuchStructField { expected, found, .. } => {
            (at, fault(format!("unknown field `{found}`"), Some(nearest_of(&found, expected))))
        }
        Code::NoSuchEnumVariant { expected, found, .. } => {
            (at, fault(format!("unknown name `{found}`"), Some(nearest_of(&found, expected))))
        }
        Code::MissingStructField { field, .. } => (at, fault(format!("missing field `{field}`"), None)),
        Code::DuplicateStructField { field, .. } => (at, fault(format!("duplicate field `{field}`"), None)),
        Code::InvalidValueForType { expected, found } => {
            // The place of an error in a value that was read as text is after the value, that of one in a number after its sign.
            let at = text[..start].strip_suffix(found.as_str()).map_or(number(text, at).0, str::len);
            (at, fault(format!("expected {expected}, found {found}"), None))
        }
        Code::IntegerOutOfBounds => {
            let (at, number) = number(text, at);
            (at, format!("the number {number} is out of bounds").into())
        }
        // The point of a decimal follows the whole number that was expected.
        Code::TrailingCharacters | Code::ExpectedComma | Code::ExpectedStructLikeEnd if text[at..].starts_with('.') => {
            let (at, number) = number(text, at);
            (at, fault(format!("expected a whole number, found {number}"), None))
        }
        // Mostly a value where a field's name should be, because brackets or names are missing.
        Code::SuggestRawIdentifier(name) => (at, fault(format!("expected a name, found {name}"), None)),
        Code::ExpectedChar => (at, fault("expected a text in double quotes".to_owned(), None)),
        // The name of the Rust type does not help here.
        Code::ExpectedNamedStructLike(_) | Code::ExpectedDifferentStructName { .. } => {
            (at, fault("expected opening `(`".to_owned(), None))
        }
        Code::ExceededRecursionLimit => (at, fault("brackets nest too deep".to_owned(), None)),
        // The parser is after a quote, a sign or the prefix of a number.
        Code::Message(message) if text[..at].ends_with('"') => (at - 1, message.into()),
        Code::Message(message) => (number(text, at).0, message.into()),
        other => {
            let message = other.to_string();
            let (first, rest) = message.split_at(message.chars().next().map_or(0, char::len_utf8));
            (at, fault(first.to_lowercase() + rest, None))
        }
    }
}

/// Returns the place and the text of the number around an offset; the offset where there is none.
fn number(text: &str, at: usize) -> (usize, &str) {
    let of_number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '+' | '-');
    let start = text[..at].trim_end_matches(of_number).len();
    let end = text[at..].find(|c| !of_number(c)).map_or(text.len(), |length| at + length);
    (start, &text[start..end])
}

fn nearest_of(word: &str, expected: &[&str]) -> String {
    let other = hint::other_name(word).filter(|name| expected.contains(name));
    match other.or_else(|| nearest(word, expected.iter().copied())) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of {}", list(expected.iter().map(|name| format!("`{name}`")))),
    }
}

/// Returns the offset of the byte at a place of the parser; the end of the line, or of the text, for a place after it.
fn offset(text: &str, at: Cursor) -> usize {
    let mut lines = text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(at.line.saturating_sub(1)).map(str::len).sum();
    let line = lines.next().unwrap_or_default();
    let column = line.char_indices().nth(at.col.saturating_sub(1));
    start + column.map_or(line.len(), |(offset, _)| offset)
}
