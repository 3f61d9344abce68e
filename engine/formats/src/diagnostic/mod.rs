//! Diagnostics: everything that a reader, a conversion or a check reports about a file.
//!
//! A [`Rule`] has a stable code. A [`Diagnostic`] is one case of a rule in one file. A [`Report`] is a document
//! together with its diagnostics. A [`Policy`] decides which diagnostics are errors.

mod collector;
mod message;
mod rule;
pub mod rules;

pub use collector::Diagnostics;
#[doc(hidden)]
pub use message::counted;
pub use message::{Items, Location, escaped, is_unsafe};
pub use rule::{Policy, Rule, Vendor};

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::span::Lines;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information; nothing is lost.
    Note,
    /// Something was assumed or dropped, or is doubtful.
    Warning,
    /// No output can be trusted.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One case of a [`Rule`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Code and title of the problem.
    pub rule: &'static Rule,
    /// The rule's severity, unless a policy or an option changed it.
    pub severity: Severity,
    /// Place in the file.
    pub location: Location,
    /// Numbers of the action, bone, polygon and so on that the message is about.
    pub items: Items,
    /// The problem, with the offending value and the allowed range.
    pub message: String,
    /// The remedy that was applied, or a hint.
    pub note: Option<String>,
    /// A second place that belongs to the problem, and a label for it.
    pub related: Option<(Location, String)>,
}

impl Diagnostic {
    /// Makes a diagnostic with its rule's severity.
    pub fn new(rule: &'static Rule, location: impl Into<Location>, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            location: location.into(),
            items: Items::default(),
            message: message.into(),
            note: None,
            related: None,
        }
    }

    /// Sets the remedy or hint.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets a second place and its label.
    #[must_use]
    pub fn with_related(mut self, location: impl Into<Location>, label: impl Into<String>) -> Self {
        self.related = Some((location.into(), label.into()));
        self
    }

    /// Sets the numbers of the items that the message is about.
    #[must_use]
    pub fn with_items(mut self, items: Items) -> Self {
        self.items = items;
        self
    }

    /// Makes the diagnostic a warning where an option allows its case.
    #[must_use]
    pub fn allowed_if(mut self, allowed: bool) -> Self {
        if allowed {
            self.severity = Severity::Warning;
        }
        self
    }

    /// Returns whether the diagnostic is a case of `rule`.
    pub fn is(&self, rule: &Rule) -> bool {
        self.rule.code == rule.code
    }
}

/// `3:1: error[T004]: message (note)`, without the location when the document as a whole is meant. Message and note are
/// [`escaped`].
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.location != Location::Document {
            write!(f, "{}: ", self.location)?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.rule.code, escaped(&self.message))?;
        self.note.as_ref().map_or(Ok(()), |note| write!(f, " ({})", escaped(note)))
    }
}

/// A document and the diagnostics of the file it came from, ordered by location.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report<T> {
    /// The document. Functions that can fail for a reason that has a code return `Report<Option<T>>`: the document is
    /// then missing when a diagnostic is an error.
    pub document: T,
    /// Findings about the file, ordered by location.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Report<T> {
    /// Pairs a document with diagnostics that are ordered by location.
    pub fn new(document: T, diagnostics: Vec<Diagnostic>) -> Self {
        Self { document, diagnostics }
    }

    /// Changes the document and keeps the diagnostics.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Report<U> {
        Report { document: change(self.document), diagnostics: self.diagnostics }
    }

    /// Weighs the diagnostics under a policy. The document is missing when one of them is an error.
    pub fn under(mut self, policy: Policy) -> Report<Option<T>> {
        policy.apply(&mut self.diagnostics);
        let failed = self.has_errors();
        self.map(|document| (!failed).then_some(document))
    }

    /// Replaces the spans of a text by lines and columns.
    #[must_use]
    pub fn with_lines(mut self, text: &[u8]) -> Self {
        let start = |location: &Location| match location {
            Location::Span(span) => Some(span.start),
            _ => None,
        };
        let places = self.diagnostics.iter_mut().flat_map(|diagnostic| {
            let related = diagnostic.related.as_mut().map(|(location, _)| location);
            core::iter::once(&mut diagnostic.location).chain(related)
        });
        let mut places: Vec<(u32, &mut Location)> = places.filter_map(|place| Some((start(place)?, place))).collect();
        places.sort_unstable_by_key(|(start, _)| *start);
        let mut lines = Lines::new(text);
        for (start, place) in places {
            *place = Location::Line(lines.position(start));
        }
        self
    }

    /// Returns the diagnostics of a severity.
    pub fn of(&self, severity: Severity) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(move |diagnostic| diagnostic.severity == severity)
    }

    /// Returns whether a diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.of(Severity::Error).next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn a_report_shows_lines_and_columns_once_it_knows_the_text() {
        let span = |start, end| Span { start, end };
        let diagnostic =
            Diagnostic::new(&rules::COUNT, span(5, 6), "two").with_related(span(0, 1), "one").with_note("n");
        let report = Report::new((), vec![diagnostic]).with_lines(b"ab\ncde");
        assert_eq!(report.diagnostics[0].to_string(), "2:3: error[K006]: two (n)");
        assert_eq!(report.diagnostics[0].related.as_ref().unwrap().0.to_string(), "1:1");
        assert!(report.has_errors());
    }
}
