//! Numbers in texts: scores, laps, times.

use hecs::World;
use serde::Deserialize;

use super::components::{SceneComponent, merged};
use super::reader::Reader;
use super::screen::Text;
use crate::error::Result;
use crate::ron_text::number::within;
use crate::text_file::Field;

/// The most digits before and after the point.
const MAX_DIGITS: (u8, u8) = (16, 9);

/// A number in the entity's text.
///
/// The text is written after every tick. A game that sets it otherwise removes this component.
///
/// ```
/// # use keitai_runtime::world::Number;
/// let mut lap = Number { time: true, decimals: 1, value: 6245, ..Number::from("LAP {}") };
/// assert_eq!(lap.to_string(), "LAP 1:02.4");
/// lap.value = 999;
/// assert_eq!(lap.to_string(), "LAP 0:09.9");
/// assert_eq!(Number { digits: 6, value: 1200, ..Number::from("") }.to_string(), "001200");
/// assert_eq!(Number { decimals: 2, value: -7, ..Number::from("{} m") }.to_string(), "-0.07 m");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// The number to show: with `decimals` 2, hundredths. Hundredths of a second for a `time`.
    #[serde(default)]
    pub value: i32,
    /// Least number of digits before the point, with zeros in front; at most 16. Those of the minutes for a `time`.
    #[serde(default = "one", deserialize_with = "within::<1, { MAX_DIGITS.0 as i64 }, _, _>")]
    pub digits: u8,
    /// Number of digits after the point, at most 9. For a `time` those of the seconds, at most 2, rounded down.
    #[serde(default, deserialize_with = "within::<0, { MAX_DIGITS.1 as i64 }, _, _>")]
    pub decimals: u8,
    /// Whether the number is a time, shown as minutes and seconds.
    #[serde(default)]
    pub time: bool,
    /// The text, with `{}` in place of the number; without that, the number is at the end.
    #[serde(skip)]
    pub pattern: String,
}

fn one() -> u8 {
    1
}

impl SceneComponent for Number {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        Self { value: merged(&old.value, self.value, now.value), ..self.clone() }
    }

    fn line(&self) -> String {
        format!("number {}", self.value)
    }
}

impl Number {
    /// Reads a number and shows it in the entity's text.
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        reader.needs(field, "number", &["text"], "text")?;
        let mut number: Self = field.parse()?;
        if number.time && number.decimals > 2 {
            let message = format!("decimals of a time: expected 0..=2, found {}", number.decimals);
            return Err(field.error(message));
        }
        if let Some(font) = reader.template.components.get::<&Text>().map(|text| text.font.clone()) {
            let signs = [Some("0123456789"), (number.decimals > 0).then_some("."), number.time.then_some(":")];
            reader.loader.check_letters(field, &font, signs.into_iter().flatten());
        }
        if let Some(text) = reader.template.components.get_mut::<&mut Text>() {
            number.pattern.clone_from(&text.text);
            number.show(&mut text.text);
        }
        Ok(Some(number))
    }

    /// Writes the number into the entity's text, unless it is there already.
    pub fn show(&self, text: &mut String) {
        let mut bytes = [0; DIGITS];
        let digits = self.written(&mut bytes);
        let (before, after) = self.around();
        let rest = text.strip_prefix(before).and_then(|rest| rest.strip_prefix(digits));
        if rest != Some(after) {
            text.clear();
            text.extend([before, digits, after]);
        }
    }

    /// Returns the texts before and after the number.
    fn around(&self) -> (&str, &str) {
        self.pattern.split_once("{}").unwrap_or((&self.pattern, ""))
    }

    /// Writes the digits at the end of a buffer and returns them.
    fn written<'a>(&self, bytes: &'a mut [u8; DIGITS]) -> &'a str {
        let mut start = bytes.len();
        let mut put = |byte: u8| {
            start = start.saturating_sub(1);
            bytes[start] = byte;
        };
        let digits = self.digits.clamp(1, MAX_DIGITS.0);
        let mut rest = self.value.unsigned_abs();
        let decimals = if self.time { 2 } else { self.decimals.min(MAX_DIGITS.1) };
        for decimal in (0..decimals).rev() {
            let byte = last_digit(&mut rest, 10);
            if decimal < self.decimals {
                put(byte);
            }
        }
        if decimals.min(self.decimals) > 0 {
            put(b'.');
        }
        if self.time {
            put(last_digit(&mut rest, 10));
            put(last_digit(&mut rest, 6));
            put(b':');
        }
        let mut places = 0;
        while places < digits || rest > 0 {
            put(last_digit(&mut rest, 10));
            places += 1;
        }
        if self.value < 0 {
            put(b'-');
        }
        std::str::from_utf8(&bytes[start..]).unwrap_or_default()
    }
}

/// Removes the last digit of a number and returns it. The digit is 0 to `base` - 1.
fn last_digit(number: &mut u32, base: u32) -> u8 {
    let digit = (*number % base) as u8;
    *number /= base;
    b'0' + digit
}

/// Room for a sign, digits, a colon, two digits, a point and decimals.
const DIGITS: usize = 1 + MAX_DIGITS.0 as usize + 3 + 1 + MAX_DIGITS.1 as usize;

impl From<&str> for Number {
    /// Returns the number 0 in a text.
    fn from(pattern: &str) -> Self {
        Self { value: 0, digits: 1, decimals: 0, time: false, pattern: pattern.to_owned() }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (before, after) = self.around();
        write!(f, "{before}{}{after}", self.written(&mut [0; DIGITS]))
    }
}

pub(crate) fn numbers(world: &mut World) {
    for (number, text) in world.query_mut::<(&Number, &mut Text)>() {
        number.show(&mut text.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: i32, digits: u8, decimals: u8, time: bool) -> String {
        let mut text = "before".to_owned();
        let number = Number { value, digits, decimals, time, ..Number::from("<{}>") };
        number.show(&mut text);
        assert_eq!(text, number.to_string());
        text
    }

    #[test]
    fn numbers_have_their_digits_and_signs() {
        let plain = |value, digits| shown(value, digits, 0, false);
        assert_eq!([plain(0, 0), plain(10, 1), plain(7, 3), plain(1234, 2)], ["<0>", "<10>", "<007>", "<1234>"]);
        assert_eq!([plain(i32::MIN, 1), plain(-5, 2)], ["<-2147483648>", "<-05>"]);
        assert_eq!(
            [plain(100, 1), plain(101, 0), plain(1005, 2), plain(2_000_000_000, 1)],
            ["<100>", "<101>", "<1005>", "<2000000000>"]
        );
        assert_eq!(shown(10_000, 1, 2, false), "<100.00>");
        assert_eq!(plain(1, 255), "<0000000000000001>");
        assert_eq!([shown(-4, 1, 3, false), shown(12345, 1, 1, false)], ["<-0.004>", "<1234.5>"]);
        assert_eq!(shown(i32::MAX, 1, 255, false), "<2.147483647>");
    }

    #[test]
    fn times_are_minutes_and_seconds_rounded_down() {
        let time = |value, decimals| shown(value, 1, decimals, true);
        assert_eq!([time(5999, 2), time(6000, 2), time(6199, 0)], ["<0:59.99>", "<1:00.00>", "<1:01>"]);
        assert_eq!([time(-199, 1), time(i32::MAX, 9)], ["<-0:01.9>", "<357913:56.47>"]);
        assert_eq!([shown(6000, 2, 0, true), time(6_000_000, 0)], ["<01:00>", "<1000:00>"]);
    }

    #[test]
    fn a_text_that_shows_the_number_is_not_written_again() {
        let number = Number { value: 12, ..Number::from("LAP {} OF 3") };
        let mut text = String::with_capacity(64);
        text.push_str("LAP 12 OF 3");
        number.show(&mut text);
        assert_eq!((text.as_str(), text.capacity()), ("LAP 12 OF 3", 64));
        text.push('!');
        number.show(&mut text);
        assert_eq!(text, "LAP 12 OF 3");
    }
}
