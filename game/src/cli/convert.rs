//! The arguments of `convert`, `check`, `compare` and `explain`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use keitai_convert::{Keys, MatchBones, Options, Target, Tolerances, ZSort, trailer};

/// Convert source texts to binary files and back
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai convert robo.bac walk.tra run.tra -o out/       writes out/robo.mbac, out/walk.mtra, out/run.mtra
  keitai convert robo.bac walk.tra --vendor -o out/      as the vendor's converter does, keys thinned out
  keitai convert robo.mbac walk.mtra -o text/            back to text; converting that gives the same files
  keitai convert models/ -o out/                         every source text below a folder")]
pub(crate) struct Convert {
    /// Texts (.bac, .tra), binary files (.mbac, .mtra), joint animations (.bck), or folders of them
    #[arg(required = true, value_name = "IN")]
    pub(crate) inputs: Vec<PathBuf>,
    /// A file, or a folder for several; beside the inputs when not given
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// The figure that actions belong to; found among the inputs or by name beside the action when not given
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,
    /// The players to write for: V1, V2, V3 (usual) or V3.1
    #[arg(long, value_name = "V", value_parser = target)]
    pub(crate) target: Option<Target>,
    /// Factor for positions and translations, 0.001 to 32767
    #[arg(long, value_name = "F", value_parser = scale)]
    pub(crate) scale: Option<f64>,
    /// Keep bones that move no vertex
    #[arg(long)]
    pub(crate) keep_unused_bones: bool,
    /// Merge vertices of a bone that are equal after rounding
    #[arg(long)]
    pub(crate) merge_vertices: bool,
    /// Texel = u * width instead of u * (width - 1)
    #[arg(long)]
    pub(crate) optimized_texel: bool,
    /// Put all actions of a figure into one file, named after the first, in the order given or by name
    #[arg(long, value_name = "ORDER", num_args = 0..=1, require_equals = true, default_missing_value = "given")]
    pub(crate) combine: Option<Order>,
    /// Sorting of polygons (V3.1): average, near or far
    #[arg(long, value_name = "HOW", value_parser = z_sort)]
    pub(crate) zsort: Option<ZSort>,
    /// Thin out translation keys within this many units
    #[arg(long, value_name = "T", value_parser = tolerance)]
    pub(crate) tolerance_translate: Option<f64>,
    /// Thin out scale keys within this many percent
    #[arg(long, value_name = "T", value_parser = tolerance)]
    pub(crate) tolerance_scale: Option<f64>,
    /// Thin out rotation and roll keys within this many degrees
    #[arg(long, value_name = "T", value_parser = tolerance)]
    pub(crate) tolerance_rotate: Option<f64>,
    /// Keep all keys, even with --vendor
    #[arg(long, conflicts_with_all = ["tolerance_translate", "tolerance_scale", "tolerance_rotate"])]
    pub(crate) no_reduce: bool,
    /// Specular value from which a material is sphere mapped (0.25)
    #[arg(long, value_name = "T")]
    pub(crate) specular_threshold: Option<f64>,
    /// How bones of actions are found: auto, name or order
    #[arg(long = "match", value_name = "HOW", value_parser = match_bones)]
    pub(crate) match_bones: Option<MatchBones>,
    /// Sort keys that are out of order
    #[arg(long)]
    pub(crate) sort_keys: bool,
    /// Choose axes for bones whose points do not give any
    #[arg(long)]
    pub(crate) fix_degenerate_bones: bool,
    /// Split vertices that several bones own
    #[arg(long)]
    pub(crate) split_shared_vertices: bool,
    /// Bring colours into 0..1
    #[arg(long)]
    pub(crate) clamp_colors: bool,
    /// Let texels wrap at 128 for V2
    #[arg(long)]
    pub(crate) allow_uv_wrap: bool,
    /// Only warn of more vertices, textures and patterns than players take
    #[arg(long)]
    pub(crate) no_limits: bool,
    /// Identifier at the end of binary files (HI000000)
    #[arg(long, value_name = "TEXT", value_parser = trailer_id)]
    pub(crate) trailer_id: Option<String>,
    /// First key at the end of binary files, four hexadecimal digits (4d43)
    #[arg(long, value_name = "HEX", value_parser = trailer_key)]
    pub(crate) trailer_key: Option<String>,
    /// Do everything the vendor's way: refuse what it refuses, write what it writes
    #[arg(long)]
    pub(crate) vendor: bool,
    /// Treat warnings as errors
    #[arg(long)]
    pub(crate) strict: bool,
    /// Overwrite files; write the nearest text for what cannot be said
    #[arg(long)]
    pub(crate) force: bool,
    /// Only say what would be written
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// The order of combined actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// As on the command line
    Given,
    /// By file name
    Name,
}

impl Convert {
    /// The options for a text that brings these settings along; the command line wins.
    pub(crate) fn options(&self, settings: &[(String, String)]) -> Options {
        let base = if self.vendor { Options::vendor() } else { Options::default() };
        let mut options = base.with_settings(settings);
        options.target = self.target.unwrap_or(options.target);
        options.scale = self.scale.unwrap_or(options.scale);
        options.z_sort = self.zsort.unwrap_or(options.z_sort);
        options.specular_threshold = self.specular_threshold.unwrap_or(options.specular_threshold);
        options.match_bones = self.match_bones.unwrap_or(options.match_bones);
        options.keep_unused_bones |= self.keep_unused_bones;
        options.merge_vertices |= self.merge_vertices;
        options.optimized_texel |= self.optimized_texel;
        options.sort_keys |= self.sort_keys;
        options.fix_degenerate_bones |= self.fix_degenerate_bones;
        options.split_shared_vertices |= self.split_shared_vertices;
        options.clamp_colours |= self.clamp_colors;
        options.allow_uv_wrap |= self.allow_uv_wrap;
        options.no_limits |= self.no_limits;
        options.policy.strict |= self.strict;
        if self.trailer_id.is_some() || self.trailer_key.is_some() {
            options.trailer = trailer(options.trailer, self.trailer_id.as_deref(), self.trailer_key.as_deref());
        }
        let usual = Tolerances::default();
        let tolerances = [self.tolerance_translate, self.tolerance_scale, self.tolerance_rotate];
        if self.no_reduce {
            options.keys = Keys::Exact;
        } else if tolerances.iter().any(Option::is_some) {
            options.keys = Keys::Reduced(Tolerances {
                translate: self.tolerance_translate.unwrap_or(usual.translate),
                scale: self.tolerance_scale.unwrap_or(usual.scale),
                rotate: self.tolerance_rotate.unwrap_or(usual.rotate),
            });
        }
        options
    }
}

/// Check files and folders for what is wrong, doubtful or wasted
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  keitai check robo.mbac walk.mtra
  keitai check models/ --deny warnings --json
  keitai explain K060")]
pub(crate) struct Check {
    /// Files, and folders with all that is below them
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// As one JSON array
    #[arg(long)]
    pub(crate) json: bool,
    /// Fail (1) on warnings or notes as well as on errors
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Option<Denied>,
}

/// What fails a check besides errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Denied {
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
    /// The same for comparison
    pub(crate) b: PathBuf,
    /// The figure that actions move
    #[arg(long, value_name = "FILE")]
    pub(crate) figure: Option<PathBuf>,
    /// Convert texts the vendor's way, its thinning of keys and its matching of bones included
    #[arg(long)]
    pub(crate) vendor: bool,
    /// Factor for positions and translations of texts, 0.001 to 32767
    #[arg(long, value_name = "F", value_parser = scale)]
    pub(crate) scale: Option<f64>,
    /// Keep bones of texts that move no vertex
    #[arg(long)]
    pub(crate) keep_unused_bones: bool,
    /// Merge vertices of a bone of texts that are equal after rounding
    #[arg(long)]
    pub(crate) merge_vertices: bool,
    /// A picture of A, B and where they differ, at the frame with the largest distance
    #[arg(long, value_name = "OUT.png")]
    pub(crate) picture: Option<PathBuf>,
    /// Largest distance that passes, in model units
    #[arg(long, value_name = "UNITS", default_value_t = 1.0)]
    pub(crate) tolerance: f64,
    /// As one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Explain a code that `check` or `convert` gave
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The code, for example K060; all codes when not given
    pub(crate) code: Option<String>,
}

fn target(text: &str) -> Result<Target, String> {
    text.parse().map_err(|()| "expected V1, V2, V3 or V3.1".to_owned())
}

fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.001..=32767.0).contains(scale));
    scale.ok_or_else(|| "expected 0.001 to 32767".to_owned())
}

fn tolerance(text: &str) -> Result<f64, String> {
    let tolerance = text.parse().ok().filter(|tolerance| (0.001..=1000.0).contains(tolerance));
    tolerance.ok_or_else(|| "expected 0.001 to 1000".to_owned())
}

fn z_sort(text: &str) -> Result<ZSort, String> {
    match text {
        "average" => Ok(ZSort::Average),
        "near" => Ok(ZSort::Nearest),
        "far" => Ok(ZSort::Farthest),
        _ => Err("expected average, near or far".to_owned()),
    }
}

fn match_bones(text: &str) -> Result<MatchBones, String> {
    match text {
        "auto" => Ok(MatchBones::Auto),
        "name" => Ok(MatchBones::Name),
        "order" => Ok(MatchBones::Order),
        _ => Err("expected auto, name or order".to_owned()),
    }
}

fn trailer_id(text: &str) -> Result<String, String> {
    let valid = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_graphic());
    valid.then(|| text.to_owned()).ok_or_else(|| "expected eight ASCII characters".to_owned())
}

fn trailer_key(text: &str) -> Result<String, String> {
    let valid = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    valid.then(|| text.to_owned()).ok_or_else(|| "expected four hexadecimal digits".to_owned())
}
