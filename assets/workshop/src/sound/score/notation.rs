//! Melodies as text: `c#5.4` is a note and its length in sixteenths, `r.2` a rest, `|` ends a bar.

use super::chord::pitch_class;
use super::{BAR, Note};

/// Reads a melody of a number of bars.
pub(super) fn melody(text: &str, bars: u32) -> Result<Vec<Note>, String> {
    let mut notes = Vec::new();
    let mut count = 0;
    for bar in text.split('|').map(str::trim) {
        let mut at = count * BAR;
        for token in bar.split_whitespace() {
            let unknown = || format!("bar {}: no note \"{token}\"", count + 1);
            let (name, length) = token.split_once('.').ok_or_else(unknown)?;
            let length: u32 = length.parse().map_err(|_| unknown())?;
            if name != "r" {
                let key = key(name).ok_or_else(unknown)?;
                // The first beat is the strongest, then the other beats.
                let velocity = [112, 98, 98, 98, 106, 98, 98, 98][(at % BAR / 2) as usize];
                notes.push(Note { at, length, key, velocity });
            }
            at += length;
        }
        count += 1;
        if at != count * BAR {
            return Err(format!("bar {count}: {} sixteenths", at + BAR - count * BAR));
        }
    }
    if count == bars { Ok(notes) } else { Err(format!("{count} bars of melody, {bars} of chords")) }
}

/// Returns the MIDI key of a note such as `f#4`; `c4` is middle C, 60.
fn key(name: &str) -> Option<u8> {
    let (class, octave) = pitch_class(name)?;
    let octave: i32 = octave.parse().ok()?;
    u8::try_from(class + 12 * (octave + 1)).ok().filter(|key| *key < 128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_counted() {
        let notes = melody("c4.4 r.4 bb4.8 | f#5.16", 2).unwrap();
        let found: Vec<_> = notes.iter().map(|note| (note.at, note.length, note.key)).collect();
        assert_eq!(found, [(0, 4, 60), (8, 8, 70), (16, 16, 78)]);
        assert_eq!(melody("c4.4 | c4.16", 2).unwrap_err(), "bar 1: 4 sixteenths");
        assert_eq!(melody("c4.16", 2).unwrap_err(), "1 bars of melody, 2 of chords");
        assert_eq!(melody("c4.12 x.4", 1).unwrap_err(), "bar 1: no note \"x.4\"");
    }
}
