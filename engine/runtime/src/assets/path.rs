//! Paths inside an asset root.
//!
//! A path is a list of names joined by `/`, the same on every system and in the binary. `..` climbs, but never above the
//! root; what is absolute, or could mean a drive or a stream on some system, is refused.

use std::fmt;
use std::sync::Arc;

use super::error::{AssetError, PathFault, Result};

/// The longest path, bytes.
const LONGEST: usize = 1024;

/// A file or folder, as seen from the asset root. The root itself is the empty path. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AssetPath(Arc<str>);

impl AssetPath {
    /// The root.
    pub fn root() -> Self {
        Self(Arc::from(""))
    }

    /// A path as seen from the root.
    ///
    /// # Errors
    /// When it is empty, absolute, or leads outside.
    pub fn new(text: &str) -> Result<Self> {
        Self::root().join(text)
    }

    /// `text` as seen from this folder.
    ///
    /// # Errors
    /// When it is empty, absolute, or leads outside the root.
    pub fn join(&self, text: &str) -> Result<Self> {
        let fault = |fault| AssetError::Path { path: text.chars().take(LONGEST).collect(), fault };
        if text.is_empty() {
            return Err(fault(PathFault::Empty));
        }
        if text.len() + self.0.len() >= LONGEST {
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

    /// The folder it lies in; the root lies in itself.
    pub fn folder(&self) -> Self {
        Self(self.0.rsplit_once('/').map_or("", |(folder, _)| folder).into())
    }

    /// The last name.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The last name without its ending.
    pub fn stem(&self) -> &str {
        split(self.name()).0
    }

    /// Whether the name ends in `.extension`, in whatever case.
    pub fn has_extension(&self, extension: &str) -> bool {
        split(self.name()).1.eq_ignore_ascii_case(extension)
    }

    /// The path as text, names joined by `/`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A name as what stands before and after its last dot.
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
    fn climbs_inside_the_root_only() {
        let scenes = AssetPath::new("scenes").unwrap();
        assert_eq!(scenes.join("../assets/./a//robot.mbac").unwrap().as_str(), "assets/a/robot.mbac");
        assert_eq!(scenes.join("..").unwrap(), AssetPath::root());
        assert_eq!(fault("scenes", "../../passwd"), PathFault::Outside);
        assert_eq!(fault("scenes", "a/../../../scenes/a"), PathFault::Outside);
        assert_eq!(fault("", ".."), PathFault::Outside);
    }

    #[test]
    fn refuses_what_some_system_reads_otherwise() {
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
