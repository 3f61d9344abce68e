//! Makes entities of templates, and applies a changed scene to a running world. Only differences between the old and the new
//! scene are applied.
//!
//! Entities are the same when they have the same name, or no name and the same position among those without one;
//! children are the same when their owners are the same and they have the same number. Entities that the new scene
//! lacks are removed, new ones are spawned.

use std::collections::BTreeMap;
use std::sync::Arc;

use hecs::{Entity, EntityBuilderClone, World};

use crate::world::parent::{Parent, remove};
use crate::world::reader::EntityTemplate;
use crate::world::rig::Rig;
use crate::world::{Camera, Figure, Name, Pattern, Playback, replace};

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

/// A name, or a position among the entities without one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Identity {
    Named(Arc<str>),
    Nameless(usize),
    /// Child of an entity, with its number among the children.
    Child(Box<Identity>, usize),
}

fn identities(templates: &[EntityTemplate]) -> Vec<Identity> {
    let mut nameless = 0;
    let mut identities: Vec<Identity> = Vec::with_capacity(templates.len());
    for template in templates {
        // Owners are before their children.
        let owner = template.owner.and_then(|owner| Some((identities.get(owner.position)?.clone(), owner.number)));
        identities.push(match (owner, &template.name) {
            (Some((owner, number)), _) => Identity::Child(Box::new(owner), number),
            (None, Some(name)) => Identity::Named(Arc::clone(name)),
            (None, None) => {
                nameless += 1;
                Identity::Nameless(nameless)
            }
        });
    }
    identities
}

/// Changes the entities that `old` has made into those of `new`.
pub(super) fn apply_reload(
    old: &[EntityTemplate],
    new: &[EntityTemplate],
    spawned: &Spawned,
    world: &mut World,
) -> Spawned {
    let known = identities(old).into_iter().zip(old.iter().zip(&spawned.entities));
    let mut known: BTreeMap<Identity, (&EntityTemplate, &Entity)> = known.collect();
    let mut entities = Vec::with_capacity(new.len());
    let mut before = Vec::with_capacity(new.len());
    for identity in identities(new) {
        let previous = known.remove(&identity);
        entities.push(previous.map_or_else(|| world.spawn(()), |(_, entity)| *entity));
        before.push(previous.map(|(template, _)| template));
    }
    for ((template, before), entity) in new.iter().zip(&before).zip(&entities) {
        let components = linked(template, &entities, &entities);
        match before {
            // Cannot fail: the entity has just been spawned.
            None => drop(world.insert(*entity, &components.build())),
            Some(before) if world.contains(*entity) => {
                let before = linked(before, &spawned.entities, &spawned.entities);
                replace(&before, &components, *entity, world);
                let is_not_played_any_more = before.has::<Playback>() && !components.has::<Playback>();
                let has_no_pattern_any_more = before.has::<Pattern>() && !components.has::<Pattern>();
                if (is_not_played_any_more || has_no_pattern_any_more)
                    && let Some(figure) = components.get::<&Figure>()
                {
                    // Otherwise the last posture and the last patterns would stay.
                    let _ = world.insert_one(*entity, figure.clone());
                }
            }
            // The game has removed the entity; it stays removed.
            Some(_) => {}
        }
    }
    // A new entity is not made if the game has removed its parent.
    for (entity, _) in entities.iter().zip(&before).filter(|(_, before)| before.is_none()) {
        let parent = world.get::<&Parent>(*entity).map(|parent| parent.0);
        if parent.is_ok_and(|parent| !world.contains(parent)) {
            remove(world, *entity);
        }
    }
    // Removed last: an entity that had one of them as its parent may have another one now, or none.
    for (_, entity) in known.into_values() {
        remove(world, *entity);
    }
    Spawned::new(new, entities)
}
