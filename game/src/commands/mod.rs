//! One module per command, each with a `run` that does it.

pub(crate) mod info;
pub(crate) mod play;
pub(crate) mod shot;
pub(crate) mod view;
