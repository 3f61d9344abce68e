//! Faults of scenes, recordings and files of controls, with their hints.

use keitai_formats::text::nearest;
use ron::error::{Error as Code, Position as Cursor, SpannedError};

use crate::assets::AssetError;

/// A fault at some place of a scene, a recording or a file of controls.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum SceneFault {
    /// The text is not RON, or a value has the wrong type.
    #[error("{message}")]
    Syntax {
        /// The message.
        message: String,
        /// Advice.
        hint: Option<String>,
    },
    /// A name that is not defined.
    #[error("there is no {what} \"{name}\"")]
    Unknown {
        /// Kind of the named thing: entity, prefab or action.
        what: &'static str,
        /// The name.
        name: String,
        /// A similar name, or the names that are defined.
        hint: Option<String>,
    },
    /// A name that is defined twice.
    #[error("{what} \"{name}\" is defined twice")]
    Duplicate {
        /// Kind of the named thing: entity or prefab.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// An entity that is its own parent, or a prefab that is made of itself, directly or through others.
    #[error("{what} cycle through \"{name}\"")]
    Cycle {
        /// `parent` or `prefab`.
        what: &'static str,
        /// The entity or the prefab.
        name: String,
    },
    /// A value outside its range, or one that does not fit other values or the files of a scene, or more than a scene may have.
    #[error("{0}")]
    Value(String),
    /// A field that has no effect without another.
    #[error("`{field}` has no effect without `{needs}`")]
    Needs {
        /// The field.
        field: &'static str,
        /// The other.
        needs: &'static str,
    },
    /// A field that has no effect beside another.
    #[error("`{field}` has no effect with `{other}`")]
    Excluded {
        /// The field.
        field: &'static str,
        /// The other.
        other: &'static str,
    },
    /// A text that some languages of a table lack. Scenes show it in the first language; only checks report it.
    #[error("\"{key}\" has no text in {languages}")]
    Untranslated {
        /// The key.
        key: String,
        /// The languages, with commas.
        languages: String,
    },
    /// A light of a scene that has no effect. Only checks report it.
    #[error("only the first light of a scene has an effect")]
    SecondLight,
    /// A camera with a near plane of 1. Only checks report it.
    #[error("a near plane of 1 leaves few sort keys: far polygons change places")]
    NearPlane,
    /// Letters of a text that its font lacks. Only checks report them.
    #[error("the font has no {letters}")]
    NoLetters {
        /// The letters in quotes, with commas.
        letters: String,
    },
    /// A field that is not allowed in a prefab or a child.
    #[error("`{field}` is not allowed in {place}")]
    Misplaced {
        /// The field.
        field: &'static str,
        /// The prefab or the child.
        place: &'static str,
    },
    /// A textured figure without companion textures.
    #[error("no texture found for {figure}")]
    NoTexture {
        /// The figure's file.
        figure: String,
        /// Whether the files are those of the program.
        embedded: bool,
    },
    /// A file that cannot be used.
    #[error("{0}")]
    Asset(Box<AssetError>),
}

impl From<AssetError> for SceneFault {
    fn from(error: AssetError) -> Self {
        Self::Asset(Box::new(error))
    }
}

impl SceneFault {
    /// Returns the fault of a text that the parser accepts.
    pub(crate) fn syntax(message: impl Into<String>) -> Self {
        Self::Syntax { message: message.into(), hint: None }
    }

    /// Returns the fault of a name, with a similar one of the known names or all of them as the hint.
    pub(crate) fn unknown<'a>(what: &'static str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => Some(format!("did you mean \"{near}\"?")),
            None if known.is_empty() => None,
            None => Some(format!("known names: {}", list(known.iter().map(|name| format!("\"{name}\""))))),
        };
        Self::Unknown { what, name: name.to_owned(), hint }
    }

    /// Returns the fault of an index of one of `count` things, named in the plural.
    pub(crate) fn index(count: usize, things: &'static str, found: usize) -> Self {
        let expected = match count {
            0 => format!("none (there are no {things})"),
            1 => "0".to_owned(),
            _ => format!("0..={}", count - 1),
        };
        Self::Value(format!("expected {expected}, found {found}"))
    }

    /// Returns the fault of more of something than there may be.
    pub(crate) fn too_many(things: &str, most: usize, found: usize) -> Self {
        Self::Value(format!("{things}: expected at most {most}, found {found}"))
    }

    /// Returns the fault of letters that a font lacks.
    pub(crate) fn no_letters(letters: impl IntoIterator<Item = char>) -> Self {
        Self::NoLetters { letters: list(letters.into_iter().map(|letter| format!("\"{letter}\""))) }
    }

    /// Returns advice that goes beyond the message.
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown { hint, .. } | Self::Syntax { hint, .. } => hint.clone(),
            Self::Asset(error) => error.hint(),
            Self::NoTexture { embedded, .. } => {
                let files = if *embedded { ", and give their files to `embed!`" } else { "" };
                Some(format!("name its textures in `textures: [\"..\"]`{files}"))
            }
            _ => None,
        }
    }
}

/// Joins the first 64 names.
fn list(names: impl Iterator<Item = String>) -> String {
    const MAX_NAMES: usize = 64;
    let names: Vec<String> = names.take(MAX_NAMES + 1).collect();
    let shown = names[..names.len().min(MAX_NAMES)].join(", ");
    if names.len() > MAX_NAMES { format!("{shown} and more") } else { shown }
}

/// Returns the fault that a parser's error stands for, and its offset in the text.
pub(super) fn of_parser(text: &str, SpannedError { code, span }: SpannedError) -> (usize, SceneFault) {
    let start = offset(text, span.start);
    // Some errors begin at the space before the value.
    let value = text.len() - text[start..].trim_start().len();
    let at = if value < text.len() { value } else { start };
    let fault = |message: String, hint| SceneFault::Syntax { message, hint };
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
            // The place of an error in a value that was read as text is after the value.
            let at = text[..start].strip_suffix(found.as_str()).map_or(at, str::len);
            (at, fault(format!("expected {expected}, found {found}"), None))
        }
        Code::IntegerOutOfBounds => {
            let (at, number) = number(text, at);
            (at, SceneFault::Value(format!("the number {number} is out of bounds")))
        }
        // The point of a decimal follows the whole number that was expected.
        Code::TrailingCharacters | Code::ExpectedComma | Code::ExpectedStructLikeEnd if text[at..].starts_with('.') => {
            let (at, number) = number(text, at);
            (at, fault(format!("expected a whole number, found {number}"), None))
        }
        // Without the name of our type.
        Code::ExpectedNamedStructLike(_) | Code::ExpectedDifferentStructName { .. } => {
            (at, fault("expected opening `(`".to_owned(), None))
        }
        Code::ExceededRecursionLimit => (at, fault("brackets nest too deep".to_owned(), None)),
        // The parser is after a quote, a sign or the prefix of a number.
        Code::Message(message) if text[..at].ends_with('"') => (at - 1, SceneFault::Value(message)),
        Code::Message(message) => (number(text, at).0, SceneFault::Value(message)),
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

/// Returns the hint for a name that is not one of the expected ones.
fn nearest_of(found: &str, expected: &[&str]) -> String {
    match nearest(found, expected.iter().copied()) {
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
