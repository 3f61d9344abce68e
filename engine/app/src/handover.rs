//! Passes a game from `main` to the web page that runs it.
//!
//! A page cannot wait for a loop to end. `main` therefore opens the game, leaves it here and returns; the page takes it and runs it
//! picture by picture.

use std::cell::RefCell;

use crate::game::Game;

type GameResult = Result<Box<dyn Game>, String>;

thread_local! {
    static OPENED: RefCell<Option<GameResult>> = const { RefCell::new(None) };
}

/// Leaves a game, or the reason why it cannot be opened, for the page.
pub(crate) fn hand_over(opened: GameResult) {
    OPENED.set(Some(opened));
}

/// Returns the game that `main` has opened.
///
/// # Errors
/// When there is none. The error is the reason.
pub fn take_game() -> GameResult {
    OPENED.take().unwrap_or_else(|| Err("the program has opened no game".to_owned()))
}
