//! The legend: what the keys do and, when there is a pad, what its buttons do, in its own lettering.

use keitai_desktop::{PadKind, Target};
use keitai_render::{Canvas, Framebuffer, Lettering};
use keitai_runtime::controls::Button;

use super::keys::{FUNCTIONS, Function, PadInput};

/// Colours, 0xRRGGBB.
const TITLE: u32 = 0xFFD060;
const NAME: u32 = 0xFFFFFF;
const INPUT: u32 = 0xA0D8FF;

/// Left edges of the three columns, pixels.
const COLUMNS: [i32; 3] = [8, 110, 178];
const TOP: i32 = 40;
/// Distance of lines, pixels.
const LEADING: i32 = 14;

/// Draws the legend over the picture, for a keyboard and, if there is one, a pad.
pub(crate) fn draw(picture: &mut Framebuffer, pad: Option<PadKind>) {
    let width = picture.width();
    let mut canvas = Canvas::new(picture);
    let height = LEADING * (FUNCTIONS.len() as i32 + 3);
    canvas.shade(2, TOP - 8, width.saturating_sub(4), height as u32);
    canvas.text("keyboard", COLUMNS[1], TOP, Lettering::Small, TITLE);
    if let Some(pad) = pad {
        canvas.text(pad_title(pad), COLUMNS[2], TOP, Lettering::Small, TITLE);
    }
    for (line, function) in (1..).zip(FUNCTIONS) {
        let y = TOP + line * LEADING;
        canvas.text(function.name, COLUMNS[0], y, Lettering::Small, NAME);
        canvas.text(&keys_text(function), COLUMNS[1], y, Lettering::Small, INPUT);
        if let Some(pad) = pad {
            canvas.text(&pad_text(function, pad), COLUMNS[2], y, Lettering::Small, INPUT);
        }
    }
    let y = TOP + LEADING * (FUNCTIONS.len() as i32 + 1);
    canvas.text("drop files on the window to open them", COLUMNS[0], y, Lettering::Small, TITLE);
}

fn pad_title(pad: PadKind) -> &'static str {
    match pad {
        PadKind::Xbox => "pad (Xbox)",
        PadKind::PlayStation => "pad (PS)",
        PadKind::Switch => "pad (Switch)",
    }
}

/// The first key for each way the thing can go.
fn keys_text(function: &Function) -> String {
    let sticks = |target: &Target| matches!(target, Target::LeftStick(_) | Target::RightStick(_));
    if function.keys.iter().all(|(_, target)| sticks(target)) {
        let labels: Vec<_> = function.keys.iter().map(|(key, _)| key.label()).collect();
        return if labels.iter().all(|label| label.len() == 1) { labels.concat() } else { "arrow keys".to_owned() };
    }
    let mut shown: Vec<Target> = Vec::new();
    let mut labels = Vec::new();
    for (key, target) in function.keys {
        if !shown.contains(target) {
            shown.push(*target);
            labels.push(key.label());
        }
    }
    // A single thing has room for its other keys.
    if shown.len() == 1 {
        labels = function.keys.iter().map(|(key, _)| key.label()).collect();
    }
    labels.join(" ")
}

fn pad_text(function: &Function, pad: PadKind) -> String {
    let join = |buttons: &[Button], between: &str| {
        buttons.iter().map(|button| pad.label(*button)).collect::<Vec<_>>().join(between)
    };
    match function.pad {
        PadInput::Buttons([Button::Left, Button::Right]) => "D-pad < >".to_owned(),
        PadInput::Buttons([Button::Down, Button::Up]) => "D-pad v ^".to_owned(),
        PadInput::LeftStick => "left stick".to_owned(),
        PadInput::RightStick => "right stick".to_owned(),
        PadInput::Buttons(buttons) => join(buttons, " "),
        PadInput::Together(buttons) => join(buttons, "&"),
        PadInput::Nothing => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: i32 = 5;

    #[test]
    fn every_column_has_room_for_its_text() {
        for function in FUNCTIONS {
            let room = |column: usize, text: &str| {
                let end = COLUMNS[column] + SMALL * text.len() as i32;
                end <= COLUMNS.get(column + 1).copied().unwrap_or(240)
            };
            assert!(room(0, function.name), "{}", function.name);
            assert!(room(1, &keys_text(function)), "{}", keys_text(function));
            for pad in [PadKind::Xbox, PadKind::PlayStation, PadKind::Switch] {
                assert!(room(2, &pad_text(function, pad)), "{}", pad_text(function, pad));
            }
        }
        assert!(TOP + LEADING * (FUNCTIONS.len() as i32 + 2) <= 320);
    }

    #[test]
    fn the_text_follows_the_pad() {
        let row = |name| FUNCTIONS.iter().find(|function| function.name == name).unwrap();
        assert_eq!(keys_text(row("turn")), "arrow keys");
        assert_eq!(keys_text(row("move")), "WASD");
        assert_eq!(keys_text(row("zoom out, in")), "- =");
        assert_eq!(keys_text(row("this legend")), "F1 H");
        assert_eq!(pad_text(row("light"), PadKind::Xbox), "X");
        assert_eq!(pad_text(row("light"), PadKind::Switch), "Y");
        assert_eq!(pad_text(row("action before, next"), PadKind::PlayStation), "L1 R1");
        assert_eq!(pad_text(row("quit"), PadKind::Xbox), "View&Menu");
    }

    #[test]
    fn a_pad_adds_a_column() {
        let mut without = Framebuffer::new(240, 320);
        without.fill(0x808080);
        let mut with = without.clone();
        draw(&mut without, None);
        draw(&mut with, Some(PadKind::Switch));
        let text = |picture: &Framebuffer, from: usize| {
            let rows = picture.pixels().chunks_exact(240);
            rows.flat_map(|row| &row[from..]).filter(|pixel| **pixel == INPUT || **pixel == TITLE).count()
        };
        let column = COLUMNS[2] as usize;
        assert!(text(&with, column) > text(&without, column));
        assert_eq!(with.pixels()[0], 0x808080, "the corner of the picture is left alone");
    }
}
