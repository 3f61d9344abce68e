//! Companion files of a figure: its action tables and textures, found by name beside it.
//!
//! For `X.mbac` the action tables are `X.mtra`, then every `X_*.mtra`, then every other table with the same number of
//! bones. If there are none, texts and joint animations (`.tra`, `.bck`) are used by the same rule. For the text `X.bac` the
//! texts and joint animations come first. A table for another number of bones is never used.
//!
//! Textures are looked for in the figure's folder and in `tex` in it, and used until every slot of the figure has one:
//! `X.bmp`, every `X_*.bmp`, those whose name is the beginning of X up to a sign that is no letter or digit, the longest
//! first (`e00_1` uses `e00`), those whose names contain all words of X (`race_car` uses `race_tex_car`), and `tex*.bmp`.
//! When no name matches, textures that are large enough for the figure's texels are used, if there are no more of them than
//! slots. Within each step names are in alphabetical order. Case does not matter. PNG files are used by the same rules after
//! all BMP files, and in the last step where there is no BMP at all. A PNG of the same name as a BMP that is used, one larger
//! than 256x256, and one too small for the figure's texels are not used: pictures of a figure often stand beside it.
//!
//! Names tell the kinds of files. Beside a figure whose own name tells nothing (`17`, `robo.bin`) the contents do.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use keitai_formats::{Figure, Kind};

use super::error::{AssetError, Result};
use super::{ActionsAsset, AssetPath, Assets, FigureAsset, TextureAsset, load};

/// Folder beside a figure that may hold its textures.
const TEXTURE_FOLDER: &str = "tex";
/// Files that are named when nothing was found.
const MOST_NAMED: usize = 6;

/// A figure and its companion files.
#[derive(Debug)]
pub struct Companions {
    /// The figure.
    pub figure: Arc<FigureAsset>,
    /// The action tables, the one with the figure's name first.
    pub actions: Vec<Arc<ActionsAsset>>,
    /// The textures, one per slot; fewer when too few were found.
    pub textures: Vec<Arc<TextureAsset>>,
    /// Errors of action tables with the figure's name that cannot be used.
    pub action_problems: Vec<AssetError>,
    /// Errors of textures with the figure's name that cannot be used.
    pub texture_problems: Vec<AssetError>,
    /// Files that were looked at and not used, and why: all of them when no texture or no action table was found, and PNG
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

/// Loads a figure and its companion files. Its folder is listed unless another figure's was the same.
///
/// # Errors
/// Those of [`find`].
pub(crate) fn find_in(folders: &mut Folders, assets: &mut Assets, path: &AssetPath) -> Result<Companions> {
    let figure = assets.figure(path)?;
    let files = candidates(folders, assets, &figure)?;
    let mut found = Companions {
        figure,
        actions: Vec::new(),
        textures: Vec::new(),
        action_problems: Vec::new(),
        texture_problems: Vec::new(),
        searched: Vec::new(),
    };
    find_actions(assets, &files, &mut found);
    find_textures(assets, &files, &mut found);
    Ok(found)
}

/// A file that may belong to a figure.
#[derive(Debug)]
struct Candidate {
    similarity: NameMatch,
    path: AssetPath,
    kind: Kind,
}

/// Similarity of a file's name to a figure's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameMatch {
    /// The same name.
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
}

/// The files of folders, in the order of their names. Each folder is listed once, however many figures are in it.
#[derive(Debug, Default)]
pub(crate) struct Folders(BTreeMap<AssetPath, Vec<(AssetPath, Name)>>);

impl Folders {
    fn files(&mut self, assets: &Assets, folder: AssetPath) -> Result<&[(AssetPath, Name)]> {
        match self.0.entry(folder) {
            Entry::Occupied(listed) => Ok(listed.into_mut()),
            Entry::Vacant(new) => {
                let files = assets.source().list(new.key())?.into_iter();
                let named = files.map(|path| {
                    let name = Name::new(path.stem());
                    (path, name)
                });
                Ok(new.insert(named.collect()))
            }
        }
    }
}

/// Returns the files beside a figure that may belong to it, those with the most similar names first.
fn candidates(folders: &mut Folders, assets: &Assets, figure: &FigureAsset) -> Result<Vec<Candidate>> {
    let folder = figure.path.folder();
    let name = Name::new(figure.path.stem());
    let by_content = load::kind(&figure.path).is_none();
    let candidate = |(path, own): &(AssetPath, Name)| {
        if *path == figure.path {
            return None;
        }
        let kind = load::kind(path).or_else(|| if by_content { assets.kind(path) } else { None })?;
        Some(Candidate { similarity: NameMatch::of(&name, own), path: path.clone(), kind })
    };
    let textures = folder.join(TEXTURE_FOLDER);
    let mut candidates: Vec<_> = folders.files(assets, folder)?.iter().filter_map(candidate).collect();
    // Most figures have no folder of textures.
    if let Ok(files) = textures.and_then(|textures| folders.files(assets, textures)) {
        candidates.extend(files.iter().filter_map(candidate));
    }
    candidates.sort_by(|a, b| (a.similarity, &a.path).cmp(&(b.similarity, &b.path)));
    Ok(candidates)
}

fn find_actions(assets: &mut Assets, files: &[Candidate], found: &mut Companions) {
    let (binary, text) = (&[Kind::ActionTable][..], &[Kind::ActionText, Kind::BoneAnimation][..]);
    let is_text = assets.kind(&found.figure.path) == Some(Kind::FigureText);
    let mut refused = Vec::new();
    for kinds in if is_text { [text, binary] } else { [binary, text] } {
        if !found.actions.is_empty() {
            return;
        }
        for file in files.iter().filter(|file| kinds.contains(&file.kind)) {
            match assets.actions_for(&file.path, &found.figure) {
                Ok(table) => found.actions.push(table),
                Err(error) if file.similarity <= NameMatch::Prefixed => found.action_problems.push(error),
                // A file without the figure's name may belong to something else.
                Err(error) => {
                    refused.push(error.to_string());
                    assets.forget(&file.path);
                }
            }
        }
    }
    if found.actions.is_empty() {
        found.searched.extend(summary("no action table was found", &refused));
    }
}

fn find_textures(assets: &mut Assets, files: &[Candidate], found: &mut Companions) {
    let slots = usize::from(found.figure.figure.texture_count);
    let textures = files.iter().filter(|file| file.kind.is_texture());
    let (mut named, others): (Vec<&Candidate>, Vec<&Candidate>) =
        textures.partition(|file| file.similarity < NameMatch::None);
    // A PNG may as well be a picture of the figure.
    named.sort_by_key(|file| file.kind == Kind::Png);
    let needed = texel_extent(&found.figure.figure);
    for file in named {
        if found.textures.len() == slots {
            return;
        }
        // A PNG of the same name is what the BMP was made from, or was made of it.
        let twin = |other: &Arc<TextureAsset>| {
            other.path.stem() == file.path.stem() && other.path.folder() == file.path.folder()
        };
        if found.textures.iter().any(twin) {
            continue;
        }
        match assets.texture(&file.path) {
            Ok(texture) if file.kind == Kind::Png && !fits(&texture, needed) => {
                found.searched.push(format!("{}; it is not used as a texture", too_small(&texture, needed)));
                assets.forget(&file.path);
            }
            Ok(texture) => found.textures.push(texture),
            Err(error) if file.kind == Kind::Png && is_too_large(&error) => {
                found.searched.push(format!("{error}; it is not used as a texture"));
            }
            Err(error) if file.similarity <= NameMatch::Prefixed => found.texture_problems.push(error),
            Err(_) => {}
        }
    }
    if found.textures.is_empty() && slots > 0 {
        find_by_size(assets, &others, slots, found);
    }
}

/// Uses the textures that are large enough, if there are no more of them than slots: BMP files, or else PNG files.
fn find_by_size(assets: &mut Assets, files: &[&Candidate], slots: usize, found: &mut Companions) {
    let needed = texel_extent(&found.figure.figure);
    let mut searched = Vec::new();
    for kind in [Kind::Texture, Kind::Png] {
        let mut fitting = Vec::new();
        for file in files.iter().filter(|file| file.kind == kind) {
            match assets.texture(&file.path) {
                Ok(texture) if fits(&texture, needed) => {
                    searched.push(format!("{} could be one of several", file.path));
                    fitting.push(texture);
                }
                Ok(texture) => {
                    searched.push(too_small(&texture, needed));
                    assets.forget(&file.path);
                }
                Err(error) => {
                    searched.push(error.to_string());
                    assets.forget(&file.path);
                }
            }
        }
        if (1..=slots).contains(&fitting.len()) {
            found.textures = fitting;
            return;
        }
    }
    found.searched.extend(summary("no texture was found", &searched));
}

/// Returns a line with what was looked at.
fn summary(missing: &str, searched: &[String]) -> Option<String> {
    let (named, more) = searched.split_at(searched.len().min(MOST_NAMED));
    let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
    (!named.is_empty()).then(|| format!("{missing}: {}{more}", named.join("; ")))
}

/// Returns the largest texel coordinates of a figure.
fn texel_extent(figure: &Figure) -> [u8; 2] {
    let triangles = figure.polygons.textured_triangles.iter().flat_map(|polygon| polygon.texels);
    let quads = figure.polygons.textured_quads.iter().flat_map(|polygon| polygon.texels);
    triangles.chain(quads).fold([0, 0], |[u, v], texel| [u.max(texel[0]), v.max(texel[1])])
}

/// Returns whether a texture contains these texels. Real figures use both the width and the width - 1 for the right edge.
fn fits(texture: &TextureAsset, needed: [u8; 2]) -> bool {
    texture.texture.width >= u16::from(needed[0]) && texture.texture.height >= u16::from(needed[1])
}

/// Says that a texture does not contain these texels.
fn too_small(texture: &TextureAsset, [u, v]: [u8; 2]) -> String {
    let [width, height] = [texture.texture.width, texture.texture.height];
    format!("{} is {width}x{height}, texels go up to ({u}, {v})", texture.path)
}

/// Returns whether a picture is larger than a texture may be.
fn is_too_large(error: &AssetError) -> bool {
    let source = if let AssetError::Format { source, .. } = error { Some(source) } else { None };
    matches!(error, AssetError::TooLarge { .. }) || matches!(source, Some(keitai_formats::Error::Limit { .. }))
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
}
