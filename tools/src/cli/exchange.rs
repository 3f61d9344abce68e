//! Options of converting to and from formats of today's tools.

use std::path::PathBuf;

use clap::Args;

use crate::error::Error;
use keitai_app::Error as AppError;

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
    /// From glTF: make pictures of more than 256 texels a side smaller
    #[arg(long)]
    pub(crate) resize: bool,
}

impl ExchangeOptions {
    /// Fails when an option is given that has no effect on the conversion from glTF, or to a file with the ending `to`.
    pub(crate) fn check(&self, from_gltf: bool, to: &str) -> Result<(), Error> {
        let to_gltf = !from_gltf && ["glb", "gltf"].contains(&to);
        let options = [
            ("--fps", self.fps.is_some(), from_gltf || to_gltf, "glTF files"),
            ("--visibility", self.visibility, to_gltf, "outputs that end in .glb or .gltf"),
            ("--sphere", self.sphere.is_some(), to_gltf, "outputs that end in .glb or .gltf"),
            ("--action", self.action.is_some(), !from_gltf && to == "obj", "outputs that end in .obj"),
            ("--merge-quads", self.merge_quads, from_gltf, "glTF files as inputs"),
            ("--resize", self.resize, from_gltf, "glTF files as inputs"),
        ];
        match options.into_iter().find(|(_, given, fits, _)| *given && !fits) {
            Some((option, _, _, what)) => {
                let message = format!("{option} has no effect here");
                Err(AppError::Usage { message, hint: format!("the option is for {what}") }.into())
            }
            None => Ok(()),
        }
    }
}

fn fps(text: &str) -> Result<f64, String> {
    let fps = text.parse().ok().filter(|fps| (1.0..=1000.0).contains(fps));
    fps.ok_or_else(|| "expected 1 to 1000".to_owned())
}
