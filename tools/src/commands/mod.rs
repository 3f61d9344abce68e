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

use std::path::Path;

use keitai_app::console;
use serde::Serialize;

use crate::error::Error;

fn print_json(value: &impl Serialize) -> Result<(), Error> {
    let json = serde_json::to_string_pretty(value).map_err(|error| Error::write(Path::new("stdout"), error))?;
    Ok(console::print_json(&json)?)
}
