//! A robot that walks, turns and hops.

use keitai::prelude::*;

pub fn app() -> App {
    App::scene("scenes/guide/steer.ron", |stage, controls| {
        if let (Ok(robot), Ok(shadow)) = (stage.named("robot"), stage.named("shadow")) {
            hop(&mut stage.world, robot, controls[0].pressed(Button::A));
            follow(&stage.world, robot, shadow);
        }
        stage.tick(controls);
    })
}

/// Begins a hop when the player presses A, and ends it on the ground.
fn hop(world: &mut World, robot: Entity, pressed: bool) {
    let flies = world.satisfies::<&Velocity>(robot);
    if pressed && !flies {
        let linear = [0, 14, 0].map(Q12::from_num);
        let acceleration = [0, -1, 0].map(Q12::from_num);
        let velocity = Velocity { linear, acceleration, ..Velocity::default() };
        // An error says that the entity is gone, for instance after an edit of the scene.
        let _ = world.insert_one(robot, velocity);
    }
    let lands = world.get::<&Transform>(robot).is_ok_and(|at| flies && at.position[1] <= Q12::ZERO);
    if lands {
        let _ = world.remove_one::<Velocity>(robot);
        if let Ok(mut at) = world.get::<&mut Transform>(robot) {
            at.position[1] = Q12::ZERO;
        }
    }
}

/// Keeps the shadow on the ground below the robot.
fn follow(world: &World, robot: Entity, shadow: Entity) {
    let Ok([x, _, z]) = world.get::<&Transform>(robot).map(|at| at.position) else { return };
    if let Ok(mut shadow) = world.get::<&mut Transform>(shadow) {
        shadow.position = [x, Q12::ZERO, z];
    }
}

fn main() -> ExitCode {
    app().main()
}
