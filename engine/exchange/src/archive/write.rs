//! Archives that are written: of files in memory, and with one entry replaced.

use super::{Archive, LOCAL_HEADER, is_safe, refused};
use crate::error::{EntryFault, Error, Result};
use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

impl Archive {
    /// Returns the bytes of an archive of files, given by their names and bytes. Nothing is compressed. Of files with
    /// one name the last is kept. Files whose names lead out of a folder are left out.
    ///
    /// # Errors
    /// When the files are beyond the limits of the format.
    pub fn pack(files: &[(impl AsRef<str>, impl AsRef<[u8]>)]) -> Result<Vec<u8>> {
        let files = files.iter().map(|(name, bytes)| (name.as_ref(), bytes.as_ref()));
        let files: BTreeMap<&str, &[u8]> = files.filter(|(name, _)| is_safe(name)).collect();
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(name, options).map_err(refused)?;
            writer.write_all(bytes).map_err(|error| refused(error.into()))?;
        }
        Ok(writer.finish().map_err(refused)?.into_inner())
    }

    /// Returns the bytes of the archive with other bytes in one file. All other entries, their order and the comment
    /// stay; the file is stored or deflated as before.
    ///
    /// # Errors
    /// When there is no such file, or the bytes of another file go beyond the end of the archive, or it is not a ZIP
    /// archive.
    pub fn with_replaced(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        let place = self.entry(name)?.index;
        let Some(mut zip) = self.zip.clone() else {
            return Err(Error::Archive("files are replaced in ZIP and JAR archives only".to_owned()));
        };
        let length = self.whole.0.len() as u64;
        let mut raw_name = Vec::new();
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        writer.set_raw_comment(zip.comment().into()).map_err(refused)?;
        for index in 0..zip.len() {
            let entry = zip.by_index_raw(index).map_err(refused)?;
            if index != place {
                // A copy of these bytes would be shorter than its header states.
                let end = entry.data_start().unwrap_or(u64::MAX).saturating_add(entry.compressed_size());
                if end > length {
                    let name = entry.name().map_err(refused)?.into_owned();
                    return Err(Error::Entry { name, fault: EntryFault::Damaged });
                }
                writer.raw_copy_file(entry).map_err(refused)?;
                continue;
            }
            let method = match entry.compression() {
                CompressionMethod::Stored => CompressionMethod::Stored,
                _ => CompressionMethod::Deflated,
            };
            let options = SimpleFileOptions::default().compression_method(method);
            let options = entry.last_modified().map_or(options, |time| options.last_modified_time(time));
            // Names that are not UTF-8 are put in at the end.
            raw_name = entry.name_raw().to_owned();
            let name = String::from_utf8(raw_name.clone()).unwrap_or_else(|_| "0".repeat(raw_name.len()));
            writer.start_file(name, options).map_err(refused)?;
            writer.write_all(bytes).map_err(|error| refused(error.into()))?;
        }
        let mut bytes = writer.finish().map_err(refused)?.into_inner();
        let written = ZipArchive::new(Cursor::new(&bytes)).map_err(refused)?;
        let entry = written.by_index_data(place).map_err(refused)?;
        let headers = [(entry.header_start(), LOCAL_HEADER), (entry.central_header_start(), CENTRAL_HEADER)];
        for (header, size) in headers {
            let start = usize::try_from(header + size).unwrap_or(usize::MAX);
            if let Some(name) = bytes.get_mut(start..start.saturating_add(raw_name.len())) {
                name.copy_from_slice(&raw_name);
            }
        }
        Ok(bytes)
    }
}

/// Bytes before the name of an entry in the directory.
const CENTRAL_HEADER: u64 = 46;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_read_again() {
        let files = [("b/robo.mbac", "MB"), ("a", ""), ("../out", "side"), ("b/robo.mbac", "new")];
        let archive = Archive::open(Archive::pack(&files).unwrap()).unwrap();
        let names: Vec<&str> = archive.entries().iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["a", "b/robo.mbac"]);
        assert_eq!(["a", "b/robo.mbac", "b", "A"].map(|name| archive.contains(name)), [true, true, false, false]);
        assert_eq!(archive.read("a").unwrap(), b"");
        assert_eq!(archive.read("b/robo.mbac").unwrap(), b"new");
    }
}
