//! Options of converting to and from formats of today's tools.

use std::path::PathBuf;

use clap::Args;

use super::number;

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
