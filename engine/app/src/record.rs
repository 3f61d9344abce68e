//! Records of a play in files: writing, reading, and comparing a replay with one.

use std::io::Write;
use std::path::{Path, PathBuf};

use keitai_runtime::Random;
use keitai_runtime::controls::{Controls, PLAYERS};
use keitai_runtime::files::{self, Overwrite, StagedFile};
use keitai_runtime::replay::{MAX_BYTES, Recorder, Recording};

use crate::console;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::messages::Messages;
use crate::picture;

/// Ticks between two digests of pictures in a record.
const EVERY: u32 = 30;

/// A record that grows while the game runs. Its file is written whole or not at all.
pub(crate) struct RecordFile {
    path: PathBuf,
    file: Option<StagedFile>,
    recorder: Recorder,
}

impl RecordFile {
    /// Begins before the first tick. A file that cannot be written is an error now, not when the play is over.
    pub(crate) fn begin(path: &Path, game: &mut dyn Game) -> Result<Self> {
        let file = StagedFile::create(path, Overwrite::Force, &[]).map_err(|fault| Error::write(path, fault))?;
        let setup = game.setup();
        let mut recorder = Recorder::new(game.stage(), EVERY);
        recorder.set_up(setup);
        Ok(Self { path: path.to_owned(), file: Some(file), recorder })
    }

    /// Adds the tick that has just ended.
    pub(crate) fn note(&mut self, controls: &[Controls; PLAYERS], game: &mut dyn Game) {
        self.recorder.note(controls, game.stage());
    }

    /// Writes the file once, unless the record is empty, and prints its name.
    pub(crate) fn write(&mut self) -> Result<()> {
        let recording = self.recorder.recording();
        if let Some(mut file) = self.file.take().filter(|_| recording.ticks() > 0) {
            file.write_all(recording.to_text().as_bytes()).map_err(|error| Error::write(&self.path, error))?;
            files::commit(vec![file]).map_err(|error| Error::write(&error.path, error.fault))?;
            console::print(&format!("wrote {}: {} ticks\n", self.path.display(), recording.ticks()));
        }
        Ok(())
    }
}

/// Reads a record of this game, and prepares the game for its replay.
pub(crate) fn read(path: &Path, game: &mut dyn Game) -> Result<Recording> {
    let text = files::read_text(path, MAX_BYTES).map_err(|fault| Error::read(path, fault))?;
    let recording = Recording::from_text(&path.to_string_lossy(), &text)?;
    let scene = &game.stage().scene().path;
    if recording.scene != *scene {
        return Err(Error::Usage {
            message: format!("{}: a record of {}, not of {scene}", path.display(), recording.scene),
            hint: "replay it with the scene that it was recorded with".to_owned(),
        });
    }
    begin(&recording, game).map_err(|error| Error::Usage {
        message: format!("{}: {error}", path.display()),
        hint: error.hint().unwrap_or_default(),
    })?;
    Ok(recording)
}

/// Brings a game that was just opened to the start of a record.
pub(crate) fn begin(recording: &Recording, game: &mut dyn Game) -> Result<()> {
    game.set_up(&recording.setup)?;
    game.stage().random = Random::new(recording.seed);
    Ok(())
}

/// Replays a record with a game that is at its start. The first tick that differs is an error, and a picture of it is
/// written to the current folder.
pub(crate) fn verify(path: &Path, recording: &Recording, game: &mut dyn Game) -> Result<()> {
    let mut messages = Messages::default();
    for (number, controls) in (1..).zip(recording.controls()) {
        let _ = game.tick(controls, &mut messages);
        let Err(difference) = recording.compare(number, game.stage()) else { continue };
        let part = if difference.picture_only { "the picture" } else { "the world" };
        let shown = picture::write_screenshot(Path::new("."), &difference.picture)?;
        let (name, tick, ticks) = (path.display(), difference.tick, recording.ticks());
        return Err(Error::Differs {
            message: format!("{name}: {part} differs in tick {tick} of {ticks}; wrote {}", shown.display()),
        });
    }
    Ok(())
}
