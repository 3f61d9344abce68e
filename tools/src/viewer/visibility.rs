//! Parts of a figure that are hidden or shown alone.
//!
//! Hidden parts are left out of a copy of the figure. The renderer draws and sorts the other polygons as before.

use std::collections::BTreeSet;

use keitai_formats::{Figure, Material, Polygons, Slot};

use super::polygons::Polygon;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Polygons whose first vertex a bone owns.
    Bone(usize),
    Material(u16),
    /// Colour polygons, or those of a texture slot.
    Texture(Slot),
    Pattern(u16),
    /// One polygon, in the renderer's order.
    Polygon(usize),
}

impl Part {
    /// Returns whether the part contains a polygon. `bone` owns the polygon's first vertex.
    pub(crate) fn contains(self, index: usize, polygon: &Polygon, bone: usize) -> bool {
        match self {
            Self::Bone(number) => number == bone,
            Self::Material(bits) => Material(bits) == polygon.material,
            Self::Texture(slot) => slot == polygon.slot,
            Self::Pattern(pattern) => pattern == polygon.pattern,
            Self::Polygon(number) => number == index,
        }
    }
}

/// The hidden parts of a figure, and the part that is shown alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Visibility {
    hidden: BTreeSet<Part>,
    solo: Option<Part>,
}

impl Visibility {
    pub(crate) fn is_whole(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn is_shown(&self, part: Part) -> bool {
        !self.hidden.contains(&part)
    }

    pub(crate) fn solo(&self) -> Option<Part> {
        self.solo
    }

    pub(crate) fn toggle(&mut self, part: Part) {
        if !self.hidden.remove(&part) {
            self.hidden.insert(part);
        }
    }

    /// Shows a part alone, or everything again.
    pub(crate) fn toggle_solo(&mut self, part: Part) {
        self.solo = (self.solo != Some(part)).then_some(part);
    }

    /// Returns whether a polygon is shown. `bone` owns its first vertex.
    pub(crate) fn shows(&self, index: usize, polygon: &Polygon, bone: usize) -> bool {
        let within = |part: &Part| part.contains(index, polygon, bone);
        self.solo.as_ref().is_none_or(within) && !self.hidden.iter().any(within)
    }
}

/// Returns a figure with only the polygons for which `keep` returns true, by their index in the renderer's order, and
/// the indices of those.
pub(crate) fn reduced(figure: &Figure, keep: impl Fn(usize) -> bool) -> (Figure, Vec<usize>) {
    let mut reduced = Figure { polygons: Polygons::default(), ..figure.clone() };
    for pattern in &mut reduced.patterns {
        pattern.colour = Default::default();
        pattern.textures.fill(Default::default());
    }
    let (from, mut indices, mut next) = (&figure.polygons, Vec::new(), 0);
    for batch in figure.batches() {
        let mut chosen = |range: std::ops::Range<usize>| -> Vec<usize> {
            let picks: Vec<usize> = range.clone().filter(|index| keep(next + index - range.start)).collect();
            indices.extend(picks.iter().map(|index| next + index - range.start));
            next += range.len();
            picks
        };
        let (triangles, quads) = (chosen(batch.triangles.clone()), chosen(batch.quads.clone()));
        let pattern = reduced.patterns.get_mut(usize::from(batch.pattern));
        let run = pattern.and_then(|pattern| match batch.slot {
            Slot::Colour => Some(&mut pattern.colour),
            Slot::Texture(slot) => pattern.textures.get_mut(usize::from(slot)),
        });
        if let Some(run) = run {
            (run.quads, run.triangles) = (quads.len() as u16, triangles.len() as u16);
        }
        let lists = &mut reduced.polygons;
        match batch.slot {
            Slot::Colour => {
                lists.colour_quads.extend(quads.iter().filter_map(|index| from.colour_quads.get(*index)));
                lists.colour_triangles.extend(triangles.iter().filter_map(|index| from.colour_triangles.get(*index)));
            }
            Slot::Texture(_) => {
                lists.textured_quads.extend(quads.iter().filter_map(|index| from.textured_quads.get(*index)));
                lists
                    .textured_triangles
                    .extend(triangles.iter().filter_map(|index| from.textured_triangles.get(*index)));
            }
        }
    }
    (reduced, indices)
}

#[cfg(test)]
mod tests {
    use super::super::polygons::polygons;
    use super::*;
    use crate::testing::{robot, shown};

    #[test]
    fn the_rest_of_a_figure_keeps_its_polygons_in_order() {
        for name in ["tin.mbac", "../ring/tray.mbac", "../props/windmill.bac"] {
            let scene = shown(&robot(name));
            let figure = &scene.figure().figure.document;
            let all = polygons(figure);
            assert_eq!(all.len(), scene.figure().figure.model.polygon_count());
            let (whole, indices) = reduced(figure, |_| true);
            assert_eq!((&whole.polygons, &whole.patterns), (&figure.polygons, &figure.patterns));
            assert!(indices.into_iter().eq(0..all.len()));
            let (third, indices) = reduced(figure, |index| index % 3 == 1);
            let rest: Vec<_> =
                polygons(&third).iter().map(|polygon| (polygon.vertices().to_vec(), polygon.material)).collect();
            let expected: Vec<_> = indices.iter().map(|at| (all[*at].vertices().to_vec(), all[*at].material)).collect();
            assert!(indices.iter().all(|index| index % 3 == 1) && indices.len() == (all.len() + 1) / 3);
            assert_eq!(rest, expected);
        }
    }

    #[test]
    fn hidden_parts_and_a_part_alone_add_up() {
        let scene = shown(&robot("tin.mbac"));
        let all = polygons(&scene.figure().figure.document);
        let count = |visibility: &Visibility| -> usize {
            let bone = |polygon: &Polygon| scene.figure().bone_of(polygon.vertices()[0]);
            all.iter().enumerate().filter(|(index, polygon)| visibility.shows(*index, polygon, bone(polygon))).count()
        };
        let mut visibility = Visibility::default();
        assert_eq!((count(&visibility), visibility.is_whole()), (all.len(), true));
        let head = Part::Bone(scene.figure().bone_of(all[0].vertices()[0]));
        visibility.toggle_solo(head);
        let alone = count(&visibility);
        assert!(alone > 0 && alone < all.len());
        visibility.toggle(Part::Polygon(0));
        assert_eq!((count(&visibility), visibility.is_shown(Part::Polygon(0))), (alone - 1, false));
        visibility.toggle_solo(head);
        visibility.toggle(head);
        assert_eq!(count(&visibility), all.len() - alone);
    }
}
