//! Text on stdout, for people and pipes.

use std::io::Write;

/// Prints a text. Nobody may be left to read it (`| head` goes away early); that is no fault.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
