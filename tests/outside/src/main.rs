//! Two robots that grow and tremble while they touch: a game with a pause, messages, a hit-stop and a saved number.

use keitai::impact::{HitStop, Shake};
use keitai::prelude::*;
use keitai::{data_folder, files, ground, hud::Hud, menu::MenuReader};

/// Menu input, and the settings of the command line.
struct Growing(MenuReader, Settings);

struct Play(Stage, HitStop, Shake);

struct Pause;

impl ScreenGame for Growing {
    fn info(&self) -> GameInfo {
        GameInfo::new("growing")
    }

    fn first(&mut self) -> keitai::Result<Box<dyn Screen<Self>>> {
        let (source, path) = locate(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/versus.ron").as_ref())?;
        let stage = Stage::open(source, &path, &self.1)?;
        Ok(Box::new(Play(stage, HitStop::default(), Shake::default())))
    }
}

impl Screen<Growing> for Play {
    fn stage(&mut self) -> Option<&mut Stage> {
        Some(&mut self.0)
    }

    fn tick(
        &mut self,
        game: &mut Growing,
        input: &TickInput,
        messages: &mut Messages,
    ) -> keitai::Result<Next<Growing>> {
        let Self(stage, stop, shake) = self;
        if !stop.tick() {
            stage.tick(&input.controls);
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
        Ok(if game.0.read(&input.controls).starts() { Next::Push(Box::new(Pause)) } else { Next::Stay })
    }

    /// Saves the time played, at a pause or at the end.
    fn leave(&mut self, _: &mut Growing) {
        if let Some(folder) = data_folder("growing") {
            let time = self.0.ticks().to_string();
            let _ = files::write(&folder.join("growing"), time.as_bytes(), files::Overwrite::Force, &[]);
        }
    }
}

impl Screen<Growing> for Pause {
    fn tick(
        &mut self,
        game: &mut Growing,
        input: &TickInput,
        _: &mut Messages,
    ) -> keitai::Result<Next<Growing>> {
        Ok(if game.0.read(&input.controls).starts() { Next::Pop } else { Next::Stay })
    }

    fn draw(&self, _: &Growing, picture: &mut Framebuffer) {
        Canvas::new(picture).text("PAUSE", 105, 150, Lettering::Normal, 0xFFFFFF);
    }
}

fn main() -> ExitCode {
    App::new(|settings| Screens::new(Growing(MenuReader::default(), *settings))).main()
}
