//! Companion files of a figure: its action tables and textures, found by name beside it.
//!
//! For `X.mbac` the action tables are `X.mtra`, then every `X_*.mtra`, then every other table with the same number of
//! bones. If there are none, texts and joint animations (`.tra`, `.bck`) are used by the same rule. For the text `X.bac` the
//! texts and joint animations come first. A table for another number of bones is never used, nor one that is named after
//! another figure beside it: `Y.mtra` and `Y_*.mtra` belong to `Y.mbac`, whose name is the longest that they begin with.
//!
//! Textures are looked for in the figure's folder and in `tex`, `texture` and `textures` in it, and used until every slot of
//! the figure has one:
//! `X.bmp`, every `X_*.bmp`, those whose name is the beginning of X up to a sign that is no letter or digit, the longest
//! first (`e00_1` uses `e00`), those whose names contain all words of X (`race_car` uses `race_tex_car`), and `tex*.bmp`.
//! When no name matches, textures that are large enough for the figure's texels are used, if there are no more of them than
//! slots. Within each step names are in alphabetical order. Case does not matter. PNG files are used by the same rules after
//! all BMP files, and in the last step where there is no BMP at all. A PNG of the same name as a BMP that is used, one larger
//! than 256x256, one too small for the figure's texels, and one that Keitai has drawn are not used: pictures of a figure often
//! stand beside it.
//!
//! The names of files decide their kinds. Beside a figure whose own name does not show its kind (`17`, `robo.bin`) the
//! contents decide.

mod candidates;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use keitai_formats::{Diagnostic, Kind, Report};
use keitai_render::micro3d::Figure;

use super::error::{AssetError, Result};
use super::{ActionsAsset, AssetPath, Assets, TextureAsset};

pub use candidates::{Candidate, candidates};

/// Folders beside a figure that may hold its textures.
pub const TEXTURE_FOLDERS: [&str; 3] = ["tex", "texture", "textures"];
/// Largest number of files that a message names when nothing was found.
const MOST_NAMED: usize = 6;

/// A figure and its companion files.
#[derive(Debug)]
#[non_exhaustive]
pub struct Companions {
    /// The figure that was searched for.
    pub figure: Figure,
    /// The diagnostics of its file; none is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// The action tables, the one with the figure's name first.
    pub actions: Vec<Arc<ActionsAsset>>,
    /// The textures, one per slot; fewer when too few were found.
    pub textures: Vec<Arc<TextureAsset>>,
    /// Errors of action tables with the figure's name that cannot be used.
    pub action_problems: Vec<AssetError>,
    /// Errors of textures with the figure's name that cannot be used.
    pub texture_problems: Vec<AssetError>,
    /// Files that were checked and not used, and why: all of them when no texture or no action table was found, and PNG
    /// files of a size that does not fit. A line each.
    pub searched: Vec<String>,
}

/// Loads a figure and its companion files.
///
/// # Errors
/// When the figure cannot be loaded, or its folder cannot be listed.
pub fn find(assets: &mut Assets, path: &AssetPath) -> Result<Companions> {
    find_in(&mut Folders::default(), assets, path)
}

/// Loads a figure and its companion files. Its folder is listed unless it was listed for another figure.
pub(crate) fn find_in(folders: &mut Folders, assets: &mut Assets, path: &AssetPath) -> Result<Companions> {
    let Report { document: figure, diagnostics } = Arc::unwrap_or_clone(assets.figure_report(path)?);
    let mut companions = Companions {
        figure,
        diagnostics,
        actions: Vec::new(),
        textures: Vec::new(),
        action_problems: Vec::new(),
        texture_problems: Vec::new(),
        searched: Vec::new(),
    };
    if let Some(parts) = assets.parts.get(path).cloned() {
        // A model has everything inside.
        companions.actions = parts.actions.iter().map(|path| assets.actions(path)).collect::<Result<_>>()?;
        companions.textures = parts.textures.iter().map(|(path, _)| assets.texture(path)).collect::<Result<_>>()?;
        return Ok(companions);
    }
    let files = neighbours(folders, assets, path)?;
    find_actions(assets, &files, &mut companions);
    find_textures(assets, &files, &mut companions);
    Ok(companions)
}

/// A file beside a figure that may belong to it.
#[derive(Debug)]
struct Neighbour {
    similarity: NameMatch,
    /// Whether these are actions that are named after another figure.
    of_other: bool,
    path: AssetPath,
    kind: Kind,
}

/// The files of folders, in the order of their names. Each folder is listed once, however many figures are in it.
#[derive(Debug, Default)]
pub(crate) struct Folders(BTreeMap<AssetPath, Arc<[(AssetPath, Name)]>>);

impl Folders {
    fn files(&mut self, assets: &Assets, folder: AssetPath) -> Result<Arc<[(AssetPath, Name)]>> {
        match self.0.entry(folder) {
            Entry::Occupied(files) => Ok(Arc::clone(files.get())),
            Entry::Vacant(new) => {
                let files = assets.source().list(new.key())?.into_iter();
                let files = files.map(|path| {
                    let name = Name::new(path.stem());
                    (path, name)
                });
                Ok(Arc::clone(new.insert(files.collect())))
            }
        }
    }
}

/// Returns the files beside a figure that may belong to it, those with the most similar names first.
fn neighbours(folders: &mut Folders, assets: &Assets, figure: &AssetPath) -> Result<Vec<Neighbour>> {
    let folder = figure.folder();
    let figure_name = Name::new(figure.stem());
    let by_content = figure.kind().is_none();
    let (mut neighbours, mut figures) = (Vec::new(), Vec::new());
    let mut add = |files: &[(AssetPath, Name)]| {
        for (path, name) in files.iter().filter(|(path, _)| path != figure) {
            let kind = path.kind().or_else(|| if by_content { assets.kind(path) } else { None });
            let Some(kind) = kind else { continue };
            if kind.is_figure() {
                figures.push(name.whole.clone());
            }
            let similarity = NameMatch::of(&figure_name, name);
            neighbours.push(Neighbour { similarity, of_other: false, path: path.clone(), kind });
        }
    };
    add(&folders.files(assets, folder.clone())?);
    for textures in TEXTURE_FOLDERS {
        // Most figures have no folder of textures.
        if let Ok(files) = folder.join(textures).and_then(|textures| folders.files(assets, textures)) {
            add(&files);
        }
    }
    for neighbour in neighbours.iter_mut().filter(|neighbour| neighbour.kind.is_actions()) {
        neighbour.of_other = Name::new(neighbour.path.stem()).is_of_other(&figure_name, &figures);
    }
    neighbours.sort_by(|a, b| (a.similarity, &a.path).cmp(&(b.similarity, &b.path)));
    Ok(neighbours)
}

fn find_actions(assets: &mut Assets, files: &[Neighbour], companions: &mut Companions) {
    let (binary, text) = (&[Kind::ActionTable][..], &[Kind::ActionText, Kind::BoneAnimation][..]);
    let is_text = assets.kind(&AssetPath::from(&companions.figure)) == Some(Kind::FigureText);
    let mut reasons = Vec::new();
    for kinds in if is_text { [text, binary] } else { [binary, text] } {
        if !companions.actions.is_empty() {
            return;
        }
        for file in files.iter().filter(|file| kinds.contains(&file.kind)) {
            if file.of_other {
                reasons.push(format!("{} is named after another figure", file.path));
                continue;
            }
            match assets.actions_for(&file.path, &companions.figure) {
                Ok(table) => companions.actions.push(table),
                Err(error) if file.similarity <= NameMatch::Prefixed => companions.action_problems.push(error),
                // A file without the figure's name may belong to something else.
                Err(error) => {
                    reasons.push(error.to_string());
                    assets.forget(&file.path);
                }
            }
        }
    }
    if companions.actions.is_empty() {
        companions.searched.extend(summary("no action table was found", &reasons));
    }
}

fn find_textures(assets: &mut Assets, files: &[Neighbour], companions: &mut Companions) {
    let slots = usize::from(companions.figure.document.texture_count);
    let textures = files.iter().filter(|file| file.kind.is_texture());
    let (mut likely, others): (Vec<&Neighbour>, Vec<&Neighbour>) =
        textures.partition(|file| file.similarity < NameMatch::None);
    // A PNG may as well be a picture of the figure.
    likely.sort_by_key(|file| file.kind == Kind::Png);
    let extent = texel_extent(&companions.figure);
    for file in likely {
        if companions.textures.len() == slots {
            return;
        }
        // A PNG of the same name is the source of the BMP, or was made from it.
        let twin = |other: &Arc<TextureAsset>| {
            other.path.stem() == file.path.stem() && other.path.folder() == file.path.folder()
        };
        if companions.textures.iter().any(twin) {
            continue;
        }
        if file.kind == Kind::Png && assets.is_drawn(&file.path) {
            companions
                .searched
                .push(format!("{} is a picture that Keitai has drawn; it is not used as a texture", file.path));
            continue;
        }
        match assets.texture(&file.path) {
            Ok(texture) if file.kind == Kind::Png && !fits(texture.size(), extent) => {
                let small = too_small(&file.path, texture.size(), extent);
                companions.searched.push(format!("{small}; it is not used as a texture"));
                assets.forget(&file.path);
            }
            Ok(texture) => companions.textures.push(texture),
            Err(error) if file.kind == Kind::Png && is_too_large(&error) => {
                companions.searched.push(format!("{error}; it is not used as a texture"));
            }
            Err(error) if file.similarity <= NameMatch::Prefixed => companions.texture_problems.push(error),
            Err(_) => {}
        }
    }
    if companions.textures.is_empty() && slots > 0 {
        find_by_size(assets, &others, slots, companions);
    }
}

/// Uses the textures that are large enough, if there are no more of them than slots: BMP files, or else PNG files.
fn find_by_size(assets: &mut Assets, files: &[&Neighbour], slots: usize, companions: &mut Companions) {
    let extent = texel_extent(&companions.figure);
    let mut reasons = Vec::new();
    for kind in [Kind::Texture, Kind::Png] {
        let mut fitting = Vec::new();
        for file in files.iter().filter(|file| file.kind == kind) {
            if kind == Kind::Png && assets.is_drawn(&file.path) {
                continue;
            }
            reasons.push(match assets.texture_size(&file.path) {
                Ok(size) if fits(size, extent) => {
                    fitting.push(&file.path);
                    format!("{} could be one of several", file.path)
                }
                Ok(size) => too_small(&file.path, size, extent),
                Err(error) => error.to_string(),
            });
        }
        if (1..=slots).contains(&fitting.len()) {
            companions.textures = fitting.into_iter().filter_map(|path| assets.texture(path).ok()).collect();
            return;
        }
    }
    companions.searched.extend(summary("no texture was found", &reasons));
}

fn summary(missing: &str, reasons: &[String]) -> Option<String> {
    let (first, more) = reasons.split_at(reasons.len().min(MOST_NAMED));
    let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
    (!first.is_empty()).then(|| format!("{missing}: {}{more}", first.join("; ")))
}

fn texel_extent(figure: &Figure) -> [u8; 2] {
    let triangles = figure.document.polygons.textured_triangles.iter().flat_map(|polygon| polygon.texels);
    let quads = figure.document.polygons.textured_quads.iter().flat_map(|polygon| polygon.texels);
    triangles.chain(quads).fold([0, 0], |[u, v], texel| [u.max(texel[0]), v.max(texel[1])])
}

/// Returns whether a texture contains these texels. Real figures use both the width and the width - 1 for the right edge.
fn fits([width, height]: [u16; 2], [u, v]: [u8; 2]) -> bool {
    width >= u16::from(u) && height >= u16::from(v)
}

fn too_small(texture: &AssetPath, [width, height]: [u16; 2], [u, v]: [u8; 2]) -> String {
    format!("{texture} is {width}x{height}, texels go up to ({u}, {v})")
}

/// Returns whether a picture is larger than a texture may be.
fn is_too_large(error: &AssetError) -> bool {
    let source = if let AssetError::Format { source, .. } = error { Some(source) } else { None };
    matches!(error, AssetError::TooLarge { .. }) || matches!(source, Some(keitai_formats::Error::Limit { .. }))
}

/// Similarity of the name of a file to that of a figure, the closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameMatch {
    Same,
    /// The figure's name, `_` and more.
    Prefixed,
    /// The beginning of the figure's name, of this many bytes.
    Beginning(Reverse<usize>),
    /// A name with all words of the figure's name.
    Words,
    /// A name that begins with `tex`.
    Generic,
    /// Any other name.
    None,
}

impl NameMatch {
    fn of(figure: &Name, file: &Name) -> Self {
        let ends_word = |rest: &str| rest.starts_with(|c: char| !c.is_alphanumeric());
        if figure.whole == file.whole {
            Self::Same
        } else if file.whole.strip_prefix(&figure.whole).is_some_and(|rest| rest.starts_with('_')) {
            Self::Prefixed
        } else if !file.whole.is_empty() && figure.whole.strip_prefix(&file.whole).is_some_and(ends_word) {
            Self::Beginning(Reverse(file.whole.len()))
        } else if figure.words.iter().all(|word| file.words.contains(word)) {
            Self::Words
        } else if file.whole.starts_with("tex") {
            Self::Generic
        } else {
            Self::None
        }
    }
}

/// The name of a file without its ending, in small letters.
#[derive(Debug)]
struct Name {
    whole: String,
    words: Vec<String>,
}

impl Name {
    fn new(stem: &str) -> Self {
        let whole = stem.to_lowercase();
        let words = whole.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned);
        Self { words: words.collect(), whole }
    }

    /// Returns the length of a figure's name when this is that name, alone or followed by a sign that is no letter or
    /// digit and by any text; otherwise 0.
    fn part_of(&self, figure: &str) -> usize {
        let is_own = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        if self.whole.strip_prefix(figure).is_some_and(is_own) { figure.len() } else { 0 }
    }

    /// Returns whether a file of this name belongs to one of `others` rather than to `figure`: the longest name that it begins
    /// with is the one that it was named after.
    fn is_of_other(&self, figure: &Name, others: &[String]) -> bool {
        let longest = others.iter().map(|other| self.part_of(other)).max().unwrap_or_default();
        longest > self.part_of(&figure.whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarity_of_real_names() {
        let of = |figure, file| NameMatch::of(&Name::new(figure), &Name::new(file));
        assert_eq!(of("robo", "ROBO"), NameMatch::Same);
        assert_eq!(of("robo", "robo_walk"), NameMatch::Prefixed);
        assert_eq!(of("robo", "robot"), NameMatch::None);
        assert_eq!(of("race_car", "race_tex_car"), NameMatch::Words);
        assert_eq!(of("race_car", "race_wall_down"), NameMatch::None);
        assert_eq!((of("e00_1", "e00"), of("e00_1", "e0")), (NameMatch::Beginning(Reverse(3)), NameMatch::None));
        assert!(of("a_b_c", "a_b") < of("a_b_c", "a") && NameMatch::Prefixed < of("a_b", "a"));
        assert_eq!(of("test_model_robo", "tex_001"), NameMatch::Generic);
        assert!(NameMatch::Same < NameMatch::Prefixed && NameMatch::Generic < NameMatch::None);
    }

    #[test]
    fn the_longest_name_of_a_figure_owns_a_file() {
        let of_other = |file, figure, others: &[&str]| {
            let others: Vec<String> = others.iter().map(|other| (*other).to_owned()).collect();
            Name::new(file).is_of_other(&Name::new(figure), &others)
        };
        assert!(of_other("coin", "ship", &["coin"]) && of_other("Coin_spin", "ship", &["coin"]));
        assert!(of_other("ship_b_fly", "ship", &["ship_b"]) && !of_other("ship_b_fly", "ship_b", &["ship"]));
        assert!(!of_other("coins", "ship", &["coin"]) && !of_other("ship_coin", "ship", &["coin"]));
        assert!(!of_other("ship", "ship", &["ship"]));
    }
}
