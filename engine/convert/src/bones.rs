//! The bone tree and the bones' axes.
//!
//! Axes come from a bone's three points ([`crate::axes`]). A bone's matrix is taken relative to its parent before it is
//! rounded to the file's integers [vendor tool].

use crate::axes::Arithmetic;
use crate::options::Options;
use crate::rules;
use crate::space::{Frame, cross, dot, length, minus, normalised, round};
use keitai_formats::bac::{Bac, Bone};
use keitai_formats::figure::BoneMatrix;
use keitai_formats::{Diagnostic, Diagnostics};

/// A bone's place in the tree and in model space.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    /// Index of its parent.
    pub(crate) parent: Option<usize>,
    /// Its space in model space, scaled.
    pub(crate) frame: Frame,
}

/// Returns `Figure/Bones/bone[3] "arm"`
pub(crate) fn path(index: usize, bone: &Bone) -> String {
    format!("Figure/Bones/bone[{index}] \"{}\"", bone.name_or(index))
}

/// Returns the parents and frames of all bones.
pub(crate) fn place(bac: &Bac, options: &Options, found: &mut Diagnostics) -> Vec<Placed> {
    let parents = parents(&bac.bones, found);
    let frames = bac.bones.iter().enumerate().map(|(index, bone)| frame(index, bone, options, found));
    let frames: Vec<Frame> = frames.collect();
    parents.into_iter().zip(frames).map(|(parent, frame)| Placed { parent, frame }).collect()
}

/// Reads the flags: a bone with a child is followed by it; after its subtree comes its brother.
fn parents(bones: &[Bone], found: &mut Diagnostics) -> Vec<Option<usize>> {
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(bones.len());
    // The bones whose subtree is being read.
    let mut open: Vec<usize> = Vec::new();
    // The parent of the bone to come, when one is to come, and the bone whose brother it is.
    let mut next: Option<Option<usize>> = Some(None);
    let mut closed = None;
    let (mut roots, mut second_root) = (0, None);
    for (index, bone) in bones.iter().enumerate() {
        let Some(parent) = next else {
            let message = format!(
                "{}: the tree is complete before this bone; an earlier bone must say hasChild or hasBrother",
                path(index, bone)
            );
            found.push(Diagnostic::new(&rules::BONE_TREE, bone.span.0, message));
            parents.resize(bones.len(), None);
            return parents;
        };
        parents.push(parent);
        open.push(index);
        roots += usize::from(parent.is_none());
        if parent.is_none() && roots == 2 {
            second_root = Some(index);
        }
        closed = if bone.has_child { None } else { close(&mut open, bones) };
        next = match closed {
            None if bone.has_child => Some(Some(index)),
            None => None,
            Some(closed) => parents.get(closed).copied(),
        };
    }
    if let Some((index, bone)) = second_root.and_then(|index| bones.get(index).map(|bone| (index, bone))) {
        let message = format!("{}: the second of {roots} roots", path(index, bone));
        found.push(
            Diagnostic::new(&rules::SEVERAL_ROOTS, bone.span.0, message)
                .with_note("the vendor's document asks for one root; players take several"),
        );
    }
    let last = bones.len().checked_sub(1);
    if let (Some(_), Some(last)) = (next, last) {
        let (index, flag) = closed.map_or((last, "hasChild"), |closed| (closed, "hasBrother"));
        if let Some(bone) = bones.get(index) {
            let message = format!("{}: {flag} is true, but no bone follows", path(index, bone));
            found.push(Diagnostic::new(&rules::BONE_TREE, bone.span.0, message));
        }
    }
    parents
}

/// Closes subtrees up to and with a bone that has a brother; `None` when the tree is complete.
fn close(open: &mut Vec<usize>, bones: &[Bone]) -> Option<usize> {
    std::iter::from_fn(|| open.pop()).find(|closed| bones.get(*closed).is_some_and(|bone| bone.has_brother))
}

fn frame(index: usize, bone: &Bone, options: &Options, found: &mut Diagnostics) -> Frame {
    let arithmetic = Arithmetic::of(options);
    let scaled = |point: [f32; 3]| point.map(|c| arithmetic.scaled(c, options.scale));
    let points = [bone.translate, bone.rotate, bone.handle].map(scaled);
    let [origin, rotate, handle] = points;
    if rotate == origin {
        let message = format!("{}: rotate equals translate {:?}: no Z axis", path(index, bone), bone.translate);
        let finding = Diagnostic::new(&rules::BONE_NO_Z, bone.span.0, message);
        if options.fix_degenerate_bones {
            found.push(fixed(finding, "the axes of model space are used"));
            return Frame { origin, ..Frame::MODEL };
        }
        found.push(finding.with_note("the vendor's converter writes a matrix of zeros"));
        return Frame { axes: [[0.0; 3]; 3], origin };
    }
    let [z, handle_at] = [rotate, handle].map(|point| normalised(minus(point, origin)));
    if length(cross(handle_at, z)) < 1e-7 {
        let message = format!(
            "{}: handle {:?} is not off the Z axis through translate {:?} and rotate {:?}: no Y axis",
            path(index, bone),
            bone.handle,
            bone.translate,
            bone.rotate
        );
        let finding = Diagnostic::new(&rules::BONE_NO_Y, bone.span.0, message);
        found.push(if options.fix_degenerate_bones { fixed(finding, "any Y axis is used") } else { finding });
    } else if dot(handle_at, z).abs() > 1e-3 {
        let message = format!("{}: handle is not at a right angle to rotate", path(index, bone));
        found.push(Diagnostic::new(&rules::BONE_SKEW, bone.span.0, message).with_note("Z is kept, Y is turned"));
    }
    arithmetic.frame(points)
}

fn fixed(mut finding: Diagnostic, note: &str) -> Diagnostic {
    finding.severity = keitai_formats::Severity::Warning;
    finding.with_note(note)
}

/// Returns which bones stay: all, or those that own a vertex or have a descendant that stays.
pub(crate) fn kept(placed: &[Placed], owned: &[usize], options: &Options) -> Vec<bool> {
    let mut kept: Vec<bool> = owned.iter().map(|count| *count > 0 || options.keep_unused_bones).collect();
    for (index, bone) in placed.iter().enumerate().rev() {
        if kept.get(index) == Some(&true)
            && let Some(parent) = bone.parent.and_then(|parent| kept.get_mut(parent))
        {
            *parent = true;
        }
    }
    kept
}

/// Returns the matrix of a bone's frame in its parent's space. Values outside 16 bits are reported and wrap, as the
/// vendor's do.
pub(crate) fn matrix(index: usize, bone: &Bone, local: &Frame, found: &mut Diagnostics) -> BoneMatrix {
    if local.axes == [[0.0; 3]; 3] {
        return BoneMatrix([0; 12]);
    }
    BoneMatrix(local.matrix().map(|value| {
        let rounded = round(value);
        i16::try_from(rounded).unwrap_or_else(|_| {
            let message = format!("{}: translation {rounded} is outside -32768..=32767", path(index, bone));
            found.push(Diagnostic::new(&rules::OVERFLOW, bone.span.0, message).with_note(scale_hint(value)));
            rounded as i16
        })
    }))
}

/// Returns a hint that names the scale that would bring a value into 16 bits.
pub(crate) fn scale_hint(value: f64) -> String {
    format!("a scale of at most {:.4} would fit", (32767.0 / value.abs() * 1e4).floor() / 1e4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bones(flags: &[(bool, bool)]) -> Vec<Bone> {
        flags
            .iter()
            .map(|(has_child, has_brother)| Bone {
                has_child: *has_child,
                has_brother: *has_brother,
                ..Bone::default()
            })
            .collect()
    }

    #[test]
    fn flags_give_a_depth_first_tree() {
        let mut found = Diagnostics::default();
        let flags = [(true, false), (true, true), (false, false), (true, false), (false, true), (false, false)];
        let parents = parents(&bones(&flags), &mut found);
        assert_eq!(parents, [None, Some(0), Some(1), Some(0), Some(3), Some(3)]);
        assert!(found.is_empty());
    }

    #[test]
    fn broken_trees_name_the_bone() {
        for (flags, bone) in [
            (vec![(true, false)], "bone[0]"),
            (vec![(false, false), (false, false)], "bone[1]"),
            (vec![(true, false), (false, true)], "bone[1]"),
        ] {
            let mut found = Diagnostics::default();
            parents(&bones(&flags), &mut found);
            let found = found.finish();
            assert_eq!(found[0].rule.code, rules::BONE_TREE.code);
            assert!(found[0].message.contains(bone), "{}", found[0].message);
        }
    }
}
