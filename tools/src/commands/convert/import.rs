//! `keitai convert robo.glb -o robo.mbac`: a glTF or OBJ file as a figure with its textures and actions.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use keitai_app::{console, folder_of};
use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{Choose, Keys, open_figure};
use keitai_exchange::import::{Options, Size};
use keitai_formats::{Bone, Content, Kind, ReadOptions, Skeleton, Texture, bac, bmp, mbac, mtra, tra};

use super::Context;
use super::actions::number;
use super::done::Done;
use crate::error::Error;
use crate::session::models::{self, Model, ModelReport};

/// Imports a model as the figure `target`.
pub(super) fn import(context: &Context<'_>, source: &Path, target: &Path, model: Model) -> Result<Done, Error> {
    let arguments = context.arguments;
    let chosen = arguments.options(&[]);
    let (usual, choices) = (Options::default(), &arguments.exchange);
    let options = Options {
        fps: choices.fps.unwrap_or(usual.fps),
        size: match (choices.fit, arguments.text_options.scale) {
            (Some(units), _) => Size::Units(units),
            (None, Some(factor)) => Size::Factor(factor),
            (None, None) => Size::Fitting,
        },
        triangles: choices.triangles.map(|count| count as usize),
        palette: context.palette.clone(),
        dither: choices.dither,
        patterns: choices.patterns,
        hidden: choices.hidden,
        split: choices.split.as_deref() != Some("no"),
        bones: arguments.figure.as_deref().map(|figure| bones(context, figure)).transpose()?,
        tolerances: match chosen.keys {
            Keys::Reduced(tolerances) => Some(tolerances),
            Keys::Exact => None,
        },
        target: chosen.target,
        allow_uv_wrap: chosen.allow_uv_wrap,
        trailer: chosen.trailer,
        memory: context.session.memory().clone(),
    };
    let ModelReport { report, files } = context.session.load_model(source, model, &options)?;
    let mut done = Done { files, ..Done::default() };
    let strict = arguments.text_options.strict;
    let Some(content) = done.take(source, None, report, strict) else {
        return Ok(done);
    };
    let mut outputs = Outputs { context, source, target, done: &mut done, names: BTreeMap::new() };
    if context.session.named(target) == Some(Kind::FigureText) {
        outputs.texts(&content)?;
    } else {
        outputs.binaries(&content, options.bones.is_none())?;
    }
    outputs.note_older_tables();
    let count = content.textures.len();
    let suffix = |slot: usize| if count == 1 { String::new() } else { format!("_{slot:02}") };
    let textures = content.textures.into_iter().enumerate().map(|(slot, texture)| (suffix(slot), texture));
    for (suffix, texture) in textures.chain([("_sphere".to_owned(), content.sphere)]) {
        let Some((_, texture)) = texture else { continue };
        outputs.add(&suffix, "bmp", bmp::write(&texture).map_err(|error| Error::read(source, error))?);
    }
    Ok(done)
}

/// Returns the bones of the figure that animations become actions of, with their names.
fn bones(context: &Context<'_>, figure: &Path) -> Result<Vec<(String, Bone)>, Error> {
    let session = context.session;
    let content = if let Some(model) = session.model(figure) {
        let options = Options { split: false, memory: session.memory().clone(), ..Options::default() };
        let report = session.load_model(figure, model, &options)?.report;
        report.document.ok_or_else(|| Error::read(figure, "expected a figure, found a model with errors"))?
    } else {
        let (data, options) = (session.read(figure)?, keitai_convert::Options::default());
        let opened = open_figure(&data, session.named(figure), &ReadOptions::UNLIMITED, &options);
        opened.map_err(|error| Error::read(figure, error))?.document
    };
    Ok(content.skeleton.bones.into_iter().zip(content.figure.bones).collect())
}

/// The files of a figure, named after it.
struct Outputs<'a> {
    context: &'a Context<'a>,
    source: &'a Path,
    target: &'a Path,
    done: &'a mut Done,
    /// Names of files in small letters, and the next number for another file of the name.
    names: BTreeMap<String, usize>,
}

impl Outputs<'_> {
    fn stem(&self) -> String {
        self.target.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Adds a file with the figure's name and `suffix`.
    fn add(&mut self, suffix: &str, ending: &str, bytes: Vec<u8>) {
        self.add_as(&(self.stem() + suffix), ending, bytes);
    }

    /// Adds a file, with a number where another file has its name. Names that differ in capitals only are the same, because
    /// many disks take them for the same.
    fn add_as(&mut self, name: &str, ending: &str, bytes: Vec<u8>) {
        // The figure's own file has the ending as the user wrote it.
        let written = self.target.extension();
        let written = written.filter(|extension| name == self.stem() && extension.eq_ignore_ascii_case(ending));
        let ending = written.map_or(ending.into(), |extension| extension.to_string_lossy());
        let place = |number: String| self.target.with_file_name(format!("{name}{number}.{ending}"));
        let lower = |path: &Path| path.to_string_lossy().to_lowercase();
        let mut path = place(String::new());
        let first = lower(&path);
        let mut number = self.names.get(&first).copied().unwrap_or(2);
        while self.names.contains_key(&lower(&path)) {
            path = place(format!("_{number}"));
            number += 1;
        }
        self.names.insert(first, number);
        self.names.entry(lower(&path)).or_insert(2);
        self.done.outputs.push(self.context.output_at(path, bytes, self.source));
    }

    /// Prints a note about action tables beside the figure that have its name but are not of this conversion: they are
    /// found with the figure.
    fn note_older_tables(&self) {
        let stem = self.stem();
        let names: BTreeSet<Option<&OsStr>> = self.done.outputs.iter().map(|output| output.path.file_name()).collect();
        let is_own = |path: &Path| names.contains(&path.file_name());
        let is_named = |path: &Path| {
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            name.strip_prefix(&stem).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        let beside =
            std::fs::read_dir(folder_of(self.target)).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_table = |path: &PathBuf| self.context.session.named(path) == Some(Kind::ActionTable);
        let mut older: Vec<PathBuf> = beside.filter(|path| is_table(path) && is_named(path) && !is_own(path)).collect();
        older.sort();
        for path in older {
            console::note(&format!("note: {} is not of this conversion, and is found with the figure", path.display()));
        }
    }

    fn table_name(&self, name: &str, tables: usize) -> String {
        models::table_name(&self.stem(), name, tables, self.context.arguments.exchange.table_names)
    }

    fn binaries(&mut self, content: &Content, has_figure: bool) -> Result<(), Error> {
        let refuse = |error| Error::read(self.source, error);
        if has_figure {
            self.add("", "mbac", mbac::write(&content.figure).map_err(refuse)?);
        }
        for (name, table) in &content.tables {
            let bytes = mtra::write(table).map_err(refuse)?;
            self.add_as(&self.table_name(name, content.tables.len()), "mtra", bytes);
        }
        Ok(())
    }

    fn texts(
        &mut self,
        Content { figure, skeleton: Skeleton { bones: names, .. }, textures, tables, .. }: &Content,
    ) -> Result<(), Error> {
        let arguments = self.context.arguments;
        let size = |(_, texture): &(String, Texture)| [texture.width, texture.height];
        let sizes: Vec<[u16; 2]> = textures.iter().map(|texture| texture.as_ref().map_or([0; 2], size)).collect();
        let strict = arguments.text_options.strict;
        let options = DecompileOptions { force: arguments.force, texture_sizes: &sizes, ..DecompileOptions::default() };
        let converted = decompile::figure(figure, &options);
        if let Some(mut text) = self.done.take(self.source, None, converted, strict) {
            // `decompile::figure` calls bone 7 `bone7`.
            for bone in &mut text.bones {
                let number = bone.name.as_ref().and_then(|name| name.value.strip_prefix("bone")?.parse::<usize>().ok());
                if let (Some(field), Some(name)) = (bone.name.as_mut(), number.and_then(|number| names.get(number))) {
                    field.value.clone_from(name);
                }
            }
            self.add("", "bac", bac::write(&text).into_bytes());
        }
        for (name, table) in tables {
            let texts = decompile::actions(table, names, &options);
            let count = texts.len();
            for (index, converted) in texts.into_iter().enumerate() {
                let Some(text) = self.done.take(self.source, None, converted, strict) else { continue };
                let name = self.table_name(name, tables.len()) + &number(index, count);
                self.add_as(&name, "tra", tra::write(&text).into_bytes());
            }
        }
        Ok(())
    }
}
