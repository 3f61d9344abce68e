//! `keitai info`: what a file holds, as text or as one JSON object.

mod report;

use std::path::Path;

use keitai_formats::{Error as FormatError, Kind, Loaded, ReadOptions, bmp, mbac, mtra};

use crate::cli::Info;
use crate::error::Error;
use report::{ActionTableReport, FigureReport, Report, TextureReport};

/// Files larger than this hold none of the formats.
const LARGEST: u64 = 64 << 20;

/// Prints what the file holds.
pub(crate) fn run(arguments: &Info) -> Result<(), Error> {
    let path = &arguments.path;
    let data = read(path)?;
    let options = ReadOptions::default();
    let refuse = |error: FormatError| Error::read(path, error);
    let report = match kind(path, &data)? {
        Kind::ActionTable => report(path, "MTRA", mtra::read(&data, &options).map_err(refuse)?, |table| {
            Report::ActionTable(ActionTableReport::new(&table))
        }),
        Kind::Texture => report(path, "BMP", bmp::read(&data, &options).map_err(refuse)?, |texture| {
            Report::Texture(TextureReport::new(&texture))
        }),
        _ => report(path, "MBAC", mbac::read(&data, &options).map_err(refuse)?, |figure| {
            Report::Figure(FigureReport::new(&figure))
        }),
    };
    if arguments.json {
        let json = serde_json::to_string_pretty(&report).map_err(|error| Error::write(Path::new("stdout"), error))?;
        println!("{json}");
    } else {
        print!("{report}");
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let length = std::fs::metadata(path).map_err(|error| Error::read(path, error))?.len();
    if length > LARGEST {
        return Err(Error::read(path, format!("{length} bytes are too many for any known format")));
    }
    std::fs::read(path).map_err(|error| Error::read(path, error))
}

/// What a file is by its first bytes, or else (byte-swapped files begin with anything) by its name.
fn kind(path: &Path, data: &[u8]) -> Result<Kind, Error> {
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    match (data, extension.as_deref().and_then(|extension| extension.to_str())) {
        ([b'M', b'B', ..], _) => Ok(Kind::Figure),
        ([b'M', b'T', ..], _) => Ok(Kind::ActionTable),
        ([b'B', b'M', ..], _) => Ok(Kind::Texture),
        (_, Some("mbac")) => Ok(Kind::Figure),
        (_, Some("mtra")) => Ok(Kind::ActionTable),
        (_, Some("bmp")) => Ok(Kind::Texture),
        _ => Err(Error::Read {
            path: path.to_owned(),
            reason: "not a file of a known format".to_owned(),
            hint: Some("figures begin with \"MB\", action tables with \"MT\", textures with \"BM\"".to_owned()),
        }),
    }
}

fn report<T>(
    path: &Path,
    format: &'static str,
    loaded: Loaded<T>,
    holds: impl FnOnce(T) -> Report,
) -> report::FileReport {
    report::FileReport {
        file: path.display().to_string(),
        format,
        warnings: loaded.warnings.iter().map(ToString::to_string).collect(),
        holds: holds(loaded.document),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_count_more_than_the_name() {
        let kind = |name: &str, data: &[u8]| kind(Path::new(name), data).ok();
        assert_eq!(kind("a.bmp", b"MB\x05\0"), Some(Kind::Figure));
        assert_eq!(kind("a.mbac", b"BM6\0"), Some(Kind::Texture));
        assert_eq!(kind("a.MTRA", b"\0\0"), Some(Kind::ActionTable));
        assert_eq!(kind("a.txt", b""), None);
    }
}
