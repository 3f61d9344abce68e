//! Errors of a command line as one line and a hint.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::console;
use crate::error::{Error, Result};

/// Prints help and version, which are data, and turns everything else into a line and a hint.
///
/// # Errors
/// [`Error::Usage`] for a command line that is wrong.
pub fn usage(error: &clap::Error) -> Result<()> {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return console::print(&text);
    }
    // The list of missing arguments at the end of an error belongs to its line.
    let lines = text.lines().take_while(|line| !line.is_empty());
    let message: Vec<&str> = lines.map(|line| line.trim().trim_start_matches("error: ")).collect();
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: ")).map(str::to_owned);
    let usage = || match (error.kind(), error.get(ContextKind::Usage)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::StyledStr(usage))) => Some(usage.to_string().trim().to_owned()),
        _ => None,
    };
    let hint = tip.or_else(usage).unwrap_or_else(|| format!("try `{} --help`", command(&text)));
    Err(Error::Usage { message: message.join(" "), hint })
}

/// Returns the program and its command as the usage in an error begins, or the name of the running program.
fn command(text: &str) -> String {
    let usage = text.lines().find_map(|line| line.strip_prefix("Usage: "));
    let names = |usage: &str| {
        let words = usage.split(' ').take_while(|word| !word.starts_with(['[', '<', '-']));
        words.collect::<Vec<_>>().join(" ")
    };
    usage.map(names).filter(|names| !names.is_empty()).unwrap_or_else(console::program)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::Options;

    #[derive(Debug, Parser)]
    struct Cli {
        #[command(flatten)]
        _options: Options,
    }

    fn refusal(arguments: &[&str]) -> (String, String) {
        match usage(&Cli::try_parse_from(arguments).expect_err("a wrong command line")) {
            Err(Error::Usage { message, hint }) => (message, hint),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_wrong_option_of_a_game_is_told_in_two_lines() {
        let (message, hint) = refusal(&["hop", "--frame", "3"]);
        assert_eq!(message, "unexpected argument '--frame' found");
        assert_eq!(hint, "a similar argument exists: '--frames'");
        let (message, hint) = refusal(&["hop", "--frames", "3"]);
        assert_eq!(message, "the following required arguments were not provided: --headless");
        assert!(hint.starts_with("try `") && hint.ends_with(" --help`"), "{hint}");
        let (_, hint) = refusal(&["hop", "--qqq"]);
        assert!(hint.starts_with("Usage: ") && !hint.contains('\n'), "{hint}");
    }
}
