//! A robot on a tray that you steer.

use keitai::prelude::*;
use keitai::{Embedded, embed};

/// The files inside the program. A debug build reads them from the folder, so that edits show at once.
static FILES: Embedded = embed![
    "scenes/play.ron",
    "assets/lacquer.bmp",
    "assets/shadow.bmp",
    "assets/shadow.mbac",
    "assets/tin.bmp",
    "assets/tin.mbac",
    "assets/tin.mtra",
    "assets/tray.bmp",
    "assets/tray.mbac",
];

struct Play(Stage);

impl Game for Play {
    fn info(&self) -> GameInfo {
        GameInfo::new("{{name}}")
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.0
    }

    fn tick(&mut self, input: &TickInput, _: &mut Messages) -> Option<WindowCommand> {
        self.0.tick(&input.controls);
        input.pad_command()
    }
}

/// The game with files from `source`.
fn app(source: Source) -> App {
    App::new(move |settings| {
        let scene = AssetPath::new("scenes/play.ron")?;
        Ok(Play(Stage::open(source.clone(), &scene, settings)?))
    })
}

fn main() -> ExitCode {
    app(FILES.source())
        .version(env!("CARGO_PKG_VERSION"))
        .main()
}

#[cfg(test)]
mod tests;
