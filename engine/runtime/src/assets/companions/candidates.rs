//! Files anywhere in a folder or an archive that could belong to a figure, for the user to choose from.

use keitai_formats::Kind;
use keitai_formats::diagnostic::counted;
use keitai_formats::text::natural;
use keitai_render::micro3d::Figure;

use super::{Name, NameMatch, fits, texel_extent};
use crate::assets::{AssetPath, Assets, load};

/// Largest file without a known ending whose contents are read, bytes.
const MOST_UNNAMED: u64 = 1 << 20;

/// A file that could belong to a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Path below the asset root.
    pub path: AssetPath,
    /// Size of a texture, or number of actions: "64x128", "3 actions".
    pub about: String,
    /// Whether the file is named after another figure.
    pub of_other: bool,
}

/// Returns those of `files` that could belong to a figure, the likeliest first, those in use included: textures that contain all
/// texels of the figure, or actions for as many bones. `kinds` is one of [`Kind::is_texture`] and [`Kind::is_actions`].
///
/// Contents decide the kind of a file without a known ending in an archive, and beside a figure without one.
pub fn candidates(
    assets: &mut Assets,
    figure: &Figure,
    files: &[AssetPath],
    kinds: fn(Kind) -> bool,
) -> Vec<Candidate> {
    let figure_path = AssetPath::from(figure);
    let figure_name = Name::new(figure_path.stem());
    let by_content = figure_path.kind().is_none() || assets.source().root().is_none();
    let others = files.iter().filter(|path| **path != figure_path && path.kind().is_some_and(Kind::is_figure));
    let others: Vec<String> = others.map(|path| Name::new(path.stem()).whole).collect();
    let extent = texel_extent(figure);
    let mut ranking = Vec::new();
    for path in files.iter().filter(|path| **path != figure_path) {
        let content = || if by_content { load::recognised(assets.source(), path, MOST_UNNAMED) } else { None };
        let Some(kind) = path.kind().or_else(content).filter(|kind| kinds(*kind)) else { continue };
        let about = if kind.is_actions() {
            assets.actions_for(path, figure).ok().map(|actions| counted(actions.table.actions.len(), "action"))
        } else if figure.document.texture_count == 0 || kind == Kind::Png && assets.is_drawn(path) {
            None
        } else {
            let size = assets.texture_size(path).ok().filter(|size| fits(*size, extent));
            size.map(|[width, height]| format!("{width}x{height}"))
        };
        assets.forget(path);
        let Some(about) = about else { continue };
        let name = Name::new(path.stem());
        let of_other = name.is_of_other(&figure_name, &others);
        let rank = (of_other, NameMatch::of(&figure_name, &name), away(&figure_path.folder(), &path.folder()));
        ranking.push((rank, Candidate { path: path.clone(), about, of_other }));
    }
    ranking.sort_by(|(rank, one), (other_rank, other)| {
        (rank, by_name(&one.path)).cmp(&(other_rank, by_name(&other.path)))
    });
    ranking.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Returns the key that files of one rank are sorted by: the path without its ending, and numbers by their value.
fn by_name(path: &AssetPath) -> ((&str, u64), &AssetPath) {
    let (whole, ending) = (path.as_str(), path.name().len() - path.stem().len());
    (natural(whole.get(..whole.len() - ending).unwrap_or(whole)), path)
}

/// Returns the number of steps from a folder to another.
fn away(from: &AssetPath, to: &AssetPath) -> usize {
    let names = |folder: &AssetPath| -> Vec<String> {
        folder.as_str().split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let [from, to] = [names(from), names(to)];
    let common = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
    from.len() + to.len() - 2 * common
}
