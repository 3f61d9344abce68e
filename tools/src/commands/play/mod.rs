//! `keitai play`: a scene in a window, or without one.

mod replay;
mod scenery;

use std::ffi::OsStr;
use std::path::Path;

use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::{Random, Stage};

use crate::cli::Play;
use crate::error::Error;
use crate::show::{self, Options};
use replay::Record;
use scenery::{Mode, Scenery};

/// Shows the scene of a file until the window is closed, or plays it without one.
pub(crate) fn run(arguments: &Play) -> Result<(), Error> {
    let (source, path) = locate(&arguments.scene)?;
    let settings = arguments.look.settings()?;
    let open = || Stage::open_with(source.clone(), &path, &settings);
    let mut stage = open()?;
    let mode = if let Some(file) = &arguments.replay {
        // The whole record is compared before a window shows it.
        let recording = replay::read(file, &stage)?;
        replay::verify(file, &recording, &mut stage)?;
        if arguments.headless {
            return replay::report(arguments, &mut stage);
        }
        stage = open()?;
        stage.random = Random::new(recording.seed);
        Mode::replay(&recording)
    } else if arguments.headless {
        return replay::run_idle(arguments, &mut stage);
    } else if let Some(file) = &arguments.record {
        Mode::Record(Record::begin(file, &stage)?)
    } else {
        Mode::free(&stage)
    };
    show::run(
        Box::new(Scenery::new(stage, path.name(), mode)),
        Options { smooth: arguments.smooth, ..Options::default() },
    )
}

/// The root that a scene's paths start from, and the scene's path in it: the folder above the nearest `scenes`, or
/// else the scene's own folder.
pub(crate) fn locate(scene: &Path) -> Result<(Source, AssetPath), Error> {
    let whole = scene.canonicalize().map_err(|error| Error::read(scene, error))?;
    let folder = whole.parent().unwrap_or(Path::new("/"));
    let above = folder.ancestors().find(|folder| folder.file_name() == Some(OsStr::new("scenes")));
    let root = above.and_then(Path::parent).unwrap_or(folder);
    let inside = whole.strip_prefix(root).unwrap_or(&whole);
    let names: Vec<_> = inside.iter().map(|name| name.to_string_lossy()).collect();
    Ok((Source::folder(root)?, AssetPath::new(&names.join("/"))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_s_root_is_above_the_scenes_folder_or_its_own() {
        let base = std::env::temp_dir().join(format!("keitai-play-{}", std::process::id()));
        std::fs::create_dir_all(base.join("scenes/more")).unwrap();
        for (file, inside) in [("scenes/more/a.ron", "scenes/more/a.ron"), ("b.ron", "b.ron")] {
            std::fs::write(base.join(file), "()").unwrap();
            let (source, path) = locate(&base.join(file)).unwrap();
            assert_eq!(path.as_str(), inside);
            assert_eq!(source.on_disk(&path), Some(base.join(file).canonicalize().unwrap()));
        }
        assert!(locate(&base.join("c.ron")).is_err());
        std::fs::remove_dir_all(base).unwrap();
    }
}
