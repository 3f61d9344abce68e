//! Messages of the RON parser in the words of scenes, with the names that a scene's author has written.

use keitai_formats::text::{Position, nearest};
use ron::error::{Error as Code, Position as Cursor, SpannedError};

use super::fault::{SceneFault, list};
use super::tokens::{Kind, Token, Tokens};
use super::unique::REPEATED;

/// The ends of the ranges of whole numbers, from the outside to the inside.
const LEAST: [i128; 5] = [i64::MIN as i128, i32::MIN as i128, i16::MIN as i128, i8::MIN as i128, 0];
const GREATEST: [i128; 8] = [
    u64::MAX as i128,
    i64::MAX as i128,
    u32::MAX as i128,
    i32::MAX as i128,
    u16::MAX as i128,
    i16::MAX as i128,
    u8::MAX as i128,
    i8::MAX as i128,
];

/// Returns the fault that a parser's error stands for, and its place. `parse` returns the parser's error of another text.
pub(crate) fn fault(
    text: &str,
    error: SpannedError,
    parse: impl Fn(&str) -> Option<SpannedError>,
) -> (Position, SceneFault) {
    let SpannedError { code, span } = error;
    if matches!(&code, Code::Message(message) if message == REPEATED) {
        return repeated_key(text, offset(text, span.end));
    }
    let at = offset(text, span.start);
    // Some errors begin at the space before the value.
    let space = text[at..].len() - text[at..].trim_start().len();
    let at = if expects_value(&code) { at + space } else { at };
    let (at, message, hint) = match &code {
        // Values without quotes, and unknown fields, have a place of their own, whatever follows.
        Code::NoSuchStructField { .. } | Code::NoSuchEnumVariant { .. } => (at, message(&code), hint(&code)),
        _ if let Some(start) = unclosed_string(text) => {
            (start, "a text without a closing quote".to_owned(), Some("add `\"` where the text ends".to_owned()))
        }
        Code::MissingStructField { field, .. } => {
            let name = enclosing(text, at).map_or_else(String::new, |name| format!(" of `{name}`"));
            (at, format!("missing field `{field}`{name}"), None)
        }
        Code::InvalidValueForType { found, .. } => {
            let start = text[..at].strip_suffix(found.as_str()).map_or(at, str::len);
            (start, message(&code), hint(&code))
        }
        Code::ExpectedComma | Code::ExpectedStructLikeEnd if let Some((start, number)) = decimal(text, at) => {
            (start, format!("a whole number was expected, found {number}"), None)
        }
        Code::ExpectedFloat if let Some((start, number)) = number(text, at) => {
            (start, format!("{}{}: {number}", named_before(&text[..start]), message(&code)), None)
        }
        Code::IntegerOutOfBounds if let Some((start, number)) = number(text, at) => {
            let range = range(&text[..start], parse).unwrap_or_else(|| "another number".to_owned());
            (start, format!("{}expected {range}, found {number}", named_before(&text[..start])), None)
        }
        Code::ExpectedString if text[at..].starts_with('\'') => {
            (at, message(&code), Some("texts have double quotes".to_owned()))
        }
        Code::ExpectedIdentifier | Code::SuggestRawIdentifier(_)
            if let Some(owner) = enclosing(text, at).filter(|_| text[..at].trim_end().ends_with('(')) =>
        {
            let found =
                if let Code::SuggestRawIdentifier(found) = &code { format!(", found {found}") } else { String::new() };
            let message = format!("the name of a field of `{owner}` was expected{found}");
            (at, message, Some("write each value with its name, as `name: value`".to_owned()))
        }
        // A decimal comma ends one value and begins another.
        Code::SuggestRawIdentifier(found) if is_number(found) && !follows_digits(&text[..at]) => {
            (at, format!("a name was expected, found {found}"), None)
        }
        Code::ExpectedNamedStructLike(_) | Code::ExpectedStructLike if let Some(field) = field_before(&text[..at]) => {
            (at, message(&code), Some(format!("write `{field}: (..)`")))
        }
        _ => (at, message(&code), hint(&code)),
    };
    (Position::of(text, at), SceneFault::Syntax { message, hint })
}

/// Returns the offset of the byte at a place of the parser; the end of the line, or of the text, for a place behind it.
fn offset(text: &str, at: Cursor) -> usize {
    let mut lines = text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(at.line.saturating_sub(1)).map(str::len).sum();
    let line = lines.next().unwrap_or_default();
    let column = line.char_indices().nth(at.col.saturating_sub(1));
    start + column.map_or(line.len(), |(offset, _)| offset)
}

/// Returns the range of the whole number that the parser expects behind a text. The parser does not tell; its answers to
/// numbers in that place do.
fn range(before: &str, parse: impl Fn(&str) -> Option<SpannedError>) -> Option<String> {
    let is_accepted = |number: &i128| {
        let code = parse(&format!("{before}{number}")).map(|error| error.code);
        !matches!(code, Some(Code::IntegerOutOfBounds | Code::InvalidValueForType { .. } | Code::Message(_)))
    };
    let [least, greatest] = [&LEAST[..], &GREATEST].map(|ends| ends.iter().copied().find(is_accepted));
    // A count has no greatest number but that of its type.
    Some(if greatest? == GREATEST[0] { format!("{} or more", least?) } else { format!("{}..={}", least?, greatest?) })
}

/// Returns the fault of the last key before `end`.
fn repeated_key(text: &str, end: usize) -> (Position, SceneFault) {
    let is_key = |token: &Token| matches!(token.kind, Kind::Word | Kind::Text);
    let key = Tokens::new(text).take_while(|token| token.start < end).filter(is_key).last();
    let (start, name) = key.map_or((end, String::new()), |key| {
        (key.start, if key.kind == Kind::Text { format!("\"{}\"", key.text) } else { format!("`{}`", key.text) })
    });
    let message = format!("{name} is defined twice");
    (Position::of(text, start), SceneFault::Syntax { message, hint: None })
}

fn expects_value(code: &Code) -> bool {
    matches!(
        code,
        Code::ExpectedString | Code::ExpectedInteger | Code::ExpectedBoolean | Code::ExpectedArray | Code::ExpectedMap
    ) || matches!(code, Code::ExpectedStructLike | Code::ExpectedNamedStructLike(_))
}

/// Returns the place of the first text that seems to lack its closing quote, when the last text has none.
fn unclosed_string(text: &str) -> Option<usize> {
    let mut tokens = Tokens::new(text);
    let mut first = None;
    let mut before: Option<Token> = None;
    for token in tokens.by_ref() {
        // A text goes on to the first quote of the next one. It then has a line break, or a word follows it at once.
        if let Some(string) = before.filter(|before| before.kind == Kind::Text)
            && (matches!(token.kind, Kind::Word | Kind::Text) || string.text.contains('\n'))
        {
            first = first.or(Some(string.start));
        }
        before = Some(token);
    }
    tokens.unclosed().map(|last| first.unwrap_or(last))
}

/// Returns the name before the innermost bracket around `offset` that has one: a field or a variant.
fn enclosing(text: &str, offset: usize) -> Option<&str> {
    let mut names: Vec<Option<&str>> = Vec::new();
    let mut name = None;
    for token in Tokens::new(text).take_while(|token| token.start < offset) {
        match token.kind {
            Kind::Word | Kind::Text => name = Some(token.text),
            Kind::Open => names.push(name.take()),
            Kind::Close => {
                names.pop();
                name = None;
            }
            Kind::Comma => name = None,
            Kind::Colon => {}
        }
    }
    names.into_iter().flatten().next_back()
}

/// Returns the number around `offset`, and its place.
fn number(text: &str, offset: usize) -> Option<(usize, &str)> {
    let of_number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '+' | '-');
    let (before, after) = text.split_at_checked(offset)?;
    let start = before.trim_end_matches(of_number).len();
    let end = offset + after.len() - after.trim_start_matches(of_number).len();
    (start < end).then(|| (start, &text[start..end]))
}

/// Returns the decimal around the point at `offset`, and its place.
fn decimal(text: &str, offset: usize) -> Option<(usize, &str)> {
    number(text, offset).filter(|(start, _)| text[offset..].starts_with('.') && *start < offset)
}

/// Returns whether a text ends with a digit and a comma.
fn follows_digits(before: &str) -> bool {
    before.strip_suffix(',').is_some_and(|before| before.ends_with(|last: char| last.is_ascii_digit()))
}

/// Returns the name of the field whose value begins after a text, as messages begin with it; nothing for other values.
fn named_before(before: &str) -> String {
    field_before(before).map_or_else(String::new, |field| format!("{field}: "))
}

/// Returns the name of the field whose value begins after a text.
fn field_before(before: &str) -> Option<&str> {
    let name = before.trim_end().strip_suffix(':')?.trim_end();
    let start = name.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    (start < name.len()).then(|| &name[start..])
}

fn is_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

fn hint(code: &Code) -> Option<String> {
    match code {
        Code::NoSuchStructField { expected, found, .. } | Code::NoSuchEnumVariant { expected, found, .. } => {
            Some(match nearest(found, expected.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("expected one of {}", list(expected.iter().map(|name| format!("`{name}`")))),
            })
        }
        Code::ExpectedStructLikeEnd | Code::ExpectedArrayEnd | Code::ExpectedMapEnd => {
            Some("a comma may be missing before it".to_owned())
        }
        Code::Eof => Some("a bracket may not be closed".to_owned()),
        Code::SuggestRawIdentifier(found) if is_number(found) => Some("decimals have a point, such as 3.5".to_owned()),
        Code::ExpectedAttribute => Some("comments begin with `//`".to_owned()),
        Code::InvalidEscape(_) => Some("folders are separated by `/`, not by `\\`".to_owned()),
        _ => None,
    }
}

fn message(code: &Code) -> String {
    match code {
        Code::NoSuchStructField { found, .. } => format!("unknown field `{found}`"),
        Code::NoSuchEnumVariant { found, .. } => format!("unknown name `{found}`"),
        Code::DuplicateStructField { field, .. } => format!("duplicate field `{field}`"),
        Code::InvalidValueForType { expected, found } => format!("expected {expected}, found {found}"),
        Code::ExpectedDifferentLength { expected, found } => {
            // "a tuple of size 3", "tuple variant Rig::Name with 3 elements"
            let count = expected.split(' ').find(|word| word.parse::<usize>().is_ok());
            format!("expected {} values, found {found}", count.unwrap_or("other"))
        }
        Code::ExpectedFloat => "a number was expected".to_owned(),
        Code::ExpectedInteger => "a whole number was expected".to_owned(),
        Code::ExpectedBoolean => "`true` or `false` was expected".to_owned(),
        Code::ExpectedString => "a text in quotes was expected".to_owned(),
        Code::ExpectedIdentifier => "a name was expected".to_owned(),
        Code::SuggestRawIdentifier(found) if is_number(found) => {
            format!("the name of a field was expected, found {found}")
        }
        Code::ExpectedComma => "a comma or a closing bracket was expected".to_owned(),
        Code::ExpectedArray => "expected `[`".to_owned(),
        Code::ExpectedMap => "expected `{`".to_owned(),
        Code::ExpectedDifferentStructName { found, .. } => format!("expected `(` before `{found}`"),
        Code::ExpectedMapColon => "a colon was expected".to_owned(),
        Code::UnclosedBlockComment => "a comment without its end `*/`".to_owned(),
        Code::Eof => "unexpected end of text".to_owned(),
        Code::TrailingCharacters => "unexpected text after the end".to_owned(),
        Code::ExpectedNamedStructLike(_) | Code::ExpectedStructLike => "expected `(`".to_owned(),
        Code::Message(message) => message.clone(),
        other => {
            let message = other.to_string();
            let mut letters = message.chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        }
    }
}
