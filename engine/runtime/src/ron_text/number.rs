//! RON forms of numbers with a unit or a range, of rectangles and of projections.
//!
//! A whole number counts the smallest parts of the unit: 1/4096, 1/65536 or 1/4096 turns. A number with a point is in whole
//! units and is rounded to the nearest part. `deg(45)` is an angle in degrees, rounded the same way.

use std::fmt;

use fixed::traits::Fixed;
use keitai_render::{Angle, Clip, Projection, Q12};
use ron::value::RawValue;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};

#[derive(Clone, Copy)]
pub(crate) enum Written {
    /// A number without a point.
    Whole(i128),
    Decimal(f64),
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Written, E> {
                Ok(Written::Whole(number.into()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Written, E> {
                Ok(Written::Whole(number.into()))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Written, E> {
                Ok(Written::Decimal(number))
            }
        }

        deserializer.deserialize_any(Number)
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Decimal(number) => write!(f, "{number:?}"),
        }
    }
}

impl Written {
    /// Returns the number in parts of a fixed-point type.
    pub(crate) fn parts<F: Fixed<Bits = i32>>(self) -> Option<F> {
        match self {
            Self::Whole(parts) => i32::try_from(parts).ok().map(F::from_bits),
            Self::Decimal(units) => units.is_finite().then(|| F::checked_from_num(units)).flatten(),
        }
    }

    /// Returns the number in parts of a fixed-point type, or the error that it is outside.
    fn checked<F: Fixed<Bits = i32>, E: Error>(self) -> Result<F, E> {
        let (least, parts) = (F::MIN, 1_i64 << F::FRAC_NBITS);
        let outside = || {
            E::custom(format!(
                "expected a decimal from {least}.0 to below {}.0, or a whole number of 1/{parts} from {} to {}, found {self}",
                -least.to_num::<i64>(),
                i32::MIN,
                i32::MAX
            ))
        };
        self.parts().ok_or_else(outside)
    }

    /// Returns a length in model units, which may be whole.
    fn length<E: Error>(self) -> Result<Q12, E> {
        let length = match self {
            Self::Whole(units) => Q12::checked_from_num(units),
            Self::Decimal(_) => self.parts(),
        };
        let expected = "a number from -524288.0 to below 524288.0, such as 2 or 1.5";
        length.ok_or_else(|| E::custom(format!("expected {expected}, found {self}")))
    }
}

/// Reads a factor, a movement per tick, an intensity (`Q12`) or frames (`Q16`).
pub(crate) fn fixed<'de, D: Deserializer<'de>, F: Fixed<Bits = i32>>(deserializer: D) -> Result<F, D::Error> {
    Written::deserialize(deserializer)?.checked()
}

/// Default of a factor, a share or a speed: 1.0.
pub(crate) fn one<F: Fixed>() -> F {
    F::from_num(1)
}

/// A factor, 4096 = 1.0.
#[derive(Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(crate) struct Factor(#[serde(deserialize_with = "fixed")] pub(crate) Q12);

/// Reads a factor from 0 to 1.0.
pub(crate) fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Q12, D::Error> {
    let written = Written::deserialize(deserializer)?;
    let share = written.parts().filter(|share| (Q12::ZERO..=Q12::ONE).contains(share));
    share.ok_or_else(|| D::Error::custom(format!("expected 0.0 to 1.0, or 0..=4096, found {written}")))
}

/// Reads some factors. A mixture of numbers with and without a point is refused, because 4096 = 1.0 beside a decimal is almost
/// always a point that was forgotten.
pub(crate) fn factors<'de, D, const N: usize>(deserializer: D) -> Result<[Q12; N], D::Error>
where
    D: Deserializer<'de>,
    [Written; N]: Deserialize<'de>,
{
    let written = <[Written; N]>::deserialize(deserializer)?;
    let whole = written.iter().find(|number| matches!(number, Written::Whole(parts) if *parts != 0));
    if let Some(whole) = whole.filter(|_| written.iter().any(|number| matches!(number, Written::Decimal(_)))) {
        let message = format!("`{whole}` beside a decimal is {whole}/4096: expected a point in both, or in none");
        return Err(D::Error::custom(message));
    }
    let mut factors = [Q12::ZERO; N];
    for (factor, written) in factors.iter_mut().zip(written) {
        *factor = written.checked()?;
    }
    Ok(factors)
}

pub(crate) fn length<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Q12, D::Error> {
    Written::deserialize(deserializer)?.length()
}

/// A length in model units.
#[derive(Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(crate) struct Length(#[serde(deserialize_with = "length")] pub(crate) Q12);

pub(crate) fn point<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Q12; 3], D::Error> {
    Ok(<[Length; 3]>::deserialize(deserializer)?.map(|length| length.0))
}

/// An angle: a whole number of 1/4096 turns that any [`Word`] may be, or degrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn(pub(crate) Angle);

impl Turn {
    fn parse(text: &str) -> Option<Angle> {
        let Some(degrees) = text.strip_prefix("deg") else {
            return Word::of(ron::from_str::<i64>(text).ok()?.into()).map(|word| Angle(word.0));
        };
        let degrees = degrees.trim_start().strip_prefix('(')?.strip_suffix(')')?.trim();
        let (whole, part) = degrees.split_once('.').unwrap_or((degrees, ""));
        let digits = [whole, part].concat();
        // 18 digits times 8192 are below 2^73.
        if digits.len() > 18 || part.starts_with(['+', '-']) {
            return None;
        }
        let parts = i128::from(digits.parse::<i64>().ok()?) * 8192;
        let whole = 360 * 10_i128.pow(part.len() as u32);
        // Halves are rounded away from zero.
        let nearest = (parts.abs() / whole + 1) / 2 * parts.signum();
        i32::try_from(nearest).ok().map(Angle)
    }
}

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&RawValue>::deserialize(deserializer)?.trim().get_ron();
        let expected = "an angle such as deg(45), or a whole number of 1/4096 turns";
        let refused = || D::Error::invalid_value(Unexpected::Other(text), &expected);
        Self::parse(text).map(Self).ok_or_else(refused)
    }
}

pub(crate) fn turn<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Angle, D::Error> {
    Turn::deserialize(deserializer).map(|turn| turn.0)
}

/// Reads turns about x, y and z.
pub(crate) fn turns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Angle; 3], D::Error> {
    Ok(<[Turn; 3]>::deserialize(deserializer)?.map(|turn| turn.0))
}

pub(crate) fn within<'de, const LEAST: i64, const MOST: i64, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<i64>,
{
    let value = i64::deserialize(deserializer)?;
    let number = T::try_from(value).ok().filter(|_| (LEAST..=MOST).contains(&value));
    number.ok_or_else(|| D::Error::custom(format!("expected {LEAST}..={MOST}, found {value}")))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(crate) struct Within<T: TryFrom<i64>, const LEAST: i64, const MOST: i64>(
    #[serde(deserialize_with = "within::<LEAST, MOST, _, _>")] pub(crate) T,
);

pub(crate) type Positive = Within<u32, 1, { u32::MAX as i64 }>;

pub(crate) fn colour<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let value = i64::deserialize(deserializer)?;
    let colour = u32::try_from(value).ok().filter(|colour| *colour <= 0xFF_FFFF);
    colour.ok_or_else(|| D::Error::custom(format!("expected 0x000000..=0xFFFFFF, found {value:#X}")))
}

/// A colour, 0xRRGGBB.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(crate) struct Colour(#[serde(deserialize_with = "colour")] pub(crate) u32);

/// An integer from -2^31 to 2^32-1, reduced to 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word(pub(crate) i32);

impl Word {
    /// Returns the word of an integer in its range.
    pub(crate) fn of(value: i128) -> Option<Self> {
        (-(1 << 31)..1 << 32).contains(&value).then_some(Self(value as i32))
    }
}

impl From<Word> for i32 {
    fn from(word: Word) -> Self {
        word.0
    }
}

impl From<Word> for u32 {
    fn from(word: Word) -> Self {
        word.0.cast_unsigned()
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = i64::deserialize(deserializer)?;
        let (least, most) = (i32::MIN, u32::MAX);
        Self::of(value.into()).ok_or_else(|| D::Error::custom(format!("expected {least}..={most}, found {value}")))
    }
}

/// A factor whose whole number may be any [`Word`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FactorWord(pub(crate) Q12);

impl<'de> Deserialize<'de> for FactorWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        if let Written::Whole(parts) = written
            && let Some(Word(bits)) = Word::of(parts)
        {
            return Ok(Self(Q12::from_bits(bits)));
        }
        written.checked().map(Self)
    }
}

/// The RON form of [`Projection`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename = "Projection")]
pub(crate) enum ProjectionWords {
    /// Scales along x and y, 4096 = one pixel per unit.
    ParallelScale(FactorWord, FactorWord),
    /// Width and height of the picture in model units.
    ParallelSize(Word, Word),
    /// Near and far plane, horizontal field of view.
    PerspectiveFov(Word, Word, Turn),
    /// Near and far plane, width and height of the near plane.
    PerspectiveSize(Word, Word, FactorWord, FactorWord),
}

impl From<ProjectionWords> for Projection {
    fn from(words: ProjectionWords) -> Self {
        use ProjectionWords as W;
        match words {
            W::ParallelScale(x, y) => Self::ParallelScale { x: x.0, y: y.0 },
            W::ParallelSize(width, height) => Self::ParallelSize { width: width.0, height: height.0 },
            W::PerspectiveFov(near, far, angle) => Self::PerspectiveFov { near: near.0, far: far.0, angle: angle.0 },
            W::PerspectiveSize(near, far, width, height) => {
                Self::PerspectiveSize { near: near.0, far: far.0, width: width.0, height: height.0 }
            }
        }
    }
}

/// Reads a rectangle as x, y, width and height.
pub(crate) fn area<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Clip>, D::Error> {
    type Side = Within<i32, 0, { i32::MAX as i64 }>;
    let area = <Option<(i32, i32, Side, Side)>>::deserialize(deserializer)?;
    Ok(area.map(|(x, y, width, height)| edges([x, y, width.0, height.0])))
}

pub(crate) fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(u32, u32), D::Error> {
    type Side = Within<u32, 0, { u32::MAX as i64 }>;
    let (width, height) = <(Side, Side)>::deserialize(deserializer)?;
    Ok((width.0, height.0))
}

/// Converts x, y, width and height of a rectangle to its edges.
pub(crate) fn edges([x, y, width, height]: [i32; 4]) -> Clip {
    Clip { left: x, top: y, right: x.saturating_add(width), bottom: y.saturating_add(height) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ron_text::parse_text;
    use keitai_render::Q16;

    #[derive(serde::Deserialize)]
    struct Numbers {
        #[serde(default, deserialize_with = "fixed")]
        factor: Q12,
        #[serde(default, deserialize_with = "fixed")]
        frames: Q16,
        #[serde(default, deserialize_with = "length")]
        length: Q12,
        #[serde(default, deserialize_with = "turn")]
        turn: Angle,
        #[serde(default, deserialize_with = "factors")]
        factors: [Q12; 3],
    }

    fn numbers(field: &str) -> Option<Numbers> {
        parse_text(&format!("({field})")).ok()
    }

    fn factor(text: &str) -> Option<i32> {
        numbers(&format!("factor: {text}")).map(|numbers| numbers.factor.to_bits())
    }

    #[test]
    fn whole_numbers_are_parts_and_decimals_are_units() {
        assert_eq!(["4096", "-0x10", "+7", "1_000", "0b11"].map(factor), [4096, -16, 7, 1000, 3].map(Some));
        assert_eq!(["1.0", "3.5", "-1.25", ".5"].map(factor), [4096, 14336, -5120, 2048].map(Some));
        assert_eq!(["0.1", "524287.9998", "-524288.0"].map(factor), [410, i32::MAX, i32::MIN].map(Some));
        assert_eq!(["600000.0", "2147483648", "deg(1)", "\"1.5\"", "one", "NaN", "inf"].map(factor), [None; 7]);
        assert_eq!(numbers("frames: 1.5").unwrap().frames.to_bits(), 98304);
        let length = |text: &str| numbers(&format!("length: {text}")).map(|numbers| numbers.length);
        assert_eq!(["3", "-3.5", "-524288"].map(length), [Q12::from_num(3), Q12::from_num(-3.5), Q12::MIN].map(Some));
        assert_eq!(["524288", "524288.0", "-524289", "2147483647"].map(length), [None; 4]);
    }

    #[test]
    fn angles_are_parts_of_a_turn_or_degrees() {
        let turn = |text: &str| numbers(&format!("turn: {text}")).map(|numbers| numbers.turn.0);
        assert_eq!(
            ["1024", "deg(90)", "deg(-45.0)", "deg( 0.5 )", "0xFFFFFFFF"].map(turn),
            [1024, 1024, -512, 6, -1].map(Some)
        );
        // 45/1024 degrees are half a part.
        assert_eq!(["deg(0.0439453125)", "deg(-0.0439453125)", "deg(0.0439453124)"].map(turn), [1, -1, 0].map(Some));
        assert_eq!(["1.5", "deg", "deg()", "deg(1, 2)", "rad(1)", "\"1\"", "deg(1.-5)"].map(turn), [None; 7]);
    }

    #[test]
    fn a_vector_has_a_point_in_all_numbers_or_in_none() {
        let vector = |text: &str| numbers(&format!("factors: {text}")).map(|numbers| numbers.factors.map(Q12::to_bits));
        assert_eq!(vector("(4096, -1, 0)"), Some([4096, -1, 0]));
        assert_eq!(vector("(1.0, -0.5, 0)"), Some([4096, -2048, 0]));
        assert_eq!(vector("(1, 2.5, 0)"), None);
    }
}
