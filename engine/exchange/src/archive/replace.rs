//! An archive with one entry replaced.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{Archive, refused};
use crate::error::Result;

impl Archive {
    /// Returns the bytes of the archive with other bytes in one file. All other entries, their order and the comment stay;
    /// the file is stored or deflated as before.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn with_replaced(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        let replaced = self.entry(name)?.index;
        let mut zip = self.zip.clone();
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        writer.set_raw_comment(zip.comment().into()).map_err(refused)?;
        for index in 0..zip.len() {
            let entry = zip.by_index_raw(index).map_err(refused)?;
            if index != replaced {
                writer.raw_copy_file(entry).map_err(refused)?;
                continue;
            }
            let method = match entry.compression() {
                CompressionMethod::Stored => CompressionMethod::Stored,
                _ => CompressionMethod::Deflated,
            };
            let options = SimpleFileOptions::default().compression_method(method);
            let options = entry.last_modified().map_or(options, |time| options.last_modified_time(time));
            writer.start_file(name, options).map_err(refused)?;
            writer.write_all(bytes).map_err(|error| refused(error.into()))?;
        }
        Ok(writer.finish().map_err(refused)?.into_inner())
    }
}
