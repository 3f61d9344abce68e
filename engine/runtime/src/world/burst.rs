//! Bursts of particles.

use hecs::{Entity, World};
use keitai_render::{AffineTrans, Angle, Q12, Vector3};

use super::lifetime::Lifetime;
use super::motion::Velocity;
use super::sprite::Sprite;
use super::transform::{Transform, WorldTransform};
use crate::random::Random;

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
    use super::*;
    use crate::world::lifetime::lifetime;
    use crate::world::motion::motion;
    use crate::world::sprite::tests::sprite;

    #[test]
    fn a_burst_flies_apart_and_ends() {
        for screen in [false, true] {
            let mut world = World::new();
            let acceleration = [Q12::ZERO; 3];
            let burst = Burst {
                sprite: Sprite { screen, ..sprite(vec![0; 64]) },
                count: 60,
                speed: Q12::from_num(8),
                acceleration,
                lifetime: 5,
            };
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
            Burst { sprite: sprite(vec![0; 64]), count: 9, speed: Q12::ONE, acceleration: [Q12::ZERO; 3], lifetime: 1 };
        assert_eq!(burst.spawn([Q12::ZERO; 3], &mut Random::new(1), &mut world).len(), 2);
    }
}
