//! Push the other robot off the tray: a title, a play with a pause, and a result.

mod over;
mod play;
mod title;

use std::hash::Hash;

use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::{Embedded, embed};

use title::Title;

/// The files inside the program. A debug build reads them from the folder, so that edits show at once.
static FILES: Embedded = embed![
    "scenes/play.ron",
    "scenes/prefabs.ron",
    "scenes/title.ron",
    "assets/kabuto.bmp",
    "assets/kabuto.mbac",
    "assets/kabuto.mtra",
    "assets/lacquer.bmp",
    "assets/shadow.bmp",
    "assets/shadow.mbac",
    "assets/tin.bmp",
    "assets/tin.mbac",
    "assets/tin.mtra",
    "assets/tray.bmp",
    "assets/tray.mbac",
];

/// The next screen, or an error that the player sees.
type Tick = keitai::Result<Next<Arena>>;

/// The part of the game that outlasts its screens.
struct Arena {
    source: Source,
    settings: Settings,
    bouts: u32,
    won: u32,
}

impl Arena {
    fn stage(&self, scene: &str) -> keitai::Result<Stage> {
        Ok(Stage::open(
            self.source.clone(),
            &AssetPath::new(scene)?,
            &self.settings,
        )?)
    }
}

impl ScreenGame for Arena {
    fn info(&self) -> GameInfo {
        GameInfo {
            players: 1,
            ..GameInfo::new("{{name}}")
        }
    }

    fn first(&mut self) -> keitai::Result<Box<dyn Screen<Self>>> {
        Ok(Box::new(Title::open(self)?))
    }

    fn hash_state(&self, state: &mut GameHasher) {
        (self.bouts, self.won).hash(state);
    }
}

/// The game with files from `source`.
fn app(source: Source) -> App {
    App::new(move |settings| {
        let (source, settings) = (source.clone(), *settings);
        Screens::new(Arena {
            source,
            settings,
            bouts: 0,
            won: 0,
        })
    })
}

fn main() -> ExitCode {
    app(FILES.source())
        .version(env!("CARGO_PKG_VERSION"))
        .main()
}

#[cfg(test)]
mod tests;
