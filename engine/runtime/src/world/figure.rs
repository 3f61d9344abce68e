//! Figures in the world: a shared model, its textures and its posture.

use std::sync::Arc;

use keitai_render::{Posture, TextureMap};

use crate::assets::FigureAsset;

/// A figure, drawn at its entity's position.
#[derive(Debug, Clone)]
pub struct FigureInstance {
    /// The model.
    pub asset: Arc<FigureAsset>,
    /// A texture for each slot of the model; polygons of further slots are not drawn.
    pub textures: Vec<Arc<TextureMap>>,
    /// Index of the one texture to draw with. With the default `select_texture: GroupZeroOnly` the polygons of slot 0 have it, and
    /// those of other slots are not drawn; with `AllGroups` all have it; with `Ignore` each slot keeps its own. `None`: each slot has
    /// its own. An index beyond the textures leaves polygons with a texture out.
    pub selected: Option<usize>,
    /// The posture and the visible patterns.
    pub posture: Posture,
    /// The posture before a cross-over.
    pub(crate) before: Posture,
    /// The posture that a cross-over leads to, reused.
    pub(crate) goal: Posture,
}

/// The visible patterns, in place of those of the action: bit p shows pattern p, 1..=31.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pattern(pub u32);

/// Mark of entities that are not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hidden;

/// The layer of an entity. Layers are drawn one after the other, lower numbers first; within a layer polygons are sorted
/// together. Entities without this component are in layer 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Layer(pub i16);

impl FigureInstance {
    /// Returns a figure in its rest posture.
    pub fn new(asset: Arc<FigureAsset>, textures: Vec<Arc<TextureMap>>) -> Self {
        let posture = Posture::rest(&asset.model);
        Self { asset, textures, selected: None, posture, before: Posture::default(), goal: Posture::default() }
    }
}
