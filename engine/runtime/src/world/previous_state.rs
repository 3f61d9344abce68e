//! Pictures between two ticks, for displays that show more than thirty a second.
//!
//! [`PreviousState`] keeps where everything was before the last tick, beside the world, and [`Interpolation`] gives places, poses and
//! views on the way from there to where they are now. Nothing is ever written to the world: the simulation is the same
//! with and without. What has just come stands where it is.

use std::collections::HashMap;

use hecs::{Entity, World};
use keitai_render::{AffineTrans, Posture, Q16};

use super::camera::Camera;
use super::figure::FigureInstance;
use super::transform::WorldTransform;

/// Where everything was before the last tick.
#[derive(Debug, Default)]
pub struct PreviousState {
    before: HashMap<Entity, Before>,
    /// Counts the ticks, so that what has gone is known.
    ticks: u64,
    /// The pose between, made anew for each figure.
    posture: Posture,
}

#[derive(Debug, Default)]
struct Before {
    tick: u64,
    place: AffineTrans,
    view: Option<AffineTrans>,
    posture: Option<Posture>,
}

/// A time between the last tick but one and the last.
#[derive(Debug)]
pub struct Interpolation<'a> {
    between: Option<(&'a mut PreviousState, Q16)>,
}

impl PreviousState {
    /// Keeps the world as it is. Allocates for entities that are new only.
    pub fn remember(&mut self, world: &World) {
        self.ticks += 1;
        let mut all = world.query::<(Entity, &WorldTransform, Option<&Camera>, Option<&FigureInstance>)>();
        for (entity, place, camera, figure) in all.iter() {
            let before = self.before.entry(entity).or_default();
            before.tick = self.ticks;
            before.place = place.0;
            before.view = camera.map(|camera| camera.view);
            match (figure, &mut before.posture) {
                (Some(figure), Some(posture)) => posture.clone_from(&figure.posture),
                (figure, posture) => *posture = figure.map(|figure| figure.posture.clone()),
            }
        }
        self.before.retain(|_, before| before.tick == self.ticks);
    }

    /// The time at which `part` of the way is gone, 0 to 1.0.
    pub fn at(&mut self, part: Q16) -> Interpolation<'_> {
        Interpolation { between: Some((self, part.clamp(Q16::ZERO, Q16::ONE))) }
    }
}

impl Interpolation<'_> {
    /// The time of the last tick.
    pub fn now() -> Self {
        Interpolation { between: None }
    }

    fn before(&self, entity: Entity) -> Option<(&Before, Q16)> {
        let (between, part) = self.between.as_ref()?;
        Some((between.before.get(&entity)?, *part))
    }

    /// Where an entity is, that is at `now` after the tick.
    pub fn place(&self, entity: Entity, now: &WorldTransform) -> WorldTransform {
        self.before(entity).map_or(*now, |(before, part)| WorldTransform(before.place.between(&now.0, part)))
    }

    /// What a camera sees through.
    pub fn view(&self, entity: Entity, now: &AffineTrans) -> AffineTrans {
        let view = self.before(entity).and_then(|(before, part)| Some(before.view?.between(now, part)));
        view.unwrap_or(*now)
    }

    /// The pose of an entity's figure.
    pub fn posture<'p>(&'p mut self, entity: Entity, now: &'p Posture) -> &'p Posture {
        let Some((between, part)) = &mut self.between else { return now };
        let PreviousState { before, posture, .. } = &mut **between;
        let Some(before) = before.get(&entity).and_then(|before| before.posture.as_ref()) else { return now };
        posture.set_between(before, now, *part);
        posture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::transform::{Transform, propagate_transforms};

    #[test]
    fn places_lie_on_the_way_and_newcomers_stand_where_they_are() {
        let mut world = World::new();
        let mover = world.spawn((Transform::at(0, 100, -7),));
        let mut between = PreviousState::default();
        propagate_transforms(&mut world);
        between.remember(&world);
        *world.get::<&mut Transform>(mover).unwrap() = Transform::at(10, 100, 8);
        let newcomer = world.spawn((Transform::at(5, 5, 5),));
        propagate_transforms(&mut world);

        let place = |moment: &Interpolation, entity| {
            let now = *world.get::<&WorldTransform>(entity).unwrap();
            moment.place(entity, &now).0.translation
        };
        let at = |between: &mut PreviousState, bits| place(&between.at(Q16::from_bits(bits)), mover);
        assert_eq!(
            [0, 0x8000, 0x10000, 0x20000].map(|bits| at(&mut between, bits)),
            [[0, 100, -7], [5, 100, 0], [10, 100, 8], [10, 100, 8]]
        );
        assert_eq!(place(&between.at(Q16::ZERO), newcomer), [5, 5, 5]);
        assert_eq!(place(&Interpolation::now(), mover), [10, 100, 8]);

        world.despawn(mover).unwrap();
        between.remember(&world);
        assert_eq!(between.before.len(), 1);
    }
}
