//! Cups that fall on a tray: a scene of prefabs, and more of them while it runs.

use keitai::prelude::*;

pub fn app() -> App {
    App::scene("scenes/guide/scenes.ron", |stage, controls| {
        if controls[0].pressed(Button::A) {
            drop_cup(stage)?;
        }
        land(&mut stage.world);
        stage.tick(controls);
        Ok(())
    })
}

/// Makes a cup high above a place on the tray.
fn drop_cup(stage: &mut Stage) -> keitai::Result<()> {
    let place = [stage.random.between(-160, 160), 300, stage.random.between(-40, 180)];
    let cup = stage.spawn("falling cup")?;
    stage.world.get::<&mut Transform>(cup)?.position = place.map(Q12::from_num);
    Ok(())
}

/// Stops everything that has fallen to the ground.
fn land(world: &mut World) {
    let falling = world.query_mut::<(Entity, &mut Transform)>().with::<&Velocity>();
    let mut landed = Vec::new();
    for (entity, transform) in falling {
        if transform.position[1] < Q12::ZERO {
            transform.position[1] = Q12::ZERO;
            transform.turn = [Angle(0); 3];
            landed.push(entity);
        }
    }
    for entity in landed {
        let _ = world.remove_one::<Velocity>(entity);
    }
}

fn main() -> ExitCode {
    app().main()
}
