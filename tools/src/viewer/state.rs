//! The viewer's state, and the effect of a tick's controls on it.
//!
//! Angles have 4096 to a turn, zoom 4096 = 1.0, frames and speed are 16.16. A tick is 1/30 s and advances an action by one
//! frame at speed 1.0. All values stay within fixed ranges and cannot overflow.

use keitai_controls::{Button, Controls, Mouse, WindowCommand};
use keitai_render::Q16;
use keitai_runtime::world::{LoopMode, Playhead};

use super::camera::Orbit;
use super::hand::{Click, Hand};
use super::subject::{Playable, Subject};

/// Colours behind the figure, 0xRRGGBB; the first one at the start.
const BACKGROUNDS: [u32; 5] = [0x333377, 0x000000, 0xFFFFFF, 0x808080, 0x107030];

/// Speeds, 16.16.
const SPEEDS: [i32; 9] = [0x1000, 0x2000, 0x4000, 0x8000, 0x10000, 0x18000, 0x20000, 0x40000, 0x80000];
const NORMAL_SPEED: usize = 4;

/// Ticks before a held button repeats, and between repeats.
const REPEAT_DELAY: u32 = 10;
const REPEAT_EVERY: u32 = 2;

/// Choice of visible patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum PatternChoice {
    /// Patterns of the action.
    #[default]
    Action,
    /// One pattern, from 1.
    One(u32),
    /// All patterns.
    All,
}

impl PatternChoice {
    /// Returns the mask to set, unless the action sets it.
    pub(crate) fn mask(self) -> Option<u32> {
        match self {
            Self::Action => None,
            // Faithful: bit 0 shows nothing, and neither does a pattern beyond the 31st.
            Self::One(pattern) => Some(1_u32.checked_shl(pattern).unwrap_or(0)),
            Self::All => Some(u32::MAX),
        }
    }
}

/// All values that the user can change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Viewer {
    /// Turn, size and position of the figure.
    pub(crate) orbit: Orbit,
    /// The camera of a reset: the one that frames the current action.
    pub(crate) home: Orbit,
    /// Whether the figure must be framed anew before it is shown.
    pub(crate) unframed: bool,
    /// The mouse between ticks.
    hand: Hand,
    /// The current action.
    pub(crate) action: usize,
    /// The current frame.
    pub(crate) head: Playhead,
    /// Whether the action plays.
    pub(crate) playing: bool,
    speed: usize,
    /// The visible patterns.
    pub(crate) pattern: PatternChoice,
    /// Whether the light is on.
    pub(crate) light: bool,
    /// Colour behind the figure, 0xRRGGBB.
    pub(crate) background: u32,
    /// Whether the grid and the axes are shown.
    pub(crate) grid: bool,
    /// Whether the legend is shown.
    pub(crate) legend: bool,
    /// Message of the last tick for the user.
    pub(crate) said: Option<String>,
    /// Ticks for which a step button has been held.
    held: u32,
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
            background: BACKGROUNDS[0],
            grid: false,
            legend: false,
            said: None,
            held: 0,
        }
    }
}

impl Viewer {
    /// Starts at an action, playing, or paused at one of its frames.
    pub(crate) fn starting_at(action: usize, frame: Option<u32>) -> Self {
        let head = at_frame(i64::from(frame.unwrap_or(0)));
        Self { action, head, playing: frame.is_none(), ..Self::default() }
    }

    /// Starts `action` of another figure, which is framed anew. Light and background stay.
    pub(crate) fn set_subject(&mut self, action: usize) {
        self.action = action;
        self.head = Playhead::default();
        self.pattern = PatternChoice::Action;
        self.unframed = true;
    }

    /// Adapts the state to a figure that was loaded again.
    pub(crate) fn set_reloaded_subject(&mut self, subject: &Subject) {
        if self.action >= subject.actions.len() {
            self.set_subject(subject.actions.len().saturating_sub(1));
        }
        let last = subject.actions.get(self.action).map_or(0, |action| action.last);
        self.head.frame = self.head.frame.min(at_frame(last.into()).frame);
    }

    /// Advances the viewer by a tick. Returns a command for the window, if any.
    pub(crate) fn tick(&mut self, controls: &Controls, subject: &Subject) -> Option<WindowCommand> {
        self.said = None;
        if controls.held(Button::Select) && controls.held(Button::Start) {
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
            // Camera and playback are reset; light, background and legend stay.
            self.orbit = self.home;
            self.unframed = true;
            self.speed = NORMAL_SPEED;
            self.head = Playhead::default();
            self.playing = true;
            self.pattern = PatternChoice::Action;
            self.say("reset");
        }
        if controls.pressed(Button::Select) {
            self.legend = !self.legend;
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
            let current = BACKGROUNDS.iter().position(|colour| *colour == self.background);
            self.background = BACKGROUNDS[current.map_or(0, |current| (current + 1) % BACKGROUNDS.len())];
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
        }
        self.head.frame = self.head.frame.min(end.frame);
    }

    /// Starts another action. A camera that was not moved is set anew.
    pub(crate) fn choose_action(&mut self, action: usize) {
        self.unframed |= self.orbit == self.home && action != self.action;
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

    fn say(&mut self, text: impl Into<String>) {
        self.said = Some(text.into());
    }

    /// Goes to a whole frame and stays there.
    pub(crate) fn go_to_frame(&mut self, frame: u32) {
        self.head = at_frame(frame.into());
    }

    /// Returns the frame on show.
    pub(crate) fn whole_frame(&self) -> i32 {
        self.head.frame.to_bits() >> 16
    }

    /// Returns -1, 0 or 1 frame: at once when a button is pressed, and repeatedly while it is held.
    fn step(&mut self, controls: &Controls) -> i32 {
        let held = |button| i32::from(controls.held(button));
        let direction = held(Button::Right) - held(Button::Left);
        if direction == 0 {
            self.held = 0;
            return 0;
        }
        let due =
            self.held == 0 || self.held >= REPEAT_DELAY && (self.held - REPEAT_DELAY).is_multiple_of(REPEAT_EVERY);
        self.held = self.held.saturating_add(1);
        if due { direction } else { 0 }
    }

    /// Shows the number and length of the current action.
    pub(crate) fn tell_action(&mut self, subject: &Subject) {
        self.say(match subject.actions.get(self.action) {
            Some(Playable { last, mode }) => {
                let mode = if *mode == LoopMode::Loop { String::new() } else { format!(", {mode}") };
                format!("action {} of {}, {last} frames{mode}", self.action + 1, subject.actions.len())
            }
            None => "no action".to_owned(),
        });
    }
}

/// Returns a playhead at a whole frame, at most the last that 16.16 holds.
fn at_frame(frame: i64) -> Playhead {
    Playhead { frame: Q16::from_num(frame.min(i16::MAX.into())), ..Playhead::default() }
}

#[cfg(test)]
mod tests {
    use keitai_controls::Stick;

    use super::*;

    fn subject() -> Subject {
        Subject {
            actions: [10, 0, 157].map(|last| Playable { last, mode: LoopMode::Loop }).into(),
            patterns: 2,
            lit: true,
        }
    }

    fn press(button: Button) -> Controls {
        Controls { held: button.into(), pressed: button.into(), ..Controls::IDLE }
    }

    fn hold(button: Button) -> Controls {
        Controls { held: button.into(), ..Controls::IDLE }
    }

    /// Presses buttons one after another, a tick each.
    fn pressed(viewer: &mut Viewer, buttons: &[Button]) {
        for button in buttons {
            viewer.tick(&press(*button), &subject());
        }
    }

    #[test]
    fn an_action_loops_before_its_last_frame() {
        let mut viewer = Viewer::default();
        let frames: Vec<_> = (0..12)
            .map(|_| {
                viewer.tick(&Controls::IDLE, &subject());
                viewer.whole_frame()
            })
            .collect();
        assert_eq!(frames, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2]);
    }

    #[test]
    fn an_action_ends_as_its_file_says_and_plays_again_when_asked() {
        let once = |mode| Subject { actions: vec![Playable { last: 3, mode }], ..Subject::default() };
        let frames = |mode, ticks: usize| -> Vec<i32> {
            let mut viewer = Viewer::default();
            let tick = |_| {
                viewer.tick(&Controls::IDLE, &once(mode));
                viewer.whole_frame()
            };
            (0..ticks).map(tick).collect()
        };
        assert_eq!(frames(LoopMode::Once, 6), [1, 2, 3, 3, 3, 3]);
        assert_eq!(frames(LoopMode::OnceAndReset, 5), [1, 2, 0, 0, 0]);
        assert_eq!(frames(LoopMode::MirroredOnce, 8), [1, 2, 3, 2, 1, 0, 0, 0]);
        assert_eq!(frames(LoopMode::MirroredLoop, 8), [1, 2, 3, 2, 1, 0, 1, 2]);

        let (subject, mut viewer) = (once(LoopMode::Once), Viewer::default());
        (0..9).for_each(|_| _ = viewer.tick(&Controls::IDLE, &subject));
        viewer.tick(&press(Button::A), &subject);
        assert_eq!((viewer.whole_frame(), viewer.playing, viewer.said.as_deref()), (1, true, Some("playing again")));
        viewer.tick(&press(Button::A), &subject);
        assert_eq!((viewer.whole_frame(), viewer.playing), (1, false), "on its way it is paused");
        viewer.tick(&press(Button::R), &subject);
        assert_eq!(viewer.said.as_deref(), Some("action 1 of 1, 3 frames, once"));
    }

    #[test]
    fn actions_go_round_both_ways_and_start_over() {
        let mut viewer = Viewer::default();
        pressed(&mut viewer, &[Button::L]);
        assert_eq!(viewer.action, 2);
        assert_eq!(viewer.said.as_deref(), Some("action 3 of 3, 157 frames"));
        pressed(&mut viewer, &[Button::R, Button::R]);
        assert_eq!((viewer.action, viewer.whole_frame()), (1, 0));
        for _ in 0..5 {
            viewer.tick(&Controls::IDLE, &subject());
        }
        assert_eq!(viewer.whole_frame(), 0, "an action of one frame stands still");
    }

    #[test]
    fn stepping_pauses_and_wraps_and_repeats_when_held() {
        let mut viewer = Viewer::default();
        pressed(&mut viewer, &[Button::Left]);
        assert_eq!((viewer.whole_frame(), viewer.playing), (10, false));
        viewer.tick(&Controls::IDLE, &subject());
        pressed(&mut viewer, &[Button::Right]);
        assert_eq!(viewer.whole_frame(), 0);
        assert_eq!(viewer.said.as_deref(), Some("frame 0 of 10"));
        for _ in 0..9 {
            viewer.tick(&hold(Button::Right), &subject());
        }
        assert_eq!(viewer.whole_frame(), 0);
        for _ in 0..5 {
            viewer.tick(&hold(Button::Right), &subject());
        }
        assert_eq!(viewer.whole_frame(), 3);
    }

    #[test]
    fn speeds_match_their_names() {
        let mut viewer = Viewer::default();
        pressed(&mut viewer, &[Button::Down]);
        assert_eq!(viewer.said.as_deref(), Some("speed 0.50"));
        let before = viewer.head.frame.to_bits();
        viewer.tick(&Controls::IDLE, &subject());
        assert_eq!(viewer.head.frame.to_bits() - before, 0x8000);
        pressed(&mut viewer, &[Button::Down; 9]);
        assert_eq!(viewer.said.as_deref(), Some("speed 0.06"));
        pressed(&mut viewer, &[Button::Up; 12]);
        assert_eq!(viewer.said.as_deref(), Some("speed 8.00"));
    }

    #[test]
    fn patterns_go_from_the_actions_over_each_to_all() {
        let mut viewer = Viewer::default();
        let masks: Vec<_> = (0..4)
            .map(|_| {
                pressed(&mut viewer, &[Button::Y]);
                viewer.pattern.mask()
            })
            .collect();
        assert_eq!(masks, [Some(2), Some(4), Some(u32::MAX), None]);
        assert_eq!(PatternChoice::One(32).mask(), Some(0));
    }

    #[test]
    fn the_camera_stays_within_bounds() {
        let mut viewer = Viewer::default();
        let far = Stick { x: 127, y: 127 };
        let everything = Controls { left: far, right: far, ..hold(Button::R2) };
        for _ in 0..10_000 {
            viewer.tick(&everything, &subject());
        }
        let Orbit { yaw, pitch, zoom, pan, .. } = viewer.orbit;
        assert_eq!((pitch, pan, zoom), (1024, (16384, 16384), 65536));
        assert!((0..4096).contains(&yaw));

        pressed(&mut viewer, &[Button::Start]);
        assert_eq!(viewer.orbit, Orbit::default());
        for _ in 0..500 {
            viewer.tick(&hold(Button::L2), &subject());
        }
        assert_eq!(viewer.orbit.zoom, 512);
    }

    #[test]
    fn switches_switch_and_a_message_is_of_one_tick() {
        let mut viewer = Viewer::default();
        pressed(&mut viewer, &[Button::B, Button::Select, Button::X]);
        assert!(viewer.light && viewer.legend);
        assert_eq!(viewer.background, 0x000000);
        assert_eq!(viewer.said.as_deref(), Some("light on"));
        viewer.tick(&Controls::IDLE, &subject());
        assert_eq!(viewer.said, None);
    }

    #[test]
    fn a_pad_can_ask_for_a_picture_and_quit() {
        let mut viewer = Viewer::default();
        assert_eq!(viewer.tick(&press(Button::R3), &subject()), Some(WindowCommand::Screenshot));
        assert_eq!(viewer.tick(&hold(Button::R3), &subject()), None);
        let both = Controls { held: [Button::Start, Button::Select].into_iter().collect(), ..Controls::IDLE };
        assert_eq!(viewer.tick(&both, &subject()), Some(WindowCommand::Quit));
    }

    #[test]
    fn a_figure_without_actions_can_be_looked_at() {
        let mut viewer = Viewer::starting_at(3, Some(70_000));
        let subject = Subject::default();
        for button in Button::ALL.into_iter().filter(|button| *button != Button::R3) {
            assert_eq!(viewer.tick(&press(button), &subject), None);
        }
        viewer.tick(&press(Button::R), &subject);
        assert_eq!(viewer.said.as_deref(), Some("no action"));
    }

    #[test]
    fn a_start_at_a_frame_is_paused_there() {
        let mut viewer = Viewer::starting_at(2, Some(12));
        viewer.tick(&Controls::IDLE, &subject());
        assert_eq!((viewer.action, viewer.whole_frame(), viewer.playing), (2, 12, false));
        let mut viewer = Viewer::starting_at(0, Some(99));
        viewer.tick(&Controls::IDLE, &subject());
        assert_eq!(viewer.whole_frame(), 10, "beyond the end is the end");
    }
}
