//! Functions of the viewer, and their keys and buttons.
//!
//! The viewer reads the controls of a pad only; the keyboard is mapped to them. The legend and the controls
//! screen list the rows of [`FUNCTIONS`], and so does the table in docs/controls.md.

use keitai_app::GameInfo;
use keitai_app::controls_screen::Titles;
use keitai_runtime::controls::{Button, Direction, Key, KeyMap, Maps, Target, WindowCommand};

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
    Function {
        name: "turn",
        input: Input::Map(&[
            (Key::Left, Target::LeftStick(Direction::Left)),
            (Key::Right, Target::LeftStick(Direction::Right)),
            (Key::Up, Target::LeftStick(Direction::Up)),
            (Key::Down, Target::LeftStick(Direction::Down)),
        ]),
    },
    Function {
        name: "move",
        input: Input::Map(&[
            (Key::W, Target::RightStick(Direction::Up)),
            (Key::A, Target::RightStick(Direction::Left)),
            (Key::S, Target::RightStick(Direction::Down)),
            (Key::D, Target::RightStick(Direction::Right)),
        ]),
    },
    Function {
        name: "zoom out, in",
        input: Input::Map(&[
            (Key::Minus, Target::Button(Button::L2)),
            (Key::Equals, Target::Button(Button::R2)),
            (Key::PageDown, Target::Button(Button::L2)),
            (Key::PageUp, Target::Button(Button::R2)),
            (Key::KeypadMinus, Target::Button(Button::L2)),
            (Key::KeypadPlus, Target::Button(Button::R2)),
        ]),
    },
    Function {
        name: "action before, next",
        input: Input::Map(&[
            (Key::LeftBracket, Target::Button(Button::L)),
            (Key::RightBracket, Target::Button(Button::R)),
            (Key::Tab, Target::Button(Button::R)),
        ]),
    },
    Function { name: "pause, play again", input: Input::Map(&[(Key::Space, Target::Button(Button::A))]) },
    Function {
        name: "frame back, on",
        input: Input::Map(&[(Key::Comma, Target::Button(Button::Left)), (Key::Period, Target::Button(Button::Right))]),
    },
    Function {
        name: "slower, faster",
        input: Input::Map(&[(Key::Q, Target::Button(Button::Down)), (Key::E, Target::Button(Button::Up))]),
    },
    Function { name: "pattern", input: Input::Map(&[(Key::P, Target::Button(Button::Y))]) },
    Function { name: "light", input: Input::Map(&[(Key::L, Target::Button(Button::X))]) },
    Function { name: "background", input: Input::Map(&[(Key::B, Target::Button(Button::B))]) },
    #[cfg(feature = "inspector")]
    Function { name: "panels", input: Input::Own(PANELS.0, Some(PANELS.1)) },
    #[cfg(feature = "inspector")]
    Function { name: "panels by keys, pad", input: Input::Own(FOCUS.0, Some(FOCUS.1)) },
    Function { name: "next figure", input: Input::Own(NEXT_FIGURE, None) },
    Function { name: "grid and axes", input: Input::Own(GRID.0, Some(GRID.1)) },
    Function {
        name: "reset",
        input: Input::Map(&[(Key::R, Target::Button(Button::Start)), (Key::Backspace, Target::Button(Button::Start))]),
    },
    Function { name: "whole pixels, or fit", input: Input::Window(WindowCommand::Scaling, &[]) },
    Function {
        name: "this legend",
        input: Input::Map(&[(Key::F1, Target::Button(Button::Select)), (Key::H, Target::Button(Button::Select))]),
    },
    Function { name: "screenshot", input: Input::Window(WindowCommand::Screenshot, &[Button::R3]) },
    Function { name: "record a GIF", input: Input::Own(RECORD, None) },
    #[cfg(feature = "window")]
    Function { name: "copy the picture", input: Input::Own(COPY, None) },
    #[cfg(feature = "window")]
    Function { name: "open the folder", input: Input::Own(FOLDER, None) },
    Function { name: "save a shot", input: Input::Window(WindowCommand::Shot, &[]) },
    Function { name: "previous file", input: Input::Own(PREVIOUS_FILE.0, Some(PREVIOUS_FILE.1)) },
    Function { name: "next file", input: Input::Own(NEXT_FILE.0, Some(NEXT_FILE.1)) },
    Function { name: "controls", input: Input::Window(WindowCommand::Controls, &[]) },
    Function { name: "between frames", input: Input::Window(WindowCommand::Smooth, &[]) },
    Function { name: "pause everything", input: Input::Window(WindowCommand::Pause, &[]) },
    Function { name: "one tick", input: Input::Window(WindowCommand::Step, &[]) },
    Function { name: "debug overlay", input: Input::Window(WindowCommand::Debug, &[]) },
    Function {
        name: "full screen",
        // Alt and Enter do the same in every window.
        input: Input::Window(WindowCommand::FullScreen, &[]),
    },
    Function { name: "quit", input: Input::Window(WindowCommand::Quit, &[Button::Select, Button::Start]) },
];

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
            let own = |function: &Function| matches!(function.input, Input::Own(own, _) if own == *key);
            assert!(!FUNCTIONS.iter().any(own), "{key:?}");
        }
    }

    #[test]
    fn every_control_has_a_name_of_its_own() {
        let titles = info().titles;
        let title = |target| titles.iter().find(|(own, _)| *own == target).unwrap().1.as_str();
        assert_eq!(title(Target::Button(Button::R2)), "zoom in");
        assert_eq!(title(Target::Button(Button::Left)), "frame back");
        assert_eq!(title(Target::Button(Button::Up)), "faster");
        assert_eq!(title(Target::LeftStick(Direction::Left)), "turn left");
        for (number, (target, _)) in titles.iter().enumerate() {
            assert!(titles[..number].iter().all(|(earlier, _)| earlier != target), "{target:?}");
        }
    }
}
