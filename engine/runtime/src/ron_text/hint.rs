//! Hints about usual mistakes: words and signs of other languages, and brackets that are not closed.

use keitai_formats::text::Position;

/// Names of fields in other engines, and those of scenes.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("position", "at"),
    ("pos", "at"),
    ("translation", "at"),
    ("location", "at"),
    ("rotation", "turn"),
    ("rot", "turn"),
    ("angle", "turn"),
    ("model", "figure"),
    ("mesh", "figure"),
];

/// Returns the field that another engine calls by this name.
pub(super) fn other_name(name: &str) -> Option<&'static str> {
    OTHER_NAMES.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, ours)| ours)
}

/// Returns a hint about the mistake at an offset.
pub(super) fn of_mistake(text: &str, at: usize) -> Option<String> {
    let (before, rest) = text.split_at(at);
    if before.trim().is_empty() && rest.starts_with('{') {
        return Some("this is JSON; RON has (name: value) instead of {\"name\": value}".to_owned());
    }
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let (start, sign) = text[line..].split_once('#').unzip();
    if let (Some(start), Some(sign)) = (start, sign)
        && line + start.len() <= at + 1
    {
        let digits = sign.find(|c: char| !c.is_ascii_hexdigit()).map_or(sign, |end| &sign[..end]);
        match digits.len() {
            6 => return Some(format!("a colour is a number: 0x{digits}")),
            _ if start.trim().is_empty() => return Some("a comment begins with //".to_owned()),
            _ => {}
        }
    }
    let word = rest.find(|c: char| !c.is_alphabetic()).map_or(rest, |end| &rest[..end]);
    if matches!(word, "x" | "y" | "z") && rest[word.len()..].trim_start().starts_with(':') {
        return Some("coordinates have no names: (0, 0, 10)".to_owned());
    }
    let open = open_bracket(text, at)?;
    Some(format!("the bracket `{}` of {} is open", &text[open..=open], Position::of(text, open)))
}

/// Returns the innermost bracket that is open at an offset, in a text whose brackets do not match.
fn open_bracket(text: &str, at: usize) -> Option<usize> {
    let (mut open, mut innermost, mut matches) = (Vec::new(), None, true);
    let mut strings = super::strings(text).map(|(string, start)| start..start + string.len() + 2).peekable();
    let mut comment = 0;
    for (offset, byte) in text.bytes().enumerate() {
        if offset == at {
            innermost = open.last().map(|(start, _)| *start);
        }
        while strings.next_if(|string| string.end <= offset).is_some() {}
        if offset < comment || strings.peek().is_some_and(|string| string.contains(&offset)) {
            continue;
        }
        if let Some(rest) = text.as_bytes()[offset..].strip_prefix(b"//") {
            comment = offset + 2 + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        }
        match byte {
            b'(' => open.push((offset, b')')),
            b'[' => open.push((offset, b']')),
            b'{' => open.push((offset, b'}')),
            b')' | b']' | b'}' => matches &= open.pop().is_some_and(|(_, end)| end == byte),
            _ => {}
        }
    }
    matches &= open.is_empty();
    innermost.or(open.last().map(|(start, _)| *start)).filter(|_| !matches)
}

/// Returns the field whose value, or a part of whose value, is at an offset.
pub(super) fn field_of(text: &str, at: usize) -> Option<&str> {
    let mut inner = 0;
    let colon = text[..at].bytes().rposition(|byte| {
        match byte {
            b')' | b']' | b'}' => inner += 1,
            b'(' | b'[' | b'{' if inner > 0 => inner -= 1,
            _ => {}
        }
        byte == b':' && inner == 0
    })?;
    let name = text[..colon].trim_end();
    let start = name.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    Some(&name[start..]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::ron_text::RonKind;

    /// Returns place and hint of the fault in a text.
    fn told(text: &str) -> (String, String) {
        let (at, fault) = RonKind::fault(text).unwrap();
        (at.to_string(), fault.hint().unwrap())
    }

    #[test]
    fn mistakes_from_other_languages_have_a_way_on() {
        let hint = |text: &str| told(text).1;
        assert_eq!(hint("# a scene\n(entities: [])"), "a comment begins with //");
        assert_eq!(hint("(\n  # a scene\n  entities: [])"), "a comment begins with //");
        assert_eq!(hint("(background: #203040)"), "a colour is a number: 0x203040");
        assert!(hint("\n{\n  \"entities\": []\n}").starts_with("this is JSON"));
        assert_eq!(super::other_name("Rotation"), Some("turn"));
        assert_eq!(super::field_of("(ڝe: 1)", 6), Some("e"), "a name after a letter of two bytes");
    }

    #[test]
    fn an_open_bracket_is_named_by_its_place_and_brackets_in_texts_and_comments_are_none() {
        let text = "(\n    entities: [\n        (a: \")\", // )\n        (b: 1),\n    ],\n)\n";
        assert_eq!(told(text), ("4:9".to_owned(), "the bracket `(` of 3:9 is open".to_owned()));
        assert_eq!(told("(a: [1, 2").1, "the bracket `[` of 1:5 is open");
        let (at, fault) = RonKind::fault("(a: 1 b: \"(\")").unwrap();
        assert_eq!((at.to_string(), fault.hint()), ("1:7".to_owned(), None));
    }

    #[test]
    fn the_field_of_a_value_is_that_around_it() {
        let text = "(name: \"a\", at: (0, [1, 2], 99), size: (1, 2))";
        let field = |value: &str| super::field_of(text, text.find(value).unwrap());
        assert_eq!(
            [field("99"), field("\"a\""), field("1, 2))"), field("(name")],
            [Some("at"), Some("name"), Some("size"), None]
        );
    }
}
