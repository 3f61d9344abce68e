//! Generates the code that handles all components from their list in [`world`](super): reading a scene, hot reload, the
//! debug overlay and the state digest.

use std::fmt::Debug;

use hecs::{Component, Entity, EntityBuilder, World};
use keitai_render::Q12;

use crate::game_hasher::GameHasher;

/// A component that a scene can give an entity.
pub(crate) trait SceneComponent: Component + Clone + Debug + PartialEq {
    /// Returns whether a reloaded scene gives the same component. Only what a scene sets is compared.
    fn is_same(&self, other: &Self) -> bool {
        self == other
    }

    /// Returns the component that an entity has after a reload: this one of the reloaded scene, in place of `old`. What has
    /// moved on in `now`, and is the same in both scenes, stays.
    fn renewed(&self, _old: &Self, _now: &Self) -> Self {
        self.clone()
    }

    fn line(&self) -> String {
        format!("{self:?}")
    }

    /// Hashes the values that the state digest includes.
    fn hash(&self, _: &mut GameHasher) {}
}

/// Generates everything from rows of a field of an entity, its component, and the function that reads the field. Components of
/// other fields have no function. The fields that no row reads come first.
macro_rules! components {
    (others: [$($other:literal),*]; $($field:ident: $component:ty $(= $read:expr $(, with $($other_field:ident)*)?)?;)*) => {
        /// The names of an entity's fields in a scene.
        pub(crate) const FIELDS: &[&str] = &[$($({ let _ = stringify!($read); stringify!($field) },)?)* $($other),*];

        /// Reads the fields of an entity. Adds the errors, at most one for each field.
        pub(crate) fn read(
            fields: &Fields,
            is_child: bool,
            loader: &mut Loader,
            errors: &mut Vec<crate::Error>,
        ) -> EntityTemplate {
            let mut template = EntityTemplate::default();
            template.components.add(Transform::read(fields, errors)).add(WorldTransform::default());
            $($(if let Some(field) = fields.get(stringify!($field)) {
                let reader = &mut Reader { loader, fields, template: &mut template, is_child };
                let others = [$($(stringify!($other_field)),*)?];
                match reader.needs(field, stringify!($field), &others).and_then(|()| $read(field, reader)) {
                    Ok(Some(component)) => drop(reader.template.components.add::<$component>(component)),
                    Ok(None) => {}
                    Err(error) => errors.push(error),
                }
            })?)*
            let reader = &mut Reader { loader, fields, template: &mut template, is_child };
            if let Err(error) = figure::refuse_fields(reader) {
                errors.push(error);
            }
            template
        }

        /// Gives an entity the components of `new` that differ from `old`, and removes those that only `old` has.
        pub(crate) fn replace(
            old: &hecs::EntityBuilderClone,
            new: &hecs::EntityBuilderClone,
            entity: hecs::Entity,
            world: &mut hecs::World,
        ) {
            let mut changed = hecs::EntityBuilder::new();
            $(components::replace::<$component>(world, entity, (old.get(), new.get()), &mut changed);)*
            // Fails for an entity that does not exist; the caller has checked that it does.
            let _ = world.insert(entity, changed.build());
        }

        /// Describes the components of an entity for the debug overlay, a line each.
        pub(crate) fn describe(entity: hecs::EntityRef) -> Vec<String> {
            let mut lines = Vec::new();
            $(lines.extend(entity.get::<&$component>().map(|component| component.line()));)*
            lines.extend(entity.get::<&WorldTransform>().map(|place| format!("world position {:?}", place.0.translation)));
            let known = [$(std::any::TypeId::of::<$component>(),)* std::any::TypeId::of::<WorldTransform>()];
            let others = entity.component_types().filter(|id| !known.contains(id)).count();
            if others > 0 {
                lines.push(format!("{others} of the game's own"));
            }
            lines
        }

        /// Returns the hashes of entities for the state digest, added up. Components are hashed in the order of the rows.
        fn hash(entities: &hecs::Archetype, hasher: &mut GameHasher) -> u64 {
            $(let $field = entities.get::<&$component>();)*
            // The matrix is computed from the transform, where there is one.
            let places = entities.get::<&WorldTransform>().filter(|_| !entities.has::<Transform>());
            let hashes = entities.ids().iter().enumerate().map(|(row, id)| {
                hasher.restart((*id).into());
                $(if let Some(column) = &$field {
                    column[row].hash(hasher);
                })*
                if let Some(column) = &places {
                    column[row].0.to_raw().into_iter().for_each(|element| hasher.write_i32(element));
                }
                hasher.finish()
            });
            hashes.fold(0, u64::wrapping_add)
        }
    };
}
pub(super) use components;

/// Adds a component that differs to `changed`, or removes from the entity one that only the old scene has.
pub(super) fn replace<T: SceneComponent>(
    world: &mut World,
    entity: Entity,
    old_and_new: (Option<&T>, Option<&T>),
    changed: &mut EntityBuilder,
) {
    match old_and_new {
        (Some(old), Some(new)) if old.is_same(new) => {}
        (Some(old), Some(new)) => {
            let now = world.get::<&T>(entity);
            changed.add(now.map_or_else(|_| new.clone(), |now| new.renewed(old, &now)));
        }
        (None, Some(new)) => drop(changed.add(new.clone())),
        (Some(_), None) => {
            // Fails when the game has removed the component already.
            let _ = world.remove_one::<T>(entity);
        }
        (None, None) => {}
    }
}

/// Returns the value after a reload: that of the reloaded scene where it differs, or else the present one.
pub(super) fn merged<T: PartialEq>(old: &T, new: T, now: T) -> T {
    if new == *old { now } else { new }
}

/// Returns a number with two decimals, rounded down.
pub(super) fn decimal(number: Q12) -> String {
    let hundredths = (i64::from(number.to_bits()) * 100) >> 12;
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

pub(super) fn decimals(numbers: [Q12; 3]) -> String {
    numbers.map(decimal).join(" ")
}

#[cfg(test)]
mod tests {
    use hecs::World;

    use super::*;
    use crate::world::{Name, Rectangle, Solid, Transform, Velocity, describe};

    #[test]
    fn every_component_has_its_line_and_the_game_s_own_are_counted() {
        struct Own;
        let mut world = World::new();
        let velocity = Velocity { linear: [Q12::from_bits(-2048), Q12::ZERO, Q12::ONE], ..Velocity::default() };
        let rectangle = Rectangle { size: (4, 2), colour: 0xAA, ..Rectangle::default() };
        let solid = Solid(60);
        let robot = world.spawn((Name("tin".into()), Transform::at(1, -2, 3), velocity, solid, rectangle, Own));
        assert_eq!(
            describe(world.entity(robot).unwrap()),
            [
                "name tin",
                "at 1.00 -2.00 3.00 turn 0 0 0 scale 1.00",
                "rectangle (4, 2) 0000aa",
                "velocity -0.50 0.00 1.00 acceleration 0.00 0.00 0.00",
                "Solid(60)",
                "1 of the game's own",
            ]
        );
    }
}
