//! `keitai view`: a figure in a window.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use keitai_app::{App, FolderWatch, Options, console};
use keitai_convert::Rest;
use keitai_runtime::Settings;
use keitai_runtime::controls::Mouse;

use crate::cli::{CameraOptions, CompanionOptions, View};
use crate::error::Error;
#[cfg(feature = "inspector")]
use crate::inspector::Inspector;
use crate::session::Session;
use crate::viewer::files::Files;
use crate::viewer::framing::first_view;
use crate::viewer::hand::Click;
use crate::viewer::load::LoadedFigure;
use crate::viewer::polygons::{Pixel, Selection};
use crate::viewer::recording::{self, Form};
use crate::viewer::scene::FigureScene;
use crate::viewer::state::Viewer;
use crate::viewer::tour::{Tour, TourStart};

mod address;
#[cfg(feature = "window")]
mod clipboard;
mod game;
#[cfg(all(feature = "window", feature = "inspector"))]
mod open_dialog;
#[cfg(feature = "window")]
use clipboard::Clipboard;
#[cfg(all(feature = "window", feature = "inspector"))]
use open_dialog::OpenDialog;

/// Shows the files until the window is closed.
pub(crate) fn run(arguments: &View) -> Result<(), Error> {
    let options = Options { render: arguments.render.clone(), ..Options::default() };
    let last_camera = Rc::new(RefCell::new(String::new()));
    let (arguments, written) = (arguments.clone(), Rc::clone(&last_camera));
    let print_camera = arguments.print_camera;
    let open = move |settings: &Settings| {
        let mut window = Window::open(
            &Session::default(),
            &arguments.files,
            (&arguments.companions, arguments.poses.rest),
            settings,
            (arguments.action, arguments.frame),
            &arguments.camera,
        )?;
        window.last_camera = Rc::clone(&written);
        #[cfg(feature = "inspector")]
        window.inspector.remember_choices();
        #[cfg(feature = "inspector")]
        arguments.files.iter().for_each(|file| window.inspector.add_recent(file));
        Ok(window)
    };
    App::new(open).run(&options)?;
    if print_camera {
        console::print(&format!("{}\n", last_camera.borrow()))?;
    }
    Ok(())
}

/// The viewer as a game.
pub struct Window {
    /// The other figures of the folder or the archive.
    tour: Tour,
    scene: FigureScene,
    viewer: Viewer,
    watch: FolderWatch,
    /// Shift is held: dropped files are added.
    shift: bool,
    /// The key of a record was pressed where there is no folder for it.
    wants_gif: bool,
    /// The error of files that have changed, until they are mended.
    error: Option<String>,
    /// Text of the camera, for a caller that prints it on exit.
    last_camera: Rc<RefCell<String>>,
    #[cfg(feature = "window")]
    clipboard: Clipboard,
    #[cfg(all(feature = "window", feature = "inspector"))]
    dialog: OpenDialog,
    #[cfg(feature = "inspector")]
    inspector: Inspector,
    /// State of the viewer when the panels were drawn last.
    #[cfg(feature = "inspector")]
    last_view: Option<Viewer>,
}

impl Window {
    /// Opens the viewer with files, and with textures and actions for the first figure, at an action, and paused at a frame
    /// where one is given.
    pub(crate) fn open(
        session: &Session,
        inputs: &[PathBuf],
        (companions, rest): (&CompanionOptions, Option<Rest>),
        settings: &Settings,
        (action, frame): (Option<usize>, Option<u32>),
        camera: &CameraOptions,
    ) -> Result<Self, Error> {
        let mut opened = if inputs.is_empty() { TourStart::default() } else { Tour::open(session, inputs)? };
        opened.files = companions.choose(opened.files).resting(rest);
        let mut scene = if inputs.is_empty() {
            FigureScene::empty(session, settings)?
        } else {
            opened.show(|files| FigureScene::open(session, files, settings))?
        };
        let TourStart { others, tour, .. } = opened;
        scene.figure().print_log(session);
        for files in &others {
            scene.add(files)?.print_log(session);
        }
        scene.figure().check_pattern(camera.pattern())?;
        let mut viewer = Viewer::starting_at(scene.figure().chosen_action(action)?, frame);
        if camera.sets_camera() {
            camera.apply(&mut viewer);
        } else {
            camera.apply_rest(&mut viewer);
            viewer.light = scene.figure().subject.lit;
            if !inputs.is_empty() {
                viewer.set_home(first_view(&mut scene, &viewer));
            }
        }
        scene.show(&viewer);
        let watch = watch(&scene);
        // A page shows its keys itself, where there is a keyboard.
        if cfg!(feature = "window") {
            viewer.say("F1 or H: keys");
        }
        Ok(Self {
            tour,
            scene,
            viewer,
            watch,
            shift: false,
            wants_gif: false,
            error: None,
            last_camera: Rc::default(),
            #[cfg(feature = "window")]
            clipboard: Clipboard::default(),
            #[cfg(all(feature = "window", feature = "inspector"))]
            dialog: OpenDialog::default(),
            #[cfg(feature = "inspector")]
            inspector: Inspector::new(session, inputs),
            #[cfg(feature = "inspector")]
            last_view: None,
        })
    }

    pub(crate) fn figure(&self) -> &LoadedFigure {
        self.scene.figure()
    }

    pub(crate) fn set_viewer(&mut self, viewer: Viewer) {
        self.viewer = viewer;
        self.scene.show(&self.viewer);
    }

    /// Shows other files in place of all figures.
    fn replace(&mut self, files: &Files) -> Result<(), Error> {
        self.scene.replace(files)?;
        self.begin_figure();
        Ok(())
    }

    /// Shows the selected figure with other actions, from the start, or with other textures, as it is seen now.
    fn replace_selected(&mut self, files: &Files) -> Result<(), Error> {
        if files.actions != self.scene.files().actions {
            self.scene.replace_selected(files)?;
            self.begin_figure();
            return Ok(());
        }
        self.scene.change_textures(files)?;
        self.scene.figure().print_log(&self.scene.session);
        self.watch = watch(&self.scene);
        self.adapt_to_files();
        Ok(())
    }

    /// Plays the liveliest action of a figure that has just been loaded.
    fn begin_figure(&mut self) {
        let figure = self.scene.figure();
        figure.print_log(&self.scene.session);
        let (action, lit) = (figure.liveliest(), figure.subject.lit);
        self.viewer.set_subject(action);
        self.viewer.light = lit;
        self.watch = watch(&self.scene);
        #[cfg(feature = "inspector")]
        self.inspector.forget_figure();
    }

    /// Selects one of several figures: keys, clicks and panels are for it from now on.
    fn select_figure(&mut self, index: usize) {
        let count = self.scene.figures.len();
        if index == self.scene.selected || index >= count {
            return;
        }
        self.scene.select(index, &mut self.viewer);
        #[cfg(feature = "inspector")]
        self.inspector.forget_figure();
        self.viewer.say(format!("{}, figure {} of {count}", self.scene.figure().name(), index + 1));
    }

    /// Selects the figure to the right of the selected one, and after the last the first.
    fn select_next_figure(&mut self) {
        let count = self.scene.figures.len();
        if count == 1 {
            self.viewer.say("there is no other figure");
        }
        self.select_figure((self.scene.selected + 1) % count);
    }

    /// Adds figures to the right of the current ones.
    fn add<'a>(&mut self, figures: impl IntoIterator<Item = &'a Files>) -> Result<(), Error> {
        for files in figures {
            let session = self.scene.session.clone();
            self.scene.add(files)?.print_log(&session);
            self.viewer.unframed = true;
        }
        self.watch = watch(&self.scene);
        Ok(())
    }

    /// Moves the camera by the mouse. A double click frames the bone under the pointer, or everything.
    fn move_by_mouse(&mut self, mouse: &Mouse) {
        let size = self.scene.stage.scene().size;
        match self.viewer.move_by_mouse(mouse, size) {
            Some(Click::Double(at)) => match self.scene.framed_at(at, &self.viewer) {
                Some(orbit) => self.viewer.orbit = orbit,
                None => self.viewer.unframed = true,
            },
            Some(Click::Single(at)) => self.select(at),
            None => {}
        }
    }

    /// Records the looped range, or the whole action, in the current folder.
    fn record(&mut self, form: Form) {
        self.viewer.say(match recording::record(&mut self.scene, &self.viewer, form, Path::new(".")) {
            Ok(path) => format!("wrote {}", path.file_name().unwrap_or_default().display()),
            Err(error) => error.to_string(),
        });
    }

    /// Copies the picture to the clipboard, where it stays while the viewer runs.
    #[cfg(feature = "window")]
    fn copy(&mut self) {
        let picture = self.scene.picture(&self.viewer);
        self.viewer.say(match self.clipboard.set(&picture) {
            Ok(()) => "copied the picture".to_owned(),
            Err(error) => format!("cannot copy the picture: {error}"),
        });
    }

    /// Opens the folder of the figure in the file manager.
    #[cfg(feature = "window")]
    fn open_folder(&mut self) {
        let file = self
            .scene
            .files()
            .figure
            .as_deref()
            .map(|path| self.scene.session.split(path).map_or(path.to_owned(), |(archive, _)| archive));
        let folder = file.as_deref().map(keitai_app::folder_of).unwrap_or(Path::new("."));
        self.viewer.say(match open::that_detached(folder) {
            Ok(()) => "opened the folder".to_owned(),
            Err(error) => format!("{}: {error}", folder.display()),
        });
    }

    /// Selects the figure and the polygon under a pixel, its nearest vertex, and the bone that owns it; nothing beside the figures.
    fn select(&mut self, at: Pixel) {
        let hit = self.scene.pick(at);
        if let Some(hit) = hit {
            self.select_figure(hit.figure);
        }
        self.viewer.selection = hit.map_or_else(Selection::default, |hit| self.scene.selection(hit));
    }

    /// Loads changed files again. The user sees the error of a file that cannot be loaded until it is fixed.
    fn reload_files(&mut self) {
        let reloaded = self.scene.reload();
        match &reloaded {
            Ok(()) => {
                #[cfg(feature = "inspector")]
                self.inspector.forget_lists();
                self.adapt_to_files();
            }
            Err(error) => error.report(),
        }
        self.error = reloaded.err().map(|error| error.to_string());
    }

    /// Adapts the viewer and its panels to a figure whose files were read again.
    fn adapt_to_files(&mut self) {
        #[cfg(feature = "inspector")]
        self.inspector.forget_files();
        self.viewer.set_reloaded_subject(&self.scene.figure().subject);
    }
}

/// Watches the files of all figures, and the archives that they are in.
fn watch(scene: &FigureScene) -> FolderWatch {
    let files: Vec<PathBuf> = scene.all_files().iter().map(|file| scene.session.outermost(file)).collect();
    FolderWatch::new(&files)
}

impl Drop for Window {
    fn drop(&mut self) {
        self.last_camera.replace(CameraOptions::text(&self.viewer));
    }
}

#[cfg(test)]
mod tests;
