//! `keitai convert`: converts texts to binary files and back. Writes nothing unless all inputs convert.

mod archive;
mod export;
mod held;
mod import;
mod into;
pub(super) mod output;
mod picture;
mod plan;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use keitai_app::files::Overwrite;
use keitai_app::{Error as AppError, console};
use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{BakeOptions, Choose, NamedFigure, Options, Rest, Skeleton, action, bake, figure, table};
use keitai_formats::diagnostic::escaped;
use keitai_formats::diagnostic::rules::UNREADABLE;
use keitai_formats::text::to_shift_jis;
use keitai_formats::{Diagnostic, Figure, Kind, Policy, Report, Rgb, Severity, bac, bck, counted, mbac, mtra, tra};
use rayon::prelude::*;

use crate::budget;
use crate::cli::Convert;
use crate::cli::effects::Work;
use crate::error::Error;
use crate::files::contents::Contents;
use crate::files::{self, Pictures, archives};
use crate::{diagnostics, progress};
use export::{Format, export};
use output::Output;
use plan::{Job, Plan};

pub(crate) fn run(arguments: &Convert) -> Result<(), Error> {
    budget::begin(arguments.text_options.no_limits);
    if let Some(target) = &arguments.into {
        return into::run(target, arguments);
    }
    let (done, read) = results(arguments)?;
    budget::check()?;
    let unread = |found: &&Diagnostic| found.rule == &UNREADABLE && found.severity == Severity::Warning;
    let unread = done.iter().flat_map(|done| &done.inputs).flat_map(|input| &input.diagnostics).filter(unread).count();
    finish(done, &read, arguments)?;
    if unread > 0 {
        return Err(Error::Found {
            summary: format!("{} of the archive cannot be read; the others were converted", counted(unread, "file")),
        });
    }
    Ok(())
}

pub(crate) type Found = Vec<(PathBuf, Diagnostic)>;

/// Returns the outputs without writing them, and all diagnostics of the inputs. After an error there is no output.
pub(crate) fn in_memory(arguments: &Convert) -> Result<(Vec<Output>, Found), Error> {
    let (done, _) = results(arguments)?;
    let (mut outputs, mut found) = (Vec::new(), Vec::new());
    for done in done {
        outputs.extend(done.outputs);
        for input in done.inputs {
            found.extend(input.diagnostics.into_iter().map(|diagnostic| (input.path.clone(), diagnostic)));
        }
    }
    if found.iter().any(|(_, diagnostic)| diagnostic.severity == Severity::Error) {
        outputs.clear();
    }
    Ok((outputs, found))
}

/// Converts the inputs. Returns the results, and the files that were read.
fn results(arguments: &Convert) -> Result<(Vec<Done>, Vec<PathBuf>), Error> {
    match &arguments.inputs[..] {
        [input] if archives::is_archive(input) => archive::extract(input, arguments),
        _ => converted(arguments),
    }
}

/// Converts files and folders. Returns the results, and the files that were read.
fn converted(arguments: &Convert) -> Result<(Vec<Done>, Vec<PathBuf>), Error> {
    if picture::are_pictures(&arguments.inputs) {
        arguments.check(&[Work::Pictures])?;
        return picture::convert(arguments);
    }
    let file = arguments.output.as_deref().filter(|output| !plan::is_folder(output));
    if let Some((output, format)) = file.and_then(|output| Some((output, Format::of(output)?))) {
        arguments.check(&[if format == Format::Obj { Work::ToObj } else { Work::ToGltf }])?;
        let (done, read) = export(format, output, arguments)?;
        return Ok((vec![done], read));
    }
    let plan = Plan::new(arguments)?;
    // The errors of inputs are more precise.
    if plan.failed.is_empty() {
        arguments.check(&plan.work())?;
    }
    Ok(carry_out(plan, picture::palette(arguments)?.as_deref(), arguments))
}

fn carry_out(plan: Plan, palette: Option<&[Rgb]>, arguments: &Convert) -> (Vec<Done>, Vec<PathBuf>) {
    let progress = progress::bar(plan.figures.len() + plan.actions.len() + plan.models.len(), "files");
    let is_one_of_several = plan.models.len() > 1;
    let models: Vec<(Done, Vec<PathBuf>)> = plan
        .models
        .par_iter()
        .map(|(source, model, target)| {
            let imported = import::import(source, target, *model, palette, arguments);
            progress.inc(1);
            let (mut done, read) =
                imported.unwrap_or_else(|error| (Done::failed(source, &error), vec![source.clone()]));
            done.may_be_left_out = is_one_of_several;
            (done, read)
        })
        .collect();
    let (models, models_read): (Vec<Done>, Vec<Vec<PathBuf>>) = models.into_iter().unzip();

    // Figures come first, because actions need their bones. Figures needed only for that are read, not written.
    let mut sources: Vec<(&Path, Option<&Job>)> =
        plan.figures.iter().map(|job| (job.source.as_path(), Some(job))).collect();
    let mut listed: BTreeSet<&Path> = plan.figures.iter().map(|job| job.source.as_path()).collect();
    for figure in plan.actions.iter().flatten().filter_map(|job| job.figure.as_deref()) {
        if listed.insert(figure) {
            sources.push((figure, None));
        }
    }
    let owners: BTreeSet<&Path> = plan.actions.iter().flatten().filter_map(|job| job.figure.as_deref()).collect();
    let pictures = pictures(&plan.figures);
    let figures: Vec<(&Path, Done, Option<NamedFigure>)> = sources
        .into_par_iter()
        .map(|(source, job)| {
            let converted = convert_figure(source, job, &pictures, arguments);
            progress.inc(1);
            let (done, made) = converted.unwrap_or_else(|error| (Done::failed(source, &error), None));
            let made = made.filter(|_| owners.contains(source));
            (source, done, made)
        })
        .collect();
    let skeletons: BTreeMap<&Path, Option<&NamedFigure>> =
        figures.iter().map(|(source, _, made)| (*source, made.as_ref())).collect();
    let actions: Vec<Done> = plan
        .actions
        .par_iter()
        .map(|jobs| {
            let converted = convert_actions(jobs, &skeletons, arguments);
            progress.inc(1);
            let source = jobs.first().map(|job| job.source.as_path()).unwrap_or(Path::new(""));
            converted.unwrap_or_else(|error| Done::failed(source, &error))
        })
        .collect();
    progress.finish_and_clear();

    let actions_read = plan.actions.iter().flatten().map(|job| job.source.clone());
    let pictures_read = plan.pictures.iter().map(|(source, _)| source.clone());
    let read: Vec<PathBuf> = figures
        .iter()
        .map(|(source, ..)| source.to_path_buf())
        .chain(actions_read)
        .chain(pictures_read)
        .chain(models_read.into_iter().flatten())
        .collect();
    let failed = plan.failed.iter().map(|(path, error)| Done::failed(path, error));
    let copies = plan.pictures.iter().map(|(source, copy)| Done::copied(source, copy));
    let done = figures.into_iter().map(|(_, done, _)| done).chain(actions).chain(models).chain(copies).chain(failed);
    (done.collect(), read)
}

#[derive(Default)]
struct Done {
    outputs: Vec<Output>,
    inputs: Vec<Input>,
    /// The others are written even if this one has an error: it is one of several models, or in an archive.
    may_be_left_out: bool,
}

/// Diagnostics of an input, and its text if it is one.
struct Input {
    path: PathBuf,
    text: Option<Vec<u8>>,
    diagnostics: Vec<Diagnostic>,
}

impl Done {
    fn of(output: Output) -> Self {
        Self { outputs: vec![output], ..Self::default() }
    }

    /// Returns the error of an input as its only diagnostic, so that the other inputs are converted and reported too.
    fn failed(path: &Path, error: &Error) -> Self {
        let path = match error {
            Error::App(AppError::Read { path, .. }) | Error::Format { path, .. } => path,
            _ => path,
        };
        let input = Input { path: path.to_owned(), text: None, diagnostics: vec![error.diagnostic()] };
        Self { inputs: vec![input], ..Self::default() }
    }

    /// Returns the output of a file that stays as it is.
    fn copied(source: &Path, copy: &Path) -> Self {
        match files::read(source) {
            Ok(bytes) => Self::of(Output::new(copy, bytes, source.display())),
            Err(error) => Self::failed(source, &error),
        }
    }

    fn has(&self, is_one: impl Fn(&Diagnostic) -> bool) -> bool {
        self.inputs.iter().flat_map(|input| &input.diagnostics).any(is_one)
    }

    /// Keeps the diagnostics of a conversion and returns its document.
    fn take<T>(&mut self, path: &Path, text: Option<Vec<u8>>, converted: Report<Option<T>>, strict: bool) -> Option<T> {
        let Report { document, diagnostics } = converted;
        match text {
            // Texts are converted under a policy.
            Some(_) => {
                let text = text.filter(|_| !diagnostics.is_empty());
                self.inputs.push(Input { path: path.to_owned(), text, diagnostics });
            }
            None => self.note(path, diagnostics, strict),
        }
        document
    }

    /// Keeps diagnostics that no policy has changed yet.
    fn note(&mut self, path: &Path, mut diagnostics: Vec<Diagnostic>, strict: bool) {
        if strict {
            Policy { strict, vendor: false }.apply(&mut diagnostics);
        }
        self.inputs.push(Input { path: path.to_owned(), text: None, diagnostics });
    }
}

/// Prints diagnostics, and writes the outputs if there are no errors. `read` are the files of the inputs.
fn finish(done: Vec<Done>, read: &[PathBuf], arguments: &Convert) -> Result<(), Error> {
    let inputs: Vec<&Input> = done.iter().flat_map(|done| &done.inputs).collect();
    for input in &inputs {
        diagnostics::print(&input.path, input.text.as_deref(), &input.diagnostics);
    }
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    let left_out = done.iter().filter(|done| done.may_be_left_out && done.has(is_error)).count();
    let inputs = done.iter().filter(|done| !done.may_be_left_out || !done.has(is_error)).flat_map(|done| &done.inputs);
    let inputs: Vec<&Input> = inputs.collect();
    let count = |wanted: Severity| {
        inputs.iter().flat_map(|input| &input.diagnostics).filter(|found| found.severity == wanted).count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let outputs: Vec<Output> = done.into_iter().flat_map(|done| done.outputs).collect();
    let overwrite = Overwrite::forced(arguments.force || arguments.dry_run);
    if errors > 0 {
        let refused = output::faults(&outputs, overwrite, read);
        refused.iter().for_each(Error::report);
        return Err(Error::Unconverted { errors: errors + refused.len(), warnings });
    }
    output::check(&outputs, overwrite, read)?;
    if !arguments.dry_run {
        output::write(&outputs, overwrite)?;
    }
    let plan = |output: &Output| match (arguments.dry_run, arguments.force || !output.path.exists()) {
        (false, _) => "",
        (true, true) => " would be written",
        (true, false) => " would not be written: the file exists, and --force is not given",
    };
    let line = |output: &Output| {
        let path = output.path.display().to_string();
        let (from, size) = (escaped(&output.from), counted(output.bytes.len(), "byte"));
        format!("{from} -> {} ({size}){}\n", escaped(&path), plan(output))
    };
    // Many lines are printed in parts, for the sake of memory.
    for part in outputs.chunks(1000) {
        console::print(&part.iter().map(line).collect::<String>())?;
    }
    if warnings > 0 {
        console::note(&format!("{}; `keitai explain CODE` explains each", counted(warnings, "warning")));
    }
    match left_out {
        0 => Ok(()),
        _ => Err(Error::Found { summary: format!("{} cannot be converted", counted(left_out, "file")) }),
    }
}

/// Returns the pictures beside the binary figures, by folder.
fn pictures(jobs: &[Job]) -> BTreeMap<PathBuf, Pictures> {
    let mut folders = BTreeMap::new();
    for Job { source, .. } in jobs.iter().filter(|job| job.kind == Kind::Figure) {
        folders.entry(files::folder(source)).or_insert_with(|| Pictures::beside(source));
    }
    folders
}

/// Converts a figure. Without a job the figure is only read for its actions.
fn convert_figure(
    source: &Path,
    job: Option<&Job>,
    pictures: &BTreeMap<PathBuf, Pictures>,
    arguments: &Convert,
) -> Result<(Done, Option<NamedFigure>), Error> {
    let data = files::read(source)?;
    let mut done = Done::default();
    let kind = job.map_or_else(|| files::kind(source), |job| Some(job.kind));
    if let Some(other) = kind.filter(|kind| !kind.is_figure()) {
        return Err(Contents::Asset(other).instead_of("a figure", source));
    }
    let written = |bytes| job.map(|job| Output::new(&job.output, bytes, source.display()));
    if kind == Some(Kind::FigureText) {
        let parsed = bac::read_with(&data, arguments.options(&[]).policy);
        let options = arguments.options(&parsed.document.settings);
        let converted = figure(&parsed.document, parsed.diagnostics, &options);
        let made = done.take(source, Some(data), converted, false);
        if let Some(made) = &made {
            let bytes = made.to_bytes().map_err(|error| Error::format(source, error))?;
            done.outputs.extend(written(bytes));
        }
        return Ok((done, made));
    }
    // The limits of players are for figures that become text; of others only the bones are used.
    let read = arguments.layout.read_options(arguments.text_options.no_limits || job.is_none());
    let loaded = mbac::read_with(&data, &read).map_err(|error| Error::format(source, error))?;
    done.note(source, loaded.diagnostics, arguments.text_options.strict);
    let document = loaded.document;
    if job.is_some() {
        let sizes = texture_sizes(source, &document, pictures.get(&files::folder(source)));
        let options = DecompileOptions { force: arguments.force, texture_sizes: &sizes, file: Some(&data) };
        let converted = decompile::figure(&document, &options);
        if let Some(bac) = done.take(source, None, converted, arguments.text_options.strict) {
            done.outputs.extend(written(bac::write(&bac).into_bytes()));
        }
    }
    let skeleton = Skeleton::unnamed(&document);
    Ok((done, Some(NamedFigure { figure: document, skeleton, ..NamedFigure::default() })))
}

/// Returns the sizes of the textures with the figure's name beside it. A figure does not hold them.
fn texture_sizes(source: &Path, figure: &Figure, pictures: Option<&Pictures>) -> Vec<[u16; 2]> {
    let own = pictures.into_iter().flat_map(|pictures| pictures.of(source)).filter(|(_, kin)| *kin);
    let own = own.take(usize::from(figure.texture_count));
    own.map_while(|(path, _)| files::texture(path)).map(|texture| [texture.width, texture.height]).collect()
}

fn convert_actions(
    jobs: &[Job],
    figures: &BTreeMap<&Path, Option<&NamedFigure>>,
    arguments: &Convert,
) -> Result<Done, Error> {
    let mut done = Done::default();
    let Some(first) = jobs.first() else { return Ok(done) };
    let made = first.figure.as_deref().map(|figure| figures.get(figure).copied().flatten());
    // The figure's own errors are printed already.
    if made == Some(None) {
        return Ok(done);
    }
    let made = made.flatten();
    match first.kind {
        Kind::ActionTable => tables_back(first, made, arguments, &mut done)?,
        Kind::BoneAnimation => joints(first, made.map(|made| &made.figure), arguments, &mut done)?,
        _ => texts(jobs, made, arguments, &mut done)?,
    }
    Ok(done)
}

fn texts(jobs: &[Job], made: Option<&NamedFigure>, arguments: &Convert, done: &mut Done) -> Result<(), Error> {
    let Some(first) = jobs.first() else { return Ok(()) };
    let mut actions = Vec::new();
    let mut options = Options::default();
    let mut skeleton = made.map(|made| made.skeleton.clone());
    let mut whole = true;
    for job in jobs {
        let data = files::read(&job.source)?;
        let parsed = tra::read_with(&data, arguments.options(&[]).policy);
        options = arguments.options(&parsed.document.settings);
        let skeleton = skeleton.get_or_insert_with(|| {
            let why = if job.several { "several figures fit; give --figure FILE" } else { "no figure found" };
            console::note(&format!("{}: note: {why}; the text's own bones are used", job.source.display()));
            Skeleton::of_action(&parsed.document)
        });
        let converted = action(&parsed.document, parsed.diagnostics, skeleton, &options);
        match done.take(&job.source, Some(data), converted, false) {
            Some(made) => actions.extend(made),
            None => whole = false,
        }
    }
    if let (true, Some(skeleton)) = (whole, skeleton) {
        let bytes = mtra::write(&table(actions, skeleton.bone_count(), &options))
            .map_err(|error| Error::format(&first.source, error))?;
        let from = jobs.iter().map(|job| job.source.display().to_string()).collect::<Vec<_>>().join(", ");
        done.outputs.push(Output::new(&first.output, bytes, from));
    }
    Ok(())
}

fn tables_back(job: &Job, made: Option<&NamedFigure>, arguments: &Convert, done: &mut Done) -> Result<(), Error> {
    let data = files::read(&job.source)?;
    let loaded = mtra::read(&data).map_err(|error| Error::format(&job.source, error))?;
    done.note(&job.source, loaded.diagnostics, arguments.text_options.strict);
    let names = made.map(|made| made.skeleton.bones.as_slice()).unwrap_or_default();
    let options = DecompileOptions { force: arguments.force, ..DecompileOptions::default() };
    if loaded.document.actions.is_empty() {
        return Err(Error::read(&job.source, "the table holds no actions, so there is no text to write"));
    }
    // Names of a figure in Shift-JIS get their old bytes again, if it has all characters: other converters compare
    // bytes.
    let other_encoding = |figure: &Path| files::read(figure).is_ok_and(|text| std::str::from_utf8(&text).is_err());
    let shift_jis = job.figure.as_deref().filter(|figure| files::kind(figure) == Some(Kind::FigureText));
    let shift_jis = shift_jis.is_some_and(other_encoding);
    let texts = decompile::actions(&loaded.document, names, &options);
    let count = texts.len();
    for (index, converted) in texts.into_iter().enumerate() {
        let Some(tra) = done.take(&job.source, None, converted, arguments.text_options.strict) else { continue };
        let stem = job.output.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let path = match number(index, count).as_str() {
            "" => job.output.clone(),
            number => job.output.with_file_name(format!("{stem}{number}.tra")),
        };
        let text = tra::write(&tra);
        let bytes = if shift_jis { to_shift_jis(&text) } else { None };
        done.outputs.push(Output::new(path, bytes.unwrap_or_else(|| text.into_bytes()), job.source.display()));
    }
    Ok(())
}

/// Returns the end of the name of one of `count` texts of a table. All have as many digits, so that the order of the names is that of
/// the actions.
fn number(index: usize, count: usize) -> String {
    match count {
        1 => String::new(),
        _ => format!("_{index:0width$}", width = (count - 1).to_string().len()),
    }
}

fn joints(job: &Job, figure: Option<&Figure>, arguments: &Convert, done: &mut Done) -> Result<(), Error> {
    let data = files::read(&job.source)?;
    let loaded = bck::read(&data).map_err(|error| Error::format(&job.source, error))?;
    done.note(&job.source, loaded.diagnostics, arguments.text_options.strict);
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
    if let Some(baked) = done.take(&job.source, None, converted, arguments.text_options.strict) {
        let bone_count = u16::try_from(bones).unwrap_or(u16::MAX);
        let table = table(vec![baked.action], bone_count, &choice);
        let bytes = mtra::write(&table).map_err(|error| Error::format(&job.source, error))?;
        let (at, between) = (baked.at_frames, baked.between_frames);
        let from = format!(
            "{} (at whole frames within {:.2} units, {:.2} %, {:.2} degrees; between frames within {:.2} units, {:.2} %, \
             {:.2} degrees)",
            job.source.display(),
            at.translate,
            at.scale * 100.0,
            at.rotate,
            between.translate,
            between.scale * 100.0,
            between.rotate
        );
        done.outputs.push(Output::new(&job.output, bytes, from));
    }
    Ok(())
}
