//! Records of a play in files: writing, reading, and comparing a replay with one.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use keitai_formats::diagnostic::counted;
use keitai_runtime::assets::AssetPath;
use keitai_runtime::controls::{Controls, PLAYERS};
use keitai_runtime::replay::Recording;

use crate::console::{self, Signals};
use crate::error::{Error, Result};
use crate::files::{self, FileFault, Overwrite, StagedFile, folder_of};
use crate::game::{Game, TickInput};
use crate::messages::Messages;
use crate::picture;

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
    recording: Recording,
    /// The controls of a tick that has begun.
    begun: Option<[Controls; PLAYERS]>,
    signals: Signals,
    saved: Instant,
    /// A save in a thread of its own: the disk may be slow, and the game must go on.
    saving: Option<JoinHandle<Result<(), FileFault>>>,
}

impl RecordFile {
    /// Begins before the first tick. A file that cannot be written is an error now, not when the play is over.
    pub(crate) fn begin(path: &Path, game: &mut dyn Game, overwrite: Overwrite) -> Result<Self> {
        let inputs = game.stage().assets().files_on_disk();
        StagedFile::create(path, overwrite, &inputs).map_err(|fault| Error::output(path, fault))?;
        let recording = start(game);
        let (signals, saved) = (Signals::catch(), Instant::now());
        let (path, begun) = (path.to_owned(), None);
        let growing = Growing { path, overwrite, inputs, recording, begun, signals, saved, saving: None };
        Ok(Self(Rc::new(RefCell::new(growing))))
    }

    /// Keeps the controls of the tick that begins, so that the record has them if the game panics in it.
    pub(crate) fn begin_tick(&self, controls: &[Controls; PLAYERS]) {
        self.0.borrow_mut().begun = Some(*controls);
    }

    pub(crate) fn note(&self, controls: &[Controls; PLAYERS], game: &mut dyn Game) {
        self.0.borrow_mut().note(controls, game);
    }

    /// Returns the signal that has requested the end of the program.
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
        self.begun = None;
        self.recording.note(controls, game);
        if self.saved.elapsed() >= BETWEEN_SAVES && self.saving.as_ref().is_none_or(JoinHandle::is_finished) {
            // An error is ignored here: `write` tries again at the end and reports it.
            let _ = self.end_save();
            self.saved = Instant::now();
            // Scenes that the game has opened since then are not overwritten either.
            self.inputs.extend(game.stage().assets().files_on_disk());
            self.inputs.sort_unstable();
            self.inputs.dedup();
            let (path, inputs, overwrite) = (self.path.clone(), self.inputs.clone(), self.overwrite);
            let recording = self.recording.clone();
            let save = move || files::write(&path, recording.to_string().as_bytes(), overwrite, &inputs);
            self.saving = Some(std::thread::spawn(save));
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
        let recording = &self.recording;
        if recording.ticks() == 0 {
            console::warn(&format!("no tick was played; {} is not written", self.path.display()));
            return Ok(());
        }
        let text = recording.to_string();
        match files::write(&self.path, text.as_bytes(), self.overwrite, &self.inputs) {
            // Another file has appeared in the place during the play. A play cannot be repeated, so its record gets
            // another name.
            Err(fault @ (FileFault::Exists | FileFault::NotRegular { .. })) => {
                let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
                let (name, ending) = (part(self.path.file_stem()), part(self.path.extension()));
                let other = picture::write_numbered(folder_of(&self.path), &name, &ending, text.as_bytes())?;
                console::warn(&format!("{}: {fault}; the record is {}", self.path.display(), other.display()));
                self.path = other;
            }
            written => written.map_err(|fault| Error::output(&self.path, fault))?,
        }
        if text.len() as u64 > LARGEST {
            console::warn(&format!(
                "{}: {} bytes, but replays read at most {LARGEST}",
                self.path.display(),
                text.len()
            ));
        }
        console::print(&format!("wrote {}: {}\n", self.path.display(), counted(recording.ticks(), "tick")))
    }
}

/// A game that panics leaves its record whole, with the tick in which it panicked.
impl Drop for Growing {
    fn drop(&mut self) {
        if let Some(controls) = self.begun.filter(|_| std::thread::panicking()) {
            self.recording.note_unfinished(&controls);
            // The panic is the error, whether the file could be written or not.
            let _ = self.write();
        }
    }
}

/// Starts a recording of a game before its first tick, with a digest of the picture every second.
pub(crate) fn start(game: &mut dyn Game) -> Recording {
    let (rate, setup) = (game.info().rate, game.setup());
    Recording::new(game.stage(), rate, rate.per_second(), setup)
}

pub(crate) fn read(path: &Path) -> Result<Recording> {
    let text = files::read_text(path, LARGEST).map_err(|fault| Error::read(path, fault))?;
    Ok(Recording::from_text(&path.to_string_lossy(), &text)?)
}

/// Checks that a record is one of this game, and prepares the game for its replay. A game that no longer accepts the
/// record's setup plays with its own when the record is rewritten.
pub(crate) fn prepare(path: &Path, recording: &Recording, game: &mut dyn Game, renew: bool) -> Result<()> {
    // The first scene may follow from the setup.
    let begun = begin(recording, game);
    let scene = &game.stage().scene().path;
    if recording.scene != *scene {
        let [recorded, present] = [&recording.scene, scene].map(|scene| match scene {
            none if *none == AssetPath::root() => "a game without a scene".to_owned(),
            scene => scene.to_string(),
        });
        return Err(Error::usage(
            format!("{}: a record of {recorded}, not of {present}", path.display()),
            "replay it with the scene that it was recorded with; after the scene was renamed, record the play again",
        ));
    }
    if recording.is_script() && !renew {
        console::note(&format!("note: {} is a script, without digests: nothing is compared", path.display()));
    }
    let [recorded, present] = [recording.rate, game.info().rate];
    if recorded != present {
        return Err(Error::usage(
            format!("{}: a record of {recorded}, not of {present}", path.display()),
            "replay it with the game that recorded it",
        ));
    }
    let Err(error) = begun else { return Ok(()) };
    let message = format!("{}: {error}", path.display());
    if renew && matches!(error, Error::Setup { .. }) {
        console::warn(&format!("{message}; the game's own setup is used"));
        // A game that gets a setup saves nothing, as in every replay.
        let setup = game.setup();
        let _ = game.set_up(&setup);
        recording.begin(game.stage());
        return Ok(());
    }
    Err(Error::usage(message, error.hint().unwrap_or_default()))
}

/// Brings a game that was just opened to the start of a record.
pub(crate) fn begin(recording: &Recording, game: &mut dyn Game) -> Result<()> {
    game.set_up(&recording.setup)?;
    recording.begin(game.stage());
    Ok(())
}

/// Replays a record with a game that is at its start, and calls `after` after each tick. The first tick that differs is an
/// error, and a picture of it is written to the current folder.
pub(crate) fn verify(
    path: &Path,
    recording: &Recording,
    game: &mut dyn Game,
    mut after: impl FnMut(&mut dyn Game) -> Result<()>,
) -> Result<()> {
    let mut messages = Messages::default();
    for (number, controls) in (1..).zip(recording.controls()) {
        let _ = game.tick(&TickInput::new(*controls), &mut messages);
        after(game)?;
        let Err(difference) = recording.compare(number, game) else { continue };
        let part = if difference.picture_only { "the picture" } else { "the state" };
        let place = picture::keep_screenshot(&game.info().folder, &difference.picture);
        let (name, tick, ticks) = (path.display(), difference.tick, recording.ticks());
        return Err(Error::Differs {
            message: format!("{name}: {part} differs in tick {tick} of {ticks}; {place}"),
            hint: Some("if the change is intended, add `--headless --renew` to write the record again".to_owned()),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::hash::Hash;

    use keitai_render::Framebuffer;
    use keitai_runtime::controls::{Button, WindowCommand};
    use keitai_runtime::hecs::Entity;
    use keitai_runtime::replay::GameHasher;
    use keitai_runtime::world::Transform;
    use keitai_runtime::{Random, Stage, TickRate};

    use super::*;
    use crate::game_info::GameInfo;
    use crate::saved::Saved;
    use crate::screens::{Next, Screen, ScreenGame, Screens};
    use crate::stage_game::StageGame;
    use crate::testing;

    const SCENE: &[u8] = b"(size: (8, 8), entities: [(name: \"ball\", at: (0, 0, 0))])";

    fn stage() -> Stage {
        testing::open(SCENE, &[])
    }

    fn ball(stage: &Stage) -> Entity {
        stage.named("ball").unwrap()
    }

    /// A game with a seed of its own, which moves the ball by chance in its 45th tick.
    fn reseeding(seed: u64) -> impl Game {
        let mut stage = stage();
        stage.random = Random::new(seed);
        StageGame::new(stage, |stage, controls| {
            stage.tick(controls);
            if stage.ticks() == 45 {
                let by = stage.random.between(1, 1_000_000);
                stage.world.get::<&mut Transform>(ball(stage)).unwrap().turn[1].0 = by;
            }
        })
    }

    /// Plays a game with the first player's button pressed in one tick, and returns the record.
    fn play(game: &mut dyn Game, ticks: u64) -> Recording {
        let mut recording = start(game);
        for tick in 1..=ticks {
            let mut controls = [Controls::IDLE; PLAYERS];
            if tick == 20 {
                controls[0].pressed = Button::A.into();
            }
            game.tick(&TickInput::new(controls), &mut Messages::default());
            recording.note(&controls, game);
        }
        Recording::from_text("a.ron", &recording.to_string()).unwrap()
    }

    /// Returns the first tick that differs, and whether only the picture does.
    fn difference(recording: &Recording, game: &mut dyn Game) -> Option<(u64, bool)> {
        begin(recording, game).unwrap();
        (1..).zip(recording.controls()).find_map(|(number, controls)| {
            game.tick(&TickInput::new(*controls), &mut Messages::default());
            recording.compare(number, game).err().map(|difference| (number, difference.picture_only))
        })
    }

    /// A title, and from the button on a course of another size, with a colour over its picture.
    struct Race {
        colour: u32,
    }

    struct Page(Stage);

    impl ScreenGame for Race {
        fn info(&self) -> GameInfo {
            GameInfo { rate: TickRate::Hz15, ..GameInfo::new("race") }
        }

        fn first(&mut self) -> Result<Box<dyn Screen<Self>>> {
            Ok(Box::new(Page(stage())))
        }
    }

    impl Screen<Race> for Page {
        fn stage(&mut self) -> Option<&mut Stage> {
            Some(&mut self.0)
        }

        fn tick(&mut self, _: &mut Race, input: &TickInput, _: &mut Messages) -> Result<Next<Race>> {
            self.0.tick(&input.controls);
            let begins = input.controls[0].pressed(Button::A);
            Ok(if begins { Next::To(Box::new(Page(testing::empty(16)))) } else { Next::Stay })
        }

        fn draw(&self, race: &Race, picture: &mut Framebuffer) {
            if self.0.ticks() > 30 {
                picture.fill(race.colour);
            }
        }

        fn hash_state(&self, state: &mut GameHasher) {
            // The world of the course is empty.
            self.0.ticks().hash(state);
        }
    }

    fn race(colour: u32) -> Screens<Race> {
        Screens::new(Race { colour }).unwrap()
    }

    /// A game with a state of its own that counts by the hundred, and a saved value, which is its setup.
    struct Laps {
        stage: Stage,
        way: u64,
        best: Saved<Option<u32>>,
    }

    impl Game for Laps {
        fn info(&self) -> GameInfo {
            GameInfo::new("laps")
        }

        fn stage(&mut self) -> &mut Stage {
            &mut self.stage
        }

        fn tick(&mut self, _: &TickInput, _: &mut Messages) -> Option<WindowCommand> {
            self.way += 7;
            self.best.value = Some(9);
            self.best.save().unwrap();
            None
        }

        fn hash_state(&self, state: &mut GameHasher) {
            (self.way / 100).hash(state);
        }

        fn setup(&self) -> String {
            self.best.to_text()
        }

        fn set_up(&mut self, setup: &str) -> Result<()> {
            self.best = Saved::from_text(setup)?;
            Ok(())
        }
    }

    #[test]
    fn several_scenes_are_one_record() {
        let recording = play(&mut race(1), 90);
        assert_eq!((recording.ticks(), recording.rate), (90, TickRate::Hz15));
        assert_eq!(difference(&recording, &mut race(1)), None);
        // The 31st tick of the course is the 51st of the record, and the next picture is compared after the 60th.
        assert_eq!(difference(&recording, &mut race(2)), Some((60, true)));
    }

    #[test]
    fn the_game_s_own_state_counts() {
        let game = |way| Laps { stage: stage(), way, best: Saved::default() };
        let recording = play(&mut game(0), 40);
        assert_eq!(difference(&recording, &mut game(0)), None);
        // Two more laps are passed in the 14th tick: 7 * 14 + 2 = 100.
        assert_eq!(difference(&recording, &mut game(2)), Some((14, false)));
    }

    #[test]
    fn a_record_of_another_game_is_refused() {
        let empty = || testing::playing(testing::empty(8));
        let cases: [(Recording, &mut dyn Game, &str); 3] = [
            (play(&mut race(1), 30), &mut reseeding(0), "15 ticks per second, not of 30 ticks per second"),
            (play(&mut reseeding(0), 1), &mut empty(), "a.ron, not of a game without a scene"),
            (play(&mut empty(), 1), &mut reseeding(0), "a game without a scene, not of a.ron"),
        ];
        for (recording, game, expected) in cases {
            let refused = prepare(Path::new("r"), &recording, game, false).unwrap_err().to_string();
            assert_eq!(refused, format!("r: a record of {expected}"));
        }
    }

    #[test]
    fn a_game_with_a_seed_of_its_own_is_replayed() {
        let (_folder, path) = testing::place("play.ron");
        let mut game = reseeding(7);
        let record = RecordFile::begin(&path, &mut game, Overwrite::Refuse).unwrap();
        for _ in 0..60 {
            game.tick(&TickInput::default(), &mut Messages::default());
            record.note(&[Controls::IDLE; PLAYERS], &mut game);
        }
        record.write().unwrap();
        // The seed of the record is used, whatever that of the program is by now.
        for seed in [7, 8] {
            let mut game = reseeding(seed);
            let recording = read(&path).unwrap();
            prepare(&path, &recording, &mut game, false).unwrap();
            verify(&path, &recording, &mut game, |_| Ok(())).unwrap();
        }
    }

    #[test]
    fn a_record_whose_place_is_taken_goes_beside_it() {
        let (folder, path) = testing::place("play.ron");
        let mut game = reseeding(7);
        let record = RecordFile::begin(&path, &mut game, Overwrite::Refuse).unwrap();
        game.tick(&TickInput::new([Controls::IDLE; PLAYERS]), &mut Messages::default());
        record.note(&[Controls::IDLE; PLAYERS], &mut game);
        std::fs::write(&path, "of another").unwrap();
        record.write().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "of another");
        assert_eq!(read(&folder.path().join("play-0001.ron")).unwrap().ticks(), 1);
    }

    #[test]
    fn a_record_of_another_setup_is_made_anew_with_the_game_s_own() {
        let path = Path::new("play.ron");
        let mut recording = play(&mut reseeding(7), 40);
        recording.setup = "(laps: 3)".to_owned();
        let refused = prepare(path, &recording, &mut reseeding(0), false).unwrap_err();
        assert_eq!(refused.to_string(), "play.ron: the record is of a game with the setup \"(laps: 3)\"");
        let mut game = reseeding(0);
        prepare(path, &recording, &mut game, true).unwrap();
        assert_eq!(game.stage().random, Random::new(7), "the seed is that of the record");
    }

    #[test]
    fn a_record_that_is_made_anew_with_the_game_s_own_setup_saves_nothing() {
        let (_folder, file) = testing::place("best.ron");
        std::fs::write(&file, "Some(7)").unwrap();
        let mut game = Laps { stage: stage(), way: 0, best: Saved::open(Some(file.clone())) };
        prepare(Path::new("play.ron"), &play(&mut reseeding(7), 40), &mut game, true).unwrap();
        assert_eq!(game.best.value, Some(7));
        game.tick(&TickInput::default(), &mut Messages::default());
        assert_eq!(std::fs::read_to_string(file).unwrap(), "Some(7)");
    }

    #[test]
    fn a_game_that_panics_leaves_the_record_up_to_there() {
        let (_folder, path) = testing::place("play.ron");
        let press = Controls { pressed: Button::A.into(), ..Controls::IDLE };
        // The 60th tick has a picture, too.
        let mut game = StageGame::new(stage(), |stage, controls| {
            assert!(!controls[0].pressed(Button::A), "a fault of the game");
            stage.tick(controls);
        });
        let record = RecordFile::begin(&path, &mut game, Overwrite::Refuse).unwrap();
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
            for tick in 1.. {
                let mut controls = [Controls::IDLE; PLAYERS];
                if tick == 60 {
                    controls[0] = press;
                }
                record.begin_tick(&controls);
                game.tick(&TickInput::new(controls), &mut Messages::default());
                record.note(&controls, &mut game);
            }
        }));
        assert!(played.is_err());
        let recording = read(&path).unwrap();
        assert_eq!((recording.ticks(), recording.controls().last().unwrap()[0]), (60, press));
    }
}
