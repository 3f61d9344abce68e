//! The viewer's state, and the effect of a tick's controls on it.
//!
//! Angles have 4096 to a turn, zoom 4096 = 1.0, frames and speed are 16.16. A tick is 1/30 s and advances an action by one
//! frame at speed 1.0. All values stay within fixed ranges and cannot overflow.

use keitai_formats::diagnostic::counted;
use keitai_render::Q16;
use keitai_runtime::controls::{Button, Controls, HeldTimes, Mouse, WindowCommand};
use keitai_runtime::world::{LoopMode, Playhead};

use super::background::Background;
use super::camera::Orbit;
use super::hand::{Click, Hand};
use super::legend::PAGES;
use super::polygons::Selection;
use super::subject::{Effects, FigureChoices, PatternChoice, Playable, Subject};

/// Colours behind the figure, 0xRRGGBB; the first one at the start.
const BACKGROUNDS: [u32; 5] = [keitai_formats::BACKGROUND, 0x000000, 0xFFFFFF, 0x808080, 0x107030];

/// Speeds, 16.16.
pub(crate) const SPEEDS: [i32; 9] = [0x1000, 0x2000, 0x4000, 0x8000, 0x10000, 0x18000, 0x20000, 0x40000, 0x80000];
const NORMAL_SPEED: usize = 4;

/// Ticks before a held button repeats, and between repeats.
const REPEAT_DELAY: u16 = 10;
const REPEAT_EVERY: u16 = 2;

/// All values that the user can change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Viewer {
    /// Turn, size and position of the figure.
    pub(crate) orbit: Orbit,
    /// The camera of a reset: the one that frames the current action.
    pub(crate) home: Orbit,
    /// Whether the figure must be framed again before it is shown.
    pub(crate) unframed: bool,
    /// The mouse between ticks.
    hand: Hand,
    pub(crate) action: usize,
    pub(crate) head: Playhead,
    pub(crate) playing: bool,
    /// Index in [`SPEEDS`].
    pub(crate) speed: usize,
    pub(crate) pattern: PatternChoice,
    pub(crate) light: bool,
    /// The light, shading and blending.
    pub(crate) effects: Effects,
    /// Colour behind the figure, 0xRRGGBB.
    pub(crate) background: u32,
    pub(crate) backdrop: Background,
    /// Share of the picture that the authentic back end draws, the enhanced one drawing the rest; per cent.
    pub(crate) split: Option<u8>,
    /// First and last frame of a range that is looped.
    pub(crate) range: Option<(u16, u16)>,
    /// The selected polygon, vertex and bone.
    pub(crate) selection: Selection,
    pub(crate) grid: bool,
    /// The page of the legend that is shown, from 1; 0 for none.
    pub(crate) legend: usize,
    /// Message for the user, until it is taken.
    pub(crate) said: Option<String>,
    held: HeldTimes,
}

impl Default for Viewer {
    fn default() -> Self {
        Self {
            orbit: Orbit::default(),
            home: Orbit::default(),
            unframed: false,
            hand: Hand::default(),
            action: 0,
            head: Playhead::default(),
            playing: true,
            speed: NORMAL_SPEED,
            pattern: PatternChoice::default(),
            light: false,
            effects: Effects::default(),
            background: BACKGROUNDS[0],
            backdrop: Background::default(),
            split: None,
            range: None,
            selection: Selection::default(),
            grid: false,
            legend: 0,
            said: None,
            held: HeldTimes::default(),
        }
    }
}

impl Viewer {
    /// Starts at an action, playing, or paused at one of its frames.
    pub(crate) fn starting_at(action: usize, frame: Option<u32>) -> Self {
        let head = at_frame(i64::from(frame.unwrap_or(0)));
        Self { action, head, playing: frame.is_none(), ..Self::default() }
    }

    /// Returns whether the options of `keitai shot` describe everything that is drawn.
    pub(crate) fn is_plain(&self) -> bool {
        let is_whole = self.head.frame == Q16::from_num(self.whole_frame());
        self.fits_shot() && is_whole && self.effects == Effects::default()
    }

    /// Returns whether a shot holds everything that is drawn: it has no grid, nothing but a colour behind the figures, and one back
    /// end.
    pub(crate) fn fits_shot(&self) -> bool {
        self.backdrop == Background::default() && !self.grid && self.split.is_none()
    }

    /// Starts `action` of another figure, which is framed again. Light and background stay.
    pub(crate) fn set_subject(&mut self, action: usize) {
        self.action = action;
        self.head = Playhead::default();
        self.pattern = PatternChoice::Action;
        self.unframed = true;
        self.range = None;
        self.selection = Selection::default();
    }

    pub(crate) fn choices(&self) -> FigureChoices {
        let Effects { shading, opaque, .. } = self.effects;
        FigureChoices { action: self.action, pattern: self.pattern, shading, opaque }
    }

    /// Goes on with the choices for another figure, whose action ends at frame `last`. The camera stays.
    pub(crate) fn select_figure(&mut self, choices: FigureChoices, last: u16) {
        let FigureChoices { action, pattern, shading, opaque } = choices;
        (self.action, self.pattern) = (action, pattern);
        self.effects = Effects { shading, opaque, ..self.effects };
        if self.head.frame > at_frame(last.into()).frame {
            self.head = Playhead::default();
        }
        self.range = None;
        self.selection = Selection::default();
    }

    /// Adapts the state to a figure that was loaded again.
    pub(crate) fn set_reloaded_subject(&mut self, subject: &Subject) {
        if self.action >= subject.actions.len().max(1) {
            self.set_subject(subject.actions.len().saturating_sub(1));
        }
        let last = subject.last_frame(self.action);
        self.head.frame = self.head.frame.min(at_frame(last.into()).frame);
        self.range = self.range.filter(|(_, end)| *end <= last);
    }

    /// Advances the viewer by a tick. Returns a command for the window, if any.
    pub(crate) fn tick(&mut self, controls: &Controls, subject: &Subject) -> Option<WindowCommand> {
        if controls.quits() {
            return Some(WindowCommand::Quit);
        }
        self.move_camera(controls);
        self.choose(controls, subject);
        self.move_action(controls, subject);
        controls.pressed(Button::R3).then_some(WindowCommand::Screenshot)
    }

    /// Moves the camera of a picture of `size` pixels by a tick of the mouse. Returns a click.
    pub(crate) fn move_by_mouse(&mut self, mouse: &Mouse, size: (u32, u32)) -> Option<Click> {
        self.hand.tick(mouse, size, &mut self.orbit)
    }

    /// Sets the camera that shows the current action.
    pub(crate) fn set_home(&mut self, home: Orbit) {
        (self.orbit, self.home, self.unframed) = (home, home, false);
    }

    /// Resets camera, playback and pattern. Light, background and legend stay.
    pub(crate) fn reset(&mut self) {
        self.orbit = self.home;
        self.unframed = true;
        self.speed = NORMAL_SPEED;
        self.head = Playhead::default();
        self.playing = true;
        self.pattern = PatternChoice::Action;
    }

    fn move_camera(&mut self, controls: &Controls) {
        let (orbit, turn, shift) = (&mut self.orbit, controls.left, controls.right);
        // At full deflection a turn takes three seconds, and crossing the screen two.
        orbit.turn(i32::from(turn.x) * 3 / 8, i32::from(turn.y) * 3 / 8);
        orbit.shift(i32::from(shift.x) / 4, i32::from(shift.y) / 4);
        let zoom = match (controls.held(Button::L2), controls.held(Button::R2)) {
            (true, false) => orbit.zoom - orbit.zoom / 24,
            (false, true) => orbit.zoom + orbit.zoom / 24,
            _ => orbit.zoom,
        };
        orbit.set_zoom(zoom);
    }

    fn choose(&mut self, controls: &Controls, subject: &Subject) {
        if controls.pressed(Button::Start) {
            self.reset();
            self.say("reset");
        }
        if controls.pressed(Button::Select) {
            self.legend = (self.legend + 1) % (PAGES + 1);
        }
        if controls.pressed(Button::X) {
            self.light = !self.light;
            self.say(match (self.light, subject.lit) {
                (true, true) => "light on",
                (true, false) => "light on (the figure takes none)",
                (false, _) => "light off",
            });
        }
        if controls.pressed(Button::B) {
            self.next_background();
        }
        if controls.pressed(Button::Y) {
            self.next_pattern(subject);
        }
        for (button, step) in [(Button::Down, -1), (Button::Up, 1)] {
            if controls.pressed(button) {
                self.speed = self.speed.saturating_add_signed(step).min(SPEEDS.len() - 1);
                // Per cent of 1.0, with two decimals.
                let percent = (SPEEDS[self.speed] * 25) >> 8;
                self.say(format!("speed {}.{:02}", percent / 6400, percent % 6400 / 64));
            }
        }
    }

    /// Goes to the next colour behind the figure, and after the last one to the checker.
    fn next_background(&mut self) {
        let current = BACKGROUNDS.iter().position(|colour| *colour == self.background);
        let next = current.map_or(0, |current| current + 1);
        self.backdrop = match (self.backdrop, BACKGROUNDS.get(next)) {
            (Background::Plain, None) => Background::Checker,
            _ => Background::Plain,
        };
        if self.backdrop == Background::Plain {
            self.background = BACKGROUNDS[next % BACKGROUNDS.len()];
        }
    }

    fn next_pattern(&mut self, subject: &Subject) {
        self.pattern = match self.pattern {
            _ if subject.patterns == 0 => PatternChoice::Action,
            PatternChoice::Action => PatternChoice::One(1),
            PatternChoice::One(pattern) if pattern < subject.patterns => PatternChoice::One(pattern + 1),
            PatternChoice::One(_) => PatternChoice::All,
            PatternChoice::All => PatternChoice::Action,
        };
        self.say(match self.pattern {
            _ if subject.patterns == 0 => "the figure has no patterns".to_owned(),
            PatternChoice::Action => "patterns as the action has them".to_owned(),
            PatternChoice::One(pattern) => format!("pattern {pattern} of {}", subject.patterns),
            PatternChoice::All => "all patterns".to_owned(),
        });
    }

    fn move_action(&mut self, controls: &Controls, subject: &Subject) {
        let count = subject.actions.len();
        for (button, step) in [(Button::L, count.saturating_sub(1)), (Button::R, 1)] {
            if controls.pressed(button) {
                if count > 0 {
                    self.choose_action((self.action + step) % count);
                }
                self.tell_action(subject);
            }
        }
        let Some(&Playable { last, mode }) = subject.actions.get(self.action) else { return };
        if controls.pressed(Button::A) {
            self.pause();
        }
        let end = at_frame(last.into());
        let step = self.step(controls);
        if step != 0 {
            self.playing = false;
            let whole = i64::from(self.head.frame.to_bits() >> 16) + i64::from(step);
            self.head = if whole < 0 { end } else { at_frame(whole) };
            if self.head.frame > end.frame {
                self.head = Playhead::default();
            }
            self.say(format!("frame {} of {last}", self.whole_frame()));
        } else if self.playing {
            // Frames beyond the range of 16.16 are not shown.
            self.head.advance(SPEEDS[self.speed].into(), last.min(i16::MAX as u16), mode);
            if let Some((first, end)) = self.range
                && !(i32::from(first)..i32::from(end)).contains(&self.whole_frame())
            {
                self.head = at_frame(first.into());
            }
        }
        self.head.frame = self.head.frame.min(end.frame);
    }

    /// Starts another action. A camera that was not moved is set again.
    pub(crate) fn choose_action(&mut self, action: usize) {
        self.unframed |= self.orbit == self.home && action != self.action;
        self.range = None;
        self.action = action;
        self.head = Playhead::default();
    }

    /// Pauses or resumes the action, or plays it again when it has ended.
    pub(crate) fn pause(&mut self) {
        if self.playing && self.head.ended {
            self.head = Playhead::default();
            return self.say("playing again");
        }
        self.playing = !self.playing;
        let paused = format!("paused at {}", self.whole_frame());
        self.say(if self.playing { "playing".to_owned() } else { paused });
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.said = Some(text.into());
    }

    /// Goes to a whole frame and pauses there.
    #[cfg(feature = "inspector")]
    pub(crate) fn step_to(&mut self, frame: u32) {
        self.playing = false;
        self.go_to_frame(frame);
    }

    pub(crate) fn go_to_frame(&mut self, frame: u32) {
        self.head = at_frame(frame.into());
    }

    pub(crate) fn whole_frame(&self) -> i32 {
        self.head.frame.to_bits() >> 16
    }

    /// Returns -1, 0 or 1 frame: at once when a button is pressed, and repeatedly while it is held.
    fn step(&mut self, controls: &Controls) -> i32 {
        let due = controls.repeated(&mut self.held, REPEAT_DELAY, REPEAT_EVERY);
        i32::from(due.has(Button::Right)) - i32::from(due.has(Button::Left))
    }

    pub(crate) fn tell_action(&mut self, subject: &Subject) {
        self.say(match (subject.actions.get(self.action), subject.names.get(self.action)) {
            (Some(Playable { last, mode }), Some(name)) => {
                let mode = if *mode == LoopMode::Loop { String::new() } else { format!(", {mode}") };
                format!("action {name} of {}, {}{mode}", subject.actions.len(), counted(*last, "frame"))
            }
            _ => "no action".to_owned(),
        });
    }
}

/// Returns a playhead at a whole frame, at most the last that 16.16 holds.
fn at_frame(frame: i64) -> Playhead {
    Playhead { frame: Q16::from_num(frame.min(i16::MAX.into())), ..Playhead::default() }
}

#[cfg(test)]
mod tests;
