//! `keitai play`, and `keitai` alone: a scene in a window, or without a display a picture of it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use keitai_desktop::PadKind;
use keitai_render::{Compat, Framebuffer};
use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::controls::{Button, Controls, PLAYERS};

use crate::cli::Play;
use crate::commands::view;
use crate::embedded;
use crate::error::Error;
use crate::message::Message;
use crate::picture;
use crate::show::{self, Next, Request, Show};
use crate::viewer::keys::key_map;

/// Ticks that go by before the picture that is written where there is no display: one and a half seconds.
const HEADLESS_TICKS: u32 = 45;

/// Shows the scene of a file until the window is closed.
pub(crate) fn run(arguments: &Play) -> Result<(), Error> {
    let (source, path) = locate(&arguments.scene)?;
    let stage = Stage::open(source, &path, Compat::default())?;
    show::run(Box::new(Scenery::new(stage, path.name(), None)), &key_map())
}

/// Shows the built-in scene, or writes a picture of it.
pub(crate) fn run_demo() -> Result<(), Error> {
    let open = || Stage::open(embedded::source(), &AssetPath::new(embedded::DEMO)?, Compat::default());
    let scenery = Scenery::new(open()?, "", Some("drop a figure here to see it"));
    match show::run(Box::new(scenery), &key_map()) {
        Err(Error::Desktop(missing @ keitai_desktop::Error::NoDisplay(_))) => {
            let mut stage = open()?;
            for _ in 0..HEADLESS_TICKS {
                stage.tick(&[]);
            }
            let mut picture = stage.framebuffer();
            stage.draw(&mut picture);
            let path = picture::write_screenshot(Path::new("."), &picture)?;
            println!("{missing}: wrote {}, the built-in scene after {HEADLESS_TICKS} ticks", path.display());
            Ok(())
        }
        other => other,
    }
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

/// A scene in its window.
struct Scenery {
    stage: Stage,
    name: String,
    message: Message,
}

impl Scenery {
    fn new(stage: Stage, name: &str, greeting: Option<&str>) -> Self {
        let mut message = Message::default();
        if let Some(greeting) = greeting {
            message.tell(greeting);
        }
        Self { stage, name: name.to_owned(), message }
    }
}

impl Show for Scenery {
    fn size(&self) -> (u32, u32) {
        self.stage.scene().size
    }

    fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Option<Request> {
        self.message.tick();
        self.stage.tick(controls);
        let any = |button| controls.iter().any(|player| player.held(button));
        if any(Button::Start) && any(Button::Select) {
            return Some(Request::Quit);
        }
        controls.iter().any(|player| player.pressed(Button::R3)).then_some(Request::Screenshot)
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        self.stage.draw(picture);
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, _pad: Option<PadKind>) {
        self.message.draw(picture);
    }

    fn tell(&mut self, text: String) {
        self.message.tell(text);
    }

    fn open_dropped(&mut self, files: &[PathBuf]) -> Option<Next> {
        match view::open(files, None, None) {
            Ok(viewer) => Some(Next::Show(viewer)),
            Err(error) => {
                error.report();
                self.message.tell(error.to_string());
                None
            }
        }
    }

    fn title(&self) -> String {
        if self.name.is_empty() { "Keitai".to_owned() } else { format!("{} - Keitai", self.name) }
    }
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
