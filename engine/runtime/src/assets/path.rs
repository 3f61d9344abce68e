//! Paths inside an asset root.
//!
//! A path is a list of names joined by `/`, the same on every system and in the binary. `..` never leads above the root.
//! Absolute paths, and paths that name a drive or a stream on some system, are refused.
//!
//! An existing file may have any name. Bytes of its name that are not UTF-8 become characters of private use, which
//! only [`AssetPath::of_file`] makes and [`AssetPath::to_file`] turns back.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use keitai_formats::Kind;
use keitai_render::micro3d::Figure;

use super::error::{AssetError, PathFault, Result};

/// The longest path, bytes.
const MAX_BYTES: usize = 1024;
/// Endings of the files of scenes that are no figures, actions or textures.
const OTHER_ENDINGS: [&str; 7] = ["ron", "bdf", "wav", "ogg", "mid", "midi", "jts"];

/// A file or folder relative to the asset root. The root is the empty path. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct AssetPath(Arc<str>);

impl AssetPath {
    pub(super) fn kind(&self) -> Option<Kind> {
        self.name().rsplit_once('.').and_then(|(_, ending)| Kind::of_ending(ending))
    }

    /// Returns the empty path, which stands for the asset root.
    pub fn root() -> Self {
        Self(Arc::from(""))
    }

    /// Parses a path relative to the root.
    ///
    /// # Errors
    /// When it is empty, absolute, or leads outside.
    pub fn new(text: &str) -> Result<Self> {
        Self::root().join(text)
    }

    /// Parses a path relative to this folder.
    pub(crate) fn join(&self, text: &str) -> Result<Self> {
        let fault = |fault| AssetError::Path { path: text.chars().take(MAX_BYTES).collect(), fault };
        if text.is_empty() {
            return Err(fault(PathFault::Empty));
        }
        if text.len() + self.0.len() >= MAX_BYTES {
            return Err(fault(PathFault::Long));
        }
        let drive = text.as_bytes().get(1) == Some(&b':');
        if text.starts_with(['/', '\\']) || drive {
            return Err(fault(PathFault::Absolute));
        }
        if text.chars().any(|c| c.is_control() || r#"\:*?"<>|"#.contains(c)) {
            return Err(fault(PathFault::Character));
        }
        let mut names: Vec<&str> = self.0.split('/').filter(|name| !name.is_empty()).collect();
        for name in text.split('/') {
            match name {
                "" | "." => {}
                ".." => {
                    names.pop().ok_or_else(|| fault(PathFault::Outside))?;
                }
                name => names.push(name),
            }
        }
        Ok(Self(names.join("/").into()))
    }

    /// Returns the path of an existing file, given relative to the root without `..`.
    pub fn of_file(inside: &Path) -> Self {
        let names =
            inside.components().filter_map(|part| if let Component::Normal(name) = part { Some(name) } else { None });
        Self(names.map(from_os).collect::<Vec<_>>().join("/").into())
    }

    /// Returns the path whose [`Self::as_str`] is this text.
    pub(crate) fn of_text(text: &str) -> Self {
        Self(text.into())
    }

    /// Returns the path relative to the root in the form of the operating system.
    pub fn to_file(&self) -> PathBuf {
        self.0.split('/').map(to_os).collect()
    }

    /// Returns the path of an existing file in this folder.
    pub(crate) fn child(&self, name: &OsStr) -> Self {
        let name = from_os(name);
        Self(if self.0.is_empty() { name.into() } else { format!("{}/{name}", self.0).into() })
    }

    /// Returns the folder of the path. The root's folder is the root.
    pub fn folder(&self) -> Self {
        Self(self.0.rsplit_once('/').map_or("", |(folder, _)| folder).into())
    }

    /// Returns the part after the last `/`.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Returns the last name as messages show it.
    pub(crate) fn shown_name(&self) -> String {
        Self(self.name().into()).to_string()
    }

    /// Returns the last name without its ending.
    pub fn stem(&self) -> &str {
        split(self.name()).0
    }

    /// Returns whether the name ends in `.extension`, ignoring case.
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        split(self.name()).1.eq_ignore_ascii_case(extension)
    }

    /// Returns the names joined by `/`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether scenes use files of this name: figures, actions, textures, fonts, sounds and other scenes. A name without
    /// an ending may be any of them.
    pub fn may_be_asset(&self) -> bool {
        let is_asset = |kind: Kind| kind.is_figure() || kind.is_actions() || kind.is_texture();
        let is_other = OTHER_ENDINGS.iter().any(|ending| self.has_extension(ending));
        !self.name().contains('.') || is_other || self.kind().is_some_and(is_asset)
    }

    /// Returns whether the file is a model of today's formats, by its name.
    pub fn is_model(&self) -> bool {
        ["glb", "gltf", "obj"].iter().any(|ending| self.has_extension(ending))
    }

    pub(super) fn conversion(&self) -> String {
        format!("a model of another format: convert it to the figure {}.mbac first", self.stem())
    }
}

/// Splits a name at its last dot.
fn split(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (name, ""),
    }
}

/// The character for byte 0 of a name that is not UTF-8. Only bytes from 128 on occur.
const BYTES: u32 = 0x10_FF00;

/// Returns the byte that a character stands for.
fn byte(character: char) -> Option<u8> {
    u8::try_from(u32::from(character).checked_sub(BYTES)?).ok().filter(|byte| !byte.is_ascii())
}

#[cfg(unix)]
fn from_os(name: &OsStr) -> String {
    use std::os::unix::ffi::OsStrExt;
    let escaped = |byte: &u8| char::from_u32(BYTES + u32::from(*byte)).unwrap_or(char::REPLACEMENT_CHARACTER);
    let mut text = String::new();
    for chunk in name.as_bytes().utf8_chunks() {
        for character in chunk.valid().chars() {
            match byte(character) {
                // The name itself contains such a character.
                Some(_) => text.extend(character.encode_utf8(&mut [0; 4]).as_bytes().iter().map(escaped)),
                None => text.push(character),
            }
        }
        text.extend(chunk.invalid().iter().map(escaped));
    }
    text
}

#[cfg(unix)]
fn to_os(name: &str) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    let mut bytes = Vec::with_capacity(name.len());
    for character in name.chars() {
        match byte(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    OsString::from_vec(bytes)
}

/// Returns the name as text. Names on other systems are Unicode, except for unpaired surrogates, which are replaced.
#[cfg(not(unix))]
fn from_os(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn to_os(name: &str) -> OsString {
    name.into()
}

impl From<&Figure> for AssetPath {
    fn from(figure: &Figure) -> Self {
        Self::of_text(&figure.path)
    }
}

/// The names joined by `/`, with `\xFF` for a byte that is not UTF-8; `.` for the root.
impl fmt::Display for AssetPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(".");
        }
        let mut rest = &*self.0;
        while let Some((at, character)) = rest.char_indices().find(|(_, character)| byte(*character).is_some()) {
            write!(f, "{}\\x{:02X}", &rest[..at], byte(character).unwrap_or_default())?;
            rest = &rest[at + character.len_utf8()..];
        }
        f.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn names_of_any_bytes_come_back() {
        use std::os::unix::ffi::OsStrExt;
        for name in [&b"a\xFF\xC3b: *.ron"[..], "\u{10FFC3}\u{FFFD}.ron".as_bytes(), b"\xF4\x8F\xBF"] {
            let file = Path::new("deep").join(OsStr::from_bytes(name));
            let path = AssetPath::of_file(&file);
            assert_eq!(path.to_file(), file);
            assert_eq!(path.folder().child(OsStr::from_bytes(name)), path);
        }
        let path = AssetPath::of_file(Path::new(OsStr::from_bytes(b"a\xFFb.ron")));
        assert_eq!((path.to_string().as_str(), path.has_extension("ron")), ("a\\xFFb.ron", true));
    }

    fn fault(from: &str, text: &str) -> PathFault {
        let from = if from.is_empty() { AssetPath::root() } else { AssetPath::new(from).unwrap() };
        match from.join(text).unwrap_err() {
            AssetError::Path { fault, .. } => fault,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn paths_stay_inside_the_root_and_mean_the_same_on_every_system() {
        let scenes = AssetPath::new("scenes").unwrap();
        assert_eq!(scenes.join("../assets/./a//robot.mbac").unwrap().as_str(), "assets/a/robot.mbac");
        assert_eq!(scenes.join("..").unwrap(), AssetPath::root());
        assert_eq!(fault("scenes", "../../passwd"), PathFault::Outside);
        assert_eq!(fault("scenes", "a/../../../scenes/a"), PathFault::Outside);
        assert_eq!(fault("", ".."), PathFault::Outside);
        assert_eq!(fault("", "/etc/passwd"), PathFault::Absolute);
        assert_eq!(fault("", r"\\server\share"), PathFault::Absolute);
        assert_eq!(fault("", "C:robot.mbac"), PathFault::Absolute);
        assert_eq!(fault("a", r"..\..\b"), PathFault::Character);
        assert_eq!(fault("a", "robot.mbac\0.bmp"), PathFault::Character);
        assert_eq!(fault("a", "robot.mbac:stream"), PathFault::Character);
        assert_eq!(fault("a", ""), PathFault::Empty);
        assert_eq!(fault("a", &"x/".repeat(600)), PathFault::Long);
    }

    #[test]
    fn names_and_endings() {
        let path = AssetPath::new("a/b/Robot.V2.MBAC").unwrap();
        assert_eq!((path.name(), path.stem(), path.folder().as_str()), ("Robot.V2.MBAC", "Robot.V2", "a/b"));
        assert!(path.has_extension("mbac"));
        assert_eq!(AssetPath::new(".hidden").unwrap().stem(), ".hidden");
        assert_eq!(AssetPath::root().to_string(), ".");
    }
}
