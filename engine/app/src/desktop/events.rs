//! Events of a window, apart from controls.

use std::path::PathBuf;

use keitai_runtime::controls::{Input, PanelEvent};

use super::pads::PadNotice;

/// Events since the last call, apart from controls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Events {
    /// The window was closed.
    pub closed: bool,
    /// The window lost the keyboard.
    pub focus_lost: bool,
    /// The window got the keyboard.
    pub focus_gained: bool,
    /// A sound device was plugged in or unplugged.
    pub sound_device: bool,
    /// The picture must be shown again even if nothing has changed.
    pub redraw: bool,
    /// Files dropped on the window.
    pub dropped: Vec<PathBuf>,
    /// Pads that were plugged in or unplugged.
    pub pads: Vec<PadNotice>,
    /// Keys and buttons that went down, before any map.
    pub inputs: Vec<Input>,
    /// Events of mouse and keyboard for panels around the picture.
    pub panel: Vec<PanelEvent>,
}
