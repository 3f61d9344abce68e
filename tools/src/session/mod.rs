//! Everything that a command has opened and read, and what it may still take: one value that is passed down.
//!
//! A path leads to a file of the disk, into an archive, to files in memory, or to stdin; the content of a file decides its kind.

pub(crate) mod archives;
mod budget;
pub(crate) mod candidates;
pub(crate) mod contents;
pub(crate) mod folders;
pub(crate) mod models;
pub(crate) mod owners;
mod paths;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use archives::Archives;
use budget::{Budget, Staging};
use keitai_app::files::{self, FileFault};
use keitai_app::folder_of;
use keitai_exchange::memory::Loan;
use keitai_exchange::{Bytes, Memory, picture};
use keitai_formats::text::nearest;
use keitai_formats::{Ends, Kind, ReadOptions, Texture, recognise, recognise_as, recognise_ends};
use keitai_runtime::assets::{AssetPath, Source};
use rayon::prelude::*;

use crate::error::Error;

pub(crate) use budget::Staged;
pub(crate) use paths::join;

/// Largest file that is read, bytes.
const LARGEST: u64 = 64 << 20;

/// Most bytes of files that are read at once. A document takes up to a hundred times the bytes of its file.
const MOST_TOGETHER: u64 = 256 << 10;

/// Bytes that the smallest files are counted as.
const LEAST_TOGETHER: u64 = 8 << 10;

/// The files that a command has opened, and what it may spend. Clones share both.
#[derive(Debug, Clone, Default)]
pub struct Session(Arc<State>);

#[derive(Debug, Default)]
struct State {
    budget: Budget,
    archives: Mutex<Archives>,
    /// The bytes of stdin, or the size of a stream that is too large. Commands may read an input twice, but stdin comes once.
    stdin: Mutex<Option<Result<Vec<u8>, u64>>>,
    staging: Mutex<Staging>,
}

/// Returns the value that a lock guards. A panic of another thread leaves the value whole.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the error of an output that has no name of its own, because stdin has none.
pub(crate) fn nameless(ending: &str) -> Error {
    Error::usage("the output of stdin has no name", format!("give -o out.{ending}"))
}

/// Returns the error of something that has to be a file, because it is looked into or has files beside it.
pub(crate) fn not_from_stdin(what: &str) -> Error {
    Error::usage(format!("{what} cannot come from stdin"), "give it as a file")
}

/// Returns the hint for a file without anything known in it.
pub(crate) fn looks_inside(path: &Path) -> String {
    format!("`keitai scan '{}'` looks for files inside", path.display())
}

pub(crate) fn is_folder(path: &Path) -> bool {
    !is_stdin(path) && path.is_dir()
}

/// Returns whether a file is a scene or a shot by its ending.
pub(crate) fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// Returns the path of a file in a folder, without the dot of the current one.
fn in_folder(folder: &Path, name: &Path) -> PathBuf {
    if folder == Path::new(".") { name.to_owned() } else { folder.join(name) }
}

impl Session {
    /// Begins a command that stops after 4 GiB of files and 300 seconds, and takes no more memory than its inputs allow.
    pub(crate) fn limited(no_limits: bool) -> Self {
        let budget = if no_limits { Budget::unlimited() } else { Budget::limited() };
        Self(Arc::new(State { budget, ..State::default() }))
    }

    /// Returns an error once the command has used up what it may read or take.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.0.budget.check(None)
    }

    /// Counts bytes of a file that were read or unpacked.
    fn spend(&self, path: &Path, bytes: usize) -> Result<(), Error> {
        self.0.budget.spend(path, bytes as u64)
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.0.budget.memory
    }

    /// Reads a file, an entry of an archive, or stdin for `-`, of at most 64 MiB.
    pub(crate) fn read(&self, path: &Path) -> Result<Bytes, Error> {
        if let Some((archive, entry)) = self.split(path) {
            return self.read_entry(&archive, &entry);
        }
        self.0.budget.check(Some(path))?;
        let data = self.read_within(path, LARGEST).map_err(|fault| self.refuse(path, &fault))?;
        self.spend(path, data.len())?;
        let is_archive = || recognise(&data).is_ok_and(|format| format.kind == Kind::Archive);
        if is_stdin(path) && is_archive() { Err(not_from_stdin("an archive")) } else { Ok(data) }
    }

    /// Reads a file, or stdin for `-`, of at most `limit` bytes.
    pub(crate) fn read_within(&self, path: &Path, limit: u64) -> Result<Bytes, FileFault> {
        let data = if is_stdin(path) { self.stdin(limit) } else { files::read(path, limit) }?;
        self.0.budget.hold_input(path, data)
    }

    fn stdin(&self, limit: u64) -> Result<Vec<u8>, FileFault> {
        let mut input = locked(&self.0.stdin);
        let whole = match &mut *input {
            Some(whole) => whole,
            none => none.insert(match files::read_stream(std::io::stdin().lock(), LARGEST) {
                Err(FileFault::TooLarge { size, .. }) => Err(size),
                result => Ok(result?),
            }),
        };
        match whole {
            Ok(bytes) if bytes.len() as u64 <= limit => Ok(bytes.clone()),
            Ok(bytes) => Err(FileFault::TooLarge { size: bytes.len() as u64, limit }),
            Err(size) => Err(FileFault::TooLarge { size: *size, limit }),
        }
    }

    /// Returns whether a path leads to a file, on the disk or in an archive.
    pub(crate) fn exists(&self, path: &Path) -> bool {
        match self.split(path) {
            Some((archive, entry)) => self.open(&archive).is_ok_and(|archive| archive.contains(&entry)),
            None => path.is_file(),
        }
    }

    /// Returns the size of a file, bytes; 0 for stdin and files that are not there.
    pub(crate) fn size(&self, path: &Path) -> u64 {
        match self.split(path) {
            Some((archive, entry)) => self.open(&archive).ok().and_then(|archive| archive.size(&entry)).unwrap_or(0),
            None => path.metadata().map_or(0, |metadata| metadata.len()),
        }
    }

    /// Takes the memory of the document of a text. The document is up to four times as long, where the text is keys of actions.
    pub(crate) fn hold_document(&self, text: &[u8]) -> Result<Loan, String> {
        let loan = self.memory().take(4 * text.len() as u64);
        loan.map_err(|lack| format!("the text's document takes {lack}; --no-limits lifts the limit"))
    }

    /// Returns the bytes that a file of a kind counts as in [`Session::each`]: those whose documents may take many times their size
    /// are read alone.
    pub(crate) fn weight(&self, path: &Path, kind: Option<Kind>) -> u64 {
        match kind {
            Some(Kind::BoneAnimation | Kind::Png) => MOST_TOGETHER,
            Some(Kind::ActionTable) => 4 * self.size(path),
            _ => self.size(path),
        }
    }

    /// Calls a function with each item: at once with as many as have few bytes together, so that the memory does not depend on the
    /// number of threads. Returns the results in the order of the items.
    pub(crate) fn each<T: Sync, R: Send>(
        items: &[T],
        bytes: impl Fn(&T) -> u64,
        act: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        let (mut results, mut rest) = (Vec::with_capacity(items.len()), items);
        while !rest.is_empty() {
            let mut sum = 0;
            let fits = |item: &&T| {
                sum += bytes(item).max(LEAST_TOGETHER);
                sum <= MOST_TOGETHER
            };
            let (together, others) = rest.split_at(rest.iter().take_while(fits).count().max(1));
            match together {
                // In this thread, because each thread keeps the memory of its last document.
                [alone] => results.push(act(alone)),
                _ => results.par_extend(together.par_iter().map(&act)),
            }
            rest = others;
        }
        results
    }

    /// Returns the system's error, with files of similar names as the hint when there is no such file.
    fn refuse(&self, path: &Path, error: &FileFault) -> Error {
        let is_missing = error.kind() == ErrorKind::NotFound;
        let files = if is_missing { self.neighbours(path).unwrap_or_default() } else { Vec::new() };
        let names: Vec<String> = files.iter().filter_map(|path| name(path)).collect();
        let hint = similar(path, &names).map(|similar| format!("did you mean {similar}?"));
        Error::read_with_hint(path, error, hint)
    }

    /// Returns the kind of a file: by its content, or else by the ending of its name.
    pub(crate) fn kind(&self, path: &Path) -> Option<Kind> {
        if let Some((archive, entry)) = self.split(path) {
            return self.entry_kind(&archive, &entry).unwrap_or_else(|_| self.named(path));
        }
        if is_stdin(path) {
            return self.read(path).map_or(None, |data| self.kind_of(&data, path));
        }
        self.disk_kind(path)
    }

    /// Returns the kind of a file with this content: by the content, or else by the name.
    fn kind_of(&self, data: &[u8], path: &Path) -> Option<Kind> {
        let named = self.named(path);
        recognise_as(data, named).ok().map(|format| format.kind).or(named)
    }

    /// Returns the kind of a file of the disk. Reads only its first and last bytes, unless the file may be byte-swapped.
    fn disk_kind(&self, path: &Path) -> Option<Kind> {
        let named = self.named(path);
        let Ok((head, tail)) = files::ends(path, Ends::HEAD) else { return named };
        match recognise_ends(&head, &tail) {
            Ends::Kind(kind) => Some(kind),
            Ends::MaybeSwapped => self.kind_of(&self.read(path).ok()?, path),
            Ends::Unknown => named,
        }
    }

    /// Returns whether the last bytes of a file are those of one whose bytes are swapped.
    pub(crate) fn may_be_swapped(&self, path: &Path) -> Result<bool, Error> {
        let (head, tail) = match self.split(path) {
            Some((archive, entry)) => self.entry_ends(&archive, &entry)?,
            None if is_stdin(path) => return Ok(true),
            None => files::ends(path, Ends::HEAD).map_err(|fault| self.refuse(path, &fault))?,
        };
        Ok(recognise_ends(&head, &tail) == Ends::MaybeSwapped)
    }

    /// Returns the kind that belongs to the ending of a file name.
    pub(crate) fn named(&self, path: &Path) -> Option<Kind> {
        let name = self.file_name(path)?;
        Kind::of_ending(name.rsplit_once('.')?.1)
    }

    /// Reads a texture; `None` when it cannot be read.
    pub(crate) fn texture(&self, path: &Path) -> Option<Texture> {
        let report = picture::read(&self.read(path).ok()?, &ReadOptions::UNLIMITED, self.memory());
        Some(report.ok()?.document)
    }

    /// Returns the root and the path in it by which the runtime loads a file: its folder and its name, or the archive and its
    /// entry. Nothing is beside stdin.
    pub(crate) fn source(&self, path: &Path) -> Result<(Source, AssetPath), Error> {
        if is_stdin(path) {
            let inside = AssetPath::of_file(path);
            let source = Source::memory([(inside.as_str().to_owned(), self.read(path)?.into_vec())]);
            return Ok((self.importing(source, None), inside));
        }
        if let Some((archive, entry)) = self.split(path) {
            let source = self.importing(Source::Archive(self.open(&archive)?), Some(&archive));
            return Ok((source, AssetPath::of_file(Path::new(&entry))));
        }
        let name = path.file_name().ok_or_else(|| Error::read(path, "not a file"))?;
        let source = self.importing(Source::folder(folder_of(path))?, None);
        Ok((source, AssetPath::of_file(Path::new(name))))
    }

    /// Returns the path of a file that [`Session::source`] has beside another.
    pub(crate) fn beside(&self, path: &Path, file: &AssetPath) -> PathBuf {
        match self.split(path) {
            Some((archive, _)) => join(&archive, file.as_str()),
            None => folder_of(path).join(file.to_file()),
        }
    }
}

/// Returns the names that a wrong one could mean: those that continue it, as `hero_walk.mtra` continues `hero.mtra`, or else the one
/// with the fewest other letters.
fn similar(path: &Path, names: &[String]) -> Option<String> {
    let stem = path.file_stem()?.to_string_lossy().into_owned() + "_";
    let continues = |one: &&String| one.starts_with(&stem) && Path::new(one.as_str()).extension() == path.extension();
    let longer: Vec<&str> = names.iter().filter(continues).map(String::as_str).take(3).collect();
    if !longer.is_empty() {
        return Some(longer.join(" or "));
    }
    nearest(&name(path)?, names.iter().map(String::as_str)).map(str::to_owned)
}

fn name(path: &Path) -> Option<String> {
    path.file_name().map(|name| name.to_string_lossy().into_owned())
}
