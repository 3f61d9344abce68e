//! Chords by their names.

use super::BAR;

/// A chord: its root and the distances of its tones from it, semitones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chord {
    root: u8,
    tones: Vec<u8>,
}

/// A chord and the sixteenth from which on it counts.
#[derive(Debug)]
pub(super) struct Span {
    pub(super) at: u32,
    pub(super) chord: Chord,
}

/// Kinds of chords and their tones.
const KINDS: [(&str, &[u8]); 9] = [
    ("", &[0, 4, 7]),
    ("m", &[0, 3, 7]),
    ("7", &[0, 4, 7, 10]),
    ("m7", &[0, 3, 7, 10]),
    ("maj7", &[0, 4, 7, 11]),
    ("6", &[0, 4, 7, 9]),
    ("sus4", &[0, 5, 7]),
    ("dim", &[0, 3, 6]),
    ("m7b5", &[0, 3, 6, 10]),
];

/// Returns the chords of a tune, and its number of bars.
pub(super) fn progression(text: &str) -> Result<(Vec<Span>, u32), String> {
    let mut spans = Vec::new();
    let mut bars = 0;
    for bar in text.split('|') {
        let names: Vec<&str> = bar.split_whitespace().collect();
        let share = BAR / names.len().max(1) as u32;
        for (index, name) in (0..).zip(&names) {
            spans.push(Span { at: bars * BAR + index * share, chord: Chord::parse(name)? });
        }
        bars += 1;
    }
    Ok((spans, bars))
}

/// Returns the number of a note within the octave, and the rest of the text.
pub(super) fn pitch_class(text: &str) -> Option<(i32, &str)> {
    let mut letters = text.chars();
    let letter = letters.next()?.to_ascii_lowercase();
    let natural = [('c', 0), ('d', 2), ('e', 4), ('f', 5), ('g', 7), ('a', 9), ('b', 11)];
    let natural = natural.iter().find(|(own, _)| *own == letter)?.1;
    let rest = letters.as_str();
    if let Some(rest) = rest.strip_prefix('#') {
        return Some((natural + 1, rest));
    }
    Some(rest.strip_prefix('b').map_or((natural, rest), |rest| (natural - 1, rest)))
}

impl Chord {
    fn parse(name: &str) -> Result<Self, String> {
        let unknown = || format!("no chord \"{name}\"");
        let (root, kind) = pitch_class(name).ok_or_else(unknown)?;
        let (_, tones) = KINDS.iter().find(|(own, _)| *own == kind).ok_or_else(unknown)?;
        Ok(Self { root: root.rem_euclid(12) as u8, tones: tones.to_vec() })
    }

    fn has(&self, key: u8) -> bool {
        self.tones.contains(&((key + 12 - self.root) % 12))
    }

    /// Returns the highest tone at or below a key.
    pub(super) fn below(&self, key: u8) -> u8 {
        (0..=key).rev().find(|key| self.has(*key)).unwrap_or(key)
    }

    /// Returns the key of the bass, E1 to D#2.
    pub(super) fn bass_key(&self) -> u8 {
        28 + (self.root + 12 - 4) % 12
    }

    /// Returns the distance of the second tone from the root.
    pub(super) fn third(&self) -> u8 {
        self.tones[1]
    }

    /// Returns the distance of the third tone from the root.
    pub(super) fn fifth(&self) -> u8 {
        self.tones[2]
    }

    /// Returns all tones within an octave from a little below a key on, so that voices of neighbouring chords stay close.
    pub(super) fn close(&self, around: u8) -> Vec<u8> {
        (around - 6..around + 6).filter(|key| self.has(*key)).collect()
    }

    /// Returns the tone number `step` at or above a key.
    pub(super) fn nth(&self, from: u8, step: u32) -> u8 {
        (from..=127).filter(|key| self.has(*key)).nth(step as usize).unwrap_or(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_have_their_tones() {
        let chord = |name| Chord::parse(name).unwrap();
        assert_eq!(chord("Am").close(60), [57, 60, 64]);
        assert_eq!(chord("F#m7b5").close(60), [54, 57, 60, 64]);
        assert_eq!((chord("Bb").bass_key(), chord("E").bass_key(), chord("D#").bass_key()), (34, 28, 39));
        assert_eq!((chord("C").below(75), chord("C").nth(60, 4)), (72, 76));
        assert_eq!(progression("C | F G").unwrap().0.iter().map(|span| span.at).collect::<Vec<_>>(), [0, 16, 24]);
        assert!(progression("C | H").is_err());
    }
}
