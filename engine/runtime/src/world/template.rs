//! Entities of a scene before they are made.

use hecs::{Entity, World};

use super::Components;
use super::rig::Rig;
use super::transform::Parent;

/// Entity that a child belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Owner {
    /// Position of its template among those that are made together: those of the scene, or of a prefab.
    pub(crate) position: usize,
    /// Number of the child among its children.
    pub(crate) number: usize,
}

/// An entity with its components ready. Other entities are referred to by their position in the scene.
#[derive(Debug, Clone, Default)]
pub(crate) struct EntityTemplate {
    /// The components, without links to other entities.
    pub(crate) components: Components,
    /// The entity that this one was written in as a child, and moves with.
    pub(crate) owner: Option<Owner>,
    /// The entity that this one moves with, without an owner.
    pub(crate) parent: Option<usize>,
    /// The target of the camera's rig.
    pub(crate) rig_target: Option<usize>,
}

impl EntityTemplate {
    /// Returns the components with their links to `entities`, which are those of the scene, and to the owner in `group`.
    pub(crate) fn linked(&self, entities: &[Entity], group: &[Entity]) -> Components {
        let entity = |position: Option<usize>| position.and_then(|position| entities.get(position).copied());
        let owner = self.owner.and_then(|owner| group.get(owner.position).copied());
        let rig = self.components.rig.map(|rig| Rig { target: entity(self.rig_target), ..rig });
        Components { parent: owner.or_else(|| entity(self.parent)).map(Parent), rig, ..self.components.clone() }
    }
}

/// Makes an entity for each template. They may refer to each other, and to the entities of the scene when they are not these.
pub(crate) fn spawn(templates: &[EntityTemplate], scene: Option<&[Entity]>, world: &mut World) -> Vec<Entity> {
    let entities: Vec<Entity> = templates.iter().map(|_| world.spawn(())).collect();
    for (template, entity) in templates.iter().zip(&entities) {
        template.linked(scene.unwrap_or(&entities), &entities).insert(*entity, world);
    }
    entities
}
