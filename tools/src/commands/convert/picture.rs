//! Converts PNG and BMP of any kind to textures and back, and JPEG, WebP, GIF and TGA to textures.

use std::path::{Path, PathBuf};

use keitai_convert::check;
use keitai_exchange::picture::{self, write_png};
use keitai_formats::{Kind, ReadOptions, Rgb, Texture, bmp};

use super::output::Output;
use super::{Done, plan};
use crate::cli::Convert;
use crate::error::Error;
use crate::files::contents::Contents;
use crate::files::{self, archives};

/// Pictures are read in any size; too large ones get a warning.
const READ: ReadOptions = ReadOptions::UNLIMITED;

pub(super) fn are_pictures(inputs: &[PathBuf]) -> bool {
    inputs.iter().all(|path| files::kind(path).map_or_else(|| is_other(path), Kind::is_texture))
}

/// Returns whether a file is a picture of a kind that only a conversion reads.
fn is_other(path: &Path) -> bool {
    const ENDINGS: [&str; 5] = ["gif", "jpeg", "jpg", "tga", "webp"];
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    ENDINGS.contains(&ending.as_str()) && files::read(path).is_ok_and(|data| picture::is_other(&data))
}

/// Converts each picture to the other format, or to that of the output.
pub(super) fn convert(arguments: &Convert) -> Result<(Vec<Done>, Vec<PathBuf>), Error> {
    let palette = palette(arguments)?;
    let mut done = Vec::new();
    for input in &arguments.inputs {
        let (path, kind) = place(arguments, input)?;
        let (bytes, diagnostics) = convert_one(input, kind, palette.as_deref(), arguments.exchange.dither)?;
        let mut converted = Done::of(Output::new(path, bytes, input.display()));
        converted.note(input, diagnostics, arguments.text_options.strict);
        done.push(converted);
    }
    Ok((done, arguments.inputs.iter().chain(&arguments.palette).cloned().collect()))
}

fn convert_one(
    input: &Path,
    kind: Kind,
    palette: Option<&[Rgb]>,
    dither: bool,
) -> Result<(Vec<u8>, Vec<keitai_formats::Diagnostic>), Error> {
    let refuse = |error: keitai_exchange::Error| Error::read(input, error);
    let data = files::read(input)?;
    let mut loaded = picture::load(&data, &READ).map_err(refuse)?;
    let mut diagnostics = if picture::is_other(&data) { loaded.reduce().into_iter().collect() } else { Vec::new() };
    let report = loaded.quantised(palette, dither);
    diagnostics.extend(report.diagnostics);
    diagnostics.extend(check::texture(&report.document));
    let bytes = match kind {
        Kind::Png => write_png(&report.document).map_err(refuse)?,
        _ => bmp::write(&report.document).map_err(|error| Error::read(input, error))?,
    };
    Ok((bytes, diagnostics))
}

/// Returns the palette that the arguments name.
pub(super) fn palette(arguments: &Convert) -> Result<Option<Vec<Rgb>>, Error> {
    arguments.palette.as_deref().map(|path| Ok(texture(path, &READ)?.palette)).transpose()
}

/// Reads a picture that an option names.
pub(super) fn texture(path: &Path, options: &ReadOptions) -> Result<Texture, Error> {
    let read = picture::read(&files::read(path)?, options);
    let read = read.map_err(|error| match Contents::of(path) {
        Some(Contents::Asset(kind)) if kind.is_texture() => Error::read(path, error),
        Some(other) => other.instead_of("a picture", path),
        None => Error::read(path, error),
    })?;
    Ok(read.document)
}

/// Returns the output of a picture and its kind.
fn place(arguments: &Convert, input: &Path) -> Result<(PathBuf, Kind), Error> {
    let usual = if files::kind(input) == Some(Kind::Texture) { Kind::Png } else { Kind::Texture };
    let name = PathBuf::from(archives::file_name(input).unwrap_or_default()).with_extension(usual.ending());
    let Some(output) = &arguments.output else { return Ok((plan::usual_place(input, usual.ending())?, usual)) };
    match files::named(output) {
        _ if plan::is_folder(output) => Ok((output.join(name), usual)),
        Some(kind) if kind.is_texture() && arguments.inputs.len() == 1 => Ok((output.clone(), kind)),
        None if output.extension().is_none() => Ok((output.join(name), usual)),
        _ => {
            let message = format!("{} cannot be the output of {}", output.display(), input.display());
            let hint = "a picture becomes a .bmp or a .png; several go into a folder, such as -o out/";
            Err(Error::usage(message, hint))
        }
    }
}
