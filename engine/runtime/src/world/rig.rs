//! Rigs: cameras that look at an entity and move with it.

use hecs::{Entity, World};
use keitai_render::{AffineTrans, Angle, Q12, Vector3};

use super::terrain::ground_at;
use super::transform::Transform;
use super::wall::Walls;
use crate::ground::{difference, length, sum, with_length};

/// Aims a camera at a target, and may move the camera. A camera with a parent is aimed only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rig {
    /// The entity to look at. The world's origin counts when there is none or it is gone.
    pub target: Option<Entity>,
    /// Offset from the target's position along the axes of the world, model units.
    pub offset: [i32; 3],
    /// The movement.
    pub path: RigPath,
    /// Distance that the camera keeps from the scene's `walls` and above its `heights`, model units, so that they do not hide the
    /// target; 0 for a camera that passes them. A camera that walls would hide the target from comes nearer at its height.
    pub walls: i32,
    /// Whether the camera has reached its place once. If not, the next step jumps there, whatever the ease.
    pub started: bool,
}

/// The movement of a [`Rig`]'s camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RigPath {
    /// None: the camera stays where its transform is.
    Stay,
    /// A circle around the target.
    Orbit {
        /// Distance from the target, model units.
        distance: i32,
        /// Direction from the target: 0 is +Z, in front of a figure that is not turned; 1024 is +X.
        angle: Angle,
        /// Angle above the horizon, -1024..=1024.
        pitch: Angle,
        /// Angle added per tick.
        spin: Angle,
    },
    /// A fixed offset from the target that does not turn with it.
    Follow {
        /// Offset from the target to the camera along the axes of the world, model units.
        away: [i32; 3],
        /// Share of the remaining distance that is covered per tick; 1.0 follows at once.
        ease: Q12,
        /// Always looks against `away`, at the place where the target was. If not, the view turns to the target while the camera is
        /// on its way.
        steady: bool,
    },
    /// A place behind the target that turns with it.
    Chase {
        /// Distance behind the target, model units.
        distance: i32,
        /// Height above the target, model units.
        height: i32,
        /// Share of the remaining distance that is covered per tick; 1.0 follows at once.
        ease: Q12,
    },
}

impl Rig {
    /// Returns a rig for a target, or for the world's origin, without an offset.
    pub fn new(target: Option<Entity>, path: RigPath) -> Self {
        Self { target, offset: [0; 3], path, walls: 0, started: false }
    }

    /// Moves the camera's transform by a tick. `target` is the target's matrix, `aim` the point to look at.
    pub(super) fn step(&mut self, eye: &mut Transform, target: &AffineTrans, aim: Vector3) {
        let (goal, ease) = match &mut self.path {
            RigPath::Stay => return,
            RigPath::Orbit { distance, angle, pitch, spin } => {
                if self.started {
                    angle.0 = angle.0.wrapping_add(spin.0) & 4095;
                }
                let turn = AffineTrans::rotation_y(*angle).mul(&AffineTrans::rotation_x(-*pitch));
                (added(aim, turn.transform(Vector3::new(0, 0, *distance))), Q12::ONE)
            }
            RigPath::Follow { away: [x, y, z], ease, .. } => (added(aim, Vector3::new(*x, *y, *z)), *ease),
            RigPath::Chase { distance, height, ease } => {
                (target.transform(Vector3::new(0, *height, distance.wrapping_neg())), *ease)
            }
        };
        let ease = if self.started { ease } else { Q12::ONE };
        self.started = true;
        for (at, goal) in eye.position.iter_mut().zip([goal.x, goal.y, goal.z]) {
            let rest = Q12::saturating_from_num(goal).saturating_sub(*at);
            *at = at.saturating_add(rest.saturating_mul(ease));
        }
    }

    /// Moves the camera towards `aim`, in front of the walls between, and above the ground.
    pub(super) fn keep_off_walls(&self, eye: &mut Transform, world: &World, aim: Vector3) {
        if self.walls <= 0 || self.path == RigPath::Stay {
            return;
        }
        let (at, from) = (eye.rounded(), [aim.x, aim.z]);
        let way = difference(from, [at.x, at.z]);
        let whole = length(way);
        // A wall behind the camera counts as far as the distance that is kept.
        let reach = whole.saturating_add(self.walls);
        let movement = with_length(way, reach);
        let mut walls = world.query::<&Walls>();
        let hit = walls.iter().flat_map(|walls| &walls.0).filter_map(|wall| wall.hit(from, movement)).min();
        // A little way is left where there is none, so that the camera does not turn.
        let free = hit.map(|share| (i64::from(reach) * i64::from(share) / 4096) as i32 - self.walls);
        let place = match free {
            Some(free) if free < whole => sum(from, with_length(way, free.max(2))),
            _ => [at.x, at.z],
        };
        if place != [at.x, at.z] {
            (eye.position[0], eye.position[2]) =
                (Q12::saturating_from_num(place[0]), Q12::saturating_from_num(place[1]));
        }
        if let Some(ground) = ground_at(world, place) {
            eye.position[1] = eye.position[1].max(Q12::saturating_from_num(ground.saturating_add(self.walls)));
        }
    }

    /// Returns the point that the camera at `eye` looks at; `aim` is the target with its offset.
    pub(super) fn aim(&self, eye: Vector3, aim: Vector3) -> Vector3 {
        match self.path {
            RigPath::Follow { away: [x, y, z], steady: true, .. } => added(eye, -Vector3::new(x, y, z)),
            _ => aim,
        }
    }
}

/// Returns the sum of two positions, at the nearest end of the range where it lies outside.
pub(super) fn added(a: Vector3, b: Vector3) -> Vector3 {
    Vector3::new(a.x.saturating_add(b.x), a.y.saturating_add(b.y), a.z.saturating_add(b.z))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::camera::{Camera, camera};
    use crate::world::terrain::Heights;
    use crate::world::transform::propagate_transforms;
    use crate::world::wall::Wall;

    #[test]
    fn easing_covers_its_share_of_the_rest() {
        let mut eye = Transform::default();
        let mut rig = Rig::new(None, RigPath::Follow { away: [0, 0, 64], ease: Q12::from_bits(2048), steady: false });
        let origin = Vector3::new(0, 0, 0);
        rig.step(&mut eye, &AffineTrans::IDENTITY, origin);
        assert_eq!(eye.rounded().z, 64, "the first step jumps");
        eye = Transform::default();
        let steps = [0; 4].map(|_| {
            rig.step(&mut eye, &AffineTrans::IDENTITY, origin);
            eye.rounded().z
        });
        assert_eq!(steps, [32, 48, 56, 60]);
    }

    /// Returns the place of a camera behind a target at the origin that faces +Z.
    fn chasing(walls: i32, fences: &[Wall], heights: Option<Heights>) -> [i32; 3] {
        let mut world = World::new();
        let target = world.spawn((Transform::default(),));
        let path = RigPath::Chase { distance: 300, height: 100, ease: Q12::ONE };
        let eye = world.spawn((Camera::default(), Transform::default(), Rig { walls, ..Rig::new(Some(target), path) }));
        world.spawn((Walls(fences.to_vec()),));
        if let Some(heights) = heights {
            world.spawn((heights,));
        }
        propagate_transforms(&mut world);
        camera(&mut world);
        let place = world.get::<&Transform>(eye).unwrap().rounded();
        [place.x, place.y, place.z]
    }

    #[test]
    fn a_chasing_camera_stays_in_front_of_walls() {
        let across = |z: i32| Wall([-500, z], [500, z]);
        assert_eq!(chasing(0, &[across(-200)], None), [0, 100, -300]);
        assert_eq!(
            chasing(40, &[across(-200), across(-250)], None),
            [0, 100, -159],
            "shares are 4096ths, rounded down"
        );
        assert_eq!(chasing(40, &[across(-320)], None), [0, 100, -279], "behind the camera");
        assert_eq!(chasing(40, &[across(-341), across(10)], None), [0, 100, -300], "neither between nor near");
        assert_eq!(chasing(40, &[across(-20)], None), [0, 100, -2], "no room");
        assert_eq!(chasing(i32::MAX, &[across(-20)], None), [0, 100, -2]);
    }

    #[test]
    fn a_chasing_camera_stays_above_the_ground() {
        // A slope that rises by 1 per unit behind the target.
        let slope = || Heights::new([-1000, -1000], 1000, 3, vec![1000, 1000, 1000, 0, 0, 0, 0, 0, 0]);
        assert_eq!(chasing(0, &[], slope()), [0, 100, -300]);
        assert_eq!(chasing(40, &[], slope()), [0, 340, -300]);
        assert_eq!(chasing(40, &[Wall([-9, -70], [9, -70])], slope()), [0, 100, -29], "70 is below its height");
    }
}
