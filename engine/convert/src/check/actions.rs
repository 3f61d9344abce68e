//! An action table by itself.

use super::{Finding, rules};
use crate::tracks::passes_singularity;
use keitai_formats::ActionTable;
use keitai_formats::action::{Action, RollKey, Track, VectorKey};

/// Checks an action table that a reader or a conversion made.
pub fn actions(table: &ActionTable) -> Vec<Finding> {
    let mut findings = Vec::new();
    if table.actions.is_empty() {
        findings.push(Finding::new(&rules::NO_ACTIONS, "the table holds no actions"));
    }
    for (index, action) in table.actions.iter().enumerate() {
        self::action(index, action, &mut findings);
    }
    findings
}

fn action(index: usize, action: &Action, findings: &mut Vec<Finding>) {
    let last = action.last_frame;
    let moves = action.tracks.iter().any(|track| *track != Track::Identity);
    if !moves && action.patterns.len() <= 1 {
        findings.push(Finding::new(&rules::STILL_ACTION, format!("action {index}: nothing moves")));
    }
    if last >= 32767 {
        findings.push(Finding::new(&rules::LONG_ACTION, format!("action {index}: the last frame is {last}")));
    }
    for (bone, track) in action.tracks.iter().enumerate() {
        let mut lists = Lists { path: format!("action {index}, bone {bone}"), last, findings };
        match track {
            Track::Identity | Track::Matrix(_) => {}
            Track::Scaled { translate, scale, rotate, roll } => {
                lists.vectors("translate", translate);
                lists.vectors("scale", scale);
                lists.scales(scale);
                lists.directions(rotate);
                lists.rolls(roll);
            }
            Track::Turned { rotate, .. } | Track::Rotated { rotate } => lists.directions(rotate),
            Track::Rolled { rotate, roll } => {
                lists.directions(rotate);
                lists.rolls(roll);
            }
            Track::Moved { translate, rotate, roll } => {
                lists.vectors("translate", translate);
                lists.directions(rotate);
                lists.rolls(roll);
            }
        }
    }
    for key in &action.patterns {
        if key.frame > last {
            let message = format!("action {index}: patterns change at frame {}, the last is {last}", key.frame);
            findings.push(Finding::new(&rules::SWITCH_BEYOND_END, message));
        }
    }
    if let Some(key) = action.patterns.iter().find(|key| key.mask & 1 != 0) {
        let message = format!("action {index}: the mask at frame {} sets bit 0", key.frame);
        findings.push(Finding::new(&rules::BIT_ZERO, message));
    }
}

struct Lists<'f> {
    path: String,
    last: u16,
    findings: &'f mut Vec<Finding>,
}

impl Lists<'_> {
    fn report(&mut self, rule: &'static keitai_formats::text::Rule, message: String) {
        self.findings.push(Finding::new(rule, format!("{}: {message}", self.path)));
    }

    fn vectors(&mut self, name: &str, keys: &[VectorKey]) {
        self.beyond(name, keys.last().map(|key| key.frame));
        if keys.len() > 1 && keys.windows(2).all(|pair| pair[0].value == pair[1].value) {
            self.report(&rules::REDUNDANT_KEYS, format!("all {} {name} keys are equal", keys.len()));
        }
    }

    fn rolls(&mut self, keys: &[RollKey]) {
        self.beyond("roll", keys.last().map(|key| key.frame));
        if keys.len() > 1 && keys.windows(2).all(|pair| pair[0].angle == pair[1].angle) {
            self.report(&rules::REDUNDANT_KEYS, format!("all {} roll keys are equal", keys.len()));
        }
    }

    fn beyond(&mut self, name: &str, frame: Option<u16>) {
        if let Some(frame) = frame.filter(|frame| *frame > self.last) {
            self.report(&rules::KEY_BEYOND_END, format!("{name} key at frame {frame}, the last is {}", self.last));
        }
    }

    fn directions(&mut self, keys: &[VectorKey]) {
        self.vectors("rotate", keys);
        let value = |key: &VectorKey| key.value.map(f64::from);
        let pairs = keys.iter().enumerate().map(|(at, key)| (key, keys.get(at + 1).unwrap_or(key)));
        let singular = pairs.into_iter().find(|(a, b)| passes_singularity(value(a), value(b)));
        if let Some((key, _)) = singular {
            let message = format!("at or after frame {} the direction is or passes 0 or -Z", key.frame);
            self.report(&rules::SINGULAR, message);
        }
    }

    fn scales(&mut self, keys: &[VectorKey]) {
        if let Some(key) = keys.iter().find(|key| key.value.iter().any(|c| *c <= 0)) {
            self.report(&rules::ZERO_SCALE, format!("scale {:?} at frame {}", key.value, key.frame));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::action::PatternKey;

    fn key(frame: u16, value: [i16; 3]) -> VectorKey {
        VectorKey { frame, value }
    }

    #[test]
    fn what_is_wrong_with_an_action_is_found() {
        let rotate = vec![key(0, [0, 0, 4096]), key(10, [0, 0, -4096])];
        let scale = vec![key(0, [4096; 3]), key(30, [4096, 0, 4096])];
        let tracks = vec![
            Track::Rotated { rotate },
            Track::Scaled {
                translate: vec![key(0, [1, 2, 3])],
                scale,
                rotate: vec![key(0, [0, 0, 4096])],
                roll: vec![RollKey { frame: 0, angle: 0 }],
            },
        ];
        let patterns = vec![PatternKey { frame: 0, mask: 1 }, PatternKey { frame: 21, mask: 0 }];
        let action = Action { last_frame: 20, tracks, patterns };
        let table = ActionTable { version: 5, bone_count: 2, actions: vec![action], trailer: None };
        let codes: Vec<_> = actions(&table).iter().map(|finding| finding.rule.code).collect();
        assert_eq!(codes, ["K060", "K061", "K066", "K062", "K067"]);
    }

    #[test]
    fn emptiness_is_found() {
        assert_eq!(actions(&ActionTable::default())[0].rule.code, "K064");
        let still = Action { tracks: vec![Track::Identity], ..Action::default() };
        assert_eq!(actions(&ActionTable { actions: vec![still], ..ActionTable::default() })[0].rule.code, "K065");
    }
}
