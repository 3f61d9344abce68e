//! The options page. A change takes effect at once.

use keitai::controls::WindowCommand;
use keitai::menu::Menu;
use keitai::{Result, Stage};

use super::{Board, Line, Next};
use crate::content::Content;
use crate::labels::Labels;
use crate::saved::Options;

/// Lines of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Sound,
    Screen,
    Drawing,
    Window,
    Pictures,
    Controls,
    Done,
}

const ROWS: [Row; 7] = [Row::Sound, Row::Screen, Row::Drawing, Row::Window, Row::Pictures, Row::Controls, Row::Done];

pub(crate) struct OptionsPage {
    board: Board,
    options: Options,
    row: usize,
}

impl OptionsPage {
    /// Opens the page at a line.
    pub(crate) fn open(content: &Content, options: Options, row: usize, labels: &Labels) -> Result<Self> {
        let mut page = Self { board: Board::open(content, "OPTIONS")?, options, row };
        page.write(labels);
        Ok(page)
    }

    pub(crate) fn stage(&mut self) -> &mut Stage {
        &mut self.board.stage
    }

    /// Returns the selected line.
    pub(crate) fn row(&self) -> usize {
        self.row
    }

    /// Takes over a volume that was not set on the page.
    pub(crate) fn set_volume(&mut self, volume: u8) {
        self.options.volume = volume;
    }

    pub(crate) fn tick(&mut self, menu: &Menu, labels: &Labels) -> Next {
        self.row = (self.row as i32 + menu.vertical()).rem_euclid(ROWS.len() as i32) as usize;
        let before = self.options;
        self.change(menu.horizontal());
        self.write(labels);
        self.board.stage.tick(&[]);
        match ROWS[self.row] {
            _ if menu.cancels() => Next::Title(true),
            Row::Controls if menu.confirms() => Next::Command(WindowCommand::Controls),
            Row::Done if menu.confirms() => Next::Title(true),
            _ if menu.confirms() => {
                self.change(1);
                Next::Changed(self.options)
            }
            _ if self.options != before => Next::Changed(self.options),
            _ => Next::Stay,
        }
    }

    fn change(&mut self, by: i32) {
        if by == 0 {
            return;
        }
        let changed = |value: u8| i32::from(value) + by;
        let options = &mut self.options;
        match ROWS[self.row] {
            // The sound never jumps from silence to the greatest volume.
            Row::Sound => options.volume = changed(options.volume).clamp(0, Options::LOUDEST.into()) as u8,
            Row::Screen => options.screen = options.screen.next(by),
            Row::Drawing => options.enhanced = !options.enhanced,
            Row::Window => options.scale = changed(options.scale).rem_euclid(i32::from(Options::LARGEST) + 1) as u8,
            Row::Pictures => options.at_ticks = !options.at_ticks,
            Row::Controls | Row::Done => {}
        }
    }

    /// Returns a line about the selected option.
    fn help(&self) -> &'static str {
        match ROWS[self.row] {
            Row::Sound => "VOLUME OF ALL SOUNDS",
            Row::Screen => "COLOURS OF THE SCREEN",
            Row::Drawing if self.options.enhanced => "STEADY TEXTURES",
            Row::Drawing => "THE PICTURE OF OLD PHONES",
            Row::Window if self.options.scale == 0 => "A SIZE FOR YOUR SCREEN",
            Row::Window => "WINDOW PIXELS PER PIXEL",
            Row::Pictures if self.options.at_ticks => "30 PICTURES PER SECOND",
            Row::Pictures => "60, WHERE THE SCREEN CAN",
            Row::Controls => "KEYS AND BUTTONS",
            Row::Done => "",
        }
    }

    fn write(&mut self, labels: &Labels) {
        let Options { volume, screen, enhanced, scale, at_ticks } = self.options;
        let lines: Vec<Line> = ROWS
            .into_iter()
            .enumerate()
            .flat_map(|(index, row)| {
                let (name, value) = match row {
                    Row::Sound if volume == 0 => ("SOUND", "OFF".to_owned()),
                    Row::Sound => ("SOUND", (u32::from(volume) * 10).to_string()),
                    Row::Screen => ("SCREEN", screen.title().to_owned()),
                    Row::Drawing => ("DRAWING", if enhanced { "SMOOTH EDGES" } else { "AS ON PHONES" }.to_owned()),
                    Row::Window if scale == 0 => ("WINDOW", "AS OPENED".to_owned()),
                    Row::Window => ("WINDOW", format!("{scale}X")),
                    Row::Pictures => ("PICTURES", if at_ticks { "30" } else { "60" }.to_owned()),
                    Row::Controls => ("CONTROLS", String::new()),
                    Row::Done => ("DONE", String::new()),
                };
                let selected = index == self.row;
                let value = if selected && !value.is_empty() { format!("< {value} >") } else { value };
                // Empty lines between sound, picture, and the rest.
                let gap = matches!(row, Row::Sound | Row::Pictures).then(Line::default);
                std::iter::once(Line::new(name, value, selected)).chain(gap)
            })
            .collect();
        self.board.write(&lines);
        self.board.set("text", self.help());
        self.board.set("foot", &labels.page());
    }
}
