//! Name and controls of a game, and the file for the user's own controls.

use std::fmt;

use crate::desktop::Profile;
use keitai_runtime::TickRate;
use keitai_runtime::controls::{Button, Layout, Maps, PLAYERS, Target};

use crate::controls_screen::{ControlsPage, ControlsScreen, Titles, plain_titles};
use crate::locate::{config_folder, safe};
use crate::speaker;
use crate::tool::PANELS_FILE;

/// Name and controls of a game.
#[derive(Clone)]
pub struct GameInfo {
    /// Name of the game: of its window, and of the file in which the user's own controls are kept.
    pub name: String,
    /// Name of the game's own folders, for [`config_folder`](crate::config_folder) and [`data_folder`](crate::data_folder),
    /// and of its screenshots and shots before their number.
    pub folder: String,
    /// Title of the window.
    pub title: String,
    /// Ticks per second.
    pub rate: TickRate,
    /// Keys and buttons of each player before the user changes them.
    pub defaults: Maps,
    /// Names of the controls on the controls screen. A control without a name is not listed.
    pub titles: Titles,
    /// Number of players whose controls the controls screen lists.
    pub players: usize,
    /// Draws the controls screen in the look of the game; `None` for the engine's.
    pub controls_page: Option<ControlsPage>,
    /// Whether ticks stop when a pad is unplugged, until somebody presses Start. Otherwise the game finds the pad in
    /// [`TickInput::lost_pad`](crate::TickInput::lost_pad).
    pub waits_for_pads: bool,
    /// Shown when the window opens, such as the [`warning`](crate::Saved::warning) about a saved game.
    pub warning: Option<String>,
}

impl fmt::Debug for GameInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameInfo").field("name", &self.name).field("title", &self.title).finish_non_exhaustive()
    }
}

impl GameInfo {
    /// A game of 30 ticks per second for two players at one keyboard and a pad for each of four, with plain names for all
    /// controls. Its folders and its window have its name.
    pub fn new(name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            folder: name.clone(),
            title: name.clone(),
            name,
            rate: TickRate::default(),
            defaults: Maps::default(),
            titles: plain_titles(),
            players: PLAYERS,
            controls_page: None,
            waits_for_pads: true,
            warning: None,
        }
    }

    /// Lists these buttons alone on the controls screen, under these names.
    #[must_use]
    pub fn with_buttons(self, buttons: &[(Button, &str)]) -> Self {
        let titles = buttons.iter().map(|(button, title)| (Target::Button(*button), (*title).to_owned()));
        Self { titles: titles.collect(), ..self }
    }

    /// Returns the controls of the game, and the file for the user's own.
    pub fn profile(&self) -> Profile {
        let file = config_folder(&self.folder).map(|folder| folder.join(controls_file(&self.name)));
        Profile { file, defaults: self.defaults.clone() }
    }

    /// Returns the screen that changes `maps` of the game, or resets them to its defaults. `layout` has the names of the
    /// keys.
    pub fn controls_screen(&self, maps: Maps, layout: Layout) -> ControlsScreen {
        let mut screen = ControlsScreen::new(maps, layout);
        screen.defaults.clone_from(&self.defaults);
        screen.titles.clone_from(&self.titles);
        screen.players = self.players.clamp(1, PLAYERS);
        screen
    }
}

/// Returns the name of the file for the controls of a game. Other files of the folder keep their names.
fn controls_file(name: &str) -> String {
    let name: String = name.chars().map(safe).collect();
    let is_other = [speaker::FILE, PANELS_FILE].iter().any(|file| file.eq_ignore_ascii_case(&format!("{name}.ron")));
    if is_other || name.is_empty() { format!("{name}-controls.ron") } else { format!("{name}.ron") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_the_controls_is_no_other_file_of_the_folder() {
        let names = ["sumo", "../up", "Sound", "panels", "a:b", ""].map(controls_file);
        assert_eq!(
            names,
            ["sumo.ron", "---up.ron", "Sound-controls.ron", "panels-controls.ron", "a-b.ron", "-controls.ron"]
        );
    }
}
