//! Everything over the picture that screenshots, records and digests do not hold: a message at the bottom for a while, an error at
//! the top until it is fixed, and drawings of the game. Warnings of scenes and errors of games, which stop nothing, are such messages.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use keitai_render::{Canvas, Font, Framebuffer, Lettering, Overflow, TextLimits};
use keitai_runtime::{Stage, TickRate};

use crate::console;
use crate::error::Error;

const SHOWN: Duration = Duration::from_millis(2500);

/// Lines of a message that are shown at most.
const LINES: u32 = 6;

const LETTERING: Lettering = Lettering::Normal;
const FONT: Font = Font::Plain { lettering: LETTERING, colour: WHITE, outlined: true };
const MARGIN: u32 = 4;

const WHITE: u32 = 0xFF_FFFF;
const AMBER: u32 = 0xFF_C040;

/// A drawing of a game over its picture. The number is that of the pictures in the last second.
type Over = Rc<dyn Fn(&mut Framebuffer, u32)>;

/// The current message and the current error.
#[derive(Clone, Default)]
pub struct Messages {
    /// The message and the time for which it is still shown.
    message: Option<(String, Duration)>,
    wrong: Option<String>,
    rate: TickRate,
    /// The line about the last tick; `None` unless scripts read it.
    trace: Option<String>,
    /// The drawing over the picture of this tick.
    over: Option<Over>,
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages").field("message", &self.message).field("wrong", &self.wrong).finish_non_exhaustive()
    }
}

impl Messages {
    pub(crate) fn new(rate: TickRate, traced: bool) -> Self {
        Self { rate, trace: traced.then(String::new), ..Self::default() }
    }

    /// Shows a message instead of the one before.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), SHOWN));
    }

    /// Shows an error until this is called with `None`.
    pub fn set_wrong(&mut self, wrong: Option<String>) {
        self.wrong = wrong;
    }

    /// Draws over the pictures from this tick to the next one. The number is that of the pictures in the last second.
    /// Screenshots, records and digests do not contain the drawing.
    ///
    /// ```
    /// # use keitai_app::Messages;
    /// # use keitai_render::{Canvas, Lettering};
    /// # let mut messages = Messages::default();
    /// messages.draw_over(|picture, rate| {
    ///     Canvas::new(picture).text(&format!("FPS {rate}"), 4, 4, Lettering::Small, 0xFFFFFF);
    /// });
    /// ```
    pub fn draw_over(&mut self, draw: impl Fn(&mut Framebuffer, u32) + 'static) {
        self.over = Some(Rc::new(draw));
    }

    /// Returns the current error.
    pub fn wrong(&self) -> Option<&str> {
        self.wrong.as_deref()
    }

    /// Gives a line about this tick to scripts that play the game with the option `--trace`. Without the option `line`
    /// is not called.
    pub fn trace(&mut self, line: impl FnOnce() -> String) {
        if let Some(trace) = &mut self.trace {
            *trace = line();
        }
    }

    pub(crate) fn trace_line(&self) -> &str {
        self.trace.as_deref().unwrap_or_default()
    }

    pub(crate) fn tick(&mut self) {
        self.over = None;
        self.pass(Duration::from_secs(1) * self.rate.thirds() / 3000);
    }

    /// Lets time pass. Returns whether the message ends.
    pub(crate) fn pass(&mut self, time: Duration) -> bool {
        let Some((_, time_left)) = &mut self.message else { return false };
        let rest = time_left.checked_sub(time);
        *time_left = rest.unwrap_or_default();
        if rest.is_none() {
            self.message = None;
        }
        rest.is_none()
    }

    /// Returns the text at the bottom of the picture, while one is shown.
    pub fn text(&self) -> Option<&str> {
        self.message.as_ref().map(|(text, _)| text.as_str())
    }

    /// Draws over a picture: first the drawing of the game, then message and error, in up to six lines each. `rate` is
    /// the number of pictures in the last second.
    pub(crate) fn draw(&self, rate: u32, picture: &mut Framebuffer) {
        if let Some(draw) = &self.over {
            draw(picture, rate);
        }
        let (width, height) = (picture.width(), picture.height());
        let mut canvas = Canvas::new(picture);
        if let Some(wrong) = &self.wrong {
            let text = wrapped(wrong, width);
            canvas.shade(0, 0, width, tall(&text) + 2 * MARGIN);
            canvas.caption(&text, MARGIN as i32, MARGIN as i32, LETTERING, AMBER);
        }
        if let Some((text, _)) = &self.message {
            let text = wrapped(text, width);
            let ground = tall(&text) + 2 * MARGIN;
            let top = height.saturating_sub(ground) as i32;
            canvas.shade(0, top, width, ground);
            canvas.caption(&text, MARGIN as i32, top + MARGIN as i32, LETTERING, WHITE);
        }
    }
}

/// Draws text across the middle of a picture, on a dark background.
pub(crate) fn draw_notice(picture: &mut Framebuffer, text: &str) {
    let (width, height) = (picture.width(), picture.height());
    let text = wrapped(text, width);
    let tall = tall(&text) + 4 * MARGIN;
    let top = (height.saturating_sub(tall) / 2) as i32;
    let mut canvas = Canvas::new(picture);
    canvas.shade(0, top, width, tall);
    for (number, line) in (0..).zip(text.split('\n')) {
        let left = width.saturating_sub(line.chars().count() as u32 * LETTERING.width()) / 2;
        let y = top + 2 * MARGIN as i32 + number * LETTERING.height() as i32;
        canvas.caption(line, left as i32, y, LETTERING, WHITE);
    }
}

/// Returns a text in at most [`LINES`] lines, for a picture of this width.
fn wrapped(text: &str, width: u32) -> String {
    let width = Some(width.saturating_sub(2 * MARGIN));
    FONT.wrap(text, TextLimits { width, lines: Some(LINES), overflow: Overflow::Cut })
}

fn tall(text: &str) -> u32 {
    FONT.size(text, TextLimits::default()).1
}

#[derive(Debug, Default)]
pub(crate) struct Warnings(BTreeSet<String>);

impl Warnings {
    /// Shows the new warnings of a stage on stderr and over the picture.
    pub(crate) fn tell(&mut self, stage: &mut Stage, messages: &mut Messages) {
        for warning in stage.take_warnings() {
            if !self.0.contains(&warning) {
                console::warn(&warning);
                messages.tell(warning.as_str());
                self.0.insert(warning);
            }
        }
    }
}

/// The last error of a running game that was printed on stderr.
#[derive(Debug, Default)]
pub(crate) struct LastError(Option<String>);

impl LastError {
    /// Shows an error over the picture, and prints it on stderr unless it is the last one: the same error may come with
    /// every tick.
    pub(crate) fn tell(&mut self, error: &Error, messages: &mut Messages) {
        // The error's Debug form has its hint in a line of its own.
        let text = format!("{error:?}");
        if self.0.as_ref() != Some(&text) {
            console::warn(&error.to_string());
            error.hint().iter().for_each(|hint| console::note(&format!("hint: {hint}")));
            self.0 = Some(text.clone());
        }
        messages.tell(text);
    }
}

#[cfg(test)]
mod tests {
    use keitai_render::Q12;

    use super::*;

    #[test]
    fn lines_break_at_the_margin_and_are_six_at_most() {
        let columns = |columns: u32| 2 * MARGIN + columns * LETTERING.width();
        assert_eq!(wrapped("see abcdefghij k", columns(4)), "see\nabcd\nefgh\nij k");
        assert_eq!(
            wrapped("unknown field\nhint: did you mean so?", columns(14)),
            "unknown field\nhint: did you\nmean so?"
        );
        assert_eq!((wrapped("", 0).as_str(), wrapped(&"x".repeat(100), columns(4)).lines().count()), ("", 6));
    }

    #[test]
    fn a_message_is_drawn_at_the_bottom_until_its_time_is_over() {
        let mut message = Messages::default();
        message.tell("x x");
        let mut picture = Framebuffer::new(240, 320);
        message.draw(30, &mut picture);
        let lit = |row: usize| picture.pixels()[row * 240..(row + 1) * 240].iter().any(|pixel| *pixel != 0);
        let rows: Vec<_> = (0..320).filter(|row| lit(*row)).collect();
        assert!(rows[0] >= 306 && rows.len() == 5, "one line of an x five pixels high: {rows:?}");

        for _ in 0..=75 {
            message.tick();
        }
        assert_eq!(message.text(), None);
        message.tell("x");
        assert!(!message.pass(SHOWN) && message.pass(Duration::from_millis(1)) && message.text().is_none());

        let mut message = Messages::new(TickRate::Hz60, false);
        message.tell("x");
        (0..150).for_each(|_| message.tick());
        assert_eq!(message.text(), Some("x"));
        message.tick();
        assert_eq!(message.text(), None);
    }

    #[test]
    fn a_drawing_over_the_picture_lasts_until_the_next_tick() {
        let mut messages = Messages::default();
        messages.draw_over(|picture, rate| picture.fill(rate));
        let mut pixel = || {
            let mut picture = Framebuffer::new(1, 1);
            messages.draw(60, &mut picture);
            messages.tick();
            picture.pixels()[0]
        };
        assert_eq!([pixel(), pixel()], [60, 0]);
    }

    #[test]
    fn an_error_stays_at_the_top_until_it_is_fixed() {
        let mut message = Messages::default();
        message.set_wrong(Some("x".to_owned()));
        for _ in 0..=75 {
            message.tick();
        }
        let mut picture = Framebuffer::new(240, 320);
        message.draw(30, &mut picture);
        let lit: Vec<_> = (0..).zip(picture.pixels()).filter(|(_, pixel)| **pixel == AMBER).map(|(at, _)| at).collect();
        assert!(!lit.is_empty() && lit.iter().all(|at| at / 240 < 20), "{lit:?}");

        message.set_wrong(None);
        picture.fill(0);
        message.draw(30, &mut picture);
        assert!(picture.pixels().iter().all(|pixel| *pixel == 0));
    }

    #[test]
    fn a_warning_is_told_once_for_all_scenes() {
        let open = || {
            let mut stage = crate::testing::open(b"()", &[]);
            stage.play_sound("bang", Q12::ONE, None);
            stage
        };
        let (mut warnings, mut messages) = (Warnings::default(), Messages::default());
        warnings.tell(&mut open(), &mut messages);
        assert_eq!(messages.text(), Some("a.ron: there is no sound \"bang\""));
        let mut messages = Messages::default();
        warnings.tell(&mut open(), &mut messages);
        assert_eq!(messages.text(), None);
    }
}
