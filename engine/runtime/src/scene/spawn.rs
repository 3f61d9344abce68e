//! Makes entities of templates.

use hecs::{Entity, EntityBuilderClone, World};

use crate::world::parent::Parent;
use crate::world::reader::EntityTemplate;
use crate::world::rig::Rig;
use crate::world::{Camera, Name};

/// The entities that a scene has made.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spawned {
    /// One entity per entity of the scene, in the order of its file.
    pub(crate) entities: Vec<Entity>,
    /// The first camera.
    pub(crate) camera: Option<Entity>,
}

impl Spawned {
    pub(super) fn new(templates: &[EntityTemplate], entities: Vec<Entity>) -> Self {
        let camera = templates.iter().position(|template| template.components.has::<Camera>());
        Self { camera: camera.and_then(|camera| entities.get(camera).copied()), entities }
    }
}

/// Makes an entity for each template. They may refer to the entities in `scene`, or without it to each other.
pub(super) fn spawn(templates: &[EntityTemplate], scene: Option<&[Entity]>, world: &mut World) -> Vec<Entity> {
    let entities: Vec<Entity> = templates.iter().map(|_| world.spawn(())).collect();
    for (template, entity) in templates.iter().zip(&entities) {
        // Cannot fail: the entity has just been spawned.
        let _ = world.insert(*entity, &linked(template, scene.unwrap_or(&entities), &entities).build());
    }
    entities
}

/// Returns the components of a template with their links to `entities`, which are those of the scene, and to the owner in `group`.
pub(super) fn linked(template: &EntityTemplate, entities: &[Entity], group: &[Entity]) -> EntityBuilderClone {
    let entity = |position: Option<usize>| position.and_then(|position| entities.get(position).copied());
    let mut components = template.components.clone();
    let owner = template.owner.and_then(|owner| group.get(owner.position).copied());
    if let Some(parent) = owner.or_else(|| entity(template.parent)) {
        components.add(Parent(parent));
    }
    if let Some(rig) = components.get::<&Rig>().copied() {
        components.add(Rig { target: entity(template.rig_target), ..rig });
    }
    if let Some(name) = &template.name {
        components.add(Name(name.clone()));
    }
    components
}
