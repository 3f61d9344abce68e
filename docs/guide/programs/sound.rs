//! Music that changes, sounds of the scene and of the program, and steps that come from where the robot is.

use keitai::hud::Hud;
use keitai::prelude::*;

/// Ticks of a cross-fade from one tune to another.
const FADE: u32 = 30;

pub fn app() -> App {
    App::scene("scenes/guide/sound.ron", |stage, controls| {
        stage.tick(controls);
        // A foot touches the ground every twelve ticks.
        if stage.ticks() % 12 == 0 {
            sound_from(stage, "step", "robot")?;
        }
        let player = &controls[0];
        if player.pressed(Button::A) {
            sound_from(stage, "clang", "cup")?;
        }
        for (button, tune) in [(Button::X, Some("fight")), (Button::Y, Some("hurry")), (Button::B, None)] {
            if player.pressed(button) {
                stage.set_music(tune, FADE);
                let text = tune.map_or("SILENCE".to_owned(), |tune| format!("MUSIC: {}", tune.to_uppercase()));
                Hud::new(stage).set_text(stage, "tune", &text);
            }
        }
        Ok(())
    })
}

/// Plays a sound at three quarters of its own volume, heard from where an entity is.
fn sound_from(stage: &mut Stage, sound: &str, entity: &str) -> keitai::Result<()> {
    let place = stage.world.get::<&WorldTransform>(stage.named(entity)?)?.0.translation;
    stage.play_sound(sound, Q12::lit("0.75"), Some(place.map(Q12::from_num)));
    Ok(())
}

fn main() -> ExitCode {
    app().main()
}
