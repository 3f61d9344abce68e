//! Converts TRA4 to actions: the length of each action and the motion of each bone.

use crate::channels::Motion;
use crate::options::{MatchBones, Options, Target, WorkBudget};
use crate::patterns::masks;
use crate::rules;
use crate::tracks::track;
use keitai_formats::diagnostic::counted;
use keitai_formats::{
    Action, Diagnostic, Diagnostics, Report, Skeleton, Track,
    text::nearest,
    tra::{BoneMotion, Tra},
};
use std::collections::{HashMap, HashSet};

/// Converts a TRA4 document to an action of a skeleton. `reading` holds the findings of the reader, which become part
/// of the report.
///
/// The result is one action. Under the vendor's policy a TRA 3 head gives none [vendor tool].
pub fn action(
    tra: &Tra,
    reading: Vec<Diagnostic>,
    skeleton: &Skeleton,
    options: &Options,
) -> Report<Option<Vec<Action>>> {
    let mut findings = Diagnostics::default();
    findings.extend(reading);
    let actions =
        if tra.version.trunc() == 4.0 { vec![convert(tra, skeleton, options, &mut findings)] } else { Vec::new() };
    findings.into_report(actions).under(options.policy)
}

fn convert(tra: &Tra, skeleton: &Skeleton, options: &Options, findings: &mut Diagnostics) -> Action {
    let last_frame = last_frame(tra, findings);
    let motions = match_bones(tra, skeleton, options, findings);
    let mut budget = WorkBudget::usual();
    let tracks = motions.into_iter().map(|bone| {
        let Some((index, bone)) = bone else { return Track::Identity };
        let path = path(index, bone);
        let motion = Motion::new(bone, &path, options, findings);
        track(&motion, last_frame, (&path, bone.span.0), options, &mut budget, findings)
    });
    let tracks = tracks.collect();
    if budget.is_spent() {
        let message = format!("Figure: reducing the keys of {} bones takes too long", tra.bones.len());
        findings.push(Diagnostic::new(&rules::TOO_MUCH_TO_REDUCE, tra.place.0, message));
    }
    let switches = tra.switches.as_deref().unwrap_or_default();
    let patterns = if options.target >= Target::V3 {
        masks(switches, (last_frame, skeleton.groups), options, findings)
    } else {
        if let Some(first) = switches.first() {
            let message = format!("Figure/DynamicPolygons: {} has no patterns", options.target);
            findings.push(Diagnostic::new(&rules::SWITCHES_LOST, first.span.0, message));
        }
        Vec::new()
    };
    Action { last_frame, tracks, patterns }
}

fn path(index: usize, bone: &BoneMotion) -> String {
    let name = bone.name.as_ref().map(|name| format!(" \"{}\"", name.value)).unwrap_or_default();
    format!("Figure/bone[{index}]{name}")
}

/// Returns totalFrame - 1, or the last key's frame when that is later; switches are ignored [vendor tool].
pub(crate) fn last_frame(tra: &Tra, findings: &mut Diagnostics) -> u16 {
    let declared = tra.total_frame.map_or(0, |total| total.saturating_sub(1)).max(0);
    if let Some(total) = tra.total_frame.filter(|total| !(1..=32767).contains(total)) {
        let message = format!("Figure/totalFrame: {total} is outside 1..=32767");
        findings.push(Diagnostic::new(&rules::TOTAL_RANGE, tra.place.0, message));
    }
    let keys = tra.bones.iter().enumerate().flat_map(|(index, bone)| {
        bone.channels().flat_map(move |(name, channel)| channel.keys.iter().map(move |key| (key, index, bone, name)))
    });
    let last_key = keys.max_by_key(|(key, ..)| key.frame);
    let mut last = declared;
    if let Some((key, index, bone, name)) = last_key.filter(|(key, ..)| key.frame > declared) {
        last = key.frame;
        if tra.total_frame.is_some() {
            let message =
                format!("{}/{name}: the key at frame {last} is beyond the last frame, {declared}", path(index, bone));
            let note = format!("the action is {} long", counted(i64::from(last) + 1, "frame"));
            findings.push(Diagnostic::new(&rules::BEYOND_END, key.span.0, message).with_note(note));
        }
    }
    if last > 65535 {
        let message = format!("Figure: the last frame is {last}; a file holds 65535");
        findings.push(Diagnostic::new(&rules::TOO_LONG, tra.place.0, message));
    } else if last > 32767 {
        let message = format!("Figure: the last frame is {last}; the vendor's document allows 32766");
        findings.push(Diagnostic::new(&rules::LONG, tra.place.0, message));
    }
    u16::try_from(last).unwrap_or(u16::MAX)
}

/// Reports numbers of bones that differ. Bones that conversion removed from the figure are included, because its text
/// has them.
fn report_counts(tra: &Tra, skeleton: &Skeleton, findings: &mut Diagnostics) {
    let (moved, bones) = (tra.bones.len(), skeleton.text_count());
    if moved != bones {
        let (rest, what) = if moved < bones { ("the figure", "moved") } else { ("the action", "used") };
        let message = format!("Figure: {} for the {bones} of the figure, matched by order", counted(moved, "bone"));
        let note = format!("not {what}: the last {} of {rest}", counted(moved.abs_diff(bones), "bone"));
        findings.push(Diagnostic::new(&rules::BONE_COUNTS, tra.place.0, message).with_note(note));
    }
}

/// Returns the motion of each bone of the skeleton, with its number in the text.
fn match_bones<'t>(
    tra: &'t Tra,
    skeleton: &Skeleton,
    options: &Options,
    findings: &mut Diagnostics,
) -> Vec<Option<(usize, &'t BoneMotion)>> {
    let names = || skeleton.bones.iter().chain(skeleton.removed.iter().map(|bone| &bone.name)).map(String::as_str);
    let known: HashSet<&str> = names().collect();
    let named = |bone: &BoneMotion| bone.name.as_ref().is_some_and(|name| known.contains(name.value.as_str()));
    let none_named = !tra.bones.iter().any(named);
    let by_order = match options.match_bones {
        MatchBones::Order => true,
        MatchBones::Name => false,
        MatchBones::Auto => none_named && tra.bones.len() == skeleton.text_count() && !tra.bones.is_empty(),
    };
    if by_order {
        if options.match_bones == MatchBones::Auto {
            let message = "Figure: no bone has a name of the figure's; bones are matched by order";
            findings.push(Diagnostic::new(&rules::MATCHED_BY_ORDER, tra.place.0, message));
        }
        report_counts(tra, skeleton, findings);
        return skeleton.text_numbers().map(|number| Some((number, tra.bones.get(number)?))).collect();
    }
    let mut motions: HashMap<&str, (usize, &BoneMotion)> = HashMap::new();
    for (index, bone) in tra.bones.iter().enumerate() {
        let Some(name) = &bone.name else { continue };
        if motions.contains_key(name.value.as_str()) {
            let message = format!("{}: an earlier bone has this name", path(index, bone));
            findings.push(Diagnostic::new(&rules::DUPLICATE_MOTION, bone.span.0, message));
            continue;
        }
        motions.insert(&name.value, (index, bone));
        if !known.contains(name.value.as_str()) {
            let message = format!("{}: the figure has no bone of this name", path(index, bone));
            let mut finding = Diagnostic::new(&rules::NO_MATCH, name.span, message);
            // The name is compared with all others, so this is done only for findings that are shown.
            let near = if findings.counts_only(&rules::NO_MATCH) { None } else { nearest(&name.value, names()) };
            if let Some(near) = near {
                finding = finding.with_note(format!("did you mean \"{near}\"?"));
            }
            findings.push(finding);
        }
    }
    for name in skeleton.bones.iter().filter(|name| !motions.contains_key(name.as_str())) {
        let message = format!("Figure: no motion for the figure's bone \"{name}\"");
        findings.push(Diagnostic::new(&rules::NO_MOTION, tra.place.0, message));
    }
    // Of several bones of the figure with one name, the first is found.
    skeleton.bones.iter().map(|name| motions.remove(name.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::text::Spanned;
    use keitai_formats::tra::{Channel, Key};
    use keitai_formats::{RemovedBone, VectorKey};

    /// Returns a text of bones that stand at x = 10, 20 and so on.
    fn standing(names: &[&str]) -> Tra {
        let bone = |(index, name): (usize, &&str)| {
            let x = Key { value: 10.0 * (index + 1) as f32, ..Key::default() };
            let mut bone = BoneMotion { name: Some(Spanned::from((*name).to_owned())), ..BoneMotion::default() };
            // A second key makes the track one with a list.
            bone.translate[0] = Channel { keys: vec![x, Key { frame: 9, value: 0.0, ..x }], ..Channel::default() };
            bone
        };
        Tra { version: 4.0, bones: names.iter().enumerate().map(bone).collect(), ..Tra::default() }
    }

    /// Returns the figure of a text with the bones a, b and c, of which b was removed.
    fn without_b() -> Skeleton {
        let removed = vec![RemovedBone { number: 1, name: "b".to_owned() }];
        Skeleton { bones: ["a", "c"].map(str::to_owned).to_vec(), removed, ..Skeleton::default() }
    }

    /// Returns where the figure's bones stand at frame 0, and the codes of the findings.
    fn places(tra: &Tra, match_bones: MatchBones) -> (Vec<Option<i16>>, Vec<&'static str>) {
        let options = Options { match_bones, ..Options::default() };
        let Report { document, diagnostics } = action(tra, Vec::new(), &without_b(), &options);
        let x = |track: &Track| match track {
            Track::Moved { translate, .. } => translate.first().map(|key: &VectorKey| key.value[0]),
            _ => None,
        };
        let tracks = document.unwrap()[0].tracks.iter().map(x).collect();
        (tracks, diagnostics.iter().map(|finding| finding.rule.code).collect())
    }

    #[test]
    fn order_is_that_of_the_figures_text() {
        let three = standing(&["x", "y", "z"]);
        assert_eq!(places(&three, MatchBones::Order), (vec![Some(10), Some(30)], vec![]));
        assert_eq!(places(&three, MatchBones::Auto), (vec![Some(10), Some(30)], vec!["D003"]));
    }

    #[test]
    fn other_numbers_of_bones_are_told() {
        assert_eq!(places(&standing(&["x", "y"]), MatchBones::Order), (vec![Some(10), None], vec!["D023"]));
        let four = standing(&["x", "y", "z", "more"]);
        assert_eq!(places(&four, MatchBones::Order), (vec![Some(10), Some(30)], vec!["D023"]));
        let (moved, findings) = places(&standing(&["x", "y"]), MatchBones::Auto);
        assert_eq!(moved, [None, None], "as many as the file has bones, but not as many as its text");
        assert!(findings.contains(&"D001"), "{findings:?}");
    }
}
