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
    pub(crate) fn open(&self, output: MixerOutput) -> Box<dyn SoundDevice> {
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

impl SoundDevice for Frames {
    fn is_lost(&self) -> bool {
        false
    }

    fn close(self: Box<Self>) -> Option<MixerOutput> {
        self.0.borrow_mut().take()
    }
}
