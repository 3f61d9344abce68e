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

#[cfg(test)]
mod tests {
    use clap::ValueEnum;
    use keitai_formats::diagnostic::is_unsafe;

    use super::*;

    #[test]
    fn every_command_has_a_page_and_the_program_names_them() {
        let all = manual(None).unwrap();
        for command in Cli::command().get_subcommands().filter(|command| !command.is_hide_set()) {
            let name = command.get_name();
            assert!(all.contains(&format!("keitai\\-{name}(1)")), "{all}");
            let page = manual(Some(name)).unwrap();
            assert!(page.contains(&format!(".TH keitai-{name} 1")), "{page}");
            assert!(!page.chars().any(|character| character != '\n' && is_unsafe(character)));
        }
        assert_eq!(manual(Some("no")).unwrap_err().exit_code(), 2);
    }

    #[test]
    fn completions_know_commands_and_options() {
        for shell in clap_complete::Shell::value_variants() {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "keitai", &mut text);
            let text = String::from_utf8(text).unwrap();
            assert!(text.contains("convert") && text.contains("visibility"), "{shell}");
            assert!(!text.chars().any(|character| character != '\n' && is_unsafe(character)), "{shell}");
        }
    }
}
