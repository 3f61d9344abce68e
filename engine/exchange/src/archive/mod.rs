//! ZIP and JAR archives in memory: their entries, and archives with one entry replaced. RARC archives are read, too,
//! also packed with Yaz0: the archives of games for GameCube and Wii, in which joint animations are found.
//!
//! | limit | value |
//! |---|---|
//! | bytes of an entry | 64 MiB |
//! | bytes of all entries | 1 GiB |
//! | entries | 100,000 |
//! | bytes of a name, with the folders above it | 1,024 |
//! | archives in archives | 2, see [`MOST_NESTED`] |
//!
//! Sizes are those that the archive states; an entry that unpacks to another size is damaged. Entries are read when
//! their size and check sum are right, even if the deflate stream lacks its end: some tools of the time cut it off. An
//! archive whose entries share bytes is refused: real archives do not share bytes, and a small archive could unpack to
//! anything.
//!
//! Names have `/` between folders, whatever the archive has, and no empty names and dots. Those that are not UTF-8 are
//! read as Shift-JIS, which tools of the time wrote, or else as code page 437. Of several entries with one name the
//! last is read.

mod name;
mod rarc;
mod unpack;
mod write;

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;

use flate2::Crc;
use keitai_formats::text::nearest;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use crate::error::{EntryFault, Error, Result};
use crate::memory::Bytes;

pub use name::{file_name, is_safe, normal};

/// Bytes of an entry's header before its name.
const LOCAL_HEADER: u64 = 30;
const SHARED: &str = "entries share bytes, so that a small archive could unpack to anything";

/// Largest entry that is read, bytes.
pub const MOST_ENTRY: u64 = 64 << 20;
/// Most bytes of all entries together.
pub const MOST_TOTAL: u64 = 1 << 30;
/// Most entries of an archive.
pub const MOST_ENTRIES: usize = 100_000;
/// Bytes at the end that [`Archive::ends`] returns.
const TAIL: usize = 2;
/// Longest name of an entry, bytes.
const MOST_NAME: usize = 1024;
/// Most archives in a path: an archive, and one in it.
pub const MOST_NESTED: usize = 2;

/// A ZIP or RARC archive in memory.
#[derive(Debug, Clone)]
pub struct Archive {
    whole: Whole,
    /// Files of other archives lie in the bytes as they are.
    zip: Option<ZipArchive<Cursor<Whole>>>,
    entries: Vec<Entry>,
    places: BTreeMap<String, usize>,
}

#[derive(Debug, Clone)]
struct Whole(Arc<Bytes>);

impl AsRef<[u8]> for Whole {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Name with the folders above it, separated by `/`.
    pub name: String,
    /// Size, bytes.
    pub size: u64,
    /// Number in a ZIP archive, or the offset of the first byte.
    index: usize,
}

impl Archive {
    /// Opens an archive. Nothing is unpacked yet.
    ///
    /// # Errors
    /// When the directory of the archive is damaged, or beyond a limit, or entries share bytes.
    pub fn open(bytes: impl Into<Bytes>) -> Result<Self> {
        let mut bytes = bytes.into();
        let is_packed = bytes.starts_with(b"Yaz0");
        if is_packed {
            bytes = unpack::yaz0(&bytes, bytes.memory())?;
        }
        let whole = Whole(Arc::new(bytes));
        if is_packed || rarc::is_archive(whole.as_ref()) {
            let files = rarc::files(whole.as_ref())?;
            return Ok(Self::of(whole, None, files));
        }
        let zip = ZipArchive::new(Cursor::new(whole.clone())).map_err(refused)?;
        if zip.len() > MOST_ENTRIES {
            let reason = format!("{} entries, expected at most {MOST_ENTRIES}", zip.len());
            return Err(Error::Archive(reason));
        }
        let (mut entries, mut ranges, mut total) = (Vec::new(), Vec::new(), 0_u64);
        for index in 0..zip.len() {
            let entry = zip.by_index_data(index).map_err(refused)?;
            total = total.saturating_add(entry.size());
            if total > MOST_TOTAL {
                let reason = format!("entries of more than {MOST_TOTAL} bytes together");
                return Err(Error::Archive(reason));
            }
            let name = entry.name_raw().len();
            if name > MOST_NAME {
                return Err(Error::Archive(format!("a name of {name} bytes, expected at most {MOST_NAME}")));
            }
            let header = LOCAL_HEADER + name as u64;
            let start = entry.header_start();
            ranges.push((start, start.saturating_add(header).saturating_add(entry.compressed_size())));
            if entry.is_dir() {
                continue;
            }
            let name = match name::decoded(entry.name_raw()) {
                Some(name) => name,
                None => entry.name().map_err(refused)?.into_owned(),
            };
            entries.push(Entry { name: name::normal(&name), size: entry.size(), index });
        }
        ranges.sort_unstable();
        if ranges.windows(2).any(|pair| pair[0].1 > pair[1].0) {
            return Err(Error::Archive(SHARED.to_owned()));
        }
        Ok(Self::of(whole, Some(zip), entries))
    }

    /// Makes an archive of files; of files with one name the last is kept.
    fn of(whole: Whole, zip: Option<ZipArchive<Cursor<Whole>>>, files: Vec<Entry>) -> Self {
        let (mut entries, mut places): (Vec<Entry>, BTreeMap<String, usize>) = (Vec::new(), BTreeMap::new());
        for entry in files.into_iter().filter(|entry| !entry.name.is_empty()) {
            match places.get(&entry.name).and_then(|place| entries.get_mut(*place)) {
                Some(other) => *other = entry,
                None => {
                    places.insert(entry.name.clone(), entries.len());
                    entries.push(entry);
                }
            }
        }
        Self { whole, zip, entries, places }
    }

    /// Returns the files, in the order of the archive.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns whether a file of this name is in the archive.
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Returns the size of the archive itself, unpacked, bytes.
    pub fn bytes(&self) -> usize {
        self.whole.0.len()
    }

    /// Returns the size of a file, bytes; `None` when there is none of this name.
    pub fn size(&self, name: &str) -> Option<u64> {
        self.find(name).map(|entry| entry.size)
    }

    /// Returns the bytes of a file, in memory that is taken from that of the archive.
    ///
    /// # Errors
    /// When there is no such file, or it is too large, encrypted, packed by another method than deflate, or damaged.
    pub fn read(&self, name: &str) -> Result<Bytes> {
        let size = self.entry_within(name)?.size;
        let loan = self.whole.0.memory().take(size).map_err(|lack| {
            let fault = EntryFault::TooLarge { size, limit: lack.rest };
            Error::Entry { name: name.to_owned(), fault }
        })?;
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        self.each_block(name, &mut |block| bytes.extend_from_slice(block))?;
        Ok(Bytes::new(bytes, loan))
    }

    /// Returns the first bytes of a file, at most `count`, and its last two. The whole file is unpacked, but not kept. Errors
    /// are those of [`Archive::read`].
    pub fn ends(&self, name: &str, count: usize) -> Result<(Vec<u8>, Vec<u8>)> {
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        self.each_block(name, &mut |block| {
            head.extend_from_slice(&block[..block.len().min(count - head.len())]);
            tail.extend_from_slice(&block[block.len().saturating_sub(TAIL)..]);
            tail.drain(..tail.len().saturating_sub(TAIL));
        })?;
        Ok((head, tail))
    }

    /// Calls a function with the blocks of a file. The blocks of a damaged file are those before the error. Errors are those
    /// of [`Archive::read`].
    pub fn each_block(&self, name: &str, each: &mut dyn FnMut(&[u8])) -> Result<()> {
        let refuse = |fault| Error::Entry { name: name.to_owned(), fault };
        let damaged = || refuse(EntryFault::Damaged);
        let entry = self.entry_within(name)?;
        let bytes = |start: u64, size: u64| {
            let [start, size] = [start, size].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
            self.whole.0.get(start..start.saturating_add(size)).ok_or_else(damaged)
        };
        // A copy of the archive shares its bytes and its directory.
        let Some(mut zip) = self.zip.clone() else {
            each(bytes(entry.index as u64, entry.size)?);
            return Ok(());
        };
        let file = zip.by_index_raw(entry.index).map_err(|_| damaged())?;
        if file.encrypted() {
            return Err(refuse(EntryFault::Encrypted));
        }
        let packed = bytes(file.data_start().ok_or_else(damaged)?, file.compressed_size())?;
        let (mut sum, mut size) = (Crc::new(), 0);
        let mut add = |block: &[u8]| {
            sum.update(block);
            size += block.len() as u64;
            each(block);
        };
        match file.compression() {
            CompressionMethod::Stored if packed.len() as u64 == entry.size => add(packed),
            CompressionMethod::Stored => {}
            CompressionMethod::Deflated => unpack::inflate(packed, entry.size, &mut add),
            _ => return Err(refuse(EntryFault::Method)),
        }
        if size == entry.size && sum.sum() == file.crc32() { Ok(()) } else { Err(damaged()) }
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        self.places.get(&name::normal(name)).and_then(|place| self.entries.get(*place))
    }

    fn entry(&self, name: &str) -> Result<&Entry> {
        self.find(name).ok_or_else(|| {
            let similar = nearest(name, self.places.keys().map(String::as_str)).map(str::to_owned);
            Error::Entry { name: name.to_owned(), fault: EntryFault::Missing { similar } }
        })
    }

    /// Returns an entry of at most [`MOST_ENTRY`] bytes. Its size is what the archive says: no memory is taken for a larger one.
    fn entry_within(&self, name: &str) -> Result<&Entry> {
        let entry = self.entry(name)?;
        if entry.size > MOST_ENTRY {
            let fault = EntryFault::TooLarge { size: entry.size, limit: MOST_ENTRY };
            return Err(Error::Entry { name: name.to_owned(), fault });
        }
        Ok(entry)
    }
}

fn refused(error: ZipError) -> Error {
    let reason = error.to_string();
    // The list of files is found by the end of central directory.
    let is_cut = ["EOCD", "Unexpected end"].iter().any(|part| reason.contains(part));
    let cut = "the archive is cut off or damaged: its list of files is missing";
    Error::Archive(if is_cut { cut.to_owned() } else { reason })
}
