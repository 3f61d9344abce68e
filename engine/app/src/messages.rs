//! Text over the picture: a message at the bottom for a while, and an error at the top until it is fixed.

use std::time::Duration;

use keitai_render::{Canvas, Framebuffer, Lettering};
use keitai_runtime::TickRate;

/// Time for which a message is shown.
const SHOWN: Duration = Duration::from_millis(2500);

/// Lines of a message that are shown at most.
const LINES: usize = 6;

const LETTERING: Lettering = Lettering::Normal;
const MARGIN: u32 = 4;

const WHITE: u32 = 0xFF_FFFF;
const AMBER: u32 = 0xFF_C040;

/// The current message and the current error.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Messages {
    /// The message and the time for which it is still shown.
    told: Option<(String, Duration)>,
    wrong: Option<String>,
    rate: TickRate,
}

impl Messages {
    /// Returns messages of a game with this many ticks per second.
    pub(crate) fn new(rate: TickRate) -> Self {
        Self { rate, ..Self::default() }
    }

    /// Shows a message instead of the one before.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.told = Some((text.into(), SHOWN));
    }

    /// Shows an error until this is called with `None`.
    pub fn set_wrong(&mut self, wrong: Option<String>) {
        self.wrong = wrong;
    }

    /// Returns the current error.
    pub fn wrong(&self) -> Option<&str> {
        self.wrong.as_deref()
    }

    /// Advances the message by a tick.
    pub fn tick(&mut self) {
        self.pass(Duration::from_secs(1) / self.rate.per_second());
    }

    /// Lets time pass. Returns whether the message ends.
    pub(crate) fn pass(&mut self, time: Duration) -> bool {
        let Some((_, left)) = &mut self.told else { return false };
        let rest = left.checked_sub(time);
        *left = rest.unwrap_or_default();
        if rest.is_none() {
            self.told = None;
        }
        rest.is_none()
    }

    /// Returns the current message.
    pub fn text(&self) -> Option<&str> {
        self.told.as_ref().map(|(text, _)| text.as_str())
    }

    /// Draws message and error over a picture, in up to six lines each.
    pub fn draw(&self, picture: &mut Framebuffer) {
        let (width, height) = (picture.width(), picture.height());
        let columns = (width.saturating_sub(2 * MARGIN) / LETTERING.width()).max(1) as usize;
        let tall = |lines: &[String]| lines.len() as u32 * LETTERING.height();
        let mut canvas = Canvas::new(picture);
        if let Some(wrong) = &self.wrong {
            let lines = broken(wrong, columns);
            canvas.shade(0, 0, width, tall(&lines) + 2 * MARGIN);
            canvas.caption(&lines.join("\n"), MARGIN as i32, MARGIN as i32, LETTERING, AMBER);
        }
        if let Some((text, _)) = &self.told {
            let lines = broken(text, columns);
            let ground = tall(&lines) + 2 * MARGIN;
            let top = height.saturating_sub(ground) as i32;
            canvas.shade(0, top, width, ground);
            canvas.caption(&lines.join("\n"), MARGIN as i32, top + MARGIN as i32, LETTERING, WHITE);
        }
    }
}

/// Draws text across the middle of a picture, on a dark background.
pub(crate) fn draw_notice(picture: &mut Framebuffer, text: &str) {
    let (width, height) = (picture.width(), picture.height());
    let columns = (width.saturating_sub(2 * MARGIN) / LETTERING.width()).max(1) as usize;
    let lines = broken(text, columns);
    let tall = lines.len() as u32 * LETTERING.height() + 4 * MARGIN;
    let top = (height.saturating_sub(tall) / 2) as i32;
    let mut canvas = Canvas::new(picture);
    canvas.shade(0, top, width, tall);
    for (number, line) in (0..).zip(&lines) {
        let left = width.saturating_sub(line.chars().count() as u32 * LETTERING.width()) / 2;
        let y = top + 2 * MARGIN as i32 + number * LETTERING.height() as i32;
        canvas.caption(line, left as i32, y, LETTERING, WHITE);
    }
}

/// Breaks text into lines of at most `columns` characters, where the text has line ends and between words where possible.
fn broken(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = text.split('\n').flat_map(|line| wrapped(line, columns)).collect();
    lines.truncate(LINES);
    lines
}

fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        // A word longer than a line, for example a path, is cut.
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(columns) {
            let Some(line) = lines.last_mut() else { break };
            let taken = line.chars().count();
            if taken > 0 && taken + 1 + piece.len() > columns {
                lines.push(piece.iter().collect());
            } else {
                if taken > 0 {
                    line.push(' ');
                }
                line.extend(piece);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_long_words_are_cut() {
        assert_eq!(broken("one two three", 7), ["one two", "three"]);
        assert_eq!(broken("see abcdefghij k", 4), ["see", "abcd", "efgh", "ij k"]);
        assert_eq!(broken("unknown field\nhint: did you mean so?", 14), ["unknown field", "hint: did you", "mean so?"]);
        assert_eq!(broken("", 4), [""]);
        assert_eq!(broken(&"x".repeat(100), 4).len(), LINES);
    }

    #[test]
    fn a_message_is_drawn_at_the_bottom_until_its_time_is_over() {
        let mut message = Messages::default();
        message.tell("x x");
        let mut picture = Framebuffer::new(240, 320);
        message.draw(&mut picture);
        let lit = |row: usize| picture.pixels()[row * 240..(row + 1) * 240].iter().any(|pixel| *pixel != 0);
        let rows: Vec<_> = (0..320).filter(|row| lit(*row)).collect();
        assert!(rows[0] >= 306 && rows.len() == 5, "one line of an x five pixels high: {rows:?}");

        for _ in 0..=75 {
            message.tick();
        }
        assert_eq!(message.text(), None);
        message.tell("x");
        assert!(!message.pass(SHOWN) && message.pass(Duration::from_millis(1)) && message.text().is_none());

        let mut message = Messages::new(TickRate::Hz60);
        message.tell("x");
        (0..150).for_each(|_| message.tick());
        assert_eq!(message.text(), Some("x"));
        message.tick();
        assert_eq!(message.text(), None);
    }

    #[test]
    fn an_error_stays_at_the_top_until_it_is_fixed() {
        let mut message = Messages::default();
        message.set_wrong(Some("x".to_owned()));
        for _ in 0..=75 {
            message.tick();
        }
        let mut picture = Framebuffer::new(240, 320);
        message.draw(&mut picture);
        let lit: Vec<_> = (0..).zip(picture.pixels()).filter(|(_, pixel)| **pixel == AMBER).map(|(at, _)| at).collect();
        assert!(!lit.is_empty() && lit.iter().all(|at| at / 240 < 20), "{lit:?}");

        message.set_wrong(None);
        picture.fill(0);
        message.draw(&mut picture);
        assert!(picture.pixels().iter().all(|pixel| *pixel == 0));
    }
}
