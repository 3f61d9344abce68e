//! The screens: title, how to drive, options, choice, race, pause, result.

mod choice;
mod drive;
mod lessons;
mod options;
mod pause;
mod result;
mod title;

pub use choice::Choosing;
pub use drive::Drive;
pub use lessons::Lessons;
pub use options::OptionsPage;
pub use pause::Pause;
pub use result::Outcome;
pub use title::Title;
