//! The screens: title, choice, race, pause, result.

mod choice;
mod drive;
mod pause;
mod result;
mod title;

pub use choice::Choosing;
pub use drive::Drive;
pub use pause::Pause;
pub use result::Outcome;
pub use title::Title;
