//! Records of a play in files: writing, reading, and comparing a replay with one.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use keitai_controls::{Controls, PLAYERS};
use keitai_files::{self as files, FileFault, Overwrite, StagedFile};
use keitai_runtime::Random;
use keitai_runtime::replay::{Recorder, Recording};

use crate::console;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::messages::Messages;
use crate::picture;
use crate::signals::Signals;

/// Ticks between two digests of pictures in a record.
const EVERY: u32 = 30;

/// The largest file of a record, bytes: some hours with two sticks that never rest.
const LARGEST: u64 = 64 << 20;
/// Time between two saves of a record that grows: a killed program loses no more than that.
const BETWEEN_SAVES: Duration = Duration::from_secs(3);

/// A record that grows while the game runs. Its file is always whole. A clone is the same record.
#[derive(Clone)]
pub(crate) struct RecordFile(Rc<RefCell<Growing>>);

struct Growing {
    path: PathBuf,
    overwrite: Overwrite,
    inputs: Vec<PathBuf>,
    recorder: Recorder,
    signals: Signals,
    saved: Instant,
    /// A save in a thread of its own: the disk may be slow, and the game must go on.
    saving: Option<JoinHandle<Result<(), FileFault>>>,
}

impl RecordFile {
    /// Begins before the first tick. A file that cannot be written is an error now, not when the play is over.
    pub(crate) fn begin(path: &Path, game: &mut dyn Game, overwrite: Overwrite) -> Result<Self> {
        let inputs = game.stage().files_on_disk();
        StagedFile::create(path, overwrite, &inputs).map_err(|fault| Error::output(path, fault))?;
        let setup = game.setup();
        let recorder = Recorder::new(game.stage(), EVERY, setup);
        let (signals, saved) = (Signals::catch(), Instant::now());
        let growing = Growing { path: path.to_owned(), overwrite, inputs, recorder, signals, saved, saving: None };
        Ok(Self(Rc::new(RefCell::new(growing))))
    }

    /// Adds the tick that has just ended, and saves the record from time to time.
    pub(crate) fn note(&self, controls: &[Controls; PLAYERS], game: &mut dyn Game) {
        self.0.borrow_mut().note(controls, game);
    }

    /// Returns the signal that has asked the program to end.
    pub(crate) fn signal(&self) -> Option<u8> {
        self.0.borrow().signals.caught()
    }

    /// Writes the file, unless the record is empty, and prints its name. Then returns an error if a signal has ended the
    /// play.
    pub(crate) fn write(&self) -> Result<()> {
        self.0.borrow_mut().write()?;
        self.signal().map_or(Ok(()), |signal| Err(Error::Signal { signal }))
    }
}

impl Growing {
    fn note(&mut self, controls: &[Controls; PLAYERS], game: &mut dyn Game) {
        self.recorder.note(controls, game.stage());
        if self.saved.elapsed() >= BETWEEN_SAVES && self.saving.as_ref().is_none_or(JoinHandle::is_finished) {
            // The last save tells whether it failed.
            let _ = self.end_save();
            self.saved = Instant::now();
            let (path, inputs, overwrite) = (self.path.clone(), self.inputs.clone(), self.overwrite);
            let text = self.recorder.recording().to_text();
            self.saving = Some(std::thread::spawn(move || files::write(&path, text.as_bytes(), overwrite, &inputs)));
        }
    }

    /// Waits for a save. After the first success the file belongs to this record and may be overwritten.
    fn end_save(&mut self) -> Result<(), FileFault> {
        let Some(Ok(saved)) = self.saving.take().map(JoinHandle::join) else { return Ok(()) };
        saved.inspect(|()| self.overwrite = Overwrite::Force)
    }

    fn write(&mut self) -> Result<()> {
        // A save that failed is tried again below.
        let _ = self.end_save();
        let recording = self.recorder.recording();
        if recording.ticks() == 0 {
            return Ok(());
        }
        files::write(&self.path, recording.to_text().as_bytes(), self.overwrite, &self.inputs)
            .map_err(|fault| Error::output(&self.path, fault))?;
        console::print(&format!("wrote {}: {} ticks\n", self.path.display(), recording.ticks()))
    }
}

/// Reads a record of this game, and prepares the game for its replay.
pub(crate) fn read(path: &Path, game: &mut dyn Game) -> Result<Recording> {
    let text = files::read_text(path, LARGEST).map_err(|fault| Error::read(path, fault))?;
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

/// Replays a record with a game that is at its start, and calls `after` after each tick. The first tick that differs is an error, and a picture of it is
/// written to the current folder.
pub(crate) fn verify(
    path: &Path,
    recording: &Recording,
    game: &mut dyn Game,
    mut after: impl FnMut(&mut dyn Game) -> Result<()>,
) -> Result<()> {
    let mut messages = Messages::default();
    for (number, controls) in (1..).zip(recording.controls()) {
        let _ = game.tick(controls, &mut messages);
        after(game)?;
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
