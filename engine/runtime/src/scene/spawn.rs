//! Makes entities from the templates of a checked scene.

use hecs::{Entity, World};

use super::template::EntityTemplate;

/// The entities that a scene has made.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spawned {
    /// One entity per entity of the scene, in the order of its file, copies behind their first.
    pub(crate) entities: Vec<Entity>,
    /// The first camera.
    pub(crate) camera: Option<Entity>,
}

impl Spawned {
    /// Pairs the entities with their templates' first camera.
    pub(super) fn new(templates: &[EntityTemplate], entities: Vec<Entity>) -> Self {
        let camera = templates.iter().position(|template| template.components.camera.is_some());
        Self { camera: camera.and_then(|camera| entities.get(camera).copied()), entities }
    }
}

/// Makes an entity for each template.
pub(super) fn spawn(templates: &[EntityTemplate], world: &mut World) -> Spawned {
    Spawned::new(templates, spawn_group(templates, None, world))
}

/// Makes an entity for each template. They may refer to each other, and to the entities of the scene when they are not these.
pub(super) fn spawn_group(templates: &[EntityTemplate], scene: Option<&[Entity]>, world: &mut World) -> Vec<Entity> {
    let entities: Vec<Entity> = templates.iter().map(|_| world.spawn(())).collect();
    for (template, entity) in templates.iter().zip(&entities) {
        template.linked(scene.unwrap_or(&entities), &entities).insert(*entity, world);
    }
    entities
}
