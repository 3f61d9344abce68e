//! Entities of a scene before they are made.

use hecs::Entity;

use crate::world::camera::Rig;
use crate::world::components::Components;
use crate::world::transform::Parent;

/// An entity of a scene with its components ready. Other entities are referred to by their position in the scene.
#[derive(Debug, Clone)]
pub(super) struct EntityTemplate {
    /// The components, without links to other entities.
    pub(super) components: Components,
    /// The entity that this one moves with.
    pub(super) parent: Option<usize>,
    /// The target of the camera's rig.
    pub(super) rig_target: Option<usize>,
}

impl EntityTemplate {
    /// Returns the components with their links to `entities`, which are those of the scene.
    pub(super) fn linked(&self, entities: &[Entity]) -> Components {
        let entity = |position: Option<usize>| position.and_then(|position| entities.get(position).copied());
        let rig = self.components.rig.map(|rig| Rig { target: entity(self.rig_target), ..rig });
        Components { parent: entity(self.parent).map(Parent), rig, ..self.components.clone() }
    }
}
