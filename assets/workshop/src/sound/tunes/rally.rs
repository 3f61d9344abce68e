//! Pocket Rally: a drive in A mixolydian for the race, and a cruise in F major for the title.

use super::drum::*;
use super::program::{self, BASS, BELL, BRASS, FLUTE, ORGAN, PLUCK, STRINGS};
use super::{Groove, Pattern, Score};
use crate::sound::score::voice;

const DRIVE: &str = "A | G | D | A
    | A | G | D | A | A | G | F | G
    | F#m | D | A | E | F#m | D | Bm | E
    | A | G | D | A | F | G | A | E";

const DRIVE_LEAD: &str = "r.16 | r.16 | r.16 | r.8 e5.2 g5.2 a5.2 b5.2
    | c#6.3 a5.3 e5.2 a5.4 c#6.4 | b5.3 g5.3 d5.2 g5.4 b5.4
    | a5.3 f#5.3 d5.2 f#5.2 a5.2 d6.4 | c#6.6 b5.2 a5.4 e5.4
    | c#6.3 a5.3 e5.2 a5.4 c#6.4 | d6.3 b5.3 g5.2 b5.4 d6.4
    | c6.3 a5.3 f5.2 a5.2 c6.2 f6.4 | d6.4 b5.4 g5.2 a5.2 b5.2 d6.2
    | c#6.6 a5.2 f#5.4 a5.4 | d6.6 a5.2 f#5.8
    | e6.4 c#6.4 a5.4 c#6.4 | b5.6 g#5.2 e5.8
    | c#6.4 f#6.4 e6.4 c#6.4 | d6.4 f#6.4 a6.8
    | b5.2 d6.2 f#6.2 d6.2 b5.2 d6.2 f#6.4 | e6.2 r.2 e6.2 r.2 g#6.2 f#6.2 e6.2 d6.2
    | c#6.3 a5.3 e5.2 a5.4 c#6.4 | b5.3 g5.3 d5.2 g5.4 b5.4
    | a5.3 f#5.3 d5.2 f#5.2 a5.2 d6.4 | c#6.6 b5.2 a5.8
    | f5.2 a5.2 c6.2 f6.2 e6.2 c6.2 a5.4 | g5.2 b5.2 d6.2 g6.2 f6.2 d6.2 b5.4
    | a5.2 c#6.2 e6.2 a6.2 g6.2 e6.2 c#6.4 | e6.4 g#6.4 b6.4 e5.4";

const CRUISE: &str = "F | Dm | Bb | C
    | F | Am | Bb | C | F | Am | Bb | C
    | Dm | Bb | F | C | Dm | Bb | Gm | C";

const CRUISE_MELODY: &str = "r.16 | r.16 | r.16 | r.8 c5.2 d5.2 f5.2 g5.2
    | a5.6 g5.2 f5.4 c6.4 | c6.6 a5.2 e5.8
    | d5.4 f5.4 bb5.4 a5.4 | g5.6 a5.2 g5.4 c5.4
    | a5.6 g5.2 f5.4 c6.4 | e6.6 c6.2 a5.8
    | d6.4 c6.4 bb5.4 f5.4 | g5.4 bb5.4 e6.4 c6.4
    | f6.6 d6.2 a5.4 d6.4 | d6.6 bb5.2 f5.8
    | c6.6 a5.2 f5.4 a5.4 | g5.4 e5.4 c5.8
    | d6.4 f6.4 a6.4 f6.4 | d6.4 bb5.4 f6.8
    | bb5.4 d6.4 g6.4 d6.4 | e6.4 c6.4 g5.2 a5.2 bb5.2 c6.2";

const BASS_LINES: [Pattern; 2] = [('a', "1.1.8.1.5.1.8.5a"), ('b', "1--.1-5-8--.5--a")];
const STABS: [Pattern; 3] = [('a', "..x...x...x...x."), ('b', "x--..x--..x--..."), ('p', "x---------------")];
const ARPEGGIOS: [Pattern; 2] = [('a', "0.2.1.3.0.2.1.3."), ('b', "..1.2..3..2.1..2")];
const DRUMS: [Groove; 6] = [
    ('i', &[(KICK, "X...X...X...X..."), (HAT, "x.x.x.x.x.x.x.x.")]),
    ('a', &[(KICK, "X...X...X...X.X."), (SNARE, "....X.......X..."), (HAT, "x.xxx.xxx.xxx.xx")]),
    (
        'c',
        &[
            (CRASH, "X..............."),
            (KICK, "X...X...X...X.X."),
            (SNARE, "....X.......X..."),
            (HAT, "..xxx.xxx.xxx.xx"),
        ],
    ),
    ('b', &[(KICK, "X..x..X.X..x..X."), (SNARE, "....X.......X..o"), (RIDE, "x.x.x.x.x.x.x.x.")]),
    ('f', &[(KICK, "X...X...X......."), (SNARE, "....X...x.xxx.xX"), (HAT, "x.xxx.xx........")]),
    ('s', &[(KICK, "X.....x.X......."), (RIM, "....x.......x..."), (SHAKER, "o.xoo.xoo.xoo.xo")]),
];

pub(super) fn drive() -> Result<Score, String> {
    let mut score = Score::new("Pocket Rally: Drive", 158, DRIVE)?.again_from(4);
    score.melody(voice(program::LEAD, 88, 64), DRIVE_LEAD)?;
    score.bass(voice(BASS, 110, 64), "aaaa aaaaaaaa bbbbbbbb aaaaaaaa", &BASS_LINES);
    score.drums(104, "iiif caaaaaaf cbbbbbbf caaaaaaf", &DRUMS);
    score.second(voice(BRASS, 62, 88), 0, ".... ........ aaaaaaaa aaaaaaaa");
    score.chords(voice(ORGAN, 52, 40), 60, "aaaa aaaaaaaa bbbbbbbb aaaaaaaa", &STABS);
    score.broken(voice(PLUCK, 64, 96), 64, "aaaa aaaaaaaa ........ aaaaaaaa", &ARPEGGIOS);
    score.chords(voice(STRINGS, 46, 64), 69, ".... ........ pppppppp ....pppp", &STABS);
    Ok(score)
}

pub(super) fn cruise() -> Result<Score, String> {
    let mut score = Score::new("Pocket Rally: Cruise", 112, CRUISE)?.again_from(4);
    score.melody(voice(FLUTE, 98, 60), CRUISE_MELODY)?;
    score.bass(voice(BASS, 102, 64), "bbbb bbbbbbbb bbbbbbbb", &BASS_LINES);
    score.drums(92, "ssss ssssssss bbbbbbbf", &DRUMS);
    score.second(voice(BELL, 54, 84), 0, ".... ........ aaaaaaaa");
    score.broken(voice(PLUCK, 70, 40), 62, "bbbb bbbbbbbb bbbbbbbb", &ARPEGGIOS);
    score.chords(voice(STRINGS, 46, 64), 67, "pppp pppppppp pppppppp", &STABS);
    Ok(score)
}
