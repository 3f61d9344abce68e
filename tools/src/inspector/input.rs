//! Events of the window as those of egui.

use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, Vec2};
use keitai_app::tool::InputEvent;
use keitai_runtime::controls::{self, Key, MouseButton};

/// The keys that are held between frames, and the pointer.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub(super) modifiers: Modifiers,
    at: Pos2,
    /// Keys that the program presses for the user.
    pressed: Vec<Event>,
}

impl Input {
    /// Presses a key and releases it, with the next events.
    pub(super) fn press(&mut self, key: egui::Key, modifiers: Modifiers) {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.pressed.extend([event(true), event(false)]);
    }

    pub(super) fn is_pressed(&self) -> bool {
        !self.pressed.is_empty()
    }

    /// Returns egui's events for those of a window with `scale` pixels to a point.
    pub(super) fn events(&mut self, events: &[InputEvent], scale: f32) -> Vec<Event> {
        let pressed = std::mem::take(&mut self.pressed);
        pressed.into_iter().chain(events.iter().filter_map(|event| self.event(event, scale))).collect()
    }

    fn event(&mut self, event: &InputEvent, scale: f32) -> Option<Event> {
        let point = |x: i32, y: i32| Pos2::new(x as f32, y as f32) / scale;
        Some(match event {
            InputEvent::Moved { x, y } => {
                self.at = point(*x, *y);
                Event::PointerMoved(self.at)
            }
            InputEvent::Left => Event::PointerGone,
            InputEvent::Button { button, pressed, x, y } => {
                self.at = point(*x, *y);
                let button = match button {
                    MouseButton::Left => PointerButton::Primary,
                    MouseButton::Right => PointerButton::Secondary,
                    MouseButton::Middle => PointerButton::Middle,
                };
                Event::PointerButton { pos: self.at, button, pressed: *pressed, modifiers: self.modifiers }
            }
            InputEvent::Wheel { x, y } => {
                let delta = Vec2::new(*x as f32, *y as f32);
                Event::MouseWheel { unit: MouseWheelUnit::Line, delta, modifiers: self.modifiers }
            }
            InputEvent::Text(text) => Event::Text(text.clone()),
            InputEvent::Pressed(controls::Input::Key(key)) => self.key(*key, true)?,
            InputEvent::Released(key) => self.key(*key, false)?,
            InputEvent::Pressed(_) => return None,
        })
    }

    fn key(&mut self, key: Key, pressed: bool) -> Option<Event> {
        match key {
            Key::LeftShift | Key::RightShift => self.modifiers.shift = pressed,
            Key::LeftControl | Key::RightControl => {
                (self.modifiers.ctrl, self.modifiers.command) = (pressed, pressed);
            }
            _ => {}
        }
        let (key, modifiers) = (named(key)?, self.modifiers);
        Some(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers })
    }
}

/// Returns egui's name of the keys that move between widgets, press them and edit texts.
fn named(key: Key) -> Option<egui::Key> {
    Some(match key {
        Key::Left => egui::Key::ArrowLeft,
        Key::Right => egui::Key::ArrowRight,
        Key::Up => egui::Key::ArrowUp,
        Key::Down => egui::Key::ArrowDown,
        Key::Home => egui::Key::Home,
        Key::End => egui::Key::End,
        Key::Backspace => egui::Key::Backspace,
        Key::Delete => egui::Key::Delete,
        Key::Enter | Key::KeypadEnter => egui::Key::Enter,
        Key::Escape => egui::Key::Escape,
        Key::Tab => egui::Key::Tab,
        Key::Space => egui::Key::Space,
        Key::A => egui::Key::A,
        _ => return None,
    })
}
