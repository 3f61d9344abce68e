//! `--wav`: writes the sound of a run to a WAV file.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::files::{Overwrite, StagedFile};
use keitai_runtime::TickRate;
use keitai_sound::{MixerOutput, wave};

use crate::error::{Error, Result};
use crate::game::Game;
use crate::sound_player::{SOUND_RATE, SoundPlayer};

pub(crate) struct WaveFile {
    file: StagedFile,
    path: PathBuf,
    rate: TickRate,
    player: SoundPlayer,
    output: MixerOutput,
    frames: Vec<f32>,
    bytes: Vec<u8>,
}

impl WaveFile {
    pub(crate) fn begin(
        path: &Path,
        overwrite: Overwrite,
        inputs: &[PathBuf],
        rate: TickRate,
        ticks: u64,
    ) -> Result<Self> {
        // A third of a millisecond has 16 frames.
        let in_tick = SOUND_RATE / 3000 * rate.thirds();
        let (player, output) = SoundPlayer::new()?;
        let header = wave::header(SOUND_RATE, 2, ticks * u64::from(in_tick))?;
        let mut file = StagedFile::create(path, overwrite, inputs).map_err(|fault| Error::output(path, fault))?;
        file.write_all(&header).map_err(|error| Error::output(path, error.into()))?;
        let (frames, bytes) = (vec![0.0; 2 * in_tick as usize], Vec::with_capacity(4 * in_tick as usize));
        Ok(Self { file, path: path.to_owned(), rate, player, output, frames, bytes })
    }

    pub(crate) fn add(&mut self, game: &mut dyn Game) -> Result<()> {
        self.player.hear(&mut game.stage().sounds, self.rate);
        self.output.mix(&mut self.frames);
        self.bytes.clear();
        wave::samples(&self.frames, &mut self.bytes);
        self.file.write_all(&self.bytes).map_err(|error| Error::output(&self.path, error.into()))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// When that fails; nothing is left behind then.
    pub(crate) fn finish(self) -> Result<()> {
        self.file.commit().map_err(|fault| Error::output(&self.path, fault))
    }
}
