//! Regular files, read within a limit.

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use keitai_formats::text::Position;

/// Bytes at the end that [`ends`] returns.
const TAIL: u64 = 2;

/// Returns the bytes of a regular file of at most `limit` bytes. Never waits: a FIFO or a device is refused unopened.
///
/// # Errors
/// When there is no regular file, when it is larger, and when the system cannot read it.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileFault> {
    let (file, size) = open_regular(path)?;
    if size > limit {
        return Err(FileFault::TooLarge { size, limit });
    }
    // The file may be growing, and files of /proc say that they are empty.
    read_into(Vec::with_capacity(size as usize + 1), file, limit)
}

/// Returns the bytes of a stream of at most `limit` bytes, for example of stdin. Waits for the end of the stream.
pub fn read_stream(stream: impl Read, limit: u64) -> Result<Vec<u8>, FileFault> {
    read_into(Vec::new(), stream, limit)
}

/// Appends a stream of at most `limit` bytes to an empty buffer. A buffer with room for one byte more than the stream
/// has does not need to grow.
fn read_into(mut bytes: Vec<u8>, stream: impl Read, limit: u64) -> Result<Vec<u8>, FileFault> {
    // One byte more than allowed shows that the stream is too long.
    stream.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    let size = bytes.len() as u64;
    if size > limit { Err(FileFault::TooLarge { size, limit }) } else { Ok(bytes) }
}

/// Returns the first bytes of a regular file, at most `count`, and its last two.
///
/// # Errors
/// When there is no regular file, and when the system cannot read it.
pub fn ends(path: &Path, count: usize) -> Result<(Vec<u8>, Vec<u8>), FileFault> {
    let (mut file, size) = open_regular(path)?;
    let (mut head, mut tail) = (Vec::with_capacity(count), Vec::with_capacity(TAIL as usize));
    file.by_ref().take(count as u64).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(size.saturating_sub(TAIL)))?;
    file.take(TAIL).read_to_end(&mut tail)?;
    Ok((head, tail))
}

/// Returns bytes as a text, without the byte order mark that some editors begin a file with.
///
/// # Errors
/// When the bytes are not UTF-8.
pub fn text(bytes: Vec<u8>) -> Result<String, FileFault> {
    let text = String::from_utf8(bytes);
    let text = text.map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        FileFault::NotUtf8 { offset, at: Position::of(&String::from_utf8_lossy(error.as_bytes()), offset) }
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Refuses everything but regular files.
///
/// # Errors
/// [`FileFault::NotRegular`] with the kind of the path's target.
pub fn check_regular(metadata: &Metadata) -> Result<(), FileFault> {
    if metadata.is_file() { Ok(()) } else { Err(FileFault::NotRegular { found: kind(metadata.file_type()) }) }
}

#[cfg(unix)]
fn kind(file_type: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match file_type {
        _ if file_type.is_dir() => "a folder",
        _ if file_type.is_fifo() => "a FIFO",
        _ if file_type.is_socket() => "a socket",
        _ if file_type.is_char_device() || file_type.is_block_device() => "a device",
        _ => "no file",
    }
}

#[cfg(not(unix))]
fn kind(file_type: FileType) -> &'static str {
    if file_type.is_dir() { "a folder" } else { "no file" }
}

fn open_regular(path: &Path) -> Result<(File, u64), FileFault> {
    check_regular(&std::fs::metadata(path)?)?;
    let file = open(path)?;
    // Another file may have taken the name since.
    let metadata = file.metadata()?;
    check_regular(&metadata)?;
    Ok((file, metadata.len()))
}

/// Opens a file for reading; a FIFO that has just taken its place does not block.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(flags.bits() as i32);
    }
    options.read(true).open(path)
}

/// Reason why a file cannot be read or written. The message does not name the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The path leads to something else than a regular file.
    #[error("{found}, expected a regular file")]
    NotRegular {
        /// The kind of the path's target, with its article.
        found: &'static str,
    },
    /// The file is larger than its kind ever needs to be.
    #[error("{size} bytes, expected at most {limit}")]
    TooLarge {
        /// Size in bytes, as far as the file was read.
        size: u64,
        /// Largest size that is read, bytes.
        limit: u64,
    },
    /// The file should be a text and is not UTF-8.
    #[error("{at}: not UTF-8 from byte {offset} on")]
    NotUtf8 {
        /// Offset of the first byte that is not UTF-8.
        offset: usize,
        /// Line and column of that byte.
        at: Position,
    },
    /// The output is there already.
    #[error("already exists")]
    Exists,
    /// The output is a file that the same command reads.
    #[error("is an input of this command and is never overwritten")]
    IsInput,
    /// Two outputs of one command have the same place.
    #[error("would be written twice")]
    Twice,
    /// Another program has been changing the file for too long.
    #[error("is in use by another program")]
    InUse,
}

impl FileFault {
    /// Returns the system's word for the fault, when the system has one.
    pub fn kind(&self) -> io::ErrorKind {
        match self {
            Self::Io(error) => error.kind(),
            Self::NotRegular { .. } | Self::IsInput | Self::Twice => io::ErrorKind::InvalidInput,
            Self::TooLarge { .. } => io::ErrorKind::FileTooLarge,
            Self::NotUtf8 { .. } => io::ErrorKind::InvalidData,
            Self::Exists => io::ErrorKind::AlreadyExists,
            Self::InUse => io::ErrorKind::WouldBlock,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_streams_are_read_up_to_their_limit() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, b"12345").unwrap();
        assert_eq!(read(&file, 5).unwrap(), b"12345");
        assert!(matches!(read(&file, 4), Err(FileFault::TooLarge { size: 5, limit: 4 })));
        assert_eq!(read(&folder.path().join("none"), 9).unwrap_err().kind(), io::ErrorKind::NotFound);
        let error = read(folder.path(), 9).unwrap_err();
        assert_eq!(error.to_string(), "a folder, expected a regular file");
        assert_eq!(read_stream(&b"12345"[..], 5).unwrap(), b"12345");
        assert!(matches!(read_stream(std::io::repeat(0), 4), Err(FileFault::TooLarge { size: 5, limit: 4 })));
    }

    #[test]
    fn the_ends_of_a_file_may_overlap() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for (content, head, tail) in [("12345", "123", "45"), ("1", "1", "1"), ("", "", "")] {
            std::fs::write(&file, content).unwrap();
            assert_eq!(ends(&file, 3).unwrap(), (head.into(), tail.into()));
        }
        assert!(matches!(ends(folder.path(), 3), Err(FileFault::NotRegular { .. })));
    }

    #[test]
    fn a_text_names_the_byte_that_is_not_utf_8() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, b"ab\xff").unwrap();
        assert_eq!(text(read(&file, 9).unwrap()).unwrap_err().to_string(), "1:3: not UTF-8 from byte 2 on");
        std::fs::write(&file, "\u{e4}").unwrap();
        assert_eq!(text(read(&file, 9).unwrap()).unwrap(), "\u{e4}");
        std::fs::write(&file, "\u{feff}(a)").unwrap();
        assert_eq!(text(read(&file, 9).unwrap()).unwrap(), "(a)", "without the mark of Windows editors");
    }

    /// The calls are made in a thread of their own: one that waits fails the test instead of stopping it.
    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for (path, thing) in [(pipe, "a FIFO"), ("/dev/zero".into(), "a device"), ("/dev/random".into(), "a device")] {
            let (sender, answer) = std::sync::mpsc::channel();
            let opened = path.clone();
            std::thread::spawn(move || sender.send((read(&opened, 9), open(&opened).map(drop))));
            let (result, opened) = answer.recv_timeout(std::time::Duration::from_secs(10)).expect("no waiting");
            assert_eq!(result.unwrap_err().to_string(), format!("{thing}, expected a regular file"), "{path:?}");
            opened.unwrap();
        }
    }

    /// Files of /proc have a size of 0.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_limit_holds_where_the_size_is_unknown() {
        let status = Path::new("/proc/self/status");
        assert!(read(status, 1 << 16).unwrap().starts_with(b"Name:"));
        assert!(matches!(read(status, 9), Err(FileFault::TooLarge { size: 10, limit: 9 })));
    }
}
