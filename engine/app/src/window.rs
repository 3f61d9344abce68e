//! The window that the loop runs a game in.
//!
//! The loop needs little of a window: events and controls since the last pass, a place for the picture, and a sound device.
//! Feature `window` has one of SDL2; a program with a window of another kind implements [`Window`] and calls
//! [`Runner::step`](crate::Runner::step) for every frame.

use crate::desktop::{Devices, Events, Scaling};
use keitai_render::Framebuffer;
use keitai_runtime::shot::RecordedShot;
use keitai_sound::MixerOutput;

use crate::error::Result;
use crate::tool::PanelOutput;

/// A window with a picture, a keyboard and pads.
pub trait Window {
    /// Handles all events since the last call. Called once per pass of the loop.
    fn poll(&mut self) -> Events;

    /// Returns the keyboard, the pads and the mouse.
    fn devices(&mut self) -> &mut Devices;

    /// Sets the title.
    fn set_title(&mut self, _title: &str) {}

    /// Gives the window `scale` pixels per pixel of the picture, at least 1. Leaves full screen.
    fn set_scale(&mut self, _scale: u32) {}

    /// Switches between window and full screen.
    fn switch_full_screen(&mut self);

    /// Keeps a file that the user has requested, such as a screenshot, under an unused name with this ending. Returns the
    /// message for the user.
    fn keep_file(&mut self, ending: &str, bytes: &[u8]) -> String;

    /// Keeps a shot with its files. Returns the message for the user.
    fn keep_shot(&mut self, shot: &RecordedShot) -> String;

    /// Returns a device for frames, [`SOUND_RATE`](crate::SOUND_RATE) per second. It is not open yet.
    fn sound_device(&mut self, output: MixerOutput) -> Box<dyn SoundDevice>;

    /// Shows a picture, and waits for the time of the next frame where nothing else sets the pace.
    fn present(&mut self, picture: &Framebuffer) -> Result<()>;

    /// Waits for the time of the next frame without showing anything.
    fn wait(&mut self) {}

    /// Sets the size of the picture in the window.
    fn set_scaling(&mut self, _scaling: Scaling) {}

    /// Makes room for panels of this size, pixels, or for the picture alone.
    fn set_room(&mut self, _panels: Option<(u32, u32)>) {}

    /// Returns the size of the window for panels, pixels.
    fn size(&self) -> Result<(u32, u32)> {
        Ok((0, 0))
    }

    /// Shows the pixels of the whole window, which panels have drawn, and waits as [`Self::present`] does. A window whose
    /// games have no panels needs no method of its own.
    fn present_whole(&mut self, _whole: &Framebuffer, _output: &PanelOutput) -> Result<()> {
        Ok(())
    }
}

/// A sound device, open or not. It stops when this is dropped.
pub trait SoundDevice {
    /// Opens the device unless it is open.
    fn open(&mut self) -> Result<(), String>;

    /// Returns whether the device is open.
    fn is_open(&self) -> bool;

    /// Closes the device if it was unplugged. Returns whether it was.
    fn close_lost(&mut self) -> bool;

    /// Closes the connection to the system's sound while no device is open, so that a server that was started again is found.
    fn disconnect(&mut self);
}
