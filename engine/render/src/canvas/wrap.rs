//! Lines of a text: wrapped at a width and limited in number.
//!
//! All letters of a font have the same width, so that a width is a number of letters. Lines break where the Unicode line
//! breaking algorithm (UAX #14) allows it: after spaces and hyphens, between kana and ideographs. A word that is longer
//! than a line is cut. Spaces at a break are left out.

use alloc::string::String;
use unicode_linebreak::linebreaks;

use super::Font;

/// Limits of a text. Without limits its lines are as written.
///
/// ```
/// # use keitai_render::{Font, Lettering, TextLimits};
/// let font = Font::Plain { lettering: Lettering::Normal, colour: 0xFFFFFF, outlined: false };
/// // 60 pixels are ten letters of six pixels.
/// let limits = TextLimits { width: Some(60), ..TextLimits::default() };
/// assert_eq!(font.wrap("Push the other off the tray", limits), "Push the\nother off\nthe tray");
/// let limits = TextLimits { lines: Some(2), ..limits };
/// assert_eq!(font.wrap("Push the other off the tray", limits), "Push the\nother o...");
/// assert_eq!(font.size("Push the other off the tray", limits), (60, 20));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextLimits {
    /// Largest width of a line, pixels, at least one letter. Longer lines are wrapped. `None` for any width.
    pub width: Option<u32>,
    /// Largest number of lines. `None` for any number.
    pub lines: Option<u32>,
    /// End of a text that has more lines than that.
    pub overflow: Overflow,
}

/// End of a text that has too many lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Overflow {
    /// The last line ends with `…` where the font has it, or else with three full stops. A font of cells that has neither cuts.
    #[default]
    Ellipsis,
    /// The lines beyond the limit are left out.
    Cut,
}

/// A line of a text, without its line break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    /// Letters that follow the text, where the rest is left out.
    pub(super) ellipsis: &'static str,
}

impl Line<'_> {
    pub(super) fn letters(&self) -> u32 {
        let letters = self.text.chars().count() + self.ellipsis.chars().count();
        u32::try_from(letters).unwrap_or(u32::MAX)
    }
}

/// The lines of a text. Allocates nothing.
#[derive(Debug, Clone)]
pub(super) struct Lines<'a> {
    rest: Option<&'a str>,
    columns: usize,
    count: u32,
    ellipsis: &'static str,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        self.count = self.count.checked_sub(1)?;
        let (text, rest) = first_line(self.rest?, self.columns);
        self.rest = rest;
        if self.count > 0 || rest.is_none_or(|rest| rest.trim().is_empty()) {
            return Some(Line { text, ellipsis: "" });
        }
        let ellipsis = if self.ellipsis.chars().count() > self.columns { "" } else { self.ellipsis };
        let room = self.columns - ellipsis.chars().count();
        let end = text.char_indices().nth(room).map_or(text.len(), |(end, _)| end);
        Some(Line { text: text[..end].trim_end_matches(' '), ellipsis })
    }
}

/// Returns the first line of a text, and the rest if there is one.
fn first_line(text: &str, columns: usize) -> (&str, Option<&str>) {
    let mut beyond = None;
    for (count, (offset, letter)) in text.char_indices().enumerate() {
        if letter == '\n' {
            return (&text[..offset], Some(&text[offset + 1..]));
        }
        if count == columns {
            beyond = Some((offset, letter));
            break;
        }
    }
    let Some((beyond, letter)) = beyond else { return (text, None) };
    // The letter beyond the line decides whether the line may break before it.
    let window = &text[..beyond + letter.len_utf8()];
    let breaks = linebreaks(window).map(|(offset, _)| offset).filter(|offset| (1..=beyond).contains(offset));
    let end = if letter == ' ' { beyond } else { breaks.last().unwrap_or(beyond) };
    let rest = text[end..].trim_start_matches(' ');
    let rest = rest.strip_prefix('\n').unwrap_or(rest);
    (text[..end].trim_end_matches(' '), Some(rest).filter(|rest| !rest.is_empty()))
}

impl Font {
    pub(super) fn lines<'a>(&self, text: &'a str, limits: TextLimits) -> Lines<'a> {
        let TextLimits { width, lines, overflow } = limits;
        let letter = self.letter().0.max(1);
        let columns = width.map_or(usize::MAX, |width| (width / letter).max(1) as usize);
        let has = |letter| match self {
            Self::Plain { .. } => letter == '.',
            Self::Cells(font) => font.has(letter),
        };
        let ellipsis = match overflow {
            Overflow::Ellipsis if has('…') => "…",
            Overflow::Ellipsis if has('.') => "...",
            _ => "",
        };
        Lines { rest: Some(text), columns, count: lines.unwrap_or(u32::MAX), ellipsis }
    }

    /// Returns the width of a text's longest line, pixels.
    pub fn width(&self, text: &str) -> u32 {
        self.size(text, TextLimits::default()).0
    }

    /// Returns width and height of a text within limits, pixels.
    pub fn size(&self, text: &str, limits: TextLimits) -> (u32, u32) {
        let (width, height) = self.letter();
        self.lines(text, limits).fold((0, 0), |(widest, tall), line| {
            (widest.max(line.letters().saturating_mul(width)), height.saturating_add(tall))
        })
    }

    /// Returns a text within limits, with `\n` between its lines.
    pub fn wrap(&self, text: &str, limits: TextLimits) -> String {
        let mut wrapped = String::with_capacity(text.len());
        for (number, line) in self.lines(text, limits).enumerate() {
            wrapped.push_str(if number > 0 { "\n" } else { "" });
            wrapped.extend([line.text, line.ellipsis]);
        }
        wrapped
    }
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;

    use keitai_formats::Texture;

    use super::*;
    use crate::canvas::{CellFont, Lettering};
    use crate::compat::Compat;
    use crate::texture::TextureMap;

    const FONT: Font = Font::Plain { lettering: Lettering::Small, colour: 0, outlined: false };

    /// Returns a text in lines of `columns` letters, at most `lines` of them.
    fn wrapped(text: &str, columns: u32, lines: u32) -> String {
        let limits = TextLimits { width: Some(columns * 5 + 4), lines: Some(lines), overflow: Overflow::Ellipsis };
        FONT.wrap(text, limits)
    }

    #[test]
    fn lines_break_at_spaces_and_hyphens_and_between_kana() {
        assert_eq!(wrapped("one two  three", 7, 9), "one two\nthree");
        assert_eq!(wrapped("one two three", 8, 9), "one two\nthree");
        assert_eq!(wrapped("one two three", 6, 9), "one\ntwo\nthree");
        assert_eq!(wrapped("well-kept", 6, 9), "well-\nkept");
        assert_eq!(wrapped("3\u{a0}km/h more", 7, 9), "3\u{a0}km/h\nmore", "not at a no-break space");
        assert_eq!(wrapped("ブリキのロボット。", 4, 9), "ブリキの\nロボッ\nト。", "no line begins with a full stop");
    }

    #[test]
    fn written_lines_and_indents_stay() {
        assert_eq!(wrapped("a\n\n  b c\n", 9, 9), "a\n\n  b c\n");
        assert_eq!(wrapped("four five   \nsix", 9, 9), "four five\nsix");
        assert_eq!(wrapped("", 9, 9), "");
    }

    #[test]
    fn words_longer_than_a_line_are_cut() {
        assert_eq!(wrapped("see abcdefghij k", 4, 9), "see\nabcd\nefgh\nij k");
        assert_eq!(wrapped("    abc", 2, 9), "\nab\nc");
        // A width below that of a letter is treated as one letter.
        let narrow = TextLimits { width: Some(0), ..TextLimits::default() };
        assert_eq!(FONT.wrap("éa", narrow), "é\na");
    }

    #[test]
    fn a_text_with_too_many_lines_ends_as_asked() {
        assert_eq!(wrapped("one two three", 7, 2), "one two\nthree", "nothing is left out");
        assert_eq!(wrapped("one two three four", 7, 2), "one two\nthre...");
        assert_eq!(wrapped("one\ntwo", 9, 1), "one...");
        assert_eq!(wrapped("one  \n \n", 9, 1), "one  ", "blanks are not missed");
        assert_eq!(wrapped("abc", 2, 1), "ab", "too narrow for three full stops");
        assert_eq!(wrapped("abc", 9, 0), "");
        let cut = TextLimits { width: Some(25), lines: Some(1), overflow: Overflow::Cut };
        assert_eq!(FONT.wrap("one two", cut), "one");
        let lines = TextLimits { lines: Some(1), ..TextLimits::default() };
        assert_eq!((FONT.wrap("one\ntwo", lines).as_str(), FONT.size("one\ntwo", lines)), ("one...", (30, 8)));
    }

    #[test]
    fn cells_use_the_ellipsis_that_they_have() {
        let texture = Texture { width: 4, height: 1, palette: vec![Default::default()], texels: vec![0; 4] };
        let texture = Arc::new(TextureMap::new(&texture, &Compat::default()).unwrap());
        for (alphabet, expected) in [("ab…", "a…"), ("ab.", "ab"), ("ab", "ab")] {
            let font = Font::Cells(CellFont::new(Arc::clone(&texture), (1, 1), alphabet).unwrap());
            let limits = TextLimits { width: Some(2), lines: Some(1), ..TextLimits::default() };
            assert_eq!(font.wrap("abab", limits), expected);
        }
    }

    #[test]
    fn a_long_text_takes_time_in_proportion() {
        // Searching the whole rest for every line would take hours.
        let text = "a".repeat(1 << 20);
        assert_eq!(FONT.size(&text, TextLimits { width: Some(1), ..TextLimits::default() }), (5, 8 << 20));
    }
}
