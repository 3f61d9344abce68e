//! Reads TRA4 texts.

use super::{AT_REST, BoneMotion, CHANNELS, Channel, Key, Switch, Tra};
use crate::action::Track;
use crate::diagnostic::{Diagnostic, Policy, Report, Severity};
use crate::text::{Chunk, Grammar, HeadRules, Path, SourceSpan, Values, read_text, rules, words};
use alloc::borrow::ToOwned;
use alloc::vec::Vec;

const GRAMMAR: Grammar = Grammar(&[
    ("", &["Head", "Figure"]),
    ("Head", &["traVersion"]),
    ("Figure", FIGURE),
    ("bone", &BONE),
    ("translate.x", CHANNEL),
    ("translate.y", CHANNEL),
    ("translate.z", CHANNEL),
    ("scale.x", CHANNEL),
    ("scale.y", CHANNEL),
    ("scale.z", CHANNEL),
    ("rotate.x", CHANNEL),
    ("rotate.y", CHANNEL),
    ("rotate.z", CHANNEL),
    ("roll", CHANNEL),
    ("DynamicPolygons", &["kgf"]),
]);

const FIGURE: &[&str] = &["name", "totalFrame", "bone", "DynamicPolygons"];

/// Chunks of a bone: its name and its channels.
const BONE: [&str; 1 + CHANNELS.len()] = {
    let mut chunks = ["name"; 1 + CHANNELS.len()];
    let (_, channels) = chunks.split_at_mut(1);
    channels.copy_from_slice(&CHANNELS);
    chunks
};

/// Keitai's own chunk of a bone.
const TRACK_TYPE: &str = "trackType";

const CHANNEL: &[&str] = &["kf"];

const HEAD: HeadRules = HeadRules {
    magic: "TRA",
    version_name: "traVersion",
    supported: 4,
    other_version: &rules::TRA_VERSION,
    note: Some("the vendor's converter writes a file without actions"),
    missing: &rules::TRA_HEAD_MISSING,
    no_comment: &rules::NO_MAGIC,
    unknown: &rules::UNKNOWN_CHUNK_IGNORED,
};

/// Reads a TRA4 text.
pub fn read(text: &[u8]) -> Report<Tra> {
    read_with(text, Policy::default())
}

/// Reads a TRA4 text under a policy. Under the vendor's policy chunks outside of their parents are lost.
pub fn read_with(text: &[u8], policy: Policy) -> Report<Tra> {
    read_text(text, (GRAMMAR, &HEAD), policy, |values, start| {
        if policy.vendor && start.version.is_none() {
            return Tra::default();
        }
        let version = start.version.unwrap_or(4.0);
        let mut reader = Reader { values, tra: Tra { version, settings: start.settings, ..Tra::default() } };
        reader.figure();
        reader.tra
    })
}

struct Reader<'d> {
    values: Values<'d>,
    tra: Tra,
}

impl<'d> AsMut<Values<'d>> for Reader<'d> {
    fn as_mut(&mut self) -> &mut Values<'d> {
        &mut self.values
    }
}

impl<'d> Reader<'d> {
    fn figure(&mut self) {
        let Some(figure) = self.values.figure() else { return };
        let path = Path::top("Figure");
        self.tra.place = SourceSpan(figure.head);
        for chunk in figure.chunks() {
            match chunk.name {
                "name" => self.tra.name = self.values.string(chunk, &path.down("name")).map(|name| name.value),
                "totalFrame" => {
                    let path = path.down("totalFrame");
                    let read = |reader: &mut Self| {
                        reader.tra.total_frame = reader.values.one_integer(chunk, &path);
                    };
                    if Values::ends_in(self, (&rules::BONES_LOST, chunk, &path), [is_fault, |_| false], read) {
                        self.tra.total_frame = None;
                        break;
                    }
                }
                "bone" => {
                    let index = self.tra.bones.len();
                    let path = path.item("bone", index);
                    let crashes = if index == 0 { is_crash } else { |_: &Diagnostic| false };
                    let rule = (&rules::BONES_LOST, chunk, &path);
                    if Values::ends_in(self, rule, [is_fault, crashes], |reader| reader.bone(chunk, &path)) {
                        self.tra.bones.truncate(index);
                        break;
                    }
                }
                "DynamicPolygons" => self.switches(chunk, &path.down("DynamicPolygons")),
                _ => self.values.unknown(&rules::UNKNOWN_CHUNK_IGNORED, chunk, &path, FIGURE),
            }
        }
        for name in ["name", "totalFrame"] {
            self.values.single(figure, name, &path);
        }
        self.values.joined(figure, "DynamicPolygons", &path);
        if figure.chunks().all(|chunk| chunk.name != "totalFrame") {
            let message = "Figure: there is no totalFrame".to_owned();
            self.values.report_with(&rules::TOTAL_MISSING, figure.head, message, "the last key frame ends the action");
        }
    }

    fn bone(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) {
        self.values.only_chunks(chunk, path);
        let mut bone = BoneMotion { span: SourceSpan(chunk.head), ..BoneMotion::default() };
        bone.name =
            self.values.single(chunk, "name", path).and_then(|name| self.values.string(name, &path.down("name")));
        if bone.name.is_none() {
            self.values.report(&rules::BONE_UNNAMED, chunk.head, format!("{path}: the bone has no name"));
        }
        let vendor = self.values.vendor;
        let known = |name: &str| BONE.contains(&name) || (name == TRACK_TYPE && !vendor);
        for inner in chunk.chunks().filter(|inner| !known(inner.name)) {
            self.values.unknown(&rules::UNKNOWN_CHUNK_IGNORED, inner, path, &BONE);
        }
        bone.track_type = self.track_type(chunk, path);
        let mut missing = Vec::new();
        for ((name, channel), rest) in bone.channels_mut().zip(AT_REST) {
            match self.values.single(chunk, name, path) {
                Some(chunk) => *channel = self.channel(chunk, &path.down(name)),
                None => missing.push(name),
            }
            if channel.keys.is_empty() {
                channel.keys.push(Key { span: SourceSpan(chunk.head), frame: 0, value: rest });
            }
        }
        if !missing.is_empty() {
            let called = bone.name.as_ref().map(|name| format!(" \"{}\"", name.value)).unwrap_or_default();
            let message = format!("{path}{called}: {} missing", missing.join(", "));
            let note = "taken as at rest; the vendor's converter crashes";
            self.values.report_with(&rules::CHANNEL_MISSING, chunk.head, message, note);
        }
        self.tra.bones.push(bone);
    }

    fn track_type(&mut self, bone: &'d Chunk<'d>, path: &Path<'_>) -> Option<u8> {
        let chunk = self.values.single(bone, TRACK_TYPE, path)?;
        let path = path.down(TRACK_TYPE);
        let number = self.values.one_integer(chunk, &path)?;
        let kind = u8::try_from(number).ok().filter(|kind| *kind <= Track::LAST_KIND);
        if kind.is_none() {
            let message = format!("{path}: {number} is outside 0..={}", Track::LAST_KIND);
            self.values.report_with(&rules::TRACK_TYPE_RANGE, chunk.span(), message, "ignored");
        }
        kind
    }

    fn channel(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) -> Channel {
        self.values.only_chunks(chunk, path);
        let keys = Vec::with_capacity(chunk.chunks().len());
        let mut channel = Channel { span: SourceSpan(chunk.head), keys };
        for inner in chunk.chunks() {
            if inner.name != "kf" && !self.values.vendor {
                self.values.unknown(&rules::UNKNOWN_CHUNK_IGNORED, inner, path, CHANNEL);
                continue;
            }
            let path = path.item("kf", channel.keys.len());
            let mut atoms = words(self.values.tree, inner);
            let (Some(frame), Some(value), None) = (atoms.next(), atoms.next(), atoms.next()) else {
                let message = format!("{path}: expected `( kf frame value )`");
                self.values.report(&rules::KEY_SHAPE, inner.span(), message);
                continue;
            };
            if let Some(frame) = self.values.integer(&frame, &path) {
                let value = self.values.real(&value, &path);
                channel.keys.push(Key { span: SourceSpan(inner.span()), frame, value });
            }
        }
        if channel.keys.is_empty() {
            self.values.report(&rules::CHANNEL_EMPTY, chunk.head, format!("{path}: the channel has no keys"));
        }
        channel
    }

    fn switches(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) {
        self.values.only_chunks(chunk, path);
        let mut switches = self.tra.switches.take().unwrap_or_default();
        for inner in chunk.chunks() {
            if inner.name != "kgf" {
                self.values.unknown(&rules::UNKNOWN_CHUNK_IGNORED, inner, path, &["kgf"]);
                continue;
            }
            let path = path.item("kgf", switches.len());
            let mut atoms = words(self.values.tree, inner);
            let (Some(frame), Some(group), Some(word), None) = (atoms.next(), atoms.next(), atoms.next(), atoms.next())
            else {
                let message = format!("{path}: expected `( kgf frame group true )` or `false`");
                self.values.report(&rules::KEY_SHAPE, inner.span(), message);
                continue;
            };
            let frame = self.values.integer(&frame, &path);
            let group = self.values.integer(&group, &path);
            let shown = self.values.word_atom(&word, &path, &[("true", true), ("false", false)]).unwrap_or_default();
            if let (Some(frame), Some(group)) = (frame, group) {
                switches.push(Switch { span: SourceSpan(inner.span()), frame, group, shown });
            }
        }
        self.tra.switches = Some(switches);
    }
}

/// Returns whether the vendor's converter stops reading at a diagnostic of a bone.
fn is_fault(finding: &Diagnostic) -> bool {
    let strange = [&rules::STRAY_VALUE, &rules::UNKNOWN_CHUNK_IGNORED];
    finding.severity == Severity::Error || strange.into_iter().any(|rule| finding.is(rule))
}

/// Returns whether the vendor's converter crashes at a diagnostic of the first bone: at a channel that is missing or
/// malformed.
fn is_crash(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error || finding.is(&rules::CHANNEL_MISSING)
}
