//! A robot that pushes cups over hills, and sees how far it is to the next obstacle.

use keitai::ground;
use keitai::hud::Hud;
use keitai::prelude::*;
use keitai::world;

/// Reach of the robot's eyes, model units.
const REACH: i32 = 600;

pub fn app() -> App {
    App::scene("scenes/guide/collisions.ron", |stage, controls| {
        stage.tick(controls);
        push(stage)?;
        look(stage)
    })
}

/// Moves cups out of the way of the robot, which the scene has first.
fn push(stage: &mut Stage) -> keitai::Result<()> {
    for Contact { second, push, .. } in &stage.contacts {
        let mut cup = stage.world.get::<&mut Transform>(*second)?;
        cup.position[0] -= Q12::from_num(push[0]);
        cup.position[2] -= Q12::from_num(push[1]);
    }
    Ok(())
}

/// Puts the mark on the first wall, cup or slope in front of the robot, and writes the distance.
fn look(stage: &mut Stage) -> keitai::Result<()> {
    let robot = stage.named("robot")?;
    let place = *stage.world.get::<&Transform>(robot)?;
    let eyes = place.rounded() + Vector3::new(0, 70, 0);
    let [x, z] = ground::vector(place.turn[1].0, REACH);
    let hit = world::ray(&stage.world, eyes, Vector3::new(x, 0, z), |entity| entity != robot);

    let hud = Hud::new(stage);
    hud.show(stage, "mark", hit.is_some());
    match hit {
        Some(hit) => {
            let Vector3 { x, y, z } = hit.point;
            hud.change(stage, "mark", |mark: &mut Transform| *mark = Transform::at(x, y, z));
            hud.set_text(stage, "distance", &format!("{} AHEAD", (hit.share * REACH).to_num::<i32>()));
        }
        None => hud.set_text(stage, "distance", "FREE"),
    }
    Ok(())
}

fn main() -> ExitCode {
    app().main()
}
