//! A bar on the terminal for work on many files.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// Fewer files than this are done before a bar could be read.
const WORTH_A_BAR: usize = 16;

/// A bar for this many files; hidden when they are few or nobody looks.
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
