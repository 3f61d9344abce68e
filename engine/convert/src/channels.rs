//! Turns channels into curves: linear between keys, held after the last one, extrapolated before the first along the
//! first two [vendor tool].

use crate::axes::Arithmetic;
use crate::options::Options;
use crate::rules;
use keitai_formats::tra::{AT_REST, BoneMotion, Channel};
use keitai_formats::{Diagnostic, Diagnostics};

/// A value over time: at least one key, frames ascending.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    keys: Vec<(u32, f64)>,
}

impl Curve {
    pub(crate) fn at(&self, frame: u32) -> f64 {
        let next = self.keys.partition_point(|(key, _)| *key <= frame);
        let pair = match (next, self.keys.as_slice()) {
            (_, [(_, value)]) => return *value,
            (0, [first, second, ..]) => [*first, *second],
            (next, keys) => match (keys.get(next.wrapping_sub(1)), keys.get(next)) {
                (Some(before), Some(after)) => [*before, *after],
                _ => return keys.last().map_or(0.0, |(_, value)| *value),
            },
        };
        let [(f0, v0), (f1, v1)] = pair.map(|(frame, value)| (f64::from(frame), value));
        v0 + (v1 - v0) * (f64::from(frame) - f0) / (f1 - f0)
    }

    pub(crate) fn frames(&self) -> impl Iterator<Item = u32> + '_ {
        self.keys.iter().map(|(frame, _)| *frame)
    }

    pub(crate) fn constant(value: f64) -> Self {
        Self { keys: vec![(0, value)] }
    }

    /// Checks the keys of a channel and multiplies them by `factor`. A wrong key is reported and left out.
    fn new(
        channel: &Channel,
        path: &str,
        (rest, factor): (f64, f64),
        options: &Options,
        findings: &mut Diagnostics,
    ) -> Self {
        let arithmetic = Arithmetic::of(options);
        let mut keys: Vec<(u32, f64)> = Vec::with_capacity(channel.keys.len());
        let mut unsorted = None;
        for key in &channel.keys {
            let Ok(frame) = u32::try_from(key.frame) else {
                let message = format!("{path}: frame {} is negative", key.frame);
                findings.push(Diagnostic::new(&rules::KEY_NEGATIVE, key.span.0, message));
                continue;
            };
            if let Some((last, _)) = keys.last()
                && frame <= *last
                && unsorted.is_none()
            {
                unsorted = Some((key, *last));
            }
            keys.push((frame, arithmetic.scaled(key.value, factor)));
        }
        if let Some((key, last)) = unsorted {
            let message = format!("{path}: frame {} follows frame {last}", key.frame);
            let mut finding = Diagnostic::new(&rules::KEYS_UNSORTED, key.span.0, message).allowed_if(options.sort_keys);
            if options.sort_keys {
                finding = finding.with_note("sorted; of several keys at a frame the last counts");
            }
            findings.push(finding);
            keys.sort_by_key(|(frame, _)| *frame);
            keys.reverse();
            // The first of equal frames stays, which is the last one of the text.
            keys.dedup_by_key(|(frame, _)| *frame);
            keys.reverse();
        }
        let curve = Self { keys };
        match curve.keys.first() {
            None => Self::constant(rest),
            Some((0, _)) => curve,
            Some((first, _)) => {
                let message = format!("{path}: the first key is at frame {first}, not 0");
                let note = format!("the value at frame 0 is {}", curve.at(0));
                let at = channel.keys.first().map(|key| key.span.0).unwrap_or_default();
                findings.push(Diagnostic::new(&rules::FIRST_KEY, at, message).with_note(note));
                curve
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Motion {
    /// Model units, scaled.
    pub(crate) translate: [Curve; 3],
    /// Percent.
    pub(crate) scale: [Curve; 3],
    /// Direction.
    pub(crate) rotate: [Curve; 3],
    /// Degrees.
    pub(crate) roll: Curve,
    /// The type of the track, when it can hold the curves.
    pub(crate) kind: Option<u8>,
}

impl Motion {
    pub(crate) fn new(bone: &BoneMotion, path: &str, options: &Options, findings: &mut Diagnostics) -> Self {
        let curve = |((name, channel), rest): ((&str, &Channel), f32)| {
            let factor = if name.starts_with("translate") { options.scale } else { 1.0 };
            Curve::new(channel, &format!("{path}/{name}"), (rest.into(), factor), options, findings)
        };
        let mut curves = bone.channels().zip(AT_REST).map(curve);
        let mut next = || curves.next().unwrap_or_else(|| Curve::constant(0.0));
        let [translate, scale, rotate] = [(); 3].map(|()| [(); 3].map(|()| next()));
        Self { translate, scale, rotate, roll: next(), kind: bone.track_type }
    }
}

pub(crate) fn at(curves: &[Curve; 3], frame: u32) -> [f64; 3] {
    [curves[0].at(frame), curves[1].at(frame), curves[2].at(frame)]
}

/// Returns the frames at which one of several curves has a key, and frame 0.
pub(crate) fn union<'c>(curves: impl IntoIterator<Item = &'c Curve>) -> Vec<u32> {
    let mut frames: Vec<u32> = curves.into_iter().flat_map(Curve::frames).chain([0]).collect();
    frames.sort_unstable();
    frames.dedup();
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_before_and_after_the_keys() {
        let curve = Curve { keys: vec![(3, 10.0), (10, 100.0)] };
        assert_eq!(curve.at(10), 100.0);
        assert_eq!(curve.at(30), 100.0);
        assert_eq!(curve.at(0).round(), -29.0, "extrapolated along the first two keys");
        assert_eq!(Curve::constant(7.0).at(5), 7.0);
    }

    #[test]
    fn sorting_keeps_the_last_of_equal_frames() {
        use keitai_formats::tra::Key;
        let key = |frame, value| Key { frame, value, ..Key::default() };
        let channel = Channel { keys: vec![key(0, 1.0), key(9, 2.0), key(5, 3.0), key(9, 4.0)], ..Channel::default() };
        let mut findings = Diagnostics::default();
        let options = Options { sort_keys: true, ..Options::default() };
        let curve = Curve::new(&channel, "", (0.0, 1.0), &options, &mut findings);
        assert_eq!(curve.keys, [(0, 1.0), (5, 3.0), (9, 4.0)]);
        assert_eq!(findings.finish()[0].rule.code, "D005");
    }
}
