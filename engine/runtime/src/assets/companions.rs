//! What belongs to a figure, found by name in its folder.
//!
//! For `X.mbac` the action tables are `X.mtra`, then every `X_*.mtra`, then every other table made for as many bones; if
//! there are none, texts and bone animations (`.tra`, `.bck`) serve by the same rule. For the text `X.bac` it is the other
//! way round.
//! Textures are taken until every slot of the figure has one: `X.bmp`, every `X_*.bmp`, those whose names have all the
//! words of X (`race_car` takes `race_tex_car`), `tex*.bmp`, and at last, when no name told anything, the pictures
//! large enough for the figure's texels if there are no more of them than slots. Within each step names are in
//! alphabetical order. Case does not matter.

use std::sync::Arc;

use keitai_formats::Figure;

use super::error::{AssetError, Result};
use super::{ActionsAsset, AssetPath, Assets, FigureAsset, TEXTURE_ENDINGS, TextureAsset};

/// A figure and what was found beside it.
#[derive(Debug)]
pub struct Companions {
    /// The figure.
    pub figure: Arc<FigureAsset>,
    /// Its action tables, the one of its own name first.
    pub actions: Vec<Arc<ActionsAsset>>,
    /// Its textures, slot by slot; fewer than slots when too few were found.
    pub textures: Vec<Arc<TextureAsset>>,
    /// Why files of the figure's own name could not be used.
    pub problems: Vec<AssetError>,
}

/// Loads a figure, and what lies beside it.
///
/// # Errors
/// When the figure itself cannot be loaded, or its folder not be listed.
pub fn find(assets: &mut Assets, path: &AssetPath) -> Result<Companions> {
    let figure = assets.figure(path)?;
    let files = assets.source().list(&path.folder())?;
    let mut found = Companions { figure, actions: Vec::new(), textures: Vec::new(), problems: Vec::new() };
    find_actions(assets, &files, &mut found);
    find_textures(assets, &files, &mut found);
    Ok(found)
}

/// How near a file's name is to a figure's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kinship {
    /// The same.
    Own,
    /// It goes on after `_`.
    Prefixed,
    /// All words of the figure's name are among its own.
    Words,
    /// It begins with `tex`.
    Generic,
    /// None.
    Stranger,
}

impl Kinship {
    fn of(figure: &str, file: &str) -> Self {
        let (figure, file) = (figure.to_lowercase(), file.to_lowercase());
        let words = |name: &str| -> Vec<String> {
            name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let own = words(&file);
        if figure == file {
            Self::Own
        } else if file.strip_prefix(&figure).is_some_and(|rest| rest.starts_with('_')) {
            Self::Prefixed
        } else if words(&figure).iter().all(|word| own.contains(word)) {
            Self::Words
        } else if file.starts_with("tex") {
            Self::Generic
        } else {
            Self::Stranger
        }
    }
}

/// The files with one of `endings`, nearest kin first.
fn relatives(figure: &AssetPath, files: &[AssetPath], endings: &[&str]) -> Vec<(Kinship, AssetPath)> {
    let mut relatives: Vec<_> = files
        .iter()
        .filter(|file| endings.iter().any(|ending| file.has_extension(ending)))
        .map(|file| (Kinship::of(figure.stem(), file.stem()), file.clone()))
        .collect();
    relatives.sort();
    relatives
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
    let bones = found.figure.figure.bones.len();
    for (kinship, path) in relatives(&found.figure.path, files, endings) {
        let named = kinship <= Kinship::Prefixed;
        match assets.actions_for(&path, &found.figure) {
            Ok(table) if usize::from(table.table.bone_count) == bones => found.actions.push(table),
            Ok(table) if named => found.problems.push(AssetError::Bones {
                actions: path,
                found: table.table.bone_count.into(),
                figure: found.figure.path.clone(),
                expected: bones,
            }),
            Err(error) if named => found.problems.push(error),
            // What was never said to belong to the figure may be anything.
            Ok(_) | Err(_) => assets.forget(&path),
        }
    }
}

fn find_textures(assets: &mut Assets, files: &[AssetPath], found: &mut Companions) {
    let slots = usize::from(found.figure.figure.texture_count);
    let (named, strangers): (Vec<_>, Vec<_>) = relatives(&found.figure.path, files, &TEXTURE_ENDINGS)
        .into_iter()
        .partition(|(kinship, _)| *kinship < Kinship::Stranger);
    for (kinship, path) in named {
        if found.textures.len() == slots {
            return;
        }
        match assets.texture(&path) {
            Ok(texture) => found.textures.push(texture),
            Err(error) if kinship <= Kinship::Prefixed => found.problems.push(error),
            Err(_) => {}
        }
    }
    if found.textures.is_empty() && slots > 0 {
        let needed = texel_extent(&found.figure.figure);
        let mut fitting = Vec::new();
        for (_, path) in strangers {
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

/// The largest texel coordinates of a figure.
fn texel_extent(figure: &Figure) -> [u8; 2] {
    let triangles = figure.polygons.textured_triangles.iter().flat_map(|polygon| polygon.texels);
    let quads = figure.polygons.textured_quads.iter().flat_map(|polygon| polygon.texels);
    triangles.chain(quads).fold([0, 0], |[u, v], texel| [u.max(texel[0]), v.max(texel[1])])
}

/// Whether a picture reaches that far. Content uses both the width and the width less one for the right edge.
fn fits(texture: &TextureAsset, needed: [u8; 2]) -> bool {
    texture.texture.width >= u16::from(needed[0]) && texture.texture.height >= u16::from(needed[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinship_of_real_names() {
        let of = Kinship::of;
        assert_eq!(of("robo", "ROBO"), Kinship::Own);
        assert_eq!(of("robo", "robo_walk"), Kinship::Prefixed);
        assert_eq!(of("robo", "robot"), Kinship::Stranger);
        assert_eq!(of("race_car", "race_tex_car"), Kinship::Words);
        assert_eq!(of("race_car", "race_wall_down"), Kinship::Stranger);
        assert_eq!(of("test_model_robo", "tex_001"), Kinship::Generic);
        assert!(Kinship::Own < Kinship::Prefixed && Kinship::Generic < Kinship::Stranger);
    }
}
