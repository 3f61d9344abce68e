//! Music that changes, sounds of the scene and of the program, and steps that come from where the robot is.

use keitai::hud::Hud;
use keitai::prelude::*;

/// Ticks of a cross-fade from one tune to another.
const FADE: u32 = 30;

pub fn app() -> App {
    App::scene("scenes/guide/sound.ron", |stage, controls| {
        stage.tick(controls);
        let player = &controls[0];
        if player.pressed(Button::A) {
            clang(stage)?;
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

/// Strikes the cup: three quarters of the sound's own volume, heard from where the cup is.
fn clang(stage: &mut Stage) -> keitai::Result<()> {
    let place = stage.world.get::<&Transform>(stage.named("cup")?)?.position;
    stage.play_sound("clang", Q12::lit("0.75"), Some(place));
    Ok(())
}

fn main() -> ExitCode {
    app().main()
}
