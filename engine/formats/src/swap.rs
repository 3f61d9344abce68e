//! The byte swap of files in games by Fishlabs.
//!
//! The first n bytes are exchanged with the last n; n depends on the length. A file is taken as swapped when it does
//! not start with its format's magic but ends with the magic reversed, and can be read once the swap is undone. The
//! rule comes from a public tool; no such file was available.

use crate::diagnostic::{Diagnostic, Location, Report, rules};
use crate::error::{Error, Result};
use crate::kind::Kind;
use alloc::vec::Vec;

/// Swaps the bytes of a file. A second swap undoes the first.
pub fn swap(data: &mut [u8]) {
    let length = data.len();
    let count = match length {
        0..100 => 10 + length % 10,
        100..200 => 50 + length % 20,
        200..300 => 80 + length % 20,
        _ => 100 + length % 50,
    };
    // In files so short that the ends overlap, some pairs are exchanged twice.
    for first in 0..count.min(length) {
        data.swap(first, length - 1 - first);
    }
}

/// Returns whether the ends of a file look as if its format had this magic and its bytes were swapped.
pub(crate) fn looks_swapped(data: &[u8], magic: &str) -> bool {
    !data.starts_with(magic.as_bytes()) && ends_reversed(data, magic.as_bytes())
}

/// Returns whether the last bytes are `start` in reverse order.
pub(crate) fn ends_reversed(data: &[u8], start: &[u8]) -> bool {
    data.len() >= start.len() && data.iter().rev().zip(start).all(|(a, b)| a == b)
}

/// Returns the bytes of a file with the swap undone, and a note about it.
pub fn undone(data: &[u8], kind: Kind) -> (Vec<u8>, Diagnostic) {
    let mut undone = data.to_vec();
    swap(&mut undone);
    let message = format!("header: byte-swapped {kind} file, as games by Fishlabs have them; undone");
    (undone, Diagnostic::new(&rules::SWAPPED, Location::Byte(0), message))
}

/// Reads a file. When that fails and the file looks swapped, reads it with the swap undone.
pub(crate) fn read_either<T>(
    data: &[u8],
    kind: Kind,
    magic: &str,
    read: impl Fn(&[u8]) -> Result<Report<T>>,
) -> Result<Report<T>> {
    let as_it_is = read(data);
    if as_it_is.is_ok() || !looks_swapped(data, magic) {
        return as_it_is;
    }
    let (undone, note) = undone(data, kind);
    match read(&undone) {
        Ok(mut loaded) => {
            loaded.diagnostics.insert(0, note);
            Ok(loaded)
        }
        // A picture without a palette, which is read as colours.
        Err(error @ Error::NoPalette { .. }) => Err(error),
        Err(_) => as_it_is,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_swapped_bytes_depends_on_the_length() {
        for (length, moved) in [(40, 10), (99, 19), (150, 60), (299, 99), (300, 100), (349, 149)] {
            let before: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            let mut bytes = before.clone();
            swap(&mut bytes);
            let is_moved = |index: usize| index < moved || index >= length - moved;
            let from = |index: usize| if is_moved(index) { length - 1 - index } else { index };
            assert_eq!(bytes, (0..length).map(|index| before[from(index)]).collect::<Vec<_>>(), "{length} bytes");
        }
    }

    /// n is 12, 15, 19 and 10: pairs that the ends share are swapped, then swapped back.
    #[test]
    fn short_files_swap_some_pairs_twice() {
        for (length, is_reversed) in [(0, false), (12, false), (15, false), (19, false), (20, true)] {
            let before: Vec<u8> = (0..length).collect();
            let mut bytes = before.clone();
            swap(&mut bytes);
            let reversed = before.iter().rev().copied().collect();
            assert_eq!(bytes, if is_reversed { reversed } else { before }, "{length} bytes");
        }
    }
}
