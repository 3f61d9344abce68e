//! Movement and turning at constant acceleration.

use hecs::World;
use keitai_render::{Angle, Q12};
use serde::Deserialize;

use super::components::{SceneComponent, decimals, merged};
use super::transform::Transform;
use crate::ron_text::number;

/// Movement per tick in the space of the parent or the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Velocity {
    /// Model units per tick.
    #[serde(deserialize_with = "number::factors")]
    pub linear: [Q12; 3],
    /// Change of `linear` after each tick's movement, model units per tick per tick: gravity, thrust, brakes.
    #[serde(deserialize_with = "number::factors")]
    pub acceleration: [Q12; 3],
    /// Turn about the X, Y and Z axes per tick.
    #[serde(deserialize_with = "number::turns")]
    pub spin: [Angle; 3],
}

impl SceneComponent for Velocity {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        Self {
            linear: merged(&old.linear, self.linear, now.linear),
            acceleration: merged(&old.acceleration, self.acceleration, now.acceleration),
            spin: merged(&old.spin, self.spin, now.spin),
        }
    }

    fn line(&self) -> String {
        format!("velocity {} acceleration {}", decimals(self.linear), decimals(self.acceleration))
    }
}

pub(crate) fn motion(world: &mut World) {
    for (transform, velocity) in world.query_mut::<(&mut Transform, &mut Velocity)>() {
        step(transform, velocity);
    }
}

fn step(transform: &mut Transform, velocity: &mut Velocity) {
    for axis in 0..3 {
        transform.position[axis] = transform.position[axis].saturating_add(velocity.linear[axis]);
        velocity.linear[axis] = velocity.linear[axis].saturating_add(velocity.acceleration[axis]);
        // Reduced to one turn, so that no number of ticks reaches the end of the range.
        transform.turn[axis] = Angle(transform.turn[axis].0.wrapping_add(velocity.spin[axis].0) & 4095);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throw_rises_and_falls_and_positions_saturate() {
        let mut transform = Transform::default();
        let mut velocity = Velocity {
            linear: [Q12::from_num(2), Q12::from_num(3), Q12::ZERO],
            acceleration: [Q12::ZERO, Q12::from_num(-1), Q12::ZERO],
            spin: [Angle(0), Angle(-1), Angle(3000)],
        };
        let heights = [0; 7].map(|_| {
            step(&mut transform, &mut velocity);
            transform.rounded().y
        });
        assert_eq!(heights, [3, 5, 6, 6, 5, 3, 0]);
        assert_eq!(transform.rounded().x, 14);
        assert_eq!(transform.turn, [Angle(0), Angle(4089), Angle(21000 & 4095)]);

        let mut transform = Transform { position: [Q12::MAX; 3], ..Transform::default() };
        step(&mut transform, &mut Velocity { linear: [Q12::ONE; 3], ..Velocity::default() });
        assert_eq!(transform.position, [Q12::MAX; 3]);
    }
}
