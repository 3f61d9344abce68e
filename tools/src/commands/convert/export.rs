//! `keitai convert robo.mbac -o robo.glb`: a figure with its textures and actions, in a format of today's tools.

use std::path::Path;

use keitai_exchange::obj::{self, ActionFrame};
use keitai_exchange::{Export, gltf};
use keitai_formats::{Content, ReadOptions, Texture};
use keitai_render::Compat;

use super::done::{Done, Output};
use super::job::Format;
use super::picture;
use crate::cli::Convert;
use crate::error::Error;
use crate::session::Session;
use crate::viewer::files::Files;
use crate::viewer::load::LoadedFigure;

/// Exports the figure among the inputs. Textures and actions that are not among them are found beside it, as `view` does.
pub(super) fn export(session: &Session, format: Format, output: &Path, arguments: &Convert) -> Result<Done, Error> {
    let files = arguments.companions.choose(Files::sort(session, &arguments.inputs)?);
    let loaded = LoadedFigure::open(session, &files, Compat::default())?;
    loaded.print_log(session);
    let (textures, tables) = (&loaded.textures, &loaded.actions.tables);
    let content = Content {
        name: loaded.figure.name().to_owned(),
        figure: (*loaded.figure.document).clone(),
        skeleton: (*loaded.figure.skeleton).clone(),
        textures: textures.iter().map(|item| Some((item.path.stem().to_owned(), item.texture.clone()))).collect(),
        tables: tables.iter().map(|item| (item.path.stem().to_owned(), (*item.table).clone())).collect(),
        sphere: arguments.exchange.sphere.as_deref().map(|path| read_sphere(session, path)).transpose()?,
    };
    let source = loaded.files.first().cloned().unwrap_or_default();
    let name = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let options = &arguments.exchange;
    let Export { files, diagnostics, .. } = match format {
        Format::Gltf(packaging) => {
            let usual = gltf::Options::default();
            let options = gltf::Options { fps: options.fps.unwrap_or(usual.fps), visibility: options.visibility };
            gltf::write(&content, &name, packaging, &options)
        }
        Format::Obj => {
            let posture = options.action.map(|action| ActionFrame { action, frame: options.frame.unwrap_or(0) });
            obj::write(&content, &name, posture)
        }
    }
    .map_err(|error| Error::read(&source, error))?;
    let output = |(name, bytes): (String, Vec<u8>)| {
        Output::new(output.with_file_name(name), session.stage(bytes), source.display())
    };
    let mut done = Done { outputs: files.into_iter().map(output).collect(), ..Done::default() };
    done.note(&source, diagnostics, arguments.text_options.strict);
    let inputs = loaded.files.iter().chain(&arguments.exchange.sphere);
    done.files.extend(inputs.map(|input| session.outermost(input)));
    Ok(done)
}

/// Reads the picture of a sphere map, with the name of its file.
fn read_sphere(session: &Session, path: &Path) -> Result<(String, Texture), Error> {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok((name.unwrap_or_default(), picture::texture(session, path, &ReadOptions::default())?))
}
