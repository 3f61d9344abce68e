//! The files that belong to a figure, and those that could.

use std::fmt;
use std::path::{Path, PathBuf};

use keitai_formats::Kind;
use keitai_formats::diagnostic::escaped;
use keitai_render::Compat;
use serde::Serialize;

use super::report::line;
use crate::session::Session;
use crate::session::candidates::Candidate;
use crate::viewer::files::Files;
use crate::viewer::load::LoadedFigure;

#[derive(Debug, Serialize)]
pub(crate) struct CompanionReport {
    textures: Vec<String>,
    actions: Vec<String>,
    texture_candidates: Vec<CandidateReport>,
    action_candidates: Vec<CandidateReport>,
}

/// A file that could belong to a figure.
#[derive(Debug, Serialize)]
struct CandidateReport {
    file: String,
    /// Size of a texture, or number of actions.
    about: String,
}

impl CompanionReport {
    /// Finds the files of a figure; `None` for a figure that cannot be shown.
    pub(super) fn of(session: &Session, figure: &Path) -> Option<Self> {
        let files = Files::figure(figure);
        let loaded = LoadedFigure::open(session, &files, Compat::default()).ok()?;
        let (actions, textures) = loaded.companions();
        let names = |paths: &[PathBuf]| paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        let others = |kinds: fn(Kind) -> bool, chosen: &[PathBuf]| {
            let others = files.candidates(session, kinds).ok()?.into_iter().filter(|file| !chosen.contains(&file.path));
            let report = |Candidate { path, about, .. }| CandidateReport { file: path.display().to_string(), about };
            Some(others.map(report).collect())
        };
        Some(Self {
            texture_candidates: others(Kind::is_texture, textures)?,
            action_candidates: others(Kind::is_actions, actions)?,
            textures: names(textures),
            actions: names(actions),
        })
    }
}

impl fmt::Display for CompanionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [
            ("texture file", &self.textures, &self.texture_candidates),
            ("action file", &self.actions, &self.action_candidates),
        ];
        for (name, files, candidates) in lists {
            let files: Vec<String> = files.iter().map(|file| escaped(file).into_owned()).collect();
            line(f, name, if files.is_empty() { "none".to_owned() } else { files.join(", ") })?;
            for CandidateReport { file, about } in candidates {
                line(f, "  could be", format_args!("{} ({about})", escaped(file)))?;
            }
        }
        Ok(())
    }
}
