//! The seven types of tracks: a type byte, then constants and key lists in the order of [`Track`]'s fields.
//!
//! A vector list is u16 n, n x (u16 frame, s16 x, y, z); a roll list u16 n, n x (u16 frame, s16 angle). Frames ascend
//! strictly and in every known file start at 0. An empty list is an error.

use crate::action::{RollKey, Track, VectorKey};
use crate::bytes::{Cursor, Sink};
use crate::diagnostic::{Location, rules};
use crate::error::{Error, Result, Section};
use crate::figure::BoneMatrix;
use alloc::vec::Vec;

/// Names of the header's eight counts.
pub(super) const COUNT_NAMES: [&str; 8] = [
    "tracks of type 0",
    "tracks of type 1",
    "tracks of type 2",
    "tracks of type 3",
    "tracks of type 4",
    "tracks of type 5",
    "tracks of type 6",
    "tracks of type 7",
];

pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Track> {
    let at = cursor.place();
    Ok(match cursor.u8()? {
        0 => Track::Matrix(BoneMatrix(cursor.matrix()?)),
        1 => Track::Identity,
        2 => Track::Scaled {
            translate: vectors(cursor)?,
            scale: vectors(cursor)?,
            rotate: vectors(cursor)?,
            roll: rolls(cursor)?,
        },
        3 => Track::Turned { translate: cursor.vector()?, rotate: vectors(cursor)?, roll: cursor.i16()? },
        4 => Track::Rolled { rotate: vectors(cursor)?, roll: rolls(cursor)? },
        5 => Track::Rotated { rotate: vectors(cursor)? },
        6 => Track::Moved { translate: vectors(cursor)?, rotate: vectors(cursor)?, roll: rolls(cursor)? },
        other => return Err(Error::field(Section::Track, at, "track type", "0..=6", other)),
    })
}

fn vectors(cursor: &mut Cursor<'_>) -> Result<Vec<VectorKey>> {
    keys(
        cursor,
        8,
        |key: &VectorKey| key.frame,
        |cursor| Ok(VectorKey { frame: cursor.u16()?, value: cursor.vector()? }),
    )
}

fn rolls(cursor: &mut Cursor<'_>) -> Result<Vec<RollKey>> {
    keys(cursor, 4, |key: &RollKey| key.frame, |cursor| Ok(RollKey { frame: cursor.u16()?, angle: cursor.i16()? }))
}

fn keys<K>(
    cursor: &mut Cursor<'_>,
    size: usize,
    frame: impl Fn(&K) -> u16,
    mut read: impl FnMut(&mut Cursor<'_>) -> Result<K>,
) -> Result<Vec<K>> {
    let at = cursor.place();
    let count = usize::from(cursor.u16()?);
    if count == 0 {
        return Err(empty(at));
    }
    cursor.need(count * size)?;
    let mut keys: Vec<K> = Vec::with_capacity(count);
    for _ in 0..count {
        let offset = cursor.offset;
        let key = read(cursor)?;
        match keys.last() {
            Some(previous) if frame(previous) >= frame(&key) => {
                return Err(descending(Location::Byte(offset), frame(&key)));
            }
            None if frame(&key) > 0 => {
                let message = format_args!("first key at frame {} instead of 0", frame(&key));
                cursor.warn_at(offset, &rules::LATE_FIRST_KEY, message);
            }
            _ => {}
        }
        keys.push(key);
    }
    Ok(keys)
}

pub(crate) fn empty(at: Location) -> Error {
    Error::field(Section::Track, at, "keys in the list", "1 or more", 0)
}

/// Makes the error for a key that is not later than the one before.
pub(crate) fn descending(at: Location, frame: u16) -> Error {
    Error::field(Section::Track, at, "key frame", "one after the key before", frame)
}

/// Returns the 16-bit words of key data. List counts, type bytes and constants are not included.
pub(super) fn words(track: &Track) -> usize {
    let lists = track.lists();
    4 * lists.vectors().map(<[_]>::len).sum::<usize>() + 2 * lists.roll.map_or(0, <[_]>::len)
}

pub(super) fn write(sink: &mut Sink, track: &Track, at: Location) -> Result<()> {
    sink.u8(track.kind());
    match track {
        Track::Matrix(matrix) => sink.matrix(&matrix.0),
        Track::Turned { translate, .. } => sink.vector(*translate),
        _ => {}
    }
    let lists = track.lists();
    let vector = |sink: &mut Sink, key: &VectorKey| {
        sink.u16(key.frame);
        sink.vector(key.value);
    };
    lists.vectors().try_for_each(|keys| write_keys(sink, keys, at, vector))?;
    let roll = |sink: &mut Sink, key: &RollKey| {
        sink.u16(key.frame);
        sink.i16(key.angle);
    };
    lists.roll.map_or(Ok(()), |keys| write_keys(sink, keys, at, roll))?;
    if let Track::Turned { roll, .. } = track {
        sink.i16(*roll);
    }
    Ok(())
}

fn write_keys<K>(sink: &mut Sink, keys: &[K], at: Location, write: impl Fn(&mut Sink, &K)) -> Result<()> {
    sink.count(Section::Track, at, "keys in the list", keys.len())?;
    keys.iter().for_each(|key| write(sink, key));
    Ok(())
}
