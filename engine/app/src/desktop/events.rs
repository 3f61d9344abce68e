//! Events of a window, apart from controls.

use std::path::PathBuf;

use keitai_runtime::controls::InputEvent;

use super::pads::PadNotice;

/// Events since the last call, apart from controls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Events {
    pub(crate) closed: bool,
    /// The window lost the keyboard.
    pub focus_lost: bool,
    /// The window got the keyboard.
    pub focus_gained: bool,
    /// A sound device was plugged in or unplugged.
    pub(crate) sound_device: bool,
    /// The picture must be shown again even if nothing has changed.
    pub(crate) redraw: bool,
    /// Files dropped on the window.
    pub dropped: Vec<PathBuf>,
    /// Pads that were plugged in or unplugged.
    pub pads: Vec<PadNotice>,
    /// Keyboard, pads and mouse, before any map.
    pub inputs: Vec<InputEvent>,
}
