//! What can be wrong with a scene, and what to do about it.

use ron::error::Error as Syntax;

use super::text::DEEPEST;
use crate::assets::AssetError;
use crate::nearest::nearest;

/// What is wrong at some place of a scene.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum SceneFault {
    /// The file is not UTF-8.
    #[error("not text: byte {offset} is not UTF-8")]
    NotText {
        /// The first bad byte.
        offset: usize,
    },
    /// Brackets nest deeper than any scene needs.
    #[error("brackets nest deeper than {DEEPEST}")]
    TooDeep,
    /// It is not RON, or not of the type that belongs there.
    #[error("{}", syntax(.0))]
    Syntax(Syntax),
    /// A name that nothing has.
    #[error("there is no {what} \"{name}\"")]
    Unknown {
        /// Entity, prefab, action.
        what: &'static str,
        /// The name.
        name: String,
        /// What the author may have meant, or what there is.
        hint: Option<String>,
    },
    /// Two entities of one name.
    #[error("there is another {what} \"{name}\"")]
    Duplicate {
        /// Entity, prefab.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// An entity is its own parent's parent.
    #[error("\"{name}\" is among its own parents")]
    Circle {
        /// The entity.
        name: String,
    },
    /// A number out of its range.
    #[error("{field}: expected {expected}, found {found}")]
    Range {
        /// The field.
        field: &'static str,
        /// Its range.
        expected: &'static str,
        /// The number.
        found: i64,
    },
    /// A key that a player cannot have.
    #[error("`{key}` is a key of the window and cannot be a player's")]
    WindowKey {
        /// The key.
        key: &'static str,
    },
    /// A field that makes no sense without another.
    #[error("`{field}` has no effect without `{needs}`")]
    Needs {
        /// The field.
        field: &'static str,
        /// The other.
        needs: &'static str,
    },
    /// A field that has no place in a prefab or an included file.
    #[error("`{field}` has no place in {place}")]
    Misplaced {
        /// The field.
        field: &'static str,
        /// Where it stands.
        place: &'static str,
    },
    /// No texture lies beside a textured figure.
    #[error("found no texture companions {figure}")]
    NoTexture {
        /// The figure's file.
        figure: String,
    },
    /// A file that it uses.
    #[error("{0}")]
    Asset(Box<AssetError>),
    /// A projection with impossible numbers.
    #[error("projection: {0}")]
    Projection(keitai_render::Error),
}

impl SceneFault {
    pub(super) fn unknown<'a>(what: &'static str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => Some(format!("did you mean \"{near}\"?")),
            None if known.is_empty() => None,
            None => Some(format!("there are {}", listed(known.iter().map(|name| format!("\"{name}\""))))),
        };
        Self::Unknown { what, name: name.to_owned(), hint }
    }

    /// What to do about it, when that is more than the message says.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown { hint, .. } => hint.clone(),
            Self::Asset(error) => error.hint(),
            Self::NoTexture { .. } => Some("name its pictures in `textures: [\"..\"]`".to_owned()),
            Self::Syntax(
                Syntax::NoSuchStructField { expected, found, .. } | Syntax::NoSuchEnumVariant { expected, found, .. },
            ) => match nearest(found, expected.iter().copied()) {
                Some(near) => Some(format!("did you mean `{near}`?")),
                None => Some(format!("expected one of {}", listed(expected.iter().map(|name| format!("`{name}`"))))),
            },
            Self::Syntax(Syntax::ExpectedInteger | Syntax::TrailingCharacters) => {
                Some("numbers are whole, decimal or 0x hexadecimal; 4096 = 1.0".to_owned())
            }
            Self::Syntax(Syntax::ExpectedStructLikeEnd | Syntax::ExpectedArrayEnd | Syntax::ExpectedMapEnd) => {
                Some("a comma may be missing before it".to_owned())
            }
            _ => None,
        }
    }
}

/// The first few of a list.
fn listed(names: impl Iterator<Item = String>) -> String {
    const MOST: usize = 40;
    let names: Vec<String> = names.take(MOST + 1).collect();
    let shown = names[..names.len().min(MOST)].join(", ");
    if names.len() > MOST { format!("{shown} and more") } else { shown }
}

/// The parser's message, in this crate's words where it has some.
fn syntax(error: &Syntax) -> String {
    match error {
        Syntax::NoSuchStructField { found, .. } => format!("unknown field `{found}`"),
        Syntax::NoSuchEnumVariant { found, .. } => format!("unknown name `{found}`"),
        Syntax::MissingStructField { field, .. } => format!("missing field `{field}`"),
        Syntax::DuplicateStructField { field, .. } => format!("field `{field}` stands here twice"),
        Syntax::InvalidValueForType { expected, found } => format!("expected {expected}, found {found}"),
        Syntax::IntegerOutOfBounds => "number out of range".to_owned(),
        Syntax::Eof => "the text ends too early".to_owned(),
        Syntax::TrailingCharacters => "more text after the end".to_owned(),
        Syntax::ExpectedNamedStructLike(_) | Syntax::ExpectedStructLike => "expected `(`".to_owned(),
        Syntax::Message(message) => message.clone(),
        other => {
            let message = other.to_string();
            let mut letters = message.chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        }
    }
}
