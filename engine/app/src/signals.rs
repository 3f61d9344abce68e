//! Signals that end a program, caught while there is something to save or to remove.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Catches the signals that request the end of a program, until this is dropped. Afterwards they end the program at
/// once again.
#[derive(Debug)]
pub struct Signals {
    caught: Arc<AtomicUsize>,
    dropped: Arc<AtomicBool>,
}

impl Signals {
    /// Begins to catch signals.
    pub fn catch() -> Self {
        let (caught, dropped) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        #[cfg(not(target_family = "wasm"))]
        for signal in [
            signal_hook::consts::SIGINT,
            signal_hook::consts::SIGTERM,
            #[cfg(unix)]
            signal_hook::consts::SIGHUP,
        ] {
            // A signal that cannot be caught ends the program at once, as before.
            let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(&dropped));
            let _ = signal_hook::flag::register_usize(signal, Arc::clone(&caught), signal.unsigned_abs() as usize);
        }
        Self { caught, dropped }
    }

    /// Returns the number of the last signal.
    pub fn caught(&self) -> Option<u8> {
        u8::try_from(self.caught.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
    }
}

/// Makes a file that grows beyond the limit of the shell (`ulimit -f`) a write error, like a full disk, instead of the
/// end of the program.
pub fn ignore_file_limit() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
    }
}
