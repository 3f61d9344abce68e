//! A scene in its window, which follows the scene's files while it runs, puts the play on record or plays one again.

use std::path::PathBuf;

use keitai_render::{Framebuffer, Q16};
use keitai_runtime::Stage;
use keitai_runtime::controls::{Button, Controls, Labels, PLAYERS};
use keitai_runtime::debug::{Debug, Times};
use keitai_runtime::replay::Recording;
use keitai_runtime::shot::Recorded;

use super::replay::Record;
use crate::commands::view;
use crate::error::Error;
use crate::follow::FollowedScene;
use crate::message::Message;
use crate::show::{Next, Program, Request, Show};

/// What goes on with a scene. A play on record is one of files that do not change meanwhile.
pub(super) enum Mode {
    /// What is saved shows.
    Free(FollowedScene),
    /// It is put on record.
    Record(Record),
    /// A record tells what the players do, tick by tick.
    Replay(std::vec::IntoIter<[Controls; PLAYERS]>),
}

impl Mode {
    pub(super) fn free(stage: &Stage) -> Self {
        Self::Free(FollowedScene::new(stage))
    }

    pub(super) fn replay(recording: &Recording) -> Self {
        Self::Replay(recording.controls().copied().collect::<Vec<_>>().into_iter())
    }
}

/// A scene, and what goes on around it.
pub(super) struct Scenery {
    stage: Stage,
    name: String,
    message: Message,
    mode: Mode,
}

impl Scenery {
    pub(super) fn new(stage: Stage, name: &str, mode: Mode) -> Self {
        Self { stage, name: name.to_owned(), message: Message::default(), mode }
    }

    /// After a mistake in what was saved, what was there stays, and what is wrong is said until it is mended.
    fn show_saved(&mut self, reloaded: Result<(), Error>) {
        if let Err(error) = &reloaded {
            error.report();
        }
        self.message.set_wrong(reloaded.err().map(|error| error.to_string()));
    }
}

impl Show for Scenery {
    fn program(&self) -> Program {
        Program::play()
    }

    /// A record goes on by itself.
    fn lose_pad(&mut self, _pad: usize) -> bool {
        !matches!(self.mode, Mode::Replay(_))
    }

    fn size(&self) -> (u32, u32) {
        self.stage.scene().size
    }

    fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Option<Request> {
        self.message.tick();
        match &mut self.mode {
            Mode::Free(followed) => {
                if let Some(reloaded) = followed.reload(&mut self.stage) {
                    self.show_saved(reloaded);
                }
                self.stage.tick(controls);
            }
            Mode::Record(record) => {
                self.stage.tick(controls);
                record.note(controls, &mut self.stage);
            }
            Mode::Replay(recorded) => match recorded.next() {
                Some(controls) => self.stage.tick(&controls),
                None => {
                    // What stands still stands still between ticks, too.
                    self.stage.remember();
                    self.message.tell("the record ends here");
                }
            },
        }
        let any = |button| controls.iter().any(|player| player.held(button));
        if any(Button::Start) && any(Button::Select) {
            return Some(Request::Quit);
        }
        controls.iter().any(|player| player.pressed(Button::R3)).then_some(Request::Screenshot)
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        self.stage.draw(picture);
    }

    fn set_smooth(&mut self, smooth: bool) {
        self.stage.set_smooth(smooth);
    }

    fn draw_between(&mut self, part: Q16, picture: &mut Framebuffer) {
        self.stage.draw_between(part, picture);
    }

    fn shot(&mut self) -> Option<Result<Recorded, Error>> {
        Some(self.stage.shot().map_err(Error::from))
    }

    fn draw_debug(&mut self, debug: &mut Debug, times: &Times, picture: &mut Framebuffer) {
        self.stage.draw_debug(debug, times, picture);
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, _labels: &Labels) {
        self.message.draw(picture);
    }

    fn tell(&mut self, text: String) {
        self.message.tell(text);
    }

    fn open_dropped(&mut self, files: &[PathBuf]) -> Result<Option<Next>, Error> {
        Ok(Some(Next::Show(view::open(files)?)))
    }

    fn close(&mut self) -> Result<(), Error> {
        if let Mode::Record(record) = &mut self.mode { record.write() } else { Ok(()) }
    }

    fn title(&self) -> String {
        if self.name.is_empty() { "Keitai".to_owned() } else { format!("{} - Keitai", self.name) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use keitai_render::Compat;

    use super::*;
    use crate::commands::play::locate;

    const SCENE: &str = "(size: (64, 64), background: 0x102030, entities: [])";

    /// Ticks until the picture over which everything is drawn is as wanted; how long that took.
    fn ticks_until(scenery: &mut Scenery, wanted: impl Fn(&Scenery, &Framebuffer) -> bool) -> Duration {
        let start = Instant::now();
        loop {
            let _ = scenery.tick(&[Controls::IDLE; PLAYERS]);
            let mut picture = Framebuffer::new(64, 64);
            scenery.draw(&mut picture);
            if wanted(scenery, &picture) {
                return start.elapsed();
            }
            assert!(start.elapsed() < Duration::from_secs(10), "{:?}", scenery.message);
            std::thread::sleep(Duration::from_millis(33));
        }
    }

    #[test]
    fn what_is_saved_shows_and_what_is_wrong_is_said_until_it_is_mended() {
        let folder = tempfile::tempdir().unwrap();
        let write = |text: &str| std::fs::write(folder.path().join("a.ron"), text).unwrap();
        write(SCENE);
        let (source, path) = locate(&folder.path().join("a.ron")).unwrap();
        let stage = Stage::open(source, &path, Compat::default()).unwrap();
        let mode = Mode::free(&stage);
        let mut scenery = Scenery::new(stage, "a.ron", mode);
        let all =
            |colour| move |_: &Scenery, picture: &Framebuffer| picture.pixels().iter().all(|pixel| *pixel == colour);
        ticks_until(&mut scenery, all(0x102030));

        write(&SCENE.replace("0x102030", "0x302010"));
        let took = ticks_until(&mut scenery, all(0x302010));
        assert!(took < Duration::from_millis(500), "{took:?}");

        write(&SCENE.replace("background", "backgrund"));
        ticks_until(&mut scenery, |scenery, _| scenery.message.wrong().is_some());
        assert!(scenery.message.wrong().unwrap().starts_with("a.ron:1:"), "{:?}", scenery.message);
        ticks_until(&mut scenery, all(0x302010));

        write(SCENE);
        ticks_until(&mut scenery, |scenery, _| scenery.message.wrong().is_none());
        ticks_until(&mut scenery, all(0x102030));
    }
}
