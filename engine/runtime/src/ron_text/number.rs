//! RON forms of numbers with a unit.
//!
//! A whole number counts the smallest parts of the unit: 1/4096, 1/65536 or 1/4096 turns. A number with a point is in whole
//! units and is rounded to the nearest part, halves away from zero. `deg(45)` is an angle in degrees, rounded the same way.
//! The numbers are read from their text, in integers, so that they are the same on every machine.

use keitai_render::{Angle, Q12};
use ron::value::RawValue;
use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::{Serialize, Serializer};

use super::tokens::{Kind, Tokens};
use super::words::Word;

/// A number as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// A number without a point.
    Whole(i64),
    /// A number with a point.
    Decimal(Decimal),
    /// An angle in degrees.
    Degrees(Decimal),
}

/// The number `digits` / 10^`places`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: u128,
    places: u32,
}

/// The most digits of a decimal, so that no product exceeds 128 bits.
const MAX_DIGITS: usize = 28;

impl Decimal {
    /// Parses digits with an optional sign and point. Underscores between digits do not count.
    fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let all: String = [whole, part].concat().chars().filter(|c| *c != '_').collect();
        if all.is_empty() || all.len() > MAX_DIGITS || !all.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let places = part.bytes().filter(|c| *c != b'_').count() as u32;
        Some(Self { negative, digits: all.parse().ok()?, places })
    }

    /// Returns the number times `factor` / `divisor`, rounded to the nearest integer, halves away from zero.
    fn times(self, factor: u32, divisor: u32) -> Option<i32> {
        let divisor = 10_u128.pow(self.places) * u128::from(divisor);
        let nearest = (self.digits * u128::from(factor) * 2 / divisor).div_ceil(2);
        let size = i64::try_from(nearest).ok()?;
        i32::try_from(if self.negative { -size } else { size }).ok()
    }
}

impl Written {
    fn parse(text: &str) -> Option<Self> {
        let mut tokens = Tokens::new(text);
        let mut next = || tokens.next().map(|token| (token.kind, token.text));
        match (next()?, next(), next(), next(), next()) {
            ((Kind::Word, number), None, ..) => ron::from_str(number).ok().map(Self::Whole).or_else(|| {
                let decimal = Decimal::parse(number).filter(|_| number.contains('.'))?;
                Some(Self::Decimal(decimal))
            }),
            ((Kind::Word, "deg"), Some((Kind::Open, _)), Some((Kind::Word, degrees)), Some((Kind::Close, _)), None) => {
                Decimal::parse(degrees).map(Self::Degrees)
            }
            _ => None,
        }
    }

    /// Returns a whole number, reduced to 32 bits.
    fn word(self) -> Option<i32> {
        match self {
            Self::Whole(number) => Word::of(number).map(|word| word.0),
            Self::Decimal(_) | Self::Degrees(_) => None,
        }
    }

    /// Returns a number of 1/`parts`.
    fn parts(self, parts: u32) -> Option<i32> {
        match self {
            Self::Whole(number) => i32::try_from(number).ok(),
            Self::Decimal(decimal) => decimal.times(parts, 1),
            Self::Degrees(_) => None,
        }
    }
}

/// Reads a number and converts it. Numbers for which `convert` returns `None` are refused as not `expected`.
fn read<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &str,
    convert: impl FnOnce(Written) -> Option<T>,
) -> Result<T, D::Error> {
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    let text = raw.get_ron().trim();
    let number = Written::parse(text).and_then(convert);
    number.ok_or_else(|| D::Error::invalid_value(Unexpected::Other(text), &expected))
}

/// A number of 1/2^`BITS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number<const BITS: u32>(pub(crate) i32);

/// A factor, a movement per tick or an intensity: 4096 = 1.0.
pub(crate) type Factor = Number<12>;
/// Frames or frames per tick: 65536 = 1.0.
pub(crate) type Frames = Number<16>;

impl<const BITS: u32> Number<BITS> {
    /// The number 1.0.
    pub(crate) const ONE: Self = Self(1 << BITS);

    /// Returns the range for messages, with the greatest whole number.
    fn expected(greatest: u32) -> String {
        let (limit, parts, least) = (1_i64 << (31 - BITS), 1 << BITS, i32::MIN);
        format!(
            "a decimal from -{limit}.0 to below {limit}.0, or a whole number of 1/{parts} from {least} to {greatest}"
        )
    }
}

impl<'de, const BITS: u32> Deserialize<'de> for Number<BITS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, &Self::expected(i32::MAX as u32), |written| written.parts(1 << BITS)).map(Self)
    }
}

/// A [`Factor`] whose whole number may be any [`Word`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FactorWord(pub(crate) i32);

impl<'de> Deserialize<'de> for FactorWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, &Factor::expected(u32::MAX), factor_word).map(Self)
    }
}

fn factor_word(written: Written) -> Option<i32> {
    written.word().or_else(|| written.parts(4096))
}

impl Serialize for FactorWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.0)
    }
}

/// A vector of three [`Factor`]s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Factors(pub(crate) [Q12; 3]);

impl<'de> Deserialize<'de> for Factors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (x, y, z) = <(WrittenFactor, WrittenFactor, WrittenFactor)>::deserialize(deserializer)?;
        WrittenFactor::together([x, y, z]).map(|parts| Self(parts.map(Q12::from_bits))).map_err(D::Error::custom)
    }
}

/// Two [`Factor`]s.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FactorPair(pub(crate) [i32; 2]);

impl<'de> Deserialize<'de> for FactorPair {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (a, b) = <(WrittenFactor, WrittenFactor)>::deserialize(deserializer)?;
        WrittenFactor::together([a, b]).map(Self).map_err(D::Error::custom)
    }
}

/// A [`Factor`] as it is written, to be compared with those beside it.
#[derive(Clone, Copy)]
struct WrittenFactor(Written);

impl<'de> Deserialize<'de> for WrittenFactor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fits = |written: Written| written.parts(4096).map(|_| Self(written));
        read(deserializer, &Factor::expected(i32::MAX as u32), fits)
    }
}

impl WrittenFactor {
    fn together<const COUNT: usize>(parts: [Self; COUNT]) -> Result<[i32; COUNT], String> {
        let parts = parts.map(|Self(part)| part);
        refuse_mixture(&parts)?;
        Ok(parts.map(|part| part.parts(4096).unwrap_or(0)))
    }
}

/// A [`FactorWord`] as it is written, to be compared with the one beside it.
#[derive(Clone, Copy)]
pub(super) struct WrittenWord(Written);

impl<'de> Deserialize<'de> for WrittenWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, &Factor::expected(u32::MAX), |written| factor_word(written).map(|_| Self(written)))
    }
}

impl WrittenWord {
    /// Returns two factors that are written together.
    pub(super) fn pair(one: Self, other: Self) -> Result<[FactorWord; 2], String> {
        let parts = [one.0, other.0];
        refuse_mixture(&parts)?;
        Ok(parts.map(|part| FactorWord(factor_word(part).unwrap_or(0))))
    }
}

/// Refuses a mixture of numbers with and without a point, because 4096 = 1.0 beside a decimal is almost always a point that
/// was forgotten.
fn refuse_mixture(parts: &[Written]) -> Result<(), String> {
    let is_decimal = |part: &Written| matches!(part, Written::Decimal(_));
    let whole = parts.iter().find_map(|part| match part {
        Written::Whole(whole) if *whole != 0 => Some(whole),
        _ => None,
    });
    match whole.filter(|_| parts.iter().any(is_decimal)) {
        Some(whole) => Err(format!("`{whole}` beside a decimal is {whole}/4096: expected a point in both, or in none")),
        None => Ok(()),
    }
}

/// A length in model units, with or without a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Length(pub(crate) Q12);

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let convert = |written| match written {
            Written::Whole(units) => Q12::checked_from_num(units),
            other => other.parts(4096).map(Q12::from_bits),
        };
        read(deserializer, "a number from -524288.0 to below 524288.0, such as 2 or 1.5", convert).map(Self)
    }
}

/// An angle. A whole number may be any [`Word`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn(pub(crate) Angle);

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let convert = |written: Written| match written {
            Written::Whole(_) => written.word(),
            Written::Degrees(degrees) => degrees.times(4096, 360),
            Written::Decimal(_) => None,
        };
        let expected = "an angle such as deg(45), below deg(188743680), or a whole number of 1/4096 turns from -2147483648 \
             to 4294967295";
        read(deserializer, expected, convert).map(|parts| Self(Angle(parts)))
    }
}

impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.0.0)
    }
}

/// A frame of an action: a number, or the name of an event.
#[derive(Debug, Clone)]
pub(crate) enum Frame {
    /// Frames in 16.16.
    At(i32),
    /// The frame of the event with this name.
    OfEvent(String),
}

impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = raw.get_ron().trim();
        if let Ok(name) = ron::from_str(text) {
            return Ok(Self::OfEvent(name));
        }
        let frame = match Written::parse(text) {
            Some(Written::Whole(frames)) => i32::try_from(frames).ok().and_then(|frames| frames.checked_mul(1 << 16)),
            Some(Written::Decimal(frames)) => frames.times(1 << 16, 1),
            _ => None,
        };
        let expected = "a frame from 0 to 32767, or the name of an event";
        let refused = || D::Error::invalid_value(Unexpected::Other(text), &expected);
        frame.filter(|frame| *frame >= 0).map(Self::At).ok_or_else(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(text: &str) -> Option<i32> {
        ron::from_str::<Factor>(text).ok().map(|number| number.0)
    }

    #[test]
    fn whole_numbers_are_parts_and_decimals_are_units() {
        assert_eq!(["4096", "-0x10", "+7", "1_000", "0b11"].map(factor), [4096, -16, 7, 1000, 3].map(Some));
        assert_eq!(
            ["1.0", "3.5", "-1.25", "0.5", ".5", "2.", "1_0.0"].map(factor),
            [4096, 14336, -5120, 2048, 2048, 8192, 40960].map(Some)
        );
        assert_eq!(ron::from_str::<Frames>("1.5").unwrap().0, 98304);
        assert_eq!(ron::from_str::<Length>("3").unwrap().0, Q12::from_num(3));
        assert_eq!(ron::from_str::<Length>("-3.5").unwrap().0, Q12::from_num(-3.5));
        assert_eq!(ron::from_str::<Length>("-524288").unwrap().0, Q12::MIN);
        for far in ["524288", "524288.0", "-524289", "600000", "2147483647"] {
            assert!(ron::from_str::<Length>(far).is_err(), "{far} was moved to the end of the range");
        }
    }

    #[test]
    fn decimals_are_rounded_to_the_nearest_part_and_halves_away_from_zero() {
        // 1/8192 = 0.0001220703125 is half a part.
        assert_eq!(factor("0.0001220703125"), Some(1));
        assert_eq!(factor("-0.0001220703125"), Some(-1));
        assert_eq!(factor("0.000122070312499999999999"), Some(0));
        assert_eq!(factor("0.0003662109375"), Some(2));
        assert_eq!(factor("0.1"), Some(410), "409.6");
        assert_eq!(factor("524287.9998"), Some(i32::MAX));
        assert_eq!(factor("-524288.0"), Some(i32::MIN));
    }

    #[test]
    fn angles_are_parts_of_a_turn_or_degrees() {
        let turn = |text| ron::from_str::<Turn>(text).ok().map(|turn| turn.0.0);
        assert_eq!(
            ["1024", "deg(90)", "deg(-45.0)", "deg( 0.5 /* half */ )"].map(turn),
            [1024, 1024, -512, 6].map(Some)
        );
        assert_eq!(["1.5", "deg", "deg()", "deg(1, 2)", "rad(1)", "\"1\""].map(turn), [None; 6]);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["600000.0", "2147483648", "1e3", "deg(1)", "\"1.5\"", "(1.5)", "one", "true", "NaN", "-", "."] {
            assert_eq!(factor(text), None, "{text}");
        }
        assert_eq!(factor("0.00000000000000000000000000001"), None, "too many digits");
    }

    #[test]
    fn a_vector_has_a_point_in_all_numbers_or_in_none() {
        let vector = |text| ron::from_str::<Factors>(text).map(|factors| factors.0.map(Q12::to_bits));
        assert_eq!(vector("(4096, -1, 0)"), Ok([4096, -1, 0]));
        assert_eq!(vector("(1.0, -0.5, 0)"), Ok([4096, -2048, 0]));
        let refused = vector("(1, 2.5, 0)").unwrap_err().code.to_string();
        assert_eq!(refused, "`1` beside a decimal is 1/4096: expected a point in both, or in none");
        let pair = |text| ron::from_str::<FactorPair>(text).ok().map(|pair| pair.0);
        assert_eq!(["(1.0, -1.0)", "(1.0, 0)", "(1.0, -1)"].map(pair), [Some([4096, -4096]), Some([4096, 0]), None]);
    }

    #[test]
    fn a_projection_has_a_point_in_both_factors_or_in_none() {
        use crate::ron_text::words::Projection;

        let accepted = |text| ron::from_str::<Projection>(text).is_ok();
        assert_eq!(
            ["ParallelScale(1.0, 1.0)", "ParallelScale(4096, 0xFFFFFFFF)", "PerspectiveSize(10, 4096, 8.0, 8.0)"]
                .map(accepted),
            [true; 3]
        );
        assert_eq!(["ParallelScale(1.0, 1)", "PerspectiveSize(10, 4096, 8.0, 8)"].map(accepted), [false; 2]);
    }

    #[test]
    fn frames_are_numbers_or_names() {
        let frame = |text| ron::from_str::<Frame>(text).ok();
        assert!(matches!(frame("2"), Some(Frame::At(0x20000))));
        assert!(matches!(frame("2.5"), Some(Frame::At(0x28000))));
        assert!(matches!(frame("\"hit\""), Some(Frame::OfEvent(name)) if name == "hit"));
        assert!(["-1", "32768", "deg(1)", "hit"].into_iter().all(|text| frame(text).is_none()));
    }
}
