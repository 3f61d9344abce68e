//! A robot that walks, turns and hops.

use keitai::prelude::*;

pub fn app() -> App {
    App::scene("scenes/guide/steer.ron", |stage, controls| {
        let (robot, shadow) = (stage.named("robot")?, stage.named("shadow")?);
        hop(&mut stage.world, robot, controls[0].pressed(Button::A))?;
        follow(&stage.world, robot, shadow)?;
        stage.tick(controls);
        Ok(())
    })
}

/// Begins a hop when the player presses A, and ends it on the ground.
fn hop(world: &mut World, robot: Entity, pressed: bool) -> keitai::Result<()> {
    let flies = world.satisfies::<&Velocity>(robot);
    if pressed && !flies {
        let linear = [0, 14, 0].map(Q12::from_num);
        let acceleration = [0, -1, 0].map(Q12::from_num);
        let velocity = Velocity { linear, acceleration, ..Velocity::default() };
        world.insert_one(robot, velocity)?;
    }
    let height = world.get::<&Transform>(robot)?.position[1];
    if flies && height <= Q12::ZERO {
        world.remove_one::<Velocity>(robot)?;
        world.get::<&mut Transform>(robot)?.position[1] = Q12::ZERO;
    }
    Ok(())
}

/// Keeps the shadow on the ground below the robot.
fn follow(world: &World, robot: Entity, shadow: Entity) -> keitai::Result<()> {
    let [x, _, z] = world.get::<&Transform>(robot)?.position;
    world.get::<&mut Transform>(shadow)?.position = [x, Q12::ZERO, z];
    Ok(())
}

fn main() -> ExitCode {
    app().main()
}
