//! RARC archives: "RARC", a header of 32 bytes, then folders, files and names, all big endian.
//!
//! | part | fields |
//! |---|---|
//! | header | size at 4; offset of the bytes of files, less 32, at 12 |
//! | at 32 | number and offset of folders, number and offset of files, size and offset of names; offsets less 32 |
//! | folder, 16 bytes | number of files at 10 (u16), its first file at 12 |
//! | file, 20 bytes | 0x02 for a folder at 4 (u8), offset of the name at 5 (u24), number of the folder or offset at 8, size at 12 |
//!
//! Where there is no such directory, or none with files, the files are those that a scan finds, named after their
//! offsets.

use super::{Entry, MOST_ENTRIES, MOST_NAME, MOST_TOTAL, SHARED, name};
use crate::error::{Error, Result};
use crate::scan::scan;

/// The offset that other offsets are relative to.
const BASE: usize = 32;
const FOLDER: usize = 16;
const FILE: usize = 20;
const IS_FOLDER: u8 = 2;
/// Deepest folder; the folders of a damaged directory may contain each other.
const DEEPEST: usize = 32;

pub(super) fn is_archive(data: &[u8]) -> bool {
    data.starts_with(b"RARC")
}

pub(super) fn files(data: &[u8]) -> Result<Vec<Entry>> {
    let mut listed = Directory { data, listed: 0, files: Vec::new() };
    if !is_archive(data) || listed.folder(0, "", 0).is_none() || listed.files.is_empty() {
        let hits = scan(data).into_iter().filter(|hit| hit.stream.is_none());
        let file = |hit: crate::scan::Hit| Entry {
            name: format!("{}.{}", hit.offset, hit.format.ending()),
            size: hit.size as u64,
            index: hit.offset,
        };
        return Ok(hits.map(file).collect());
    }
    let mut ranges: Vec<(usize, u64)> = listed.files.iter().map(|file| (file.index, file.size)).collect();
    ranges.retain(|(_, size)| *size > 0);
    ranges.sort_unstable();
    let share = ranges.windows(2).any(|pair| pair[0].0 as u64 + pair[0].1 > pair[1].0 as u64);
    let total: u64 = ranges.iter().map(|(_, size)| size).sum();
    if share || total > MOST_TOTAL {
        return Err(Error::Archive(SHARED.to_owned()));
    }
    Ok(listed.files)
}

struct Directory<'a> {
    data: &'a [u8],
    /// Files and folders so far.
    listed: usize,
    files: Vec<Entry>,
}

impl Directory<'_> {
    /// Adds the files of a folder and of those below it; `None` where the directory is damaged.
    fn folder(&mut self, number: usize, above: &str, depth: usize) -> Option<()> {
        let [folders, files, names] =
            [self.word(36)?, self.word(44)?, self.word(52)?].map(|at| at.saturating_add(BASE));
        let bytes = self.word(12)?.checked_add(BASE)?;
        if number >= self.word(32)? || depth > DEEPEST {
            return None;
        }
        let start = folders.checked_add(number.checked_mul(FOLDER)?)?;
        let (count, first) = (self.word(start + 8)? & 0xFFFF, self.word(start + 12)?);
        for number in first..first.checked_add(count)? {
            self.listed += 1;
            if self.listed > MOST_ENTRIES {
                return None;
            }
            let file = files.checked_add(number.checked_mul(FILE)?)?;
            let kind = self.word(file.checked_add(4)?)?;
            let (offset, size) = (self.word(file + 8)?, self.word(file + 12)?);
            let text = self.data.get(names.checked_add(kind & 0xFF_FFFF)?..)?;
            let text = &text[..text.iter().take(MOST_NAME - above.len()).position(|byte| *byte == 0)?];
            let name = name::decoded(text).unwrap_or_else(|| String::from_utf8_lossy(text).into_owned());
            if matches!(&*name, "." | "..") {
                continue;
            }
            let name = if above.is_empty() { name } else { format!("{above}/{name}") };
            if name.len() >= MOST_NAME {
                return None;
            }
            if (kind >> 24) as u8 & IS_FOLDER != 0 {
                self.folder(offset, &name, depth + 1)?;
                continue;
            }
            let index = bytes.checked_add(offset)?;
            self.data.get(index..index.checked_add(size)?)?;
            self.files.push(Entry { name: name::normal(&name), size: size as u64, index });
        }
        Some(())
    }

    fn word(&self, at: usize) -> Option<usize> {
        let bytes = self.data.get(at..)?.first_chunk()?;
        usize::try_from(u32::from_be_bytes(*bytes)).ok()
    }
}
