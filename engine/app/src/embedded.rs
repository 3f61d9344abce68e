//! Files of a game inside its program.

use keitai_runtime::assets::Source;

/// Files inside the program. The macro `embed!` of the facade makes them.
#[derive(Debug, Clone, Copy)]
pub struct Embedded {
    files: &'static [(&'static str, &'static [u8])],
    folder: Option<&'static str>,
}

impl Embedded {
    /// Returns files with these paths and contents. `folder` is where they were when the program was built.
    pub const fn new(files: &'static [(&'static str, &'static [u8])], folder: Option<&'static str>) -> Self {
        Self { files, folder }
    }

    /// Returns the folder of the files, if there is one, so that edits show while the program runs; or else the files inside
    /// the program.
    pub fn source(&self) -> Source {
        let folder = self.folder.and_then(|folder| Source::folder(folder.as_ref()).ok());
        folder.unwrap_or_else(|| self.embedded())
    }

    /// Returns the files inside the program.
    pub fn embedded(&self) -> Source {
        Source::memory(self.files.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use keitai_runtime::assets::AssetPath;

    use super::*;

    #[test]
    fn the_folder_is_read_as_long_as_it_is_there() {
        const FILES: &[(&str, &[u8])] = &[("src/lib.rs", b"inside")];
        let path = AssetPath::new("src/lib.rs").unwrap();
        let text = |source: Source| source.read(&path, 1 << 20).unwrap().to_vec();
        let files = Embedded::new(FILES, Some(env!("CARGO_MANIFEST_DIR")));
        assert!(text(files.source()).starts_with(b"//! "));
        assert_eq!(text(files.embedded()), b"inside");
        for folder in [None, Some("/no such folder")] {
            assert_eq!(text(Embedded::new(FILES, folder).source()), b"inside");
        }
    }
}
