//! Figures in the world: a shared model, its textures, the pose it is in.

use std::sync::Arc;

use keitai_render::{Posture, TextureMap};

use crate::assets::FigureAsset;

/// A figure that is drawn where its entity is.
#[derive(Debug, Clone)]
pub struct FigureInstance {
    /// The figure.
    pub asset: Arc<FigureAsset>,
    /// A texture for each of its slots; polygons of slots beyond are not drawn.
    pub textures: Vec<Arc<TextureMap>>,
    /// One of `textures`, used for all slots.
    pub selected: Option<usize>,
    /// The pose, and the patterns shown.
    pub posture: Posture,
}

/// Patterns that are shown whatever the action says: bit p shows pattern p, 1..=31.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pattern(pub u32);

/// Not drawn while it is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hidden;

/// Layers are drawn one after the other, lower numbers first; within a layer polygons are sorted together. 0 when there
/// is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Layer(pub i16);

impl FigureInstance {
    /// The figure in its rest pose.
    pub fn new(asset: Arc<FigureAsset>, textures: Vec<Arc<TextureMap>>) -> Self {
        let posture = Posture::rest(&asset.model);
        Self { asset, textures, selected: None, posture }
    }
}
