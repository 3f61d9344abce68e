//! The screens: title, how to drive, options, choice, race, pause, result.

mod choice;
mod drive;
mod lessons;
mod pages;
mod result;
mod title;

pub use choice::Choosing;
pub use drive::Drive;
pub use lessons::Lessons;
pub use result::Outcome;
pub use title::Title;
