//! Checks RON files: scenes, prefabs, shots, recordings, controls and texts, with all files that they name.
//!
//! Files are loaded as for playing, but loading continues after an error; only wrong syntax ends it. All missing files
//! are reported.

pub(super) mod names;

use std::path::Path;

use keitai_convert::check::rules;
use keitai_formats::text::Position;
use keitai_formats::{Diagnostic, Location, Rule};
use keitai_render::Compat;
use keitai_runtime::assets::{AssetPath, Assets};
use keitai_runtime::controls::Maps;
use keitai_runtime::controls_file;
use keitai_runtime::replay::Recording;
use keitai_runtime::scene::{FaultKind, Scene, SceneFault};
use keitai_runtime::shot::{Player, Shot, ShotError};
use keitai_runtime::{Error as RuntimeError, Settings};

use crate::error::Error;
use crate::session::Session;
use crate::shot_file::source_of;
use keitai_runtime::ron_text::RonKind;

pub(super) fn check(
    session: &Session,
    path: &Path,
    text: &str,
    kind: Option<RonKind>,
    root: Option<&Path>,
) -> Result<Vec<Diagnostic>, Error> {
    let (findings, rule) = match kind {
        Some(RonKind::Scene | RonKind::Prefabs) => (scene(session, path, root)?, &rules::SCENE_FILE),
        Some(RonKind::Shot) => (shot(session, path, text, root), &rules::SHOT),
        Some(RonKind::Recording) => {
            return Ok(loaded(path, &rules::RECORDING, |name| Recording::from_text(name, text)));
        }
        Some(RonKind::Controls) => {
            let defaults = Maps::default();
            return Ok(loaded(path, &rules::CONTROLS, |name| controls_file::parse(name, text, &defaults)));
        }
        None if let Some((at, fault)) = RonKind::fault(text) => {
            let mut diagnostic = Diagnostic::new(&rules::NEITHER, at, fault.to_string());
            diagnostic.note = fault.hint();
            return Ok(vec![diagnostic]);
        }
        None => {
            let message = "the fields are not those of a scene, prefabs, a shot, a recording or controls";
            return Ok(vec![Diagnostic::new(&rules::NEITHER, Position { line: 1, column: 1 }, message)]);
        }
    };
    let missing = names::missing(session, path, text);
    let covered = |finding: &Diagnostic| {
        let elsewhere = |name: &names::Missing| matches!(finding.location, Location::Line(at) if at != name.at);
        missing.iter().any(|name| name.is_in(&finding.message) && !elsewhere(name))
    };
    let mut diagnostics: Vec<Diagnostic> = findings.into_iter().filter(|finding| !covered(finding)).collect();
    diagnostics.extend(missing.iter().map(|name| name.diagnostic(rule)));
    Ok(diagnostics)
}

fn shot(session: &Session, path: &Path, text: &str, root: Option<&Path>) -> Vec<Diagnostic> {
    let (source, inside) = match source_of(session, path, root) {
        Ok(pair) => pair,
        Err(error) => return vec![Diagnostic::new(&rules::SHOT, Location::Document, error.to_string())],
    };
    let played = Shot::parse(text).and_then(|shot| Player::open(&shot, &Settings::default(), &source, &inside));
    let error = match played {
        Ok(player) => {
            let fault = |message: &String| Diagnostic::new(&rules::PHONE_FAULT, Location::Document, message.as_str());
            return player.likely_faults().iter().map(fault).collect();
        }
        Err(error) => error,
    };
    let message = match &error {
        ShotError::Syntax { fault, .. } => fault.to_string(),
        other => other.to_string(),
    };
    let place = error.place(text).map_or(Location::Document, Location::from);
    let mut finding = Diagnostic::new(&rules::SHOT, place, message);
    finding.note = error.hint();
    vec![finding]
}

fn scene(session: &Session, path: &Path, root: Option<&Path>) -> Result<Vec<Diagnostic>, Error> {
    let (source, inside) = source_of(session, path, root)?;
    let errors = Scene::errors(&mut Assets::new(source, Compat::default()), &inside);
    Ok(errors.iter().map(|error| diagnostic(error, &inside)).collect())
}

/// Returns the first error of a recording or of controls.
fn loaded<T>(path: &Path, rule: &'static Rule, load: impl FnOnce(&str) -> Result<T, RuntimeError>) -> Vec<Diagnostic> {
    let Err(error) = load(&path.to_string_lossy()) else { return Vec::new() };
    let mut diagnostic = match &error {
        RuntimeError::Text { line, column, fault, .. } => {
            Diagnostic::new(rule, Position { line: *line, column: *column }, fault.to_string())
        }
        error => Diagnostic::new(rule, Location::Document, error.to_string()),
    };
    diagnostic.note = error.hint();
    vec![diagnostic]
}

/// Returns the diagnostic of an error in the scene `inside`, or in a file that it includes.
fn diagnostic(error: &RuntimeError, inside: &AssetPath) -> Diagnostic {
    let mut diagnostic = match error {
        RuntimeError::Text { path, line, column, fault } if *path == inside.to_string() => {
            Diagnostic::new(rule(fault), Position { line: *line, column: *column }, fault.to_string())
        }
        RuntimeError::Text { fault, .. } => Diagnostic::new(rule(fault), Location::Document, error.to_string()),
        error => Diagnostic::new(&rules::SCENE_FILE, Location::Document, error.to_string()),
    };
    diagnostic.note = error.hint();
    diagnostic
}

fn rule(fault: &SceneFault) -> &'static Rule {
    match fault.kind {
        FaultKind::Name => &rules::SCENE_NAME,
        FaultKind::Value => &rules::SCENE_FIELD,
        FaultKind::File => &rules::SCENE_FILE,
        FaultKind::NoTexture => &rules::SCENE_TEXTURE,
        FaultKind::NearPlane => &rules::PHONE_FAULT,
        FaultKind::Unseen => &rules::UNSEEN,
        FaultKind::Degrees => &rules::DEGREES,
        _ => &rules::SCENE,
    }
}
