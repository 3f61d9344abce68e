//! The arguments of every command, and what is said about wrong ones.

mod convert;
mod making;

use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand};
use keitai_app::{Options, RenderOptions, console};

use crate::error::Error;

pub(crate) use convert::{Check, Compare, Convert, Denied, Explain, Order};

/// Shows the 3D figures of phones of the J2ME era. Without a command: Tin Sumo, the sample game.
#[derive(Debug, Parser)]
#[command(name = "keitai", version, disable_help_subcommand = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  keitai view robo.mbac                      turn a figure, its actions and textures found by name
  keitai convert robo.bac walk.tra -o out/

In a window F1 (on a pad: View, Share, -) shows what the keys and buttons do.";

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show a scene in a window
    Play(Play),
    /// Show a figure in a window, to be turned and played with
    View(View),
    /// Write a picture of a shot, a scene or a figure
    Shot(Shot),
    /// Time the frames of a shot
    Bench(Bench),
    /// Tell what a file holds
    Info(Info),
    Convert(Box<Convert>),
    Check(Check),
    Compare(Compare),
    Explain(Explain),
}

/// Show a scene in a window, or play it without one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai play scenes/versus.ron --record game.ron
  keitai play scenes/versus.ron --replay game.ron --headless
  keitai play scenes/demo.ron --screen rgb444 --dither")]
pub(crate) struct Play {
    /// A scene (.ron); its paths start from the folder above `scenes`, or else from its own
    pub(crate) scene: PathBuf,
    #[command(flatten)]
    pub(crate) options: Options,
}

/// Show a figure in a window, to be turned and played with.
#[derive(Debug, Args)]
pub(crate) struct View {
    /// A figure, and any action tables and textures; those not given are found by name beside the figure
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Start with this action, counted from 0 over all action tables
    #[arg(long, value_name = "N")]
    pub(crate) action: Option<usize>,
    /// Start paused at this frame
    #[arg(long, value_name = "F")]
    pub(crate) frame: Option<u32>,
    #[command(flatten)]
    pub(crate) render: RenderOptions,
}

/// Write a picture of a shot, a scene or a figure.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai shot walk.ron --frame 3 -o walk.png --ref golden.png
  keitai shot robo.mbac --action 1 --frames 0..24 -o walk.gif")]
pub(crate) struct Shot {
    /// A shot or a scene (.ron), or a figure
    pub(crate) file: PathBuf,
    /// Folder that the files of a shot may be in, by default that above `scenes`, or else the shot's own
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    /// The frame
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "frames")]
    pub(crate) frame: u32,
    /// Several frames, the last one not included, for a moving picture
    #[arg(long, value_name = "A..B", value_parser = frames)]
    pub(crate) frames: Option<std::ops::Range<u32>>,
    /// The action of a figure, counted from 0 over all action tables
    #[arg(long, value_name = "N")]
    pub(crate) action: Option<usize>,
    #[command(flatten)]
    pub(crate) render: RenderOptions,
    /// Where to write: a .png, or a .gif with --frames
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the digest of the picture
    #[arg(long)]
    pub(crate) digest: bool,
    /// Compare with this picture, and fail (4) when a pixel differs
    #[arg(long = "ref", value_name = "PNG")]
    pub(crate) reference: Option<PathBuf>,
}

/// Time the frames of a shot, beside a plain loop of the same machine.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai bench walk.ron
  keitai bench walk.ron --frames 60 --rounds 100 --json")]
pub(crate) struct Bench {
    /// A shot (.ron)
    pub(crate) shot: PathBuf,
    /// Folder that the files of the shot may be in, by default that above `scenes`, or else the shot's own
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    /// Frames in a round, counted from 0
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) frames: u32,
    /// Rounds, after one to warm up
    #[arg(long, value_name = "R", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) rounds: u32,
    #[command(flatten)]
    pub(crate) render: RenderOptions,
    /// As one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Tell what a file holds.
#[derive(Debug, Args)]
pub(crate) struct Info {
    /// A figure, actions, a texture, or the source text of one
    pub(crate) path: PathBuf,
    /// As one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// `A..B`, not empty.
fn frames(text: &str) -> Result<std::ops::Range<u32>, String> {
    let form = || "expected A..B, such as 0..24".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(form)?;
    let frames = from.parse().map_err(|_| form())?..to.parse().map_err(|_| form())?;
    if frames.is_empty() { Err("no frame is in it; B must be larger than A".to_owned()) } else { Ok(frames) }
}

/// Prints help and version as they are; makes one line and a hint of everything else.
pub(crate) fn usage(error: &clap::Error) -> Result<(), Error> {
    if !error.use_stderr() {
        console::print(&error.render().to_string());
        return Ok(());
    }
    let text = error.render().to_string();
    // A list that an error ends with (missing arguments) belongs to its line.
    let mut message = String::new();
    for line in text.lines().take_while(|line| !line.is_empty()) {
        if !message.is_empty() {
            message.push(' ');
        }
        message.push_str(line.trim().trim_start_matches("error: "));
    }
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: ")).map(str::to_owned);
    let nearest = tip.or_else(|| match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let command = <Cli as clap::CommandFactory>::command();
            let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            Some(format!("the commands are {}; a file is shown by `keitai view FILE`", names.join(", ")))
        }
        ErrorKind::UnknownArgument => error.get(ContextKind::Usage).and_then(|usage| match usage {
            ContextValue::StyledStr(usage) => Some(usage.to_string().trim().to_owned()),
            _ => None,
        }),
        _ => None,
    });
    Err(Error::Usage { message, hint: nearest.unwrap_or_else(|| "try `keitai --help`".to_owned()) })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn refusal(arguments: &[&str]) -> (String, String) {
        let error = Cli::try_parse_from(arguments).expect_err("a wrong command line");
        match usage(&error) {
            Err(Error::Usage { message, hint }) => (message, hint),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_fits_a_screen_and_ends_with_examples() {
        let help = Cli::command().render_help().to_string();
        assert!(help.lines().count() <= 24, "{help}");
        assert!(help.lines().all(|line| line.len() <= 100), "{help}");
        assert!(help.contains("Examples:\n  keitai "));
    }

    #[test]
    fn slips_name_the_nearest_valid_word() {
        let (message, hint) = refusal(&["keitai", "shot", "a.ron", "--fram", "3"]);
        assert!(message.contains("'--fram'") && hint.contains("'--frame'"), "{message} / {hint}");
        let (message, hint) = refusal(&["keitai", "veiw", "a.mbac"]);
        assert!(message.contains("'veiw'") && hint.contains("'view'"), "{message} / {hint}");
        let (message, _) = refusal(&["keitai", "shot", "a.ron", "--frames", "8..3"]);
        assert!(message.contains("8..3") && message.contains("B must be larger"), "{message}");
        let (message, _) = refusal(&["keitai", "view"]);
        assert!(message.contains("<FILES>...") && !message.contains('\n'), "{message}");
        let (_, hint) = refusal(&["keitai", "robo.mbac"]);
        assert!(hint.contains("keitai view FILE"), "{hint}");
    }
}
