//! A fight: actions that follow each other, a hit at a frame, and sparks.

use keitai::prelude::*;
use keitai::timing::States;
use keitai::world::LoopMode;

/// Frame of the shove in which it hits.
const HIT: i32 = 7;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Rival {
    Waits,
    Staggers,
    Strikes,
}

pub fn app() -> App {
    let mut rival = States::new(Rival::Waits);
    let mut ready = 0;
    App::scene("scenes/guide/actions.ron", move |stage, controls| {
        let (robot, other) = (stage.named("robot")?, stage.named("rival")?);
        if stage.ticks() >= ready && controls[0].pressed(Button::A) {
            play(stage, robot, "shove")?;
            ready = stage.ticks() + 30;
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
        for (striker, hurt) in [(robot, other), (other, robot)] {
            if hits(stage, striker)? {
                play(stage, hurt, "stagger")?;
                throw_sparks(stage, hurt)?;
                if hurt == other {
                    rival.go(Rival::Staggers);
                }
            }
        }
        Ok(())
    })
}

fn hits(stage: &Stage, robot: Entity) -> keitai::Result<bool> {
    let (playback, actions) = (stage.world.get::<&Playback>(robot)?, stage.world.get::<&Actions>(robot)?);
    Ok(actions.find("shove") == Some(playback.part.action) && playback.head.frame == HIT)
}

fn play(stage: &mut Stage, robot: Entity, name: &str) -> keitai::Result<()> {
    stage.play(robot, name, Part { mode: LoopMode::Once, ..Part::default() })?;
    if let Ok((playback, actions)) = stage.world.query_one_mut::<(&mut Playback, &Actions)>(robot) {
        playback.next = actions.find("idle").map(|action| Part { action, ..Part::default() });
    }
    Ok(())
}

fn throw_sparks(stage: &mut Stage, robot: Entity) -> keitai::Result<()> {
    let [x, y, z] = stage.world.get::<&Transform>(robot)?.position;
    for _ in 0..16 {
        let position = [x, y + Q12::from_num(110), z + Q12::from_num(40)];
        let spark = stage.spawn_with("spark", (Transform { position, ..Transform::default() },))?;
        let linear = [0; 3].map(|_| Q12::from_num(stage.random.between(-8, 8)));
        stage.world.get::<&mut Velocity>(spark)?.linear = linear;
    }
    Ok(())
}

fn main() -> ExitCode {
    app().main()
}
