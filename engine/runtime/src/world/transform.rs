//! Transforms of entities: position, turn and scale in the space of a parent or of the world.
//!
//! A turn is applied about Z first, then X, then Y: y is the direction that an entity faces, x its lean forward and z its
//! tilt. Positions have 12 fraction bits; matrices round them half up to whole units, as on the phones.

use std::hash::Hasher;

use keitai_render::{AffineTrans, Angle, Q12, Vector3};

use super::components::{SceneComponent, decimal, decimals, merged};
use crate::game_hasher::GameHasher;

/// Position, turn and scale in the space of the [`Parent`](super::Parent) or else of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transform {
    /// Position, model units.
    pub position: [Q12; 3],
    /// Turns about the X, Y and Z axes.
    pub turn: [Angle; 3],
    /// Scale in all directions, 1.0 = original size.
    pub scale: Q12,
}

impl Default for Transform {
    fn default() -> Self {
        Self { position: [Q12::ZERO; 3], turn: [Angle(0); 3], scale: Q12::ONE }
    }
}

/// The matrix from entity space to world space. Every tick sets it for all entities with a [`Transform`].
///
/// An entity without a [`Transform`] keeps the matrix that the game gives it, whatever the matrix is: of unequal
/// scales, mirrored or sheared. Parents have no effect on it.
///
/// ```
/// use keitai_runtime::world::WorldTransform;
/// use keitai_runtime::{Settings, Stage};
/// # use keitai_render::{AffineTrans, Compat};
///
/// // Twice as wide and half as high, 10 units to the right.
/// let wide = WorldTransform(AffineTrans::from_raw([8192, 0, 0, 10, 0, 2048, 0, 0, 0, 0, 4096, 0]));
/// let mut stage = Stage::empty((240, 320), Compat::default(), &Settings::default());
/// let entity = stage.world.spawn((wide,));
/// stage.tick(&[]);
/// assert_eq!(*stage.world.get::<&WorldTransform>(entity)?, wide);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorldTransform(pub AffineTrans);

impl WorldTransform {
    /// Returns the position in world space, model units.
    pub(crate) fn position(&self) -> Vector3 {
        let [x, y, z] = self.0.translation;
        Vector3::new(x, y, z)
    }
}

impl Transform {
    /// Returns a transform at a position in whole model units, without turn or scale.
    pub fn at(x: i32, y: i32, z: i32) -> Self {
        Self { position: [x, y, z].map(Q12::saturating_from_num), ..Self::default() }
    }

    /// Returns the position in whole model units, rounded half up.
    pub fn rounded(&self) -> Vector3 {
        let [x, y, z] = self.position.map(|c| c.to_bits().saturating_add(2048) >> 12);
        Vector3::new(x, y, z)
    }

    /// Returns the matrix to the parent's space.
    pub(crate) fn matrix(&self) -> AffineTrans {
        let [x, y, z] = self.turn;
        let mut matrix = AffineTrans::rotation_y(y);
        if x.0 & 4095 != 0 {
            matrix = matrix.mul(&AffineTrans::rotation_x(x));
        }
        if z.0 & 4095 != 0 {
            matrix = matrix.mul(&AffineTrans::rotation_z(z));
        }
        if self.scale != Q12::ONE {
            let s = self.scale.to_bits();
            matrix = matrix.mul(&AffineTrans::from_raw([s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0]));
        }
        let at = self.rounded();
        matrix.translation = [at.x, at.y, at.z];
        matrix
    }

    /// Returns the direction that an entity faces in the parent's space, x and z, 4.12. Lean and tilt are ignored.
    pub fn facing(&self) -> [Q12; 2] {
        let turn = AffineTrans::rotation_y(self.turn[1]).linear;
        [turn[0][2], turn[2][2]]
    }
}

impl SceneComponent for Transform {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        Self {
            position: merged(&old.position, self.position, now.position),
            turn: merged(&old.turn, self.turn, now.turn),
            scale: merged(&old.scale, self.scale, now.scale),
        }
    }

    fn line(&self) -> String {
        let [x, y, z] = self.turn.map(|angle| angle.0);
        format!("at {} turn {x} {y} {z} scale {}", decimals(self.position), decimal(self.scale))
    }

    fn hash(&self, hasher: &mut GameHasher) {
        self.position.iter().for_each(|c| hasher.write_i32(c.to_bits()));
        self.turn.iter().for_each(|angle| hasher.write_i32(angle.0));
        hasher.write_i32(self.scale.to_bits());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_about_z_then_x_then_y() {
        let quarter = Angle(1024);
        let turned = |turn| Transform { turn, ..Transform::default() }.matrix().transform(Vector3::new(1, 10, 100));
        assert_eq!(turned([quarter, Angle(0), Angle(0)]), Vector3::new(1, -100, 10));
        assert_eq!(turned([Angle(0), quarter, Angle(0)]), Vector3::new(100, 10, -1));
        assert_eq!(turned([Angle(0), Angle(0), quarter]), Vector3::new(-10, 1, 100));
        // z: (-10, 1, 100); x: (-10, -100, 1); y: (1, -100, 10)
        assert_eq!(turned([quarter; 3]), Vector3::new(1, -100, 10));
    }

    #[test]
    fn positions_round_half_up() {
        let at = |bits| Transform { position: [Q12::from_bits(bits); 3], ..Transform::default() }.rounded().x;
        assert_eq!([2047, 2048, -2048, -2049, i32::MAX].map(at), [0, 1, 0, -1, i32::MAX >> 12]);
    }

    #[test]
    fn facing_follows_the_turn() {
        let facing = |y| Transform { turn: [Angle(7), Angle(y), Angle(9)], ..Transform::default() }.facing();
        assert_eq!(facing(0), [Q12::ZERO, Q12::ONE]);
        assert_eq!(facing(1024), [Q12::ONE, Q12::ZERO]);
        assert_eq!(facing(-1024), [-Q12::ONE, Q12::ZERO]);
    }
}
