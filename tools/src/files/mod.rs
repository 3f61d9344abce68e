//! Files by path, and folders of files. A path leads to a file of the disk or into an archive; the content of a file
//! decides its kind.

pub(crate) mod archives;
pub(crate) mod candidates;
pub(crate) mod contents;
pub(crate) mod kept;
pub(crate) mod models;

use std::fs::{DirEntry, FileType};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use keitai_app::files::{self, FileFault};
use keitai_app::folder_of;
use keitai_exchange::picture;
use keitai_formats::{
    Ends, Kind, ReadOptions, Texture, is_drawn, recognise, recognise_as, recognise_ends, text::nearest,
};
use keitai_runtime::assets::{AssetPath, Source};
use rayon::prelude::*;

use crate::budget;
use crate::error::Error;

/// Largest file that is read, bytes.
const LARGEST: u64 = 64 << 20;

/// Deepest folder that is searched.
const DEEPEST: usize = 32;

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the error of an output that has no name of its own, because stdin has none.
pub(crate) fn nameless(ending: &str) -> Error {
    Error::usage("the output of stdin has no name", format!("give -o out.{ending}"))
}

/// Reads a file, an entry of an archive, or stdin for `-`, of at most 64 MiB.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    if let Some((archive, entry)) = archives::split(path) {
        return archives::read(&archive, &entry);
    }
    budget::check()?;
    let data = read_within(path, LARGEST).map_err(|fault| refuse(path, &fault))?;
    budget::spend(data.len())?;
    let is_archive = || recognise(&data).is_ok_and(|found| found.kind == Kind::Archive);
    if is_stdin(path) && is_archive() { Err(not_from_stdin("an archive")) } else { Ok(data) }
}

/// Returns the error of something that has to be a file, because it is looked into or has files beside it.
pub(crate) fn not_from_stdin(what: &str) -> Error {
    Error::usage(format!("{what} cannot come from stdin"), "give it as a file")
}

/// Reads a file, or stdin for `-`, of at most `limit` bytes.
pub(crate) fn read_within(path: &Path, limit: u64) -> Result<Vec<u8>, FileFault> {
    if is_stdin(path) { stdin(limit) } else { files::read(path, limit) }
}

/// Reads stdin of at most `limit` bytes. Commands may read an input twice, but stdin comes once.
fn stdin(limit: u64) -> Result<Vec<u8>, FileFault> {
    /// The bytes, or the size of a stream that is too large.
    static STDIN: Mutex<Option<Result<Vec<u8>, u64>>> = Mutex::new(None);
    let mut kept = STDIN.lock().unwrap_or_else(PoisonError::into_inner);
    let whole = match &mut *kept {
        Some(whole) => whole,
        none => none.insert(match files::read_stream(std::io::stdin().lock(), LARGEST) {
            Err(FileFault::TooLarge { size, .. }) => Err(size),
            read => Ok(read?),
        }),
    };
    match whole {
        Ok(bytes) if bytes.len() as u64 <= limit => Ok(bytes.clone()),
        Ok(bytes) => Err(FileFault::TooLarge { size: bytes.len() as u64, limit }),
        Err(size) => Err(FileFault::TooLarge { size: *size, limit }),
    }
}

/// Returns whether a path leads to a file, on the disk or in an archive.
pub(crate) fn exists(path: &Path) -> bool {
    match archives::split(path) {
        Some((archive, entry)) => archives::open(&archive).is_ok_and(|archive| archive.contains(&entry)),
        None => path.is_file(),
    }
}

pub(crate) fn is_folder(path: &Path) -> bool {
    !is_stdin(path) && path.is_dir()
}

/// Returns the system's error, with files of similar names as the hint when there is no such file.
fn refuse(path: &Path, error: &FileFault) -> Error {
    let names: Vec<String> = match error.kind() {
        ErrorKind::NotFound => companions(path).unwrap_or_default().iter().filter_map(|path| name(path)).collect(),
        _ => Vec::new(),
    };
    let hint = similar(path, &names).map(|similar| format!("did you mean {similar}?"));
    Error::read_with_hint(path, error, hint)
}

/// Returns the names that a wrong one could mean: those that continue it, as `hero_walk.mtra` continues `hero.mtra`, or else the one
/// with the fewest other letters.
fn similar(path: &Path, names: &[String]) -> Option<String> {
    let stem = path.file_stem()?.to_string_lossy().into_owned() + "_";
    let continues = |own: &&String| own.starts_with(&stem) && Path::new(own.as_str()).extension() == path.extension();
    let longer: Vec<&str> = names.iter().filter(continues).map(String::as_str).take(3).collect();
    if !longer.is_empty() {
        return Some(longer.join(" or "));
    }
    nearest(&name(path)?, names.iter().map(String::as_str)).map(str::to_owned)
}

fn name(path: &Path) -> Option<String> {
    path.file_name().map(|name| name.to_string_lossy().into_owned())
}

/// Returns the kind of a file: by its content, or else by the ending of its name.
pub(crate) fn kind(path: &Path) -> Option<Kind> {
    if archives::split(path).is_none() && !is_stdin(path) {
        return disk_kind(path);
    }
    read(path).map_or_else(|_| named(path), |data| kind_of(&data, path))
}

/// Returns the kind of a file with this content: by the content, or else by the name.
fn kind_of(data: &[u8], path: &Path) -> Option<Kind> {
    let named = named(path);
    recognise_as(data, named).ok().map(|found| found.kind).or(named)
}

/// Returns the kind of a file of the disk. Reads only its first and last bytes, unless the file may be byte-swapped.
fn disk_kind(path: &Path) -> Option<Kind> {
    let named = named(path);
    let Ok((head, tail)) = files::ends(path, Ends::HEAD) else { return named };
    match recognise_ends(&head, &tail) {
        Ends::Kind(kind) => Some(kind),
        Ends::MaybeSwapped => kind_of(&read(path).ok()?, path),
        Ends::Unknown => named,
    }
}

/// Returns the kind that belongs to the ending of a file name.
pub(crate) fn named(path: &Path) -> Option<Kind> {
    let name = archives::file_name(path)?;
    Kind::of_ending(name.rsplit_once('.')?.1)
}

/// Returns the root and the path in it by which the runtime loads a file: its folder and its name, or the archive and its
/// entry. A model is a folder in memory. Nothing is beside stdin.
pub(crate) fn source(path: &Path) -> Result<(Source, AssetPath), Error> {
    if let Some(model) = models::Model::of(path) {
        return models::source(path, model);
    }
    if is_stdin(path) {
        let inside = AssetPath::of_file(path);
        return Ok((Source::memory([(inside.as_str().to_owned(), read(path)?)]), inside));
    }
    if let Some((archive, entry)) = archives::split(path) {
        return Ok((Source::Archive(archives::open(&archive)?), AssetPath::of_file(Path::new(&entry))));
    }
    let name = path.file_name().ok_or_else(|| Error::read(path, "not a file"))?;
    Ok((Source::folder(folder_of(path))?, AssetPath::of_file(Path::new(name))))
}

/// Returns the path of a file that [`source`] found beside another.
pub(crate) fn beside(path: &Path, found: &AssetPath) -> PathBuf {
    match archives::split(path) {
        Some((archive, _)) => archives::join(&archive, found.as_str()),
        None => folder_of(path).join(found.to_file()),
    }
}

/// Returns the path of a file in a folder, without the dot of the current one.
fn in_folder(folder: &Path, name: &Path) -> PathBuf {
    if folder == Path::new(".") { name.to_owned() } else { folder.join(name) }
}

/// Returns whether a file is a scene or a shot by its ending.
pub(crate) fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))
}

/// Folders that cannot be read, and their errors.
type Unreadable = Vec<(PathBuf, Error)>;

/// Returns all files below a folder, in alphabetical order, and the folders that cannot be read. Those in a folder of
/// outputs further down are left out: an earlier run may have written them.
pub(crate) fn below(folder: &Path, outputs: Option<&Path>) -> (Vec<PathBuf>, Unreadable) {
    fn walk(
        folder: &Path,
        outputs: Option<&Path>,
        depth: usize,
        found: &mut Vec<PathBuf>,
        unreadable: &mut Unreadable,
    ) {
        let paths = match list(folder) {
            Ok(paths) => paths,
            Err(error) => return unreadable.push((folder.to_owned(), error)),
        };
        for (path, kind) in paths {
            // Links to folders may lead in circles.
            if kind.is_dir() && depth < DEEPEST {
                if outputs.is_none_or(|outputs| path.canonicalize().ok().as_deref() != Some(outputs)) {
                    walk(&path, outputs, depth + 1, found, unreadable);
                }
            } else if is_file(&path, kind) {
                found.push(path);
            }
        }
    }
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    let outputs = outputs.and_then(|outputs| outputs.canonicalize().ok());
    walk(folder, outputs.as_deref(), 0, &mut found, &mut unreadable);
    (found, unreadable)
}

/// Returns the files in the folder of a file, in alphabetical order. Nothing is beside stdin.
pub(crate) fn companions(file: &Path) -> Result<Vec<PathBuf>, Error> {
    if is_stdin(file) {
        return Ok(Vec::new());
    }
    if let Some((archive, entry)) = archives::split(file) {
        return archives::companions(&archive, &entry);
    }
    let paths = list(folder_of(file))?.into_iter().filter(|(path, kind)| is_file(path, *kind));
    // A bare name stays bare.
    Ok(paths.filter_map(|(path, _)| Some(file.with_file_name(path.file_name()?))).collect())
}

/// The pictures of a folder: BMP files and then PNG files, in the order of their names without endings.
pub(crate) struct Pictures(Vec<(String, PathBuf)>);

impl Pictures {
    /// Finds the pictures in the folder of a file.
    pub(crate) fn beside(file: &Path) -> Self {
        let files = companions(file).unwrap_or_default().into_par_iter();
        let is_picture = |path: &Path| read(path).is_ok_and(|data| is_drawn(&data));
        let picture = |path: PathBuf| {
            let kind = kind(&path).filter(|kind| kind.is_texture())?;
            (kind != Kind::Png || !is_picture(&path)).then(|| (stem(&path), kind, path))
        };
        let mut pictures: Vec<(String, Kind, PathBuf)> = files.filter_map(picture).collect();
        // Of two files with one name the BMP is the texture.
        pictures.sort_by(|(a, kind_a, _), (b, kind_b, _)| (a, *kind_a == Kind::Png).cmp(&(b, *kind_b == Kind::Png)));
        pictures.dedup_by(|(a, ..), (b, ..)| a == b);
        // A PNG may as well be a picture of the figure.
        pictures.sort_by_key(|(_, kind, _)| *kind == Kind::Png);
        Self(pictures.into_iter().map(|(stem, _, path)| (stem, path)).collect())
    }

    /// Returns the pictures, and whether their names begin with that of a figure: those first.
    pub(crate) fn of(&self, figure: &Path) -> impl Iterator<Item = (&Path, bool)> {
        let own = stem(figure);
        let part = move |kin| {
            let own = own.clone();
            let all = self.0.iter().map(move |(stem, path)| (path.as_path(), stem.starts_with(&own)));
            all.filter(move |(_, own)| *own == kin)
        };
        part(true).chain(part(false))
    }
}

/// Reads a texture; `None` when it cannot be read.
pub(crate) fn texture(path: &Path) -> Option<Texture> {
    let options = ReadOptions::UNLIMITED;
    Some(picture::read(&read(path).ok()?, &options).ok()?.document)
}

/// Returns the folder of a file, on the disk or in an archive.
pub(crate) fn folder(path: &Path) -> PathBuf {
    match archives::split(path) {
        Some((archive, entry)) => archives::join(&archive, entry.rsplit_once('/').map_or("", |(folder, _)| folder)),
        None => path.parent().map(Path::to_owned).unwrap_or_default(),
    }
}

/// Returns the name of a file without its ending, in lower case.
pub(crate) fn stem(path: &Path) -> String {
    let name = archives::file_name(path).unwrap_or_default();
    name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_lowercase()
}

/// Returns the names of the figures that actions of a name may belong to, the nearest first: the name itself, and its
/// beginnings before each `_`.
pub(crate) fn owners(stem: &str) -> impl Iterator<Item = &str> {
    std::iter::once(stem).chain(stem.rmatch_indices('_').map(|(at, _)| &stem[..at]))
}

/// Returns the paths in a folder and what they are, in alphabetical order.
fn list(folder: &Path) -> Result<Vec<(PathBuf, FileType)>, Error> {
    let refuse = |error: std::io::Error| Error::read(folder, error);
    let entries = std::fs::read_dir(folder).map_err(refuse)?;
    // A file that has just been removed has no type.
    let path = |entry: DirEntry| entry.file_type().ok().map(|kind| (entry.path(), kind));
    let mut paths = Vec::new();
    for entry in entries {
        paths.extend(path(entry.map_err(refuse)?));
    }
    paths.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(paths)
}

/// Returns whether a path is one of a regular file, or a link to one. A link that leads nowhere is a file that cannot be read.
fn is_file(path: &Path, kind: FileType) -> bool {
    kind.is_file() || kind.is_symlink() && path.metadata().map_or(true, |found| found.is_file())
}
