//! The arguments of `convert`, `check`, `compare` and `explain`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use keitai_convert::{Choose, Options};
use keitai_formats::{Dialect, Limits, ReadOptions, Severity};

use super::conversion::{ExchangeOptions, TextOptions};
use super::picture::CompanionOptions;
use super::{output, words};

/// Convert texts, figures, actions, pictures and archives
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  keitai convert robo.bac walk.tra run.tra -o out/       writes out/robo.mbac, out/walk.mtra, out/run.mtra
  keitai convert robo.bac walk.tra --vendor -o out/      as the vendor's converter does, keys thinned out
  keitai convert robo.mbac walk.mtra -o text/            back to text; converting that gives the same files
  keitai convert robo.mbac -o robo.glb                   for Blender, with the textures and actions found beside it
  keitai convert robo.glb -o robo.mbac                   and back, with robo.mtra and robo.bmp
  keitai convert models/ -o out/                         every source text below a folder
  keitai convert skin.png -o skin.bmp                    a picture to a texture; back with -o skin.png
  keitai convert game.jar -o out/                        everything in an archive, and as text
  keitai convert edited.bac --into 'game.jar!res/17' -o patched.jar")]
pub(crate) struct Convert {
    /// Texts (.bac, .tra), binary files (.mbac, .mtra), joint animations (.bck), models (.glb, .gltf, .obj), folders of them, pictures, or an archive
    #[arg(required = true, value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,
    /// A file, or a folder for several [default: beside the inputs]
    #[arg(short, long, value_name = "OUT", value_parser = output())]
    pub(crate) output: Option<PathBuf>,
    /// The figure that the actions belong to [default: one of the inputs, or the one beside the action with its name, or the only one there]
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,
    /// Put all actions of a figure into one file named after the first, in the given order or by name
    #[arg(long, value_name = "ORDER", num_args = 0..=1, require_equals = true, default_missing_value = "given")]
    pub(crate) combine: Option<Order>,
    /// Replace an entry of an archive, such as game.jar!res/17, by the result; -o names the new archive
    #[arg(long, value_name = "ARCHIVE!ENTRY", requires = "output")]
    pub(crate) into: Option<PathBuf>,
    /// The texture whose palette a picture gets
    #[arg(long, value_name = "FILE")]
    pub(crate) palette: Option<PathBuf>,
    /// Identifier at the end of binary files [default: HI000000]
    #[arg(long, value_name = "TEXT", value_parser = trailer_id)]
    pub(crate) trailer_id: Option<[u8; 8]>,
    /// First key at the end of binary files, four hexadecimal digits [default: 4d43]
    #[arg(long, value_name = "HEX", value_parser = trailer_key)]
    pub(crate) trailer_key: Option<[u8; 2]>,
    /// Overwrite files; write the nearest text where the format has no exact one
    #[arg(long)]
    pub(crate) force: bool,
    /// Print the outputs without writing them
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) layout: Layout,
    #[command(flatten)]
    pub(crate) exchange: ExchangeOptions,
    #[command(flatten)]
    pub(crate) companions: CompanionOptions,
    #[command(flatten)]
    pub(crate) text_options: TextOptions,
}

/// The layout of binary figures.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Layout {
    /// Layout of binary figures: auto, vendor or revised [default: auto]
    #[arg(long, value_name = "LAYOUT", value_parser = words(&DIALECTS), default_value = "auto", hide_default_value = true)]
    mbac_dialect: Dialect,
}

impl Layout {
    /// Returns the options of reading. Without limits, counts above those of players are not errors.
    pub(crate) fn read_options(self, no_limits: bool) -> ReadOptions {
        let limits = if no_limits { Limits::NONE } else { Limits::PLAYERS };
        ReadOptions::new(limits, self.mbac_dialect)
    }
}

const DIALECTS: [(&str, Dialect); 3] =
    [("auto", Dialect::Auto), ("vendor", Dialect::Vendor), ("revised", Dialect::Revised)];

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// As on the command line
    Given,
    /// By file name
    Name,
}

impl Choose for Convert {
    fn options(&self, settings: &[(String, String)]) -> Options {
        let mut options = self.text_options.options(settings);
        if let Some(identifier) = self.trailer_id {
            options.trailer.get_or_insert_default().identifier = identifier;
        }
        if let Some(key) = self.trailer_key {
            options.trailer.get_or_insert_default().key = key;
        }
        options
    }
}

/// Check files and folders for errors, doubtful content and waste
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai check robo.mbac walk.mtra
  keitai check models/ --deny warnings --json
  keitai explain K060")]
pub(crate) struct Check {
    /// Files, and folders with all files below them
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Fail (1) on warnings or notes as well as on errors
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Option<DenyLevel>,
    /// Remove the limits of 4 GiB of files and 300 seconds
    #[arg(long)]
    pub(crate) no_limits: bool,
    /// Leave out the findings of a code
    #[arg(long, value_name = "CODE", action = clap::ArgAction::Append)]
    pub(crate) ignore: Vec<String>,
    /// Give the findings of a code another severity: note, warning or error
    #[arg(long, value_name = "CODE=LEVEL", action = clap::ArgAction::Append, value_parser = severity)]
    pub(crate) severity: Vec<(String, Severity)>,
    /// Folder that contains all files of shots and scenes [default: the one above `scenes`, or their own]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    /// Write the findings to a file
    #[arg(short, long, value_name = "FILE", value_parser = output())]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

/// Parses `CODE=LEVEL`.
fn severity(text: &str) -> Result<(String, Severity), String> {
    let form = || "expected CODE=LEVEL, such as K052=warning; levels are note, warning and error".to_owned();
    let (code, level) = text.split_once('=').ok_or_else(form)?;
    let levels = [Severity::Note, Severity::Warning, Severity::Error];
    let severity = levels.into_iter().find(|severity| severity.to_string() == level).ok_or_else(form)?;
    Ok((code.to_owned(), severity))
}

/// Diagnostics that fail a check besides errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DenyLevel {
    /// Warnings
    Warnings,
    /// Warnings and notes
    Notes,
}

/// Compare two figures with their actions, vertex by vertex and frame by frame
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai compare robo.bac robo.mbac
  keitai compare old/walk.mtra new/walk.mtra --figure robo.mbac --tolerance 0")]
pub(crate) struct Compare {
    /// A figure (.mbac, .bac) with its actions beside it, or actions (.mtra, .tra, .bck)
    pub(crate) a: PathBuf,
    /// The other figure or actions
    pub(crate) b: PathBuf,
    /// The figure of the actions
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,
    /// Write a picture of A, B and their difference, at the frame with the largest distance
    #[arg(long, value_name = "OUT.png")]
    pub(crate) picture: Option<PathBuf>,
    /// Overwrite the picture
    #[arg(long, requires = "picture")]
    pub(crate) force: bool,
    /// Largest distance that passes, model units
    #[arg(long, value_name = "UNITS", default_value_t = 1.0, value_parser = distance)]
    pub(crate) tolerance: f64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) text_options: TextOptions,
}

/// Explain the code of a diagnostic
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The code, for example K060 [default: all codes]
    pub(crate) code: Option<String>,
}

fn distance(text: &str) -> Result<f64, String> {
    let units = text.parse().ok().filter(|units: &f64| units.is_finite() && *units >= 0.0);
    units.ok_or_else(|| "expected a number of at least 0".to_owned())
}

fn trailer_id(text: &str) -> Result<[u8; 8], String> {
    let identifier = text.as_bytes().try_into().ok().filter(|id: &[u8; 8]| id.iter().all(u8::is_ascii_graphic));
    identifier.ok_or_else(|| "expected eight ASCII characters".to_owned())
}

fn trailer_key(text: &str) -> Result<[u8; 2], String> {
    let is_whole = text.len() == 4 && !text.starts_with('+');
    let key = u16::from_str_radix(text, 16).ok().filter(|_| is_whole);
    key.map(u16::to_be_bytes).ok_or_else(|| "expected four hexadecimal digits".to_owned())
}
