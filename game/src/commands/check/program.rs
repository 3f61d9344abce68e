//! Scenes and shots: whether they can be loaded with everything that they name.
//!
//! Loading is the same as for playing, and ends at the first thing that is wrong; files that are missing are found before,
//! all of them.

mod names;

use std::path::Path;

use keitai_convert::check::{At, Finding, rules};
use keitai_formats::text::{Position, Rule};
use keitai_render::Compat;
use keitai_runtime::assets::Assets;
use keitai_runtime::scene::{Scene, SceneFault};
use keitai_runtime::shot::{Shot, ShotError};
use keitai_runtime::{Error as RuntimeError, Settings};

use crate::commands::play::locate;
use crate::commands::shot::{player, read_text};
use crate::error::Error;

/// Checks a scene or a shot. A text that is neither is worth a word only when it was `asked` for: folders hold settings,
/// replays and prefabs under the same ending.
pub(super) fn check(path: &Path, asked: bool) -> Result<Vec<Finding>, Error> {
    let text = read_text(path)?;
    // Scenes have frames too: those at which events come.
    let (wrong, rule) = if text.contains("entities:") {
        (scene(path)?, &rules::SCENE_FILE)
    } else if text.contains("frame:") {
        (shot(path, &text), &rules::SHOT)
    } else {
        let finding = asked.then(|| Finding::new(&rules::NEITHER, "there are no entities and no frame program"));
        return Ok(finding.into_iter().collect());
    };
    let missing = names::missing(path, &text);
    let told = |finding: &Finding| missing.iter().any(|name| finding.message.contains(&name.file));
    let mut findings: Vec<Finding> = wrong.into_iter().filter(|finding| !told(finding)).collect();
    findings.extend(missing.iter().map(|name| name.finding(rule)));
    findings.sort_by_key(|finding| finding.at);
    Ok(findings)
}

fn shot(path: &Path, text: &str) -> Option<Finding> {
    let shot = match Shot::parse(text) {
        Ok(shot) => shot,
        Err(ShotError::Syntax(wrong)) => {
            let start = wrong.span.start;
            let mut finding = Finding::new(&rules::SHOT, wrong.code.to_string());
            finding.at = At::Text(Position { line: start.line, column: start.col });
            return Some(finding);
        }
        Err(error) => return Some(Finding::new(&rules::SHOT, error.to_string())),
    };
    match player(path, &shot, &Settings::default()) {
        Ok(_) => None,
        Err(Error::Read { reason, .. }) => Some(Finding::new(&rules::SHOT, reason)),
        Err(error) => Some(Finding::new(&rules::SHOT, error.to_string())),
    }
}

fn scene(path: &Path) -> Result<Option<Finding>, Error> {
    let (source, inside) = locate(path)?;
    let error = match Scene::load(&mut Assets::new(source, Compat::default()), &inside) {
        Ok(_) => return Ok(None),
        Err(error) => error,
    };
    let note = error.hint();
    let mut finding = match error {
        RuntimeError::Scene { path, line, column, fault } => {
            // What is wrong may be so in a file that the scene includes.
            let (at, place) = if path == inside {
                (At::Text(Position { line, column }), String::new())
            } else {
                (At::Document, format!("{path}:{line}:{column}: "))
            };
            let mut finding = Finding::new(rule(&fault), format!("{place}{fault}"));
            finding.at = at;
            finding
        }
        error => Finding::new(&rules::SCENE_FILE, error.to_string()),
    };
    finding.note = note;
    Ok(Some(finding))
}

fn rule(fault: &SceneFault) -> &'static Rule {
    match fault {
        SceneFault::Unknown { .. } | SceneFault::Duplicate { .. } | SceneFault::Circle { .. } => &rules::SCENE_NAME,
        SceneFault::Range { .. }
        | SceneFault::Needs { .. }
        | SceneFault::Misplaced { .. }
        | SceneFault::Projection(_) => &rules::SCENE_FIELD,
        SceneFault::Asset(_) => &rules::SCENE_FILE,
        SceneFault::NoTexture { .. } => &rules::SCENE_TEXTURE,
        _ => &rules::SCENE,
    }
}
