//! A page with a board of lines: options, records, and the controls screen.

use keitai::hud::Hud;
use keitai::{Result, Stage};

use super::font;
use crate::content::Content;

const SCENE: &str = "scenes/sumo/board.ron";
/// The number of lines, the top of the first one, and their distance.
pub(crate) const LINES: usize = 15;
pub(crate) const TOP: i32 = 60;
pub(crate) const LEADING: i32 = 12;

pub(crate) struct Board {
    pub(crate) stage: Stage,
    pub(crate) hud: Hud,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    /// Texts at the left edge, in the middle and at the right edge.
    pub(crate) cells: [String; 3],
    pub(crate) selected: bool,
}

impl Line {
    /// A line with a text at each edge.
    pub(crate) fn new(left: &str, right: String, selected: bool) -> Self {
        Self { cells: [left.to_owned(), String::new(), right], selected }
    }
}

impl Board {
    pub(crate) fn open(content: &Content, heading: &str) -> Result<Self> {
        let mut stage = content.stage(SCENE)?;
        let hud = Hud::new(&stage);
        hud.set_text(&mut stage, "heading", heading);
        Ok(Self { stage, hud })
    }

    /// Shows lines from the top; further ones are empty.
    pub(crate) fn write(&mut self, lines: &[Line]) {
        let Self { stage, hud } = self;
        for index in 0..LINES {
            let line = lines.get(index).cloned().unwrap_or_default();
            let font = font(line.selected);
            for (column, text) in ["left", "middle", "right"].into_iter().zip(&line.cells) {
                hud.set_text_like(stage, &format!("{column}-{index}"), text, font);
            }
        }
        let cursor = lines.iter().position(|line| line.selected);
        hud.show(stage, "cursor", cursor.is_some());
        hud.set_position(stage, "cursor", 16, TOP - 1 + LEADING * cursor.unwrap_or(0) as i32);
    }

    pub(crate) fn set(&mut self, name: &str, text: &str) {
        self.hud.set_text(&mut self.stage, name, text);
    }
}
