//! Functions of the viewer, and their keys and buttons.
//!
//! The viewer reads the controls of a pad only; the keyboard is mapped to them. The legend and the controls
//! screen list the rows of [`FUNCTIONS`], and so does the table in docs/controls.md.

use keitai_app::GameInfo;
use keitai_app::controls_screen::Titles;
use keitai_runtime::controls::Direction::{Down, Left, Right, Up};
use keitai_runtime::controls::Target::{self, Button as Pad, LeftStick, RightStick};
use keitai_runtime::controls::{Button, Direction, Key, KeyMap, Maps, WindowCommand};

/// A function of the viewer, and its controls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) input: Input,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Input {
    /// Controls of the pad, each with a key that is mapped to it.
    Map(&'static [(Key, Target)]),
    /// A key of the viewer's own, which cannot be changed, and a button with the left stick pushed in.
    Own(Key, Option<Button>),
    /// A command of the window, and buttons that give it together. Without buttons it may have a chord.
    Window(WindowCommand, &'static [Button]),
}

#[cfg(feature = "inspector")]
pub(crate) const PANELS: (Key, Button) = (Key::V, Button::L2);

/// Key and chord that give the panels the keyboard and the pad.
#[cfg(feature = "inspector")]
pub(crate) const FOCUS: (Key, Button) = (Key::F, Button::Left);

/// Keys of a record, of a copy of the picture, and of the folder.
pub(crate) const RECORD: Key = Key::X;
#[cfg(feature = "window")]
pub(crate) const COPY: Key = Key::C;
#[cfg(feature = "window")]
pub(crate) const FOLDER: Key = Key::O;

/// Key that selects the next of several figures.
pub(crate) const NEXT_FIGURE: Key = Key::N;

/// Keys and chords of the figure files before and after the current one.
pub(crate) const PREVIOUS_FILE: (Key, Button) = (Key::Home, Button::L);
pub(crate) const NEXT_FILE: (Key, Button) = (Key::End, Button::R);

pub(crate) const GRID: (Key, Button) = (Key::G, Button::R2);

/// All functions of the viewer, in the order of the legend.
pub(crate) const FUNCTIONS: &[Function] = &[
    mapped(
        "turn",
        &[
            (Key::Left, LeftStick(Left)),
            (Key::Right, LeftStick(Right)),
            (Key::Up, LeftStick(Up)),
            (Key::Down, LeftStick(Down)),
        ],
    ),
    mapped(
        "move",
        &[
            (Key::W, RightStick(Up)),
            (Key::A, RightStick(Left)),
            (Key::S, RightStick(Down)),
            (Key::D, RightStick(Right)),
        ],
    ),
    mapped(
        "zoom out, in",
        &[
            (Key::Minus, Pad(Button::L2)),
            (Key::Equals, Pad(Button::R2)),
            (Key::PageDown, Pad(Button::L2)),
            (Key::PageUp, Pad(Button::R2)),
            (Key::KeypadMinus, Pad(Button::L2)),
            (Key::KeypadPlus, Pad(Button::R2)),
        ],
    ),
    mapped(
        "action before, next",
        &[(Key::LeftBracket, Pad(Button::L)), (Key::RightBracket, Pad(Button::R)), (Key::Tab, Pad(Button::R))],
    ),
    mapped("pause, play again", &[(Key::Space, Pad(Button::A))]),
    mapped("frame back, on", &[(Key::Comma, Pad(Button::Left)), (Key::Period, Pad(Button::Right))]),
    mapped("slower, faster", &[(Key::Q, Pad(Button::Down)), (Key::E, Pad(Button::Up))]),
    mapped("pattern", &[(Key::P, Pad(Button::Y))]),
    mapped("light", &[(Key::L, Pad(Button::X))]),
    mapped("background", &[(Key::B, Pad(Button::B))]),
    #[cfg(feature = "inspector")]
    own("panels", PANELS.0, Some(PANELS.1)),
    #[cfg(feature = "inspector")]
    own("panels by keys, pad", FOCUS.0, Some(FOCUS.1)),
    own("next figure", NEXT_FIGURE, None),
    own("grid and axes", GRID.0, Some(GRID.1)),
    mapped("reset", &[(Key::R, Pad(Button::Start)), (Key::Backspace, Pad(Button::Start))]),
    window("whole pixels, or fit", WindowCommand::Scaling, &[]),
    mapped("this legend", &[(Key::F1, Pad(Button::Select)), (Key::H, Pad(Button::Select))]),
    window("screenshot", WindowCommand::Screenshot, &[Button::R3]),
    own("record a GIF", RECORD, None),
    #[cfg(feature = "window")]
    own("copy the picture", COPY, None),
    #[cfg(feature = "window")]
    own("open the folder", FOLDER, None),
    window("save a shot", WindowCommand::Shot, &[]),
    own("previous file", PREVIOUS_FILE.0, Some(PREVIOUS_FILE.1)),
    own("next file", NEXT_FILE.0, Some(NEXT_FILE.1)),
    window("controls", WindowCommand::Controls, &[]),
    window("between frames", WindowCommand::Smooth, &[]),
    window("pause everything", WindowCommand::Pause, &[]),
    window("one tick", WindowCommand::Step, &[]),
    window("debug overlay", WindowCommand::Debug, &[]),
    // Alt and Enter do the same in every window.
    window("full screen", WindowCommand::FullScreen, &[]),
    window("quit", WindowCommand::Quit, &[Button::Select, Button::Start]),
];

const fn mapped(name: &'static str, keys: &'static [(Key, Target)]) -> Function {
    Function { name, input: Input::Map(keys) }
}

const fn own(name: &'static str, key: Key, button: Option<Button>) -> Function {
    Function { name, input: Input::Own(key, button) }
}

const fn window(name: &'static str, command: WindowCommand, buttons: &'static [Button]) -> Function {
    Function { name, input: Input::Window(command, buttons) }
}

impl Function {
    /// Returns the controls of the function, in the order of its directions, each once.
    pub(crate) fn targets(&self) -> Vec<Target> {
        let Input::Map(keys) = self.input else { return Vec::new() };
        let mut targets: Vec<Target> = Vec::new();
        for (_, target) in keys {
            if !targets.contains(target) {
                targets.push(*target);
            }
        }
        targets
    }
}

/// Name of the folders for controls, volume and panels of all commands.
pub(crate) const PROGRAM: &str = "keitai";

pub(crate) fn info() -> GameInfo {
    let keys = FUNCTIONS.iter().filter_map(|function| match function.input {
        Input::Map(keys) => Some(keys),
        Input::Own(..) | Input::Window(..) => None,
    });
    let defaults = Maps::single(KeyMap(keys.flatten().copied().collect()));
    let mut titles: Titles = FUNCTIONS.iter().flat_map(titles).collect();
    titles.push((Target::Button(Button::R3), format!("screenshot, or {}", Key::F12.label())));
    let waits_for_pads = false;
    GameInfo { folder: PROGRAM.to_owned(), defaults, titles, waits_for_pads, ..GameInfo::new("view") }
}

/// Returns the name of each control of a function: of "zoom out, in" those are "zoom out" and "zoom in".
fn titles(function: &Function) -> Titles {
    let targets = function.targets();
    let way = |direction: Direction| format!("{} {direction:?}", function.name).to_lowercase();
    let (first, second) = function.name.split_once(", ").unwrap_or((function.name, ""));
    let title = |(number, target): (usize, Target)| match target {
        Target::LeftStick(direction) | Target::RightStick(direction) => (target, way(direction)),
        Target::Button(_) if number == 0 => (target, first.to_owned()),
        Target::Button(_) => {
            let subject = first.rsplit_once(' ').map_or("", |(subject, _)| subject);
            (target, format!("{subject} {second}").trim().to_owned())
        }
    };
    targets.into_iter().enumerate().map(title).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let KeyMap(entries) = &info().defaults.players[0].keys;
        for (i, (key, _)) in entries.iter().enumerate() {
            assert!(entries[..i].iter().all(|(earlier, _)| earlier != key), "{key:?}");
            assert_eq!(WindowCommand::of_key(*key), None, "{key:?}");
            let other = |function: &Function| matches!(function.input, Input::Own(other, _) if other == *key);
            assert!(!FUNCTIONS.iter().any(other), "{key:?}");
        }
    }

    #[test]
    fn every_control_has_a_name_of_its_own() {
        let titles = info().titles;
        let title = |target| titles.iter().find(|(control, _)| *control == target).unwrap().1.as_str();
        assert_eq!(title(Target::Button(Button::R2)), "zoom in");
        assert_eq!(title(Target::Button(Button::Left)), "frame back");
        assert_eq!(title(Target::Button(Button::Up)), "faster");
        assert_eq!(title(Target::LeftStick(Direction::Left)), "turn left");
        for (number, (target, _)) in titles.iter().enumerate() {
            assert!(titles[..number].iter().all(|(earlier, _)| earlier != target), "{target:?}");
        }
    }
}
