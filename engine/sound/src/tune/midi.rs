//! Standard MIDI files of format 0 and 1.
//!
//! A file is a header `MThd` and tracks `MTrk`; integers are big-endian. A track is a list of waits and events. Channel
//! events may leave out their status byte when it is that of the channel event before. Chunks of other kinds are skipped.
//!
//! | in the file | effect |
//! |---|---|
//! | marker or text `loopStart`, `loopEnd` | bounds of the part that repeats |
//! | controller 111 | start of that part, as in files for RPG Maker |
//! | system exclusive `7F dd 0B 01 cc vv ...` | channel priorities of Scalable Polyphony MIDI (MMA RP-34) |

use super::{CHANNELS, ChannelPriority, Message, Repeat, TimedMessage, Tune};
use crate::cursor::Cursor;
use crate::error::{Error, Result};

/// Tempo of a file that sets none, microseconds per quarter note.
const TEMPO: u64 = 500_000;
/// Controller that marks the start of the part that repeats.
const LOOP_START: u8 = 111;
/// The most events of all tracks: an event of two bytes takes fifty in memory.
const MOST_EVENTS: usize = 1 << 18;
/// The longest title that is kept, characters.
const TITLE: usize = 80;

/// An event of a track that changes the tune. Its time is in units of the file.
struct Event {
    at: u64,
    kind: Kind,
}

enum Kind {
    Message(u8, Message),
    Tempo(u64),
    LoopStart,
    LoopEnd,
    Priorities(Vec<ChannelPriority>),
}

#[derive(Debug, Clone, Copy)]
enum Division {
    /// Units per quarter note, whose length the tempo sets.
    Quarter(u64),
    /// Nanoseconds in so many units, for time codes.
    Code { nanoseconds: u64, units: u64 },
}

/// Reads a standard MIDI file.
///
/// # Errors
/// When the file is damaged, of format 2, or longer or denser than any synthesizer could play.
pub fn read(bytes: &[u8]) -> Result<Tune> {
    let mut file = Cursor::new(bytes, "header");
    file.expect("MThd")?;
    let size = file.u32_be()? as usize;
    let mut header = file.block(size, "header")?;
    let format = header.u16_be()?;
    if format > 1 {
        return Err(header.field(2, "format", "0 or 1", format.into()));
    }
    let tracks = header.u16_be()?;
    let division = division(&mut header)?;
    let mut events = Vec::new();
    let (mut title, mut end) = (String::new(), 0);
    let mut count = 0;
    while count < tracks {
        let tag = file.array()?;
        let size = file.u32_be()? as usize;
        let mut chunk = file.block(size, "track")?;
        if &tag == b"MTrk" {
            end = read_track(&mut chunk, &mut events, &mut title)?.max(end);
            count += 1;
        }
    }
    // Events of one time keep their order: that of the tracks.
    events.sort_by_key(|event| event.at);
    tune(events, end, division, title)?.checked()
}

fn division(header: &mut Cursor) -> Result<Division> {
    let [high, low] = header.u16_be()?.to_be_bytes();
    if high < 0x80 {
        let units = u64::from(u16::from_be_bytes([high, low]));
        return match units {
            0 => Err(header.field(2, "division", "1 or more units per quarter note", 0)),
            units => Ok(Division::Quarter(units)),
        };
    }
    // Frames of a time code per second, as a negative number: 29 stands for 30000/1001.
    let nanoseconds = match high.cast_signed() {
        -24 => 1_000_000_000 / 24,
        -25 => 1_000_000_000 / 25,
        -29 => 1_001_000_000 / 30,
        -30 => 1_000_000_000 / 30,
        other => return Err(header.field(2, "division", "-24, -25, -29 or -30 frames per second", other.into())),
    };
    match low {
        0 => Err(header.field(1, "division", "1 or more units per frame", 0)),
        units => Ok(Division::Code { nanoseconds, units: units.into() }),
    }
}

/// Reads a track, and returns the time of its end.
fn read_track(track: &mut Cursor, events: &mut Vec<Event>, title: &mut String) -> Result<u64> {
    let mut at = 0_u64;
    let mut status = None;
    while track.left() > 0 {
        if events.len() > MOST_EVENTS {
            return Err(Error::Limit { what: "events of a tune", limit: MOST_EVENTS as u64 });
        }
        at += u64::from(length(track)?);
        let first = track.peek().unwrap_or(0);
        if first >= 0x80 {
            track.u8()?;
        }
        match first {
            0xFF => {
                let kind = track.u8()?;
                let size = length(track)? as usize;
                let mut meta = track.block(size, "meta event")?;
                match kind {
                    0x2F => return Ok(at),
                    0x51 => {
                        let [high, middle, low] = meta.array()?;
                        let tempo = u32::from_be_bytes([0, high, middle, low]);
                        if tempo == 0 {
                            return Err(meta.field(3, "tempo", "1 or more microseconds per quarter note", 0));
                        }
                        events.push(Event { at, kind: Kind::Tempo(tempo.into()) });
                    }
                    0x01 | 0x06 => events.extend(loop_mark(meta.take(size)?).map(|kind| Event { at, kind })),
                    0x03 if title.is_empty() => {
                        *title = String::from_utf8_lossy(meta.take(size)?).chars().take(TITLE).collect();
                    }
                    _ => {}
                }
            }
            0xF0 | 0xF7 => {
                let size = length(track)? as usize;
                let message = track.block(size, "system exclusive event")?.take(size)?;
                if first == 0xF0 {
                    events.extend(priorities(message).map(|kind| Event { at, kind }));
                }
            }
            0xF1..=0xFE => return Err(track.field(1, "status", "a channel, meta or exclusive event", first.into())),
            _ => {
                if first >= 0x80 {
                    status = Some(first);
                }
                let Some(status) = status else {
                    return Err(track.field(0, "status", "a status byte before the first data", first.into()));
                };
                events.extend(channel_event(track, status)?.map(|kind| Event { at, kind }));
            }
        }
    }
    Ok(at)
}

/// Reads the data of a channel event. Pressure has no effect.
fn channel_event(track: &mut Cursor, status: u8) -> Result<Option<Kind>> {
    let channel = status & 15;
    let first = data(track)?;
    let second = if matches!(status & 0xF0, 0xC0 | 0xD0) { 0 } else { data(track)? };
    let message = match status & 0xF0 {
        0x80 => Message::NoteOff { key: first },
        0x90 if second == 0 => Message::NoteOff { key: first },
        0x90 => Message::NoteOn { key: first, velocity: second },
        0xB0 if first == LOOP_START => return Ok(Some(Kind::LoopStart)),
        0xB0 => Message::Controller { number: first, value: second },
        0xC0 => Message::Program(first),
        0xE0 => Message::PitchBend(first, second),
        _ => return Ok(None),
    };
    Ok(Some(Kind::Message(channel, message)))
}

/// Reads a byte of data, which has no top bit.
fn data(track: &mut Cursor) -> Result<u8> {
    let byte = track.u8()?;
    if byte >= 0x80 {
        return Err(track.field(1, "data", "0..=127", byte.into()));
    }
    Ok(byte)
}

/// Reads a number of up to four bytes with seven bits each.
fn length(track: &mut Cursor) -> Result<u32> {
    let mut number = 0;
    for _ in 0..4 {
        let byte = track.u8()?;
        number = number << 7 | u32::from(byte & 0x7F);
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(track.field(4, "length", "at most four bytes", number.into()))
}

fn loop_mark(text: &[u8]) -> Option<Kind> {
    let text = text.trim_ascii();
    if text.eq_ignore_ascii_case(b"loopStart") {
        Some(Kind::LoopStart)
    } else {
        text.eq_ignore_ascii_case(b"loopEnd").then_some(Kind::LoopEnd)
    }
}

/// Returns the channel priorities of a system exclusive message, which comes without its first byte.
fn priorities(message: &[u8]) -> Option<Kind> {
    let [0x7F, _device, 0x0B, 0x01, table @ ..] = message else { return None };
    let table = table.strip_suffix(&[0xF7]).unwrap_or(table);
    let pairs = table.chunks_exact(2).filter(|pair| usize::from(pair[0]) < CHANNELS && pair[1] < 0x80);
    let priorities = pairs.map(|pair| ChannelPriority { channel: pair[0], voices: pair[1] });
    Some(Kind::Priorities(priorities.take(CHANNELS).collect()))
}

/// Turns the events of all tracks into a tune with times in nanoseconds.
fn tune(events: Vec<Event>, end: u64, division: Division, title: String) -> Result<Tune> {
    let mut clock = Clock { division, tempo: TEMPO, from: 0, at: 0 };
    let mut tune = Tune { title, messages: Vec::with_capacity(events.len()), ..Tune::default() };
    let (mut start, mut stop) = (None, None);
    for Event { at, kind } in events {
        let now = clock.time(at)?;
        match kind {
            Kind::Message(channel, message) => tune.messages.push(TimedMessage { at: now, channel, message }),
            Kind::Tempo(tempo) => clock = Clock { tempo, from: at, at: now, ..clock },
            Kind::LoopStart => start = start.or(Some(now)),
            Kind::LoopEnd => stop = Some(now),
            Kind::Priorities(priorities) if tune.priorities.is_empty() => tune.priorities = priorities,
            Kind::Priorities(_) => {}
        }
    }
    tune.length = clock.time(end)?;
    if start.is_some() || stop.is_some() {
        let repeat = Repeat { start: start.unwrap_or(0), end: stop.unwrap_or(tune.length) };
        tune.repeat = (repeat.start < repeat.end).then_some(repeat);
    }
    Ok(tune)
}

/// Units of the file to nanoseconds, from the last change of the tempo on.
#[derive(Debug, Clone, Copy)]
struct Clock {
    division: Division,
    tempo: u64,
    from: u64,
    at: u64,
}

impl Clock {
    fn time(&self, units: u64) -> Result<u64> {
        let since = u128::from(units - self.from);
        let nanoseconds = match self.division {
            Division::Quarter(per) => since * u128::from(self.tempo) * 1000 / u128::from(per),
            Division::Code { nanoseconds, units } => since * u128::from(nanoseconds) / u128::from(units),
        };
        let too_long = || Error::Limit { what: "seconds of a tune", limit: super::MAX_LENGTH / 1_000_000_000 };
        let time = u64::try_from(nanoseconds).ok().and_then(|time| time.checked_add(self.at));
        time.filter(|time| *time <= super::MAX_LENGTH).ok_or_else(too_long)
    }
}
