//! Options that name the textures and actions of a figure.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::viewer::files::Files;

/// Companion files
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Textures and actions of a figure")]
pub(crate) struct CompanionOptions {
    /// An action table instead of those beside the figure, or none; may be given several times
    #[arg(long, value_name = "FILE|none")]
    pub(crate) actions: Vec<PathBuf>,
    /// A texture instead of those beside the figure, or none; may be given several times
    #[arg(long, value_name = "FILE|none")]
    pub(crate) textures: Vec<PathBuf>,
}

impl CompanionOptions {
    /// Returns the files of a figure with those that are given here.
    pub(crate) fn choose(&self, files: Files) -> Files {
        files.with_chosen(chosen(&self.actions), chosen(&self.textures))
    }
}

/// Returns the files that are given; an empty list for the word `none`.
fn chosen(paths: &[PathBuf]) -> Option<Vec<PathBuf>> {
    match paths {
        [] => None,
        [none] if none == Path::new("none") => Some(Vec::new()),
        paths => Some(paths.to_vec()),
    }
}
