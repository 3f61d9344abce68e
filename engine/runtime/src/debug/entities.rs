//! Entities and their components as text.

use hecs::{Entity, World};

use crate::world::{Camera, FigureInstance, Name, Sprite, WorldLight};

/// Returns all entities, in the order of their numbers.
pub(super) fn sorted(world: &World) -> Vec<Entity> {
    let mut entities: Vec<Entity> = world.iter().map(|entity| entity.entity()).collect();
    entities.sort_unstable_by_key(|entity| entity.id());
    entities
}

pub(super) fn title(world: &World, entity: Entity) -> String {
    let Ok(parts) = world.entity(entity) else { return entity.id().to_string() };
    let name = parts.get::<&Name>().map_or_else(String::new, |name| format!(" {}", name.0));
    let figure = parts.get::<&FigureInstance>().map(|figure| figure.asset.path.name().to_owned());
    let kind = figure.or_else(|| parts.has::<Sprite>().then(|| "sprite".to_owned()));
    let kind = kind.or_else(|| parts.has::<Camera>().then(|| "camera".to_owned()));
    let kind = kind.or_else(|| parts.has::<WorldLight>().then(|| "light".to_owned()));
    format!("{}{name} {}", entity.id(), kind.unwrap_or_default()).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_titled_with_number_and_name() {
        let mut world = World::new();
        world.spawn(());
        let robot = world.spawn((Name("tin".into()),));
        assert_eq!(sorted(&world).len(), 2);
        assert_eq!(title(&world, robot), "1 tin");
    }
}
