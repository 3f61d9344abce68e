//! Entities that a player steers: up and down move, left and right turn.

use crate::controls::{Button, Controls, PLAYERS, Stick};
use hecs::World;
use keitai_render::{Angle, Q12};
use serde::Deserialize;

use super::components::SceneComponent;
use super::figure::Actions;
use super::playback::{Part, PartFile, Playback};
use super::reader::Reader;
use super::transform::Transform;
use crate::error::Result;
use crate::ron_text::number::{self, within};
use crate::text_file::Field;

/// Steering of an entity with a player's direction pad or left stick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Steer {
    /// The player, from 0.
    pub(crate) player: usize,
    /// Speed forwards at full deflection, model units per tick. Backwards it is half.
    pub(crate) speed: Q12,
    /// Turn about Y per tick at full deflection.
    pub(crate) turn: Angle,
    /// The action while the entity stands.
    pub(crate) idle: Option<Part>,
    /// The action while the entity moves, played backwards when it moves backwards.
    pub(crate) moving: Option<Part>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SteerFile<'a> {
    #[serde(default, deserialize_with = "within::<0, { PLAYERS as i64 - 1 }, _, _>")]
    player: usize,
    #[serde(deserialize_with = "number::fixed")]
    speed: Q12,
    #[serde(deserialize_with = "number::turn")]
    turn: Angle,
    #[serde(borrow)]
    idle: Option<PartFile<'a>>,
    #[serde(borrow)]
    moving: Option<PartFile<'a>>,
}

impl Steer {
    /// Reads the steering. An entity that plays nothing starts with the idle or the moving action.
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        let SteerFile { player, speed, turn, idle, moving } = field.parse()?;
        for (name, part) in [("idle", &idle), ("moving", &moving)] {
            if part.is_some() {
                reader.needs(field, name, &["figure"])?;
            }
        }
        let components = &mut reader.template.components;
        let actions = components.get::<&Actions>().cloned();
        if actions.is_none() && reader.fields.get("figure").is_some() {
            // The figure has an error.
            return Ok(None);
        }
        let actions = actions.unwrap_or_default();
        let part = |part: Option<PartFile>| part.map(|part| part.part(field, &actions)).transpose();
        let (idle, moving) = (part(idle)?, part(moving)?);
        if let (false, Some(part)) = (components.has::<Playback>(), idle.or(moving)) {
            components.add(Playback::new(part, &actions));
        }
        Ok(Some(Self { player, speed, turn, idle, moving }))
    }
}

impl SceneComponent for Steer {
    fn line(&self) -> String {
        format!("steered by player {}", self.player + 1)
    }
}

/// Full deflection of [`deflection`].
const FULL: i32 = Stick::FULL as i32;

/// Moves all steered entities by a tick. A player without controls does nothing.
pub(crate) fn steer(world: &mut World, controls: &[Controls]) {
    for (steer, transform) in world.query_mut::<(&Steer, &mut Transform)>() {
        let [right, forward] = deflection(controls.get(steer.player));
        step(steer, transform, right, forward);
    }
    for (steer, playback, actions) in world.query_mut::<(&Steer, &mut Playback, &Actions)>() {
        let [right, forward] = deflection(controls.get(steer.player));
        let part = if (right, forward) == (0, 0) { steer.idle } else { steer.moving };
        if let Some(mut part) = part {
            if forward < 0 {
                part.speed = part.speed.saturating_neg();
            }
            // An action that has ended stays at its end until the other one begins. Without `idle` there is no other one.
            if !(steer.idle.is_some() && playback.head.ended && playback.part == part) {
                playback.play(part, actions);
            }
        }
    }
}

fn step(steer: &Steer, transform: &mut Transform, right: i32, forward: i32) {
    // Angles grow counter-clockwise from above, and a turn to the right is clockwise.
    let turn = steer.turn.0.saturating_mul(right) / FULL;
    transform.turn[1] = Angle(transform.turn[1].0.wrapping_sub(turn) & 4095);
    let forward = if forward < 0 { forward / 2 } else { forward };
    let distance = steer.speed.saturating_mul_int(forward) / FULL;
    let [x, z] = transform.facing();
    transform.position[0] = transform.position[0].saturating_add(distance.saturating_mul(x));
    transform.position[2] = transform.position[2].saturating_add(distance.saturating_mul(z));
}

/// Returns the deflection to the right and forward, -127..=127 each. The direction pad takes precedence over the stick.
fn deflection(controls: Option<&Controls>) -> [i32; 2] {
    let Some(controls) = controls else { return [0; 2] };
    let pad = |plus, minus| (i32::from(controls.held(plus)) - i32::from(controls.held(minus))) * FULL;
    let stick = |value: i8| i32::from(value).max(-FULL);
    let pick = |pad: i32, stick: i32| if pad == 0 { stick } else { pad };
    [
        pick(pad(Button::Right, Button::Left), stick(controls.left.x)),
        pick(pad(Button::Up, Button::Down), -stick(controls.left.y)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_render::Vector3;

    fn steered(controls: Controls, ticks: usize) -> Transform {
        let mut world = World::new();
        let steer_of = Steer { player: 1, speed: Q12::from_num(4), turn: Angle(1024), idle: None, moving: None };
        let entity = world.spawn((steer_of, Transform::default()));
        for _ in 0..ticks {
            steer(&mut world, &[Controls::IDLE, controls]);
        }
        *world.get::<&Transform>(entity).unwrap()
    }

    fn held(buttons: &[Button]) -> Controls {
        Controls { held: buttons.iter().copied().collect(), ..Controls::IDLE }
    }

    #[test]
    fn forward_is_the_direction_that_the_entity_faces() {
        assert_eq!(steered(held(&[Button::Up]), 3).rounded(), Vector3::new(0, 0, 12));
        assert_eq!(steered(held(&[Button::Down]), 2).rounded(), Vector3::new(0, 0, -4));
        // A quarter to the right faces -X: the figure's right hand is at -X when it looks along +Z.
        assert_eq!(steered(held(&[Button::Right, Button::Up]), 1).rounded(), Vector3::new(-4, 0, 0));
        assert_eq!(steered(held(&[Button::Left, Button::Right]), 5), Transform::default());
    }

    #[test]
    fn a_stick_moves_in_proportion_and_the_pad_wins() {
        let stick = |x, y| Controls { left: Stick { x, y }, ..Controls::IDLE };
        assert_eq!(steered(stick(0, -127), 1).rounded().z, 4);
        assert_eq!(steered(stick(0, 64), 1).position[2], -(Q12::from_num(4) * 32) / 127);
        assert_eq!(steered(stick(-64, 0), 1).turn[1], Angle(1024 * 64 / 127));
        assert_eq!(steered(Controls { left: Stick { x: 0, y: 127 }, ..held(&[Button::Up]) }, 1).rounded().z, 4);
        assert_eq!(steered(stick(i8::MIN, 0), 1).turn[1], Angle(1024));
    }
}
