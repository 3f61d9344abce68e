//! Terrain: walls as lines, hills as heights on a grid, and the entities that follow them.
//!
//! Coordinates are world space, in whole model units, whatever the entity's transform. Heights between the points of the
//! grid are interpolated along x and then along z, rounded down.

use hecs::World;
use keitai_render::Q12;

use super::solid::Solid;
use super::transform::{Parent, Transform, WorldTransform};
use crate::ground::GroundVector;

/// Walls that stop all [`Grounded`] entities.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Walls(pub(crate) Vec<Wall>);

/// Mark of entities that stay on the `heights` of a scene and do not pass its `walls`. A [`Solid`] keeps its radius away from
/// them. An entity with a parent moves with the parent only. Where several heights overlap, the highest counts. A game that
/// lets an entity jump removes the mark until the entity is below [`ground_at`] again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Grounded;

/// A wall between two points on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wall(pub(crate) GroundVector, pub(crate) GroundVector);

/// Heights at the points of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heights {
    origin: GroundVector,
    spacing: i32,
    columns: usize,
    heights: Vec<i32>,
}

/// Returns the first wall that a movement meets and the share of the movement before it, 0..=4096. Of walls met at once
/// the first in the list counts.
fn first_wall(walls: &[Wall], from: GroundVector, movement: GroundVector) -> Option<(usize, i32)> {
    let hits = walls.iter().enumerate().filter_map(|(index, wall)| Some((index, wall.hit(from, movement)?)));
    hits.min_by_key(|(_, share)| *share)
}

impl Wall {
    /// Returns the share of a movement before it meets the wall, 0..=4096. A movement along the wall does not meet it.
    pub(crate) fn hit(self, from: GroundVector, movement: GroundVector) -> Option<i32> {
        let minus = |a: GroundVector, b: GroundVector| [0, 1].map(|axis| i128::from(a[axis]) - i128::from(b[axis]));
        let cross = |a: [i128; 2], b: [i128; 2]| a[0] * b[1] - a[1] * b[0];
        let (along, start, way) = (minus(self.1, self.0), minus(self.0, from), movement.map(i128::from));
        let all = cross(way, along);
        if all == 0 {
            return None;
        }
        // Both shares are fractions of `all`. Without its sign they can be compared without a division.
        let (on_way, on_wall) = (cross(start, along) * all.signum(), cross(start, way) * all.signum());
        let within = 0..=all.abs();
        (within.contains(&on_way) && within.contains(&on_wall)).then(|| (on_way * 4096 / all.abs()) as i32)
    }
}

impl Heights {
    /// Returns a grid from `origin` along +x and +z, row by row, with `columns` points per row at a distance of `spacing`.
    /// `None` unless there are at least two full rows and two columns.
    pub(crate) fn new(origin: GroundVector, spacing: i32, columns: usize, heights: Vec<i32>) -> Option<Self> {
        let full = columns >= 2 && heights.len() >= 2 * columns && heights.len().is_multiple_of(columns);
        (full && spacing > 0).then_some(Self { origin, spacing, columns, heights })
    }

    /// Returns the distance of the points.
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

/// Stops all [`Grounded`] entities at walls and sets their height. The movement since the last tick is checked against the
/// walls; a blocked entity slides along the free axis.
pub(crate) fn terrain(world: &mut World) {
    type Parts<'a> = (&'a mut Transform, &'a WorldTransform, Option<&'a Solid>);
    for (transform, before, solid) in world.query::<Parts>().with::<&Grounded>().without::<&Parent>().iter() {
        let radius = solid.map_or(0, |solid| solid.radius());
        let ([x, _, z], now) = (before.0.translation, transform.rounded());
        let from = [x, z];
        let movement = [now.x.saturating_sub(x), now.z.saturating_sub(z)];
        let is_free = |movement: GroundVector| {
            let reach = movement.map(|along| along.saturating_add(radius.saturating_mul(along.signum())));
            let mut walls = world.query::<&Walls>();
            movement == [0, 0] || walls.iter().all(|walls| first_wall(&walls.0, from, reach).is_none())
        };
        if !is_free(movement) {
            let stays = if is_free([movement[0], 0]) && movement[0] != 0 {
                [false, true]
            } else if is_free([0, movement[1]]) && movement[1] != 0 {
                [true, false]
            } else {
                [true, true]
            };
            for (axis, number) in [(0, 0), (2, 1)] {
                if stays[number] {
                    transform.position[axis] = Q12::saturating_from_num(from[number]);
                }
            }
        }
        let now = transform.rounded();
        if let Some(height) = ground_at(world, [now.x, now.z]) {
            transform.position[1] = Q12::saturating_from_num(height);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::transform::propagate_transforms;

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
        assert_eq!(walk([20, 0], 4), [[20, 2, 0], [40, 4, 0], [40, 4, 0], [40, 4, 0]]);
        // The walker slides along one wall into the corner of both.
        assert_eq!(walk([20, 9], 4), [[20, 2, 9], [40, 4, 18], [40, 4, 18], [40, 4, 18]]);
        assert_eq!(walk([20, 3], 5)[2..], [[40, 4, 9], [40, 4, 12], [40, 4, 15]]);
        assert_eq!(walk([-9, 3], 2), [[-9, 0, 3], [-18, 0, 6]]);
    }

    #[test]
    fn movements_meet_walls_from_both_sides() {
        let wall = Wall([50, -10], [50, 10]);
        assert_eq!(wall.hit([0, 0], [100, 0]), Some(2048));
        assert_eq!(wall.hit([100, 0], [-100, 0]), Some(2048));
        assert_eq!(wall.hit([0, 0], [100, 20]), Some(2048), "at its end");
        assert_eq!(wall.hit([0, 0], [100, 21]), None);
        assert_eq!(wall.hit([0, 0], [49, 0]), None);
        assert_eq!(wall.hit([50, -20], [0, 90]), None, "along it");
        let walls = [wall, Wall([30, -5], [40, 5]), Wall([35, -9], [35, 9])];
        assert_eq!(first_wall(&walls, [0, 0], [70, 0]), Some((1, 2048)));
        assert_eq!(Wall([i32::MIN; 2], [i32::MAX; 2]).hit([i32::MIN, i32::MAX], [i32::MAX, i32::MIN]), Some(4096));
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
    }
}
