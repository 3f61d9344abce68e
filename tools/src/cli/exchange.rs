//! Options of converting to and from formats of today's tools.

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
    /// Write an OBJ in the posture of this action, counted from 0 over all tables
    #[arg(long, value_name = "N")]
    pub(crate) action: Option<usize>,
    /// Frame of the action [default: 0]
    #[arg(long, value_name = "F", requires = "action")]
    pub(crate) frame: Option<u16>,
}

impl ExchangeOptions {
    /// Fails when an option is given that has no effect on files with the ending `format`.
    pub(crate) fn check(&self, format: &str) -> Result<(), Error> {
        let options = [
            ("--fps", self.fps.is_some(), &["glb", "gltf"][..]),
            ("--visibility", self.visibility, &["glb", "gltf"]),
            ("--action", self.action.is_some(), &["obj"]),
        ];
        match options.into_iter().find(|(_, given, formats)| *given && !formats.contains(&format)) {
            Some((option, _, formats)) => Err(AppError::Usage {
                message: format!("{option} has no effect here"),
                hint: format!("the option is for outputs that end in .{}", formats.join(" or .")),
            }
            .into()),
            None => Ok(()),
        }
    }
}

fn fps(text: &str) -> Result<f64, String> {
    let fps = text.parse().ok().filter(|fps| (1.0..=1000.0).contains(fps));
    fps.ok_or_else(|| "expected 1 to 1000".to_owned())
}
