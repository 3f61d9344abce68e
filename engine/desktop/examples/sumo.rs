//! A small game as a newcomer would write it: two robots push each other off the tray.
//!
//! The scene brings figures, actions, steering, camera and light; the game adds one component and two systems.
//! `cargo run --release -p keitai-desktop --example sumo`: arrow keys or the first pad, and W A S D or the
//! second.

use std::path::Path;
use std::time::Instant;

use keitai_desktop::{Controls, Desktop, Maps};
use keitai_render::{Compat, Q12};
use keitai_runtime::Stage;
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::clock::Clock;
use keitai_runtime::hecs::{Entity, World};
use keitai_runtime::world::{Contact, Tags, Transform, Velocity};

/// Radius of the tray, model units.
const TRAY: i32 = 319;

/// Our own component: a robot that is over the edge, and since how many ticks.
struct Falling(u32);

/// Our own system: robots that overlap move apart, each half of the way.
fn push_apart(world: &World, contacts: &[Contact]) {
    for Contact { first, second, push } in contacts {
        for (robot, sign) in [(*first, 1), (*second, -1)] {
            let Ok(mut transform) = world.get::<&mut Transform>(robot) else { continue };
            transform.position[0] += Q12::from_bits(push[0] * 2048 * sign);
            transform.position[2] += Q12::from_bits(push[1] * 2048 * sign);
        }
    }
}

/// Our own system: who leaves the tray falls; two seconds later the round is over.
fn fall(world: &mut World) -> bool {
    let mut over = false;
    let mut leaving = Vec::new();
    for (robot, transform, falling) in world.query_mut::<(Entity, &Transform, Option<&mut Falling>)>().with::<&Tags>() {
        let at = transform.rounded();
        match falling {
            Some(falling) => falling.0 += 1,
            None if at.x * at.x + at.z * at.z > TRAY * TRAY => leaving.push(robot),
            None => {}
        }
    }
    for falling in world.query_mut::<&Falling>() {
        over |= falling.0 > 60;
    }
    for robot in leaving {
        let gravity = [Q12::ZERO, Q12::from_num(-1), Q12::ZERO];
        let _ = world.insert(robot, (Falling(0), Velocity { acceleration: gravity, ..Velocity::default() }));
    }
    over
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let source = Source::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))?;
    let open = || Stage::open(source.clone(), &AssetPath::new("scenes/versus.ron")?, Compat::default());

    let mut stage = open()?;
    let mut picture = stage.framebuffer();
    let mut desktop = Desktop::open("Sumo", (picture.width(), picture.height()), Maps::default())?;
    let (mut clock, mut last) = (Clock::default(), Instant::now());
    while !desktop.poll().quits() {
        let due = clock.advance(last.elapsed());
        last = Instant::now();
        let mut controls = if due > 0 { desktop.take_controls() } else { Default::default() };
        for _ in 0..due {
            stage.tick(&controls);
            push_apart(&stage.world, &stage.contacts.found);
            if fall(&mut stage.world) {
                stage = open()?;
            }
            controls = controls.map(Controls::continued);
        }
        stage.draw(&mut picture);
        desktop.present(&picture)?;
        desktop.wait();
    }
    Ok(())
}
