//! Arguments of all commands, and errors in them.

mod conversion;
mod convert;
pub(crate) mod picture;

use std::ffi::{OsStr, OsString};
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::error::{ContextKind, ErrorKind};
use clap::{Args, Parser, Subcommand, ValueEnum};
use conversion::PoseOptions;
use keitai_app::{Error as AppError, Options, RenderOptions, command_line};

use crate::error::Error;
use crate::session::{self, Session};

pub(crate) use convert::{Check, Compare, Convert, DenyLevel, Explain, Layout, Order};
pub(crate) use picture::{CameraOptions, CompanionOptions, PictureOptions};

/// Tools for the 3D figures of J2ME-era phones. Without a command: the viewer.
#[derive(Debug, Parser)]
#[command(name = "keitai", version, disable_help_subcommand = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Print the licences of Keitai and of the works inside
    #[arg(long, alias = "licenses", exclusive = true)]
    pub(crate) licences: bool,
}

const EXAMPLES: &str = "Examples:
  keitai view 'game.jar!res/17'   turn a figure; F1 (pad: View, Share, -) shows keys and buttons";

/// A command.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a scene
    Play(Play),
    /// Show a figure, and turn and play it
    View(View),
    /// Write pictures of a shot, a scene or a figure
    Shot(Shot),
    /// Measure the time of a shot's frames
    Bench(Bench),
    /// Describe the contents of a file
    Info(Info),
    Convert(Box<Convert>),
    Check(Check),
    Compare(Compare),
    Explain(Explain),
    /// Find figures inside files of any kind
    Scan(Scan),
    /// Make a game: a folder with program, scene, art and test
    New(New),
    /// Print the completions of a shell
    #[command(hide = true)]
    Completions(Completions),
    /// Print a page of the manual
    #[command(hide = true)]
    Man(Man),
}

/// Print the completions of a shell, made from the definition of the command line.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai completions bash >~/.local/share/bash-completion/completions/keitai")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Print a page of the manual in the form of `man`, made from the definition of the command line.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai man convert | man -l -")]
pub(crate) struct Man {
    /// The command of the page [default: keitai itself]
    pub(crate) command: Option<String>,
}

/// Play a scene in a window or without one.
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

/// Show a figure in a window, and turn and play it.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct View {
    /// A figure, action tables and textures (missing ones are found beside the figure), or a folder or an archive of figures;
    /// without files the viewer is empty
    pub(crate) files: Vec<PathBuf>,
    /// Start with this action, counted from 0 over all action tables
    #[arg(long, value_name = "N")]
    pub(crate) action: Option<usize>,
    /// Start paused at this frame
    #[arg(long, value_name = "F")]
    pub(crate) frame: Option<u32>,
    #[command(flatten)]
    pub(crate) companions: CompanionOptions,
    #[command(flatten)]
    pub(crate) poses: PoseOptions,
    #[command(flatten)]
    pub(crate) camera: CameraOptions,
    /// Print the camera on exit, as options of `view` and `shot`
    #[arg(long)]
    pub(crate) print_camera: bool,
    #[command(flatten)]
    pub(crate) render: RenderOptions,
}

/// Write pictures of a shot, a scene or a figure.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai shot walk.ron --frame 3 -o walk.png --ref golden.png
  keitai shot robo.mbac --action 1 --frames 0..24 -o walk.gif
  keitai shot 'game.jar!res/17' --sheet turn --size 160x160 -o turn.png")]
pub(crate) struct Shot {
    /// A shot or a scene (.ron), or a figure
    pub(crate) file: PathBuf,
    /// Folder that contains all files of a shot or a scene [default: the one above `scenes`, or its own, or for a shot one further up]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    /// Frame to draw [default: 0; on a sheet of actions the middle of each]
    #[arg(long, value_name = "N", conflicts_with = "frames")]
    pub(crate) frame: Option<u32>,
    /// Frames from A to B - 1, as a moving picture
    #[arg(long, value_name = "A..B", value_parser = frames)]
    pub(crate) frames: Option<Range<u32>>,
    /// The action of a figure, counted from 0 over all action tables
    #[arg(long, value_name = "N")]
    pub(crate) action: Option<usize>,
    /// Several pictures in one: the figure from eight sides, or all its actions
    #[arg(long, value_name = "WHAT", conflicts_with = "frames")]
    pub(crate) sheet: Option<Sheet>,
    #[command(flatten)]
    pub(crate) picture: PictureOptions,
    #[command(flatten)]
    pub(crate) render: RenderOptions,
    /// Fail where phones show a shot wrongly: near planes of 1, primitives with texels outside their texture
    #[arg(long)]
    pub(crate) strict: bool,
    /// Threads that draw frames and the pictures of a sheet [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// Output: a .png, or a .gif with --frames
    #[arg(short, long, value_name = "FILE", value_parser = output())]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite the output
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// For file managers: write a PNG whatever the name of the output, over what is there
    #[arg(long, requires = "output", conflicts_with_all = ["frames", "reference"])]
    pub(crate) thumbnail: bool,
    /// Print the digest of the picture
    #[arg(long)]
    pub(crate) digest: bool,
    /// Compare with this picture, PNG or BMP; fail (4) when a pixel differs
    #[arg(long = "ref", value_name = "FILE")]
    pub(crate) reference: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sheet {
    /// Eight turns of the figure
    Turn,
    /// A frame of each action
    Actions,
}

/// Make a game: a folder with program, scene, art and a test, which runs at once.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai new hop
  keitai new loop --template racer --engine ../keitai")]
pub(crate) struct New {
    /// The folder; its name is that of the game
    #[arg(value_name = "NAME")]
    pub(crate) folder: PathBuf,
    /// The game to begin with
    #[arg(long, value_enum, value_name = "TEMPLATE", default_value_t = Template::Empty)]
    pub(crate) template: Template,
    /// Folder or git address of Keitai, or `registry` for the published crate [default: the checkout that this program or the current
    /// folder is in, or else sources in the folder `engine` of the game]
    #[arg(long, value_name = "PATH|URL|registry")]
    pub(crate) engine: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Template {
    /// A robot on a tray
    Empty,
    /// A car on a course, with lap times
    Racer,
    /// Two robots, with title, pause and result
    Arena,
    /// A car, drawn call by call as Java games with micro3d did
    Micro3d,
}

/// Find figures, action tables and pictures inside files of any kind.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai scan game.jar
  keitai scan dump.bin -o found/")]
pub(crate) struct Scan {
    /// Files, folders with all files below them, and archives with all entries
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write what was found to this folder
    #[arg(short, long, value_name = "DIR", value_parser = output())]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite files
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Remove the limits of 4 GiB of files and 300 seconds
    #[arg(long)]
    pub(crate) no_limits: bool,
    /// Print one JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

/// Measure the time of a shot's frames, and of a plain loop for comparison.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai bench walk.ron
  keitai bench walk.ron --frames 60 --rounds 100 --json")]
pub(crate) struct Bench {
    /// A shot (.ron)
    pub(crate) shot: PathBuf,
    /// Folder that contains all files of the shot [default: the one above `scenes`, or its own, or one further up]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    /// Frames per round
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) frames: u32,
    /// Rounds, after one that is not measured
    #[arg(long, value_name = "R", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) rounds: u32,
    #[command(flatten)]
    pub(crate) render: RenderOptions,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Describe the contents of a file, or list those of a folder.
#[derive(Debug, Args)]
pub(crate) struct Info {
    /// A figure, actions, a texture, the source text of one, a sound, an archive, or a folder
    pub(crate) path: PathBuf,
    /// Describe figures and textures beyond the limits of players; remove the limits of 4 GiB and 300 seconds
    #[arg(long)]
    pub(crate) no_limits: bool,
    #[command(flatten)]
    pub(crate) layout: Layout,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Takes names of outputs. `-` is refused: data on stdout would be mixed with the lines that a command prints.
fn output() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new()
        .try_map(|path| if session::is_stdin(&path) { Err("outputs go to files; give -o NAME") } else { Ok(path) })
}

/// Takes one of these words for its value.
fn words<T: Copy>(words: &'static [(&str, T)]) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| match words.iter().find(|(word, _)| *word == text) {
        Some((_, value)) => Ok(*value),
        None => Err(format!("expected {}", listed(words.iter().map(|(word, _)| word), "or"))),
    }
}

/// Takes a number of this range.
fn number(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected {} to {}", range.start(), range.end()))
    }
}

/// Returns a list such as `a, b or c`.
fn listed(words: impl Iterator<Item = impl ToString>, before_last: &str) -> String {
    let words: Vec<String> = words.map(|word| word.to_string()).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {before_last} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Parses `A..B`, which must not be empty.
fn frames(text: &str) -> Result<Range<u32>, String> {
    let form = || "expected A..B, such as 0..24".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(form)?;
    let frames = from.parse().map_err(|_| form())?..to.parse().map_err(|_| form())?;
    if frames.is_empty() { Err("no frame is in it; B must be larger than A".to_owned()) } else { Ok(frames) }
}

/// Returns the arguments with the command `view` before files, which is what dropping a file on the program gives, and with
/// `--help` for the word `help`.
pub(crate) fn with_command(session: &Session, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_file = |first: &OsString| {
        let path = Path::new(first);
        !is_command(first) && (path.exists() || session.split(path).is_some())
    };
    // `keitai help shot` is `keitai shot --help`.
    if arguments.get(1).is_some_and(|first| first == "help") {
        arguments.remove(1);
        arguments.push("--help".into());
    }
    if arguments.get(1).is_some_and(is_file) {
        arguments.insert(1, "view".into());
    }
    arguments
}

fn is_command(word: &OsStr) -> bool {
    <Cli as clap::CommandFactory>::command().find_subcommand(word).is_some()
}

/// Prints help and version; turns everything else into a line and a hint.
pub(crate) fn usage(error: &clap::Error, arguments: &[OsString]) -> Result<(), Error> {
    let is_strange =
        error.kind() == ErrorKind::InvalidSubcommand && error.get(ContextKind::SuggestedSubcommand).is_none();
    let chosen_command = || match arguments.get(1).filter(|first| is_command(first)) {
        Some(first) => format!("keitai {}", first.display()),
        None => "keitai".to_owned(),
    };
    command_line::usage(error, chosen_command).map_err(|refusal| match refusal {
        AppError::Usage { message, .. } if is_strange => {
            let command = <Cli as clap::CommandFactory>::command();
            let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            let hint = format!("the commands are {}; a file is shown by `keitai view FILE`", names.join(", "));
            Error::usage(message, hint)
        }
        refusal => refusal.into(),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

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
}
