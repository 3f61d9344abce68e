//! Replays: the scene, the seed, the controls of every tick, and digests of the results.
//!
//! There is a 32-bit digest of the state for every tick, and a digest of the picture for every `every`-th tick. Playing the
//! controls again must give the same digests. The text is RON:
//!
//! ```ron
//! (version: 2, scene: "scenes/versus.ron", seed: 0, every: 30, ticks: 61,
//!  runs: [(60, [(0x0001, 0x0000, (0, 0), (0, 0))]), (1, [])],   // ticks, and per player: held, pressed, left, right stick
//!  states: "5f0a..", pictures: [0x1234567890abcdef, 0xfedcba0987654321])
//! ```
//!
//! `scene` is the first scene of the play; the digests are those of the current scene after each tick. `seed` is the
//! state of the first scene's random numbers before the first tick. Optional are `setup`, and `rate` (ticks per second,
//! other than 30) or `millis` (milliseconds of a tick).

mod text;

use std::hash::Hasher;

use crate::controls::{Controls, PLAYERS};
use keitai_render::Framebuffer;

use crate::assets::AssetPath;
use crate::random::Random;
use crate::stage::Stage;
use crate::tick_rate::TickRate;

pub use crate::game_hasher::GameHasher;

/// The version of new recordings.
const VERSION: u32 = 2;

/// Returns the number of ticks of the longest recording: four days.
fn longest(rate: TickRate) -> u64 {
    4 * 24 * 3600 * 3000 / u64::from(rate.thirds())
}

/// A play that can be recorded and compared: a stage alone, or a game.
pub trait Play {
    /// Returns the current scene.
    fn stage(&mut self) -> &mut Stage;

    /// Draws the current picture.
    fn draw(&mut self, picture: &mut Framebuffer) {
        self.stage().draw(picture);
    }

    /// Hashes the state that is not in the scene.
    fn hash_state(&self, _state: &mut GameHasher) {}
}

impl Play for Stage {
    fn stage(&mut self) -> &mut Stage {
        self
    }
}

/// A recorded play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// First scene of the play.
    pub scene: AssetPath,
    seed: u64,
    /// The game's own settings of the play, in a format of the game.
    pub setup: String,
    /// Ticks per second.
    pub rate: TickRate,
    /// Number of ticks between two digests of pictures.
    every: u32,
    ticks: u64,
    runs: Vec<Run>,
    /// A digest per tick, or none for a script: controls alone, such as a person writes them.
    states: Vec<u32>,
    pictures: Vec<u64>,
}

/// Consecutive ticks with the same controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    ticks: u32,
    controls: [Controls; PLAYERS],
}

/// The first difference between a play and its recording.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The first tick that differs, from 1.
    pub tick: u64,
    /// Whether only the picture differs. The cause may be anywhere since the last picture that was equal.
    pub picture_only: bool,
    /// The picture of the tick in this play.
    pub picture: Framebuffer,
}

impl Recording {
    /// Starts a recording before the first tick of a play, with a picture's digest every `every` ticks. `setup` becomes
    /// [`Self::setup`].
    pub fn new(stage: &Stage, rate: TickRate, every: u32, setup: impl Into<String>) -> Self {
        Self {
            scene: stage.scene().path.clone(),
            seed: stage.random.state(),
            setup: setup.into(),
            rate,
            every: every.max(1),
            ticks: 0,
            runs: Vec::new(),
            states: Vec::new(),
            pictures: Vec::new(),
        }
    }

    /// Records a tick that has just passed. Ticks beyond four days are not recorded.
    pub fn note<P: Play + ?Sized>(&mut self, controls: &[Controls], play: &mut P) {
        let state = self.state_of(play);
        if self.add(controls, state) {
            let picture = self.draw(play);
            self.pictures.push(picture.digest());
        }
    }

    /// Records a tick that never ended, because the game panicked in it. Its state and its picture are not known, and count as
    /// different.
    pub fn note_unfinished(&mut self, controls: &[Controls]) {
        if self.add(controls, 0) {
            self.pictures.push(0);
        }
    }

    /// Returns the number of ticks.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Returns whether the recording has controls without digests, so that nothing can be compared.
    pub fn is_script(&self) -> bool {
        self.ticks > 0 && self.states.is_empty()
    }

    /// Forgets the digests of pictures, for a replay whose pictures are drawn with other settings.
    pub fn forget_pictures(&mut self) {
        self.pictures.clear();
    }

    /// Iterates over the controls of each tick.
    pub fn controls(&self) -> impl Iterator<Item = &[Controls; PLAYERS]> {
        self.runs.iter().flat_map(|run| std::iter::repeat_n(&run.controls, run.ticks as usize))
    }

    /// Gives a newly opened stage the seed of the recording.
    pub fn begin(&self, stage: &mut Stage) {
        stage.random = Random::new(self.seed);
    }

    /// Plays the recording on a newly opened stage of its scene. `tick` advances the stage as the recorded game did, for
    /// instance with [`Stage::tick`].
    ///
    /// # Errors
    /// The first tick that differs.
    pub fn verify(
        &self,
        stage: &mut Stage,
        mut tick: impl FnMut(&mut Stage, &[Controls]),
    ) -> std::result::Result<(), Box<Difference>> {
        self.begin(stage);
        for (number, controls) in (1..).zip(self.controls()) {
            tick(stage, controls);
            self.compare(number, stage)?;
        }
        Ok(())
    }

    /// Compares a play with the record, after tick `number` counted from 1. Ticks beyond the record are equal.
    pub fn compare<P: Play + ?Sized>(&self, number: u64, play: &mut P) -> std::result::Result<(), Box<Difference>> {
        let at = |list: u64| usize::try_from(list).ok()?.checked_sub(1);
        let state = at(number).and_then(|at| self.states.get(at));
        let same_state = state.is_none_or(|state| *state == self.state_of(play));
        let due = number.is_multiple_of(self.every.into());
        let digest = at(number / u64::from(self.every)).and_then(|at| self.pictures.get(at)).filter(|_| due);
        if same_state && digest.is_none() {
            return Ok(());
        }
        let picture = self.draw(play);
        if same_state && digest == Some(&picture.digest()) {
            return Ok(());
        }
        Err(Box::new(Difference { tick: number, picture_only: same_state, picture }))
    }

    /// Returns the upper half of the state's digest.
    fn state_of<P: Play + ?Sized>(&self, play: &mut P) -> u32 {
        let mut hasher = GameHasher::default();
        play.hash_state(&mut hasher);
        (play.stage().digest().wrapping_add(hasher.finish()) >> 32) as u32
    }

    /// Adds a tick. Returns whether the digest of its picture is to follow.
    fn add(&mut self, controls: &[Controls], state: u32) -> bool {
        if self.ticks() >= longest(self.rate) {
            return false;
        }
        let mut all = [Controls::IDLE; PLAYERS];
        all.iter_mut().zip(controls).for_each(|(last, controls)| *last = *controls);
        match self.runs.last_mut() {
            Some(run) if run.controls == all => run.ticks += 1,
            _ => self.runs.push(Run { ticks: 1, controls: all }),
        }
        self.ticks += 1;
        self.states.push(state);
        self.ticks().is_multiple_of(self.every.into())
    }

    /// Returns the picture whose digest is recorded or compared. It is empty before it is drawn, so that it does not depend on
    /// pictures before it.
    fn draw<P: Play + ?Sized>(&self, play: &mut P) -> Framebuffer {
        let mut picture = play.stage().framebuffer();
        play.draw(&mut picture);
        picture
    }
}
