//! `keitai info`: what a file holds, as text or as one JSON object.

mod report;

use std::path::Path;

use keitai_convert::{Options, open_figure};
use keitai_formats::{Kind, Loaded, ReadOptions, bck, bmp, mbac, mtra, recognise_as};
use keitai_render::Compat;
use keitai_runtime::assets::Assets;

use crate::cli::Info;
use crate::error::Error;
use crate::files;
use crate::viewer::stage::in_folder_of;
use report::{ActionTableReport, BoneAnimationReport, FigureReport, FileReport, Report, TextureReport};

/// Prints what the file holds.
pub(crate) fn run(arguments: &Info) -> Result<(), Error> {
    let report = describe(&arguments.path)?;
    if arguments.json {
        let json = serde_json::to_string_pretty(&report).map_err(|error| Error::write(Path::new("stdout"), error))?;
        println!("{json}");
    } else {
        print!("{report}");
    }
    Ok(())
}

/// Reads a file of any kind. Source texts are described by what they convert to.
fn describe(path: &Path) -> Result<FileReport, Error> {
    let data = files::read(path)?;
    let options = ReadOptions::default();
    let refuse = |error: keitai_formats::Error| Error::read(path, error);
    let kind = recognise_as(&data, files::kind(path)).map_err(|error| Error::Read {
        path: path.to_owned(),
        reason: error.to_string(),
        hint: Some("figures begin with \"MB\", action tables with \"MT\", textures with \"BM\"".to_owned()),
    })?;
    let report = |holds: Report, warnings: Vec<String>| {
        let format = kind.kind.to_string();
        Ok(FileReport { file: path.display().to_string(), format, holds, warnings })
    };
    match kind.kind {
        Kind::Figure => {
            let (figure, warnings) = parts(mbac::read(&data, &options).map_err(refuse)?);
            report(Report::Figure(FigureReport::new(&figure)), warnings)
        }
        Kind::FigureText => {
            let opened = open_figure(&data, files::kind(path), &options, &Options::default())
                .map_err(|error| Error::read(path, error))?;
            report(Report::Figure(FigureReport::new(&opened.document.figure)), opened.warnings)
        }
        Kind::ActionTable => {
            let (table, warnings) = parts(mtra::read(&data, &options).map_err(refuse)?);
            report(Report::ActionTable(ActionTableReport::new(&table)), warnings)
        }
        Kind::ActionText => {
            let (table, warnings) = in_folder_of(path, Compat::default(), |assets: &mut Assets, path| {
                let asset = assets.actions(path)?;
                Ok((ActionTableReport::new(&asset.table), asset.warnings.clone()))
            })?;
            report(Report::ActionTable(table), warnings)
        }
        Kind::Texture => {
            let (texture, warnings) = parts(bmp::read(&data, &options).map_err(refuse)?);
            report(Report::Texture(TextureReport::new(&texture)), warnings)
        }
        Kind::BoneAnimation => {
            let (animation, warnings) = parts(bck::read(&data, &options).map_err(refuse)?);
            report(Report::BoneAnimation(BoneAnimationReport::new(&animation)), warnings)
        }
        other => Err(Error::read(path, format!("nothing is known to tell of {other} files"))),
    }
}

fn parts<T>(loaded: Loaded<T>) -> (T, Vec<String>) {
    (loaded.document, loaded.warnings.iter().map(ToString::to_string).collect())
}
