//! Finds the texts that the vendor's converter was given, with their options and its outputs, and converts them.

use keitai_convert::{Options, ZSort, action, figure, table};
use keitai_formats::{ActionTable, Content, Diagnostic, Report, Skeleton, bac, mbac, mtra, tra};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Returns the folder with test data, or prints a line.
pub(crate) fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("KEITAI_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        println!("KEITAI_CORPUS is not set: skipped");
    }
    folder
}

/// Reads a list of exceptions: `vector/output`, a tab and the reason per line.
pub(crate) fn exceptions(list: &'static str) -> BTreeMap<&'static str, &'static str> {
    let lines = list.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split_once('\t').unwrap()).collect()
}

/// The folders with texts and the vendor's outputs.
pub(crate) const SETS: [&str; 5] = ["converter", "converter_more", "converter_random", "converter_r3", "converter_r4"];

/// One input of the vendor's converter, its options and its outputs.
#[derive(Debug, Clone)]
pub(crate) struct Vector {
    pub(crate) set: &'static str,
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    /// Options apart from the policy and its consequences.
    pub(crate) settings: Options,
    pub(crate) combine: bool,
    pub(crate) outputs: Vec<String>,
    pub(crate) message: String,
}

pub(crate) fn vectors() -> Vec<Vector> {
    let Some(folder) = folder() else { return Vec::new() };
    SETS.into_iter().flat_map(|set| read_index(set, &folder.join("vectors").join(set))).collect()
}

fn read_index(set: &'static str, folder: &Path) -> Vec<Vector> {
    let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap();
    let vectors = index.lines().skip(1).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let yes = |index: usize| columns[index] == "yes";
        Vector {
            set,
            name: columns[0].to_owned(),
            folder: folder.join(columns[0]),
            settings: Options {
                target: columns[1].parse().unwrap(),
                scale: columns[2].parse().unwrap(),
                keep_unused_bones: !yes(3),
                merge_vertices: !yes(4),
                optimized_texel: yes(5),
                z_sort: match *columns.get(9).unwrap_or(&"") {
                    "" => ZSort::Average,
                    other => ZSort::WORDS.iter().find(|(word, _)| *word == other).unwrap().1,
                },
                ..Options::default()
            },
            combine: yes(6),
            outputs: columns.get(7).unwrap_or(&"").split_whitespace().map(str::to_owned).collect(),
            message: columns.get(8).unwrap_or(&"").to_string(),
        }
    });
    vectors.collect()
}

impl Vector {
    pub(crate) fn options(&self, base: Options) -> Options {
        let Options { keys, match_bones, policy, last_vertex_apart, .. } = base;
        Options { keys, match_bones, policy, last_vertex_apart, ..self.settings }
    }

    /// Returns the text files of an extension, sorted.
    pub(crate) fn texts(&self, extension: &str) -> Vec<PathBuf> {
        let files = std::fs::read_dir(&self.folder).unwrap().map(|file| file.unwrap().path());
        let mut files: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|ending| ending == extension)).collect();
        files.sort();
        files
    }

    pub(crate) fn figure(&self, options: &Options) -> (Report<Option<Content>>, Vec<String>) {
        let file = self.texts("bac").remove(0);
        let text = std::fs::read(&file).unwrap();
        let parsed = bac::read_with(&text, options.policy);
        let named = figure(&parsed.document, parsed.diagnostics, options);
        let lines = lines(&text, &named.diagnostics);
        (named, lines)
    }

    /// Returns our output for one of the vendor's, or the reason why there is none.
    pub(crate) fn ours(&self, output: &str, base: Options) -> Result<Vec<u8>, String> {
        let options = self.options(base);
        let (named, lines) = self.figure(&options);
        let Some(named) = named.document else { return Err(errors(&lines)) };
        if output.ends_with(".mbac") {
            return mbac::write_with(&named.figure, options.write_options()).map_err(|error| error.to_string());
        }
        let skeleton = named.skeleton;
        let source = output.replace("out", "in").replace(".mtra", ".tra");
        let sources = if self.combine { self.texts("tra") } else { vec![self.folder.join(source)] };
        let mut actions = Vec::new();
        for source in sources {
            let text = std::fs::read(&source).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
            let converted = act(&text, &skeleton, &options)?;
            actions.extend(converted.actions);
        }
        mtra::write(&table(actions, skeleton.bone_count(), &options)).map_err(|error| error.to_string())
    }
}

/// Converts one action text to a table of its own.
pub(crate) fn act(text: &[u8], skeleton: &Skeleton, options: &Options) -> Result<ActionTable, String> {
    let parsed = tra::read_with(text, options.policy);
    let converted = action(&parsed.document, parsed.diagnostics, skeleton, options);
    let lines = lines(text, &converted.diagnostics);
    converted.document.map(|actions| table(actions, skeleton.bone_count(), options)).ok_or_else(|| errors(&lines))
}

fn errors(lines: &[String]) -> String {
    lines.iter().filter(|line| line.contains(": error[")).cloned().collect::<Vec<_>>().join("\n")
}

pub(crate) fn lines(text: &[u8], diagnostics: &[Diagnostic]) -> Vec<String> {
    let report = Report::new((), diagnostics.to_vec()).with_lines(text);
    report.diagnostics.iter().map(|diagnostic| format!("in:{diagnostic}")).collect()
}

/// Returns a file without the first key of its trailer and the eight bytes that it masks: the vendor's key is random.
pub(crate) fn but_for_the_key(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let trailer = file.len().saturating_sub(20);
    file.drain(trailer..file.len().min(trailer + 10));
    file
}
