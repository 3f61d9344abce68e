//! One module per command, each with a `run`.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod info;
pub(crate) mod manual;
pub(crate) mod new;
pub(crate) mod play;
pub(crate) mod scan;
pub(crate) mod shot;
pub(crate) mod view;
