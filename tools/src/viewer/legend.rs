//! The legend: functions of the keys, and of the buttons of the pad in use with their printed names.

use keitai_render::{Canvas, Framebuffer, Lettering};
use keitai_runtime::controls::{Button, Labels, PadKind, Target};

use super::keys::{FUNCTIONS, Function, Input};

/// Colours, 0xRRGGBB.
const TITLE: u32 = 0xFFD060;
const NAME: u32 = 0xFFFFFF;
const INPUT: u32 = 0xA0D8FF;

/// Left edges of the three columns, pixels.
const COLUMNS: [i32; 3] = [8, 110, 178];
const TOP: i32 = 26;
/// Distance of lines, pixels.
const LEADING: i32 = 14;

/// Functions on a page.
const ROWS: usize = 17;

pub(crate) const PAGES: usize = FUNCTIONS.len().div_ceil(ROWS);

/// Uses of the mouse, and of Shift and dropped files, under the functions of the first and of the last page.
const MOUSE: [&str; 2] = ["drag: turn    right or Shift and drag: move", "wheel: zoom   click: select   twice: frame"];
const SHIFT: [&str; 2] = if cfg!(feature = "window") {
    ["drop files on the window to open them,", "with Shift to add them; Shift X: PNG files"]
} else {
    ["drop files on the page to open them", ""]
};

/// Draws a page of the legend over the picture, for the keyboard and the pad that was used last.
pub(crate) fn draw(picture: &mut Framebuffer, labels: &Labels, page: usize) {
    let (width, height) = (picture.width(), picture.height());
    let pad = labels.pad();
    let mut canvas = Canvas::new(picture);
    canvas.shade(0, 0, width, height);
    canvas.caption(&format!("keys, {} of {PAGES}", page + 1), COLUMNS[0], TOP, Lettering::Small, TITLE);
    canvas.caption("keyboard", COLUMNS[1], TOP, Lettering::Small, TITLE);
    if let Some(pad) = pad {
        canvas.caption(pad_title(pad), COLUMNS[2], TOP, Lettering::Small, TITLE);
    }
    let rows = FUNCTIONS.iter().skip(page * ROWS).take(ROWS);
    for (line, function) in (1..).zip(rows) {
        let y = TOP + line * LEADING;
        canvas.caption(function.name, COLUMNS[0], y, Lettering::Small, NAME);
        canvas.caption(&keys_text(function, labels), COLUMNS[1], y, Lettering::Small, INPUT);
        if let Some(pad) = pad {
            canvas.caption(&pad_text(function, pad, labels), COLUMNS[2], y, Lettering::Small, INPUT);
        }
    }
    let foot = if page + 1 == PAGES { SHIFT } else { MOUSE };
    for (line, text) in (ROWS as i32 + 1..).zip(foot) {
        canvas.caption(text, COLUMNS[0], TOP + line * LEADING, Lettering::Small, TITLE);
    }
}

fn pad_title(pad: PadKind) -> &'static str {
    match pad {
        PadKind::Xbox => "pad (Xbox)",
        PadKind::PlayStation => "pad (PS)",
        PadKind::Switch => "pad (Switch)",
    }
}

/// Returns the first key for each direction of a function, or two keys for a single one.
fn keys_text(function: &Function, labels: &Labels) -> String {
    let targets = function.targets();
    let first = |target: &Target| labels.keys(0, *target).next().unwrap_or("?");
    let firsts: Vec<&str> = targets.iter().map(first).collect();
    match function.input {
        Input::Window(command, _) => command.keys().map(|key| labels.layout.label(key)).collect::<Vec<_>>().join(" "),
        Input::Own(key, _) => labels.layout.label(key).to_owned(),
        Input::Map(_) if matches!(firsts[..], ["Left", "Right", "Up", "Down"]) => "arrow keys".to_owned(),
        Input::Map(_) if targets.len() > 2 => firsts.concat(),
        Input::Map(_) if targets.len() == 1 => labels.keys(0, targets[0]).take(2).collect::<Vec<_>>().join(" "),
        Input::Map(_) => firsts.join(" "),
    }
}

fn pad_text(function: &Function, pad: PadKind, labels: &Labels) -> String {
    let source = |button: Button| labels.maps.players[0].pad.source(button);
    let join = |buttons: &[Button], between: &str| {
        buttons.iter().map(|button| pad.label(source(*button))).collect::<Vec<_>>().join(between)
    };
    match (function.input, &function.targets()[..]) {
        (Input::Own(_, button), _) => button.map_or_else(String::new, |button| chord(pad, button)),
        (Input::Window(command, []), _) => command.chord().map_or_else(String::new, |button| chord(pad, button)),
        (Input::Window(_, buttons), _) => join(buttons, "&"),
        (Input::Map(_), [Target::LeftStick(_), ..]) => "left stick".to_owned(),
        (Input::Map(_), [Target::RightStick(_), ..]) => "right stick".to_owned(),
        (Input::Map(_), targets) => {
            let button = |target: &Target| if let Target::Button(button) = target { Some(*button) } else { None };
            let buttons: Vec<Button> = targets.iter().filter_map(button).collect();
            match buttons.iter().map(|button| source(*button)).collect::<Vec<_>>()[..] {
                [Button::Left, Button::Right] => "D-pad < >".to_owned(),
                [Button::Down, Button::Up] => "D-pad v ^".to_owned(),
                _ => join(&buttons, " "),
            }
        }
    }
}

fn chord(pad: PadKind, button: Button) -> String {
    format!("{}&{}", pad.label(Button::L3), pad.label(button))
}

#[cfg(test)]
mod tests {
    use keitai_runtime::controls::{Key, Maps, PLAYERS};

    use super::super::keys::info;
    use super::*;

    const SMALL: i32 = 5;

    fn labels(maps: &Maps, pad: Option<PadKind>) -> Labels<'_> {
        let mut pads = [None; PLAYERS];
        pads[0] = pad;
        Labels { pads, last: pad.map(|_| 0), by_key: false, ..Labels::keyboard(maps) }
    }

    #[test]
    fn every_column_has_room_for_its_text() {
        let maps = info().defaults;
        let labels = labels(&maps, None);
        for function in FUNCTIONS {
            let room = |column: usize, text: &str| {
                let end = COLUMNS[column] + SMALL * text.len() as i32;
                end <= COLUMNS.get(column + 1).copied().unwrap_or(240)
            };
            assert!(room(0, function.name), "{}", function.name);
            assert!(room(1, &keys_text(function, &labels)), "{}", keys_text(function, &labels));
            for pad in [PadKind::Xbox, PadKind::PlayStation, PadKind::Switch] {
                assert!(room(2, &pad_text(function, pad, &labels)), "{}", pad_text(function, pad, &labels));
            }
        }
        assert!(TOP + LEADING * (ROWS as i32 + 3) <= 320);
        assert!(MOUSE.iter().chain(&SHIFT).all(|text| COLUMNS[0] + SMALL * text.len() as i32 <= 240));
        const { assert!(PAGES >= 2, "both feet are shown") };
    }

    #[test]
    fn the_text_follows_the_pad_and_the_maps() {
        let mut maps = info().defaults;
        let row = |name| FUNCTIONS.iter().find(|function| function.name == name).unwrap();
        {
            let labels = labels(&maps, None);
            assert_eq!(keys_text(row("turn"), &labels), "arrow keys");
            assert_eq!(keys_text(row("move"), &labels), "WASD");
            assert_eq!(keys_text(row("zoom out, in"), &labels), "- =");
            assert_eq!(keys_text(row("this legend"), &labels), "F1 H");
            assert_eq!(keys_text(row("screenshot"), &labels), "F12 Print");
            assert_eq!(pad_text(row("light"), PadKind::Xbox, &labels), "X");
            assert_eq!(pad_text(row("light"), PadKind::Switch, &labels), "Y");
            assert_eq!(pad_text(row("action before, next"), PadKind::PlayStation, &labels), "L1 R1");
            assert_eq!(pad_text(row("quit"), PadKind::Xbox, &labels), "View&Menu");
            assert_eq!(pad_text(row("controls"), PadKind::PlayStation, &labels), "L3&Option");
        }
        maps.give_key(0, Target::Button(Button::X), Key::Z);
        maps.give_button(0, Button::X, Button::L2);
        assert_eq!(keys_text(row("light"), &labels(&maps, None)), "Z");
        assert_eq!(pad_text(row("light"), PadKind::Switch, &labels(&maps, None)), "ZL");
    }

    #[test]
    fn a_pad_adds_a_column() {
        let maps = info().defaults;
        let mut without = Framebuffer::new(240, 320);
        without.fill(0x808080);
        let mut with = without.clone();
        draw(&mut without, &labels(&maps, None), 0);
        draw(&mut with, &labels(&maps, Some(PadKind::Switch)), 0);
        let text = |picture: &Framebuffer, from: usize| {
            let rows = picture.pixels().chunks_exact(240);
            rows.flat_map(|row| &row[from..]).filter(|pixel| **pixel == INPUT || **pixel == TITLE).count()
        };
        let column = COLUMNS[2] as usize;
        assert!(text(&with, column) > text(&without, column));
        let mut last = Framebuffer::new(240, 320);
        draw(&mut last, &labels(&maps, None), PAGES - 1);
        assert_ne!(last, without);
    }
}
