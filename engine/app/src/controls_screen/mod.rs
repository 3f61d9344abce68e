//! The controls screen: a list of a player's controls with the key and the pad button for each.
//!
//! The screen takes [`Input`]s before they are mapped, so that it works with any maps. When a key or a button in use is
//! assigned again, the two are swapped. The program shows the screen over a paused play, and keeps its maps when
//! [`ControlsScreen::press`] returns that the screen is closed.

mod list;

use std::rc::Rc;
use std::time::Duration;

use keitai_render::{Canvas, Framebuffer, Lettering};
use keitai_runtime::controls::{
    Button, Input, Key, Layout, MAX_DEAD_ZONE, Maps, PLAYERS, PadKind, Stick, Target, WindowCommand,
};

pub use list::ListLook;

/// The controls that a program uses, each with its title.
pub type Titles = Vec<(Target, String)>;

pub(crate) fn plain_titles() -> Titles {
    let plain = Target::ALL.iter().filter(|target| !target.is_of_phone());
    plain.map(|target| (*target, target.title().to_owned())).collect()
}

/// Draws a controls screen over a picture; the pads are the kinds of those that are plugged in.
pub type ControlsPage = Rc<dyn Fn(&ControlsScreen, &[Option<PadKind>; PLAYERS], &mut Framebuffer)>;

/// The list of controls, in which a player assigns keys and buttons.
#[derive(Debug, Clone)]
pub struct ControlsScreen {
    maps: Maps,
    pub(crate) defaults: Maps,
    pub(crate) titles: Titles,
    layout: Layout,
    /// Number of players whose controls are listed, from 1.
    pub(crate) players: usize,
    player: usize,
    cursor: usize,
    waiting: bool,
    notice: Option<String>,
    /// Sticks of each player's pads, without dead zones.
    sticks: [[i8; 4]; PLAYERS],
    idle: Duration,
}

/// Time without a press after which the screen closes.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Player,
    Control(usize),
    /// The dead zone of an axis of the player's pads.
    DeadZone(usize),
    Pad(usize),
    Reset,
    Done,
}

const LETTERING: Lettering = Lettering::Small;
/// Height of a line, pixels.
const LEADING: i32 = 9;
const MARGIN: i32 = 6;
/// Left edges of the three columns in a picture 240 pixels wide.
const COLUMNS: [i32; 3] = [MARGIN + 8, 122, 196];
const ABOVE: i32 = 3;
const BELOW: i32 = 3;

const NO_KEY: &str = "-";

const AXES: [&str; 4] = ["left x at rest", "left y at rest", "right x at rest", "right y at rest"];
/// Steps of a dead zone, percent.
const DEAD_ZONE_STEP: u8 = 3;

const TITLE: u32 = 0xFF_D060;
const TEXT: u32 = 0xFF_FFFF;
const INPUT: u32 = 0xA0_D8FF;
const CURSOR: u32 = 0x30_60A0;

impl ControlsScreen {
    /// Returns a screen that changes `maps`, or resets them to the engine's, with plain names for all controls.
    /// `layout` has the names of the keys.
    pub(crate) fn new(maps: Maps, layout: Layout) -> Self {
        Self {
            maps,
            defaults: Maps::default(),
            titles: plain_titles(),
            layout,
            players: PLAYERS,
            player: 0,
            cursor: 0,
            waiting: false,
            notice: None,
            sticks: [[0; 4]; PLAYERS],
            idle: Duration::ZERO,
        }
    }

    pub(crate) fn maps(&self) -> &Maps {
        &self.maps
    }

    /// Handles a key or a button. Returns whether the screen is closed.
    pub fn press(&mut self, input: Input) -> bool {
        (self.notice, self.idle) = (None, Duration::ZERO);
        if self.waiting {
            self.assign(input);
            return false;
        }
        let count = self.rows().len();
        match button(input) {
            Some(Button::Up) => self.cursor = self.cursor.checked_sub(1).unwrap_or(count - 1),
            Some(Button::Down) => self.cursor = (self.cursor + 1) % count,
            Some(Button::Left) => self.step(false),
            Some(Button::Right) => self.step(true),
            Some(Button::A) => return self.choose(),
            Some(Button::Y) => self.clear(),
            Some(Button::B | Button::Start) => return true,
            _ => {}
        }
        false
    }

    /// Adds time without a press. Returns whether the screen closes, because nobody has pressed anything for two minutes.
    pub(crate) fn wait(&mut self, elapsed: Duration) -> bool {
        self.idle += elapsed;
        self.idle >= PATIENCE
    }

    /// Shows where the sticks are. Returns whether they have moved.
    pub(crate) fn show_sticks(&mut self, sticks: [[i8; 4]; PLAYERS]) -> bool {
        std::mem::replace(&mut self.sticks, sticks) != sticks
    }

    fn rows(&self) -> Vec<Row> {
        let controls = (0..self.titles.len()).map(Row::Control);
        let zones = (0..AXES.len()).map(Row::DeadZone);
        let pads = (0..self.players).map(Row::Pad);
        [Row::Player].into_iter().chain(controls).chain(zones).chain(pads).chain([Row::Reset, Row::Done]).collect()
    }

    /// Returns the selected row.
    fn row(&self) -> Row {
        self.rows()[self.cursor]
    }

    fn step(&mut self, next: bool) {
        let turned = |player: usize| (player + if next { 1 } else { self.players - 1 }) % self.players;
        match self.row() {
            Row::Player => self.player = turned(self.player),
            Row::Pad(pad) => self.maps.pads[pad] = turned(self.maps.pads[pad]),
            Row::DeadZone(axis) => {
                let zone = &mut self.maps.players[self.player].pad.dead_zones[axis];
                *zone = match next {
                    true => (*zone + DEAD_ZONE_STEP).min(MAX_DEAD_ZONE),
                    false => zone.saturating_sub(DEAD_ZONE_STEP),
                };
            }
            Row::Control(_) | Row::Reset | Row::Done => {}
        }
    }

    fn choose(&mut self) -> bool {
        match self.row() {
            Row::Player | Row::Pad(_) => self.step(true),
            Row::DeadZone(_) => {}
            Row::Control(_) => self.waiting = true,
            Row::Reset => {
                self.maps = self.defaults.clone();
                self.notice = Some("all controls are reset".to_owned());
            }
            Row::Done => return true,
        }
        false
    }

    fn clear(&mut self) {
        if let Row::Control(control) = self.row()
            && let Some((target, title)) = self.titles.get(control)
        {
            self.maps.players[self.player].keys.set(*target, &[]);
            self.notice = Some(format!("{title}: no key"));
        }
    }

    fn assign(&mut self, input: Input) {
        let Row::Control(control) = self.row() else { return };
        let Some((target, title)) = self.titles.get(control) else { return };
        self.waiting = false;
        self.notice = match (input, target) {
            (Input::Key(Key::Escape), _) => None,
            (Input::Key(key), target) => match WindowCommand::of_key(key) {
                Some(command) => {
                    self.waiting = true;
                    Some(format!("{} is reserved for {}", self.layout.label(key), purpose(command)))
                }
                None => {
                    let notice = self.given(key, *target, title);
                    self.maps.give_key(self.player, *target, key);
                    Some(notice)
                }
            },
            (Input::Pad(_, source), Target::Button(button)) => {
                let pad = self.maps.players[self.player].pad;
                let mut listed = self.titles.iter().filter(|(other, _)| other != target);
                let holder =
                    listed.find(|(other, _)| matches!(other, Target::Button(other) if pad.source(*other) == source));
                let swapped = holder.map_or_else(String::new, |(_, holder)| format!(", swapped with {holder}"));
                self.notice = Some(format!("{title}: changed on the pad{swapped}"));
                self.maps.give_button(self.player, *button, source);
                return;
            }
            (Input::OtherKey, _) => {
                self.waiting = true;
                Some("this key cannot be used".to_owned())
            }
            (Input::Pad(..) | Input::Chord(..), _) => None,
        };
    }

    /// Returns the notice about a control that gets a key, and about the control of the list that had it.
    fn given(&self, key: Key, target: Target, title: &str) -> String {
        let label = self.layout.label(key);
        let players = self.maps.players[..self.players].iter().enumerate();
        let holders = players.flat_map(|(player, map)| map.keys.targets(key).map(move |other| (player, other)));
        let mut listed = holders.filter(|holder| *holder != (self.player, target)).filter_map(|(player, other)| {
            let (_, title) = self.titles.iter().find(|(target, _)| *target == other)?;
            Some(((player + 1).to_string(), title))
        });
        let Some((player, holder)) = listed.next() else { return format!("{title}: {label}") };
        // Without another key to give in exchange, that control has one key less.
        let exchanged = self.maps.players[self.player].keys.keys(target).any(|code| code != key);
        let change = if exchanged { "swapped with" } else { "taken from" };
        format!("{title}: {label}, {change} player {player}'s {holder}")
    }

    /// Draws the screen over a picture. `pads` are the kinds of the pads that are plugged in.
    pub fn draw(&self, picture: &mut Framebuffer, pads: &[Option<PadKind>; PLAYERS]) {
        let (width, height) = (picture.width(), picture.height());
        // Shaded twice, which leaves a sixteenth of the picture's brightness.
        Canvas::new(picture).shade(0, 0, width, height);
        let mut canvas = Canvas::new(picture);
        canvas.shade(0, 0, width, height);
        canvas.caption("controls", MARGIN, MARGIN, LETTERING, TITLE);
        canvas.caption("keys", COLUMNS[1], MARGIN + LEADING, LETTERING, TITLE);
        canvas.caption("pad", COLUMNS[2], MARGIN + LEADING, LETTERING, TITLE);
        let room = ((height as i32 - 2 * MARGIN) / LEADING - ABOVE - BELOW).max(1) as usize;
        for (line, row) in (ABOVE..).zip(self.lines(room, pads)) {
            let y = MARGIN + line * LEADING;
            if row.selected {
                let across = width.saturating_sub(2 * MARGIN as u32 - 4);
                canvas.rectangle(MARGIN - 2, y - 1, across, LEADING as u32, CURSOR);
            }
            let missing = row.waiting || row.cells[1] == NO_KEY;
            let input = if missing { TITLE } else { INPUT };
            for ((column, text), colour) in COLUMNS.into_iter().zip(&row.cells).zip([TEXT, input, INPUT]) {
                canvas.caption(text, column, y, LETTERING, colour);
            }
        }
        let foot = height as i32 - MARGIN - (BELOW - 1) * LEADING;
        let colour = if self.notice.is_some() || self.waiting { TITLE } else { TEXT };
        canvas.caption(self.help(), MARGIN, foot, LETTERING, colour);
        canvas.caption(self.leave(), MARGIN, foot + LEADING, LETTERING, TEXT);
    }

    /// Returns the line about how to leave the screen, or how to cancel while it waits for a key.
    pub(crate) fn leave(&self) -> &str {
        if self.waiting { "Esc: cancel" } else { "Esc or B: save and close" }
    }

    /// Returns the last notice, or else a line about the keys of the screen.
    pub(crate) fn help(&self) -> &str {
        match &self.notice {
            Some(notice) => notice,
            None if self.waiting => "press a key or a button",
            None => "Enter or A: change   Del or Y: no key",
        }
    }

    /// Returns at most `room` lines of the list, those around the selected one. `pads` are the kinds of the pads that
    /// are plugged in.
    pub(crate) fn lines(&self, room: usize, pads: &[Option<PadKind>; PLAYERS]) -> Vec<Line> {
        let mut kinds = self.maps.pads.iter().zip(pads).filter(|(player, _)| **player == self.player);
        let kind = kinds.find_map(|(_, kind)| *kind).unwrap_or_default();
        let rows = self.rows();
        let first = self.cursor.saturating_sub(room / 2).min(rows.len().saturating_sub(room));
        let part = rows.into_iter().enumerate().skip(first).take(room);
        part.map(|(index, row)| self.line(row, index == self.cursor, kind, pads)).collect()
    }

    fn line(&self, row: Row, selected: bool, kind: PadKind, pads: &[Option<PadKind>; PLAYERS]) -> Line {
        let line = |cells: [String; 3]| Line { cells, selected, waiting: selected && self.waiting };
        let empty = String::new;
        let player = |player: usize| format!("< player {} >", player + 1);
        match row {
            Row::Player => line(["player".to_owned(), player(self.player), empty()]),
            Row::Control(control) => {
                let Some((target, title)) = self.titles.get(control) else { return line([empty(), empty(), empty()]) };
                if selected && self.waiting {
                    return line([title.clone(), "?".to_owned(), "?".to_owned()]);
                }
                let map = &self.maps.players[self.player];
                let keys: Vec<&str> = map.keys.keys(*target).take(2).map(|key| self.layout.label(key)).collect();
                let keys = if keys.is_empty() { NO_KEY.to_owned() } else { keys.join(" ") };
                let button = match target {
                    Target::Button(button) => kind.label(map.pad.source(*button)),
                    Target::LeftStick(_) | Target::RightStick(_) => "stick",
                };
                line([title.clone(), keys, button.to_owned()])
            }
            Row::DeadZone(axis) => {
                let zone = self.maps.players[self.player].pad.dead_zones[axis];
                let now = u32::from(self.sticks[self.player][axis].unsigned_abs()) * 100 / Stick::FULL as u32;
                line([AXES[axis].to_owned(), format!("< {zone} >"), now.to_string()])
            }
            Row::Pad(pad) => {
                let kind = match pads[pad] {
                    Some(kind) => kind.name(),
                    None => "none",
                };
                let name = format!("pad {} ({kind})", pad + 1);
                line([name, player(self.maps.pads[pad]), empty()])
            }
            Row::Reset => line(["reset all controls".to_owned(), empty(), empty()]),
            Row::Done => line(["save and close".to_owned(), empty(), empty()]),
        }
    }
}

/// A line of the list as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The control or the setting, its keys or its value, and its pad button.
    pub(crate) cells: [String; 3],
    pub(crate) selected: bool,
    pub(crate) waiting: bool,
}

/// Returns the purpose of a key that cannot be assigned.
fn purpose(command: WindowCommand) -> &'static str {
    match command {
        WindowCommand::Quit => "going back",
        WindowCommand::FullScreen => "full screen",
        WindowCommand::Screenshot => "screenshots",
        WindowCommand::Shot => "shots",
        WindowCommand::Controls => "this screen",
        WindowCommand::Debug => "the debug overlay",
        WindowCommand::Smooth | WindowCommand::Between(_) => "pictures between ticks",
        WindowCommand::Louder | WindowCommand::Quieter | WindowCommand::Mute | WindowCommand::Volume(_) => "the volume",
        WindowCommand::Pause => "pausing",
        WindowCommand::Step => "single ticks",
        WindowCommand::Scaling | WindowCommand::Scale(_) => "the size of the picture",
    }
}

/// Returns the button of a pad that an input stands for on the screen.
fn button(input: Input) -> Option<Button> {
    match input {
        Input::Key(key) => Some(match key {
            Key::Up => Button::Up,
            Key::Down => Button::Down,
            Key::Left => Button::Left,
            Key::Right => Button::Right,
            Key::Enter | Key::KeypadEnter | Key::Space => Button::A,
            Key::Delete | Key::Backspace => Button::Y,
            Key::Escape | Key::F2 => Button::B,
            _ => return None,
        }),
        Input::Pad(_, button) => Some(button),
        Input::OtherKey => None,
        Input::Chord(..) => (input.command() == Some(WindowCommand::Controls)).then_some(Button::B),
    }
}

#[cfg(test)]
mod tests;
