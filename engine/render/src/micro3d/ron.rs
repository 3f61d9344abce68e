//! Values of a shot in their RON form.

use alloc::string::String;
use core::fmt::{self, Display, Formatter};

use crate::affine::AffineTrans;
use crate::effect::{Light, Shading};
use crate::layout::Projection;
use crate::raster::Clip;

pub(super) struct Quoted<'a>(pub(super) &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("\"")?;
        for letter in self.0.chars() {
            match letter {
                '"' | '\\' => write!(f, "\\{letter}")?,
                letter if letter.is_control() => write!(f, "\\u{{{:x}}}", u32::from(letter))?,
                letter => write!(f, "{letter}")?,
            }
        }
        f.write_str("\"")
    }
}

/// Values between brackets or parentheses.
pub(super) struct Values<I>([char; 2], I);

pub(super) fn list<I>(values: I) -> Values<I> {
    Values(['[', ']'], values)
}

pub(super) fn tuple<I>(values: I) -> Values<I> {
    Values(['(', ')'], values)
}

impl<I: Clone + IntoIterator<Item: Display>> Display for Values<I> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Self([first, last], values) = self;
        write!(f, "{first}")?;
        for (index, value) in values.clone().into_iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{value}")?;
        }
        write!(f, "{last}")
    }
}

pub(super) fn matrix(matrix: &AffineTrans) -> Values<[i32; 12]> {
    tuple(matrix.to_raw())
}

pub(super) fn area(clip: Option<Clip>) -> String {
    clip.map_or_else(
        || "None".into(),
        |Clip { left, top, right, bottom }| {
            format!("Some(({left}, {top}, {}, {}))", right.saturating_sub(left), bottom.saturating_sub(top))
        },
    )
}

pub(super) fn light(light: Option<Light>) -> String {
    light.map_or_else(
        || "None".into(),
        |Light { direction, intensity, ambient }| {
            let direction = tuple([direction.x, direction.y, direction.z]);
            let [intensity, ambient] = [intensity, ambient].map(|number| number.to_bits());
            format!("Some((direction: {direction}, intensity: {intensity}, ambient: {ambient}))")
        },
    )
}

pub(super) fn shading(shading: Shading) -> String {
    match shading {
        Shading::Normal => "Normal".into(),
        Shading::Toon { threshold, high, low } => format!("Toon(threshold: {threshold}, high: {high}, low: {low})"),
    }
}

pub(super) fn projection(projection: Projection) -> String {
    use Projection as P;
    match projection {
        P::ParallelScale { x, y } => format!("ParallelScale({}, {})", x.to_bits(), y.to_bits()),
        P::ParallelSize { width, height } => format!("ParallelSize({width}, {height})"),
        P::PerspectiveFov { near, far, angle } => format!("PerspectiveFov({near}, {far}, {})", angle.0),
        P::PerspectiveSize { near, far, width, height } => {
            format!("PerspectiveSize({near}, {far}, {}, {})", width.to_bits(), height.to_bits())
        }
    }
}
