//! The order of a scene's entities.

use hecs::Entity;

/// Entities of a scene with their places in its file, by the entities' numbers; empty where that order is the same.
#[derive(Debug, Default)]
pub(crate) struct Places(Vec<(Entity, u32)>);

impl Places {
    /// Puts the entities of a scene in this order, and others after them.
    pub(crate) fn set(&mut self, entities: &[Entity]) {
        self.0.clear();
        if !entities.is_sorted_by_key(|entity| entity.id()) {
            self.0.extend(entities.iter().copied().zip(0..));
            self.0.sort_unstable();
        }
    }

    /// Returns the place of an entity. Entities of a game come after those of the scene, in the order of their numbers.
    pub(crate) fn of(&self, entity: Entity) -> u32 {
        let after = || (self.0.len() as u32).saturating_add(entity.id());
        self.0.binary_search_by_key(&entity, |(own, _)| *own).map_or_else(|_| after(), |at| self.0[at].1)
    }
}
