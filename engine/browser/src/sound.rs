//! The sound device: the script of the page requests frames whenever the browser needs them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use keitai_app::SoundDevice;
use keitai_sound::MixerOutput;

/// Ticks without a request for frames after which nothing is heard: before the first key, and while the browser has no sound.
const UNHEARD: u32 = 30;

/// Frames for the browser. A clone is the same device.
#[derive(Clone)]
pub(crate) struct Frames {
    output: Rc<RefCell<Option<MixerOutput>>>,
    /// Ticks since the browser requested frames.
    idle: Rc<Cell<u32>>,
}

impl Default for Frames {
    fn default() -> Self {
        Self { output: Rc::default(), idle: Rc::new(Cell::new(UNHEARD)) }
    }
}

impl Frames {
    pub(crate) fn play(&self, output: MixerOutput) -> Box<dyn SoundDevice> {
        *self.output.borrow_mut() = Some(output);
        Box::new(self.clone())
    }

    /// Returns stereo frames, left and right in turn; `None` while nothing has been played.
    pub(crate) fn mix(&self, frames: usize) -> Option<Vec<f32>> {
        self.idle.set(0);
        let mut output = self.output.borrow_mut();
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
        self.idle.get() < UNHEARD
    }

    fn close_lost(&mut self) -> bool {
        self.idle.set(self.idle.get().saturating_add(1));
        false
    }

    fn disconnect(&mut self) {}
}
