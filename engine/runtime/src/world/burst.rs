//! Sprites that move by themselves: pictures that follow each other, and bursts of particles.

use hecs::{Entity, World};
use keitai_formats::LoopMode;
use keitai_render::{AffineTrans, Angle, Q12, Vector3};
use serde::Deserialize;

use super::lifetime::Lifetime;
use super::motion::Velocity;
use super::sprite::Sprite;
use super::transform::{Transform, WorldTransform};
use crate::error::Result;
use crate::random::Random;
use crate::ron_text::{SceneFault, number};
use crate::text_file::Field;

/// Pictures that a [`Sprite`] shows one after the other. They lie side by side in the texture, from the sprite's first part to
/// the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpriteFrames {
    /// The first picture, texels: left, top, right, bottom; right and bottom are exclusive.
    pub first: [i32; 4],
    /// Number of pictures.
    pub count: u16,
    /// Ticks of all pictures together, spread over them as evenly as whole ticks allow.
    pub duration: u32,
    /// Behaviour after the last picture.
    pub mode: LoopMode,
    /// Ticks that have passed.
    pub passed: u32,
}

/// The frames of a sprite in a scene.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FramesFile {
    #[serde(deserialize_with = "number::within::<1, 256, _, _>")]
    count: u32,
    /// Ticks of each picture.
    #[serde(deserialize_with = "number::within::<1, 65535, _, _>")]
    ticks: u32,
    #[serde(default)]
    mode: LoopMode,
}

impl FramesFile {
    /// Returns the frames of a sprite, whose `field` is for messages, from the first one.
    pub(super) fn frames(self, field: Field, first: [i32; 4]) -> Result<SpriteFrames> {
        let Self { count, ticks, mode } = self;
        // Mirrored texels lead to the left.
        let end = count.cast_signed() * (first[2] - first[0]) + first[0];
        if !(0..=256).contains(&end) {
            let message = format!("frames: expected a count that fits side by side within 256 texels, found {count}");
            return Err(field.error(SceneFault::Value(message)));
        }
        Ok(SpriteFrames { first, count: count as u16, duration: count * ticks, mode, passed: 0 })
    }
}

impl SpriteFrames {
    /// Returns the index of the picture.
    fn index(&self) -> u32 {
        let count = u32::from(self.count.max(1));
        let step = u64::from(self.passed) * u64::from(count) / u64::from(self.duration.max(1));
        let step = u32::try_from(step).unwrap_or(u32::MAX);
        // To and fro, the pictures at both ends are shown once per lap.
        let lap = (2 * count).saturating_sub(2).max(1);
        let mirrored = |step: u32| if step < count { step } else { lap - step };
        match self.mode {
            LoopMode::Once => step.min(count - 1),
            LoopMode::OnceAndReset => Some(step).filter(|step| *step < count).unwrap_or(0),
            LoopMode::Loop => step % count,
            LoopMode::MirroredOnce => mirrored(step.min(lap)),
            LoopMode::MirroredLoop => mirrored(step % lap),
        }
    }
}

/// Shows the picture of every sprite's frames, and counts a tick.
pub(crate) fn sprite_frames(world: &mut World) {
    for (sprite, frames) in world.query_mut::<(&mut Sprite, &mut SpriteFrames)>() {
        let [left, top, right, bottom] = frames.first;
        let by = right.saturating_sub(left).saturating_mul(frames.index() as i32);
        sprite.texels = [left.saturating_add(by), top, right.saturating_add(by), bottom];
        frames.passed = frames.passed.saturating_add(1);
    }
}

/// Particles that are thrown outward from a point: sparks, dust, splinters.
#[derive(Debug, Clone)]
pub struct Burst {
    /// The picture of each particle. Sprites on the screen are thrown in its plane.
    pub sprite: Sprite,
    /// Number of particles.
    pub count: u16,
    /// Speed of the fastest particles, model units or pixels per tick; the slowest have half of it.
    pub speed: Q12,
    /// Change of each particle's movement per tick, for instance gravity.
    pub acceleration: [Q12; 3],
    /// Ticks until the particles are removed.
    pub lifetime: u32,
}

impl Burst {
    /// Throws the particles from a position, in directions from `random`. Fewer are thrown when the world would have more than
    /// 16,384 entities.
    pub fn spawn(&self, at: [Q12; 3], random: &mut Random, world: &mut World) -> Vec<Entity> {
        let room = crate::limits::MAX_ENTITIES.saturating_sub(world.len() as usize);
        let particles = (0..usize::from(self.count).min(room)).map(|_| {
            let mut angle = || Angle(random.between(0, 4095));
            let turn = if self.sprite.screen {
                AffineTrans::rotation_z(angle()).mul(&AffineTrans::rotation_y(Angle(1024)))
            } else {
                AffineTrans::rotation_y(angle()).mul(&AffineTrans::rotation_x(angle()))
            };
            let speed = random.between(self.speed.to_bits() / 2, self.speed.to_bits());
            let direction = turn.transform(Vector3::new(0, 0, speed));
            let linear = [direction.x, direction.y, direction.z].map(Q12::from_bits);
            let velocity = Velocity { linear, acceleration: self.acceleration, ..Velocity::default() };
            let transform = Transform { position: at, ..Transform::default() };
            let place = WorldTransform(transform.matrix());
            (self.sprite.clone(), transform, place, velocity, Lifetime(self.lifetime))
        });
        let particles: Vec<_> = particles.collect();
        particles.into_iter().map(|particle| world.spawn(particle)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::world::lifetime::lifetime;
    use crate::world::motion::motion;
    use keitai_formats::{Blend, Rgb, Texture};
    use keitai_render::{Compat, TextureMap};

    fn sprite(screen: bool) -> Sprite {
        let texture = Texture { width: 8, height: 8, palette: vec![Rgb::default()], texels: vec![0; 64] };
        let texture = Arc::new(TextureMap::new(&texture, &Compat::default()).unwrap());
        Sprite { texture, texels: [0, 0, 2, 8], size: [4, 4], angle: 0, blend: Blend::Add, key: true, screen }
    }

    #[test]
    fn pictures_follow_each_other_in_all_modes() {
        let lefts = |mode, ticks: usize| {
            let mut world = World::new();
            let frames = SpriteFrames { first: [1, 0, 3, 8], count: 3, duration: 6, mode, passed: 0 };
            let entity = world.spawn((sprite(false), frames));
            let all: Vec<i32> = (0..ticks)
                .map(|_| {
                    sprite_frames(&mut world);
                    let sprite = world.get::<&Sprite>(entity).unwrap();
                    assert_eq!(sprite.texels[2] - sprite.texels[0], 2);
                    sprite.texels[0]
                })
                .collect();
            all.into_iter().step_by(2).collect::<Vec<_>>()
        };
        assert_eq!(lefts(LoopMode::Once, 10), [1, 3, 5, 5, 5]);
        assert_eq!(lefts(LoopMode::OnceAndReset, 10), [1, 3, 5, 1, 1]);
        assert_eq!(lefts(LoopMode::Loop, 10), [1, 3, 5, 1, 3]);
        assert_eq!(lefts(LoopMode::MirroredOnce, 12), [1, 3, 5, 3, 1, 1]);
        assert_eq!(lefts(LoopMode::MirroredLoop, 12), [1, 3, 5, 3, 1, 3]);
    }

    #[test]
    fn pictures_share_a_duration_that_their_number_does_not_divide() {
        let at = |passed, duration| {
            SpriteFrames { first: [0, 0, 2, 8], count: 4, duration, mode: LoopMode::Once, passed }.index()
        };
        // A picture begins at the first tick not before its quarter: 2.5, 5 and 7.5 of 10.
        assert_eq!((0..11).map(|passed| at(passed, 10)).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3]);
        // More pictures than ticks, and none.
        assert_eq!([at(1, 2), at(1, 1), at(1, 0), at(u32::MAX, 1), at(u32::MAX, u32::MAX)], [2, 3, 3, 3, 3]);
    }

    #[test]
    fn a_burst_flies_apart_and_ends() {
        for screen in [false, true] {
            let mut world = World::new();
            let acceleration = [Q12::ZERO; 3];
            let burst = Burst { sprite: sprite(screen), count: 60, speed: Q12::from_num(8), acceleration, lifetime: 5 };
            let particles = burst.spawn([Q12::from_num(100); 3], &mut Random::new(1), &mut world);
            assert_eq!(particles.len(), 60);
            (0..4).for_each(|_| {
                motion(&mut world);
                lifetime(&mut world);
            });
            let mut sides = [0; 3];
            for particle in &particles {
                let away = world.get::<&Transform>(*particle).unwrap().position.map(|c| c.to_num::<i32>() - 100);
                let distance = away.iter().map(|c| c * c).sum::<i32>().isqrt();
                assert!((14..=33).contains(&distance), "four ticks at 4 to 8: {distance}");
                away.iter().zip(&mut sides).for_each(|(c, side)| *side += i32::from(*c > 0));
            }
            assert!(sides[..2].iter().all(|side| (15..=45).contains(side)), "{sides:?}");
            assert_eq!(sides[2] == 0, screen, "on the screen nothing moves in depth");
            lifetime(&mut world);
            assert!(world.is_empty());
        }
    }

    #[test]
    fn a_full_world_takes_no_particles() {
        let mut world = World::new();
        (0..crate::limits::MAX_ENTITIES - 2).for_each(|_| {
            world.spawn(());
        });
        let burst =
            Burst { sprite: sprite(false), count: 9, speed: Q12::ONE, acceleration: [Q12::ZERO; 3], lifetime: 1 };
        assert_eq!(burst.spawn([Q12::ZERO; 3], &mut Random::new(1), &mut world).len(), 2);
    }
}
