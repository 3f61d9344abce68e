//! `keitai convert edited.bac --into game.jar!res/17 -o patched.jar`: an archive with one entry replaced, or with a file inside an
//! entry: `game.jar!pack.bin@1234`.

use std::ops::Range;
use std::path::{Path, PathBuf};

use keitai_app::console;
use keitai_exchange::scan::{Format, Hit, file_at};
use keitai_formats::{Kind, Recognised, recognise, swap};

use super::converted;
use super::done::{Done, Output, finish};
use crate::cli::Convert;
use crate::error::Error;
use crate::session::{Session, looks_inside};

/// A file that is replaced.
struct Target {
    /// The file of the disk or the entry of an archive that it is or lies in.
    file: PathBuf,
    bytes: Vec<u8>,
    /// The bytes that are replaced.
    range: Range<usize>,
    kind: Kind,
    swapped: bool,
}

impl Target {
    fn open(session: &Session, path: &Path) -> Result<Self, Error> {
        let inside =
            path.to_str().and_then(|text| text.rsplit_once('@')).map(|(file, at)| (Path::new(file), at.parse()));
        if let Some((file, Ok(offset))) = inside.filter(|(file, _)| !session.exists(path) && session.exists(file)) {
            let bytes = session.read(file)?.into_vec();
            let Some(Hit { size, format: Format::Kind(kind), .. }) = file_at(&bytes, offset) else {
                let reason = format!("no figure, action table or picture begins at byte {offset}");
                let hint = looks_inside(file) + "; those in packed streams cannot be replaced";
                return Err(Error::read_with_hint(file, reason, Some(hint)));
            };
            return Ok(Self { file: file.to_owned(), bytes, range: offset..offset + size, kind, swapped: false });
        }
        let bytes = session.read(path)?.into_vec();
        if session.split(path).is_none() {
            let message = format!("{} is no entry of an archive", path.display());
            return Err(Error::usage(
                message,
                "such as --into game.jar!res/17, or --into 'pack.bin@1234' for a file inside",
            ));
        }
        let Recognised { kind, swapped } = recognise(&bytes).map_err(|error| Error::read(path, error))?;
        Ok(Self { file: path.to_owned(), range: 0..bytes.len(), bytes, kind, swapped })
    }

    /// Returns the bytes of the file with others in the place of the old ones. A file inside another keeps its size: zeros follow a
    /// smaller one.
    fn replaced(mut self, mut new: Vec<u8>) -> Result<Vec<u8>, Error> {
        if self.range != (0..self.bytes.len()) {
            let (least, most) = (new.len(), self.range.len());
            if least > most {
                let reason =
                    format!("the new file has {least} bytes, and the one at byte {} has {most}", self.range.start);
                let hint = "files that others follow cannot grow: take out polygons, keys or colours".to_owned();
                return Err(Error::read_with_hint(&self.file, reason, Some(hint)));
            }
            new.resize(most, 0);
        }
        self.bytes.splice(self.range, new);
        Ok(self.bytes)
    }
}

/// Writes the archive with an entry replaced by the conversion of the inputs.
pub(super) fn run(session: &Session, path: &Path, arguments: &Convert) -> Result<(), Error> {
    let target = Target::open(session, path)?;
    let Some(output) = &arguments.output else { return Ok(()) };
    let mut done = replacement(session, target.kind, arguments)?;
    if done.iter().any(Done::has_error) {
        // Nothing is written to these places, and nothing is printed about them.
        done.iter_mut().for_each(|done| done.outputs.clear());
        return finish(session, done, arguments);
    }
    let candidates: Vec<Output> = done.iter_mut().flat_map(|done| std::mem::take(&mut done.outputs)).collect();
    let mut fitting = Vec::new();
    for Output { bytes, from, .. } in candidates {
        let bytes = session.staged(&bytes)?.into_owned();
        if recognise(&bytes).is_ok_and(|format| format.kind == target.kind) {
            fitting.push((bytes, from));
        }
    }
    let (Some((mut bytes, new_from)), true) = (fitting.pop(), fitting.is_empty()) else {
        let inputs: Vec<String> = arguments.inputs.iter().map(|path| path.display().to_string()).collect();
        let message =
            format!("{} is {}, and {} gives no such file or several", path.display(), target.kind, inputs.join(", "));
        return Err(Error::usage(message, "give one input of the same kind or its text"));
    };
    if target.swapped {
        swap::swap(&mut bytes);
    }
    let file = target.file.clone();
    let patched = patched(session, &file, target.replaced(bytes)?)?;
    let from = format!("{new_from} in the place of {}", path.display());
    let outermost = session.outermost(&file);
    let is_jar = outermost.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jar"));
    let is_signed = session.is_archive(&outermost)
        && session.open(&outermost)?.entries().iter().any(|entry| is_signature(&entry.name));
    let size = patched.len();
    let patched = Output::new(output, session.stage(patched), from);
    done.push(Done { files: vec![outermost], ..Done::of(patched) });
    finish(session, done, arguments)?;
    if is_jar {
        console::note(&format!("note: a .jad file beside it needs the line MIDlet-Jar-Size: {size}"));
    }
    if is_signed {
        console::note("note: the archive is signed, and the signature in META-INF no longer fits");
    }
    Ok(())
}

/// Returns the inputs as a file of this kind: as they are, or converted. Textures get the form that players read.
fn replacement(session: &Session, kind: Kind, arguments: &Convert) -> Result<Vec<Done>, Error> {
    if let [input] = &arguments.inputs[..]
        && session.kind(input) == Some(kind)
    {
        if kind == Kind::Texture {
            let output = Some(PathBuf::from(session.file_name(input).unwrap_or_default()).with_extension("bmp"));
            return converted(session, &Convert { into: None, output, ..arguments.clone() });
        }
        let mut bytes = session.read(input)?.into_vec();
        if recognise(&bytes).is_ok_and(|format| format.swapped) {
            swap::swap(&mut bytes);
        }
        let output = Output::new(input, session.stage(bytes), input.display());
        return Ok(vec![Done { files: vec![input.clone()], ..Done::of(output) }]);
    }
    // The usual places of the results are names only: nothing is written there.
    converted(session, &Convert { into: None, output: None, ..arguments.clone() })
}

/// Returns the file of the disk with other bytes in a file that is or lies in it: each archive around it gets the new one.
fn patched(session: &Session, file: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
    let Some((archive, entry)) = session.split(file) else { return Ok(bytes) };
    let patched =
        session.open(&archive)?.with_replaced(&entry, &bytes).map_err(|error| Error::read(&archive, error))?;
    self::patched(session, &archive, patched)
}

/// Returns whether an entry of an archive is the signature of the others.
fn is_signature(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    name.strip_prefix("META-INF/").is_some_and(|file| file.ends_with(".SF") && !file.contains('/'))
}
