//! `keitai view`: a figure in a window.

use std::path::PathBuf;

use keitai_render::{Framebuffer, Renderer};
use keitai_runtime::Settings;
use keitai_runtime::controls::{Controls, Labels, PLAYERS};
use keitai_runtime::debug::{Debug, Times};
use keitai_runtime::shot::Recorded;

use crate::cli::View;
use crate::error::Error;
use crate::follow::FollowedFolders;
use crate::show::{self, Next, Options, Program, Request, Show};
use crate::viewer::keys;
use crate::viewer::legend;
use crate::viewer::stage::{Files, Stage};
use crate::viewer::state::Viewer;

/// Shows the files until the window is closed.
pub(crate) fn run(arguments: &View) -> Result<(), Error> {
    let settings = arguments.look.settings()?;
    let window = Window::open(&arguments.files, &settings, arguments.action, arguments.frame)?;
    show::run(Box::new(window), Options::default())
}

/// The viewer with these files.
pub(crate) fn open(files: &[PathBuf]) -> Result<Box<dyn Show>, Error> {
    Ok(Box::new(Window::open(files, &Settings::default(), None, None)?))
}

/// The action asked for, if there is one of that number; the liveliest when none was.
pub(crate) fn choose_action(asked: Option<usize>, stage: &Stage) -> Result<usize, Error> {
    match asked {
        Some(number) => within(number, stage.subject().actions.len()),
        None => Ok(stage.liveliest()),
    }
}

fn within(number: usize, count: usize) -> Result<usize, Error> {
    let Some(last) = count.checked_sub(1) else {
        return Err(Error::Usage {
            message: format!("--action {number}: there is no action"),
            hint: "without --action the figure is shown as it was built".to_owned(),
        });
    };
    if number <= last {
        return Ok(number);
    }
    Err(Error::Usage {
        message: format!("--action {number}: the actions are 0 to {last}"),
        hint: format!("the nearest is --action {last}"),
    })
}

/// The viewer in its window.
struct Window {
    renderer: Renderer,
    files: Files,
    stage: Stage,
    viewer: Viewer,
    followed: FollowedFolders,
}

impl Window {
    fn open(files: &[PathBuf], settings: &Settings, action: Option<usize>, frame: Option<u32>) -> Result<Self, Error> {
        let files = Files::sort(files)?.drawn_with(settings);
        let stage = Stage::open(&files)?;
        stage.log().iter().for_each(|line| eprintln!("{line}"));
        let mut viewer = Viewer::starting_at(choose_action(action, &stage)?, frame);
        viewer.message.tell("F1 or H: what the keys do");
        let followed = FollowedFolders::new(stage.files());
        Ok(Self { renderer: stage.renderer(settings), files, stage, viewer, followed })
    }

    /// Shows what was saved meanwhile.
    fn reload(&mut self) {
        let reloaded = self.stage.reload(&self.files);
        if let Err(error) = &reloaded {
            error.report();
        }
        self.viewer.renewed_subject(self.stage.subject());
        self.viewer.message.set_wrong(reloaded.err().map(|error| error.to_string()));
    }
}

impl Show for Window {
    fn program(&self) -> Program {
        keys::program()
    }

    fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Option<Request> {
        if self.followed.changed() {
            self.reload();
        }
        // Whoever holds a pad may turn the figure.
        let controls = controls.iter().fold(Controls::IDLE, |all, player| all.merged(*player));
        self.viewer.tick(&controls, self.stage.subject())
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        self.stage.draw(&self.viewer, &mut self.renderer, picture);
    }

    fn shot(&mut self) -> Option<Result<Recorded, Error>> {
        Some(self.stage.shot(&self.viewer, &self.renderer))
    }

    fn draw_debug(&mut self, debug: &mut Debug, times: &Times, picture: &mut Framebuffer) {
        self.stage.draw_debug(&self.viewer, &mut self.renderer, (debug, times), picture);
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, labels: &Labels) {
        if self.viewer.legend {
            legend::draw(picture, labels);
        }
        self.viewer.message.draw(picture);
    }

    fn tell(&mut self, text: String) {
        self.viewer.message.tell(text);
    }

    fn open_dropped(&mut self, dropped: &[PathBuf]) -> Result<Option<Next>, Error> {
        let files = self.files.with(Files::sort(dropped)?);
        let stage = Stage::open(&files)?;
        stage.log().iter().for_each(|line| eprintln!("{line}"));
        self.viewer.new_subject(stage.liveliest());
        self.viewer.message.tell(stage.name());
        self.viewer.message.set_wrong(None);
        self.followed = FollowedFolders::new(stage.files());
        (self.stage, self.files) = (stage, files);
        Ok(None)
    }

    fn title(&self) -> String {
        format!("{} - Keitai", self.stage.name())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, Instant};

    use keitai_render::Q16;
    use keitai_runtime::shot::{Player, Shot};

    use super::*;
    use crate::show::SIZE;

    /// Ticks until the window is as wanted.
    fn tick_until(window: &mut Window, wanted: impl Fn(&mut Window) -> bool) {
        let start = Instant::now();
        while !wanted(window) {
            assert!(start.elapsed() < Duration::from_secs(10), "{:?}", window.viewer.message);
            std::thread::sleep(Duration::from_millis(33));
            let _ = window.tick(&[Controls::IDLE; PLAYERS]);
        }
    }

    fn digest(window: &mut Window) -> u64 {
        let mut picture = Framebuffer::new(SIZE.0, SIZE.1);
        window.draw(&mut picture);
        picture.digest()
    }

    #[test]
    fn a_saved_texture_shows_and_a_damaged_one_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/robots");
        let copy = |from: &str, to: &str| std::fs::copy(ours.join(from), folder.path().join(to)).unwrap();
        copy("tin.mbac", "tin.mbac");
        copy("tin.mtra", "tin.mtra");
        // Found by being the only picture, not by its name.
        copy("tin.bmp", "skin.bmp");
        let mut window =
            Window::open(&[folder.path().join("tin.mbac")], &Settings::default(), Some(3), Some(7)).unwrap();
        window.viewer.orbit.yaw = 300;
        let before = digest(&mut window);

        copy("boiler.bmp", "skin.bmp");
        tick_until(&mut window, |window| digest(window) != before);
        let viewer = &window.viewer;
        assert_eq!(
            (viewer.action, viewer.head.frame, viewer.orbit.yaw, viewer.message.wrong()),
            (3, Q16::from_num(7), 300, None)
        );
        let boiler = digest(&mut window);

        std::fs::write(folder.path().join("skin.bmp"), b"BM no more").unwrap();
        tick_until(&mut window, |window| window.viewer.message.wrong().is_some());
        assert!(window.viewer.message.wrong().unwrap().starts_with("skin.bmp: BMP"), "{:?}", window.viewer.message);
        assert_eq!(digest(&mut window), boiler);

        copy("tin.bmp", "skin.bmp");
        tick_until(&mut window, |window| window.viewer.message.wrong().is_none());
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
                let window = Window::open(&files, &Settings::default(), None, None).unwrap();
                window.stage.subject().actions[0].mode.to_string()
            })
            .collect();
        assert_eq!(modes, ["once", "once and reset", "loop", "mirrored once", "mirrored loop"]);
    }

    #[test]
    fn what_is_shown_is_the_picture_of_its_shot() {
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/robots");
        let mut window = Window::open(&[ours.join("tin.mbac")], &Settings::default(), Some(3), Some(7)).unwrap();
        window.viewer.light = true;
        window.viewer.orbit.yaw = 300;
        let shown = digest(&mut window);
        let Recorded { shot, files } = window.shot().unwrap().unwrap();
        let shot = Shot::parse(&shot.write().unwrap()).unwrap();
        let read = |name: &str| files.get(name).cloned().ok_or_else(|| std::io::ErrorKind::NotFound.into());
        let mut player = Player::new(&shot, &Settings::default(), read).unwrap();
        let mut picture = player.framebuffer();
        player.draw(0, &mut picture).unwrap();
        assert_eq!(picture.digest(), shown);
    }

    #[test]
    fn an_action_out_of_range_names_the_nearest() {
        assert_eq!(within(2, 3).unwrap(), 2);
        for (count, hint) in [(2, "--action 1"), (0, "without --action")] {
            match within(5, count) {
                Err(Error::Usage { hint: found, .. }) => assert!(found.contains(hint), "{found}"),
                other => panic!("{other:?}"),
            }
        }
    }
}
