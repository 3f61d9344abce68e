//! Signals that end a program, caught while there is something to save.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Catches the signals that ask a program to end, from its creation until the end of the program.
#[derive(Debug)]
pub(crate) struct Signals(Arc<AtomicUsize>);

impl Signals {
    pub(crate) fn catch() -> Self {
        let caught = Arc::new(AtomicUsize::new(0));
        #[cfg(not(target_family = "wasm"))]
        for signal in [
            signal_hook::consts::SIGINT,
            signal_hook::consts::SIGTERM,
            #[cfg(unix)]
            signal_hook::consts::SIGHUP,
        ] {
            // A signal that cannot be caught ends the program at once, as before.
            let _ = signal_hook::flag::register_usize(signal, Arc::clone(&caught), signal.unsigned_abs() as usize);
        }
        Self(caught)
    }

    /// Returns the number of the last signal.
    pub(crate) fn caught(&self) -> Option<u8> {
        u8::try_from(self.0.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
    }
}
