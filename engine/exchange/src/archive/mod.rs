//! ZIP and JAR archives in memory: their entries, and archives with one entry replaced.
//!
//! | limit | value |
//! |---|---|
//! | bytes of an entry | 64 MiB |
//! | bytes of all entries | 1 GiB |
//! | entries | 100,000 |
//! | archives in archives | 2, see [`MOST_NESTED`] |
//!
//! Sizes are those that the archive states; an entry that unpacks to another size is damaged. Entries are read when their
//! size and check sum are right, even if the deflate stream lacks its end: some tools of the time cut it off.

mod inflate;
mod name;
mod pack;
mod replace;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::sync::Arc;

use keitai_formats::text::nearest;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use crate::error::{EntryFault, Error, Result};

pub use name::is_safe;

/// Largest entry that is read, bytes.
pub const MOST_ENTRY: u64 = 64 << 20;
/// Most bytes of all entries together.
pub const MOST_TOTAL: u64 = 1 << 30;
/// Most entries.
pub const MOST_ENTRIES: usize = 100_000;
/// Most archives in a path: an archive, and one in it.
pub const MOST_NESTED: usize = 2;

/// An archive.
#[derive(Debug, Clone)]
pub struct Archive {
    zip: ZipArchive<Cursor<Arc<[u8]>>>,
    entries: Vec<Entry>,
    /// Index of each name; of entries with one name the last.
    places: BTreeMap<String, usize>,
}

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Name with the folders above it, separated by `/`.
    pub name: String,
    /// Size, bytes.
    pub size: u64,
    /// Number in the archive.
    index: usize,
}

impl Archive {
    /// Opens an archive. Nothing is unpacked yet.
    ///
    /// # Errors
    /// When the directory of the archive is damaged, or beyond a limit.
    pub fn open(bytes: impl Into<Arc<[u8]>>) -> Result<Self> {
        let zip = ZipArchive::new(Cursor::new(bytes.into())).map_err(refused)?;
        if zip.len() > MOST_ENTRIES {
            let reason = format!("{} entries, expected at most {MOST_ENTRIES}", zip.len());
            return Err(Error::Archive { reason });
        }
        let (mut entries, mut places, mut total) = (Vec::new(), BTreeMap::new(), 0_u64);
        for index in 0..zip.len() {
            let entry = zip.by_index_data(index).map_err(refused)?;
            total = total.saturating_add(entry.size());
            if total > MOST_TOTAL {
                let reason = format!("entries of more than {MOST_TOTAL} bytes together");
                return Err(Error::Archive { reason });
            }
            if entry.is_dir() {
                continue;
            }
            let name = entry.name().map_err(refused)?.into_owned();
            places.insert(name.clone(), entries.len());
            entries.push(Entry { name, size: entry.size(), index });
        }
        Ok(Self { zip, entries, places })
    }

    /// Returns the files, in the order of the archive.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns whether a file of this name is in the archive.
    pub fn contains(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// When there is no such file, or it is too large, encrypted, packed by another method than deflate, or damaged.
    pub fn read(&self, name: &str) -> Result<Vec<u8>> {
        let refuse = |fault| Error::Entry { name: name.to_owned(), fault };
        let damaged = |_| refuse(EntryFault::Damaged);
        let entry = self.entry(name)?;
        if entry.size > MOST_ENTRY {
            return Err(refuse(EntryFault::TooLarge { size: entry.size, limit: MOST_ENTRY }));
        }
        // A copy of the archive shares its bytes and its directory.
        let mut zip = self.zip.clone();
        let mut file = zip.by_index_raw(entry.index).map_err(|_| refuse(EntryFault::Damaged))?;
        if file.encrypted() {
            return Err(refuse(EntryFault::Encrypted));
        }
        let (method, check) = (file.compression(), file.crc32());
        let mut packed = Vec::new();
        file.read_to_end(&mut packed).map_err(damaged)?;
        let bytes = match method {
            CompressionMethod::Stored => packed,
            CompressionMethod::Deflated => inflate::inflate(&packed, entry.size),
            _ => return Err(refuse(EntryFault::Method)),
        };
        if bytes.len() as u64 == entry.size && inflate::check_sum(&bytes) == check {
            Ok(bytes)
        } else {
            Err(refuse(EntryFault::Damaged))
        }
    }

    fn entry(&self, name: &str) -> Result<&Entry> {
        self.places.get(name).and_then(|place| self.entries.get(*place)).ok_or_else(|| {
            let similar = nearest(name, self.places.keys().map(String::as_str)).map(str::to_owned);
            Error::Entry { name: name.to_owned(), fault: EntryFault::Missing { similar } }
        })
    }
}

/// Returns the error for a fault that the `zip` crate has found.
fn refused(error: ZipError) -> Error {
    let reason = error.to_string();
    // The end of central directory is the part that the list of files is found by.
    let is_cut = ["EOCD", "Unexpected end"].iter().any(|part| reason.contains(part));
    let cut = "the archive is cut off or damaged: its list of files is missing";
    Error::Archive { reason: if is_cut { cut.to_owned() } else { reason } }
}
