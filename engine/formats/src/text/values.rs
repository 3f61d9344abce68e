//! Values of chunks: numbers, words and strings, with a diagnostic for each one that breaks a rule.

use super::number::{self, Number};
use super::{Atom, Chunk, Span, Spanned, Tree, clipped, rules};
use crate::diagnostic::counted;
use crate::{Diagnostic, Diagnostics, Rule};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use strsim::damerau_levenshtein;

/// The path of a chunk in messages: `Figure/Bones/bone[3]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path<'p> {
    above: Option<&'p Path<'p>>,
    name: &'p str,
    index: Option<usize>,
}

impl<'p> Path<'p> {
    pub(crate) fn top(name: &'p str) -> Self {
        Self { above: None, name, index: None }
    }

    pub(crate) fn down(&'p self, name: &'p str) -> Self {
        Self { above: Some(self), name, index: None }
    }

    pub(crate) fn item(&'p self, name: &'p str, index: usize) -> Self {
        Self { above: Some(self), name, index: Some(index) }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(above) = self.above {
            write!(f, "{above}/")?;
        }
        f.write_str(self.name)?;
        self.index.map_or(Ok(()), |index| write!(f, "[{index}]"))
    }
}

pub(crate) struct Values<'d> {
    pub(crate) findings: &'d mut Diagnostics,
    pub(crate) tree: &'d Tree<'d>,
    /// Texts are read as the vendor's converter reads them.
    pub(crate) vendor: bool,
    /// Offset from which nothing is read, because the vendor's converter stops at a fault.
    pub(crate) end: &'d mut u32,
}

impl<'d> Values<'d> {
    pub(crate) fn report(&mut self, rule: &'static Rule, span: Span, message: String) {
        self.findings.push(Diagnostic::new(rule, span, message));
    }

    pub(crate) fn report_with(&mut self, rule: &'static Rule, span: Span, message: String, note: &str) {
        self.findings.push(Diagnostic::new(rule, span, message).with_note(note));
    }

    /// Reads a real; 0 when the atom is no number.
    pub(crate) fn real(&mut self, atom: &Atom<'_>, path: &Path<'_>) -> f32 {
        let number = number::real(&number::with_minus(atom.text));
        let value = self.number(atom, path, number, "a number").unwrap_or_default();
        if value.is_finite() {
            return value;
        }
        self.report(&rules::NOT_FINITE, atom.span, format!("{path}: `{}` does not fit a float", atom.shown()));
        0.0
    }

    /// Reads an integer; `None` when the atom is no number.
    pub(crate) fn integer(&mut self, atom: &Atom<'_>, path: &Path<'_>) -> Option<i32> {
        self.number(atom, path, number::integer(&number::with_minus(atom.text)), "an integer")
    }

    fn number<T: Copy + fmt::Display>(
        &mut self,
        atom: &Atom<'_>,
        path: &Path<'_>,
        number: Number<T>,
        what: &str,
    ) -> Option<T> {
        match number {
            Number::Whole(_) => {}
            // An atom that is not ASCII was reported before.
            Number::None if !atom.text.is_ascii() => {}
            Number::Prefix(value) if atom.text.contains(&b'#') => self.report_with(
                &rules::NUMBER_PREFIX,
                atom.span,
                format!("{path}: `{}` is not {what}", atom.shown()),
                &format!("the vendor's converter takes it as {value}"),
            ),
            // The atom begins with a digit, so only its value can be at fault.
            Number::None if number::unsigned(atom.text).first().is_some_and(u8::is_ascii_digit) => {
                self.report(&rules::NOT_FINITE, atom.span, format!("{path}: `{}` is too large", atom.shown()));
            }
            Number::Prefix(_) | Number::None => {
                self.report(&rules::NOT_A_NUMBER, atom.span, format!("{path}: `{}` is not {what}", atom.shown()));
            }
        }
        number.value()
    }

    /// Reads exactly `N` reals; missing ones are 0.
    pub(crate) fn reals<const N: usize>(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) -> [f32; N] {
        self.only_atoms(chunk, path);
        self.count(chunk, path, N);
        let mut values = [0.0; N];
        for (value, atom) in values.iter_mut().zip(words(self.tree, chunk)) {
            *value = self.real(&atom, path);
        }
        values
    }

    /// Reads any number of integers with their places.
    pub(crate) fn integers(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) -> Vec<Spanned<i32>> {
        self.only_atoms(chunk, path);
        let count = words(self.tree, chunk).count();
        if count > MOST_INTEGERS {
            let message = format!("{path}: {count} values; at most {MOST_INTEGERS} are read");
            self.report(&rules::VALUE_COUNT, chunk.head, message);
        }
        let mut integers = Vec::with_capacity(count.min(MOST_INTEGERS));
        for atom in words(self.tree, chunk).take(MOST_INTEGERS) {
            integers.extend(self.integer(&atom, path).map(|value| Spanned::new(value, atom.span)));
        }
        integers
    }

    pub(crate) fn one_integer(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) -> Option<i32> {
        self.only_atoms(chunk, path);
        self.count(chunk, path, 1);
        words(self.tree, chunk).next().and_then(|atom| self.integer(&atom, path))
    }

    /// Reads exactly one word, one of `words`.
    pub(crate) fn word<T: Copy>(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>, words: &[(&str, T)]) -> Option<T> {
        self.only_atoms(chunk, path);
        self.count(chunk, path, 1);
        let atom = self::words(self.tree, chunk).next()?;
        self.word_atom(&atom, path, words)
    }

    pub(crate) fn word_atom<T: Copy>(&mut self, atom: &Atom<'_>, path: &Path<'_>, words: &[(&str, T)]) -> Option<T> {
        if let Some((_, value)) = words.iter().find(|(word, _)| word.as_bytes() == atom.text) {
            return Some(*value);
        }
        let allowed: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let message = format!("{path}: `{}` is none of {}", atom.shown(), allowed.join(", "));
        self.report(&rules::WRONG_WORD, atom.span, message);
        None
    }

    /// Reads `true` or `false`; `None` when the chunk holds no such word.
    pub(crate) fn truth(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) -> Option<bool> {
        self.word(chunk, path, &[("true", true), ("false", false)])
    }

    /// Reads a string. A word without quotes is read as a string, with a diagnostic.
    pub(crate) fn string(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) -> Option<Spanned<String>> {
        let mut strings = self.tree.atoms(chunk);
        let first = strings.next();
        if first.is_none_or(|atom| !atom.quoted) || strings.next().is_some() {
            self.report(&rules::VALUE_COUNT, chunk.head, format!("{path}: expected one string in double quotes"));
        }
        first.map(|atom| Spanned::new(atom.string(), atom.span))
    }

    /// Reports a count of words other than `expected`.
    pub(crate) fn count(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>, expected: usize) {
        let count = words(self.tree, chunk).count();
        if count != expected {
            let message = format!("{path}: expected {}, found {count}", counted(expected, "value"));
            self.report(&rules::VALUE_COUNT, chunk.span(), message);
        }
    }

    /// Reports strings and chunks among words.
    fn only_atoms(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) {
        for string in self.tree.atoms(chunk).filter(|atom| atom.quoted) {
            self.report(&rules::VALUE_COUNT, string.span, format!("{path}: a string among the values"));
        }
        for inner in chunk.chunks() {
            let message = format!("{path}: `{}` among the values", clipped(inner.name));
            self.report(&rules::VALUE_COUNT, inner.head, message);
        }
    }

    /// Reports words and strings among chunks.
    pub(crate) fn only_chunks(&mut self, chunk: &'d Chunk<'d>, path: &Path<'_>) {
        for atom in self.tree.atoms(chunk) {
            let message = format!("{path}: `{}` between chunks", atom.shown());
            self.report_with(&rules::STRAY_VALUE, atom.span, message, "ignored");
        }
    }

    pub(crate) fn unknown(&mut self, rule: &'static Rule, chunk: &Chunk<'_>, path: &Path<'_>, known: &[&str]) {
        let nearest = nearest(chunk.name, known.iter().copied());
        let hint = nearest.map_or("skipped".to_owned(), |nearest| format!("skipped; did you mean `{nearest}`?"));
        self.report_with(rule, chunk.head, format!("{path}: `{}` is not known here", clipped(chunk.name)), &hint);
    }

    /// Reads a part of a figure with `read`. Under the vendor's policy the first fault in it ends the reading of the
    /// figure without a message: the part and everything after it are lost. Returns whether that happened; only `rule`
    /// is reported then. A part whose first fault makes the vendor's converter crash is read as under other policies.
    pub(crate) fn ends_in<R: AsMut<Self>>(
        reader: &mut R,
        (rule, part, what): (&'static Rule, &Chunk<'_>, &Path<'_>),
        [is_fault, crashes]: [fn(&Diagnostic) -> bool; 2],
        read: impl FnOnce(&mut R),
    ) -> bool {
        if !reader.as_mut().vendor {
            read(reader);
            return false;
        }
        let before = core::mem::take(reader.as_mut().findings);
        read(reader);
        let values = reader.as_mut();
        let inside = core::mem::replace(values.findings, before).finish();
        let unclosed = (part.close.start == part.close.end).then(|| "it is not closed".to_owned());
        let fault = match inside.iter().find(|finding| is_fault(finding) || crashes(finding)) {
            Some(finding) if crashes(finding) => None,
            finding => finding.map(|finding| finding.message.clone()).or(unclosed),
        };
        match fault {
            Some(fault) => {
                *values.end = part.head.start;
                values.report_with(rule, part.head, format!("{what} and what follows are not read"), &fault);
                true
            }
            None => {
                values.findings.extend(inside);
                false
            }
        }
    }

    /// Returns the chunk `Figure`, which holds everything but the head; reports when there is none.
    pub(crate) fn figure(&mut self) -> Option<&'d Chunk<'d>> {
        let tree = self.tree;
        let figure = self.single(&tree.top, "Figure", &Path::top("file"));
        match figure {
            Some(figure) => self.only_chunks(figure, &Path::top("Figure")),
            None => self.report(&rules::FIGURE_MISSING, Span::NONE, "there is no Figure chunk".to_owned()),
        }
        figure
    }

    /// Returns the chunk of a name; when there are several, the last one, with a diagnostic.
    pub(crate) fn single<'c, 't>(
        &mut self,
        chunk: &'c Chunk<'t>,
        name: &str,
        path: &Path<'_>,
    ) -> Option<&'c Chunk<'t>> {
        self.repeated(chunk, name, path, "the last one counts")
    }

    /// Reports a chunk that is there twice and whose contents are joined.
    pub(crate) fn joined(&mut self, chunk: &Chunk<'_>, name: &str, path: &Path<'_>) {
        self.repeated(chunk, name, path, "what they contain is joined");
    }

    /// Returns the last chunk of a name, and reports it when there are several.
    fn repeated<'c, 't>(
        &mut self,
        chunk: &'c Chunk<'t>,
        name: &str,
        path: &Path<'_>,
        note: &str,
    ) -> Option<&'c Chunk<'t>> {
        let mut last = None;
        for inner in chunk.chunks().filter(|inner| inner.name == name) {
            if last.replace(inner).is_some() {
                self.report_with(&rules::REPEATED_CHUNK, inner.head, format!("{path}: a second `{name}`"), note);
            }
        }
        last
    }
}

/// The library needs `std`: without it no name is near another.
#[cfg(not(feature = "std"))]
fn damerau_levenshtein(_: &str, _: &str) -> usize {
    usize::MAX
}

/// Returns the nearest of some names, when it is near enough to be a typing error. Without the feature `std` none is.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // Measuring takes time proportional to the product of the lengths, so names that cannot be near are not measured.
    let likely = |known: &&str| {
        let (longer, shorter) = (name.len().max(known.len()), name.len().min(known.len()));
        longer <= LONGEST_NAME && longer - shorter <= shorter.div_ceil(3)
    };
    let lower = name.to_lowercase();
    let distance = |known: &str| damerau_levenshtein(&lower, &known.to_lowercase());
    let known = known.into_iter().filter(likely).map(|known| (distance(known), known));
    let nearest = known.min_by_key(|(distance, _)| *distance)?;
    let near = nearest.1 != name && nearest.0 <= name.len().min(nearest.1.len()).div_ceil(3);
    near.then_some(nearest.1)
}

/// Returns the sort key of a name: its letters, and the number at its end.
///
/// ```
/// # use keitai_formats::text::natural;
/// let mut names = ["walk", "13", "2", "page10", "page9"];
/// names.sort_by_key(|name| natural(name));
/// assert_eq!(names, ["2", "13", "page9", "page10", "walk"]);
/// ```
pub fn natural(name: &str) -> (&str, u64) {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (letters, name.get(letters.len()..).and_then(|digits| digits.parse().ok()).unwrap_or(0))
}

/// Bytes of the longest name that is compared.
const LONGEST_NAME: usize = 64;

/// Most integers of a list: sixteen times the vertices of a file.
const MOST_INTEGERS: usize = 1 << 20;

/// Returns the atoms of a chunk without its strings.
pub(crate) fn words<'a>(tree: &'a Tree<'a>, chunk: &'a Chunk<'a>) -> impl Iterator<Item = Atom<'a>> {
    tree.atoms(chunk).filter(|atom| !atom.quoted)
}

#[cfg(test)]
#[cfg(feature = "std")]
mod tests {
    use super::nearest;

    #[test]
    fn names_with_typing_errors_have_a_nearest_name() {
        assert_eq!(nearest("Bone", ["Bones", "Polygons"]), Some("Bones"));
        assert_eq!(nearest("poligons", ["Bones", "Polygons"]), Some("Polygons"));
        assert_eq!(nearest("quux", ["Bones", "Polygons"]), None);
    }
}
