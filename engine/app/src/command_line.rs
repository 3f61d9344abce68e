//! Errors of a command line as one line and a hint.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::console;
use crate::error::{Error, Result};

/// Prints help and version, which are data, and turns everything else into a line and a hint. `command` is the program and its command,
/// for errors that do not name them.
///
/// # Errors
/// [`Error::Usage`] for a command line that is wrong.
pub fn usage(error: &clap::Error, command: impl FnOnce() -> String) -> Result<()> {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return console::print(&text);
    }
    // The list of missing arguments at the end of an error belongs to its line.
    let lines = text.lines().take_while(|line| !line.is_empty());
    let message: Vec<&str> = lines.map(|line| line.trim().trim_start_matches("error: ")).collect();
    let negative = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(number)) if number.parse::<f64>().is_ok() => {
            Some(format!("a number below zero needs an equals sign, as in --option={number}"))
        }
        _ => None,
    };
    let tip = || text.lines().find_map(|line| line.trim().strip_prefix("tip: ")).map(str::to_owned);
    let usage = || match (error.kind(), error.get(ContextKind::Usage)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::StyledStr(usage))) => Some(usage.to_string().trim().to_owned()),
        _ => None,
    };
    let hint = negative
        .or_else(tip)
        .or_else(usage)
        .unwrap_or_else(|| format!("try `{} --help`", names(&text).unwrap_or_else(command)));
    Err(Error::usage(in_usual_words(&message.join(" ")), hint))
}

/// Returns the program and its command as the usage in an error begins.
fn names(text: &str) -> Option<String> {
    let usage = text.lines().find_map(|line| line.strip_prefix("Usage: "))?;
    let words = usage.split(' ').take_while(|word| !word.starts_with(['[', '<', '-']));
    Some(words.collect::<Vec<_>>().join(" ")).filter(|names| !names.is_empty())
}

/// Replaces Rust's message about a text that is not a number, and Rust's notation of ranges.
fn in_usual_words(message: &str) -> String {
    let message = message.replace("invalid digit found in string", "expected a whole number");
    message.replace("invalid float literal", "expected a number").replace("..=", " to ")
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
        match usage(&Cli::try_parse_from(arguments).expect_err("a wrong command line"), console::program) {
            Err(Error::Usage { message, hint }) => (message, hint),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn outputs_have_the_ending_of_what_is_in_them() {
        for (option, wrong, ending) in
            [("--picture", "a.jpg", "png"), ("--wav", "a.mp3", "wav"), ("--record-shot", "a.png", "ron")]
        {
            let (message, _) = refusal(&["hop", "--headless", option, wrong]);
            let expected = format!("invalid value '{wrong}' for '{option} <FILE>': the name must end in .{ending}");
            assert_eq!(message, expected);
            assert!(Cli::try_parse_from(["hop", "--headless", option, &format!("a.{ending}")]).is_ok());
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
        let (message, hint) = refusal(&["hop", "--headless", "--frames", "abc"]);
        assert_eq!(message, "invalid value 'abc' for '--frames <N>': expected a whole number");
        assert!(hint.starts_with("try `") && hint.ends_with(" --help`"), "{hint}");
        let (message, _) = refusal(&["hop", "--threads", "300"]);
        assert_eq!(message, "invalid value '300' for '--threads <N>': 300 is not in 1 to 256");
        let (_, hint) = refusal(&["hop", "--headless", "--frames", "-3"]);
        assert_eq!(hint, "a number below zero needs an equals sign, as in --option=-3");
        let (_, hint) = refusal(&["hop", "--qqq"]);
        assert!(hint.starts_with("Usage: ") && !hint.contains('\n'), "{hint}");
    }
}
