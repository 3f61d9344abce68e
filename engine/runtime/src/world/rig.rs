//! Rigs: cameras that look at an entity and move with it.

use hecs::Entity;
use keitai_render::{AffineTrans, Angle, Q12, Vector3};
use serde::{Deserialize, Deserializer, de};

use super::components::{SceneComponent, merged};
use super::reader::Reader;
use super::transform::Transform;
use crate::error::Result;
use crate::ron_text::{SceneFault, number};
use crate::text_file::{Field, Name};

/// Aims a camera at a target, and may move the camera. A camera with a parent is aimed only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rig {
    /// The entity to look at. The world's origin is used when there is none or it was removed.
    pub target: Option<Entity>,
    /// Offset from the target's position along the axes of the world, model units.
    pub offset: [i32; 3],
    /// The movement.
    pub path: RigPath,
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
        Self { target, offset: [0; 3], path, started: false }
    }

    /// Turns an orbit by a tick.
    pub(super) fn spin(&mut self) {
        if let (RigPath::Orbit { angle, spin, .. }, true) = (&mut self.path, self.started) {
            angle.0 = angle.0.wrapping_add(spin.0) & 4095;
        }
    }

    /// Moves the camera's transform by a tick. `target` is the target's matrix, `aim` the point to look at.
    pub(super) fn step(&self, eye: &mut Transform, target: &AffineTrans, aim: Vector3) {
        let (goal, ease) = match self.path {
            RigPath::Stay => return,
            RigPath::Orbit { distance, angle, pitch, .. } => {
                let turn = AffineTrans::rotation_y(angle).mul(&AffineTrans::rotation_x(-pitch));
                (added(aim, turn.transform(Vector3::new(0, 0, distance))), Q12::ONE)
            }
            RigPath::Chase { distance, height, ease } => {
                (target.transform(Vector3::new(0, height, distance.wrapping_neg())), ease)
            }
        };
        let ease = if self.started { ease } else { Q12::ONE };
        for (at, goal) in eye.position.iter_mut().zip([goal.x, goal.y, goal.z]) {
            let rest = Q12::saturating_from_num(goal).saturating_sub(*at);
            *at = at.saturating_add(rest.saturating_mul(ease));
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum RigFile<'a> {
    LookAt {
        #[serde(borrow)]
        target: Option<Name<'a>>,
        #[serde(default)]
        offset: [i32; 3],
    },
    Orbit {
        #[serde(borrow)]
        target: Option<Name<'a>>,
        #[serde(default)]
        offset: [i32; 3],
        distance: i32,
        #[serde(default, deserialize_with = "number::turn")]
        angle: Angle,
        #[serde(default, deserialize_with = "number::turn")]
        pitch: Angle,
        #[serde(default, deserialize_with = "number::turn")]
        spin: Angle,
    },
    Chase {
        #[serde(borrow)]
        target: Name<'a>,
        #[serde(default)]
        offset: [i32; 3],
        distance: i32,
        height: i32,
        #[serde(default = "number::one", deserialize_with = "ease")]
        ease: Q12,
    },
}

fn ease<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Q12, D::Error> {
    let ease = number::share(deserializer)?;
    if ease > 0 { Ok(ease) } else { Err(de::Error::custom("expected an ease above 0")) }
}

impl RigFile<'_> {
    /// Adds the rig of a camera to the entity.
    pub(super) fn read(self, field: Field, reader: &mut Reader) -> Result<()> {
        let (target, offset, path) = match self {
            Self::LookAt { target, offset } => (target, offset, RigPath::Stay),
            Self::Orbit { target, offset, distance, angle, pitch, spin } => {
                (target, offset, RigPath::Orbit { distance, angle, pitch, spin })
            }
            Self::Chase { target, offset, distance, height, ease } => {
                (Some(target), offset, RigPath::Chase { distance, height, ease })
            }
        };
        if let Some(target) = target.as_deref().filter(|target| reader.template.name.as_deref() == Some(*target)) {
            return Err(field.error_at(target, "the rig's target is its own camera"));
        }
        let moves = reader.is_child || reader.fields.get("parent").is_some();
        if moves && path != RigPath::Stay {
            return Err(field.error(SceneFault::excluded("rig", "parent")));
        }
        reader.template.rig_target = target.map(|name| reader.loader.entity(field, &name)).transpose()?;
        reader.template.components.add(Rig { offset, ..Rig::new(None, path) });
        Ok(())
    }
}

impl SceneComponent for Rig {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        let mut rig = *self;
        if let (RigPath::Orbit { angle, .. }, RigPath::Orbit { angle: old, .. }, RigPath::Orbit { angle: now, .. }) =
            (&mut rig.path, old.path, now.path)
        {
            *angle = merged(&old, *angle, now);
        }
        rig
    }

    fn line(&self) -> String {
        format!("rig {:?}", self.path)
    }
}

/// Returns the sum of two positions, at the nearest end of the range where it lies outside.
pub(super) fn added(a: Vector3, b: Vector3) -> Vector3 {
    Vector3::new(a.x.saturating_add(b.x), a.y.saturating_add(b.y), a.z.saturating_add(b.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easing_covers_its_share_of_the_rest() {
        let mut eye = Transform::default();
        let mut rig = Rig::new(None, RigPath::Chase { distance: -64, height: 0, ease: Q12::from_bits(2048) });
        let origin = Vector3::new(0, 0, 0);
        rig.step(&mut eye, &AffineTrans::IDENTITY, origin);
        assert_eq!(eye.rounded().z, 64, "the first step jumps");
        eye = Transform::default();
        rig.started = true;
        let steps = [0; 4].map(|_| {
            rig.step(&mut eye, &AffineTrans::IDENTITY, origin);
            eye.rounded().z
        });
        assert_eq!(steps, [32, 48, 56, 60]);
    }
}
