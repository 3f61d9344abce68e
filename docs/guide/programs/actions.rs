//! A sword fight: actions with cross-overs, an event at a frame, a sword on a bone, and sparks.

use keitai::prelude::*;
use keitai::world::{Burst, LoopMode};

pub fn app() -> App {
    App::scene("scenes/guide/actions.ron", |stage, controls| {
        let (Some(robot), Some(rival)) = (named(&stage.world, "robot"), named(&stage.world, "rival")) else { return };
        if controls[0].pressed(Button::A) {
            play(&stage.world, robot, "shove");
        }
        stage.tick(controls);
        // The scene calls frame 7 of the shove "hit".
        if stage.events.iter().any(|event| &*event.name == "hit") {
            play(&stage.world, rival, "stagger");
            throw_sparks(stage);
        }
    })
}

/// Plays an action once and then the idle one, with cross-overs of six ticks.
fn play(world: &World, robot: Entity, name: &str) {
    let mut query = world.query_one::<(&mut Playback, &Actions)>(robot);
    let Ok((playback, actions)) = query.get() else { return };
    let part = |name, mode| Some(Part { action: actions.find(name)?, speed: Q16::ONE, mode, fade: 6 });
    if let (Some(now), next) = (part(name, LoopMode::Once), part("idle", LoopMode::Loop)) {
        playback.play(now, actions);
        playback.next = next;
    }
}

/// Throws sparks of the look that the scene has given to its hidden entity `spark`.
fn throw_sparks(stage: &mut Stage) {
    let Some(spark) = named(&stage.world, "spark") else { return };
    let look =
        stage.world.query_one::<(&Sprite, &Transform)>(spark).get().map(|(sprite, at)| (sprite.clone(), at.position));
    let Ok((sprite, at)) = look else { return };
    let acceleration = [Q12::ZERO, Q12::from_num(-1) / 2, Q12::ZERO];
    let burst = Burst { sprite, count: 24, speed: Q12::from_num(11), acceleration, lifetime: 16 };
    burst.spawn(at, &mut stage.random, &mut stage.world);
}

fn main() -> ExitCode {
    app().main()
}
