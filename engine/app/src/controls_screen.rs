//! The controls screen: a list of a player's controls with the key and the pad button for each.
//!
//! The screen takes [`Input`]s before they are mapped, so that it works with any maps. When a key or a button in use is
//! assigned again, the two are swapped. The program shows the screen over a paused play, and keeps its maps when
//! [`ControlsScreen::press`] returns that the screen is closed.

use std::rc::Rc;
use std::time::Duration;

use keitai_render::{Canvas, Framebuffer, Lettering};
use keitai_runtime::controls::{Button, Input, Key, Layout, Maps, PLAYERS, PadKind, Target, WindowCommand};

pub use crate::controls_list::ListLook;

/// The controls that a program uses, each with its title.
pub type Titles = Vec<(Target, String)>;

/// Returns plain names for all controls.
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
    /// Time since the last press.
    idle: Duration,
}

/// Time without a press after which the screen closes.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Player,
    Control(usize),
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
/// Lines above the list.
const ABOVE: i32 = 3;
/// Lines below the list.
const BELOW: i32 = 3;

/// Text for a control without a key.
const NO_KEY: &str = "-";

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
        match button(input) {
            Some(Button::Up) => self.cursor = self.cursor.checked_sub(1).unwrap_or(self.rows() - 1),
            Some(Button::Down) => self.cursor = (self.cursor + 1) % self.rows(),
            Some(Button::Left) => self.step(self.players - 1),
            Some(Button::Right) => self.step(1),
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

    fn rows(&self) -> usize {
        self.titles.len() + self.players + 3
    }

    fn row(&self, index: usize) -> Row {
        let controls = self.titles.len();
        match index {
            0 => Row::Player,
            index if index <= controls => Row::Control(index - 1),
            index if index <= controls + self.players => Row::Pad(index - controls - 1),
            index if index == controls + self.players + 1 => Row::Reset,
            _ => Row::Done,
        }
    }

    /// Changes the value at the cursor.
    fn step(&mut self, by: usize) {
        match self.row(self.cursor) {
            Row::Player => self.player = (self.player + by) % self.players,
            Row::Pad(pad) => self.maps.pads[pad] = (self.maps.pads[pad] + by) % self.players,
            Row::Control(_) | Row::Reset | Row::Done => {}
        }
    }

    fn choose(&mut self) -> bool {
        match self.row(self.cursor) {
            Row::Player | Row::Pad(_) => self.step(1),
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
        if let Row::Control(control) = self.row(self.cursor)
            && let Some((target, title)) = self.titles.get(control)
        {
            self.maps.players[self.player].keys.set(*target, &[]);
            self.notice = Some(format!("{title}: no key"));
        }
    }

    /// Assigns a key or a button to the control at the cursor.
    fn assign(&mut self, input: Input) {
        let Row::Control(control) = self.row(self.cursor) else { return };
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
                self.maps.give_button(self.player, *button, source);
                Some(format!("{title}: changed on the pad"))
            }
            (Input::OtherKey, _) => {
                self.waiting = true;
                Some("this key cannot be used".to_owned())
            }
            (Input::Pad(..) | Input::Chord(..), _) => None,
        };
    }

    /// Returns the notice about a control that gets a key, and about the control that had it.
    fn given(&self, key: Key, target: Target, title: &str) -> String {
        let holders = self.maps.players.iter().enumerate().find_map(|(player, map)| {
            let other = map.keys.targets(key).find(|other| (player, *other) != (self.player, target))?;
            Some((player, other))
        });
        let Some((player, other)) = holders else { return format!("{title}: {}", self.layout.label(key)) };
        let holder = self.titles.iter().find(|(target, _)| *target == other);
        let holder = holder.map_or_else(|| other.title(), |(_, title)| title);
        // Without another key to give in exchange, that control has one key less.
        let exchanged = self.maps.players[self.player].keys.keys(target).any(|own| own != key);
        let change = if exchanged { "swapped with" } else { "taken from" };
        format!("{title}: {}, {change} player {}'s {holder}", self.layout.label(key), player + 1)
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
        let mut own = self.maps.pads.iter().zip(pads).filter(|(player, _)| **player == self.player);
        let kind = own.find_map(|(_, kind)| *kind).unwrap_or_default();
        let first = self.cursor.saturating_sub(room / 2).min(self.rows().saturating_sub(room));
        let shown = first..self.rows().min(first + room);
        shown.map(|index| self.line(index, kind, pads)).collect()
    }

    fn line(&self, index: usize, kind: PadKind, pads: &[Option<PadKind>; PLAYERS]) -> Line {
        let selected = index == self.cursor;
        let line = |cells: [String; 3]| Line { cells, selected, waiting: selected && self.waiting };
        let empty = String::new;
        let player = |player: usize| format!("< player {} >", player + 1);
        match self.row(index) {
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
mod tests {
    use super::*;

    fn screen(players: usize) -> ControlsScreen {
        let titles =
            vec![(Target::Button(Button::A), "shove".to_owned()), (Target::Button(Button::B), "dash".to_owned())];
        ControlsScreen { titles, players, ..ControlsScreen::new(Maps::default(), Layout::default()) }
    }

    fn press(screen: &mut ControlsScreen, keys: &[Key]) -> bool {
        keys.iter().fold(false, |_, key| screen.press(Input::Key(*key)))
    }

    fn keys(screen: &ControlsScreen, player: usize, button: Button) -> Vec<Key> {
        screen.maps().players[player].keys.keys(Target::Button(button)).collect()
    }

    #[test]
    fn a_screen_that_nobody_uses_closes() {
        let mut screen = screen(4);
        let minute = Duration::from_secs(60);
        assert!(!screen.wait(minute));
        assert!(!screen.press(Input::Key(Key::Down)));
        assert!(!screen.wait(minute) && screen.wait(minute));
    }

    #[test]
    fn a_key_is_assigned_and_swapped() {
        let mut screen = screen(4);
        assert!(!press(&mut screen, &[Key::Down, Key::Enter, Key::Period]));
        assert_eq!((keys(&screen, 0, Button::A), keys(&screen, 0, Button::B)), (vec![Key::Period], vec![Key::Space]));
        assert_eq!(screen.notice.as_deref(), Some("shove: ., swapped with player 1's dash"));
        // The same key list for the second player.
        press(&mut screen, &[Key::Up, Key::Right, Key::Down, Key::Enter, Key::J]);
        assert_eq!(keys(&screen, 1, Button::A), [Key::J]);
        press(&mut screen, &[Key::Delete]);
        assert_eq!(keys(&screen, 1, Button::A), []);
        // A control without a key has none to give in exchange.
        press(&mut screen, &[Key::Enter, Key::Period]);
        assert_eq!((keys(&screen, 0, Button::A), keys(&screen, 1, Button::A)), (vec![], vec![Key::Period]));
        assert_eq!(screen.notice.as_deref(), Some("shove: ., taken from player 1's shove"));
    }

    #[test]
    fn a_button_is_assigned_and_swapped() {
        let mut screen = screen(4);
        for button in [Button::Down, Button::Down, Button::A, Button::L2] {
            assert!(!screen.press(Input::Pad(2, button)));
        }
        let pad = screen.maps().players[0].pad;
        assert_eq!([Button::B, Button::L2, Button::A].map(|b| pad.source(b)), [Button::L2, Button::B, Button::A]);
        assert!(screen.press(Input::Pad(0, Button::B)), "the screen ignores the maps");
    }

    #[test]
    fn reserved_keys_are_refused_and_escape_cancels() {
        let mut screen = screen(4);
        press(&mut screen, &[Key::Down, Key::Enter, Key::F3]);
        assert!(screen.waiting);
        assert_eq!(screen.notice.as_deref(), Some("F3 is reserved for the debug overlay"));
        press(&mut screen, &[Key::F11]);
        assert_eq!(screen.notice.as_deref(), Some("F11 is reserved for full screen"));
        assert!(!screen.press(Input::OtherKey) && screen.waiting);
        assert_eq!(screen.notice.as_deref(), Some("this key cannot be used"));
        assert!(!press(&mut screen, &[Key::Escape]));
        assert_eq!(screen.maps(), &Maps::default());
        assert!(press(&mut screen, &[Key::Escape]));
    }

    #[test]
    fn pads_change_players_and_a_reset_restores_the_defaults() {
        let mut screen = screen(4);
        // Upwards from the top: done, reset, the fourth pad.
        press(&mut screen, &[Key::Up, Key::Up, Key::Up, Key::Right, Key::Up, Key::Left]);
        assert_eq!(screen.maps().pads, [0, 1, 1, 0]);
        press(&mut screen, &[Key::Down, Key::Down, Key::Enter]);
        assert_eq!(screen.maps(), &Maps::default());
        assert!(press(&mut screen, &[Key::Down, Key::Enter]));
    }

    #[test]
    fn a_game_for_two_lists_two_players_and_two_pads() {
        let mut screen = screen(2);
        press(&mut screen, &[Key::Left]);
        let pads = [Some(PadKind::Switch), None, None, None];
        let lines = screen.lines(20, &pads);
        let first: Vec<&str> = lines.iter().map(|line| line.cells[0].as_str()).collect();
        let pad = format!("pad 1 ({})", PadKind::Switch.name());
        assert_eq!(first, ["player", "shove", "dash", &pad, "pad 2 (none)", "reset all controls", "save and close"]);
        assert_eq!((lines[0].cells[1].as_str(), lines[0].selected), ("< player 2 >", true));
        press(&mut screen, &[Key::Down, Key::Enter]);
        let lines = screen.lines(3, &pads);
        assert_eq!((lines.len(), lines[1].waiting, lines[1].cells[1].as_str()), (3, true, "?"));
    }

    #[test]
    fn the_screen_is_drawn_in_pictures_of_any_size() {
        for (width, height) in [(240, 320), (64, 64), (1, 1), (320, 200)] {
            let mut screen = ControlsScreen::new(Maps::default(), Layout::default());
            let mut last = None;
            for key in [Key::Down, Key::Enter, Key::Escape, Key::Up, Key::Up] {
                screen.press(Input::Key(key));
                let mut picture = Framebuffer::new(width, height);
                picture.fill(0x40_5060);
                screen.draw(&mut picture, &[Some(PadKind::Switch), None, None, None]);
                assert!(width < 64 || last != Some(picture.digest()), "{key:?} shows nothing");
                last = Some(picture.digest());
            }
        }
    }
}
