//! The loser: a sigh, and a slow song in A minor that repeats without it.

use super::drum::*;
use super::program::{BASS, BELL, FLUTE, PLUCK, STRINGS};
use super::{Groove, Pattern, Score};
use crate::sound::score::voice;

const CHORDS: &str = "Am | F | Dm | E
    | Am | G | F | E | Am | C | Dm | E
    | F | C | G | Am | F | C | E | Am
    | Dm | Am | Bdim | E";

const MELODY: &str = "e5.4 d5.4 c5.4 b4.4 | c5.6 a4.2 f4.8 | d5.4 f5.4 a5.4 f5.4 | e5.8 g#4.8
    | a4.4 e5.6 d5.2 c5.4 | b4.6 d5.2 g4.8
    | c5.4 a4.4 f5.6 e5.2 | e5.8 g#5.4 b5.4
    | c6.6 b5.2 a5.4 e5.4 | g5.6 e5.2 c5.8
    | f5.4 a5.4 d6.4 c6.2 a5.2 | b5.6 a5.2 g#5.8
    | a5.6 g5.2 f5.4 c5.4 | e5.6 g5.2 c6.8
    | b5.4 d6.4 g5.6 b5.2 | c6.6 b5.2 a5.8
    | f5.4 a5.4 c6.4 f6.4 | e6.6 c6.2 g5.8
    | g#5.4 b5.4 e6.4 d6.4 | c6.4 b5.4 a5.8
    | f5.6 e5.2 d5.4 a5.4 | c6.6 b5.2 a5.4 e5.4
    | d6.4 b5.4 f5.4 a5.4 | g#5.8 b5.4 e5.4";

const BASS_LINES: [Pattern; 2] = [('i', "1-------5-------"), ('a', "1-----5-8-----5-")];
const ARPEGGIOS: [Pattern; 1] = [('a', "0.1.2.3.2.1.2.1.")];
const HELD: [Pattern; 1] = [('p', "x---------------")];
const DRUMS: [Groove; 3] = [
    ('i', &[(KICK, "x.......o......."), (RIDE, "o...............")]),
    ('a', &[(KICK, "x.....o.x......."), (RIM, "....x.......x..."), (RIDE, "o...o...o...o...")]),
    (
        'f',
        &[(KICK, "x.......x......."), (RIM, "....x..........."), (LOW, "........o.o.x.x."), (RIDE, "o...o...........")],
    ),
];

pub(super) fn score() -> Result<Score, String> {
    let mut score = Score::new("Tin Sumo: Loser", 88, CHORDS)?.again_from(4);
    score.melody(voice(FLUTE, 104, 60), MELODY)?;
    score.bass(voice(BASS, 96, 64), "iiii aaaaaaaa aaaaaaaa aaaa", &BASS_LINES);
    score.drums(86, "iiii aaaaaaaf aaaaaaaf aaaf", &DRUMS);
    score.broken(voice(PLUCK, 84, 40), 57, ".... aaaaaaaa aaaaaaaa aaaa", &ARPEGGIOS);
    score.chords(voice(STRINGS, 70, 72), 60, "pppp pppppppp pppppppp pppp", &HELD);
    score.second(voice(BELL, 60, 92), 0, ".... ........ aaaaaaaa aaaa");
    Ok(score)
}
