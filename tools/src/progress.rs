//! Progress bar on the terminal, for work on many things.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// Fewest things for which a bar is shown.
const WORTH_A_BAR: usize = 16;

/// Returns a bar for this many things, such as "files"; hidden when they are few or stderr is not a terminal.
pub(crate) fn bar(count: usize, things: &str) -> ProgressBar {
    if count < WORTH_A_BAR || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(count as u64);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {things}, {{eta}} left")) {
        bar.set_style(style);
    }
    bar
}
