//! The fight: a driving riff in E minor.

use super::drum::*;
use super::program::{self, BASS, BRASS, ORGAN, PLUCK};
use super::{Groove, Pattern, Score};
use crate::sound::score::voice;

const CHORDS: &str = "Em | Em | Em | D
    | Em | Em | C | D | Em | Em | Am | B7
    | Em | Em | C | D | C | D | Em | Em
    | G | D | Am | Em | C | G | Am | B7
    | Em | F | Em | F | Em | F | Am | B7
    | C | D | Em | B7";

const LEAD: &str = "r.16 | r.16 | r.16 | r.8 f#5.2 a5.2 b5.2 d6.2
    | e6.3 e6.1 d6.2 b5.2 e6.4 g6.4 | f#6.2 e6.2 d6.2 b5.2 d6.2 e6.6
    | e6.3 g6.1 e6.2 c6.2 g5.4 c6.2 e6.2 | f#6.3 e6.3 d6.2 a5.4 d6.4
    | e6.3 e6.1 d6.2 b5.2 e6.4 g6.4 | a6.2 g6.2 f#6.2 e6.2 g6.2 f#6.2 e6.2 d6.2
    | c6.3 e6.3 a6.2 g6.4 e6.4 | d#6.3 f#6.3 b6.2 a6.4 f#6.4
    | e6.3 e6.1 d6.2 b5.2 e6.4 g6.4 | f#6.2 e6.2 d6.2 b5.2 d6.2 e6.6
    | e6.3 g6.1 e6.2 c6.2 g5.4 c6.2 e6.2 | f#6.3 e6.3 d6.2 a5.4 d6.4
    | g6.4 e6.2 c6.2 e6.4 g6.4 | a6.4 f#6.2 d6.2 f#6.4 a6.4
    | b6.6 g6.2 e6.8 | r.4 b5.2 d6.2 e6.2 d6.2 b5.2 a5.2
    | b5.4 d6.4 g6.6 f#6.2 | a5.4 d6.4 f#6.8
    | c6.4 e6.4 a6.6 g6.2 | g6.4 e6.4 b5.8
    | e6.4 g6.4 c6.4 e6.4 | d6.4 b5.4 g5.8
    | c6.2 b5.2 a5.4 e6.2 d6.2 c6.4 | b5.4 d#6.4 f#6.4 a6.4
    | e5.2 e6.1 e5.1 d6.2 e5.2 b5.2 e5.2 g5.2 a5.2 | f5.2 f6.1 f5.1 e6.2 f5.2 c6.2 f5.2 a5.2 c6.2
    | e5.2 e6.1 e5.1 d6.2 e5.2 b5.2 e5.2 g5.2 a5.2 | f5.2 f6.1 f5.1 e6.2 f5.2 c6.2 f5.2 a5.2 c6.2
    | e6.2 d6.2 b5.2 g5.2 a5.2 b5.2 d6.2 b5.2 | f6.2 e6.2 c6.2 a5.2 c6.2 f6.2 a6.2 f6.2
    | a6.3 e6.3 c6.2 e6.3 c6.3 a5.2 | b5.2 d#6.2 f#6.2 a6.2 b6.4 a6.2 f#6.2
    | g6.4 e6.4 c6.4 e6.4 | f#6.4 d6.4 a5.4 d6.4
    | e6.4 r.2 e6.2 r.2 e6.2 d6.2 b5.2 | d#6.2 r.2 f#6.2 r.2 a6.2 r.2 b6.4";

const BASS_LINES: [Pattern; 3] = [('a', "1.11.1811.11.185"), ('b', "1-.1..1-5-.5..8a"), ('c', "1.1.8.1.1.1.8.7.")];
const STABS: [Pattern; 2] = [('a', "x-....x-..x-...."), ('b', "x-----x-----x---")];
const ARPEGGIOS: [Pattern; 1] = [('a', "0.2.1.3.0.2.1.3.")];
const DRUMS: [Groove; 7] = [
    ('i', &[(KICK, "X...X...X...X..."), (HAT, "x.x.x.x.x.x.x.x.")]),
    ('a', &[(KICK, "X..x..X.X..x..X."), (SNARE, "....X.......X..."), (HAT, "x.x.x.x.x.x.x.x.")]),
    (
        'c',
        &[
            (CRASH, "X..............."),
            (KICK, "X..x..X.X..x..X."),
            (SNARE, "....X.......X..."),
            (HAT, "..x.x.x.x.x.x.x."),
        ],
    ),
    ('f', &[(KICK, "X..x..X.X......."), (SNARE, "....X...x.xxx.xX"), (HAT, "x.x.x.x.........")]),
    ('b', &[(KICK, "X...x.x.X...x.x."), (SNARE, "....X..o....X.oo"), (RIDE, "x.x.x.x.x.x.x.x.")]),
    (
        'r',
        &[
            (KICK, "X.X...X.X.X...X."),
            (SNARE, "....X..o.o..X..o"),
            (COWBELL, "x...x...x...x..."),
            (HAT, "xoxoxoxoxoxoxoxo"),
        ],
    ),
    (
        't',
        &[
            (KICK, "X...X...X...X..."),
            (HIGH, "xxxx............"),
            (MIDDLE, "....xxxx........"),
            (LOW, "........xxxx...."),
            (SNARE, "............xxXX"),
        ],
    ),
];

pub(super) fn score() -> Result<Score, String> {
    let mut score = Score::new("Tin Sumo: Fight", 150, CHORDS)?;
    score.melody(voice(program::LEAD, 94, 64), LEAD)?;
    score.bass(voice(BASS, 110, 64), "aaaa aaaaaaaa aaaaaaaa bbbbbbbb cccccccc bbaa", &BASS_LINES);
    score.drums(108, "iiit caaaaaaf caaaaaaf cbbbbbbt crrrrrrf caat", &DRUMS);
    score.second(voice(BRASS, 64, 88), 0, ".... ........ aaaaaaaa aaaaaaaa ....aaaa aaaa");
    score.chords(voice(ORGAN, 52, 36), 60, "aaaa aaaaaaaa aaaaaaaa bbbbbbbb aaaaaaaa bbaa", &STABS);
    score.broken(voice(PLUCK, 66, 96), 64, ".... ........ aaaaaaaa aaaaaaaa ........ aaaa", &ARPEGGIOS);
    Ok(score)
}
