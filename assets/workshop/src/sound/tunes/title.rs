//! The title: a march of tin soldiers in A minor that ends in C major.

use super::drum::*;
use super::program::{self, BASS, BRASS, ORGAN, PLUCK};
use super::{Groove, Pattern, Score};
use crate::sound::score::voice;

const CHORDS: &str = "Am | F | G | G
    | Am | F | C | G | Am | F | G | E
    | Am | F | C | G | F | G | Am | Am
    | F | G | Em | Am | F | G | C | E
    | F | G | Am | E";

const LEAD: &str = "r.16 | r.16 | r.16 | r.8 e5.2 g5.2 a5.2 b5.2
    | c6.4 b5.2 a5.2 e5.4 g5.2 a5.2 | a5.6 c6.2 a5.4 f5.4
    | g5.4 e5.2 g5.2 c6.4 d6.2 e6.2 | d6.6 b5.2 g5.8
    | c6.4 b5.2 a5.2 e5.4 g5.2 a5.2 | f5.4 a5.4 c6.4 f6.4
    | e6.2 d6.2 b5.4 d6.2 c6.2 b5.4 | g#5.4 b5.4 e6.8
    | c6.4 b5.2 a5.2 e5.4 g5.2 a5.2 | a5.6 c6.2 a5.4 f5.4
    | g5.4 e5.2 g5.2 c6.4 d6.2 e6.2 | d6.6 b5.2 g5.8
    | f6.4 e6.2 c6.2 a5.4 c6.4 | d6.4 e6.2 f6.2 g6.4 d6.4
    | e6.6 c6.2 a5.8 | r.8 a5.2 b5.2 c6.2 d6.2
    | c6.3 a5.3 c6.2 f6.4 e6.4 | d6.3 b5.3 d6.2 g6.4 f6.4
    | e6.4 g6.4 b5.4 e6.4 | c6.6 b5.2 a5.8
    | a5.3 c6.3 f6.2 a6.4 g6.4 | g6.3 f6.3 d6.2 b5.4 d6.4
    | e6.6 d6.2 c6.4 g5.4 | b5.4 g#5.4 b5.4 d6.4
    | c6.4 a5.2 c6.2 f5.8 | d6.4 b5.2 d6.2 g5.8
    | a5.2 r.2 a5.2 r.2 e6.2 d6.2 c6.2 b5.2 | g#5.4 e5.4 b4.2 e5.2 g#5.2 b5.2";

const BASS_LINES: [Pattern; 3] = [('i', "1-------1-----5-"), ('a', "1..15.1.8.5.1.5a"), ('b', "1-.1..8-5-.5..1a")];
const ARPEGGIOS: [Pattern; 2] = [('a', "0.1.2.3.2.1.2.1."), ('b', "0123210123212321")];
const STABS: [Pattern; 2] = [('a', "..x...x...x...x."), ('p', "x---------------")];
const DRUMS: [Groove; 6] = [
    ('i', &[(HAT, "o.o.o.o.o.o.o.o."), (KICK, "x...............")]),
    ('a', &[(KICK, "X...x...X..x.x.."), (SNARE, "....X.......X..o"), (HAT, "x.o.x.o.x.o.x.o.")]),
    ('f', &[(KICK, "X...x...X......."), (SNARE, "....X...x.x.xxxX"), (HAT, "x.o.x.o.........")]),
    (
        'c',
        &[
            (CRASH, "X..............."),
            (KICK, "X...x...X..x.x.."),
            (SNARE, "....X.......X..o"),
            (HAT, "..o.x.o.x.o.x.o."),
        ],
    ),
    ('b', &[(KICK, "X..x..x.X..x..x."), (SNARE, "....X..o....X.o."), (RIDE, "x.x.x.x.x.x.x.x.")]),
    (
        't',
        &[
            (KICK, "X.......X......."),
            (HIGH, "x.xx............"),
            (MIDDLE, "....x.xx........"),
            (LOW, "........x.xxx.x."),
            (SNARE, "..............xX"),
        ],
    ),
];

pub(super) fn score() -> Result<Score, String> {
    let mut score = Score::new("Tin Sumo: Title", 126, CHORDS)?;
    score.melody(voice(program::LEAD, 96, 60), LEAD)?;
    score.bass(voice(BASS, 108, 64), "iiaa aaaaaaaa aaaaaaaa bbbbbbbb aaaa", &BASS_LINES);
    score.drums(104, "iiit caaaaaaf caaaaaaf cbbbbbbt caaf", &DRUMS);
    score.second(voice(BRASS, 62, 84), 0, ".... ........ aaaaaaaa aaaaaaaa aaaa");
    score.broken(voice(PLUCK, 78, 40), 57, "bbbb aaaaaaaa bbbbbbbb aaaaaaaa bbbb", &ARPEGGIOS);
    score.chords(voice(ORGAN, 50, 92), 62, "pppp aaaaaaaa aaaaaaaa pppppppp aaaa", &STABS);
    Ok(score)
}
