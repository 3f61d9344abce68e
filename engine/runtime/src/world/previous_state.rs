//! Interpolation between two ticks, for displays with more pictures than ticks per second.
//!
//! [`PreviousState`] holds the transforms, postures and views from before the last tick, and [`Interpolation`] computes
//! those between then and now. The world is never changed, so that the simulation is the same with and without
//! interpolation. An entity is not interpolated in its first tick, because its game may place it after it was made.

use std::collections::HashMap;

use hecs::{Entity, World};
use keitai_render::{AffineTrans, Posture, Q16};

use super::Figure;
use super::camera::Camera;
use super::transform::{MAX_PARENTS, Parent, WorldTransform};

/// The state before the last tick.
#[derive(Debug, Default)]
pub(crate) struct PreviousState {
    entities: HashMap<Entity, PreviousEntity>,
    /// Number of calls of [`Self::remember`], to find entities that were removed.
    calls: u64,
    /// The interpolated posture, reused for every figure.
    posture: Posture,
}

#[derive(Debug, Default)]
struct PreviousEntity {
    /// The last call that found the entity.
    call: u64,
    /// Whether the entity was made since the tick before.
    is_new: bool,
    /// Ticks of the stage when the entity was found first.
    since: u64,
    transform: AffineTrans,
    view: Option<AffineTrans>,
    posture: Option<Posture>,
}

/// A time between the last two ticks.
#[derive(Debug)]
pub(crate) struct Interpolation<'a> {
    state: Option<(&'a mut PreviousState, Q16)>,
}

impl PreviousState {
    /// Keeps the state of the world after `ticks` ticks. Allocates only for new entities.
    pub(crate) fn remember(&mut self, world: &World, ticks: u64) {
        self.calls += 1;
        // Entities that the first call finds existed before it.
        let first = self.calls == 1;
        let mut all = world.query::<(Entity, &WorldTransform, Option<&Camera>, Option<&Figure>)>();
        for (entity, transform, camera, figure) in all.iter() {
            let before = self.entities.entry(entity).or_insert_with(|| PreviousEntity {
                is_new: !first,
                since: ticks,
                ..PreviousEntity::default()
            });
            before.call = self.calls;
            before.is_new &= before.since == ticks;
            before.transform = transform.0;
            before.view = camera.map(|camera| camera.view);
            match (figure, &mut before.posture) {
                (Some(figure), Some(posture)) => posture.clone_from(&figure.posture),
                (figure, posture) => *posture = figure.map(|figure| figure.posture.clone()),
            }
        }
        self.entities.retain(|_, before| before.call == self.calls);
    }

    /// Forgets an entity and all that move with it, so that they are not seen on the way to another place.
    pub(crate) fn forget(&mut self, world: &World, entity: Entity) {
        let parent = |child: &Entity| world.get::<&Parent>(*child).ok().map(|parent| parent.0);
        self.entities.retain(|id, _| {
            let mut line = std::iter::successors(Some(*id), parent).take(1 + MAX_PARENTS);
            line.all(|above| above != entity)
        });
    }

    /// Returns the time at `part` of the last tick, 0 to 1.0.
    pub(crate) fn at(&mut self, part: Q16) -> Interpolation<'_> {
        Interpolation { state: Some((self, part.clamp(Q16::ZERO, Q16::ONE))) }
    }
}

impl Interpolation<'_> {
    /// Returns the time of the last tick.
    pub(crate) fn now() -> Self {
        Interpolation { state: None }
    }

    fn before(&self, entity: Entity) -> Option<(&PreviousEntity, Q16)> {
        let (state, part) = self.state.as_ref()?;
        Some((state.entities.get(&entity).filter(|before| !before.is_new)?, *part))
    }

    /// Returns the transform of an entity whose transform after the tick is `now`.
    pub(crate) fn transform(&self, entity: Entity, now: &WorldTransform) -> WorldTransform {
        self.before(entity).map_or(*now, |(before, part)| WorldTransform(before.transform.between(&now.0, part)))
    }

    /// Returns the view of a camera whose view after the tick is `now`.
    pub(crate) fn view(&self, entity: Entity, now: &AffineTrans) -> AffineTrans {
        let view = self.before(entity).and_then(|(before, part)| Some(before.view?.between(now, part)));
        view.unwrap_or(*now)
    }

    /// Returns the posture of a figure whose posture after the tick is `now`.
    pub(crate) fn posture<'p>(&'p mut self, entity: Entity, now: &'p Posture) -> &'p Posture {
        let Some((state, part)) = &mut self.state else { return now };
        let PreviousState { entities, posture, .. } = &mut **state;
        let before = entities.get(&entity).filter(|before| !before.is_new);
        let Some(before) = before.and_then(|before| before.posture.as_ref()) else { return now };
        posture.set_between(before, now, *part);
        posture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::transform::{Transform, propagate_transforms};

    #[test]
    fn positions_are_interpolated_except_for_new_entities() {
        let mut world = World::new();
        let mover = world.spawn((Transform::at(0, 100, -7),));
        let mut previous = PreviousState::default();
        propagate_transforms(&mut world);
        previous.remember(&world, 0);
        *world.get::<&mut Transform>(mover).unwrap() = Transform::at(10, 100, 8);
        let newcomer = world.spawn((Transform::at(5, 5, 5),));
        propagate_transforms(&mut world);

        let place = |world: &World, interpolation: &Interpolation, entity| {
            let now = *world.get::<&WorldTransform>(entity).unwrap();
            interpolation.transform(entity, &now).0.translation
        };
        let at = |previous: &mut PreviousState, bits| place(&world, &previous.at(Q16::from_bits(bits)), mover);
        assert_eq!(
            [0, 0x8000, 0x10000, 0x20000].map(|bits| at(&mut previous, bits)),
            [[0, 100, -7], [5, 100, 0], [10, 100, 8], [10, 100, 8]]
        );
        assert_eq!(place(&world, &previous.at(Q16::ZERO), newcomer), [5, 5, 5]);
        assert_eq!(place(&world, &Interpolation::now(), mover), [10, 100, 8]);

        world.despawn(mover).unwrap();
        previous.remember(&world, 1);
        assert_eq!(previous.entities.len(), 1);
        // Made before this tick, and placed by the game only then.
        *world.get::<&mut WorldTransform>(newcomer).unwrap() = WorldTransform::default();
        assert_eq!(place(&world, &previous.at(Q16::ZERO), newcomer), [0, 0, 0]);
        previous.remember(&world, 2);
        *world.get::<&mut WorldTransform>(newcomer).unwrap() = WorldTransform(AffineTrans::translation(9, 0, 0));
        assert_eq!(place(&world, &previous.at(Q16::ZERO), newcomer), [0, 0, 0], "the place before the tick");
    }
}
