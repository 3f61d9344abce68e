//! Figures: texts to binary files and back.

use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{Choose, figure};
use keitai_formats::{Content, Figure, Kind, bac, mbac};

use super::Context;
use super::done::Done;
use super::job::{Job, Task};
use crate::error::Error;
use crate::session::contents::Contents;

impl Context<'_> {
    /// Converts a figure, or only reads it for its actions.
    pub(super) fn figure(&self, job: &Job) -> Result<(Done, Option<Content>), Error> {
        let (session, arguments, source) = (self.session, self.arguments, job.source());
        let data = session.read(source)?;
        let mut done = Done::default();
        let is_written = job.task != Task::FigureOfActions;
        let is_text = match (job.task, session.kind(source)) {
            (Task::FigureOfActions, Some(other)) if !other.is_figure() => {
                return Err(Contents::Asset(other).instead_of("a figure", source));
            }
            (Task::FigureOfActions, kind) => kind == Some(Kind::FigureText),
            (task, _) => task == Task::FigureFromText,
        };
        if is_text {
            let _loan = session.hold_document(&data).map_err(|message| Error::read(source, message))?;
            let parsed = bac::read_with(&data, arguments.options(&[]).policy);
            let options = arguments.options(&parsed.document.settings);
            let converted = figure(&parsed.document, parsed.diagnostics, &options);
            let content = done.take(source, Some(data.into_vec()), converted, false);
            if let Some(content) = &content {
                let bytes = mbac::write_with(&content.figure, options.write_options())
                    .map_err(|error| Error::format(source, error))?;
                done.outputs.extend(is_written.then(|| self.output(job, bytes)));
            }
            return Ok((done, content));
        }
        // The limits of players are for figures that become text; of others only the bones are used.
        let options = arguments.layout.read_options(arguments.text_options.no_limits || !is_written);
        let loaded = mbac::read_with(&data, &options).map_err(|error| Error::format(source, error))?;
        done.note(source, loaded.diagnostics, arguments.text_options.strict);
        let document = loaded.document;
        if is_written {
            let sizes = self.texture_sizes(job, &document);
            let options = DecompileOptions { force: arguments.force, texture_sizes: &sizes, file: Some(&data) };
            let converted = decompile::figure(&document, &options);
            if let Some(text) = done.take(source, None, converted, arguments.text_options.strict) {
                done.outputs.push(self.output(job, bac::write(&text).into_bytes()));
            }
        }
        Ok((done, Some(document.into())))
    }

    /// Returns the sizes of the textures with the figure's name beside it. A figure does not hold them.
    fn texture_sizes(&self, job: &Job, figure: &Figure) -> Vec<[u16; 2]> {
        let (session, stem) = (self.session, self.session.stem(job.source()));
        let pictures = self.pictures.get(&session.folder(job.source()));
        let files = pictures.into_iter().flat_map(|pictures| pictures.of(&stem)).filter(|(_, is_named)| *is_named);
        let files = files.take(usize::from(figure.texture_count));
        files.map_while(|(path, _)| session.texture(path)).map(|texture| [texture.width, texture.height]).collect()
    }
}
