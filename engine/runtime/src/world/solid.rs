//! Collision of circles on the ground, in whole model units.
//!
//! Circles lie in the plane of x and z; heights and turns are ignored. Distances are computed in 64 bits and rounded
//! away from the obstacle, so that an entity that was pushed out does not overlap any more.

use hecs::{Entity, World};
use serde::Deserialize;

use super::components::SceneComponent;
use super::transform::WorldTransform;
use crate::ground::{GroundVector, saturated};
use crate::ron_text::number::within;

/// The space that an entity takes up on the ground, centred at its position: a circle of this radius.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename = "Circle")]
pub struct Solid(#[serde(deserialize_with = "within::<0, { i32::MAX as i64 }, _, _>")] pub i32);

impl SceneComponent for Solid {}

/// Two solids that overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// The entity with the lower number.
    pub first: Entity,
    /// The other entity.
    pub second: Entity,
    /// Movement of the first entity that separates the two; the second may move the opposite way instead.
    pub push: GroundVector,
}

impl Solid {
    /// Returns the movement of this circle out of `other` when they overlap. Circles that only touch do not overlap.
    fn push(self, at: GroundVector, other: Self, other_at: GroundVector) -> Option<GroundVector> {
        let away = [0, 1].map(|axis| i64::from(at[axis]) - i64::from(other_at[axis]));
        let radius = i64::from(self.0) + i64::from(other.0);
        let square = i128::from(away[0]).pow(2) + i128::from(away[1]).pow(2);
        if square >= i128::from(radius).pow(2) || radius <= 0 {
            return None;
        }
        let distance = square.isqrt();
        // The missing length is shared between the axes, rounded outwards.
        let missing = i128::from(radius) - distance;
        let push = match distance {
            0 => [radius, 0],
            _ => away.map(|c| {
                let share = (i128::from(c.abs()) * missing + distance - 1) / distance;
                share as i64 * c.signum()
            }),
        };
        Some(push.map(|c| saturated(c.into())))
    }
}

pub(crate) type PlacedSolid = (Entity, Solid, GroundVector);

/// Finds all pairs of solids that overlap, in the order of their numbers. The memory of `solids` is used again.
pub(crate) fn solid(world: &World, contacts: &mut Vec<Contact>, solids: &mut Vec<PlacedSolid>) {
    contacts.clear();
    solids.clear();
    let mut query = world.query::<(Entity, &Solid, &WorldTransform)>();
    solids.extend(query.iter().map(|(entity, solid, transform)| {
        let [x, _, z] = transform.0.translation;
        (entity, *solid, [x, z])
    }));
    // Sorted by their left ends along x, so that each is compared only with those that begin before it ends.
    let left = |solid: &Solid, at: &GroundVector| i64::from(at[0]) - i64::from(solid.0);
    solids.sort_unstable_by_key(|(entity, solid, at)| (left(solid, at), entity.id()));
    for (index, (entity, solid, at)) in solids.iter().enumerate() {
        let right = i64::from(at[0]) + i64::from(solid.0);
        for (other, other_solid, other_at) in &solids[index + 1..] {
            if left(other_solid, other_at) >= right {
                break;
            }
            if let Some(push) = solid.push(*at, *other_solid, *other_at) {
                contacts.push(if entity.id() < other.id() {
                    Contact { first: *entity, second: *other, push }
                } else {
                    Contact { first: *other, second: *entity, push: push.map(i32::saturating_neg) }
                });
            }
        }
    }
    contacts.sort_unstable_by_key(|contact| (contact.first.id(), contact.second.id()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::transform::{Transform, propagate_transforms};

    #[test]
    fn a_push_ends_the_overlap() {
        for (a, b) in [(5, 13), (13, 5), (7, 7), (1, 20)].map(|(a, b)| (Solid(a), Solid(b))) {
            for x in -35..=35 {
                for z in -35..=35 {
                    let at = [x, z];
                    if let Some(push) = a.push(at, b, [0, 0]) {
                        let out = [x + push[0], z + push[1]];
                        assert_eq!(a.push(out, b, [0, 0]), None, "{a:?} at {at:?} in {b:?} by {push:?}");
                        assert!(b.push([0, 0], a, at).is_some());
                    }
                }
            }
        }
    }

    #[test]
    fn a_push_is_as_short_as_possible() {
        let circle = Solid(10);
        assert_eq!(circle.push([0, 12], circle, [0, 0]), Some([0, 8]));
        assert_eq!(circle.push([0, 20], circle, [0, 0]), None, "touching");
        assert_eq!(circle.push([0, 0], circle, [0, 0]), Some([20, 0]));
        assert_eq!(circle.push([-6, 8], Solid(5), [0, 0]), Some([-3, 4]));
    }

    #[test]
    fn the_ends_of_the_range_do_not_overflow() {
        let far = [i32::MAX, i32::MIN];
        for solid in [i32::MAX, -5].map(Solid) {
            for other in [solid, Solid(1)] {
                let _ = solid.push(far, other, [i32::MIN, i32::MAX]);
                let _ = solid.push(far, other, far);
            }
        }
    }

    #[test]
    fn contacts_are_all_pairs_in_order() {
        let mut world = World::new();
        let mut spawn = |x, z, solid| world.spawn((Transform::at(x, 50, z), solid));
        let a = spawn(30, 0, Solid(10));
        let b = spawn(0, 0, Solid(25));
        let c = spawn(45, 0, Solid(10));
        spawn(0, 300, Solid(10));
        propagate_transforms(&mut world);
        let mut contacts = Vec::new();
        solid(&world, &mut contacts, &mut Vec::new());
        assert_eq!(
            contacts,
            [Contact { first: a, second: b, push: [5, 0] }, Contact { first: a, second: c, push: [-5, 0] }]
        );
    }
}
