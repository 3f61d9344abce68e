//! Space on the disk for an output that has no place yet.
//!
//! On Linux it has no name either: the system frees it however the program ends, and a name is given to it in one step.
//! File systems that cannot do that, and other systems, get a hidden file instead.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use super::place::{Overwrite, folder_of};

/// Start of the names of outputs that are not complete yet.
pub const TEMPORARY_PREFIX: &str = ".keitai-";

/// Space for an output in the folder of its place.
#[derive(Debug)]
pub(crate) enum Draft {
    /// A file without a name.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// A hidden file, deleted when this is dropped.
    Named(NamedTempFile),
}

impl Draft {
    /// Takes space in the folder of a place. The umask decides who may read it.
    pub(crate) fn create(place: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = unnamed(folder_of(place)) {
            return Ok(Self::Unnamed(file));
        }
        hidden_file(place).map(Self::Named)
    }

    pub(crate) fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file(),
        }
    }

    /// Puts the file in its place, in one step.
    pub(crate) fn place(self, place: &Path, overwrite: Overwrite) -> io::Result<()> {
        match (self, overwrite) {
            #[cfg(target_os = "linux")]
            (Self::Unnamed(file), Overwrite::Refuse) => link(&file, place),
            #[cfg(target_os = "linux")]
            (Self::Unnamed(file), Overwrite::Force) => {
                // Only a rename replaces a file, and only a file with a name can be renamed.
                let named = hidden().make_in(folder_of(place), |name| link(&file, name))?;
                named.persist(place).map_err(|failed| failed.error)
            }
            (Self::Named(file), Overwrite::Refuse) => {
                file.persist_noclobber(place).map(drop).map_err(|failed| failed.error)
            }
            (Self::Named(file), Overwrite::Force) => file.persist(place).map(drop).map_err(|failed| failed.error),
        }
    }
}

/// Makes names for hidden files.
pub(crate) fn hidden() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(".tmp");
    builder
}

/// Makes a hidden file in the folder of a place. The error is the system's, without the hidden name: users know the place.
fn hidden_file(place: &Path) -> io::Result<NamedTempFile> {
    let create = |name: &Path| File::options().read(true).write(true).create_new(true).open(name);
    hidden().make_in(folder_of(place), create)
}

/// The folder in which every open file of this program has a name.
#[cfg(target_os = "linux")]
const OPEN_FILES: &str = "/proc/self/fd";

#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    if !Path::new(OPEN_FILES).exists() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let flags = rustix::fs::OFlags::TMPFILE.bits() as i32;
    std::fs::OpenOptions::new().read(true).write(true).mode(0o666).custom_flags(flags).open(folder)
}

/// Gives a file without a name its name, when no other file has it.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};
    let open = format!("{OPEN_FILES}/{}", file.as_raw_fd());
    Ok(linkat(CWD, open, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Both kinds of drafts do the same; the second is what other systems have.
    fn draft(kind: usize, place: &Path) -> Draft {
        if kind == 0 { Draft::create(place).unwrap() } else { Draft::Named(hidden_file(place).unwrap()) }
    }

    #[test]
    fn errors_do_not_name_the_hidden_file() {
        let folder = tempfile::tempdir().unwrap();
        let said = Draft::create(&folder.path().join("missing/file")).unwrap_err().to_string();
        assert!(!said.contains(TEMPORARY_PREFIX), "{said}");
    }

    #[test]
    fn a_draft_takes_a_free_place_and_replaces_only_when_forced() {
        for kind in [0, 1] {
            let folder = tempfile::tempdir().unwrap();
            let place = folder.path().join("file");
            let first = draft(kind, &place);
            first.file().write_all(b"first").unwrap();
            first.place(&place, Overwrite::Refuse).unwrap();
            let refused = draft(kind, &place).place(&place, Overwrite::Refuse).unwrap_err();
            assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(std::fs::read(&place).unwrap(), b"first");
            let second = draft(kind, &place);
            second.file().write_all(b"second").unwrap();
            second.place(&place, Overwrite::Force).unwrap();
            assert_eq!(std::fs::read(&place).unwrap(), b"second");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }
}
