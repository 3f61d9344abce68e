//! Converts an action table to TRA4, one text per action.
//!
//! Channels get the keys of the file's lists, so that converting with the keys of the text gives the same lists; a bit
//! of a pattern mask becomes a switch of group (bit - 1) & 31. Every track and the pattern keys are compiled again and
//! compared.

use super::DecompileOptions;
use super::search::{first, fit};
use crate::actions::last_frame;
use crate::channels::Motion;
use crate::options::{Options, Target, WorkBudget};
use crate::patterns::masks;
use crate::rules;
use crate::space::{Frame, Vector, cross, dot, least_along, length, posture, times};
use crate::tracks::track;
use keitai_formats::diagnostic::counted;
use keitai_formats::{
    Action, ActionTable, BoneMatrix, Diagnostic, Diagnostics, Location, PatternKey, Policy, Report, Track, VectorKey,
    bone_name,
    text::{Span, Spanned},
    tra::{AT_REST, BoneMotion, Channel, Key, Switch, Tra},
};

/// Converts each action of a table to a text, one after the other: the texts of a small table may be large. `names` are those of the
/// figure's bones; further bones are called "boneN".
pub fn actions(
    table: &ActionTable,
    names: &[String],
    options: &DecompileOptions<'_>,
) -> impl ExactSizeIterator<Item = Report<Option<Tra>>> {
    let mut budget = WorkBudget::usual();
    let mut switched = 0;
    table.actions.iter().enumerate().map(move |(index, action)| {
        switched += switch_count(&action.patterns);
        if switched > MOST_SWITCHES {
            let message = format!("actions 0 to {index} take {switched} switches, expected at most {MOST_SWITCHES}");
            return Report::new(None, vec![Diagnostic::new(&rules::TOO_MANY_SWITCHES, Location::Document, message)]);
        }
        convert(index, action, table, names, options, &mut budget)
    })
}

fn convert(
    index: usize,
    action: &Action,
    table: &ActionTable,
    names: &[String],
    options: &DecompileOptions<'_>,
    budget: &mut WorkBudget,
) -> Report<Option<Tra>> {
    let mut findings = Diagnostics::default();
    if !names.is_empty() && names.len() != action.tracks.len() {
        let moved = counted(action.tracks.len(), "bone");
        findings.report(&rules::BONE_COUNT, format!("action {index} moves {moved}, the figure has {}", names.len()));
    }
    let bones = action.tracks.iter().enumerate().map(|(bone, track)| {
        let name = names.get(bone).cloned().unwrap_or_else(|| bone_name(bone));
        let mut motion = BoneMotion { name: Some(Spanned::from(name)), ..still() };
        write(&mut motion, track, (index, bone), options, budget, &mut findings);
        let mut ours = again(&motion, action);
        if ours.kind() != track.kind() {
            motion.track_type = Some(track.kind());
            ours = again(&motion, action);
        }
        verify(&ours, track, (index, bone), &mut findings);
        motion
    });
    let bones = bones.collect();
    let switches = switches(&action.patterns);
    let target = if table.version >= 5 { Target::V3 } else { Target::V1 };
    let no_first_mask = target >= Target::V3 && action.patterns.first().is_none_or(|key| key.frame > 0);
    let compile_options = Options { trailer: table.trailer, target, no_first_mask, ..Options::default() };
    if target >= Target::V3 {
        verify_patterns(switches.as_deref().unwrap_or_default(), action, index, &compile_options, &mut findings);
    }
    let tra = Tra {
        settings: compile_options.settings(),
        remarks: vec![format!("action {index}, from MTRA version {}", table.version)],
        version: 4.0,
        name: Some(format!("action{index}")),
        total_frame: Some(i32::from(action.last_frame) + 1),
        bones,
        switches,
        ..Tra::default()
    };
    let ours = last_frame(&tra, &mut Diagnostics::default());
    if ours != action.last_frame {
        let message = format!("action {index}: the last frame {} becomes {ours}", action.last_frame);
        findings.report(&rules::LENGTH_DIFFERS, message);
    }
    findings.into_report(tra).under(Policy::default())
}

fn still() -> BoneMotion {
    let mut motion = BoneMotion::default();
    for ((_, channel), value) in motion.channels_mut().zip(AT_REST) {
        *channel = held(value);
    }
    motion
}

fn held(value: f32) -> Channel {
    Channel { keys: vec![Key { value, ..Key::default() }], ..Channel::default() }
}

/// Most switches of all texts of a table together. A pattern key of 6 bytes in the file may take 32 lines of a text.
const MOST_SWITCHES: usize = 1 << 20;

/// Groups of a figure that masks can switch.
const GROUPS: usize = 32;

/// Units of the file's integers in the text: rounded once, to 32 bits; compiling rounds to the same integers.
const SCALE: f64 = 1.0 / 40.96;
const DIRECTION: f64 = 1.0 / 4096.0;
const ROLL: f64 = 360.0 / 4096.0;

fn write(
    motion: &mut BoneMotion,
    track: &Track,
    place: (usize, usize),
    options: &DecompileOptions<'_>,
    budget: &mut WorkBudget,
    findings: &mut Diagnostics,
) {
    match track {
        Track::Matrix(matrix) => constant(motion, matrix, place, options, budget, findings),
        Track::Turned { translate, roll, .. } => {
            motion.translate = translate.map(|c| held(f32::from(c)));
            motion.roll = held((f64::from(*roll) * ROLL) as f32);
        }
        _ => {}
    }
    let keys = track.lists();
    let firsts = keys.vectors().map(|keys| keys.first().map(|key| key.frame));
    let firsts = firsts.chain([keys.roll.and_then(|keys| keys.first()).map(|key| key.frame)]);
    for first in firsts.flatten().filter(|first| *first > 0) {
        let (action, bone) = place;
        let message = format!("action {action}, bone {bone}: a list begins at frame {first}");
        findings.report(&rules::FIRST_KEY_HELD, message);
    }
    let vectors = |keys: &[VectorKey], unit: f64| {
        [0, 1, 2].map(|c| channel(keys.iter().map(|key| (key.frame, f64::from(key.value[c]) * unit))))
    };
    if let Some(translate) = keys.translate {
        motion.translate = vectors(translate, 1.0);
    }
    if let Some(scale) = keys.scale {
        motion.scale = vectors(scale, SCALE);
    }
    if let Some(rotate) = keys.rotate {
        motion.rotate = vectors(rotate, DIRECTION);
    }
    if let Some(roll) = keys.roll {
        motion.roll = channel(roll.iter().map(|key| (key.frame, f64::from(key.angle) * ROLL)));
    }
}

/// Returns a channel; when it does not begin at frame 0, it gets a key there with its first value.
fn channel(keys: impl Iterator<Item = (u16, f64)>) -> Channel {
    let mut keys = keys.peekable();
    let early = keys.peek().filter(|(frame, _)| *frame > 0).map(|(_, value)| (0, *value));
    let key = |(frame, value): (u16, f64)| Key { frame: i32::from(frame), value: value as f32, ..Key::default() };
    Channel { keys: early.into_iter().chain(keys).map(key).collect(), ..Channel::default() }
}

/// Takes a constant matrix apart into direction, roll and scale.
fn constant(
    motion: &mut BoneMotion,
    matrix: &BoneMatrix,
    (action, bone): (usize, usize),
    options: &DecompileOptions<'_>,
    budget: &mut WorkBudget,
    findings: &mut Diagnostics,
) {
    let m = matrix.0.map(f64::from);
    let column = |c: usize| [m[c], m[4 + c], m[8 + c]];
    let columns = [column(0), column(1), column(2)];
    let (direction, roll) = turn(columns);
    let scale = columns.map(|column| length(column) / 4096.0);
    let [x, y, z] = direction;
    let mut parameters = [x, y, z, roll, scale[0], scale[1], scale[2]];
    let entries = |p: &[f64; 7]| -> [f64; 9] {
        let (direction, roll, scale) = in_text_units(p);
        let rows = posture(direction.map(f64::from), f64::from(roll), times(scale.map(f64::from), 0.01));
        std::array::from_fn(|i| rows[i / 3][i % 3] * 4096.0 - columns[i % 3][i / 3])
    };
    let worst = fit(&mut parameters, 1e-3, budget, entries);
    if worst > 2.0 {
        let message = format!("action {action}, bone {bone}: {:?} is off a posture by {:.4}", matrix.0, worst / 4096.0);
        findings.push(Diagnostic::new(&rules::NOT_A_POSTURE, Location::Document, message).allowed_if(options.force));
    }
    let (direction, roll, scale) = in_text_units(&parameters);
    motion.translate = [matrix.0[3], matrix.0[7], matrix.0[11]].map(|c| held(f32::from(c)));
    motion.rotate = direction.map(held);
    motion.scale = scale.map(held);
    motion.roll = held(roll);
}

/// Returns the direction and the roll, in radians, of a matrix of scaled axes. The direction is that of the third
/// column, the roll that of the first. A column that is zero or much shorter than the others has no direction, or one
/// that rounding turned: the others are used instead.
fn turn([x, y, z]: [Vector; 3]) -> (Vector, f64) {
    let is_short = |column: Vector, other: f64| 2.0 * length(column) < other;
    let third = if is_short(z, length(x).min(length(y))) { cross(x, y) } else { z };
    let direction = first(&[third, cross(x, least_along(x)), cross(y, least_along(y)), Frame::MODEL.axes[2]]);
    let rows = posture(direction, 0.0, [1.0; 3]);
    let [unrolled_x, unrolled_y] = [0, 1].map(|column| rows.map(|row| row[column]));
    let roll = if is_short(x, length(y)) {
        libm::atan2(-dot(y, unrolled_x), dot(y, unrolled_y))
    } else {
        libm::atan2(dot(x, unrolled_y), dot(x, unrolled_x))
    };
    (direction, roll)
}

/// Returns the parameters in the units of the text: direction, roll in degrees, scale in percent.
fn in_text_units(p: &[f64; 7]) -> ([f32; 3], f32, [f32; 3]) {
    let [x, y, z, roll, sx, sy, sz] = *p;
    ([x as f32, y as f32, z as f32], roll.to_degrees() as f32, [sx, sy, sz].map(|s: f64| (s * 100.0) as f32))
}

/// Returns a switch for each changed bit. Where nothing changes, a switch is repeated, so that the entry is kept.
fn switches(keys: &[PatternKey]) -> Option<Vec<Switch>> {
    let mut switches = Vec::new();
    let mut mask = 0u32;
    for (index, key) in keys.iter().enumerate() {
        let changed = mask ^ key.mask;
        let switch = |bit: u32| Switch {
            frame: i32::from(key.frame),
            group: ((bit + 31) & 31) as i32,
            shown: key.mask >> bit & 1 == 1,
            ..Switch::default()
        };
        let bits = (0..32).filter(|bit| changed >> bit & 1 == 1);
        switches.extend(bits.map(switch));
        // An entry at frame 0 needs no switch.
        if changed == 0 && !(index == 0 && key.frame == 0) {
            switches.push(switch(1));
        }
        mask = key.mask;
    }
    (!switches.is_empty()).then_some(switches)
}

/// Returns the number of switches that keys take, at most.
fn switch_count(keys: &[PatternKey]) -> usize {
    let mut mask = 0;
    let bits = keys.iter().map(|key| (std::mem::replace(&mut mask, key.mask) ^ key.mask).count_ones().max(1));
    bits.map(|bits| bits as usize).sum()
}

fn again(motion: &BoneMotion, action: &Action) -> Track {
    let options = Options::default();
    let mut silent = Diagnostics::default();
    let motion = Motion::new(motion, "", &options, &mut silent);
    track(&motion, action.last_frame, ("", Span::NONE), &options, &mut WorkBudget(0), &mut silent)
}

/// Reports a track that compiling does not restore.
fn verify(ours: &Track, theirs: &Track, (index, bone): (usize, usize), findings: &mut Diagnostics) {
    if ours != theirs {
        let (theirs, ours) = (theirs.kind(), ours.kind());
        let message = format!("action {index}, bone {bone}: a track of type {theirs} becomes another of type {ours}");
        findings.report(&rules::TRACK_DIFFERS, message);
    }
}

/// Reports pattern keys that compiling does not restore.
fn verify_patterns(
    switches: &[Switch],
    action: &Action,
    index: usize,
    compile_options: &Options,
    findings: &mut Diagnostics,
) {
    let theirs = &action.patterns;
    let ours = masks(switches, (action.last_frame, GROUPS), compile_options, &mut Diagnostics::default());
    if ours == *theirs {
        return;
    }
    let first = theirs.iter().zip(&ours).position(|(theirs, ours)| theirs != ours);
    let first = first.unwrap_or(theirs.len().min(ours.len()));
    let counts = format!("{} pattern keys become {}", theirs.len(), ours.len());
    let message = format!("action {index}: {counts}; number {first} is the first that differs");
    findings.report(&rules::PATTERNS_DIFFER, message);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_become_switches_of_what_changes() {
        let keys = [(0, 0b10), (5, 0b110), (8, 0b110), (9, 1)];
        let keys = keys.map(|(frame, mask)| PatternKey { frame, mask });
        let switches: Vec<_> = switches(&keys).unwrap().iter().map(|s| (s.frame, s.group, s.shown)).collect();
        let expected = [(0, 0, true), (5, 1, true), (8, 0, true), (9, 0, false), (9, 1, false), (9, 31, true)];
        let sorted = |list: &[(i32, i32, bool)]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        assert_eq!(sorted(&switches), expected);
        assert_eq!(switch_count(&keys), expected.len());
    }

    #[test]
    fn switches_that_would_take_gigabytes_are_refused() {
        // All bits change 32,768 times; the first key changes none.
        let keys =
            |count: u16| (0..=count).map(|i| PatternKey { frame: i, mask: if i % 2 == 1 { u32::MAX } else { 0 } });
        let action = |count: u16| Action { last_frame: 0, tracks: Vec::new(), patterns: keys(count).collect() };
        let table = ActionTable { version: 5, actions: vec![action(32_767), action(0)], ..ActionTable::default() };
        let codes = |table: &ActionTable| -> Vec<Vec<&str>> {
            actions(table, &[], &DecompileOptions::default())
                .map(|report| report.diagnostics.iter().map(|finding| finding.rule.code).collect())
                .collect()
        };
        let findings = codes(&table);
        assert!(!findings[0].contains(&"R016") && !findings[1].contains(&"R016"), "{findings:?}");
        let table = ActionTable { actions: vec![action(32_768), action(0)], ..table };
        assert_eq!(codes(&table), [["R016"], ["R016"]]);
    }

    #[test]
    fn pattern_keys_that_compiling_changes_are_told() {
        let converted = |keys: &[(u16, u32)], version| {
            let patterns = keys.iter().map(|(frame, mask)| PatternKey { frame: *frame, mask: *mask }).collect();
            let action = Action { last_frame: 9, tracks: Vec::new(), patterns };
            let table = ActionTable { version, actions: vec![action], ..ActionTable::default() };
            let Report { document, diagnostics } = actions(&table, &[], &DecompileOptions::default()).next().unwrap();
            let settings = document.unwrap().settings;
            let codes: Vec<&str> = diagnostics.iter().map(|finding| finding.rule.code).collect();
            (codes, settings.iter().any(|(name, _)| name == "no-first-mask"))
        };
        let same: [&[(u16, u32)]; 3] = [&[(0, 0)], &[(0, 1), (5, 6), (8, 6)], &[(0, 2), (20, 0)]];
        for keys in same {
            assert_eq!(converted(keys, 5), (vec![], false), "{keys:?}");
        }
        let late: [&[(u16, u32)]; 3] = [&[(2, 2)], &[(5, 0), (9, 0)], &[]];
        for keys in late {
            assert_eq!(converted(keys, 5), (vec![], true), "{keys:?}");
        }
        let other: [&[(u16, u32)]; 2] = [&[(0, 2), (7, 4), (3, 6)], &[(0, 2), (0, 4)]];
        for keys in other {
            assert_eq!(converted(keys, 5), (vec!["R014"], false), "{keys:?}");
        }
        assert_eq!(converted(&[], 4), (vec![], false), "no keys in version 4");
    }

    #[test]
    fn a_key_beyond_the_last_frame_is_told() {
        let key = |frame| VectorKey { frame, value: [0, 0, 4096] };
        let codes = |last_frame| {
            let tracks = vec![Track::Rotated { rotate: vec![key(0), VectorKey { value: [0, 4096, 0], ..key(10) }] }];
            let action = Action { last_frame, tracks, patterns: vec![PatternKey { frame: 0, mask: 0 }] };
            let table = ActionTable { version: 5, bone_count: 1, actions: vec![action], ..ActionTable::default() };
            let converted = actions(&table, &[], &DecompileOptions::default()).next().unwrap();
            converted.diagnostics.iter().map(|finding| finding.rule.code).collect::<Vec<_>>()
        };
        assert_eq!((codes(10), codes(30), codes(5)), (vec![], vec![], vec!["R015"]));
    }

    /// Returns the codes of the findings about a constant posture that goes to text and back.
    fn there_and_back(direction: Vector, roll: f64, scale: Vector) -> Vec<&'static str> {
        let rows = posture(direction, roll, scale);
        let matrix = std::array::from_fn(|i| match (i / 4, i % 4) {
            (_, 3) => 0,
            (row, column) => crate::space::round(rows[row][column] * 4096.0) as i16,
        });
        let action = Action { last_frame: 0, ..Action::default() };
        let theirs = Track::Matrix(BoneMatrix(matrix));
        let mut motion = still();
        let mut findings = Diagnostics::default();
        let (options, mut budget) = (DecompileOptions::default(), WorkBudget::usual());
        write(&mut motion, &theirs, (0, 0), &options, &mut budget, &mut findings);
        motion.track_type = Some(0);
        verify(&again(&motion, &action), &theirs, (0, 0), &mut findings);
        findings.finish().iter().map(|finding| finding.rule.code).collect()
    }

    #[test]
    fn a_matrix_with_any_scales_is_taken_apart() {
        assert!(there_and_back([0.36, 0.48, 0.8], 77.0, [2.0, 0.5, 1.25]).is_empty());
        let small = [
            [0.0, 1.0, 1.0],
            [1.0, 0.0, 1.0],
            [1.0, 1.0, 0.0],
            [0.01, 1.0, 1.0],
            [2.0, 2.0, 0.01],
            [0.0, 0.0, 1.5],
            [0.0, 0.7, 0.0],
            [1.0, 0.0, 0.0],
            [0.0; 3],
        ];
        for scale in small {
            for direction in [[1.0, 2.0, 1.0], [2.0, 1.0, -1.0], [1.0, -2.0, 2.0], [0.0, 0.0, -1.0]] {
                for roll in [-100.0, 40.0, 130.0] {
                    let findings = there_and_back(direction, roll, scale);
                    assert!(findings.is_empty(), "{direction:?} {roll} {scale:?}: {findings:?}");
                }
            }
        }
    }

    #[test]
    fn a_mirrored_matrix_is_refused() {
        let matrix = BoneMatrix([-4096, 0, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0]);
        let mut findings = Diagnostics::default();
        let (options, mut budget) = (DecompileOptions::default(), WorkBudget::usual());
        write(&mut still(), &Track::Matrix(matrix), (0, 0), &options, &mut budget, &mut findings);
        assert_eq!(findings.finish()[0].rule.code, "R010");
    }
}
