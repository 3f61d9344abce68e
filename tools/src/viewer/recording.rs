//! Records of the current action as a GIF or a sequence of PNG pictures, drawn as the viewer shows it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use keitai_app::files::Overwrite;
use keitai_app::new_numbered_folder;
use keitai_app::picture::{self, Gif};
use keitai_render::Framebuffer;
use keitai_runtime::world::LoopMode;

use super::keys::PROGRAM;
use super::scene::FigureScene;
use super::state::Viewer;
use super::subject::Playable;
use crate::error::Error;

/// The most frames of a record: a minute.
const MOST: usize = 1800;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One moving picture.
    Gif,
    /// A folder of pictures.
    Pngs,
}

/// Draws the frames of the looped range, or of the whole action, into a new file or folder in `folder`. Returns its path.
/// The scene is left at the last frame.
pub(crate) fn record(scene: &mut FigureScene, viewer: &Viewer, form: Form, folder: &Path) -> Result<PathBuf, Error> {
    match form {
        Form::Gif => Ok(picture::write_numbered(folder, PROGRAM, "gif", &gif(scene, viewer)?)?),
        Form::Pngs => {
            let frames = frames(scene, viewer)?;
            let output = new_numbered_folder(folder, PROGRAM)?;
            each(scene, viewer, frames, |frame, picture| {
                let path = output.join(format!("frame-{frame:05}.png"));
                Ok(picture::write_png(&path, picture, Overwrite::Refuse, &[])?)
            })?;
            Ok(output)
        }
    }
}

/// Draws the frames of the looped range, or of the whole action, as a GIF. The scene is left at the last frame.
pub(crate) fn gif(scene: &mut FigureScene, viewer: &Viewer) -> Result<Vec<u8>, Error> {
    let frames = frames(scene, viewer)?;
    let (width, height) = scene.stage.scene().size;
    let mut gif = Gif::new(width, height)?;
    each(scene, viewer, frames, |_, picture| Ok(gif.add(picture, 1)?))?;
    Ok(gif.finish()?)
}

fn frames(scene: &FigureScene, viewer: &Viewer) -> Result<Range<u16>, Error> {
    let end = match scene.figure().subject.actions.get(viewer.action) {
        // The last frame of a loop stands for the first.
        Some(Playable { last, mode: LoopMode::Loop }) => *last,
        action => action.map_or(0, |action| action.last.saturating_add(1)),
    };
    let (first, end) = viewer.range.unwrap_or((0, end));
    let frames = first..end.max(first.saturating_add(1));
    if frames.len() > MOST {
        let message = format!("{} frames are more than a minute", frames.len());
        return Err(Error::usage(message, "loop a range of them"));
    }
    Ok(frames)
}

/// Draws frames and passes each on.
fn each(
    scene: &mut FigureScene,
    viewer: &Viewer,
    frames: Range<u16>,
    mut write: impl FnMut(u16, &Framebuffer) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut viewer = viewer.clone();
    for frame in frames {
        viewer.go_to_frame(frame.into());
        write(frame, &scene.picture(&viewer))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use keitai_runtime::Settings;

    use super::super::files::Files;
    use super::*;
    use crate::testing::{robot, shown};

    #[test]
    fn a_range_is_recorded_frame_by_frame() {
        let mut scene = shown(&robot("tin.mbac"));
        let mut viewer = Viewer::starting_at(3, Some(0));
        viewer.range = Some((4, 7));
        let folder = tempfile::tempdir().unwrap();
        let pictures = record(&mut scene, &viewer, Form::Pngs, folder.path()).unwrap();
        let mut names: Vec<_> = std::fs::read_dir(&pictures).unwrap().map(|file| file.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["frame-00004.png", "frame-00005.png", "frame-00006.png"]);
        viewer.go_to_frame(5);
        let picture = crate::reference::load(&crate::Session::default(), &pictures.join("frame-00005.png"));
        assert_eq!(picture.unwrap(), scene.picture(&viewer));
        let gif = std::fs::read(record(&mut scene, &viewer, Form::Gif, folder.path()).unwrap()).unwrap();
        assert!(gif.starts_with(b"GIF89a"));
    }

    #[test]
    fn the_last_frame_counts_unless_it_stands_for_the_first() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut animation = std::fs::read(root.join("tests/fuzz/seeds/bck/one_joint")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("turn.bck");
        let [once, looped] = [0, 2].map(|mode| {
            animation[0x28] = mode;
            std::fs::write(&file, &animation).unwrap();
            let files =
                Files::sort(&crate::Session::default(), &[root.join("assets/ring/tray.mbac"), file.clone()]).unwrap();
            let scene = FigureScene::open(&crate::Session::default(), &files, &Settings::default()).unwrap();
            frames(&scene, &Viewer::starting_at(0, None)).unwrap()
        });
        assert_eq!(once, 0..looped.end + 1);
    }
}
