//! Terrain: hills as heights on a grid, and the entities that stay on them and stop at walls.
//!
//! Coordinates are world space, in whole model units, whatever the entity's transform. Heights between the points of the
//! grid are interpolated along x and then along z, rounded down.

use hecs::{Entity, World};
use keitai_render::Q12;
use serde::Deserialize;

use super::components::SceneComponent;
use super::parent::Parent;
use super::reader::Reader;
use super::solid::Solid;
use super::transform::{Transform, WorldTransform};
use super::wall::Walls;
use crate::error::Result;
use crate::ground::GroundVector;
use crate::ron_text::SceneFault;
use crate::ron_text::number::within;
use crate::text_file::Field;

/// Mark of entities that stay on the `heights` of a scene and do not pass its `walls`. A [`Solid`] keeps its radius
/// away from them. An entity with a parent moves with the parent only. Where several heights overlap, the highest is
/// used. A game that lets an entity jump removes the mark until the entity is below [`ground_at`] again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Grounded;

/// Heights at the points of a grid from `origin` along +x and +z, row by row.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Heights {
    origin: GroundVector,
    /// Distance of the points.
    #[serde(deserialize_with = "within::<1, { i32::MAX as i64 }, _, _>")]
    spacing: i32,
    /// Points per row.
    columns: usize,
    heights: Vec<i32>,
}

impl SceneComponent for Grounded {}

impl SceneComponent for Heights {
    fn line(&self) -> String {
        "heights".to_owned()
    }
}

impl Grounded {
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        let moves = reader.is_child || reader.fields.get("parent").is_some();
        match field.parse()? {
            true if moves => Err(field.error(SceneFault::excluded("grounded", "parent"))),
            grounded => Ok(grounded.then_some(Self)),
        }
    }
}

impl Heights {
    pub(super) fn read(field: Field, _: &mut Reader) -> Result<Option<Self>> {
        let Self { origin, spacing, columns, heights } = field.parse()?;
        let expected = || "expected two or more full rows of `columns`, which are at least 2".to_owned();
        let heights = Self::new(origin, spacing, columns, heights);
        heights.map(Some).ok_or_else(|| field.error(expected()))
    }

    /// Returns a grid; `None` unless there are at least two full rows and two columns.
    pub(crate) fn new(origin: GroundVector, spacing: i32, columns: usize, heights: Vec<i32>) -> Option<Self> {
        let full = columns >= 2 && heights.len() / columns >= 2 && heights.len().is_multiple_of(columns);
        (full && spacing > 0).then_some(Self { origin, spacing, columns, heights })
    }

    pub(super) fn spacing(&self) -> i32 {
        self.spacing
    }

    /// Returns the height at a point. Beyond the grid the height of its edge continues.
    pub(crate) fn at(&self, point: GroundVector) -> i32 {
        let rows = self.heights.len() / self.columns;
        let (column, x) = self.cell(point[0], self.origin[0], self.columns);
        let (row, z) = self.cell(point[1], self.origin[1], rows);
        let corner = |row: usize, column: usize| {
            i128::from(self.heights.get(row * self.columns + column).copied().unwrap_or_default())
        };
        let spacing = i128::from(self.spacing);
        let along_x = |row: usize| corner(row, column) * (spacing - x) + corner(row, column + 1) * x;
        let height = along_x(row) * (spacing - z) + along_x(row + 1) * z;
        height.div_euclid(spacing * spacing) as i32
    }

    /// Returns the cell along one axis and the distance into it.
    fn cell(&self, at: i32, origin: i32, points: usize) -> (usize, i128) {
        let spacing = i64::from(self.spacing);
        let last = (points - 1) as i64 * spacing;
        let inside = (i64::from(at) - i64::from(origin)).clamp(0, last);
        let cell = (inside / spacing).min(points as i64 - 2);
        (cell as usize, i128::from(inside - cell * spacing))
    }
}

/// Returns the height of the ground at a point, model units, rounded down. `None` in a world without `heights`.
pub fn ground_at(world: &World, point: GroundVector) -> Option<i32> {
    world.query::<&Heights>().iter().map(|heights| heights.at(point)).max()
}

/// Stops all [`Grounded`] entities at walls and sets their height. Of the movement since the last tick an entity keeps the
/// share before the first wall, in whole units. The rest of it slides along the axes that are free.
pub(crate) fn terrain(world: &mut World) {
    type Parts<'a> = (&'a mut Transform, &'a WorldTransform, Option<&'a Solid>);
    for (transform, before, solid) in world.query::<Parts>().with::<&Grounded>().without::<&Parent>().iter() {
        // A point, too, stays off the walls.
        let radius = solid.map_or(0, |solid| solid.radius()).max(1);
        let ([x, _, z], wanted) = (before.0.translation, transform.rounded());
        let wanted = [wanted.x, wanted.z];
        let place = moved([x, z], wanted, |from, to| {
            let mut walls = world.query::<&Walls>();
            walls.iter().all(|walls| walls.0.iter().all(|wall| wall.lets_pass(from, to, radius)))
        });
        for (axis, number) in [(0, 0), (2, 1)] {
            if place[number] != wanted[number] {
                transform.position[axis] = Q12::saturating_from_num(place[number]);
            }
        }
        stand(world, transform, place);
    }
}

/// Sets the height of those of some entities that are [`Grounded`], wherever they were before.
pub(crate) fn ground(world: &World, entities: &[Entity]) {
    for entity in entities {
        let mut grounded = world.query_one::<&mut Transform>(*entity).with::<&Grounded>().without::<&Parent>();
        if let Ok(transform) = grounded.get() {
            let at = transform.rounded();
            stand(world, transform, [at.x, at.z]);
        }
    }
}

fn stand(world: &World, transform: &mut Transform, at: GroundVector) {
    if let Some(height) = ground_at(world, at) {
        transform.position[1] = Q12::saturating_from_num(height);
    }
}

/// Returns the place that a movement reaches: straight on as far as `is_free` allows, and then along x, z and x again.
fn moved(
    from: GroundVector,
    wanted: GroundVector,
    is_free: impl Fn(GroundVector, GroundVector) -> bool,
) -> GroundVector {
    let mut place = furthest(from, wanted, &is_free);
    for axis in [0, 1, 0] {
        let mut to = place;
        to[axis] = wanted[axis];
        place = furthest(place, to, &is_free);
    }
    place
}

/// Returns the furthest point on the way to another that `is_free` allows, in whole units; the start when there is none.
fn furthest(
    from: GroundVector,
    to: GroundVector,
    is_free: impl Fn(GroundVector, GroundVector) -> bool,
) -> GroundVector {
    if from == to || is_free(from, to) {
        return to;
    }
    let way = [0, 1].map(|axis| i64::from(to[axis]) - i64::from(from[axis]));
    let steps = way[0].abs().max(way[1].abs());
    let point = |step: i64| {
        let along = |axis: usize| (i128::from(way[axis]) * i128::from(step) / i128::from(steps)) as i64;
        [0, 1].map(|axis| (i64::from(from[axis]) + along(axis)) as i32)
    };
    let (mut free, mut blocked) = (0, steps);
    while blocked - free > 1 {
        let middle = (free + blocked) / 2;
        if is_free(from, point(middle)) { free = middle } else { blocked = middle }
    }
    point(free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::parent::propagate_transforms;
    use crate::world::wall::Wall;

    /// Returns the positions of an entity of radius 5 that walks from (0, 0), tick by tick.
    fn walk(step: GroundVector, ticks: usize) -> Vec<[i32; 3]> {
        let mut world = World::new();
        world.spawn((Walls(vec![Wall([50, -100], [50, 100]), Wall([-100, 30], [100, 30])]),));
        world.spawn((Heights::new([0, -100], 100, 2, vec![0, 10, 0, 10, 0, 10]).unwrap(),));
        let walker = world.spawn((Transform::default(), WorldTransform::default(), Solid::Circle(5), Grounded));
        let places = (0..ticks).map(|_| {
            for (axis, by) in [(0, step[0]), (2, step[1])] {
                world.get::<&mut Transform>(walker).unwrap().position[axis] += Q12::from_num(by);
            }
            terrain(&mut world);
            propagate_transforms(&mut world);
            world.get::<&WorldTransform>(walker).unwrap().0.translation
        });
        places.collect()
    }

    #[test]
    fn grounded_entities_climb_stop_at_walls_and_slide_along_them() {
        assert_eq!(walk([20, 0], 4), [[20, 2, 0], [40, 4, 0], [45, 4, 0], [45, 4, 0]]);
        // The walker slides along one wall into the corner of both.
        assert_eq!(walk([20, 9], 4), [[20, 2, 9], [40, 4, 18], [45, 4, 25], [45, 4, 25]]);
        assert_eq!(walk([20, 3], 5)[2..], [[45, 4, 9], [45, 4, 12], [45, 4, 15]]);
        assert_eq!(walk([-9, 3], 2), [[-9, 0, 3], [-18, 0, 6]]);
    }

    /// Returns x and z of an entity of radius 60 after some ticks, with one wall.
    fn past(wall: Wall, from: GroundVector, step: GroundVector, ticks: usize) -> GroundVector {
        let wall = Walls(vec![wall]);
        let is_free = |from, to| wall.0.iter().all(|wall| wall.lets_pass(from, to, 60));
        (0..ticks).fold(from, |at, _| moved(at, [at[0] + step[0], at[1] + step[1]], is_free))
    }

    #[test]
    fn a_movement_ends_at_the_wall_whatever_its_length() {
        let wall = Wall([500, -1000], [500, 1000]);
        for step in [1, 7, 300, 440, 100_000] {
            assert_eq!(past(wall, [0, 0], [step, 0], 600), [440, 0], "{step} per tick");
        }
        assert_eq!(past(wall, [440, 0], [300, 40], 5), [440, 200], "along it");
        assert_eq!(past(wall, [440, 0], [-1, 0], 5), [435, 0]);
    }

    #[test]
    fn a_solid_stops_at_the_end_of_a_wall() {
        // 5 beside the end: 440.2 is at a distance of 60, because 59.8 squared is 60 squared less 5 squared.
        assert_eq!(past(Wall([500, 5], [500, 1000]), [300, 0], [1, 0], 400), [440, 0]);
        assert_eq!(past(Wall([500, 60], [500, 1000]), [300, 0], [1, 0], 400), [700, 0], "beside it");
        // Towards its narrow end.
        assert_eq!(past(Wall([500, 0], [900, 0]), [0, 0], [300, 0], 9), [440, 0]);
    }

    #[test]
    fn a_solid_slides_along_a_slanted_wall_on_both_sides() {
        let wall = Wall([-9000, -9000], [9000, 9000]);
        // Half of the movement leads along the wall, which x + z grows by.
        for (from, step) in [([100, 0], [0, 20]), ([0, 100], [20, 0])] {
            assert_eq!(past(wall, from, step, 50), past(wall, from, step, 60), "straight against it");
        }
        for (from, step) in [([100, 0], [10, 30]), ([0, 100], [30, 10])] {
            let [x, z] = past(wall, from, step, 100);
            assert!(x + z > 1800 && (x - z).abs() >= 85, "{x} {z}: 60 times the root of 2 is 84.9");
        }
    }

    #[test]
    fn heights_are_interpolated_between_the_points() {
        let hill = Heights::new([-10, 0], 10, 3, vec![0, 0, 0, 0, 40, 0]).unwrap();
        let at = |x, z| hill.at([x, z]);
        assert_eq!((at(0, 10), at(-10, 10), at(10, 0)), (40, 0, 0));
        assert_eq!((at(-5, 10), at(5, 10), at(0, 5)), (20, 20, 20));
        assert_eq!((at(-5, 5), at(-5, 99), at(-99, -99)), (10, 20, 0));
        assert_eq!(Heights::new([0, 0], 10, 2, vec![-1, 0, 0, 0]).unwrap().at([1, 0]), -1, "rounded down");
        assert_eq!(Heights::new([0, 0], 10, 2, vec![0; 3]), None);
        assert_eq!(Heights::new([0, 0], 0, 2, vec![0; 4]), None);
        assert_eq!(Heights::new([0, 0], 10, usize::MAX / 2 + 1, Vec::new()), None);
    }
}
