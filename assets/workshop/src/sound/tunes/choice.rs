//! The choice of robots: a relaxed walk in D minor with a bossa beat.

use super::drum::*;
use super::program::{BASS, FLUTE, ORGAN, PLUCK, STRINGS};
use super::{Groove, Pattern, Score};
use crate::sound::score::voice;

const CHORDS: &str = "Dm7 | G7 | Dm7 | G7 | Bbmaj7 | C | Dm7 | A7
    | Dm7 | G7 | Dm7 | G7 | Bbmaj7 | C | Dm7 | A7
    | Gm7 | C7 | Fmaj7 | Bbmaj7 | Gm7 | A7 | Dm7 | D7
    | Gm7 | C7 | A7 | A7";

const MELODY: &str = "r.4 f5.2 a5.3 g5.3 f5.2 d5.2 | f5.2 g5.6 r.4 d5.2 f5.2
    | a5.3 c6.3 a5.2 g5.3 f5.3 d5.2 | g5.8 r.8
    | d5.2 f5.2 a5.4 bb5.3 a5.3 f5.2 | g5.3 e5.3 c5.2 e5.4 g5.4
    | f5.3 e5.3 d5.2 a4.4 d5.4 | c#5.4 e5.4 g5.4 a5.4
    | r.4 f5.2 a5.3 g5.3 f5.2 d5.2 | f5.2 g5.6 b5.4 a5.2 g5.2
    | a5.3 c6.3 d6.2 c6.3 a5.3 f5.2 | g5.6 f5.2 d5.8
    | d6.2 c6.2 bb5.4 a5.3 g5.3 f5.2 | e5.3 g5.3 c6.2 bb5.4 g5.4
    | a5.6 f5.2 d5.8 | r.8 a5.2 c#6.2 d6.2 e6.2
    | d6.4 bb5.4 g5.4 f5.2 g5.2 | e5.4 g5.4 bb5.4 c6.4
    | a5.6 g5.2 f5.4 c6.4 | d6.6 c6.2 bb5.4 a5.4
    | bb5.4 d6.4 f6.4 d6.4 | e6.3 c#6.3 a5.2 g5.4 e5.4
    | f5.4 a5.4 d6.8 | c6.4 a5.4 f#5.4 a5.4
    | bb5.4 a5.4 g5.4 d6.4 | c6.6 bb5.2 g5.4 e5.4
    | a5.3 r.1 a5.3 r.1 c#6.3 r.1 e6.3 r.1 | g6.2 e6.2 c#6.2 a5.2 g5.2 e5.2 c#5.2 a4.2";

const BASS_LINES: [Pattern; 2] = [('a', "1--.5-.51--.5-.a"), ('b', "1--.3-.55--.8-.a")];
const STABS: [Pattern; 3] = [('a', "x-.x-..x-..x-.x-"), ('b', "..x-.x-...x-.x-."), ('p', "x---------------")];
const ARPEGGIOS: [Pattern; 1] = [('a', "..1.2..3..2.1..2")];
const DRUMS: [Groove; 4] = [
    ('a', &[(KICK, "x..x..x.x..x..x."), (RIM, "x..x..x...x..x.."), (SHAKER, "o.xoo.xoo.xoo.xo")]),
    (
        'b',
        &[(KICK, "x..x..x.x..x..x."), (RIM, "x..x..x...x..x.."), (HAT, "x.o.x.o.x.o.x.o."), (OPEN, "..............o.")],
    ),
    (
        'f',
        &[
            (KICK, "x..x..x........."),
            (RIM, "x..x..x........."),
            (SNARE, "........o.oox.xX"),
            (SHAKER, "o.xoo.xo........"),
        ],
    ),
    (
        't',
        &[
            (KICK, "x.......x......."),
            (HIGH, "....x.x........."),
            (MIDDLE, "........x.x....."),
            (LOW, "............x.xx"),
            (SHAKER, "o.xoo.xoo.xoo.xo"),
        ],
    ),
];

pub(super) fn score() -> Result<Score, String> {
    let mut score = Score::new("Tin Sumo: Choice", 104, CHORDS)?;
    score.melody(voice(FLUTE, 100, 58), MELODY)?;
    score.bass(voice(BASS, 104, 64), "aaaaaaaa aaaaaaaa bbbbbbbb bbbb", &BASS_LINES);
    score.drums(96, "aaaaaaaf aaaaaaaf bbbbbbbt bbbf", &DRUMS);
    score.second(voice(PLUCK, 66, 78), 0, "........ aaaaaaaa aaaaaaaa aaaa");
    score.chords(voice(ORGAN, 54, 88), 62, "aaaaaaaa bbbbbbbb aaaaaaaa bbbb", &STABS);
    score.broken(voice(PLUCK, 70, 36), 62, "aaaaaaaa aaaaaaaa aaaaaaaa aaaa", &ARPEGGIOS);
    score.chords(voice(STRINGS, 44, 64), 69, "........ pppppppp pppppppp pppp", &STABS);
    Ok(score)
}
