//! Plays on record, and scenes without a window: as fast as the machine allows.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use keitai_runtime::Stage;
use keitai_runtime::controls::{Controls, PLAYERS};
use keitai_runtime::replay::{LARGEST, Recorder, Recording};

use tempfile::NamedTempFile;

use crate::cli::Play;
use crate::error::Error;
use crate::files::share;
use crate::follow::folder_of;
use crate::picture;
use crate::shot_file::write_shot;

/// A play on record has the digest of a picture every second.
const EVERY: u32 = 30;

/// Ticks of a scene without a window when their number is not given: ten seconds.
const TICKS: u32 = 300;

/// A play that is being put on record in a file, which is written whole or not at all.
pub(super) struct Record {
    path: PathBuf,
    /// Beside the file that it will be; it goes away with this where nothing is written.
    place: Option<NamedTempFile>,
    recorder: Recorder,
}

impl Record {
    /// Begins before the first tick. A file that cannot be written is noticed now, not when the play is over.
    pub(super) fn begin(path: &Path, stage: &Stage) -> Result<Self, Error> {
        let place = tempfile::Builder::new().prefix(".keitai").tempfile_in(folder_of(path));
        let place = place.map_err(|error| Error::write(path, error))?;
        Ok(Self { path: path.to_owned(), place: Some(place), recorder: Recorder::new(stage, EVERY) })
    }

    /// Notes a tick that has just gone by.
    pub(super) fn note(&mut self, controls: &[Controls; PLAYERS], stage: &mut Stage) {
        self.recorder.note(controls, stage);
    }

    /// Writes the file, unless nothing was played, and says so. It is written once.
    pub(super) fn write(&mut self) -> Result<(), Error> {
        let recording = self.recorder.recording();
        if let Some(mut place) = self.place.take().filter(|_| recording.ticks() > 0) {
            place.write_all(recording.to_text().as_bytes()).map_err(|error| Error::write(&self.path, error))?;
            share(&place);
            place.persist(&self.path).map_err(|error| Error::write(&self.path, error.error))?;
            println!("wrote {}: {} ticks", self.path.display(), recording.ticks());
        }
        Ok(())
    }
}

/// Reads the record of a play of this scene.
pub(super) fn read(path: &Path, stage: &Stage) -> Result<Recording, Error> {
    let mut text = String::new();
    let file = File::open(path).map_err(|error| Error::read(path, error))?;
    file.take(LARGEST + 1).read_to_string(&mut text).map_err(|error| Error::read(path, error))?;
    if text.len() as u64 > LARGEST {
        return Err(Error::read(path, format!("expected at most {LARGEST} bytes")));
    }
    let recording = Recording::from_text(&path.to_string_lossy(), &text)?;
    if recording.scene != stage.scene().path {
        return Err(Error::Usage {
            message: format!("{}: a play of {}, not of {}", path.display(), recording.scene, stage.scene().path),
            hint: format!("try `keitai play {} --replay {}`", recording.scene, path.display()),
        });
    }
    if !recording.setup.is_empty() {
        return Err(Error::Usage {
            message: format!("{}: a play of a game (\"{}\"), not of the scene alone", path.display(), recording.setup),
            hint: "the game whose rules it follows plays it".to_owned(),
        });
    }
    Ok(recording)
}

/// Plays a record on a stage that was just opened; the first tick that differs is an error, and a picture in the current
/// folder.
pub(super) fn verify(path: &Path, recording: &Recording, stage: &mut Stage) -> Result<(), Error> {
    let Err(difference) = recording.verify(stage, |stage, controls| stage.tick(controls)) else { return Ok(()) };
    let what = if difference.picture_only { "the picture" } else { "the world" };
    let shown = picture::write_screenshot(Path::new("."), &difference.picture)?;
    let (name, tick, ticks) = (path.display(), difference.tick, recording.ticks());
    let message = format!("{name}: {what} differs in tick {tick} of {ticks}; wrote {}", shown.display());
    Err(Error::Differs { message, hint: None })
}

/// Plays a scene without a window, in which nobody does anything.
pub(super) fn run_idle(arguments: &Play, stage: &mut Stage) -> Result<(), Error> {
    let mut record = arguments.record.as_deref().map(|path| Record::begin(path, stage)).transpose()?;
    for _ in 0..arguments.frames.unwrap_or(TICKS) {
        stage.tick(&[]);
        if let Some(record) = &mut record {
            record.note(&[Controls::IDLE; PLAYERS], stage);
        }
    }
    record.map_or(Ok(()), |mut record| record.write())?;
    report(arguments, stage)
}

/// Says how far a scene was played, or when asked what its picture's digest is; writes the picture as a shot.
pub(super) fn report(arguments: &Play, stage: &mut Stage) -> Result<(), Error> {
    if let Some(path) = &arguments.record_shot {
        write_shot(path, &stage.shot()?)?;
    }
    if arguments.digest {
        let mut picture = stage.framebuffer();
        stage.draw(&mut picture);
        println!("{:#018x}", picture.digest());
    } else {
        println!("{}: {} ticks", stage.scene().path, stage.ticks());
    }
    Ok(())
}
