//! Entities that travel along a path: opponents, patrols, cameras on rails.

use std::sync::Arc;

use hecs::World;
use keitai_formats::LoopMode;
use keitai_render::{Angle, Q12};
use serde::Deserialize;

use super::components::{SceneComponent, decimal, merged};
use super::motion::Velocity;
use super::path::Path;
use super::reader::Reader;
use super::transform::Transform;
use crate::error::Result;
use crate::ron_text::{SceneFault, number, yes};
use crate::text_file::{Field, Name};

/// Travel along a path. Every tick sets the entity's [`Transform`] in the space of its parent or the world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Along {
    /// One of the scene's `paths`, or a path made in code.
    pub path: Arc<Path>,
    /// Distance travelled from the start, model units; on the way back of a mirrored mode more than the path's length. After the
    /// end of `OnceAndReset` this is the distance of the end that was reached, but the entity stands at the other end, and faces
    /// as it did there.
    pub travelled: Q12,
    /// Movement per tick, model units; negative backwards.
    pub speed: Q12,
    /// Distance to the left of the path, negative to the right, model units.
    pub side: Q12,
    /// Behaviour at the end of an open path. A closed path has no end. A mirrored mode needs a path of at most 262,143
    /// units, because the way back counts as well.
    pub mode: LoopMode,
    /// Whether the entity turns with the path.
    pub turns: bool,
}

/// Travel along a path in a scene.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AlongFile<'a> {
    #[serde(borrow)]
    path: Name<'a>,
    #[serde(deserialize_with = "number::fixed")]
    speed: Q12,
    #[serde(default, deserialize_with = "number::length")]
    start: Q12,
    #[serde(default, deserialize_with = "number::length")]
    side: Q12,
    #[serde(default)]
    mode: LoopMode,
    #[serde(default = "yes")]
    turns: bool,
}

impl SceneComponent for Along {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        Self { travelled: merged(&old.travelled, self.travelled, now.travelled), ..self.clone() }
    }

    fn line(&self) -> String {
        format!("along a path, {} travelled", decimal(self.travelled))
    }
}

impl Along {
    /// Reads the travel of an entity and puts the entity at its start.
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        let AlongFile { path: name, speed, start, side, mode, turns } = field.parse()?;
        let path = reader.loader.path(field, &name)?;
        let longest = Q12::MAX / 2;
        if mode.is_mirrored() && !path.is_closed() && path.length() > longest {
            let (longest, found) = (longest.to_num::<i32>(), path.length().to_num::<i32>());
            let message = format!("expected a path of at most {longest} units for a mirrored mode, found {found}");
            return Err(field.error_at(&name, message));
        }
        if let (Some(velocity), Some(field)) =
            (reader.template.components.get::<&Velocity>(), reader.fields.get("velocity"))
        {
            // An entity that does not turn with the path may spin.
            let allowed =
                Velocity { spin: if turns { Default::default() } else { velocity.spin }, ..Velocity::default() };
            if *velocity != allowed {
                return Err(field.error(SceneFault::excluded("velocity", "along")));
            }
        }
        let mut along = Self { path, travelled: Q12::ZERO, speed, side, mode, turns };
        along.travel_to(start.to_bits().into());
        if let Some(transform) = reader.template.components.get_mut::<&mut Transform>() {
            along.place(transform);
        }
        Ok(Some(along))
    }

    fn step(&mut self) {
        self.travel_to(i64::from(self.travelled.to_bits()) + i64::from(self.speed.to_bits()));
    }

    /// Travels to a distance from the start, 20.12, which the mode brings into the range of [`Self::travelled`].
    pub(crate) fn travel_to(&mut self, to: i64) {
        let length = i64::from(self.path.length().to_bits());
        let mirrored = self.mode.is_mirrored() && !self.path.is_closed();
        let lap = if mirrored { 2 * length } else { length };
        let to = match self.mode {
            _ if self.path.is_closed() => to.rem_euclid(lap),
            LoopMode::Loop | LoopMode::MirroredLoop => to.rem_euclid(lap),
            _ => to.clamp(0, lap),
        };
        self.travelled = Q12::from_bits(i32::try_from(to).unwrap_or(i32::MAX));
    }

    /// Returns whether an entity that travels once has arrived.
    fn has_ended(&self) -> bool {
        let end = if self.speed < 0 { Q12::ZERO } else { self.path.length() };
        !self.path.is_closed() && self.speed != 0 && self.travelled == end
    }

    pub(crate) fn place(&self, transform: &mut Transform) {
        let length = self.path.length();
        let returning = self.travelled > length;
        let place = self.path.at(match self.mode {
            LoopMode::OnceAndReset if self.has_ended() => length - self.travelled,
            _ if returning => length.saturating_mul_int(2).saturating_sub(self.travelled),
            _ => self.travelled,
        });
        transform.position = place.beside(self.side);
        if self.turns {
            let [lean, heading, bank] = place.transform.turn;
            let back = |angle: Angle| Angle(angle.0.wrapping_neg() & 4095);
            transform.turn = match returning != (self.speed < Q12::ZERO) {
                false => [lean, heading, bank],
                true => [back(lean), Angle((heading.0 + 2048) & 4095), back(bank)],
            };
        }
    }
}

/// Puts all entities that travel along a path at their places, without moving them on.
pub(crate) fn place_along(world: &mut World) {
    for (along, transform) in world.query_mut::<(&Along, &mut Transform)>() {
        along.place(transform);
    }
}

/// Moves all entities that travel along a path by a tick.
pub(crate) fn along(world: &mut World) {
    for (along, transform) in world.query_mut::<(&mut Along, &mut Transform)>() {
        along.step();
        along.place(transform);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::path::PathPoint;

    /// Returns a traveller on a path of 100 units along +z.
    fn traveller(mode: LoopMode, speed: i32) -> Along {
        let end = PathPoint { at: [Q12::ZERO, Q12::ZERO, Q12::from_num(100)], ..PathPoint::default() };
        let path = Arc::new(Path::new(&[PathPoint::default(), end], false).unwrap());
        let [speed, side] = [speed, 7].map(Q12::from_num);
        Along { path, travelled: Q12::ZERO, speed, side, mode, turns: true }
    }

    /// Returns z and the heading after each of some ticks.
    fn places(mode: LoopMode, speed: i32, ticks: usize) -> Vec<(i32, i32)> {
        let mut world = World::new();
        let entity = world.spawn((traveller(mode, speed), Transform::default()));
        (0..ticks)
            .map(|_| {
                along(&mut world);
                let transform = *world.get::<&Transform>(entity).unwrap();
                assert_eq!(transform.rounded().x, 7);
                (transform.rounded().z, transform.turn[1].0)
            })
            .collect()
    }

    #[test]
    fn a_start_beyond_an_end_is_brought_into_the_range_by_the_mode() {
        let start = |mode, start: i64| {
            let mut travel = traveller(mode, 1);
            travel.travel_to(start << 12);
            let mut transform = Transform::default();
            travel.place(&mut transform);
            transform.rounded().z
        };
        assert_eq!([LoopMode::Once, LoopMode::Loop, LoopMode::OnceAndReset].map(|mode| start(mode, 130)), [100, 30, 0]);
        assert_eq!([LoopMode::MirroredOnce, LoopMode::MirroredLoop].map(|mode| start(mode, 230)), [0, 30]);
        assert_eq!([LoopMode::Once, LoopMode::Loop, LoopMode::MirroredLoop].map(|mode| start(mode, -30)), [0, 70, 30]);
    }

    #[test]
    fn open_paths_end_begin_again_or_lead_back() {
        assert_eq!(places(LoopMode::Once, 30, 5), [(30, 0), (60, 0), (90, 0), (100, 0), (100, 0)]);
        assert_eq!(places(LoopMode::OnceAndReset, 60, 3), [(60, 0), (0, 0), (0, 0)]);
        let mut back_to_the_end = traveller(LoopMode::OnceAndReset, -60);
        back_to_the_end.travel_to(130 << 12);
        let travelled = [0; 3].map(|_| {
            back_to_the_end.step();
            let mut transform = Transform::default();
            back_to_the_end.place(&mut transform);
            (transform.rounded().z, transform.turn[1].0)
        });
        assert_eq!(travelled, [(40, 2048), (100, 2048), (100, 2048)]);
        assert_eq!(places(LoopMode::Loop, 60, 3), [(60, 0), (20, 0), (80, 0)]);
        assert_eq!(places(LoopMode::Loop, -60, 2), [(40, 2048), (80, 2048)]);
        let back = [(60, 0), (80, 2048), (20, 2048), (40, 0)];
        assert_eq!(places(LoopMode::MirroredLoop, 60, 4), back);
        assert_eq!(places(LoopMode::MirroredOnce, 60, 5)[2..], [(20, 2048), (0, 2048), (0, 2048)]);
    }
}
