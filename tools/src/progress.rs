//! Progress bar on the terminal, for work on many files.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// Fewest files for which a bar is shown.
const WORTH_A_BAR: usize = 16;

/// Returns a bar for this many files; hidden when they are few or stderr is no terminal.
pub(crate) fn bar(files: usize) -> ProgressBar {
    if files < WORTH_A_BAR || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left") {
        bar.set_style(style);
    }
    bar
}
