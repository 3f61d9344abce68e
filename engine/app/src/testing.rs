//! Files, scenes and games for tests.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use keitai_render::Compat;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::controls::{Controls, PLAYERS, WindowCommand};
use keitai_runtime::{Settings, Stage};
use tempfile::TempDir;

use crate::game::{Game, TickInput};
use crate::game_info::GameInfo;
use crate::messages::Messages;
use crate::stage_game::StageGame;

/// Returns a path in a folder, which is removed with the first value.
pub(crate) fn place(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

pub(crate) fn open(scene: &[u8], others: &[(&str, &[u8])]) -> Stage {
    let files = others.iter().copied().chain([("a.ron", scene)]).map(|(name, bytes)| (name, bytes.to_vec()));
    Stage::open(Source::memory(files), &AssetPath::new("a.ron").unwrap(), &Settings::default()).unwrap()
}

pub(crate) fn empty(side: u32) -> Stage {
    Stage::empty((side, side), Compat::default(), &Settings::default())
}

pub(crate) fn playing(stage: Stage) -> StageGame<impl FnMut(&mut Stage, &[Controls; PLAYERS])> {
    StageGame::new(stage, |stage: &mut Stage, controls: &[Controls; PLAYERS]| stage.tick(controls))
}

/// A game that shows the last of several scenes, and leaves it on Escape.
pub(crate) struct Stages(pub(crate) Vec<Stage>);

impl Game for Stages {
    fn info(&self) -> GameInfo {
        GameInfo::new("stages")
    }

    fn stage(&mut self) -> &mut Stage {
        self.0.last_mut().unwrap()
    }

    fn stages(&mut self) -> Vec<&mut Stage> {
        self.0.iter_mut().collect()
    }

    fn tick(&mut self, _: &TickInput, _: &mut Messages) -> Option<WindowCommand> {
        None
    }

    fn quit(&mut self, _: &mut Messages) -> bool {
        self.0.pop();
        false
    }
}

/// Polls until there is a value.
pub(crate) fn wait<T>(mut poll: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = poll() {
            return value;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "nothing was reported");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Makes a FIFO, and a call in a thread of its own: a call that waits for the other end of the FIFO fails the test instead of stopping it.
#[cfg(unix)]
pub(crate) fn with_fifo<T: Send + 'static>(path: &std::path::Path, call: impl FnOnce() -> T + Send + 'static) -> T {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    let (sender, answer) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(call()));
    answer.recv_timeout(Duration::from_secs(60)).expect("no waiting")
}
