//! The camera of a bout. It looks at the middle of both fighters, follows one who falls until it lies still, and then looks
//! at the winner. When both fall, it keeps both in the picture.

use keitai::ground::{self, GroundVector};
use keitai::hecs::Entity;
use keitai::world::Transform;
use keitai::{Q12, Result, Stage};

use crate::bout::Moment;
use crate::rules::{UNIT, fall};

/// Fixed-point unit of the view: 1/16 of a model unit.
const SIXTEENTH: i32 = UNIT / 16;
/// Height of the point that the camera looks at, over the feet.
const CHEST: i32 = 62 * 16;

/// Ticks for which the camera follows a fall.
const FOLLOWED: u32 = fall::SLOW + 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// From the front, as one looks at a table.
    Front,
    /// In a replay: from the side of the tray that this ground vector points to, lower and nearer.
    Near(GroundVector),
}

#[derive(Debug)]
pub struct Camera {
    eye: Entity,
    focus: Entity,
    /// The target's x, height and z, and the distance, 1/16 of a unit.
    view: [i32; 4],
    side: Side,
}

impl Camera {
    /// The camera of a scene with the entities `eye` and `focus`.
    pub fn new(stage: &Stage, now: &Moment) -> Result<Self> {
        let (eye, focus) = (stage.named("eye")?, stage.named("focus")?);
        Ok(Self { eye, focus, view: goal(now, Side::Front).0, side: Side::Front })
    }

    pub fn look_from(&mut self, side: Side, now: &Moment) {
        self.side = side;
        self.view = goal(now, side).0;
    }

    /// Moves the camera by a tick. `shake` is an offset of its aim across and up, model units.
    pub fn follow(&mut self, stage: &mut Stage, now: &Moment, shake: [i32; 2]) {
        let (goal, ease) = goal(now, self.side);
        for (value, goal) in self.view.iter_mut().zip(goal) {
            *value += (goal - *value) / ease;
        }
        let [x, y, z, far] = self.view;
        // Shares of the distance that are height and ground, per cent.
        let (angle, height, along) = match self.side {
            Side::Front => (0, 68, 74),
            Side::Near(to) => (ground::angle(to), 54, 84),
        };
        let away = ground::vector(angle, far * along / 100);
        let place = |entity, position: [i32; 3]| {
            if let Ok(mut transform) = stage.world.get::<&mut Transform>(entity) {
                transform.position = position.map(|c| Q12::from_bits(c * SIXTEENTH));
            }
        };
        place(self.focus, [x + shake[0] * 16, y + shake[1] * 16, z]);
        place(self.eye, [x + away[0], y + far * height / 100, z + away[1]]);
    }
}

/// Returns the view to reach, and the share of the way per tick as a divisor.
fn goal(now: &Moment, side: Side) -> ([i32; 4], i32) {
    let at = now.fighters.each_ref().map(|fighter| fighter.at.map(|c| c / SIXTEENTH));
    let [a, b] = at;
    let middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    let apart = ground::length([a[0] - b[0], a[1] - b[1]]);
    let fallen = |index: usize| !now.fighters[index].stands();
    let height = |index: usize| now.fighters[index].height[0] / SIXTEENTH;
    match [fallen(0), fallen(1)] {
        [false, false] => {}
        // A stroke on the tray may throw off both.
        [true, true] => {
            let height = (height(0) + height(1)) / 2;
            let far = (430 * 16 + apart * 110 / 100).max(560 * 16);
            return ([middle[0], CHEST + height / 2, middle[1], far], 5);
        }
        [is_left, _] => {
            let index = usize::from(!is_left);
            if now.fighters[index].since > FOLLOWED {
                let [x, z] = at[1 - index];
                return ([x, CHEST, z + 30 * 16, 560 * 16], 9);
            }
            return ([at[index][0], CHEST + height(index) / 2, at[index][1], 520 * 16], 5);
        }
    }
    match side {
        Side::Front => {
            let apart = ground::length([a[0] - b[0], (a[1] - b[1]) * 3 / 4]);
            let far = (430 * 16 + apart * 95 / 100).clamp(560 * 16, 960 * 16);
            ([middle[0], CHEST, middle[1] - 10 * 16, far], 10)
        }
        Side::Near(_) => ([middle[0], CHEST, middle[1], (420 * 16 + apart * 80 / 100).clamp(500 * 16, 860 * 16)], 8),
    }
}
