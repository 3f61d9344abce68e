//! Errors of the window.

/// Why there is no window, or it cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no display to open a window on.
    #[error("no display ({0})")]
    NoDisplay(String),
    /// There is a display, but no window or no way to draw in it.
    #[error("cannot open a window ({0})")]
    Window(String),
    /// The display went away while the window was open.
    #[error("the display went away")]
    Lost,
    /// The window could not be drawn.
    #[error("cannot draw in the window ({0})")]
    Present(String),
}
