//! The bone tree and the bones' axes.
//!
//! Axes come from a bone's three points ([`crate::axes`]). A bone's matrix is taken relative to its parent before it is
//! rounded to the file's integers [vendor tool].

use crate::axes::Arithmetic;
use crate::options::Options;
use crate::rules;
use crate::space::{Frame, Vector, cross, dot, least_along, minus, normalised, plus, short};
use keitai_formats::{
    BoneMatrix, Diagnostic, Diagnostics,
    bac::{Bac, Bone},
};

/// A bone's place in the tree and in model space.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) parent: Option<usize>,
    /// Axes and origin of the bone, scaled.
    pub(crate) frame: Frame,
}

/// Returns `Figure/Bones/bone[3] "arm"`
pub(crate) fn path(index: usize, bone: &Bone) -> String {
    format!("Figure/Bones/bone[{index}] \"{}\"", bone.name_or(index))
}

pub(crate) fn place(bac: &Bac, options: &Options, findings: &mut Diagnostics) -> Vec<Place> {
    let parents = parents(&bac.bones, findings);
    let bones = bac.bones.iter().zip(parents).enumerate();
    bones.map(|(index, (bone, parent))| Place { parent, frame: frame(index, bone, options, findings) }).collect()
}

/// Reads the flags. The child of a bone follows the bone, and its brother follows its subtree.
fn parents(bones: &[Bone], findings: &mut Diagnostics) -> Vec<Option<usize>> {
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(bones.len());
    // The bones whose subtree is being read.
    let mut open: Vec<usize> = Vec::new();
    // The parent of the next bone, if one must follow, and the bone whose brother it is.
    let mut next: Option<Option<usize>> = Some(None);
    let mut closed = None;
    let (mut roots, mut second_root) = (0, None);
    for (index, bone) in bones.iter().enumerate() {
        let Some(parent) = next else {
            let message = format!(
                "{}: the tree is complete before this bone; an earlier bone must say hasChild or hasBrother",
                path(index, bone)
            );
            findings.push(Diagnostic::new(&rules::BONE_TREE, bone.span.0, message));
            parents.resize(bones.len(), None);
            return parents;
        };
        parents.push(parent);
        open.push(index);
        roots += usize::from(parent.is_none());
        if parent.is_none() && roots == 2 {
            second_root = Some((index, bone));
        }
        closed = if bone.has_child { None } else { close(&mut open, bones) };
        next = match closed {
            None if bone.has_child => Some(Some(index)),
            None => None,
            Some(closed) => parents.get(closed).copied(),
        };
    }
    if let Some((index, bone)) = second_root {
        let message = format!("{}: the second of {roots} roots", path(index, bone));
        findings.push(
            Diagnostic::new(&rules::SEVERAL_ROOTS, bone.span.0, message)
                .with_note("the vendor's document requires one root; players take several"),
        );
    }
    let last = bones.len().checked_sub(1);
    if let (Some(_), Some(last)) = (next, last) {
        let (index, flag) = closed.map_or((last, "hasChild"), |closed| (closed, "hasBrother"));
        if let Some(bone) = bones.get(index) {
            let message = format!("{}: {flag} is true, but no bone follows", path(index, bone));
            findings.push(Diagnostic::new(&rules::BONE_TREE, bone.span.0, message));
        }
    }
    parents
}

/// Closes subtrees up to and including a bone that has a brother; `None` when the tree is complete.
fn close(open: &mut Vec<usize>, bones: &[Bone]) -> Option<usize> {
    std::iter::from_fn(|| open.pop()).find(|closed| bones.get(*closed).is_some_and(|bone| bone.has_brother))
}

fn frame(index: usize, bone: &Bone, options: &Options, findings: &mut Diagnostics) -> Frame {
    let (arithmetic, fixed) = (Arithmetic::of(options), options.fix_degenerate_bones);
    let scaled = |point: [f32; 3]| point.map(|c| arithmetic.scaled(c, options.scale));
    let points = [bone.translate, bone.rotate, bone.handle].map(scaled);
    let [origin, rotate, handle] = points;
    if rotate == origin {
        let message = format!("{}: rotate equals translate {:?}: no Z axis", path(index, bone), bone.translate);
        let finding = Diagnostic::new(&rules::BONE_NO_Z, bone.span.0, message).allowed_if(fixed);
        if fixed {
            findings.push(finding.with_note("the axes of model space are used"));
            return Frame { origin, ..Frame::MODEL };
        }
        findings.push(finding.with_note("the vendor's converter writes a matrix of zeros"));
        return Frame { axes: [[0.0; 3]; 3], origin };
    }
    let [z, handle_at] = [rotate, handle].map(|point| normalised(minus(point, origin)));
    if is_on_line(points) {
        let message = format!(
            "{}: handle {:?} is not off the Z axis through translate {:?} and rotate {:?}: no Y axis",
            path(index, bone),
            bone.handle,
            bone.translate,
            bone.rotate
        );
        let finding = Diagnostic::new(&rules::BONE_NO_Y, bone.span.0, message).allowed_if(fixed);
        if fixed {
            findings.push(finding.with_note("the axis of model space least along Z gives Y"));
            return arithmetic.frame([origin, rotate, plus(origin, least_along(z))]);
        }
        findings.push(finding);
    } else if dot(handle_at, z).abs() > 1e-3 {
        let message = format!("{}: handle is not at a right angle to rotate", path(index, bone));
        findings.push(Diagnostic::new(&rules::BONE_SKEW, bone.span.0, message).with_note("Z is kept, Y is turned"));
    }
    arithmetic.frame(points)
}

/// Returns whether the handle lies on the line through `translate` and `rotate`, within the accuracy of 32-bit floats:
/// the cross product of the two directions is zero within the rounding of the points' numbers.
fn is_on_line([origin, rotate, handle]: [Vector; 3]) -> bool {
    /// Largest relative change of a number by rounding to 32 bits.
    const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;
    let [a, b] = [handle, rotate].map(|point| minus(point, origin));
    let [off_a, off_b] =
        [handle, rotate].map(|point| [0, 1, 2].map(|c: usize| ROUNDING * (point[c].abs() + origin[c].abs())));
    let product = cross(a, b);
    (0..3).all(|c| {
        let (i, j) = ((c + 1) % 3, (c + 2) % 3);
        let off = a[i].abs() * off_b[j] + off_a[i] * b[j].abs() + a[j].abs() * off_b[i] + off_a[j] * b[i].abs();
        product[c].abs() <= off
    })
}

/// Returns which bones stay: all, or those that own a vertex or have a descendant that stays.
pub(crate) fn kept(places: &[Place], counts: &[usize], options: &Options) -> Vec<bool> {
    let mut flags: Vec<bool> = counts.iter().map(|count| *count > 0 || options.keep_unused_bones).collect();
    // Children come after their parents.
    for (index, place) in places.iter().enumerate().rev() {
        if let Some(parent) = place.parent.filter(|_| flags[index]) {
            flags[parent] = true;
        }
    }
    flags
}

/// Returns the matrix of a bone's frame in its parent's space. Values outside 16 bits are reported and wrap, as the
/// vendor's do.
pub(crate) fn matrix(
    index: usize,
    bone: &Bone,
    local: &Frame,
    options: &Options,
    findings: &mut Diagnostics,
) -> BoneMatrix {
    if local.axes == [[0.0; 3]; 3] {
        return BoneMatrix([0; 12]);
    }
    let overflow = |rounded: i64, value: f64| {
        let message = format!("{}: translation {rounded} is outside -32768..=32767", path(index, bone));
        Diagnostic::new(&rules::OVERFLOW, bone.span.0, message).with_note(scale_hint(value, options))
    };
    BoneMatrix(local.matrix().map(|value| short(value, findings, |rounded| overflow(rounded, value))))
}

/// Returns a hint that names the scale that would bring a value, which is scaled already, into 16 bits.
pub(crate) fn scale_hint(value: f64, options: &Options) -> String {
    let scale = 32767.0 / value.abs() * options.scale;
    format!("a scale of at most {:.4} would fit", (scale * 1e4).floor() / 1e4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::Severity;

    fn bones(flags: &[(bool, bool)]) -> Vec<Bone> {
        let bone = |&(has_child, has_brother): &(bool, bool)| Bone { has_child, has_brother, ..Bone::default() };
        flags.iter().map(bone).collect()
    }

    #[test]
    fn flags_give_a_depth_first_tree() {
        let mut findings = Diagnostics::default();
        let flags = [(true, false), (true, true), (false, false), (true, false), (false, true), (false, false)];
        let parents = parents(&bones(&flags), &mut findings);
        assert_eq!(parents, [None, Some(0), Some(1), Some(0), Some(3), Some(3)]);
        assert!(findings.is_empty());
    }

    #[test]
    fn broken_trees_name_the_bone() {
        for (flags, bone) in [
            (vec![(true, false)], "bone[0]"),
            (vec![(false, false), (false, false)], "bone[1]"),
            (vec![(true, false), (false, true)], "bone[1]"),
        ] {
            let mut findings = Diagnostics::default();
            parents(&bones(&flags), &mut findings);
            let findings = findings.finish();
            assert_eq!(findings[0].rule.code, rules::BONE_TREE.code);
            assert!(findings[0].message.contains(bone), "{}", findings[0].message);
        }
    }

    /// Returns the codes and severities for a bone, and its axes.
    fn placed(points: [[f32; 3]; 3], fix_degenerate_bones: bool) -> (Vec<(&'static str, Severity)>, [Vector; 3]) {
        let [translate, rotate, handle] = points;
        let bone = Bone { translate, rotate, handle, ..Bone::default() };
        let mut findings = Diagnostics::default();
        let options = Options { fix_degenerate_bones, ..Options::default() };
        let frame = frame(0, &bone, &options, &mut findings);
        (findings.finish().iter().map(|finding| (finding.rule.code, finding.severity)).collect(), frame.axes)
    }

    #[test]
    fn a_handle_on_the_z_axis_is_found_in_decimals() {
        for seed in 0..200 {
            // Hundredths: the handle is three times as far from translate as rotate is.
            let part = |k: i32, c: i32, range: i32| (seed * k + c * 7919 + seed * seed * 31) % range - range / 2;
            let origin = [0, 1, 2].map(|c| part(6113, c, 100_000));
            let way = [0, 1, 2].map(|c| part(271, c, 400));
            let at = |times: i32| [0, 1, 2].map(|c: usize| (f64::from(origin[c] + times * way[c]) / 100.0) as f32);
            if way == [0; 3] {
                continue;
            }
            let (findings, _) = placed([at(0), at(1), at(3)], false);
            assert_eq!(findings, [("C005", Severity::Error)], "{seed}: {origin:?} {way:?}");
        }
    }

    #[test]
    fn the_scale_that_would_fit_takes_the_place_of_the_one_that_is_given() {
        let hint = |scale: f64| scale_hint(40_000.0 * scale, &Options { scale, ..Options::default() });
        assert_eq!([1.0, 2.0, 8.0].map(hint), ["a scale of at most 0.8191 would fit"; 3], "32767 / 40000 is 0.819175");
    }

    #[test]
    fn a_handle_off_the_z_axis_is_kept() {
        for points in [
            [[0.0; 3], [0.0, 0.0, 1.0], [0.0, 0.001, 1.0]],
            [[20_000.0, 0.0, 0.0], [20_000.0, 0.0, 0.01], [20_000.0, 0.01, 0.0]],
            [[300.0, -200.0, 100.0], [300.5, -200.0, 100.0], [301.0, -199.99, 100.0]],
        ] {
            let (findings, axes) = placed(points, false);
            assert!(findings.iter().all(|(code, _)| *code == "C006"), "{findings:?}");
            assert!((dot(axes[1], axes[1]) - 1.0).abs() < 1e-9, "{axes:?}");
        }
    }

    #[test]
    fn a_y_axis_that_is_missing_is_the_axis_of_model_space_least_along_z() {
        let fixed = |rotate: [f32; 3]| {
            let (findings, axes) = placed([[0.0; 3], rotate, rotate.map(|c| c * 2.0)], true);
            assert_eq!(findings, [("C005", Severity::Warning)]);
            axes[1]
        };
        assert_eq!(fixed([3.0, 1.0, 0.0]), [0.0, 0.0, 1.0]);
        assert_eq!(fixed([0.0, 0.0, 2.0]), [0.0, 1.0, 0.0]);
        assert_eq!(fixed([0.0, 5.0, 0.0]), [1.0, 0.0, 0.0]);
    }
}
