//! Games without a window: as fast as the machine allows, with the sound of the run in a WAV file.

use std::io::Write;
use std::path::{Path, PathBuf};

use keitai_formats::diagnostic::counted;
use keitai_render::{Framebuffer, Q16};
use keitai_runtime::TickRate;
use keitai_runtime::assets::AssetPath;
use keitai_runtime::controls::{Controls, PLAYERS};
use keitai_runtime::replay::Recording;
use keitai_sound::{MixerOutput, wave};

use crate::error::{Error, Result};
use crate::files::{Overwrite, StagedFile};
use crate::game::{Game, TickInput};
use crate::messages::{Messages, Warnings};
use crate::options::Options;
use crate::picture::write_png;
use crate::record::RecordFile;
use crate::shot_file::write_shot;
use crate::sound_player::{SOUND_RATE, SoundPlayer};
use crate::{console, files, record};

/// Seconds to play when the number of ticks is not given.
const SECONDS: u32 = 10;

/// Plays a game that nobody controls, and reports it.
pub(crate) fn run(options: &Options, game: &mut dyn Game) -> Result<()> {
    let ticks = options.frames.unwrap_or(game.info().rate.ticks_in(SECONDS));
    let mut report = Report::begin(options, game, ticks.into())?;
    let record = options
        .record
        .as_deref()
        .map(|path| RecordFile::begin(path, game, Overwrite::forced(options.force)))
        .transpose()?;
    let mut messages = Messages::default();
    for _ in 0..ticks {
        if let Some(record) = &record {
            record.begin_tick(&[Controls::IDLE; PLAYERS]);
        }
        let _ = game.tick(&TickInput::default(), &mut messages);
        report.add(game)?;
        if let Some(record) = &record {
            record.note(&[Controls::IDLE; PLAYERS], game);
            if record.signal().is_some() {
                break;
            }
        }
    }
    record.map_or(Ok(()), |record| record.write())?;
    report.finish(game)
}

pub(crate) fn replay(options: &Options, game: &mut dyn Game, file: &Path, recording: &Recording) -> Result<()> {
    let mut report = Report::begin(options, game, recording.ticks())?;
    record::verify(file, recording, game, |game| report.add(game))?;
    report.finish(game)
}

/// Plays the controls of a record again, and rewrites it with the digests of this play. This is for a game
/// that was changed to play differently. Then reports the play.
pub(crate) fn renew(options: &Options, game: &mut dyn Game, file: &Path, recording: &Recording) -> Result<()> {
    let mut report = Report::begin(options, game, recording.ticks())?;
    let (mut record, mut messages) = (record::start(game), Messages::default());
    for controls in recording.controls() {
        let _ = game.tick(&TickInput::new(*controls), &mut messages);
        report.add(game)?;
        record.note(controls, game);
    }
    let inputs = game.stage().assets().files_on_disk();
    files::write(file, record.to_string().as_bytes(), Overwrite::Force, &inputs)
        .map_err(|fault| Error::output(file, fault))?;
    console::print(&format!("wrote {}: {}\n", file.display(), counted(recording.ticks(), "tick")))?;
    report.finish(game)
}

/// Returns the files that no output may replace.
fn inputs(options: &Options, game: &mut dyn Game) -> Vec<PathBuf> {
    let files = options.replay.clone().into_iter().chain(options.render.file());
    game.stage().assets().files_on_disk().into_iter().chain(files).collect()
}

/// Returns the path of the scene, or the name of a game without one.
fn name(game: &mut dyn Game) -> String {
    let path = &game.stage().scene().path;
    if *path == AssetPath::root() { game.info().folder } else { path.to_string() }
}

struct Report<'a> {
    options: &'a Options,
    ticks: u64,
    wave: Option<WaveFile>,
    warnings: Warnings,
}

impl<'a> Report<'a> {
    /// Begins before the first tick. An output that may not be written is an error now.
    fn begin(options: &'a Options, game: &mut dyn Game, ticks: u64) -> Result<Self> {
        let outputs = [&options.record, &options.wav, &options.record_shot, &options.picture];
        let outputs: Vec<&Path> = outputs.into_iter().flatten().map(PathBuf::as_path).collect();
        let (overwrite, inputs) = (Overwrite::forced(options.force), inputs(options, game));
        if let Some(error) = files::check_all(&outputs, overwrite, &inputs).into_iter().next() {
            return Err(error);
        }
        let begin = |path: &PathBuf| WaveFile::begin(path, overwrite, &inputs, game.info().rate, ticks);
        let wave = options.wav.as_ref().map(begin).transpose()?;
        Ok(Self { options, ticks, wave, warnings: Warnings::default() })
    }

    fn add(&mut self, game: &mut dyn Game) -> Result<()> {
        self.warnings.tell(game.stage(), &mut Messages::default());
        self.wave.as_mut().map_or(Ok(()), |wave| wave.add(game))
    }

    /// Prints the digest of the picture, or else the number of ticks, and writes the picture as a PNG and as a shot if the
    /// options name a file.
    fn finish(self, game: &mut dyn Game) -> Result<()> {
        let Self { options, ticks, wave, mut warnings } = self;
        wave.map_or(Ok(()), WaveFile::finish)?;
        if let Some(path) = &options.record_shot {
            let inputs = inputs(options, game);
            write_shot(path, &game.shot()?, Overwrite::forced(options.force), &inputs)?;
        }
        let (name, size) = (name(game), game.stage().scene().size);
        let picture = (options.digest || options.strict || options.picture.is_some()).then(|| {
            let mut picture = Framebuffer::new(size.0, size.1);
            game.draw(Q16::ONE, &mut picture);
            picture
        });
        warnings.tell(game.stage(), &mut Messages::default());
        if options.strict && console::has_warned() {
            return Err(Error::game("warnings were given, and --strict is set"));
        }
        // The picture above, or the last one of a record.
        game.stage().check_picture().map_err(|error| Error::read(Path::new(&name), error))?;
        if let (Some(path), Some(picture)) = (&options.picture, &picture) {
            write_png(path, picture, Overwrite::forced(options.force), &inputs(options, game))?;
        }
        console::print(&match picture.filter(|_| options.digest) {
            Some(picture) => format!("{:#018x}\n", picture.digest()),
            None => format!("{name}: {}\n", counted(ticks, "tick")),
        })
    }
}

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

    /// Puts the file in its place. Nothing is left behind when that fails.
    pub(crate) fn finish(self) -> Result<()> {
        self.file.commit().map_err(|fault| Error::output(&self.path, fault))
    }
}

#[cfg(test)]
mod tests {
    use keitai_render::Q12;
    use keitai_runtime::{Stage, TickRate};
    use keitai_sound::wave;

    use super::*;
    use crate::game_info::GameInfo;
    use crate::sound_player::SOUND_RATE;
    use crate::stage_game::StageGame;
    use crate::testing;

    /// A game that plays a sound in its third tick.
    fn game(rate: TickRate) -> impl Game {
        let click = wave::write(SOUND_RATE, 1, &[i16::MAX; 480]).unwrap();
        let scene = b"(size: (8, 8), sounds: {\"click\": (file: \"click.wav\")})";
        let stage = testing::open(scene, &[("click.wav", &click)]);
        let tick = |stage: &mut Stage, controls: &[Controls; PLAYERS]| {
            stage.tick(controls);
            if stage.ticks() == 3 {
                stage.play_sound("click", Q12::ONE, None);
            }
        };
        StageGame::new(stage, tick).with_info(GameInfo { rate, ..GameInfo::new("click") })
    }

    /// Returns the length of a WAV file and the first frame that is heard.
    fn heard(path: &Path) -> (usize, usize) {
        let bytes = std::fs::read(path).unwrap();
        let sample = wave::read(&bytes).unwrap();
        assert_eq!((sample.rate(), sample.channels()), (SOUND_RATE, 2));
        assert_eq!(bytes.len() as u64, wave::HEADER_BYTES + 4 * sample.len() as u64);
        let is_heard = |index: &usize| sample.frame(*index).unwrap()[0].abs() > 0.25;
        (sample.len(), (0..sample.len()).find(is_heard).unwrap())
    }

    #[test]
    fn the_sound_of_a_run_is_as_long_as_its_ticks_at_every_rate() {
        let folder = tempfile::tempdir().unwrap();
        // Frames per tick: 48,000 by the ticks of a second.
        for (rate, in_tick) in
            [(TickRate::Hz15, 3200), (TickRate::Hz20, 2400), (TickRate::Hz30, 1600), (TickRate::Hz60, 800)]
        {
            let file = |name: &str| folder.path().join(format!("{name}-{in_tick}"));
            let begins = |frame: usize| (2 * in_tick..3 * in_tick).contains(&frame);

            let wav = Some(file("run.wav"));
            let options = Options { frames: Some(7), record: Some(file("run.replay")), wav, ..Options::default() };
            run(&options, &mut game(rate)).unwrap();
            let (length, first) = heard(&file("run.wav"));
            assert_eq!(length, 7 * in_tick);
            assert!(begins(first), "{rate:?}: frame {first}");

            let mut replayed = game(rate);
            let recording = record::read(&file("run.replay")).unwrap();
            record::prepare(&file("run.replay"), &recording, &mut replayed, false).unwrap();
            let options = Options { wav: Some(file("replay.wav")), ..Options::default() };
            replay(&options, &mut replayed, &file("run.replay"), &recording).unwrap();
            let bytes = |name| std::fs::read(file(name)).unwrap();
            assert!(bytes("replay.wav") == bytes("run.wav"), "{rate:?}: the replay sounds as the run");

            let options = Options { wav: Some(file("long.wav")), ..Options::default() };
            run(&options, &mut game(rate)).unwrap();
            assert_eq!(heard(&file("long.wav")), (480_000, first), "ten seconds if no number is given");
        }
    }

    #[test]
    fn a_game_without_a_scene_has_its_own_name() {
        let mut empty = testing::playing(testing::empty(8)).with_info(GameInfo::new("hop"));
        assert_eq!([name(&mut empty), name(&mut game(TickRate::Hz30))], ["hop", "a.ron"]);
    }

    #[test]
    fn outputs_that_may_not_be_written_are_errors_before_the_play() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| Some(folder.path().join(name));
        std::fs::write(file("old.png").unwrap(), "mine").unwrap();
        let frames = Some(2);
        for options in [
            Options { frames, record: file("a.ron"), picture: file("old.png"), ..Options::default() },
            Options { frames, record: file("a.ron"), record_shot: file("a.ron"), force: true, ..Options::default() },
        ] {
            assert_eq!(run(&options, &mut game(TickRate::Hz30)).unwrap_err().exit_code(), 2);
            assert!(!file("a.ron").unwrap().exists(), "nothing was written");
        }
    }
}
