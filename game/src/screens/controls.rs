//! The controls screen in the look of the game.

use keitai::Framebuffer;
use keitai::controls::{PLAYERS, PadKind};
use keitai::controls_screen::ControlsScreen;

use super::board::LINES;
use super::{Board, Line};
use crate::content::Content;
use crate::error::Result;
use crate::labels::spelled;

/// The page.
pub(crate) struct Controls(Board);

impl Controls {
    /// Opens the page.
    pub(crate) fn open(content: &Content) -> Result<Self> {
        Ok(Self(Board::open(content, "CONTROLS")?))
    }

    /// Draws the state of the engine's controls screen.
    pub(crate) fn draw(
        &mut self,
        screen: &ControlsScreen,
        pads: &[Option<PadKind>; PLAYERS],
        picture: &mut Framebuffer,
    ) {
        let lines = screen.lines(LINES, pads);
        let waiting = lines.iter().any(|line| line.waiting);
        let lines: Vec<Line> = lines
            .into_iter()
            .map(|line| Line { cells: line.cells.map(|cell| printed(&cell)), selected: line.selected })
            .collect();
        self.0.write(&lines);
        self.0.set("note", &wrapped(&printed(screen.help())));
        self.0.set("foot", if waiting { "ESC: CANCEL" } else { "ESC OR B: SAVE AND CLOSE" });
        self.0.stage.propagate_transforms();
        self.0.stage.draw(picture);
    }
}

/// Returns a text in the letters that the game has. What stands in brackets is left out: there is no room for it.
fn printed(text: &str) -> String {
    let text = text.split_once(" (").map_or(text, |(before, _)| before);
    spelled(text).to_uppercase().replace(';', ",").replace("   ", "\n")
}

/// Returns a text in lines of at most thirty letters.
fn wrapped(text: &str) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut length = 0;
        for word in line.split(' ') {
            let break_before = length > 0 && length + 1 + word.len() > 29;
            let between = if break_before {
                "\n"
            } else if length > 0 {
                " "
            } else {
                ""
            };
            length = if break_before { 0 } else { length + between.len() } + word.len();
            wrapped.push_str(between);
            wrapped.push_str(word);
        }
        wrapped.push('\n');
    }
    wrapped
}
