//! Checks of an action table by itself.

use super::rules;
use crate::space::passes_singularity;
use keitai_formats::{Action, ActionTable, Diagnostic, Diagnostics, Items, RollKey, Rule, Track, VectorKey};

/// Checks an action table that a reader or a conversion made.
pub fn actions(table: &ActionTable) -> Vec<Diagnostic> {
    let mut findings = Diagnostics::default();
    if table.actions.is_empty() {
        findings.report(&rules::NO_ACTIONS, "the table holds no actions");
    }
    for (index, action) in table.actions.iter().enumerate() {
        let items = Items { action: Some(index), ..Items::default() };
        Part { name: format!("action {index}"), items, last: action.last_frame, findings: &mut findings }
            .action(action);
    }
    findings.finish()
}

/// A part of an action table that is being checked: an action, or the track of a bone.
struct Part<'f> {
    /// The part's name in messages.
    name: String,
    items: Items,
    /// Last frame of the action.
    last: u16,
    findings: &'f mut Diagnostics,
}

impl Part<'_> {
    fn report(&mut self, rule: &'static Rule, frame: Option<u16>, message: &str) {
        let items = Items { frame: frame.map(usize::from), ..self.items };
        self.findings.report_about(items, rule, format!("{}: {message}", self.name));
    }

    fn action(&mut self, action: &Action) {
        let last = self.last;
        let moves = action.tracks.iter().any(moves);
        if !moves && action.patterns.len() <= 1 {
            self.report(&rules::STILL_ACTION, None, "no bone moves and no pattern changes");
        }
        if last >= ActionTable::DOCUMENTED_FRAMES {
            self.report(&rules::LONG_ACTION, Some(last), &format!("the last frame is {last}"));
        }
        for (bone, track) in action.tracks.iter().enumerate() {
            let name = format!("{}, bone {bone}", self.name);
            let items = Items { bone: Some(bone), ..self.items };
            Part { name, items, last, findings: self.findings }.track(track);
        }
        for key in action.patterns.iter().filter(|key| key.frame > last) {
            let message = format!("patterns change at frame {}, the last frame is {last}", key.frame);
            self.report(&rules::SWITCH_BEYOND_END, Some(key.frame), &message);
        }
        if let Some(key) = action.patterns.iter().find(|key| key.mask & 1 != 0) {
            let message = format!("the mask at frame {} sets bit 0", key.frame);
            self.report(&rules::BIT_ZERO, Some(key.frame), &message);
        }
    }

    fn track(&mut self, track: &Track) {
        let lists = track.lists();
        if let Some(translate) = lists.translate {
            self.vectors("translate", translate);
        }
        if let Some(scale) = lists.scale {
            self.vectors("scale", scale);
            self.scales(scale);
        }
        if let Some(rotate) = lists.rotate {
            self.directions(rotate);
        }
        if let Some(roll) = lists.roll {
            self.list("roll", roll, |key| (key.frame, key.angle));
        }
    }

    fn vectors(&mut self, name: &str, keys: &[VectorKey]) {
        self.list(name, keys, |key| (key.frame, key.value));
    }

    fn list<K, V: PartialEq>(&mut self, name: &str, keys: &[K], read: impl Fn(&K) -> (u16, V)) {
        if let Some(frame) = keys.last().map(|key| read(key).0).filter(|frame| *frame > self.last) {
            let message = format!("{name} key at frame {frame}, the last frame is {}", self.last);
            self.report(&rules::KEY_BEYOND_END, Some(frame), &message);
        }
        if keys.len() > 1 && keys.windows(2).all(|pair| read(&pair[0]).1 == read(&pair[1]).1) {
            self.report(&rules::REDUNDANT_KEYS, None, &format!("all {} {name} keys are equal", keys.len()));
        }
    }

    fn directions(&mut self, keys: &[VectorKey]) {
        self.vectors("rotate", keys);
        let value = |key: &VectorKey| key.value.map(f64::from);
        let pairs = keys.iter().enumerate().map(|(at, key)| (key, keys.get(at + 1).unwrap_or(key)));
        let singular = pairs.into_iter().find(|(a, b)| passes_singularity(value(a), value(b)));
        if let Some((key, _)) = singular {
            let message = format!("at or after frame {} the direction is or passes 0 or -Z", key.frame);
            self.report(&rules::SINGULAR, Some(key.frame), &message);
        }
    }

    fn scales(&mut self, keys: &[VectorKey]) {
        if let Some(key) = keys.iter().find(|key| key.value.iter().any(|c| *c <= 0)) {
            let message = format!("scale {:?} at frame {}", key.value, key.frame);
            self.report(&rules::ZERO_SCALE, Some(key.frame), &message);
        }
    }
}

/// Returns whether a list of a track holds two values.
fn moves(track: &Track) -> bool {
    let lists = track.lists();
    let turns = |keys: &[VectorKey]| keys.windows(2).any(|pair| pair[0].value != pair[1].value);
    let rolls = |keys: &[RollKey]| keys.windows(2).any(|pair| pair[0].angle != pair[1].angle);
    lists.vectors().any(turns) || lists.roll.is_some_and(rolls)
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::{BoneMatrix, PatternKey};

    fn key(frame: u16, value: [i16; 3]) -> VectorKey {
        VectorKey { frame, value }
    }

    #[test]
    fn problems_of_an_action_are_found_with_their_numbers() {
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
        let findings = actions(&table);
        let codes: Vec<_> = findings.iter().map(|diagnostic| diagnostic.rule.code).collect();
        assert_eq!(codes, ["K060", "K061", "K066", "K062", "K067"]);
        assert_eq!(findings[1].items, Items { action: Some(0), bone: Some(1), frame: Some(30), ..Items::default() });
    }

    #[test]
    fn an_empty_table_and_a_still_action_are_found() {
        assert_eq!(actions(&ActionTable::default())[0].rule.code, "K064");
        let codes = |track| {
            let action = Action { last_frame: 9, tracks: vec![track], ..Action::default() };
            let findings = actions(&ActionTable { actions: vec![action], ..ActionTable::default() });
            findings.iter().map(|diagnostic| diagnostic.rule.code).collect::<Vec<_>>()
        };
        let rotated = |second| Track::Rotated { rotate: vec![key(0, [0, 0, 4096]), key(9, second)] };
        assert_eq!(codes(Track::Identity), ["K065"]);
        assert_eq!(codes(Track::Matrix(BoneMatrix::IDENTITY)), ["K065"]);
        assert_eq!(codes(Track::Rotated { rotate: vec![key(0, [0, 0, 4096])] }), ["K065"]);
        assert_eq!(codes(rotated([0, 0, 4096]))[0], "K065");
        assert!(codes(rotated([0, 4096, 0])).is_empty());
    }

    #[test]
    fn the_longest_documented_action_has_32767_frames() {
        let long = |last_frame| Action { last_frame, tracks: vec![Track::default()], ..Action::default() };
        let findings = |last_frame| {
            let table = ActionTable { bone_count: 1, actions: vec![long(last_frame)], ..ActionTable::default() };
            actions(&table).iter().any(|diagnostic| diagnostic.is(&rules::LONG_ACTION))
        };
        assert_eq!([findings(32766), findings(32767)], [false, true]);
    }
}
