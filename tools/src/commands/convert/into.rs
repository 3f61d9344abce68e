//! `keitai convert edited.bac --into game.jar!res/17 -o patched.jar`: an archive with one entry replaced.

use std::path::{Path, PathBuf};

use keitai_app::console;
use keitai_formats::{Kind, recognise, swap};

use super::converted;
use super::done::{Done, finish};
use super::output::Output;
use crate::cli::Convert;
use crate::error::Error;
use crate::session::Session;

/// Writes the archive with an entry replaced by the conversion of the inputs.
pub(super) fn run(session: &Session, target: &Path, arguments: &Convert) -> Result<(), Error> {
    let Some((archive, entry)) = session.split(target) else {
        // An error if there is no such file.
        session.read(target)?;
        let message = format!("{} is no entry of an archive", target.display());
        return Err(Error::usage(message, "such as --into game.jar!res/17"));
    };
    let Some(output) = &arguments.output else { return Ok(()) };
    let old = recognise(&session.read(target)?).map_err(|error| Error::read(target, error))?;
    let mut done = replacement(session, old.kind, arguments)?;
    if done.iter().any(Done::has_error) {
        // Nothing is written to these places, and nothing is printed about them.
        done.iter_mut().for_each(|done| done.outputs.clear());
        return finish(session, done, arguments);
    }
    let candidates: Vec<Output> = done.iter_mut().flat_map(|done| std::mem::take(&mut done.outputs)).collect();
    let mut fitting = Vec::new();
    for Output { bytes, from, .. } in candidates {
        let bytes = session.staged(&bytes)?.into_owned();
        if recognise(&bytes).is_ok_and(|found| found.kind == old.kind) {
            fitting.push((bytes, from));
        }
    }
    let (Some((mut bytes, new_from)), true) = (fitting.pop(), fitting.is_empty()) else {
        let inputs: Vec<String> = arguments.inputs.iter().map(|path| path.display().to_string()).collect();
        let message =
            format!("{} is {}, and {} gives no such file or several", target.display(), old.kind, inputs.join(", "));
        return Err(Error::usage(message, "give one input of the same kind or its text"));
    };
    if old.swapped {
        swap::swap(&mut bytes);
    }
    let patched = patched(session, &archive, &entry, &bytes)?;
    let from = format!("{new_from} in the place of {}", target.display());
    let outermost = session.outermost(&archive);
    let is_jar = outermost.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jar"));
    let is_signed = session.open(&outermost)?.entries().iter().any(|entry| is_signature(&entry.name));
    let size = patched.len();
    let patched = Output::new(output, session.stage(patched), from);
    done.push(Done { read: vec![outermost], ..Done::of(patched) });
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
        if recognise(&bytes).is_ok_and(|found| found.swapped) {
            swap::swap(&mut bytes);
        }
        let output = Output::new(input, session.stage(bytes), input.display());
        return Ok(vec![Done { read: vec![input.clone()], ..Done::of(output) }]);
    }
    // The usual places of the results are names only: nothing is written there.
    converted(session, &Convert { into: None, output: None, ..arguments.clone() })
}

/// Returns an archive with other bytes in one entry. An archive inside another is replaced in that one.
fn patched(session: &Session, archive: &Path, entry: &str, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let patched = session.open(archive)?.with_replaced(entry, bytes).map_err(|error| Error::read(archive, error))?;
    match session.split(archive) {
        Some((outer, inner)) => self::patched(session, &outer, &inner, &patched),
        None => Ok(patched),
    }
}

/// Returns whether an entry of an archive is the signature of the others.
fn is_signature(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    name.strip_prefix("META-INF/").is_some_and(|file| file.ends_with(".SF") && !file.contains('/'))
}
