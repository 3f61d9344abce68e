//! Scenes and shots: whether they can be loaded with everything that they name.
//!
//! Loading is the same as for playing, but goes on after what is wrong; only bad syntax ends it. Files that are missing are
//! found before, all of them.

mod names;

use std::path::Path;

use keitai_convert::check::rules;
use keitai_formats::text::Position;
use keitai_formats::{Diagnostic, Location, Rule};
use keitai_render::Compat;
use keitai_runtime::assets::{AssetPath, Assets};
use keitai_runtime::scene::{Scene, SceneFault};
use keitai_runtime::shot::{Shot, ShotError};
use keitai_runtime::{Error as RuntimeError, Settings};

use crate::commands::shot::{player, read_text};
use crate::error::Error;

/// Checks a scene or a shot. A text that is neither is worth a word only when it was `asked` for: folders hold settings,
/// replays and prefabs under the same ending.
pub(super) fn check(path: &Path, asked: bool) -> Result<Vec<Diagnostic>, Error> {
    let text = read_text(path)?;
    // Scenes have frames too: those at which events come.
    let (wrong, rule) = if text.contains("entities:") {
        (scene(path)?, &rules::SCENE_FILE)
    } else if text.contains("frame:") {
        (shot(path, &text).into_iter().collect(), &rules::SHOT)
    } else {
        let finding = asked.then(|| {
            Diagnostic::new(&rules::NEITHER, Location::Document, "there are no entities and no frame program")
        });
        return Ok(finding.into_iter().collect());
    };
    let missing = names::missing(path, &text);
    let told = |finding: &Diagnostic| missing.iter().any(|name| finding.message.contains(&name.file));
    let mut findings: Vec<Diagnostic> = wrong.into_iter().filter(|finding| !told(finding)).collect();
    findings.extend(missing.iter().map(|name| name.finding(rule)));
    findings.sort_by_key(|finding| finding.location);
    Ok(findings)
}

fn shot(path: &Path, text: &str) -> Option<Diagnostic> {
    let shot = match Shot::parse(text) {
        Ok(shot) => shot,
        Err(ShotError::Syntax(wrong)) => {
            let start = wrong.span.start;
            let mut finding = Diagnostic::new(&rules::SHOT, Location::Document, wrong.code.to_string());
            finding.location = Location::Line(Position { line: start.line, column: start.col });
            return Some(finding);
        }
        Err(error) => return Some(Diagnostic::new(&rules::SHOT, Location::Document, error.to_string())),
    };
    match player(path, &shot, &Settings::default(), None) {
        Ok(_) => None,
        Err(Error::Read { reason, .. }) => Some(Diagnostic::new(&rules::SHOT, Location::Document, reason)),
        Err(error) => Some(Diagnostic::new(&rules::SHOT, Location::Document, error.to_string())),
    }
}

fn scene(path: &Path) -> Result<Vec<Diagnostic>, Error> {
    let (source, inside) = keitai_app::locate(path)?;
    let faults = Scene::errors(&mut Assets::new(source, Compat::default()), &inside);
    Ok(faults.iter().map(|error| finding(error, &inside)).collect())
}

/// What is wrong with the scene `inside`, or with a file that it includes.
fn finding(error: &RuntimeError, inside: &AssetPath) -> Diagnostic {
    let mut finding = match error {
        RuntimeError::Scene { path, line, column, fault } if path == inside => {
            let mut finding = Diagnostic::new(rule(fault), Location::Document, fault.to_string());
            finding.location = Location::Line(Position { line: *line, column: *column });
            finding
        }
        RuntimeError::Scene { fault, .. } => Diagnostic::new(rule(fault), Location::Document, error.to_string()),
        error => Diagnostic::new(&rules::SCENE_FILE, Location::Document, error.to_string()),
    };
    finding.note = error.hint();
    finding
}

fn rule(fault: &SceneFault) -> &'static Rule {
    match fault {
        SceneFault::Unknown { .. } | SceneFault::Duplicate { .. } | SceneFault::ParentCycle { .. } => {
            &rules::SCENE_NAME
        }
        SceneFault::Range { .. }
        | SceneFault::Needs { .. }
        | SceneFault::Misplaced { .. }
        | SceneFault::Projection(_) => &rules::SCENE_FIELD,
        SceneFault::Asset(_) => &rules::SCENE_FILE,
        SceneFault::NoTexture { .. } => &rules::SCENE_TEXTURE,
        _ => &rules::SCENE,
    }
}
