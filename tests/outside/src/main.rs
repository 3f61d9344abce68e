//! Two robots that grow and tremble while they touch: a game with a name, messages, a hit-stop and a saved number.

use keitai::impact::{HitStop, Shake};
use keitai::prelude::*;
use keitai::{data_folder, files, ground, hud::Hud, menu::MenuReader};

struct Growing(Stage, HitStop, Shake, MenuReader);

impl Game for Growing {
    fn info(&self) -> GameInfo {
        GameInfo::new("growing")
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.0
    }

    fn tick(&mut self, controls: &[Controls; PLAYERS], messages: &mut Messages) -> Option<WindowCommand> {
        let Self(stage, stop, shake, menu) = self;
        if !stop.tick() {
            stage.tick(controls);
        }
        shake.tick();
        for Contact { first, push, .. } in &stage.contacts {
            let Ok(mut robot) = stage.world.get::<&mut Transform>(*first) else { continue };
            robot.scale += Q12::from_bits(16 + shake.offset()[0]);
            messages.tell(format!("size {}, pushed towards {}", robot.scale, ground::angle(*push)));
            shake.start([8, 0]);
            stop.start(2);
        }
        Hud::new(stage).show(stage, "right", stop.left() == 0);
        if let (true, Some(folder)) = (menu.read(controls).confirms(), data_folder()) {
            let _ = files::update(&folder.join("growing"), 8, |_| stage.ticks().to_le_bytes().to_vec());
        }
        pad_command(controls)
    }
}

fn main() -> ExitCode {
    App::new(|settings| {
        let (source, path) = locate(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/versus.ron").as_ref())?;
        let stage = Stage::open(source, &path, settings)?;
        Ok(Growing(stage, HitStop::default(), Shake::default(), MenuReader::default()))
    })
    .main()
}
