//! Every available figure, with the action tables and textures in its folder.

use std::path::{Path, PathBuf};

use keitai_formats::{ActionTable, Content, Figure, ReadOptions, Texture, bmp, mbac, mtra};

pub(crate) struct Collected {
    pub(crate) path: PathBuf,
    pub(crate) figure: Figure,
    pub(crate) textures: Vec<(String, Texture)>,
    pub(crate) tables: Vec<(String, ActionTable)>,
}

impl Collected {
    pub(crate) fn content(&self) -> Content {
        Content { textures: self.textures.iter().cloned().map(Some).collect(), ..content(&self.figure, &self.tables) }
    }

    /// Returns whether players would accept the figure; others are not imported.
    pub(crate) fn is_playable(&self) -> bool {
        let figure = &self.figure;
        figure.vertices.len() <= 21845 && figure.texture_count <= 16 && figure.patterns.len() <= 33
    }

    /// Returns whether the figure was made at random for the third round of conversions and pictures: its bones turn
    /// and shrink anywhere, its polygons lie over each other, and its actions take hundreds of turns.
    pub(crate) fn is_random(&self) -> bool {
        let parts = self.path.components().map(|part| part.as_os_str().to_string_lossy());
        parts.into_iter().any(|part| part.ends_with("_r3") || part.ends_with("_r4"))
    }
}

/// Returns a figure without textures, and its tables.
pub(crate) fn content(figure: &Figure, tables: &[(String, ActionTable)]) -> Content {
    Content { name: "figure".to_owned(), figure: figure.clone(), tables: tables.to_vec(), ..Content::default() }
}

/// Returns the figures below the folders: our own assets, and real content if there is any.
pub(crate) fn all() -> Vec<Collected> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("assets"), root.join("game/rally/assets"), root.join("tests/fixtures")];
    match std::env::var_os("KEITAI_CORPUS") {
        Some(corpus) => folders.extend(["corpus", "vectors"].map(|folder| Path::new(&corpus).join(folder))),
        None => println!("KEITAI_CORPUS is not set: only the project's own figures are tried"),
    }
    let mut collected = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        folders.extend(entries.iter().filter(|path| path.is_dir() && !path.ends_with("target")).cloned());
        let of = |ending: &'static str| {
            entries.iter().filter(move |path| path.extension().is_some_and(|own| own == ending)).cloned()
        };
        let tables: Vec<(String, ActionTable)> = of("mtra")
            .filter_map(|path| Some((stem(&path), mtra::read(&bytes(&path)).ok()?.document)))
            // glTF has no place for a table without an action.
            .filter(|(_, table): &(String, ActionTable)| !table.actions.is_empty())
            .collect();
        let options = ReadOptions::UNLIMITED;
        let textures: Vec<(String, Texture)> = of("bmp")
            .filter_map(|path| Some((stem(&path), bmp::read_with(&bytes(&path), &options).ok()?.document)))
            .collect();
        for path in of("mbac") {
            let Ok(figure) = mbac::read_with(&bytes(&path), &options) else { continue };
            let figure = figure.document;
            let own = |table: &&(String, ActionTable)| usize::from(table.1.bone_count) == figure.bones.len();
            let tables = tables.iter().filter(own).cloned().collect();
            let textures = textures.iter().take(usize::from(figure.texture_count)).cloned().collect();
            collected.push(Collected { path, textures, tables, figure });
        }
    }
    assert!(collected.len() > 3, "the project's own figures are missing");
    collected
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_owned()
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}
