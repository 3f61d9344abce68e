//! The screens: title, choice, ladder, fight with its pause and its result, how to play, records, options, credits.

mod choice;
mod credits;
mod fight;
mod ladder;
mod lessons;
mod pages;
mod prompts;
mod records;
mod result;
pub(crate) mod title;
mod turntable;

pub(crate) use fight::Fight;
pub(crate) use lessons::Lessons;
pub(crate) use title::Title;
