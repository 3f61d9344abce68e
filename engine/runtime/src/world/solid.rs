//! Collision of circles and boxes on the ground, in whole model units.
//!
//! Shapes lie in the plane of x and z; heights and turns are ignored. Distances are computed in 64 bits and rounded
//! away from the obstacle, so that an entity that was pushed out does not overlap any more.

use hecs::{Entity, World};
use serde::Deserialize;

use super::components::SceneComponent;
use super::transform::WorldTransform;
use crate::ground::GroundVector;
use crate::ron_text::number::within;

/// The space that an entity takes up on the ground, centred at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Solid {
    /// A circle of this radius.
    Circle(#[serde(deserialize_with = "within::<0, { i32::MAX as i64 }, _, _>")] i32),
    /// A box with these half sizes along x and z.
    Box(
        #[serde(deserialize_with = "within::<0, { i32::MAX as i64 }, _, _>")] i32,
        #[serde(deserialize_with = "within::<0, { i32::MAX as i64 }, _, _>")] i32,
    ),
}

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
    /// Returns the half sizes along x and z.
    fn half_size(self) -> [i64; 2] {
        match self {
            Self::Circle(radius) => [i64::from(radius); 2],
            Self::Box(x, z) => [i64::from(x), i64::from(z)],
        }
    }

    /// Returns the movement of this shape out of `other` when they overlap. Shapes that only touch do not overlap.
    pub(crate) fn push(self, at: GroundVector, other: Self, other_at: GroundVector) -> Option<GroundVector> {
        let away = [0, 1].map(|axis| i64::from(at[axis]) - i64::from(other_at[axis]));
        let push = match (self, other) {
            (Self::Circle(a), Self::Circle(b)) => out_of_circle(away, i64::from(a) + i64::from(b)),
            (Self::Box(..), Self::Box(..)) => {
                let (a, b) = (self.half_size(), other.half_size());
                out_of_box(away, [a[0] + b[0], a[1] + b[1]])
            }
            (Self::Circle(radius), Self::Box(..)) => circle_out_of_box(away, radius.into(), other.half_size()),
            (Self::Box(..), Self::Circle(radius)) => {
                circle_out_of_box(away.map(|c| -c), radius.into(), self.half_size()).map(|push| push.map(|c| -c))
            }
        }?;
        Some(push.map(|c| i32::try_from(c).unwrap_or(if c < 0 { i32::MIN } else { i32::MAX })))
    }
}

/// Returns the movement from a point, given by its distance from the centre, to the rim.
fn out_of_circle(away: [i64; 2], radius: i64) -> Option<[i64; 2]> {
    let square = i128::from(away[0]).pow(2) + i128::from(away[1]).pow(2);
    if square >= i128::from(radius).pow(2) || radius <= 0 {
        return None;
    }
    if square == 0 {
        return Some([radius, 0]);
    }
    let distance = square.isqrt();
    // The missing length is shared between the axes, rounded outwards.
    let missing = i128::from(radius) - distance;
    Some(away.map(|c| {
        let share = (i128::from(c.abs()) * missing + distance - 1) / distance;
        share as i64 * c.signum()
    }))
}

/// Returns the movement from a point, given by its distance from the centre, to the nearest side.
fn out_of_box(away: [i64; 2], half_size: [i64; 2]) -> Option<[i64; 2]> {
    let deep = [0, 1].map(|axis| half_size[axis] - away[axis].abs());
    if deep[0] <= 0 || deep[1] <= 0 {
        return None;
    }
    let outwards = |axis: usize| if away[axis] < 0 { -deep[axis] } else { deep[axis] };
    Some(if deep[0] <= deep[1] { [outwards(0), 0] } else { [0, outwards(1)] })
}

fn circle_out_of_box(away: [i64; 2], radius: i64, half_size: [i64; 2]) -> Option<[i64; 2]> {
    let nearest = [0, 1].map(|axis| away[axis].clamp(-half_size[axis].max(0), half_size[axis].max(0)));
    if nearest == away {
        return out_of_box(away, half_size.map(|side| side + radius));
    }
    out_of_circle([away[0] - nearest[0], away[1] - nearest[1]], radius)
}

type PlacedSolid = (Entity, Solid, GroundVector);

/// Memory for finding contacts, reused from tick to tick.
#[derive(Debug, Default)]
pub(crate) struct ContactFinder {
    solids: Vec<PlacedSolid>,
    /// The pairs of the last tick and of this one, sorted.
    pairs: [Vec<(Entity, Entity)>; 2],
}

impl ContactFinder {
    /// Forgets the contacts of the last tick.
    pub(crate) fn clear(&mut self) {
        self.pairs[0].clear();
    }

    /// Puts the pairs of `found` that are new into `met`, and those of the last tick that are over into `parted`.
    pub(crate) fn compare(
        &mut self,
        found: &[Contact],
        met: &mut Vec<(Entity, Entity)>,
        parted: &mut Vec<(Entity, Entity)>,
    ) {
        let [before, now] = &mut self.pairs;
        now.clear();
        now.extend(found.iter().map(|contact| (contact.first, contact.second)));
        now.sort_unstable();
        met.clear();
        met.extend(now.iter().filter(|pair| before.binary_search(pair).is_err()));
        parted.clear();
        parted.extend(before.iter().filter(|pair| now.binary_search(pair).is_err()));
        self.pairs.swap(0, 1);
    }
}

/// Finds all pairs of solids that overlap, in the order of their numbers.
pub(crate) fn solid(world: &World, found: &mut Vec<Contact>, finder: &mut ContactFinder) {
    let solids = &mut finder.solids;
    found.clear();
    solids.clear();
    let mut query = world.query::<(Entity, &Solid, &WorldTransform)>();
    solids.extend(query.iter().map(|(entity, solid, transform)| {
        let [x, _, z] = transform.0.translation;
        (entity, *solid, [x, z])
    }));
    // Sorted by their left ends along x, so that each is compared only with those that begin before it ends.
    let left = |solid: &Solid, at: &GroundVector| i64::from(at[0]) - solid.half_size()[0];
    solids.sort_unstable_by_key(|(entity, solid, at)| (left(solid, at), entity.id()));
    for (index, (entity, solid, at)) in solids.iter().enumerate() {
        let right = i64::from(at[0]) + solid.half_size()[0];
        for (other, other_solid, other_at) in &solids[index + 1..] {
            if left(other_solid, other_at) >= right {
                break;
            }
            if let Some(push) = solid.push(*at, *other_solid, *other_at) {
                found.push(if entity.id() < other.id() {
                    Contact { first: *entity, second: *other, push }
                } else {
                    Contact { first: *other, second: *entity, push: push.map(i32::saturating_neg) }
                });
            }
        }
    }
    found.sort_unstable_by_key(|contact| (contact.first.id(), contact.second.id()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::parent::propagate_transforms;
    use crate::world::transform::Transform;

    #[test]
    fn a_push_ends_the_overlap() {
        let shapes = [Solid::Circle(5), Solid::Circle(13), Solid::Box(7, 3), Solid::Box(1, 20)];
        for a in shapes {
            for b in shapes {
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
    }

    #[test]
    fn a_push_is_as_short_as_possible() {
        let circle = Solid::Circle(10);
        assert_eq!(circle.push([0, 12], circle, [0, 0]), Some([0, 8]));
        assert_eq!(circle.push([0, 20], circle, [0, 0]), None, "touching");
        assert_eq!(circle.push([0, 0], circle, [0, 0]), Some([20, 0]));
        assert_eq!(circle.push([-6, 8], Solid::Circle(5), [0, 0]), Some([-3, 4]));
        assert_eq!(circle.push([0, -25], Solid::Box(50, 20), [0, 0]), Some([0, -5]));
        assert_eq!(circle.push([53, 24], Solid::Box(50, 20), [0, 0]), Some([3, 4]));
        assert_eq!(Solid::Box(3, 3).push([5, 1], Solid::Box(4, 9), [0, 0]), Some([2, 0]));
    }

    #[test]
    fn the_ends_of_the_range_do_not_overflow() {
        let far = [i32::MAX, i32::MIN];
        for solid in [Solid::Circle(i32::MAX), Solid::Box(i32::MAX, i32::MAX), Solid::Circle(-5), Solid::Box(-5, 0)] {
            for other in [solid, Solid::Circle(1), Solid::Box(1, 1)] {
                let _ = solid.push(far, other, [i32::MIN, i32::MAX]);
                let _ = solid.push(far, other, far);
            }
        }
    }

    #[test]
    fn contacts_begin_and_end() {
        let mut world = World::new();
        let car = world.spawn((Transform::at(0, 0, 0), Solid::Circle(10)));
        let gate = world.spawn((Transform::at(15, 0, -9), Solid::Box(9, 9)));
        let stone = world.spawn((Transform::at(12, 0, 9), Solid::Circle(9)));
        let mut finder = ContactFinder::default();
        let (mut contacts, mut met, mut parted) = (Vec::new(), Vec::new(), Vec::new());
        let mut tick = |world: &mut World| {
            propagate_transforms(world);
            solid(world, &mut contacts, &mut finder);
            finder.compare(&contacts, &mut met, &mut parted);
            (contacts.len(), met.clone(), parted.clone())
        };
        assert_eq!(tick(&mut world), (2, vec![(car, gate), (car, stone)], vec![]));
        assert_eq!(tick(&mut world), (2, vec![], vec![]));
        *world.get::<&mut Transform>(car).unwrap() = Transform::at(4, 0, -12);
        assert_eq!(tick(&mut world), (1, vec![], vec![(car, stone)]));
        world.despawn(gate).unwrap();
        assert_eq!(tick(&mut world), (0, vec![], vec![(car, gate)]));
    }

    #[test]
    fn contacts_are_all_pairs_in_order() {
        let mut world = World::new();
        let mut spawn = |x, z, solid| world.spawn((Transform::at(x, 50, z), solid));
        let a = spawn(30, 0, Solid::Circle(10));
        let b = spawn(0, 0, Solid::Box(25, 5));
        let c = spawn(45, 0, Solid::Circle(10));
        spawn(0, 300, Solid::Circle(10));
        propagate_transforms(&mut world);
        let mut contacts = Vec::new();
        solid(&world, &mut contacts, &mut ContactFinder::default());
        assert_eq!(
            contacts,
            [Contact { first: a, second: b, push: [5, 0] }, Contact { first: a, second: c, push: [-5, 0] }]
        );
    }
}
