//! The winner: a fanfare, and a stroll in C major that repeats without it.

use super::drum::*;
use super::program::{self, BASS, BELL, BRASS, ORGAN, PLUCK};
use super::{Groove, Pattern, Score};
use crate::sound::score::voice;

const CHORDS: &str = "C | F | G | C
    | C | G | Am | Em | F | C | Dm | G
    | C | G | Am | Em | F | G | C | C
    | Am | F | C | G | Am | D7 | G | G
    | F | G | C | G";

const BRASS_LINE: &str = "g5.2 g5.1 g5.1 c6.4 g5.2 g5.1 g5.1 e6.4 | f6.3 e6.3 c6.2 f6.8
    | g6.3 f6.3 d6.2 g6.4 b6.4 | c6.4 e6.4 g6.8
    | e6.4 c6.2 g5.2 c6.4 e6.4 | d6.6 b5.2 g5.4 b5.4
    | c6.4 a5.2 e5.2 a5.4 c6.4 | b5.6 g5.2 e5.8
    | a5.4 c6.4 f6.4 e6.2 d6.2 | e6.6 c6.2 g5.8
    | f5.2 a5.2 d6.4 c6.2 a5.2 f5.4 | g5.4 b5.4 d6.4 f6.4
    | e6.4 c6.2 g5.2 c6.4 e6.4 | d6.6 e6.2 d6.4 b5.4
    | c6.4 a5.2 e5.2 a5.4 c6.4 | e6.6 d6.2 b5.8
    | f6.4 e6.2 d6.2 c6.4 a5.4 | g5.4 b5.4 d6.4 g6.4
    | e6.6 d6.2 c6.8 | r.8 g5.2 a5.2 b5.2 c6.2
    | c6.3 b5.3 a5.2 e6.4 c6.4 | a5.3 c6.3 f6.2 c6.8
    | g5.3 c6.3 e6.2 g6.4 e6.4 | d6.8 b5.4 g5.4
    | c6.3 b5.3 a5.2 e6.4 a6.4 | f#6.4 d6.4 a5.4 c6.4
    | b5.4 d6.4 g6.4 f6.4 | d6.2 r.2 b5.2 r.2 g5.2 a5.2 b5.2 d6.2
    | c6.4 f6.4 a6.4 f6.4 | b5.4 d6.4 g6.4 d6.4
    | e6.6 c6.2 g5.8 | g5.2 b5.2 d6.2 f6.2 g6.4 r.4";

const BASS_LINES: [Pattern; 2] = [('i', "1.11..1...11..5a"), ('a', "1---5---8---5--a")];
const ARPEGGIOS: [Pattern; 1] = [('a', "0.2.1.2.3.2.1.2.")];
const STABS: [Pattern; 1] = [('a', "....x-......x-..")];
const DRUMS: [Groove; 4] = [
    ('i', &[(CRASH, "X..............."), (KICK, "X.xx..X...xx..X."), (SNARE, "X.xxX...X.xxX...")]),
    ('a', &[(KICK, "X.....x.X......."), (SNARE, "....X.......X..o"), (HAT, "x.o.x.o.x.o.x.o.")]),
    (
        'c',
        &[
            (CRASH, "X..............."),
            (KICK, "X.....x.X......."),
            (SNARE, "....X.......X..o"),
            (HAT, "..o.x.o.x.o.x.o."),
        ],
    ),
    ('f', &[(KICK, "X.......X......."), (SNARE, "....X...x.xxx.xX"), (HAT, "x.o.x.o.........")]),
];

pub(super) fn score() -> Result<Score, String> {
    let mut score = Score::new("Tin Sumo: Winner", 124, CHORDS)?.again_from(4);
    score.melody(voice(program::LEAD, 88, 60), BRASS_LINE)?;
    score.bass(voice(BASS, 104, 64), "iiii aaaaaaaa aaaaaaaa aaaaaaaa aaaa", &BASS_LINES);
    score.drums(98, "iiif caaaaaaf caaaaaaf caaaaaaf caaf", &DRUMS);
    score.second(voice(BRASS, 78, 84), 0, "aaaa ........ aaaaaaaa aaaaaaaa aaaa");
    score.broken(voice(PLUCK, 78, 40), 60, ".... aaaaaaaa aaaaaaaa aaaaaaaa aaaa", &ARPEGGIOS);
    score.chords(voice(ORGAN, 54, 92), 62, ".... aaaaaaaa aaaaaaaa aaaaaaaa aaaa", &STABS);
    score.second(voice(BELL, 56, 64), 0, "aaaa ........ ........ aaaaaaaa aaaa");
    Ok(score)
}
