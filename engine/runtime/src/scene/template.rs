//! Entities of a scene before they are made.

use hecs::Entity;

use crate::world::camera::Rig;
use crate::world::components::Components;
use crate::world::transform::Parent;

/// Entity that a child belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner {
    /// Position of its template among those that are made together: those of the scene, or of a prefab.
    pub(super) position: usize,
    /// Number of the child among its children.
    pub(super) number: usize,
}

/// An entity of a scene with its components ready. Other entities are referred to by their position in the scene.
#[derive(Debug, Clone)]
pub(super) struct EntityTemplate {
    /// The components, without links to other entities.
    pub(super) components: Components,
    /// The entity that this one was written in as a child, and moves with.
    pub(super) owner: Option<Owner>,
    /// The entity that this one moves with, without an owner.
    pub(super) parent: Option<usize>,
    /// The target of the camera's rig.
    pub(super) rig_target: Option<usize>,
}

impl EntityTemplate {
    /// Returns the components with their links to `entities`, which are those of the scene, and to the owner in `group`.
    pub(super) fn linked(&self, entities: &[Entity], group: &[Entity]) -> Components {
        let entity = |position: Option<usize>| position.and_then(|position| entities.get(position).copied());
        let owner = self.owner.and_then(|owner| group.get(owner.position).copied());
        let rig = self.components.rig.map(|rig| Rig { target: entity(self.rig_target), ..rig });
        Components { parent: owner.or_else(|| entity(self.parent)).map(Parent), rig, ..self.components.clone() }
    }
}
