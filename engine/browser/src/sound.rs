//! The sound device: the script of the page asks for frames whenever the browser needs them.

use std::cell::RefCell;
use std::rc::Rc;

use keitai_app::SoundDevice;
use keitai_sound::MixerOutput;

/// Frames for the browser. A clone is the same device.
#[derive(Clone, Default)]
pub(crate) struct Frames(Rc<RefCell<Option<MixerOutput>>>);

impl Frames {
    /// Plays this output from now on.
    pub(crate) fn play(&self, output: MixerOutput) -> Box<dyn SoundDevice> {
        *self.0.borrow_mut() = Some(output);
        Box::new(self.clone())
    }

    /// Returns stereo frames, left and right in turn; `None` while nothing has been played.
    pub(crate) fn mix(&self, frames: usize) -> Option<Vec<f32>> {
        let mut output = self.0.borrow_mut();
        let mut samples = vec![0.0; 2 * frames];
        output.as_mut()?.mix(&mut samples);
        Some(samples)
    }
}

/// The browser changes devices itself.
impl SoundDevice for Frames {
    fn open(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn is_open(&self) -> bool {
        true
    }

    fn close_lost(&mut self) -> bool {
        false
    }

    fn disconnect(&mut self) {}
}
