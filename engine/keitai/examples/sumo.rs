//! Two robots push each other off a tray: a whole game.
//!
//! The scene has figures, actions, steering, camera and light. The game adds one component and three systems.
//! `cargo run --release -p keitai --example sumo`: arrow keys or the first pad, and W A S D or the second.

use keitai::prelude::*;
use keitai::world::Solid;

/// Radius of the tray, model units.
const TRAY: i32 = 319;

/// A robot over the edge; counts its ticks.
struct Falling(u32);

fn main() -> ExitCode {
    keitai::run(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/versus.ron"), |stage, controls| {
        stage.tick(controls);
        // Robots that overlap move apart, each half of the way.
        for Contact { first, second, push } in &stage.contacts {
            for (robot, half) in [(first, Q12::from_bits(2048)), (second, Q12::from_bits(-2048))] {
                let mut transform = stage.world.get::<&mut Transform>(*robot)?;
                transform.position[0] += half * Q12::from_num(push[0]);
                transform.position[2] += half * Q12::from_num(push[1]);
            }
        }
        let robots = stage.world.query_mut::<(Entity, &Transform)>().with::<&Solid>().without::<&Falling>();
        let at = |transform: &Transform| (transform.rounded().x, transform.rounded().z);
        let leaving = robots.into_iter().filter(|(_, robot)| at(robot).0.pow(2) + at(robot).1.pow(2) > TRAY.pow(2));
        for robot in leaving.map(|(robot, _)| robot).collect::<Vec<_>>() {
            let acceleration = [Q12::ZERO, Q12::NEG_ONE, Q12::ZERO];
            stage.world.insert(robot, (Falling(0), Velocity { acceleration, ..Velocity::default() }))?;
        }
        // Two seconds after a fall the round is over.
        stage.world.query_mut::<&mut Falling>().into_iter().for_each(|falling| falling.0 += 1);
        if stage.world.query_mut::<&Falling>().into_iter().any(|falling| falling.0 > 60) {
            stage.restart();
        }
        Ok(())
    })
}
