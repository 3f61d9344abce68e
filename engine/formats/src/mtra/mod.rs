//! Reads and writes MTRA, the action table file, as [`ActionTable`].
//!
//! Header, 28 bytes: "MT", u16 version 2..=5, u16 actions, u16 bones, u16 tracks of each type 0..=7, u32 size of the
//! key data in 16-bit words. Per action: u16 last frame, a track per bone, and in version 5 a list of pattern keys (u16
//! frame, u32 mask). The trailer follows, as in MBAC.
//!
//! The counts by type and the size only repeat facts of the tracks; a mismatch is a warning. Versions 2 and 3 are read
//! as version 4; no such file is known.

mod tracks;

pub(crate) use tracks::{descending, empty};

use crate::action::{Action, ActionTable, PatternKey, Track};
use crate::bytes::{Cursor, Sink};
use crate::diagnostic::{Location, Report, rules};
use crate::error::{Error, Result, Section};
use crate::kind::Kind;
use crate::{swap, trailer};
use alloc::vec::Vec;

pub(crate) const MAGIC: &str = "MT";

/// Track types that the header counts. There is no type 7.
const TYPES: usize = 8;

/// Most tracks of a file. The header counts the tracks of each of the seven types in 16 bits, so no writer makes more.
/// A track of one byte in the file takes a hundred bytes of memory.
const MOST_TRACKS: usize = 7 * 65535;

/// Reads an MTRA file of version 2 to 5.
pub fn read(data: &[u8]) -> Result<Report<ActionTable>> {
    swap::read_either(data, Kind::ActionTable, MAGIC, read_plain)
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
                totals.words += tracks::words(track);
            }
            totals.words += 3 * action.patterns.len();
        }
        totals
    }
}

fn read_plain(data: &[u8]) -> Result<Report<ActionTable>> {
    let mut cursor = Cursor::new(data);
    cursor.magic(MAGIC)?;
    let version = cursor.u16()?;
    if !(2..=5).contains(&version) {
        return Err(Error::Version { supported: "2, 3, 4 or 5", found: version });
    }
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
    table.trailer = trailer::read(&mut cursor, version > 3, check_key(bone_count, &totals))?;
    Ok(cursor.into_report(table))
}

fn check_key(bone_count: u16, totals: &Totals) -> [u8; 2] {
    trailer::check_key(usize::from(bone_count), totals.words)
}

fn warn_totals(cursor: &mut Cursor<'_>, at: usize, header: &Totals, totals: &Totals) {
    for (kind, (stated, count)) in header.types.iter().zip(&totals.types).enumerate() {
        if stated != count {
            let field = tracks::COUNT_NAMES[kind];
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
        tracks.push(tracks::read(cursor)?);
    }
    let patterns = if version == 5 { read_patterns(cursor)? } else { Vec::new() };
    Ok(Action { last_frame, tracks, patterns })
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
        sink.count(Section::Header, Location::Document, tracks::COUNT_NAMES[kind], count)?;
    }
    sink.u32(totals.words as u32);
    for (item, action) in table.actions.iter().enumerate() {
        let at = Location::Item(item);
        sink.u16(action.last_frame);
        action.tracks.iter().try_for_each(|track: &Track| tracks::write(&mut sink, track, at))?;
        if version == 5 {
            sink.count(Section::PatternKeys, at, "pattern keys", action.patterns.len())?;
            for key in &action.patterns {
                sink.u16(key.frame);
                sink.u32(key.mask);
            }
        }
    }
    if let Some(trailer) = table.trailer {
        trailer::write(&mut sink, trailer, check_key(table.bone_count, &totals));
    }
    Ok(sink.bytes)
}
