//! `keitai view`: a figure in a window.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use keitai_app::{App, Error as AppError, FolderWatch, Game, GameInfo, Messages, Options, console};
use keitai_controls::{Controls, Input, Labels, Mouse, PLAYERS, WindowCommand};
use keitai_render::Framebuffer;
use keitai_runtime::{Settings, Stage};

use crate::cli::{CameraOptions, View};
use crate::error::Error;
use crate::viewer::framing::first_view;
use crate::viewer::hand::Click;
use crate::viewer::load::{Files, LoadedFigure};
use crate::viewer::scene::FigureScene;
use crate::viewer::state::Viewer;
use crate::viewer::tour::Tour;
use crate::viewer::{ground, keys, legend};

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
    Ok(Box::new(Window::open(files, &Settings::default(), None, None, &CameraOptions::default())?))
}

/// Returns the requested action, or by default the one in which most bones move.
pub(crate) fn choose_action(asked: Option<usize>, figure: &LoadedFigure) -> Result<usize, Error> {
    match asked {
        Some(number) => within(number, figure.subject.actions.len()),
        None => Ok(figure.liveliest()),
    }
}

fn within(number: usize, count: usize) -> Result<usize, Error> {
    let Some(last) = count.checked_sub(1) else {
        return Err(AppError::Usage {
            message: format!("--action {number}: there is no action"),
            hint: "without --action the figure is shown as it was built".to_owned(),
        }
        .into());
    };
    if number <= last {
        return Ok(number);
    }
    Err(AppError::Usage {
        message: format!("--action {number}: the actions are 0 to {last}"),
        hint: format!("the nearest is --action {last}"),
    }
    .into())
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
    /// Text of the camera, for whoever prints it on exit.
    last_camera: Rc<RefCell<String>>,
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
        let (files, tour) = Tour::open(files)?;
        let mut scene = FigureScene::open(&files, settings)?;
        scene.figure().print_log();
        let mut viewer = Viewer::starting_at(choose_action(action, scene.figure())?, frame);
        if camera.sets_camera() {
            camera.apply(&mut viewer);
        } else {
            camera.apply_rest(&mut viewer);
            viewer.light = scene.figure().subject.lit;
            viewer.set_home(first_view(&mut scene, &viewer));
        }
        scene.show(&viewer);
        let watch = FolderWatch::new(scene.figure().files());
        let greeting = Some("F1 or H: keys".to_owned());
        let (mouse, last_camera) = (Mouse::default(), Rc::default());
        Ok(Self { files, tour, scene, viewer, greeting, watch, mouse, last_camera })
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

    /// Shows other files.
    fn replace(&mut self, files: Files) -> Result<(), Error> {
        self.scene.replace(&files)?;
        self.files = files;
        let figure = self.scene.figure();
        figure.print_log();
        let (action, lit) = (figure.liveliest(), figure.subject.lit);
        self.viewer.set_subject(action);
        self.viewer.light = lit;
        self.watch = FolderWatch::new(self.scene.figure().files());
        Ok(())
    }

    /// Moves the camera by the mouse. A double click frames the bone under the pointer, or everything.
    fn move_by_mouse(&mut self) {
        let size = self.scene.stage.scene().size;
        let mouse = std::mem::take(&mut self.mouse);
        if let Some(Click::Double(at)) = self.viewer.move_by_mouse(&mouse, size) {
            match self.scene.framed_at(at, &self.viewer) {
                Some(orbit) => self.viewer.orbit = orbit,
                None => self.viewer.unframed = true,
            }
        }
    }

    /// Loads changed files again. The user sees the error of a file that cannot be loaded until it is fixed.
    fn reload_files(&mut self, messages: &mut Messages) {
        let reloaded = self.scene.reload(&self.files);
        if let Err(error) = &reloaded {
            error.report();
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
    }

    fn press(&mut self, input: Input) {
        let (key, button) = keys::GRID;
        if input == Input::Key(key) || matches!(input, Input::Chord(_, own) if own == button) {
            self.viewer.grid = !self.viewer.grid;
        }
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        self.scene.stage.draw(picture);
        if self.viewer.grid {
            let mut empty = picture.clone();
            empty.fill(self.viewer.background);
            empty.reduce(self.scene.stage.scene().screen);
            ground::draw(&self.scene, &empty, picture);
        }
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, labels: &Labels) {
        if self.viewer.legend {
            legend::draw(picture, labels);
        }
    }

    fn open_files(&mut self, dropped: &[PathBuf], messages: &mut Messages) -> keitai_app::Result<bool> {
        let (opened, tour) = Tour::open(dropped)?;
        let another = opened.figure_path().is_some();
        self.replace(self.files.with(opened))?;
        if another {
            self.tour = tour;
        }
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

impl Drop for Window {
    fn drop(&mut self) {
        self.last_camera.replace(CameraOptions::text(&self.viewer));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, Instant};

    use keitai_render::Q16;
    use keitai_runtime::shot::{Player, Recorded, Shot};

    use super::*;

    /// Ticks until window and messages satisfy `wanted`.
    fn tick_until(window: &mut Window, messages: &mut Messages, wanted: impl Fn(&mut Window, &Messages) -> bool) {
        let start = Instant::now();
        while !wanted(window, messages) {
            assert!(start.elapsed() < Duration::from_secs(10), "{messages:?}");
            std::thread::sleep(Duration::from_millis(33));
            let _ = window.tick(&[Controls::IDLE; PLAYERS], messages);
        }
    }

    fn digest(window: &mut Window) -> u64 {
        window.scene.show(&window.viewer);
        let mut picture = window.stage().framebuffer();
        window.draw(&mut picture);
        picture.digest()
    }

    #[test]
    fn a_changed_texture_is_shown_and_a_damaged_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/robots");
        let copy = |from: &str, to: &str| std::fs::copy(ours.join(from), folder.path().join(to)).unwrap();
        copy("tin.mbac", "tin.mbac");
        copy("tin.mtra", "tin.mtra");
        // Found as the only picture, not by its name.
        copy("tin.bmp", "skin.bmp");
        let mut window = Window::open(
            &[folder.path().join("tin.mbac")],
            &Settings::default(),
            Some(3),
            Some(7),
            &CameraOptions::default(),
        )
        .unwrap();
        let mut messages = Messages::default();
        window.viewer.orbit.yaw = 300;
        let before = digest(&mut window);

        copy("boiler.bmp", "skin.bmp");
        tick_until(&mut window, &mut messages, |window, _| digest(window) != before);
        let viewer = &window.viewer;
        assert_eq!(
            (viewer.action, viewer.head.frame, viewer.orbit.yaw, messages.wrong()),
            (3, Q16::from_num(7), 300, None)
        );
        let boiler = digest(&mut window);

        std::fs::write(folder.path().join("skin.bmp"), b"BM no more").unwrap();
        tick_until(&mut window, &mut messages, |_, messages| messages.wrong().is_some());
        assert!(messages.wrong().unwrap().starts_with("skin.bmp: BMP"), "{messages:?}");
        assert_eq!(digest(&mut window), boiler);

        copy("tin.bmp", "skin.bmp");
        tick_until(&mut window, &mut messages, |_, messages| messages.wrong().is_none());
        assert_eq!(digest(&mut window), before);
    }

    #[test]
    fn a_joint_animation_is_played_in_its_own_mode() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut animation = std::fs::read(root.join("tests/fuzz/seeds/bck/one_joint")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("once.bck");
        let figure = root.join("assets/ring/tray.mbac");
        let modes: Vec<String> = (0..5)
            .map(|mode| {
                animation[0x28] = mode;
                std::fs::write(&file, &animation).unwrap();
                let files = [figure.clone(), file.clone()];
                let window = Window::open(&files, &Settings::default(), None, None, &CameraOptions::default()).unwrap();
                window.scene.figure().subject.actions[0].mode.to_string()
            })
            .collect();
        assert_eq!(modes, ["once", "once and reset", "loop", "mirrored once", "mirrored loop"]);
    }

    #[test]
    fn the_picture_of_a_shot_is_that_of_the_viewer() {
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/robots");
        let mut window =
            Window::open(&[ours.join("tin.mbac")], &Settings::default(), Some(3), Some(7), &CameraOptions::default())
                .unwrap();
        window.viewer.light = true;
        window.viewer.orbit.yaw = 300;
        let shown = digest(&mut window);
        let Recorded { shot, files } = window.shot().unwrap();
        let shot = Shot::parse(&shot.write().unwrap()).unwrap();
        let read = |name: &str| files.get(name).cloned().ok_or_else(|| std::io::ErrorKind::NotFound.into());
        let mut player = Player::new(&shot, &Settings::default(), read).unwrap();
        let mut picture = player.framebuffer();
        player.draw(0, &mut picture).unwrap();
        assert_eq!(picture.digest(), shown);
    }

    #[test]
    fn a_folder_is_stepped_through_and_a_view_has_its_text() {
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/robots");
        let mut window =
            Window::open(&[ours.join("tin.mbac")], &Settings::default(), Some(3), Some(7), &CameraOptions::default())
                .unwrap();
        let mut messages = Messages::default();
        let tin = digest(&mut window);
        window.viewer.orbit.yaw = 1024;
        let note = window.screenshot_note().unwrap();
        let camera = note.split_once(" --frame 7 ").unwrap().1.strip_suffix(" -o picture.png").unwrap();
        assert!(camera.starts_with("--yaw 90 --pitch ") && camera.ends_with(" --light"), "{note}");
        window.step_file(true, &mut messages).unwrap();
        assert_ne!(digest(&mut window), tin);
        assert_ne!(window.files.figure_path().unwrap(), ours.join("tin.mbac"));
        window.step_file(false, &mut messages).unwrap();
        assert_eq!(window.files.figure_path().unwrap(), ours.join("tin.mbac"));
    }

    #[test]
    fn an_action_out_of_range_names_the_nearest() {
        assert_eq!(within(2, 3).unwrap(), 2);
        for (count, hint) in [(2, "--action 1"), (0, "without --action")] {
            match within(5, count) {
                Err(Error::App(AppError::Usage { hint: found, .. })) => assert!(found.contains(hint), "{found}"),
                other => panic!("{other:?}"),
            }
        }
    }
}
