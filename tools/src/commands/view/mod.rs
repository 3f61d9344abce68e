//! `keitai view`: a figure in a window.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

#[cfg(feature = "inspector")]
use keitai_app::panels::{PanelInput, PanelOutput, Panels};
use keitai_app::{App, FolderWatch, Game, GameInfo, Messages, Options, console};
use keitai_controls::{Button, Controls, Input, Key, Labels, Mouse, PLAYERS, WindowCommand};
use keitai_formats::Kind;
use keitai_render::Framebuffer;
use keitai_runtime::{Settings, Stage};

use crate::cli::{CameraOptions, View};
use crate::error::Error;
use crate::files;
#[cfg(feature = "inspector")]
use crate::inspector::{self, Inspector, Shown, Wish};
use crate::reference;
use crate::viewer::background::Background;
use crate::viewer::framing::first_view;
use crate::viewer::hand::Click;
use crate::viewer::load::{Files, LoadedFigure};
use crate::viewer::pick::Pixel;
use crate::viewer::recording::{self, Form};
use crate::viewer::scene::FigureScene;
use crate::viewer::selection::Selection;
use crate::viewer::state::Viewer;
use crate::viewer::tour::{Opened, Tour};
use crate::viewer::{keys, legend};

mod address;
#[cfg(feature = "window")]
mod clipboard;
#[cfg(feature = "window")]
use clipboard::Clipboard;

/// Shows the files until the window is closed.
pub(crate) fn run(arguments: &View) -> Result<(), Error> {
    let options = Options { render: arguments.render.clone(), ..Options::default() };
    let last_camera = Rc::new(RefCell::new(String::new()));
    let (arguments, written) = (arguments.clone(), Rc::clone(&last_camera));
    let print_camera = arguments.print_camera;
    let open = move |settings: &Settings| {
        let mut window =
            Window::open(&arguments.files, settings, arguments.action, arguments.frame, &arguments.camera)?;
        window.last_camera = Rc::clone(&written);
        window.remember_choices();
        Ok(window)
    };
    App::new(open).run(&options)?;
    if print_camera {
        console::print(&format!("{}\n", last_camera.borrow()))?;
    }
    Ok(())
}

/// Opens the viewer with these files.
pub(crate) fn open(files: &[PathBuf]) -> keitai_app::Result<Box<dyn Game>> {
    let mut window = Window::open(files, &Settings::default(), None, None, &CameraOptions::default())?;
    window.remember_choices();
    Ok(Box::new(window))
}

/// The viewer as a game.
pub struct Window {
    files: Files,
    /// The other figures of the folder or the archive.
    tour: Tour,
    scene: FigureScene,
    viewer: Viewer,
    /// Message for the next tick.
    greeting: Option<String>,
    watch: FolderWatch,
    /// Mouse of the next tick.
    mouse: Mouse,
    /// Shift is held: dropped files are added.
    shift: bool,
    /// Text of the camera, for whoever prints it on exit.
    last_camera: Rc<RefCell<String>>,
    #[cfg(feature = "window")]
    clipboard: Clipboard,
    #[cfg(feature = "inspector")]
    inspector: Inspector,
    /// State of the viewer when the panels were drawn last.
    #[cfg(feature = "inspector")]
    drawn: Option<Viewer>,
}

impl Window {
    /// Opens the viewer with files, at an action, and paused at a frame where one is given.
    pub(crate) fn open(
        files: &[PathBuf],
        settings: &Settings,
        action: Option<usize>,
        frame: Option<u32>,
        camera: &CameraOptions,
    ) -> Result<Self, Error> {
        let Opened { files, others, tour } = Tour::open(files)?;
        let mut scene = FigureScene::open(&files, settings)?;
        scene.figure().print_log();
        for files in &others {
            scene.add(files)?.print_log();
        }
        let mut viewer = Viewer::starting_at(scene.figure().chosen_action(action)?, frame);
        if camera.sets_camera() {
            camera.apply(&mut viewer);
        } else {
            camera.apply_rest(&mut viewer);
            viewer.light = scene.figure().subject.lit;
            viewer.set_home(first_view(&mut scene, &viewer));
        }
        scene.show(&viewer);
        let watch = FolderWatch::new(&scene.all_files());
        let greeting = Some("F1 or H: keys".to_owned());
        let (mouse, last_camera) = (Mouse::default(), Rc::default());
        Ok(Self {
            files,
            tour,
            scene,
            viewer,
            greeting,
            watch,
            mouse,
            shift: false,
            last_camera,
            #[cfg(feature = "window")]
            clipboard: Clipboard::default(),
            #[cfg(feature = "inspector")]
            inspector: Inspector::new(),
            #[cfg(feature = "inspector")]
            drawn: None,
        })
    }

    /// Takes the user's choices about the panels from their file, and saves them there from now on.
    fn remember_choices(&mut self) {
        #[cfg(feature = "inspector")]
        self.inspector.remember_choices();
    }

    /// Returns the figure on show.
    pub(crate) fn figure(&self) -> &LoadedFigure {
        self.scene.figure()
    }

    /// Returns the state that the user can change.
    pub(crate) fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    /// Shows the figure in another state.
    pub(crate) fn set_viewer(&mut self, viewer: Viewer) {
        self.viewer = viewer;
        self.scene.show(&self.viewer);
    }

    /// Draws the looped range, or the whole action, as a GIF. The view stays as it is.
    pub(crate) fn draw_gif(&mut self) -> Result<Vec<u8>, Error> {
        let gif = recording::gif(&mut self.scene, &self.viewer);
        self.scene.show(&self.viewer);
        gif
    }

    /// Shows other files.
    fn replace(&mut self, files: Files) -> Result<(), Error> {
        self.scene.replace(&files)?;
        self.files = files;
        let figure = self.scene.figure();
        figure.print_log();
        let (action, lit) = (figure.liveliest(), figure.subject.lit);
        self.viewer.set_subject(action);
        self.viewer.light = lit;
        self.watch = FolderWatch::new(&self.scene.all_files());
        #[cfg(feature = "inspector")]
        self.inspector.forget_figure();
        Ok(())
    }

    /// Adds figures to the right of those on show.
    fn add<'a>(&mut self, figures: impl IntoIterator<Item = &'a Files>) -> Result<(), Error> {
        for files in figures {
            self.scene.add(files)?.print_log();
            self.viewer.unframed = true;
        }
        self.watch = FolderWatch::new(&self.scene.all_files());
        Ok(())
    }

    /// Moves the camera by the mouse. A double click frames the bone under the pointer, or everything.
    fn move_by_mouse(&mut self) {
        let size = self.scene.stage.scene().size;
        let mouse = std::mem::take(&mut self.mouse);
        match self.viewer.move_by_mouse(&mouse, size) {
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
        self.greeting = Some(match recording::record(&mut self.scene, &self.viewer, form, Path::new(".")) {
            Ok(path) => format!("wrote {}", path.file_name().unwrap_or_default().display()),
            Err(error) => error.to_string(),
        });
    }

    /// Copies the picture to the clipboard, where it stays while the viewer runs.
    #[cfg(feature = "window")]
    fn copy(&mut self) {
        let mut picture = self.scene.stage.framebuffer();
        self.scene.draw(&self.viewer, &mut picture);
        self.greeting = Some(match self.clipboard.set(&picture) {
            Ok(()) => "copied the picture".to_owned(),
            Err(error) => format!("cannot copy the picture: {error}"),
        });
    }

    /// Opens the folder of the figure in the file manager.
    #[cfg(feature = "window")]
    fn open_folder(&mut self) {
        let file = self
            .files
            .figure_path()
            .map(|path| files::archives::split(path).map_or(path.to_owned(), |(archive, _)| archive));
        let folder = file.as_deref().map(keitai_app::folder_of).unwrap_or(Path::new("."));
        if let Err(error) = open::that_detached(folder) {
            self.greeting = Some(format!("{}: {error}", folder.display()));
        }
    }

    /// Selects the polygon under a pixel, its nearest vertex, and the bone that owns it; nothing beside the figure.
    fn select(&mut self, at: Pixel) {
        self.viewer.selection = self.scene.pick(at).map_or_else(Selection::default, |hit| self.scene.selection(hit));
    }

    /// Loads changed files again. The user sees the error of a file that cannot be loaded until it is fixed.
    fn reload_files(&mut self, messages: &mut Messages) {
        let reloaded = self.scene.reload(&self.files);
        if let Err(error) = &reloaded {
            error.report();
        }
        #[cfg(feature = "inspector")]
        if reloaded.is_ok() {
            self.inspector.forget_figure();
        }
        self.viewer.set_reloaded_subject(&self.scene.figure().subject);
        messages.set_wrong(reloaded.err().map(|error| error.to_string()));
    }
}

impl Game for Window {
    fn info(&self) -> GameInfo {
        keys::info()
    }

    fn title(&self) -> String {
        format!("{} - Keitai", self.scene.figure().name())
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.scene.stage
    }

    fn tick(&mut self, controls: &[Controls; PLAYERS], messages: &mut Messages) -> Option<WindowCommand> {
        if let Some(greeting) = self.greeting.take() {
            messages.tell(greeting);
        }
        if self.watch.changed() {
            self.reload_files(messages);
        }
        // All pads turn the figure.
        let controls = controls.iter().fold(Controls::IDLE, |all, player| all.merged(*player));
        #[cfg(feature = "inspector")]
        let controls = if self.inspector.has_focus() { Controls::IDLE } else { controls };
        let command = self.viewer.tick(&controls, &self.scene.figure().subject);
        self.move_by_mouse();
        if self.viewer.unframed {
            self.viewer.set_home(first_view(&mut self.scene, &self.viewer));
        }
        if let Some(said) = self.viewer.said.take() {
            messages.tell(said);
        }
        self.scene.show(&self.viewer);
        command
    }

    fn set_mouse(&mut self, mouse: &Mouse) {
        self.mouse = *mouse;
        self.shift = mouse.shift;
    }

    fn press(&mut self, input: Input) {
        let is = |(key, button): (Key, Button)| {
            input == Input::Key(key) || matches!(input, Input::Chord(_, own) if own == button)
        };
        if is(keys::GRID) {
            self.viewer.grid = !self.viewer.grid;
        }
        if input == Input::Key(keys::RECORD) {
            self.record(if self.shift { Form::Pngs } else { Form::Gif });
        }
        #[cfg(feature = "window")]
        if input == Input::Key(keys::FOLDER) {
            self.open_folder();
        }
        #[cfg(feature = "window")]
        if input == Input::Key(keys::COPY) {
            self.copy();
        }
        #[cfg(feature = "inspector")]
        match input {
            Input::Pad(_, button) if self.inspector.has_focus() => self.inspector.press(button),
            _ if is(keys::PANELS) => self.inspector.toggle(),
            _ if is(keys::FOCUS) => self.inspector.take_focus(),
            _ => {}
        }
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        self.scene.draw(&self.viewer, picture);
    }

    #[cfg(feature = "inspector")]
    fn set_labels(&mut self, labels: &Labels) {
        if labels.pad().is_some() && !labels.by_key {
            self.inspector.hide_for_pad();
        }
    }

    #[cfg(feature = "inspector")]
    fn panels(&mut self) -> Option<&mut dyn Panels> {
        Some(self)
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, labels: &Labels) {
        self.scene.draw_selection(&self.viewer.selection, picture);
        if self.viewer.legend > 0 {
            legend::draw(picture, labels, self.viewer.legend - 1);
        }
    }

    fn open_files(&mut self, dropped: &[PathBuf], messages: &mut Messages) -> keitai_app::Result<bool> {
        if let ([path], true) = (dropped, self.shift)
            && files::kind(path).is_some_and(Kind::is_texture)
        {
            self.scene.set_backdrop(reference::load(path)?);
            self.viewer.backdrop = Background::Picture;
            return Ok(true);
        }
        let Opened { files, others, tour } = Tour::open(dropped)?;
        let another = files.figure_path().is_some();
        if another && self.shift {
            self.add(std::iter::once(&files).chain(&others))?;
            return Ok(true);
        }
        self.replace(self.files.with(files))?;
        if another {
            self.tour = tour;
        }
        self.add(&others)?;
        messages.tell(self.scene.figure().name());
        messages.set_wrong(None);
        Ok(true)
    }

    fn step_file(&mut self, forward: bool, messages: &mut Messages) -> keitai_app::Result<()> {
        let Some(next) = self.tour.step(forward).map(Files::figure) else {
            messages.tell("there is no other figure");
            return Ok(());
        };
        // A figure that cannot be shown is passed by at the next step.
        self.replace(next)?;
        messages.tell(format!("{}, {}", self.scene.figure().name(), self.tour.place()));
        messages.set_wrong(None);
        Ok(())
    }

    fn screenshot_note(&self) -> Option<String> {
        let file = self.files.figure_path()?.display();
        let Viewer { action, .. } = self.viewer;
        let action =
            if self.scene.figure().subject.actions.is_empty() { String::new() } else { format!(" --action {action}") };
        let camera = CameraOptions::text(&self.viewer);
        Some(format!("keitai shot {file}{action} --frame {} {camera} -o picture.png", self.viewer.whole_frame()))
    }

    /// The viewer does not wait for a pad.
    fn lose_pad(&mut self, _pad: usize) -> bool {
        false
    }
}

#[cfg(feature = "inspector")]
impl Panels for Window {
    fn size(&self) -> Option<(u32, u32)> {
        self.inspector.is_shown().then_some(inspector::SIZE)
    }

    fn are_due(&self) -> bool {
        self.inspector.is_due() || self.drawn.as_ref() != Some(&self.viewer)
    }

    fn draw(&mut self, input: &PanelInput, window: &mut Framebuffer) -> PanelOutput {
        let Self { inspector, scene, viewer, .. } = self;
        let mut shown = Shown { scene, viewer, wish: None };
        let output = inspector.draw(&mut shown, input, window);
        let wish = shown.wish;
        self.drawn = Some(self.viewer.clone());
        match wish {
            Some(Wish::Record(form)) => self.record(form),
            #[cfg(feature = "window")]
            Some(Wish::Copy) => self.copy(),
            #[cfg(feature = "window")]
            Some(Wish::Folder) => self.open_folder(),
            #[cfg(not(feature = "window"))]
            Some(Wish::Copy | Wish::Folder) => {}
            None => {}
        }
        output
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.last_camera.replace(CameraOptions::text(&self.viewer));
    }
}

#[cfg(test)]
mod tests;
