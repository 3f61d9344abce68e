//! Files in memory as an archive.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{Archive, is_safe, refused};
use crate::error::Result;

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
}

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
