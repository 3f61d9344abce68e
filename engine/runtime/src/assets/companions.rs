//! Companion files of a figure: its action tables and textures, found by name in its folder.
//!
//! For `X.mbac` the action tables are `X.mtra`, then every `X_*.mtra`, then every other table with the same number of
//! bones. If there are none, texts and bone animations (`.tra`, `.bck`) are used by the same rule. For the text `X.bac` the
//! texts and bone animations come first.
//!
//! Textures are used until every slot of the figure has one: `X.bmp`, every `X_*.bmp`, those whose names contain all words
//! of X (`race_car` uses `race_tex_car`), and `tex*.bmp`. When no name matches, textures that are large enough for the
//! figure's texels are used, if there are no more of them than slots. Within each step names are in alphabetical order.
//! Case does not matter.

use std::sync::Arc;

use keitai_formats::Figure;

use super::error::{AssetError, Result};
use super::{ActionsAsset, AssetPath, Assets, FigureAsset, TEXTURE_ENDINGS, TextureAsset};

/// A figure and its companion files.
#[derive(Debug)]
pub struct Companions {
    /// The figure.
    pub figure: Arc<FigureAsset>,
    /// The action tables, the one with the figure's name first.
    pub actions: Vec<Arc<ActionsAsset>>,
    /// The textures, one per slot; fewer when too few were found.
    pub textures: Vec<Arc<TextureAsset>>,
    /// Errors of files with the figure's name that cannot be used.
    pub problems: Vec<AssetError>,
}

/// Loads a figure and its companion files.
///
/// # Errors
/// When the figure cannot be loaded, or its folder cannot be listed.
pub fn find(assets: &mut Assets, path: &AssetPath) -> Result<Companions> {
    let figure = assets.figure(path)?;
    let files = assets.source().list(&path.folder())?;
    let mut found = Companions { figure, actions: Vec::new(), textures: Vec::new(), problems: Vec::new() };
    find_actions(assets, &files, &mut found);
    find_textures(assets, &files, &mut found);
    Ok(found)
}

/// Similarity of a file's name to a figure's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameMatch {
    /// The same name.
    Same,
    /// The figure's name, `_` and more.
    Prefixed,
    /// A name with all words of the figure's name.
    Words,
    /// A name that begins with `tex`.
    Generic,
    /// Any other name.
    None,
}

impl NameMatch {
    fn of(figure: &str, file: &str) -> Self {
        let (figure, file) = (figure.to_lowercase(), file.to_lowercase());
        let words = |name: &str| -> Vec<String> {
            name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let own = words(&file);
        if figure == file {
            Self::Same
        } else if file.strip_prefix(&figure).is_some_and(|rest| rest.starts_with('_')) {
            Self::Prefixed
        } else if words(&figure).iter().all(|word| own.contains(word)) {
            Self::Words
        } else if file.starts_with("tex") {
            Self::Generic
        } else {
            Self::None
        }
    }
}

/// Returns the files with one of `endings`, those with the most similar names first.
fn by_similarity(figure: &AssetPath, files: &[AssetPath], endings: &[&str]) -> Vec<(NameMatch, AssetPath)> {
    let mut matches: Vec<_> = files
        .iter()
        .filter(|file| endings.iter().any(|ending| file.has_extension(ending)))
        .map(|file| (NameMatch::of(figure.stem(), file.stem()), file.clone()))
        .collect();
    matches.sort();
    matches
}

fn find_actions(assets: &mut Assets, files: &[AssetPath], found: &mut Companions) {
    let (binary, text) = (&["mtra"][..], &["tra", "bck"][..]);
    let order = if found.figure.path.has_extension("bac") { [text, binary] } else { [binary, text] };
    for endings in order {
        if found.actions.is_empty() {
            find_tables(assets, files, endings, found);
        }
    }
}

fn find_tables(assets: &mut Assets, files: &[AssetPath], endings: &[&str], found: &mut Companions) {
    for (similarity, path) in by_similarity(&found.figure.path, files, endings) {
        let named = similarity <= NameMatch::Prefixed;
        match assets.actions_for(&path, &found.figure) {
            Ok(table) => found.actions.push(table),
            Err(error) if named => found.problems.push(error),
            // A file without the figure's name may belong to something else.
            Err(_) => assets.forget(&path),
        }
    }
}

fn find_textures(assets: &mut Assets, files: &[AssetPath], found: &mut Companions) {
    let slots = usize::from(found.figure.figure.texture_count);
    let (named, others): (Vec<_>, Vec<_>) = by_similarity(&found.figure.path, files, &TEXTURE_ENDINGS)
        .into_iter()
        .partition(|(similarity, _)| *similarity < NameMatch::None);
    for (similarity, path) in named {
        if found.textures.len() == slots {
            return;
        }
        match assets.texture(&path) {
            Ok(texture) => found.textures.push(texture),
            Err(error) if similarity <= NameMatch::Prefixed => found.problems.push(error),
            Err(_) => {}
        }
    }
    if found.textures.is_empty() && slots > 0 {
        let needed = texel_extent(&found.figure.figure);
        let mut fitting = Vec::new();
        for (_, path) in others {
            match assets.texture(&path) {
                Ok(texture) if fits(&texture, needed) => fitting.push(texture),
                _ => assets.forget(&path),
            }
        }
        if fitting.len() <= slots {
            found.textures = fitting;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarity_of_real_names() {
        let of = NameMatch::of;
        assert_eq!(of("robo", "ROBO"), NameMatch::Same);
        assert_eq!(of("robo", "robo_walk"), NameMatch::Prefixed);
        assert_eq!(of("robo", "robot"), NameMatch::None);
        assert_eq!(of("race_car", "race_tex_car"), NameMatch::Words);
        assert_eq!(of("race_car", "race_wall_down"), NameMatch::None);
        assert_eq!(of("test_model_robo", "tex_001"), NameMatch::Generic);
        assert!(NameMatch::Same < NameMatch::Prefixed && NameMatch::Generic < NameMatch::None);
    }
}
