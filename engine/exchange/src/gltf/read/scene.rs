//! The part of a file that becomes the figure: its default scene.

use std::collections::BTreeSet;

use keitai_formats::{Diagnostics, counted};

use super::names::pattern_of;
use super::source::Source;
use super::tree::{Tree, name};
use crate::rules;

#[derive(Debug, Clone)]
pub(super) struct Chosen(Vec<bool>);

impl Chosen {
    /// Chooses the nodes of the default scene, or of the first one, and those named patternN of all scenes. An export
    /// of Keitai (`all`) and a file without scenes are taken whole.
    pub(super) fn new(source: &Source, tree: &Tree, all: bool, found: &mut Diagnostics) -> Self {
        let document = &source.document;
        let scene = document.default_scene().or_else(|| document.scenes().next()).filter(|_| !all);
        let Some(scene) = scene else { return Self(vec![true; tree.locals.len()]) };
        let mut chosen = vec![false; tree.locals.len()];
        let roots = roots(&scene);
        // Parents come before their children.
        for &node in &tree.order {
            let parent = tree.parents.get(node).copied().flatten();
            let inside =
                roots.contains(&node) || parent.and_then(|parent| chosen.get(parent)).copied().unwrap_or(false);
            chosen.iter_mut().skip(node).take(1).for_each(|own| *own = inside);
        }
        let mut left_out = Vec::new();
        for node in document.nodes().filter(|node| node.mesh().is_some()) {
            let Some(own) = chosen.get_mut(node.index()).filter(|own| !**own) else { continue };
            *own = pattern_of(&node) > 0;
            if !*own {
                left_out.push(name(&node));
            }
        }
        if let Some(first) = left_out.first() {
            let objects = counted(left_out.len(), "object");
            let message = format!("{objects} outside of the default scene left out: {first}");
            found.report(&rules::SCENE_LEFT_OUT, message);
        }
        Self(chosen)
    }

    pub(super) fn has(&self, node: usize) -> bool {
        self.0.get(node).copied().unwrap_or(false)
    }

    /// Returns the skins that move something in the figure, and those that move nothing at all.
    pub(super) fn skins<'s>(&self, source: &'s Source<'s>) -> impl Iterator<Item = gltf::Skin<'s>> {
        let mut moves: Vec<Option<bool>> = vec![None; source.document.skins().len()];
        for node in source.document.nodes() {
            if let Some(moves) = node.skin().and_then(|skin| moves.get_mut(skin.index())) {
                *moves = Some(*moves == Some(true) || self.has(node.index()));
            }
        }
        source.document.skins().zip(moves).filter(|(_, moves)| *moves != Some(false)).map(|(skin, _)| skin)
    }
}

/// Returns the numbers of the nodes of a scene; a file may name one many times.
pub(super) fn roots(scene: &gltf::Scene<'_>) -> BTreeSet<usize> {
    scene.nodes().map(|node| node.index()).collect()
}
