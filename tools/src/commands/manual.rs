//! `keitai completions` and `keitai man`: completions of shells and pages of the manual, made from the definition of the
//! command line.

use clap::CommandFactory;
use keitai_app::{Error as AppError, console};

use crate::cli::{Cli, Completions, Man};
use crate::error::Error;

pub(crate) fn completions(arguments: &Completions) -> Result<(), Error> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "keitai", &mut text);
    Ok(console::print(&String::from_utf8_lossy(&text))?)
}

pub(crate) fn page(arguments: &Man) -> Result<(), Error> {
    Ok(console::print(&manual(arguments.command.as_deref())?)?)
}

/// Returns the page of a command, or of the program.
fn manual(name: Option<&str>) -> Result<String, Error> {
    let mut program = Cli::command();
    // From then on commands have their whole names.
    program.build();
    let command = match name {
        None => program,
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| {
            Error::usage(format!("there is no command `{name}`"), "`keitai --help` lists the commands")
        })?,
    };
    let full_name = command.get_bin_name().unwrap_or("keitai").replace(' ', "-");
    let mut text = Vec::new();
    clap_mangen::Man::new(command.name(full_name)).render(&mut text).map_err(AppError::game)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
