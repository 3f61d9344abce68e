//! Options that name the textures and actions of a figure.

use std::path::{Path, PathBuf};

use clap::Args;
use keitai_app::console;

use super::effects::{Effect, Work};
use crate::error::Error;
use crate::files::kept;
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
    /// Keep the textures and actions given for the next time, in a .ron file beside the figure or its archive
    #[arg(long)]
    pub(crate) keep: bool,
}

impl CompanionOptions {
    /// Returns the files of a figure with those that are given here.
    pub(crate) fn choose(&self, files: Files) -> Files {
        files.with_chosen(chosen(&self.actions), chosen(&self.textures))
    }

    /// Keeps the files of a figure if that is wanted.
    pub(crate) fn keep(&self, files: &Files) -> Result<(), Error> {
        let Some(figure) = files.figure.as_deref().filter(|_| self.keep) else { return Ok(()) };
        let file = kept::write(figure, files.actions.as_deref(), files.textures.as_deref())?;
        console::note(&format!("note: kept in {}", file.display()));
        Ok(())
    }

    /// Returns the options with the work that each has an effect on.
    pub(super) fn effects(&self) -> [Effect; 3] {
        const EXPORTS: &[Work] = &[Work::ToGltf, Work::ToObj];
        [
            ("--actions", !self.actions.is_empty(), EXPORTS),
            ("--textures", !self.textures.is_empty(), EXPORTS),
            ("--keep", self.keep, EXPORTS),
        ]
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
