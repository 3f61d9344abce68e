//! The state of the viewer as text, for programs that show it in another window: the address of a view, such as
//! `action=1&frame=12&yaw=90&light`, and everything else as JSON.
//!
//! The names and values are those of the options of `keitai shot`. A view without a frame plays. An address with `yaw` is that
//! of a whole camera; without it the camera stays.

use clap::Parser;
use keitai_app::{Error as AppError, Result};
use keitai_formats::Kind;
use keitai_runtime::world::Playhead;
use serde_json::json;

use super::Window;
use crate::cli::CameraOptions;
use crate::session::candidates::Candidate;
use crate::viewer::recording;
use crate::viewer::state::Viewer;
use crate::viewer::subject::PatternChoice;

/// Parts of an address that are the camera's, and all others.
const CAMERA: [&str; 6] = ["yaw", "pitch", "zoom", "shift", "target", "light"];
const OTHERS: [&str; 4] = ["action", "frame", "pattern", "background"];

#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Address {
    #[arg(long)]
    action: Option<usize>,
    #[arg(long)]
    frame: Option<u32>,
    #[command(flatten)]
    camera: CameraOptions,
}

impl Window {
    /// Returns the address of the current view.
    pub fn address(&self) -> String {
        let viewer = &self.viewer;
        let mut parts = Vec::new();
        if !self.figure().subject.actions.is_empty() {
            parts.push(format!("action={}", viewer.action));
        }
        if !viewer.playing {
            parts.push(format!("frame={}", viewer.whole_frame()));
        }
        let camera = CameraOptions::text(viewer);
        let mut words = camera.split(' ').filter(|word| !word.is_empty()).peekable();
        while let Some(name) = words.next() {
            let value =
                words.next_if(|word| !word.starts_with("--")).map_or(String::new(), |value| format!("={value}"));
            parts.push(format!("{}{value}", name.trim_start_matches('-')));
        }
        parts.join("&")
    }

    /// Changes the view. `changes` are parts of an address: those that are named change, and an empty value, as in
    /// `frame=`, removes a part. Parts that are not of a view are left out.
    ///
    /// # Errors
    /// When a value is not one of its option, or the figure does not have the action. The view stays as it is.
    pub fn change_view(&mut self, changes: &str) -> Result<()> {
        let address = self.address();
        let mut parts: Vec<(&str, &str)> = pairs(&address).collect();
        // An address has no parts for usual values: one with a turn is a whole camera.
        if pairs(changes).any(|(name, _)| name == "yaw") {
            parts.retain(|(name, _)| !CAMERA.contains(name));
        }
        for (name, value) in pairs(changes) {
            parts.retain(|(key, _)| *key != name);
            if !value.is_empty() || !changes.split('&').any(|part| part.ends_with('=') && part.starts_with(name)) {
                parts.push((name, value));
            }
        }
        parts.retain(|(name, _)| CAMERA.contains(name) || OTHERS.contains(name));
        let words = parts.iter().map(|(name, value)| match *value {
            "" => format!("--{name}"),
            value => format!("--{name}={value}"),
        });
        let refuse = |error: clap::Error| match crate::cli::usage(&error, &[]) {
            Err(crate::error::Error::App(error)) => error,
            _ => AppError::game(error),
        };
        let Address { action, frame, camera } = Address::try_parse_from(words).map_err(refuse)?;
        let action = self.figure().chosen_action(action)?;
        let before = self.viewer.clone();
        let mut viewer = before.clone();
        viewer.playing = frame.is_none();
        if action != before.action {
            let placed = pairs(changes).any(|(name, _)| CAMERA.contains(&name));
            viewer.choose_action(action);
            // A camera that is given with the action stays as it is given.
            viewer.unframed &= !placed;
        }
        if action != before.action || frame.is_some_and(|frame| i64::from(frame) != i64::from(before.whole_frame())) {
            viewer.head = Viewer::starting_at(action, frame).head;
        } else if viewer.playing && !before.playing && before.head.ended {
            // The action is played again, as by its key.
            viewer.head = Playhead::default();
        }
        camera.apply(&mut viewer);
        self.set_viewer(viewer);
        Ok(())
    }

    /// Returns the paths of the selected figure, its actions and textures.
    pub fn files(&self) -> Vec<String> {
        self.figure().files.iter().map(|path| path.to_string_lossy().into_owned()).collect()
    }

    /// Returns the paths of all figures that are shown, their actions and textures.
    pub fn all_files(&self) -> Vec<String> {
        self.scene.all_files().iter().map(|path| path.to_string_lossy().into_owned()).collect()
    }

    /// Returns the file name of the selected figure.
    pub fn figure_name(&self) -> &str {
        self.figure().name()
    }

    /// Returns the textures and the actions that fit the figure, each as its path and a remark, as a JSON object.
    pub fn fitting(&self) -> String {
        let fitting = |kind| {
            let candidates = self.scene.files().candidates(&self.scene.session, kind).unwrap_or_default();
            let pair = |Candidate { path, about, .. }| json!([path.to_string_lossy(), about]);
            candidates.into_iter().map(pair).collect::<Vec<_>>()
        };
        json!({ "textures": fitting(Kind::is_texture), "actions": fitting(Kind::is_actions) }).to_string()
    }

    /// Resets camera, playback and pattern, as the key for it does. Light and background stay.
    pub fn reset(&mut self) {
        let mut viewer = self.viewer.clone();
        viewer.reset();
        self.set_viewer(viewer);
    }

    /// Returns a moving picture of the looped range, or of the whole current action, as a GIF. The view stays as it is.
    ///
    /// # Errors
    /// When there are more than 1800 frames, or the picture cannot be encoded.
    pub fn gif(&mut self) -> Result<Vec<u8>> {
        let gif = recording::gif(&mut self.scene, &self.viewer);
        self.scene.show(&self.viewer);
        Ok(gif?)
    }

    /// Returns whether the key of a record was pressed since the last call. Only a viewer without a window of its own leaves the
    /// record to its caller.
    pub fn take_gif_request(&mut self) -> bool {
        std::mem::take(&mut self.wants_gif)
    }

    /// Returns the names of the figure and its actions, the paths of the figures to step through, its place among them (`null` where
    /// there is no other), and the current values, as a JSON object.
    pub fn state(&self) -> String {
        let (viewer, figure) = (&self.viewer, self.figure());
        let actions = figure.subject.names.iter().zip(&figure.subject.actions);
        json!({
            "name": figure.name(),
            "figures": self.tour.figures.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>(),
            "figure": self.tour.current,
            "place": self.tour.has_others().then(|| self.tour.place()),
            "bones": figure.figure.document.bones.len(),
            "vertices": figure.figure.document.vertices.len(),
            "actions": actions.map(|(name, action)| json!({
                "name": name,
                "last": action.last,
                "mode": action.mode.to_string(),
            })).collect::<Vec<_>>(),
            "action": viewer.action,
            "frame": viewer.whole_frame(),
            "playing": viewer.playing,
            "patterns": figure.subject.patterns,
            "lit": figure.subject.lit,
            "pattern": match viewer.pattern {
                PatternChoice::Action => "action".to_owned(),
                PatternChoice::One(pattern) => pattern.to_string(),
                PatternChoice::All => "all".to_owned(),
            },
            "light": viewer.light,
            "background": format!("{:06x}", viewer.background),
            "files": self.files(),
            "log": figure.log,
            "address": self.address(),
        })
        .to_string()
    }
}

fn pairs(address: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = address.split('&').filter(|part| !part.is_empty());
    parts.map(|part| part.split_once('=').unwrap_or((part, "")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::open;
    use super::*;
    use crate::testing::robot;

    fn window() -> Window {
        open(&[robot("tin.mbac")], Some(3), Some(7))
    }

    #[test]
    fn an_address_gives_the_same_view() {
        let mut window = window();
        assert!(window.address().starts_with("action=3&frame=7&yaw="), "{}", window.address());
        window.change_view("yaw=90&light&zoom=1.5&elsewhere=1").unwrap();
        assert_eq!(window.address(), "action=3&frame=7&yaw=90&zoom=1.5&light");
        let mut other = self::window();
        other.change_view(&window.address()).unwrap();
        assert_eq!(other.viewer, window.viewer);
        window.change_view("frame=&light=").unwrap();
        assert_eq!(window.address(), "action=3&yaw=90&zoom=1.5");
        assert!(window.viewer.playing && window.viewer.whole_frame() == 7, "it plays on");
        window.change_view("action=1").unwrap();
        assert_eq!((window.viewer.action, window.viewer.whole_frame()), (1, 0));
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut window = window();
        let before = window.address();
        for wrong in ["action=99", "pitch=91", "frame=x", "zoom"] {
            assert!(window.change_view(wrong).is_err(), "{wrong}");
        }
        assert_eq!(window.address(), before);
    }

    #[test]
    fn a_moving_picture_has_the_frames_of_the_action() {
        let mut window = window();
        let before = window.viewer.clone();
        let gif = window.gif().unwrap();
        let last = window.figure().subject.actions[3].last;
        // Each frame begins with an extension block for its time.
        let frames = gif.windows(3).filter(|bytes| bytes == b"\x21\xF9\x04").count();
        assert_eq!((&gif[..6], frames), (&b"GIF89a"[..], usize::from(last)));
        assert_eq!(window.viewer, before);
    }

    #[test]
    fn the_state_names_the_actions() {
        let state: serde_json::Value = serde_json::from_str(&window().state()).unwrap();
        assert_eq!((&state["name"], &state["action"], &state["frame"]), (&json!("tin.mbac"), &json!(3), &json!(7)));
        assert_eq!(state["actions"][3]["name"], json!("3 tin:3"));
        let place = state["place"].as_str().unwrap();
        assert!(place.contains(" of "), "the robots beside it: {place}");
    }
}
