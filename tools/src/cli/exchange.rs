//! Options of converting to and from formats of today's tools.

use std::path::PathBuf;

use clap::Args;

use super::effects::{Effect, Work};

/// glTF and OBJ
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "glTF and OBJ")]
pub(crate) struct ExchangeOptions {
    /// Frames per second of glTF animations [default: 30]
    #[arg(long, value_name = "N", value_parser = fps)]
    pub(crate) fps: Option<f64>,
    /// Animate patterns in glTF, for programs that know KHR_node_visibility
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
    /// From glTF: join triangles that make a flat quad
    #[arg(long)]
    pub(crate) merge_quads: bool,
    /// From glTF: make pictures of more than 256 texels a side smaller, for V2 of more than 128
    #[arg(long)]
    pub(crate) resize: bool,
}

impl ExchangeOptions {
    /// Returns the options with the work that each has an effect on.
    pub(super) fn effects(&self) -> [Effect; 6] {
        [
            ("--fps", self.fps.is_some(), &[Work::FromGltf, Work::ToGltf]),
            ("--visibility", self.visibility, &[Work::ToGltf]),
            ("--sphere", self.sphere.is_some(), &[Work::ToGltf]),
            ("--action", self.action.is_some(), &[Work::ToObj]),
            ("--merge-quads", self.merge_quads, &[Work::FromGltf]),
            ("--resize", self.resize, &[Work::FromGltf]),
        ]
    }
}

fn fps(text: &str) -> Result<f64, String> {
    let fps = text.parse().ok().filter(|fps| (1.0..=1000.0).contains(fps));
    fps.ok_or_else(|| "expected 1 to 1000".to_owned())
}
