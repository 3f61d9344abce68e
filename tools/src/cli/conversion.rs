//! Options of converting texts, models and pictures, shared by all commands that read them.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use keitai_convert::{Choose, Keys, MatchBones, Options, Rest, Target, Tolerances, ZSort};

use super::{number, words};

/// Conversion of texts
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Conversion of texts")]
pub(crate) struct TextOptions {
    /// Players to write for: V1, V2, V3 or V3.1 [default: V3]
    #[arg(long, value_name = "V", value_parser = target)]
    pub(crate) target: Option<Target>,
    /// Factor for positions and translations, 0.001 to 32767
    #[arg(long, value_name = "F", value_parser = number(0.001..=32767.0))]
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
    /// Polygon sorting (V3.1): average, near or far
    #[arg(long, value_name = "HOW", value_parser = words(&ZSort::WORDS))]
    pub(crate) zsort: Option<ZSort>,
    /// Remove translation keys within this many units
    #[arg(long, value_name = "T", value_parser = number(TOLERANCES))]
    pub(crate) tolerance_translate: Option<f64>,
    /// Remove scale keys within this many percent
    #[arg(long, value_name = "T", value_parser = number(TOLERANCES))]
    pub(crate) tolerance_scale: Option<f64>,
    /// Remove rotation and roll keys within this many degrees
    #[arg(long, value_name = "T", value_parser = number(TOLERANCES))]
    pub(crate) tolerance_rotate: Option<f64>,
    /// Keep all keys, even with --vendor
    #[arg(long, conflicts_with_all = ["tolerance_translate", "tolerance_scale", "tolerance_rotate"])]
    pub(crate) no_reduce: bool,
    /// Specular value from which a material is sphere mapped [default: 0.25]
    #[arg(long, value_name = "T", value_parser = number(0.0..=1.0))]
    pub(crate) specular_threshold: Option<f64>,
    /// Matching of bones and actions: auto, name or order
    #[arg(long = "match", value_name = "HOW", value_parser = words(&MATCHES))]
    pub(crate) match_bones: Option<MatchBones>,
    #[command(flatten)]
    pub(crate) poses: PoseOptions,
    /// Sort keys that are out of order
    #[arg(long)]
    pub(crate) sort_keys: bool,
    /// Choose axes for bones whose points give none
    #[arg(long)]
    pub(crate) fix_degenerate_bones: bool,
    /// Split vertices that belong to several bones
    #[arg(long)]
    pub(crate) split_shared_vertices: bool,
    /// Clamp colours to 0..1
    #[arg(long = "clamp-colors")]
    pub(crate) clamp_colours: bool,
    /// Let texels wrap at 128 for V2
    #[arg(long)]
    pub(crate) allow_uv_wrap: bool,
    /// Only warn of more vertices, textures and patterns than players accept; remove the limits of 4 GiB and 300 seconds
    #[arg(long)]
    pub(crate) no_limits: bool,
    /// Convert as the vendor's converter does, including its errors and its reduction of keys
    #[arg(long)]
    pub(crate) vendor: bool,
    /// Treat warnings as errors
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Poses of joint animations
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct PoseOptions {
    /// Poses of joint animations replace the matrices of the bones, or add to them: replace or add [default: replace]
    #[arg(long, value_name = "HOW", value_parser = words(&RESTS))]
    pub(crate) rest: Option<Rest>,
}

/// Options of the command line take precedence over settings in a text.
impl Choose for TextOptions {
    fn options(&self, settings: &[(String, String)]) -> Options {
        let base = if self.vendor { Options::vendor() } else { Options::default() };
        let mut options = base.with_settings(settings);
        options.target = self.target.unwrap_or(options.target);
        options.scale = self.scale.unwrap_or(options.scale);
        options.z_sort = self.zsort.unwrap_or(options.z_sort);
        options.specular_threshold = self.specular_threshold.unwrap_or(options.specular_threshold);
        options.match_bones = self.match_bones.unwrap_or(options.match_bones);
        options.rest = self.poses.rest.unwrap_or(options.rest);
        options.keep_unused_bones |= self.keep_unused_bones;
        options.merge_vertices |= self.merge_vertices;
        options.optimized_texel |= self.optimized_texel;
        options.sort_keys |= self.sort_keys;
        options.fix_degenerate_bones |= self.fix_degenerate_bones;
        options.split_shared_vertices |= self.split_shared_vertices;
        options.clamp_colours |= self.clamp_colours;
        options.allow_uv_wrap |= self.allow_uv_wrap;
        options.no_limits |= self.no_limits;
        options.policy.strict |= self.strict;
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

fn target(text: &str) -> Result<Target, String> {
    text.parse().map_err(|()| "expected V1, V2, V3 or V3.1".to_owned())
}

/// Matching of bones and actions by name.
const MATCHES: [(&str, MatchBones); 3] =
    [("auto", MatchBones::Auto), ("name", MatchBones::Name), ("order", MatchBones::Order)];

/// Treatment of the matrices of bones by name.
const RESTS: [(&str, Rest); 2] = [("replace", Rest::Replace), ("add", Rest::Add)];

/// Tolerances of keys.
const TOLERANCES: RangeInclusive<f64> = 0.001..=1000.0;

/// glTF and OBJ
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "glTF and OBJ")]
pub(crate) struct ExchangeOptions {
    /// Frames per second of glTF animations [default: 30]
    #[arg(long, value_name = "N", value_parser = number(1.0..=1000.0))]
    pub(crate) fps: Option<f64>,
    /// Animate patterns in glTF, for programs that support KHR_node_visibility
    #[arg(long)]
    pub(crate) visibility: bool,
    /// The picture of the sphere map, kept in glTF for the way back
    #[arg(long, value_name = "FILE")]
    pub(crate) sphere: Option<PathBuf>,
    /// Write an OBJ in the posture of this action, counted from 0 over all tables
    #[arg(long, value_name = "N")]
    pub(crate) action: Option<usize>,
    /// Frame of the action [default: 0]
    #[arg(long, value_name = "F", requires = "action")]
    pub(crate) frame: Option<u16>,
    /// From glTF and OBJ: the longest side in units [default: 100 a metre, or what fits]
    #[arg(long, value_name = "UNITS", value_parser = number(1.0..=32767.0), conflicts_with = "scale")]
    pub(crate) fit: Option<f64>,
    /// From glTF and OBJ: simplify to this many triangles [default: as many as fit 21,845 vertices]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) triangles: Option<u32>,
    /// From glTF and OBJ: `no` leaves faces that cover parts before them as they are [default: yes]
    #[arg(long, value_name = "yes|no", value_parser = ["yes", "no"], hide_possible_values = true)]
    pub(crate) split: Option<String>,
    /// From glTF and OBJ: read colliders and coarser levels of detail, too
    #[arg(long)]
    pub(crate) hidden: bool,
    /// From glTF: a pattern for each morph target
    #[arg(long)]
    pub(crate) patterns: bool,
    /// From glTF: action tables keep the names of the animations, and do not begin with the figure's
    #[arg(long)]
    pub(crate) table_names: bool,
    /// From glTF, OBJ and pictures: spread the errors of colours
    #[arg(long)]
    pub(crate) dither: bool,
}
