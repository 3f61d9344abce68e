//! Reads and writes MTRA, the action table file, as [`ActionTable`].
//!
//! Header, 28 bytes: "MT", u16 version 2..=5, u16 actions, u16 bones, u16 tracks of each type 0..=7, u32 size of the
//! key data in 16-bit words. Per action: u16 last frame, a track per bone, and in version 5 a list of pattern keys (u16
//! frame, u32 mask). The trailer follows, as in MBAC.
//!
//! A track is a type byte, then constants and key lists in the order of [`Track`]'s fields. A vector list is u16 n, n x
//! (u16 frame, s16 x, y, z); a roll list u16 n, n x (u16 frame, s16 angle). Frames ascend strictly and in every known
//! file start at 0. An empty list is an error.
//!
//! The counts by type and the size only repeat facts of the tracks; a mismatch is a warning. Versions 2 and 3 are read
//! as version 4; no such file is known.

use crate::action::{Action, ActionTable, PatternKey, RollKey, Track, VectorKey, descending, empty};
use crate::bytes::{Cursor, Sink, check_key, read_trailer, write_trailer};
use crate::diagnostic::{Location, Report, rules};
use crate::error::{Error, Result, Section};
use crate::figure::BoneMatrix;
use crate::file::{Kind, read_either};
use alloc::vec::Vec;

pub(crate) const MAGIC: &str = "MT";

/// Track types that the header counts. There is no type 7.
const TYPES: usize = 8;

/// Names of the header's eight counts.
const COUNT_NAMES: [&str; TYPES] = [
    "tracks of type 0",
    "tracks of type 1",
    "tracks of type 2",
    "tracks of type 3",
    "tracks of type 4",
    "tracks of type 5",
    "tracks of type 6",
    "tracks of type 7",
];

/// Most tracks of a file. The header counts the tracks of each of the seven types in 16 bits, so no writer makes more.
/// A track of one byte in the file takes a hundred bytes of memory.
const MOST_TRACKS: usize = 7 * 65535;

/// Reads an MTRA file of version 2 to 5.
pub fn read(data: &[u8]) -> Result<Report<ActionTable>> {
    read_either(data, Kind::ActionTable, MAGIC, read_plain)
}

/// Totals in the header that repeat facts of the tracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Totals {
    types: [usize; TYPES],
    /// 16-bit words of key data: 4 per vector key, 2 per roll key, 3 per pattern key. Constants are not included.
    words: usize,
}

impl Totals {
    fn of(table: &ActionTable) -> Self {
        let mut totals = Self { types: [0; TYPES], words: 0 };
        for action in &table.actions {
            for track in &action.tracks {
                totals.types[usize::from(track.kind())] += 1;
                totals.words += words(track);
            }
            totals.words += 3 * action.patterns.len();
        }
        totals
    }

    /// Returns the trailer's second key.
    fn check_key(&self, bone_count: u16) -> [u8; 2] {
        check_key(usize::from(bone_count), self.words)
    }
}

/// Returns the 16-bit words of key data. List counts, type bytes and constants are not included.
fn words(track: &Track) -> usize {
    let lists = track.lists();
    4 * lists.vectors().map(<[_]>::len).sum::<usize>() + 2 * lists.roll.map_or(0, <[_]>::len)
}

fn read_plain(data: &[u8]) -> Result<Report<ActionTable>> {
    let mut cursor = Cursor::new(data);
    let version = cursor.version(MAGIC, 2, "2, 3, 4 or 5")?;
    let action_count = usize::from(cursor.u16()?);
    let bone_count = cursor.u16()?;
    let totals_at = cursor.offset;
    let mut header = Totals { types: [0; TYPES], words: 0 };
    for count in &mut header.types {
        *count = usize::from(cursor.u16()?);
    }
    header.words = cursor.u32()? as usize;
    cursor.section = Section::ActionHeader;
    // Smallest size of an action: the last frame, a type byte per bone, and in version 5 the number of pattern keys.
    let least = 2 + usize::from(bone_count) + if version == 5 { 2 } else { 0 };
    cursor.need(action_count.saturating_mul(least))?;
    let tracks = action_count.saturating_mul(usize::from(bone_count));
    if tracks > MOST_TRACKS {
        let (section, at) = (Section::ActionHeader, cursor.place());
        return Err(Error::Limit { section, at, field: "tracks", limit: MOST_TRACKS, found: tracks });
    }
    let mut actions = Vec::with_capacity(action_count);
    for _ in 0..action_count {
        actions.push(read_action(&mut cursor, version, bone_count)?);
    }
    let mut table = ActionTable { version, bone_count, actions, trailer: None };
    let totals = Totals::of(&table);
    cursor.section = Section::Header;
    warn_totals(&mut cursor, totals_at, &header, &totals);
    table.trailer = read_trailer(&mut cursor, version > 3, totals.check_key(bone_count))?;
    Ok(cursor.into_report(table))
}

fn warn_totals(cursor: &mut Cursor<'_>, at: usize, header: &Totals, totals: &Totals) {
    for (kind, (stated, count)) in header.types.iter().zip(&totals.types).enumerate() {
        if stated != count {
            let field = COUNT_NAMES[kind];
            let message = format_args!("{field}: the file holds {count}, its header says {stated}");
            cursor.warn_at(at + 2 * kind, &rules::HEADER_COUNT, message);
        }
    }
    if header.words != totals.words {
        let [count, stated] = [totals.words, header.words];
        let message = format_args!("words of key data: the file holds {count}, its header says {stated}");
        cursor.warn_at(at + 2 * TYPES, &rules::HEADER_COUNT, message);
    }
}

fn read_action(cursor: &mut Cursor<'_>, version: u16, bone_count: u16) -> Result<Action> {
    cursor.section = Section::ActionHeader;
    let last_frame = cursor.u16()?;
    cursor.section = Section::Track;
    cursor.need(usize::from(bone_count))?;
    let mut tracks = Vec::with_capacity(bone_count.into());
    for _ in 0..bone_count {
        tracks.push(read_track(cursor)?);
    }
    let patterns = if version == 5 { read_patterns(cursor)? } else { Vec::new() };
    Ok(Action { last_frame, tracks, patterns })
}

fn read_track(cursor: &mut Cursor<'_>) -> Result<Track> {
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
    let read = |cursor: &mut Cursor<'_>| Ok(VectorKey { frame: cursor.u16()?, value: cursor.vector()? });
    keys(cursor, 8, |key| key.frame, read)
}

fn rolls(cursor: &mut Cursor<'_>) -> Result<Vec<RollKey>> {
    let read = |cursor: &mut Cursor<'_>| Ok(RollKey { frame: cursor.u16()?, angle: cursor.i16()? });
    keys(cursor, 4, |key| key.frame, read)
}

fn keys<K>(
    cursor: &mut Cursor<'_>,
    size: usize,
    frame: impl Fn(&K) -> u16,
    read: impl Fn(&mut Cursor<'_>) -> Result<K>,
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

fn read_patterns(cursor: &mut Cursor<'_>) -> Result<Vec<PatternKey>> {
    cursor.section = Section::PatternKeys;
    let count = usize::from(cursor.u16()?);
    cursor.need(count * 6)?;
    let mut keys: Vec<PatternKey> = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cursor.offset;
        let key = PatternKey { frame: cursor.u16()?, mask: cursor.u32()? };
        if let Some(previous) = keys.last().map(|key| key.frame).filter(|&previous| previous >= key.frame) {
            let message = format_args!("pattern key at frame {} follows one at frame {previous}", key.frame);
            cursor.warn_at(at, &rules::SWITCH_ORDER, message);
        }
        keys.push(key);
    }
    Ok(keys)
}

/// Writes an action table as a file of its version, 4 or 5. Version 4 has no pattern keys.
pub fn write(table: &ActionTable) -> Result<Vec<u8>> {
    let version = table.version;
    if !(4..=5).contains(&version) {
        return Err(Error::TargetVersion { supported: "4 or 5", asked: version });
    }
    table.check()?;
    if version == 4
        && let Some(item) = table.actions.iter().position(|action| !action.patterns.is_empty())
    {
        let section = Section::PatternKeys;
        let len = table.actions[item].patterns.len() as i64;
        return Err(Error::Unwritable { section, at: Location::Item(item), version, what: "pattern keys", found: len });
    }
    let totals = Totals::of(table);
    let mut sink = Sink::default();
    sink.raw(MAGIC.as_bytes());
    sink.u16(version);
    sink.count(Section::Header, Location::Document, "actions", table.actions.len())?;
    sink.u16(table.bone_count);
    for (kind, &count) in totals.types.iter().enumerate() {
        sink.count(Section::Header, Location::Document, COUNT_NAMES[kind], count)?;
    }
    sink.u32(totals.words as u32);
    for (item, action) in table.actions.iter().enumerate() {
        let at = Location::Item(item);
        sink.u16(action.last_frame);
        action.tracks.iter().try_for_each(|track| write_track(&mut sink, track, at))?;
        if version == 5 {
            sink.count(Section::PatternKeys, at, "pattern keys", action.patterns.len())?;
            for key in &action.patterns {
                sink.u16(key.frame);
                sink.u32(key.mask);
            }
        }
    }
    if let Some(trailer) = table.trailer {
        write_trailer(&mut sink, trailer, totals.check_key(table.bone_count));
    }
    Ok(sink.bytes)
}

fn write_track(sink: &mut Sink, track: &Track, at: Location) -> Result<()> {
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
