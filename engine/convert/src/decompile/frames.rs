//! Frames of bones. Their points in a text give the matrices of a file in the exact arithmetic and in the vendor's.

use super::DecompileOptions;
use super::search::{fit, nearest_rotation, turned};
use crate::axes::Arithmetic;
use crate::options::WorkBudget;
use crate::rules;
use crate::space::{Frame, plus, round, times};
use keitai_formats::{Bone, BoneMatrix, Diagnostic, Diagnostics, Figure, Location};

/// Returns the bones' frames in model space. Where the vendor's arithmetic would give other matrices, frames are chosen
/// that give the file's matrices in both arithmetics.
pub(super) fn frames(figure: &Figure, options: &DecompileOptions<'_>, findings: &mut Diagnostics) -> Vec<Frame> {
    let mut places: Vec<InBoth> = Vec::with_capacity(figure.bones.len());
    let mut budget = WorkBudget::usual();
    for (index, bone) in figure.bones.iter().enumerate() {
        let (local, worst) = nearest_rotation(&Frame::from_matrix(&bone.matrix.0), &mut budget);
        let parent = InBoth::parent(&places, bone);
        let frame = parent.exact.frame_out(&local);
        // Two units and more are not due to rounding: no frame gives that matrix.
        let fitted = if worst > 2.0 {
            let message = format!("bone {index}: {:?} is off a rotation by {:.4}", bone.matrix.0, worst / 4096.0);
            let finding = Diagnostic::new(&rules::NOT_A_ROTATION, Location::Document, message);
            findings.push(finding.allowed_if(options.force));
            None
        } else {
            let fitted = InBoth::fitted(frame, &bone.matrix, &parent, &mut budget);
            fitted.or_else(|| with_parent(figure, index, frame, &mut places, &mut budget))
        };
        places.push(fitted.unwrap_or_else(|| InBoth::new(frame)));
    }
    places.into_iter().map(|place| place.exact).collect()
}

/// A bone's frame in the exact arithmetic, and the one that the vendor's arithmetic gives for its points in the text.
#[derive(Debug, Clone, Copy)]
struct InBoth {
    exact: Frame,
    vendor: Frame,
}

impl InBoth {
    fn new(exact: Frame) -> Self {
        Self { exact, vendor: Arithmetic::Vendor.frame(points(&exact).map(|point| point.map(f64::from))) }
    }

    /// Returns the frame of a bone's parent, which is model space for a root.
    fn parent(places: &[Self], bone: &Bone) -> Self {
        let model = Self { exact: Frame::MODEL, vendor: Frame::MODEL };
        bone.parent.and_then(|parent| places.get(usize::from(parent)).copied()).unwrap_or(model)
    }

    fn turned(&self, turn: [f64; 3]) -> Self {
        Self::new(Frame { axes: turned(self.exact.axes, turn), ..self.exact })
    }

    /// Returns the frame that the vendor's arithmetic gives for this one. That arithmetic gives it again, so children
    /// do not inherit a difference.
    fn settled(&self) -> Self {
        Self::new(Frame { origin: self.exact.origin, ..self.vendor })
    }

    /// Returns the differences from the numbers of a file's matrix: in the vendor's arithmetic, then in the exact one.
    fn off(&self, file: &BoneMatrix, parent: &Self) -> [f64; 24] {
        let vendor = Arithmetic::Vendor.within(&parent.vendor, &self.vendor);
        let matrices = [vendor.matrix(), parent.exact.frame_in(&self.exact).matrix()];
        std::array::from_fn(|i| matrices[i / 12][i % 12] - f64::from(file.0[i % 12]))
    }

    fn gives(&self, file: &BoneMatrix, parent: &Self) -> bool {
        self.off(file, parent).into_iter().all(|difference| round(difference) == 0)
    }

    /// Returns a frame near `frame` whose points in the text give the file's matrix in both arithmetics, if there is
    /// one.
    fn fitted(frame: Frame, file: &BoneMatrix, parent: &Self, budget: &mut WorkBudget) -> Option<Self> {
        let place = Self::new(frame);
        let settled = place.settled();
        let axes = [place, settled].map(|place| place.exact.axes);
        let near = axes[0].as_flattened().iter().zip(axes[1].as_flattened()).all(|(a, b)| (a - b).abs() < 1e-6);
        if near && place.gives(file, parent) {
            return Some(place);
        }
        let mut turn = [0.0; 3];
        if !settled.gives(file, parent) {
            fit(&mut turn, 1e-3, budget, |turn| place.turned(*turn).off(file, parent));
        }
        let turned = place.turned(turn);
        [turned.settled(), turned].into_iter().find(|place| place.gives(file, parent))
    }
}

/// Turns a bone and its parent a little, so that both give their matrices in both arithmetics; returns the bone's
/// place. The vendor's arithmetic loses turns of less than 0.00024 radians from the axes of model space, so that the
/// parent has to be turned.
fn with_parent(
    figure: &Figure,
    index: usize,
    frame: Frame,
    places: &mut [InBoth],
    budget: &mut WorkBudget,
) -> Option<InBoth> {
    let bone = figure.bones.get(index)?;
    let above = usize::from(bone.parent?);
    let (parent_bone, parent) = (figure.bones.get(above)?, *places.get(above)?);
    let (file, grandparent) = (&parent_bone.matrix, InBoth::parent(places, parent_bone));
    let child = InBoth::new(frame).settled();
    let both = |turns: &[f64; 6]| {
        let [a, b, c, d, e, f] = *turns;
        [parent.turned([a, b, c]), child.turned([d, e, f])]
    };
    let mut turns = [0.0; 6];
    fit(&mut turns, 1e-3, budget, |turns| -> [f64; 48] {
        let [parent, child] = both(turns);
        let off = [parent.off(file, &grandparent), child.off(&bone.matrix, &parent)];
        std::array::from_fn(|i| off[i / 24][i % 24])
    });
    let [turned, child] = both(&turns);
    // The children of the parent that are placed already keep their matrices.
    let children = || figure.bones.iter().zip(places.iter()).filter(|(other, _)| other.parent == bone.parent);
    let candidates =
        [turned.settled(), turned].into_iter().flat_map(|parent| [(parent, child.settled()), (parent, child)]);
    let (parent, child) = candidates.into_iter().find(|(parent, child)| {
        let same = parent.gives(file, &grandparent) && child.gives(&bone.matrix, parent);
        same && children().all(|(bone, place)| place.gives(&bone.matrix, parent))
    })?;
    *places.get_mut(above)? = parent;
    Some(child)
}

/// Returns the points translate, rotate and handle. Axes along those of model space are one unit long. Others are long
/// enough for 32-bit floats to hold their direction.
pub(super) fn points(frame: &Frame) -> [[f32; 3]; 3] {
    let [_, y, z] = frame.axes;
    let plain = [y, z].as_flattened().iter().all(|c| c.abs() < 1e-9 || (c.abs() - 1.0).abs() < 1e-9);
    let origin = frame.origin;
    let far = origin.iter().fold(1.0f64, |far, c| far.max(c.abs()));
    let long = if plain { 1.0 } else { libm::pow(10.0, libm::log10(far).ceil()).max(100.0) };
    let along = |axis: [f64; 3]| {
        let axis = if plain { axis.map(f64::round) } else { axis };
        plus(origin, times(axis, long)).map(|c| c as f32)
    };
    [origin.map(|c| c as f32), along(z), along(y)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::normalised;

    #[test]
    fn plain_axes_give_plain_points() {
        let frame = Frame { axes: [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], origin: [10.0, 0.0, 5.0] };
        assert_eq!(points(&frame), [[10.0, 0.0, 5.0], [11.0, 0.0, 5.0], [10.0, 1.0, 5.0]]);
        let turned =
            Frame { axes: [normalised([1.0, 1.0, 0.0]), normalised([-1.0, 1.0, 0.0]), [0.0, 0.0, 1.0]], ..frame };
        assert_eq!(points(&turned)[1], [10.0, 0.0, 105.0]);
    }
}
