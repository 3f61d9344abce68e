//! A sword fight: actions with cross-overs, an event at a frame, a sword on a bone, and sparks.

use keitai::prelude::*;
use keitai::timing::{States, Timer};
use keitai::world::{Burst, LoopMode};

/// States of the rival.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rival {
    Waits,
    Staggers,
    Strikes,
}

pub fn app() -> App {
    let mut rival = States::new(Rival::Waits);
    let mut rest = Timer::default();
    App::scene("scenes/guide/actions.ron", move |stage, controls| {
        let (robot, other) = (stage.named("robot")?, stage.named("rival")?);
        rest.tick();
        if rest.left == 0 && controls[0].pressed(Button::A) {
            play(stage, robot, "shove")?;
            rest = Timer::once(30);
        }
        rival.tick();
        match rival.now() {
            Rival::Staggers if rival.ticks() == 30 => {
                play(stage, other, "shove")?;
                rival.go(Rival::Strikes);
            }
            Rival::Strikes if rival.ticks() == 30 => rival.go(Rival::Waits),
            _ => (),
        }
        stage.tick(controls);
        // The scene calls frame 7 of the shove "hit".
        for event in stage.events.clone().iter().filter(|event| &*event.name == "hit") {
            let hurt = if event.entity == robot { other } else { robot };
            play(stage, hurt, "stagger")?;
            throw_sparks(stage, hurt)?;
            if hurt == other {
                rival.go(Rival::Staggers);
            }
        }
        Ok(())
    })
}

/// Plays an action once and then the idle one, with cross-overs of six ticks.
fn play(stage: &mut Stage, robot: Entity, name: &str) -> keitai::Result<()> {
    stage.play(robot, name, Part { mode: LoopMode::Once, fade: 6, ..Part::default() })?;
    stage.play_next(robot, "idle", Part { fade: 6, ..Part::default() })?;
    Ok(())
}

/// Throws sparks off a robot, of the look that the scene has given to its hidden entity `spark`.
fn throw_sparks(stage: &mut Stage, robot: Entity) -> keitai::Result<()> {
    let place = stage.world.get::<&Transform>(robot)?.position;
    let spark = stage.named("spark")?;
    let sprite = (*stage.world.get::<&Sprite>(spark)?).clone();
    let at = [place[0], place[1] + Q12::from_num(110), place[2] + Q12::from_num(40)];
    let acceleration = [Q12::ZERO, Q12::lit("-0.5"), Q12::ZERO];
    let burst = Burst { sprite, count: 24, speed: Q12::from_num(11), acceleration, lifetime: 16 };
    burst.spawn(at, &mut stage.random, &mut stage.world);
    Ok(())
}

fn main() -> ExitCode {
    app().main()
}
