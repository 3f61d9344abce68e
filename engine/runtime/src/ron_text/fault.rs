//! Faults of scenes, replays and files of controls, with their hints.

use std::borrow::Cow;

use keitai_formats::text::nearest;

use super::tokens::MAX_DEPTH;
use crate::assets::AssetError;

/// A fault at some place of a scene, a replay or a file of controls.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum SceneFault {
    /// The file is not UTF-8.
    #[error("not UTF-8: invalid byte at offset {offset}")]
    NotText {
        /// Offset of the first invalid byte.
        offset: usize,
    },
    /// Brackets nest too deep.
    #[error("brackets nest deeper than {MAX_DEPTH}")]
    TooDeep,
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
    /// An entity that is its own parent, directly or through others.
    #[error("parent cycle through \"{name}\"")]
    ParentCycle {
        /// The entity.
        name: String,
    },
    /// A prefab that is made of itself, directly or through others.
    #[error("prefab cycle through \"{name}\"")]
    PrefabCycle {
        /// The prefab.
        name: String,
    },
    /// A number outside its range.
    #[error("{field}: expected {expected}, found {found}")]
    Range {
        /// The field.
        field: &'static str,
        /// Its range.
        expected: Cow<'static, str>,
        /// The number.
        found: i64,
    },
    /// A key that is reserved for the window.
    #[error("`{key}` is reserved for the window")]
    WindowKey {
        /// The key.
        key: &'static str,
    },
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
    /// A text that is neither written nor named, or both.
    #[error("expected either `text` or `key`")]
    TextOrKey,
    /// A text that some languages of a table lack. Scenes show it in the first language; only checks report it.
    #[error("\"{key}\" has no text in {languages}")]
    Untranslated {
        /// The key.
        key: String,
        /// The languages, with commas.
        languages: String,
    },
    /// A light of a scene that does not count. Only checks report it.
    #[error("only the first light of a scene counts")]
    SecondLight,
    /// Letters of a text that its font lacks. Only checks report them.
    #[error("the font has no {letters}")]
    NoLetters {
        /// The letters in quotes, with commas.
        letters: String,
    },
    /// A field that is not allowed in a prefab or an included file.
    #[error("`{field}` is not allowed in {place}")]
    Misplaced {
        /// The field.
        field: &'static str,
        /// The prefab or the included file.
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
    /// A projection that the renderer refuses.
    #[error("projection: {0}")]
    Projection(keitai_render::Error),
}

impl From<AssetError> for SceneFault {
    fn from(error: AssetError) -> Self {
        Self::Asset(Box::new(error))
    }
}

impl SceneFault {
    pub(crate) fn unknown<'a>(what: &'static str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => Some(format!("did you mean \"{near}\"?")),
            None if known.is_empty() => None,
            None => Some(format!("known names: {}", list(known.iter().map(|name| format!("\"{name}\""))))),
        };
        Self::Unknown { what, name: name.to_owned(), hint }
    }

    /// Returns the fault of a number outside its range. A number that an `i64` cannot hold is shown as the greatest it can.
    pub(crate) fn range(field: &'static str, expected: impl Into<Cow<'static, str>>, found: impl TryInto<i64>) -> Self {
        Self::Range { field, expected: expected.into(), found: found.try_into().unwrap_or(i64::MAX) }
    }

    /// Returns the fault of a text that is no tag of a language.
    pub(crate) fn no_language(tag: &str) -> Self {
        let message = format!("\"{tag}\" is no tag of a language: 1 to 15 letters, digits and - are expected");
        Self::Syntax { message, hint: None }
    }

    /// Returns the fault of letters that a font lacks.
    pub(crate) fn no_letters(letters: impl IntoIterator<Item = char>) -> Self {
        Self::NoLetters { letters: list(letters.into_iter().map(|letter| format!("\"{letter}\""))) }
    }

    /// Returns the fault of an index of one of `count` things, named in the plural.
    pub(crate) fn index(field: &'static str, count: usize, things: &'static str, found: usize) -> Self {
        let expected = match count {
            0 => format!("none (there are no {things})"),
            1 => "0".to_owned(),
            _ => format!("0..={}", count - 1),
        };
        Self::range(field, expected, found)
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
pub(crate) fn list(names: impl Iterator<Item = String>) -> String {
    const MAX_NAMES: usize = 64;
    let names: Vec<String> = names.take(MAX_NAMES + 1).collect();
    let shown = names[..names.len().min(MAX_NAMES)].join(", ");
    if names.len() > MAX_NAMES { format!("{shown} and more") } else { shown }
}
