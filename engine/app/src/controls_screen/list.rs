//! The controls screen in the letters of a game.

use keitai_render::{Align, Canvas, Font, Framebuffer, TextLimits};
use keitai_runtime::controls::{PLAYERS, PadKind, spelled};

use crate::controls_screen::ControlsScreen;

/// Room at both sides of the text below a list, pixels.
const MARGIN: u32 = 6;
/// Room at both sides of a line in the bar of the selected one, pixels.
const BAR: i32 = 4;

/// The letters of a list of controls, and its place in the picture, pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct ListLook {
    /// Fonts of the lines, and of the selected line. They need capitals, digits and the signs `: , - / < >` only.
    pub fonts: [Font; 2],
    /// Colour of a bar behind the selected line.
    pub bar: u32,
    /// Left end of the names, and right end of the keys; those of a pad's buttons while a pad is plugged in.
    pub columns: [i32; 2],
    /// Top of the first line.
    pub top: i32,
    /// Height of a line.
    pub leading: u8,
    /// Most lines.
    pub lines: usize,
    /// Top of the text below the list, which has up to four lines.
    pub foot: i32,
}

impl ControlsScreen {
    /// Writes the list and the text below it over the page of a game.
    pub fn write(&self, picture: &mut Framebuffer, pads: &[Option<PadKind>; PLAYERS], look: &ListLook) {
        let (width, middle) = (picture.width().saturating_sub(2 * MARGIN), picture.width().cast_signed() / 2);
        let ([left, right], [font, selected_font]) = (look.columns, &look.fonts);
        let (letter, room) = (font.letter().0, right.saturating_sub(left).max(0).cast_unsigned());
        let mut canvas = Canvas::new(picture);
        for (y, line) in (look.top..).step_by(look.leading.max(1).into()).zip(self.lines(look.lines, pads)) {
            let font = if line.selected { selected_font } else { font };
            if line.selected {
                canvas.rectangle(left - BAR, y - 1, room + 2 * BAR.cast_unsigned(), look.leading.into(), look.bar);
            }
            let [name, keys, button] = line.cells.each_ref().map(|text| printed(text));
            let value = match () {
                // A setting, with what is measured beside it.
                () if keys.starts_with('<') => format!("{keys} {button}").trim_end().to_owned(),
                () if button.is_empty() || pads.iter().all(Option::is_none) => keys,
                () => button,
            };
            // Of two keys the first one where both have no room.
            let mut value = &*value;
            while let Some((first, _)) = value.rsplit_once(' ')
                && font.width(&name).saturating_add(letter).saturating_add(font.width(value)) > room
            {
                value = first.strip_suffix(" KP").unwrap_or(first);
            }
            let limit = |width| TextLimits { width: Some(width), lines: Some(1), ..TextLimits::default() };
            let rest = room.saturating_sub(font.width(value).saturating_add(letter));
            canvas.write_within(&name, (left, y), font, Align::Left, limit(rest));
            canvas.write_within(value, (right, y), font, Align::Right, limit(room));
        }
        let text = format!("{}\n{}", printed(self.help()), printed(self.leave()));
        let limits = TextLimits { width: Some(width), lines: Some(4), ..TextLimits::default() };
        canvas.write_within(&text, (middle, look.foot), &look.fonts[0], Align::Centre, limits);
    }
}

/// Returns a text in the letters of a game. Text in brackets is left out, because there is no room for it.
fn printed(text: &str) -> String {
    let text = text.split_once(" (").map_or(text, |(before, _)| before);
    spelled(text).to_uppercase().replace(';', ",").replace("   ", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_render::Lettering;
    use keitai_runtime::controls::{Input, Key, Layout, Maps};

    #[test]
    fn lines_and_notices_are_written_inside_the_picture() {
        let mut screen = ControlsScreen::new(Maps::default(), Layout::default());
        let font = |colour| Font::Plain { lettering: Lettering::Normal, colour, outlined: false };
        let look = ListLook {
            fonts: [font(0xFFFFFF), font(0xFFD040)],
            bar: 0x301008,
            columns: [20, 220],
            top: 40,
            leading: 12,
            lines: 12,
            foot: 250,
        };
        let mut rows = |keys: &[Key], colour: u32| {
            keys.iter().for_each(|key| _ = screen.press(Input::Key(*key)));
            let mut picture = Framebuffer::new(240, 320);
            screen.write(&mut picture, &[None; PLAYERS], &look);
            let lit = |row: &usize| picture.pixels()[row * 240..(row + 1) * 240].contains(&colour);
            (0..320).filter(lit).collect::<Vec<usize>>()
        };
        let selected = rows(&[], 0xFFD040);
        assert!(selected.iter().all(|row| (40..52).contains(row)) && !selected.is_empty(), "{selected:?}");
        // Enter or A, Del or Y, Esc or B: one line each, the first two by their gap.
        let last = |rows: Vec<usize>| rows.last().map(|row| (row - 250) / 10);
        assert_eq!(last(rows(&[], 0xFFFFFF)), Some(2));
        assert_eq!(last(rows(&[Key::Down, Key::Enter], 0xFFFFFF)), Some(1), "waiting");
        assert_eq!(printed("pad 1 (none)   .; Del"), "PAD 1");
        assert_eq!(printed("A: .   B"), "A: DOT\nB");
    }
}
