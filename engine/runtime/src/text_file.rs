//! Text files of a scene, and values in them with their places.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use keitai_formats::text::Position;
use ron::value::RawValue;
use serde::Deserialize;

use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::ron_text::{FaultKind, SceneFault, parse};

/// The largest file, bytes.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Debug)]
pub(crate) struct TextFile {
    path: AssetPath,
    folder: AssetPath,
    text: String,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'a> {
    file: &'a TextFile,
    text: &'a str,
}

impl TextFile {
    /// Reads a file, without the byte order mark that some editors begin a file with.
    pub(crate) fn read(assets: &mut Assets, path: &AssetPath) -> Result<Self> {
        let bytes = assets.read(path, MAX_BYTES)?;
        match std::str::from_utf8(&bytes) {
            Ok(text) => {
                let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
                Ok(Self { path: path.clone(), folder: path.folder(), text })
            }
            Err(invalid) => {
                let offset = invalid.valid_up_to();
                let before = String::from_utf8_lossy(&bytes[..offset]);
                let fault = SceneFault::new(FaultKind::Syntax, format!("not UTF-8: invalid byte at offset {offset}"));
                Err(Error::scene(path, Position::of(&before, before.len()), fault))
            }
        }
    }

    pub(crate) fn whole(&self) -> Field<'_> {
        Field { file: self, text: &self.text }
    }

    fn error(&self, offset: usize, fault: SceneFault) -> Error {
        Error::scene(&self.path, Position::of(&self.text, offset), fault)
    }
}

impl<'a> Field<'a> {
    pub(crate) fn inner(self, value: &'a RawValue) -> Self {
        Self { text: value.trim().get_ron(), ..self }
    }

    pub(crate) fn parse<T: Deserialize<'a>>(self) -> Result<T> {
        parse(self.text).map_err(|(offset, fault)| self.file.error(self.offset() + offset, fault))
    }

    fn offset(self) -> usize {
        self.text.as_ptr() as usize - self.file.text.as_ptr() as usize
    }

    pub(crate) fn error(self, fault: impl Into<SceneFault>) -> Error {
        self.file.error(self.offset(), fault.into())
    }

    /// Returns the error for a fault of a string in the value. A string with escapes is a copy; its error is that of the whole
    /// value.
    pub(crate) fn error_at(self, name: &str, fault: impl Into<SceneFault>) -> Error {
        let start = self.file.text.as_ptr() as usize;
        let offset = (name.as_ptr() as usize).checked_sub(start).filter(|offset| *offset < self.file.text.len());
        // The quote before the string.
        let offset = offset.map(|offset| offset.saturating_sub(1));
        self.file.error(offset.unwrap_or_else(|| self.offset()), fault.into())
    }

    /// Returns the path of a file that a string in the value names, relative to the folder of its own file.
    pub(crate) fn path(self, name: &str) -> Result<AssetPath> {
        self.file.folder.join(name).map_err(|error| self.error_at(name, error))
    }

    /// Calls `load` with the path of the file that a string in the value names. Its error is a fault of the string.
    pub(crate) fn load<T, E: Into<SceneFault>>(
        self,
        name: &str,
        load: impl FnOnce(&AssetPath) -> std::result::Result<T, E>,
    ) -> Result<T> {
        load(&self.path(name)?).map_err(|error| self.error_at(name, error))
    }

    pub(crate) fn length(self) -> usize {
        self.text.len()
    }
}

/// A string of a text. It is borrowed from the text, which gives its place, unless it has escapes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub(crate) struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> From<&'a str> for Name<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl From<String> for Name<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Deref for Name<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}
