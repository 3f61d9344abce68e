//! The controls on the screen, to be changed: a list of what a player can do, with the key and the button for each.
//!
//! Plain values in and out: the screen takes [`Input`]s as they come from the devices, before any map, so that it can be
//! used however spoilt the maps are. What is given to one control is taken from another in exchange. The owner shows it
//! over a play that stands still, and keeps [`ControlsScreen::maps`] when [`ControlsScreen::press`] says that it is over.

use keitai_render::{Canvas, Framebuffer, Lettering};

use crate::controls::{Button, Input, Key, Maps, PLAYERS, PadKind, Target, WindowCommand};

/// What a program calls its controls; the ones it has no use for are left out.
pub type Titles = Vec<(Target, String)>;

/// The screen.
#[derive(Debug, Clone)]
pub struct ControlsScreen {
    maps: Maps,
    defaults: Maps,
    titles: Titles,
    player: usize,
    cursor: usize,
    /// A key or a button is asked for.
    asking: bool,
    notice: Option<String>,
}

/// A line of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Player,
    Control(usize),
    Pad(usize),
    Reset,
    Done,
}

/// What a key or a button does on the screen.
enum Move {
    Up,
    Down,
    Left,
    Right,
    Choose,
    Clear,
    Close,
}

const LETTERING: Lettering = Lettering::Small;
/// Distance of lines, pixels.
const LEADING: i32 = 9;
const MARGIN: i32 = 6;
/// Left edges of the three columns in a picture of 240 pixels.
const COLUMNS: [i32; 3] = [MARGIN + 8, 122, 196];
/// Lines above the list and below it.
const ABOVE: i32 = 3;
const BELOW: i32 = 3;

const TITLE: u32 = 0xFF_D060;
const TEXT: u32 = 0xFF_FFFF;
const INPUT: u32 = 0xA0_D8FF;
const CURSOR: u32 = 0x30_60A0;

impl ControlsScreen {
    /// Shows `maps`; `defaults` are what they can be set back to, `titles` what is listed.
    pub fn new(maps: Maps, defaults: Maps, titles: Titles) -> Self {
        Self { maps, defaults, titles, player: 0, cursor: 0, asking: false, notice: None }
    }

    /// Every control under its own name.
    pub fn plain_titles() -> Titles {
        Target::ALL.iter().map(|target| (*target, target.title().to_owned())).collect()
    }

    /// The maps as they are now.
    pub fn maps(&self) -> &Maps {
        &self.maps
    }

    /// Takes in a key or a button. Tells whether the screen is to be closed.
    pub fn press(&mut self, input: Input) -> bool {
        self.notice = None;
        if self.asking {
            self.answer(input);
            return false;
        }
        match movement(input) {
            Some(Move::Up) => self.cursor = self.cursor.checked_sub(1).unwrap_or(self.rows() - 1),
            Some(Move::Down) => self.cursor = (self.cursor + 1) % self.rows(),
            Some(Move::Left) => self.step(PLAYERS - 1),
            Some(Move::Right) => self.step(1),
            Some(Move::Choose) => return self.choose(),
            Some(Move::Clear) => self.clear(),
            Some(Move::Close) => return true,
            None => {}
        }
        false
    }

    fn rows(&self) -> usize {
        self.titles.len() + PLAYERS + 3
    }

    fn row(&self, index: usize) -> Row {
        let controls = self.titles.len();
        match index {
            0 => Row::Player,
            index if index <= controls => Row::Control(index - 1),
            index if index <= controls + PLAYERS => Row::Pad(index - controls - 1),
            index if index == controls + PLAYERS + 1 => Row::Reset,
            _ => Row::Done,
        }
    }

    /// The next value of what can be stepped through.
    fn step(&mut self, by: usize) {
        match self.row(self.cursor) {
            Row::Player => self.player = (self.player + by) % PLAYERS,
            Row::Pad(pad) => self.maps.pads[pad] = (self.maps.pads[pad] + by) % PLAYERS,
            Row::Control(_) | Row::Reset | Row::Done => {}
        }
    }

    fn choose(&mut self) -> bool {
        match self.row(self.cursor) {
            Row::Player | Row::Pad(_) => self.step(1),
            Row::Control(_) => self.asking = true,
            Row::Reset => {
                self.maps = self.defaults.clone();
                self.notice = Some("everything is as it was made".to_owned());
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

    /// Gives the control at the cursor what was pressed.
    fn answer(&mut self, input: Input) {
        let Row::Control(control) = self.row(self.cursor) else { return };
        let Some((target, title)) = self.titles.get(control) else { return };
        self.asking = false;
        self.notice = match (input, target) {
            (Input::Key(Key::Escape), _) => None,
            (Input::Key(key), _) if WindowCommand::of_key(key).is_some() => {
                self.asking = true;
                Some(format!("{} is a key of the window", key.label()))
            }
            (Input::Key(key), target) => {
                let taken = self.taken_from(key, *target);
                self.maps.give_key(self.player, *target, key);
                Some(format!("{title}: {}{taken}", key.label()))
            }
            (Input::Pad(_, source), Target::Button(button)) => {
                self.maps.give_button(self.player, *button, source);
                Some(format!("{title}: changed on the pad"))
            }
            (Input::Pad(..) | Input::Chord(..), _) => None,
        };
    }

    /// Who had a key, to be told.
    fn taken_from(&self, key: Key, target: Target) -> String {
        let holders = self.maps.players.iter().enumerate().find_map(|(player, map)| {
            let other = map.keys.targets(key).find(|other| (player, *other) != (self.player, target))?;
            Some((player, other))
        });
        let Some((player, other)) = holders else { return String::new() };
        let title = self.titles.iter().find(|(target, _)| *target == other);
        let title = title.map_or_else(|| other.title(), |(_, title)| title);
        format!(", taken from player {}'s {title}", player + 1)
    }

    /// Draws the screen over a picture; `pads` are the kinds of those that are plugged in.
    pub fn draw(&self, picture: &mut Framebuffer, pads: &[Option<PadKind>; PLAYERS]) {
        let (width, height) = (picture.width(), picture.height());
        // Twice: a sixteenth of the picture's light is left.
        Canvas::new(picture).shade(0, 0, width, height);
        let mut canvas = Canvas::new(picture);
        canvas.shade(0, 0, width, height);
        let mut own = self.maps.pads.iter().zip(pads).filter(|(player, _)| **player == self.player);
        let kind = own.find_map(|(_, kind)| *kind).unwrap_or_default();

        canvas.text("controls", MARGIN, MARGIN, LETTERING, TITLE);
        canvas.text("keys", COLUMNS[1], MARGIN + LEADING, LETTERING, TITLE);
        canvas.text("pad", COLUMNS[2], MARGIN + LEADING, LETTERING, TITLE);
        let room = ((height as i32 - 2 * MARGIN) / LEADING - ABOVE - BELOW).max(1) as usize;
        let first = self.cursor.saturating_sub(room / 2).min(self.rows().saturating_sub(room));
        for (line, index) in (ABOVE..).zip(first..self.rows().min(first + room)) {
            let y = MARGIN + line * LEADING;
            if index == self.cursor {
                canvas.rectangle(
                    MARGIN - 2,
                    y - 1,
                    width.saturating_sub(2 * MARGIN as u32 - 4),
                    LEADING as u32,
                    CURSOR,
                );
            }
            self.draw_row(&mut canvas, self.row(index), y, kind, pads);
        }
        let foot = height as i32 - MARGIN - (BELOW - 1) * LEADING;
        let (help, colour) = match &self.notice {
            Some(notice) => (notice.as_str(), TITLE),
            None if self.asking => ("press a key or a button (Esc: leave it)", TITLE),
            None => ("Enter or A: change   Del or Y: no key", TEXT),
        };
        canvas.text(help, MARGIN, foot, LETTERING, colour);
        canvas.text("Esc or B: save and go back", MARGIN, foot + LEADING, LETTERING, TEXT);
    }

    fn draw_row(&self, canvas: &mut Canvas, row: Row, y: i32, kind: PadKind, pads: &[Option<PadKind>; PLAYERS]) {
        let mut put = |column: usize, text: &str, colour| canvas.text(text, COLUMNS[column], y, LETTERING, colour);
        match row {
            Row::Player => {
                put(0, "whose", TEXT);
                put(1, &format!("< player {} >", self.player + 1), INPUT);
            }
            Row::Control(control) => {
                let Some((target, title)) = self.titles.get(control) else { return };
                let asking = self.asking && self.row(self.cursor) == row;
                let map = &self.maps.players[self.player];
                let keys: Vec<&str> = map.keys.keys(*target).take(2).map(Key::label).collect();
                put(0, title, TEXT);
                put(
                    1,
                    if asking {
                        "?"
                    } else if keys.is_empty() {
                        "-"
                    } else {
                        ""
                    },
                    TITLE,
                );
                if !asking {
                    put(1, &keys.join(" "), INPUT);
                }
                match target {
                    _ if asking => put(2, "?", TITLE),
                    Target::Button(button) => put(2, kind.label(map.pad.source(*button)), INPUT),
                    Target::LeftStick(_) | Target::RightStick(_) => put(2, "stick", INPUT),
                }
            }
            Row::Pad(pad) => {
                put(0, &format!("pad {} ({})", pad + 1, pads[pad].map_or("none", PadKind::name)), TEXT);
                put(1, &format!("< player {} >", self.maps.pads[pad] + 1), INPUT);
            }
            Row::Reset => put(0, "as they were made", TEXT),
            Row::Done => put(0, "save and go back", TEXT),
        }
    }
}

fn movement(input: Input) -> Option<Move> {
    let key = |key| {
        Some(match key {
            Key::Up => Move::Up,
            Key::Down => Move::Down,
            Key::Left => Move::Left,
            Key::Right => Move::Right,
            Key::Enter | Key::KeypadEnter | Key::Space => Move::Choose,
            Key::Delete | Key::Backspace => Move::Clear,
            Key::Escape | Key::F2 => Move::Close,
            _ => return None,
        })
    };
    match input {
        Input::Key(pressed) => key(pressed),
        Input::Pad(_, button) => Some(match button {
            Button::Up => Move::Up,
            Button::Down => Move::Down,
            Button::Left => Move::Left,
            Button::Right => Move::Right,
            Button::A => Move::Choose,
            Button::Y => Move::Clear,
            Button::B | Button::Start => Move::Close,
            _ => return None,
        }),
        Input::Chord(..) => (input.request() == Some(WindowCommand::Controls)).then_some(Move::Close),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen() -> ControlsScreen {
        let titles =
            vec![(Target::Button(Button::A), "shove".to_owned()), (Target::Button(Button::B), "dash".to_owned())];
        ControlsScreen::new(Maps::default(), Maps::default(), titles)
    }

    fn press(remap: &mut ControlsScreen, keys: &[Key]) -> bool {
        keys.iter().fold(false, |_, key| remap.press(Input::Key(*key)))
    }

    fn keys(remap: &ControlsScreen, player: usize, button: Button) -> Vec<Key> {
        remap.maps().players[player].keys.keys(Target::Button(button)).collect()
    }

    #[test]
    fn a_key_is_asked_for_and_exchanged() {
        let mut remap = screen();
        assert!(!press(&mut remap, &[Key::Down, Key::Enter, Key::Period]));
        assert_eq!((keys(&remap, 0, Button::A), keys(&remap, 0, Button::B)), (vec![Key::Period], vec![Key::Space]));
        assert_eq!(remap.notice.as_deref(), Some("shove: ., taken from player 1's dash"));
        // The second player's turn.
        press(&mut remap, &[Key::Up, Key::Right, Key::Down, Key::Enter, Key::J]);
        assert_eq!(keys(&remap, 1, Button::A), [Key::J]);
        press(&mut remap, &[Key::Delete]);
        assert_eq!(keys(&remap, 1, Button::A), []);
    }

    #[test]
    fn a_button_is_asked_for_and_exchanged() {
        let mut remap = screen();
        for button in [Button::Down, Button::Down, Button::A, Button::L2] {
            assert!(!remap.press(Input::Pad(2, button)));
        }
        let pad = remap.maps().players[0].pad;
        assert_eq!([Button::B, Button::L2, Button::A].map(|b| pad.source(b)), [Button::L2, Button::B, Button::A]);
        assert!(remap.press(Input::Pad(0, Button::B)), "the screen itself knows no map");
    }

    #[test]
    fn keys_of_the_window_are_refused_and_escape_leaves_all_as_it_is() {
        let mut remap = screen();
        press(&mut remap, &[Key::Down, Key::Enter, Key::F3]);
        assert!(remap.asking && remap.notice.is_some());
        assert!(!press(&mut remap, &[Key::Escape]));
        assert_eq!(remap.maps(), &Maps::default());
        assert!(press(&mut remap, &[Key::Escape]));
    }

    #[test]
    fn pads_change_players_and_everything_goes_back() {
        let mut remap = screen();
        // From the top upwards: done, reset, the fourth pad.
        press(&mut remap, &[Key::Up, Key::Up, Key::Up, Key::Right, Key::Up, Key::Left]);
        assert_eq!(remap.maps().pads, [0, 1, 1, 0]);
        press(&mut remap, &[Key::Down, Key::Down, Key::Enter]);
        assert_eq!(remap.maps(), &Maps::default());
        assert!(press(&mut remap, &[Key::Down, Key::Enter]));
    }

    #[test]
    fn it_is_drawn_in_any_picture() {
        for (width, height) in [(240, 320), (64, 64), (1, 1), (320, 200)] {
            let mut remap = ControlsScreen::new(Maps::default(), Maps::default(), ControlsScreen::plain_titles());
            let mut last = None;
            for key in [Key::Down, Key::Enter, Key::Escape, Key::Up, Key::Up] {
                remap.press(Input::Key(key));
                let mut picture = Framebuffer::new(width, height);
                picture.fill(0x40_5060);
                remap.draw(&mut picture, &[Some(PadKind::Switch), None, None, None]);
                assert!(width < 64 || last != Some(picture.digest()), "{key:?} shows nothing");
                last = Some(picture.digest());
            }
        }
    }
}
