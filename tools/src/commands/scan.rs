//! `keitai scan`: figures, action tables, pictures and sounds inside files of any kind.

use std::path::{Path, PathBuf};

use keitai_app::console;
use keitai_app::files::Overwrite;
use keitai_exchange::archive::{file_name, is_safe};
use keitai_exchange::scan::{BlockScan, Format, Hit};
use keitai_formats::{recognise, swap};
use serde::Serialize;

use crate::cli::Scan;
use crate::commands::convert::done::{self, Output};
use crate::commands::info::about;
use crate::commands::print_json;
use crate::error::Error;
use crate::session::{self, Session, folders};

#[derive(Debug, Serialize)]
struct Match {
    /// The file or the entry that it is in.
    file: String,
    /// Offset of its first byte, or of the packed stream that it is in.
    offset: usize,
    /// Offset of its first byte in that stream.
    packed: Option<usize>,
    bytes: usize,
    format: String,
    /// The bytes are swapped as in games by Fishlabs.
    swapped: bool,
    /// Counts of the document, as `info` prints them.
    about: String,
    /// The file that it was written to.
    output: Option<PathBuf>,
}

/// Lists what is found, and writes it to a folder.
pub(crate) fn run(arguments: &Scan) -> Result<(), Error> {
    let session = &Session::limited(arguments.no_limits);
    let (mut rows, mut outputs) = (Vec::new(), Vec::new());
    // Files that were named, and those in folders and archives.
    let (mut unread, mut unread_inside) = (Vec::new(), 0);
    // The error of a limit that ends the search. What was found up to then is printed and written.
    let mut limit = None;
    'files: for path in &arguments.files {
        let (places, unreadable) = match places(session, path, arguments.output.as_deref()) {
            Ok(places) => places,
            Err(error @ Error::Budget(_)) => {
                limit = Some(error);
                break;
            }
            Err(error) => {
                unread.push(error);
                continue;
            }
        };
        unread_inside += unreadable;
        let mut fail = |error: Error, is_named: bool| {
            if is_named {
                unread.push(error);
            } else {
                error.report();
                unread_inside += 1;
            }
        };
        for place in places {
            let missed = each_hit(session, &place, &mut |hit, swapped, bytes| {
                let output = arguments.output.as_ref().map(|folder| folder.join(name(session, path, &place, &hit)));
                if let Some(path) = &output {
                    let bytes = match hit.format {
                        Format::Kind(kind) if swapped => swap::undone(bytes, kind).0,
                        _ => bytes.to_vec(),
                    };
                    outputs.push(Output::new(path, session.stage(bytes), place.display()));
                }
                rows.push(Match {
                    file: place.display().to_string(),
                    offset: hit.stream.unwrap_or(hit.offset),
                    packed: hit.stream.map(|_| hit.offset),
                    bytes: hit.size,
                    format: hit.format.to_string(),
                    swapped,
                    about: match hit.format {
                        Format::Kind(kind) => about(bytes, kind, session.memory()),
                        Format::Sound(_) => String::new(),
                    },
                    output,
                });
            });
            let missed = match missed {
                Ok(missed) => missed,
                Err(error @ Error::Budget(_)) => {
                    limit = Some(error);
                    break 'files;
                }
                Err(error) => {
                    fail(error, place == *path);
                    continue;
                }
            };
            if let Some(offset) = missed {
                let reason = format!("not all was searched from byte {offset} on, because that would take too long");
                fail(Error::read(&place, reason), place == *path);
            }
        }
    }
    let overwrite = Overwrite::forced(arguments.force);
    done::check(&outputs, overwrite, &arguments.files)?;
    done::write(session, &outputs, overwrite)?;
    if arguments.json {
        print_json(&rows)?;
    } else {
        console::print(&rows.iter().map(line).collect::<String>())?;
    }
    let summary = format!("{} found", rows.len());
    if let Some(last) = limit.or_else(|| unread.pop()) {
        console::note(&summary);
        unread.iter().for_each(Error::report);
        return Err(last);
    }
    if unread_inside > 0 {
        let summary = format!("{summary}; {unread_inside} that cannot be read or searched whole");
        return Err(Error::Unread(summary));
    }
    console::note(&summary);
    Ok(())
}

/// Returns the files to search: a file, the entries of an archive, or the files below a folder and the entries of
/// archives among them, except those in the folder of outputs. Also returns the number of folders that cannot be read,
/// which are reported.
fn places(session: &Session, path: &Path, outputs: Option<&Path>) -> Result<(Vec<PathBuf>, usize), Error> {
    let entries = |path: &Path| {
        if !session.is_archive(path) {
            return Ok(vec![path.to_owned()]);
        }
        session.entries(path).map(|entries| entries.into_iter().map(|entry| entry.path).collect())
    };
    if !session::is_folder(path) {
        return Ok((entries(path)?, 0));
    }
    let (files, unreadable) = folders::below(path, outputs);
    unreadable.iter().for_each(|(_, error)| error.report());
    let mut places = Vec::new();
    for path in files {
        match entries(&path) {
            Ok(inside) => places.extend(inside),
            Err(error @ Error::Budget(_)) => return Err(error),
            // A damaged archive is searched like any other file.
            Err(_) => places.push(path),
        }
    }
    Ok((places, unreadable.len()))
}

/// Calls `each` with each file inside another, whether its bytes are swapped, and the bytes. Data that is one file as a
/// whole is found as such, even with its bytes swapped. Returns the offset from which on not all was searched.
fn each_hit(session: &Session, place: &Path, each: &mut dyn FnMut(Hit, bool, &[u8])) -> Result<Option<usize>, Error> {
    if session.may_be_swapped(place)? {
        let data = session.read(place)?;
        if let Some(whole) = recognise(&data).ok().filter(|whole| whole.swapped) {
            each(Hit { offset: 0, size: data.len(), format: Format::Kind(whole.kind), stream: None }, true, &data);
            return Ok(None);
        }
    }
    let mut scan = BlockScan::default();
    let each = &mut |hit: Hit, bytes: &[u8]| each(hit, false, bytes);
    session.each_block(place, &mut |block| scan.push(block, each))?;
    Ok(scan.finish(each))
}

/// Returns the name of a found file below the output folder: that of the file it is in, its offset, and the ending of its
/// kind.
fn name(session: &Session, path: &Path, place: &Path, hit: &Hit) -> PathBuf {
    let inside = session.below(path, place).filter(|inside| is_safe(inside));
    let name = || session.file_name(place).unwrap_or_default();
    let place = file_name(&inside.unwrap_or_else(name));
    let packed = hit.stream.map_or_else(String::new, |stream| format!("_{stream}"));
    format!("{place}{packed}_{}.{}", hit.offset, hit.format.ending()).into()
}

fn line(hit: &Match) -> String {
    let Match { file, offset, bytes, format, about, .. } = hit;
    let swapped = if hit.swapped { " (byte-swapped)" } else { "" };
    let output = hit.output.as_ref().map_or_else(String::new, |path| format!(" -> {}", path.display()));
    let about = if about.is_empty() { String::new() } else { format!(": {about}") };
    let file = keitai_formats::diagnostic::escaped(file);
    let packed = hit.packed.map_or_else(String::new, |inside| format!(", packed, at byte {inside} of the stream"));
    format!("{file} at byte {offset}{packed}: {format}, {bytes} bytes{about}{swapped}{output}\n")
}
