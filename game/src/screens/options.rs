//! The options page. A change takes effect at once.

use keitai::Result;
use keitai::controls::WindowCommand;
use keitai::menu::Menu;

use super::{Board, Line, Next, marked, stepped, turned};
use crate::content::Content;
use crate::labels::Labels;
use crate::saved::{Options, Screen};

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
    pub(crate) board: Board,
    pub(crate) row: usize,
}

impl OptionsPage {
    pub(crate) fn open(content: &Content, options: Options, row: usize, labels: &Labels) -> Result<Self> {
        let mut page = Self { board: Board::open(content, "OPTIONS")?, row };
        page.write(options, labels);
        Ok(page)
    }

    pub(crate) fn tick(&mut self, menu: &Menu, before: Options, labels: &Labels) -> Next {
        self.row = stepped(self.row, menu.vertical(), ROWS.len());
        let options = self.changed(before, menu.horizontal());
        self.write(options, labels);
        self.board.stage.tick(&[]);
        match ROWS[self.row] {
            _ if menu.cancels() => Next::Title(true),
            Row::Controls if menu.confirms() => Next::Command(WindowCommand::Controls),
            Row::Done if menu.confirms() => Next::Title(true),
            _ if menu.confirms() => Next::Changed(self.changed(options, 1)),
            _ if options != before => Next::Changed(options),
            _ => Next::Stay,
        }
    }

    fn changed(&self, mut options: Options, by: i32) -> Options {
        match ROWS[self.row] {
            _ if by == 0 => {}
            Row::Sound => options.change_volume(by),
            Row::Screen => options.screen = turned(&Screen::ALL, options.screen, by),
            Row::Drawing => options.enhanced = !options.enhanced,
            Row::Window => options.scale = stepped(options.scale.into(), by, usize::from(Options::LARGEST) + 1) as u8,
            Row::Pictures => options.at_ticks = !options.at_ticks,
            Row::Controls | Row::Done => {}
        }
        options
    }

    /// Returns a line about the selected option.
    fn help(&self, options: Options) -> &'static str {
        match ROWS[self.row] {
            Row::Sound => "VOLUME OF ALL SOUNDS",
            Row::Screen => "COLOURS OF THE SCREEN",
            Row::Drawing if options.enhanced => "STEADY TEXTURES",
            Row::Drawing => "THE PICTURE OF OLD PHONES",
            Row::Window if options.scale == 0 => "A SIZE FOR YOUR SCREEN",
            Row::Window => "WINDOW PIXELS PER PIXEL",
            Row::Pictures if options.at_ticks => "30 PICTURES PER SECOND",
            Row::Pictures => "60, WHERE THE SCREEN CAN",
            Row::Controls => "KEYS AND BUTTONS",
            Row::Done => "",
        }
    }

    fn write(&mut self, options: Options, labels: &Labels) {
        let Options { volume, screen, enhanced, scale, at_ticks } = options;
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
                let value = marked(&value, selected && !value.is_empty());
                // Empty lines between sound, picture, and the rest.
                let gap = matches!(row, Row::Sound | Row::Pictures).then(Line::default);
                std::iter::once(Line::new(name, value, selected)).chain(gap)
            })
            .collect();
        self.board.write(&lines);
        self.board.set("text", self.help(options));
        self.board.set("foot", &labels.page());
    }
}
