//! Two robots that grow while they touch: a game with a name, a message and a component of its own.

use keitai::prelude::*;

struct Growing(Stage);

impl Game for Growing {
    fn info(&self) -> GameInfo {
        GameInfo::new("growing")
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.0
    }

    fn tick(&mut self, controls: &[Controls; PLAYERS], messages: &mut Messages) -> Option<WindowCommand> {
        let Self(stage) = self;
        stage.tick(controls);
        for Contact { first, .. } in &stage.contacts.found {
            let Ok(mut robot) = stage.world.get::<&mut Transform>(*first) else { continue };
            robot.scale += Q12::from_bits(16);
            messages.tell(format!("size {}", robot.scale));
        }
        pad_command(controls)
    }
}

fn main() -> ExitCode {
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/versus.ron");
    App::new(move |settings| {
        let (source, path) = locate(scene.as_ref())?;
        Ok(Growing(Stage::open_with(source, &path, settings)?))
    })
    .main()
}
