//! Paths inside an asset root.
//!
//! A path is a list of names joined by `/`, the same on every system and in the binary. `..` never leads above the root.
//! Absolute paths, and paths that name a drive or a stream on some system, are refused.

use std::fmt;
use std::sync::Arc;

use super::error::{AssetError, PathFault, Result};

/// The longest path, bytes.
const MAX_BYTES: usize = 1024;

/// A file or folder relative to the asset root. The root is the empty path. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AssetPath(Arc<str>);

impl AssetPath {
    /// Returns the root.
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
    ///
    /// # Errors
    /// When it is empty, absolute, or leads outside the root.
    pub fn join(&self, text: &str) -> Result<Self> {
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

    /// Returns the folder of the path. The root's folder is the root.
    pub fn folder(&self) -> Self {
        Self(self.0.rsplit_once('/').map_or("", |(folder, _)| folder).into())
    }

    /// Returns the last name.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Returns the last name without its ending.
    pub fn stem(&self) -> &str {
        split(self.name()).0
    }

    /// Returns whether the name ends in `.extension`, ignoring case.
    pub fn has_extension(&self, extension: &str) -> bool {
        split(self.name()).1.eq_ignore_ascii_case(extension)
    }

    /// Returns the names joined by `/`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Splits a name at its last dot.
fn split(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (name, ""),
    }
}

impl fmt::Display for AssetPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "." } else { &self.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(from: &str, text: &str) -> PathFault {
        let from = if from.is_empty() { AssetPath::root() } else { AssetPath::new(from).unwrap() };
        match from.join(text).unwrap_err() {
            AssetError::Path { fault, .. } => fault,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn paths_stay_inside_the_root() {
        let scenes = AssetPath::new("scenes").unwrap();
        assert_eq!(scenes.join("../assets/./a//robot.mbac").unwrap().as_str(), "assets/a/robot.mbac");
        assert_eq!(scenes.join("..").unwrap(), AssetPath::root());
        assert_eq!(fault("scenes", "../../passwd"), PathFault::Outside);
        assert_eq!(fault("scenes", "a/../../../scenes/a"), PathFault::Outside);
        assert_eq!(fault("", ".."), PathFault::Outside);
    }

    #[test]
    fn paths_that_differ_between_systems_are_refused() {
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
