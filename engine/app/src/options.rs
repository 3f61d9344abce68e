//! Command-line options that every game has.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::render_options::RenderOptions;
use crate::turn::Turn;

/// Options of a run. A game's own command line flattens them with `#[command(flatten)]`.
#[derive(Debug, Clone, Args, Default)]
pub struct Options {
    /// Play without a window, as fast as possible
    #[arg(long)]
    pub headless: bool,
    /// Ticks to play without a window [default: ten seconds]
    #[arg(long, value_name = "N", requires = "headless", conflicts_with = "replay")]
    pub frames: Option<u32>,
    /// Print the digest of the last picture
    #[arg(long, requires = "headless")]
    pub digest: bool,
    /// Write the last picture as a PNG
    #[arg(long, value_name = "FILE", requires = "headless", value_parser = ending_in("png"))]
    pub picture: Option<PathBuf>,
    /// Write the last picture as a shot (.ron) with the files it needs
    #[arg(long, value_name = "FILE", requires = "headless", value_parser = ending_in("ron"))]
    pub record_shot: Option<PathBuf>,
    /// Write the sound of the run as a WAV file
    #[arg(long, value_name = "FILE", requires = "headless", value_parser = ending_in("wav"))]
    pub wav: Option<PathBuf>,
    /// Start without sound; F10 turns it on
    #[arg(long, conflicts_with = "headless")]
    pub mute: bool,
    /// Overwrite files; never those that are read
    #[arg(long)]
    pub force: bool,
    /// Record the play in a file for `--replay`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["replay", "compat", "backend", "screen", "dither"])]
    pub record: Option<PathBuf>,
    /// Replay a record; fail (4) when a tick differs. With options of the renderer its pictures are not compared
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Play the controls of the record again, and rewrite it with the digests of this play; a script also needs --force
    #[arg(long, requires_all = ["headless", "replay"], conflicts_with_all = ["compat", "backend", "screen", "dither"])]
    pub renew: bool,
    /// The side of the screen that the top of the picture is at, for a wide screen that is held upright
    #[arg(
        long,
        value_enum,
        value_name = "SIDE",
        default_value_t,
        hide_default_value = true,
        conflicts_with = "headless"
    )]
    pub turn: Turn,
    /// Draw between ticks as well, as often as the display shows a picture
    #[arg(long, conflicts_with = "headless")]
    pub smooth: bool,
    /// Fail when a warning was given, such as refused primitives
    #[arg(long, requires = "headless")]
    pub strict: bool,
    /// Print a line about each tick, for scripts that play
    #[arg(long, conflicts_with = "headless")]
    pub trace: bool,
    /// Settings of the renderer and the screen.
    #[command(flatten)]
    pub render: RenderOptions,
}

fn ending_in(ending: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| {
        let fits = path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
        if fits { Ok(path) } else { Err(format!("the name must end in .{ending}")) }
    })
}
