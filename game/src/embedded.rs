//! The repository's assets and scenes, embedded so that the program runs from any folder.

use keitai::assets::Source;

/// Paths and contents of the files that scenes name, and the scenes. The build script lists them.
static FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Returns the `assets` and `scenes` folders as they were when the program was built.
pub fn source() -> Source {
    Source::memory(FILES.iter().copied())
}

#[cfg(test)]
mod tests {
    use keitai::assets::AssetPath;
    use keitai::{Settings, Stage};

    use super::*;

    #[test]
    fn every_scene_finds_its_files() {
        // A file without entities is not a scene.
        let is_scene = |(path, text): &&(&str, &[u8])| {
            path.ends_with(".ron") && std::str::from_utf8(text).unwrap().contains("entities:")
        };
        let scenes: Vec<&str> = FILES.iter().filter(is_scene).map(|(path, _)| *path).collect();
        assert_eq!(scenes.len(), 28, "{scenes:?}");
        for path in scenes {
            let opened = Stage::open(source(), &AssetPath::new(path).unwrap(), &Settings::default());
            assert!(opened.is_ok(), "{path}: {:?}", opened.err());
        }
    }
}
