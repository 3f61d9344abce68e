//! The second fight: a drum dance in D with the small second of old Japanese scales.

use super::drum::*;
use super::program::{BASS, BELL, BRASS, FLUTE, KOTO, STRINGS};
use super::{Groove, Pattern, Score};
use crate::sound::score::voice;

const CHORDS: &str = "Dm | Dm | Gm | A
    | Dm | Dm | Gm | A | Dm | Bb | Gm | A
    | Dm | Dm | Gm | A | Dm | Bb | Gm | A
    | F | C | Gm | Dm | Bb | F | Eb | A
    | Dm | Dm | Gm | A | Dm | Bb | Gm | A";

const MELODY: &str = "r.16 | r.16 | r.16 | r.8 a4.2 bb4.2 c#5.2 e5.2
    | d5.2 eb5.2 g5.2 a5.2 bb5.4 a5.4 | d6.3 bb5.3 a5.2 g5.4 a5.4
    | bb5.2 a5.2 g5.4 d6.4 bb5.4 | a5.4 e5.4 c#5.4 e5.4
    | d5.2 eb5.2 g5.2 a5.2 bb5.4 d6.4 | f6.3 d6.3 bb5.2 d6.8
    | g6.3 f6.3 d6.2 bb5.4 g5.4 | a5.3 bb5.3 a5.2 g5.2 e5.2 c#5.4
    | a5.3 a5.1 bb5.2 a5.2 d6.4 eb6.4 | d6.2 bb5.2 a5.2 g5.2 a5.8
    | bb5.3 bb5.1 d6.2 bb5.2 g5.4 bb5.4 | a5.2 g5.2 e5.2 c#5.2 e5.4 a5.4
    | d6.3 d6.1 eb6.2 d6.2 a5.4 d6.4 | f6.4 d6.4 bb5.4 f5.4
    | g5.2 bb5.2 d6.2 g6.2 f6.4 eb6.4 | c#6.4 e6.4 a6.8
    | c6.6 a5.2 f5.4 a5.4 | g5.6 e5.2 c6.8
    | bb5.6 g5.2 d6.4 bb5.4 | a5.6 f5.2 d5.8
    | d6.4 f6.4 bb5.4 d6.4 | c6.4 f6.4 a5.8
    | bb5.4 g5.4 eb6.4 g6.4 | e6.4 c#6.4 a5.4 e6.4
    | d5.2 eb5.2 g5.2 a5.2 bb5.4 a5.4 | d6.3 bb5.3 a5.2 g5.4 a5.4
    | bb5.2 a5.2 g5.4 d6.4 bb5.4 | a5.4 e5.4 c#5.4 e5.4
    | d6.2 r.2 d6.2 r.2 eb6.2 d6.2 bb5.2 a5.2 | bb5.2 r.2 bb5.2 r.2 d6.2 bb5.2 f5.2 d5.2
    | g5.2 bb5.2 a5.2 g5.2 d6.2 c6.2 bb5.2 g5.2 | a5.4 c#6.4 e6.4 g6.4";

const BASS_LINES: [Pattern; 2] = [('a', "1..1..1.5..5..8a"), ('b', "1-----5-8-----5a")];
const PLUCKED: [Pattern; 2] = [('a', "0..2..1.3..2..1."), ('b', "0.1.2.3.4.3.2.1.")];
const HELD: [Pattern; 2] = [('p', "x---------------"), ('s', "x..x..x-....x-..")];
const DRUMS: [Groove; 6] = [
    ('i', &[(LOW, "X..x..x.X..x..x."), (MIDDLE, "......o.......oo")]),
    (
        'a',
        &[(KICK, "X.....x.X..x...."), (LOW, "X..x..x.X..x..x."), (HIGH, "....x.......x.o."), (RIM, "x.xxx.xxx.xxx.xx")],
    ),
    (
        'c',
        &[
            (CRASH, "X..............."),
            (KICK, "X.....x.X..x...."),
            (LOW, "X..x..x.X..x..x."),
            (HIGH, "....x.......x.o."),
            (RIM, "..xxx.xxx.xxx.xx"),
        ],
    ),
    ('b', &[(KICK, "X..x..x.X..x..x."), (SNARE, "....X.......X..."), (HAT, "x.o.x.o.x.o.x.o.")]),
    (
        'f',
        &[
            (KICK, "X.......X......."),
            (HIGH, "x.xxx.x........."),
            (MIDDLE, "......x.x.xx...."),
            (LOW, "............xxxX"),
        ],
    ),
    (
        't',
        &[
            (KICK, "X...X...X...X..."),
            (LOW, "x.x.x.x.xxxxxxxx"),
            (CLAP, "....x.......x..."),
            (SNARE, "..........o.o.xX"),
        ],
    ),
];

pub(super) fn score() -> Result<Score, String> {
    let mut score = Score::new("Tin Sumo: Drum Dance", 140, CHORDS)?;
    score.melody(voice(FLUTE, 104, 60), MELODY)?;
    score.bass(voice(BASS, 106, 64), "aaaa aaaaaaaa aaaaaaaa bbbbbbbb aaaaaaaa", &BASS_LINES);
    score.drums(110, "iiif caaaaaaf caaaaaat cbbbbbbf caaaaaat", &DRUMS);
    score.second(voice(KOTO, 84, 88), 0, "...a aaaaaaaa aaaaaaaa ........ aaaaaaaa");
    score.broken(voice(KOTO, 76, 36), 62, "aaaa aaaaaaaa bbbbbbbb bbbbbbbb aaaabbbb", &PLUCKED);
    score.chords(voice(BRASS, 54, 96), 60, ".... ........ ssssssss ........ ssssssss", &HELD);
    score.chords(voice(STRINGS, 56, 64), 62, "pppp pppppppp ........ pppppppp ........", &HELD);
    score.broken(voice(BELL, 52, 100), 74, ".... ........ ........ aaaaaaaa ........", &PLUCKED);
    Ok(score)
}
