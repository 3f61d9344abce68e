//! Figures, and the paths of their files.

use keitai_formats::Skeleton;
use keitai_render::micro3d::Figure;

use super::AssetPath;
use super::error::{AssetError, Result};

/// Returns a figure from a file, in its rest posture and without textures.
pub(crate) fn at_rest(path: &AssetPath, figure: keitai_formats::Figure, skeleton: Skeleton) -> Result<Figure> {
    let figure = Figure::new(figure).map_err(|source| AssetError::Render { path: path.clone(), source })?;
    Ok(Figure { path: path.as_str().into(), skeleton: skeleton.into(), ..figure })
}

impl From<&Figure> for AssetPath {
    /// Returns the path of a figure's file.
    fn from(figure: &Figure) -> Self {
        Self::of_text(&figure.path)
    }
}
