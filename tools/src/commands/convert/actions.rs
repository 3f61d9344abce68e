//! Actions: texts to tables, tables to texts, and joint animations to tables.

use std::path::Path;

use keitai_app::console;
use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{BakeOptions, Choose, Options, Rest, action, bake, table};
use keitai_exchange::memory::Loan;
use keitai_formats::diagnostic::counted;
use keitai_formats::text::to_shift_jis;
use keitai_formats::{ActionTable, Content, Figure, Kind, Skeleton, Track, bck, mtra, tra};

use super::Context;
use super::done::{Done, Output};
use super::job::{Job, Task};
use crate::error::Error;
use crate::session::owners::Search;

impl Context<'_> {
    pub(super) fn actions(&self, job: &Job) -> Result<Done, Error> {
        let mut done = Done::default();
        let content = match &job.figure {
            Search::Found(figure) => match self.figures.get(figure) {
                Some(Some(content)) => Some(&**content),
                // The figure's own errors are printed already.
                _ => return Ok(done),
            },
            _ => None,
        };
        match job.task {
            Task::TableToText => self.tables_back(job, content, &mut done)?,
            Task::Joints => self.joints(job, content.map(|content| &content.figure), &mut done)?,
            _ => self.texts(job, content, &mut done)?,
        }
        Ok(done)
    }

    fn texts(&self, job: &Job, content: Option<&Content>, done: &mut Done) -> Result<(), Error> {
        let (session, arguments) = (self.session, self.arguments);
        let mut actions = Vec::new();
        let mut options = Options::default();
        let mut skeleton = content.map(|content| content.skeleton.clone());
        let mut whole = true;
        for source in &job.sources {
            let data = session.read(source)?;
            let _loan = session.hold_document(&data).map_err(|message| Error::read(source, message))?;
            let parsed = tra::read_with(&data, arguments.options(&[]).policy);
            options = arguments.options(&parsed.document.settings);
            let skeleton = skeleton.get_or_insert_with(|| {
                let why = if job.figure == Search::Several {
                    "several figures fit; give --figure FILE"
                } else {
                    "no figure found"
                };
                console::note(&format!("{}: note: {why}; the text's own bones are used", source.display()));
                Skeleton::of_action(&parsed.document)
            });
            let converted = action(&parsed.document, parsed.diagnostics, skeleton, &options);
            match done.take(source, Some(data.into_vec()), converted, false) {
                Some(content) => actions.extend(content),
                None => whole = false,
            }
        }
        if let (true, Some(skeleton)) = (whole, skeleton) {
            let bytes = mtra::write(&table(actions, skeleton.bone_count(), &options))
                .map_err(|error| Error::format(job.source(), error))?;
            let from = job.sources.iter().map(|source| source.display().to_string()).collect::<Vec<_>>().join(", ");
            done.outputs.push(Output::new(&job.output, session.stage(bytes), from));
        }
        Ok(())
    }

    fn tables_back(&self, job: &Job, content: Option<&Content>, done: &mut Done) -> Result<(), Error> {
        let (session, arguments, source) = (self.session, self.arguments, job.source());
        let data = session.read(source)?;
        let loaded = mtra::read(&data).map_err(|error| Error::format(source, error))?;
        done.note(source, loaded.diagnostics, arguments.text_options.strict);
        let names = content.map(|content| content.skeleton.bones.as_slice()).unwrap_or_default();
        let options = DecompileOptions { force: arguments.force, ..DecompileOptions::default() };
        if loaded.document.actions.is_empty() {
            return Err(Error::read(source, "the table holds no actions, so there is no text to write"));
        }
        let _memory = self.memory_of_texts(source, &loaded.document)?;
        // Names of a figure in Shift-JIS get their old bytes again, if it has all characters: other converters compare
        // bytes.
        let other_encoding = |figure: &Path| session.read(figure).is_ok_and(|text| std::str::from_utf8(&text).is_err());
        let shift_jis = job.figure.found().filter(|figure| session.kind(figure) == Some(Kind::FigureText));
        let shift_jis = shift_jis.is_some_and(|figure| other_encoding(figure));
        let texts = decompile::actions(&loaded.document, names, &options);
        let count = texts.len();
        for (index, converted) in texts.enumerate() {
            let Some(tra) = done.take(source, None, converted, arguments.text_options.strict) else { continue };
            let stem = job.output.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let path = match number(index, count).as_str() {
                "" => job.output.clone(),
                number => job.output.with_file_name(format!("{stem}{number}.tra")),
            };
            let text = tra::write(&tra);
            let bytes = if shift_jis { to_shift_jis(&text) } else { None };
            done.outputs.push(self.output_at(path, bytes.unwrap_or_else(|| text.into_bytes()), source));
        }
        Ok(())
    }

    /// Takes the memory of a table and of its texts.
    fn memory_of_texts(&self, source: &Path, table: &ActionTable) -> Result<Loan, Error> {
        // Bytes of a track, of the motion of a bone with its text, and of an output with its diagnostics.
        const EACH: [usize; 3] = [size_of::<Track>(), 768, 512];
        let bones = || table.actions.iter().map(|action| action.tracks.len());
        let counts = [bones().sum(), bones().max().unwrap_or_default(), table.actions.len()];
        let size: usize = counts.iter().zip(EACH).map(|(count, each)| count * each).sum();
        self.session.memory().take(size as u64).map_err(|lack| {
            let (actions, tracks) = (counted(table.actions.len(), "action"), counted(counts[0], "track"));
            Error::read(source, format!("texts of {actions} with {tracks} take {lack}; --no-limits lifts the limit"))
        })
    }

    fn joints(&self, job: &Job, figure: Option<&Figure>, done: &mut Done) -> Result<(), Error> {
        let (session, arguments, source) = (self.session, self.arguments, job.source());
        let data = session.read(source)?;
        let loaded = bck::read(&data).map_err(|error| Error::format(source, error))?;
        done.note(source, loaded.diagnostics, arguments.text_options.strict);
        let animation = loaded.document;
        let usual = BakeOptions::default();
        let choice = arguments.options(&[]);
        let replaced = figure.filter(|_| choice.rest == Rest::Replace).map(|figure| figure.bones.as_slice());
        let rest: Vec<_> = replaced.unwrap_or_default().iter().map(|bone| bone.matrix).collect();
        let options = BakeOptions {
            translate: arguments.text_options.tolerance_translate.unwrap_or(usual.translate),
            scale: arguments.text_options.tolerance_scale.map_or(usual.scale, |percent| percent / 100.0),
            rotate: arguments.text_options.tolerance_rotate.unwrap_or(usual.rotate),
            factor: arguments.text_options.scale.unwrap_or(usual.factor),
            rest: &rest,
        };
        let bones = figure.map_or(animation.joints.len(), |figure| figure.bones.len());
        let converted = bake(&animation, bones, &options);
        if let Some(baked) = done.take(source, None, converted, arguments.text_options.strict) {
            let bone_count = u16::try_from(bones).unwrap_or(u16::MAX);
            let table = table(vec![baked.action], bone_count, &choice);
            let bytes = mtra::write(&table).map_err(|error| Error::format(source, error))?;
            let (at, between) = (baked.at_frames, baked.between_frames);
            let from = format!(
                "{} (at whole frames within {:.2} units, {:.2} %, {:.2} degrees; between frames within {:.2} units, {:.2} %, \
             {:.2} degrees)",
                source.display(),
                at.translate,
                at.scale * 100.0,
                at.rotate,
                between.translate,
                between.scale * 100.0,
                between.rotate
            );
            done.outputs.push(Output::new(&job.output, session.stage(bytes), from));
        }
        Ok(())
    }
}

/// Returns the end of the name of one of `count` texts of a table. All have as many digits, so that the order of the names is that of
/// the actions.
pub(super) fn number(index: usize, count: usize) -> String {
    match count {
        1 => String::new(),
        _ => format!("_{index:0width$}", width = (count - 1).to_string().len()),
    }
}
