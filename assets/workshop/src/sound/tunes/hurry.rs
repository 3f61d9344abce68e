//! The last ten seconds: A minor in a hurry; after 24 bars everything again a tone higher.

use super::drum::*;
use super::program::{self, BASS, BRASS, ORGAN, STRINGS};
use super::{Groove, Pattern, Score};
use crate::sound::score::voice;

const CHORDS: &str = "Am | Am | F | G | Am | Am | Dm | E
    | Am | Am | F | G | Am | Am | Dm | E
    | F | G | Em | Am | Dm | Am | B7 | E
    | Bm | Bm | G | A | Bm | Bm | Em | F#
    | Bm | Bm | G | A | Bm | Bm | Em | F#
    | G | A | F#m | Bm | Em | Bm | B7 | E";

const LEAD: &str = "a5.2 a5.1 a5.1 c6.2 a5.2 e6.2 d6.2 c6.2 b5.2 | a5.2 a5.1 a5.1 c6.2 e6.2 a6.4 g6.2 e6.2
    | f6.2 e6.2 c6.2 a5.2 f6.2 e6.2 c6.2 a5.2 | g6.2 f6.2 d6.2 b5.2 g6.2 f6.2 d6.2 b5.2
    | a5.2 a5.1 a5.1 c6.2 a5.2 e6.2 d6.2 c6.2 b5.2 | a6.3 g6.3 e6.2 a6.3 g6.3 e6.2
    | f6.2 e6.2 d6.2 a5.2 d6.2 f6.2 a6.4 | g#6.2 e6.2 b5.2 e6.2 g#6.2 b6.2 g#6.2 e6.2
    | a5.2 a5.1 a5.1 c6.2 a5.2 e6.2 d6.2 c6.2 b5.2 | a5.2 a5.1 a5.1 c6.2 e6.2 a6.4 g6.2 e6.2
    | f6.2 e6.2 c6.2 a5.2 f6.2 e6.2 c6.2 a5.2 | g6.2 f6.2 d6.2 b5.2 g6.2 f6.2 d6.2 b5.2
    | a5.2 a5.1 a5.1 c6.2 a5.2 e6.2 d6.2 c6.2 b5.2 | a6.3 g6.3 e6.2 a6.3 g6.3 e6.2
    | f6.2 e6.2 d6.2 a5.2 d6.2 f6.2 a6.4 | g#6.2 e6.2 b5.2 e6.2 g#6.2 b6.2 g#6.2 e6.2
    | c6.4 f6.4 a6.4 f6.4 | d6.4 g6.4 b6.4 g6.4 | b5.4 e6.4 g6.4 e6.4 | c6.4 e6.4 a6.8
    | d6.2 f6.2 a6.2 f6.2 d6.2 f6.2 a6.4 | c6.2 e6.2 a6.2 e6.2 c6.2 e6.2 a6.4
    | d#6.2 f#6.2 a6.2 f#6.2 d#6.2 f#6.2 b6.4 | g#6.2 r.2 g#6.2 r.2 b6.2 a6.2 g#6.2 e6.2
    | b5.2 b5.1 b5.1 d6.2 b5.2 f#6.2 e6.2 d6.2 c#6.2 | b5.2 b5.1 b5.1 d6.2 f#6.2 b6.4 a6.2 f#6.2
    | g6.2 f#6.2 d6.2 b5.2 g6.2 f#6.2 d6.2 b5.2 | a6.2 g6.2 e6.2 c#6.2 a6.2 g6.2 e6.2 c#6.2
    | b5.2 b5.1 b5.1 d6.2 b5.2 f#6.2 e6.2 d6.2 c#6.2 | b6.3 a6.3 f#6.2 b6.3 a6.3 f#6.2
    | g6.2 f#6.2 e6.2 b5.2 e6.2 g6.2 b6.4 | a#6.2 f#6.2 c#6.2 f#6.2 a#6.2 c#7.2 a#6.2 f#6.2
    | b5.2 b5.1 b5.1 d6.2 b5.2 f#6.2 e6.2 d6.2 c#6.2 | b5.2 b5.1 b5.1 d6.2 f#6.2 b6.4 a6.2 f#6.2
    | g6.2 f#6.2 d6.2 b5.2 g6.2 f#6.2 d6.2 b5.2 | a6.2 g6.2 e6.2 c#6.2 a6.2 g6.2 e6.2 c#6.2
    | b5.2 b5.1 b5.1 d6.2 b5.2 f#6.2 e6.2 d6.2 c#6.2 | b6.3 a6.3 f#6.2 b6.3 a6.3 f#6.2
    | g6.2 f#6.2 e6.2 b5.2 e6.2 g6.2 b6.4 | a#6.2 f#6.2 c#6.2 f#6.2 a#6.2 c#7.2 a#6.2 f#6.2
    | d6.4 g6.4 b6.4 g6.4 | e6.4 a6.4 c#7.4 a6.4 | c#6.4 f#6.4 a6.4 f#6.4 | d6.4 f#6.4 b6.8
    | e6.2 g6.2 b6.2 g6.2 e6.2 g6.2 b6.4 | d6.2 f#6.2 b6.2 f#6.2 d6.2 f#6.2 b6.4
    | d#6.2 f#6.2 a6.2 f#6.2 d#6.2 f#6.2 b6.4 | g#6.2 r.2 g#6.2 r.2 b6.2 a6.2 g#6.2 e6.2";

const BASS_LINES: [Pattern; 2] = [('a', "1.8.1.8.1.8.1.8a"), ('b', "1.1.5.5.8.8.5.5.")];
const STABS: [Pattern; 2] = [('a', "..x...x...x...x."), ('p', "x---------------")];
const DRUMS: [Groove; 5] = [
    ('a', &[(KICK, "X...X...X...X..."), (SNARE, "....X.......X..."), (HAT, "x.xxx.xxx.xxx.xx")]),
    (
        'c',
        &[
            (CRASH, "X..............."),
            (KICK, "X...X...X...X..."),
            (SNARE, "....X.......X..."),
            (HAT, "..xxx.xxx.xxx.xx"),
        ],
    ),
    ('b', &[(KICK, "X.x.X.x.X.x.X.x."), (SNARE, "....X..x....X.xx"), (OPEN, "..x...x...x...x.")]),
    ('f', &[(KICK, "X...X...X...X..."), (SNARE, "x.x.x.x.xxxxxxXX")]),
    (
        't',
        &[
            (KICK, "X...X...X...X..."),
            (HIGH, "xxxx............"),
            (MIDDLE, "....xxxx........"),
            (LOW, "........xxxx...."),
            (SNARE, "............XXXX"),
        ],
    ),
];

pub(super) fn score() -> Result<Score, String> {
    let mut score = Score::new("Tin Sumo: Hurry", 178, CHORDS)?;
    score.melody(voice(program::LEAD, 92, 64), LEAD)?;
    let bars = "aaaaaaaa aaaaaaaa bbbbbbbb";
    score.bass(voice(BASS, 110, 64), &bars.repeat(2), &BASS_LINES);
    score.drums(108, &"caaaaaaf caaaaaaf cbbbbbbt".repeat(2), &DRUMS);
    score.second(voice(BRASS, 66, 88), 0, &"........ aaaaaaaa aaaaaaaa".repeat(2));
    score.chords(voice(ORGAN, 54, 40), 60, &"aaaaaaaa aaaaaaaa aaaaaaaa".repeat(2), &STABS);
    score.chords(voice(STRINGS, 54, 64), 72, &"........ pppppppp pppppppp".repeat(2), &STABS);
    Ok(score)
}
