//! Reports: documents with their diagnostics, the collection of diagnostics while a document is made, and the policy
//! that decides which of them are errors.

use super::{Diagnostic, Items, Location, Rule, Severity, Vendor};
use crate::span::Lines;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

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

/// Decides which diagnostics are errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Policy {
    /// Warnings are errors.
    pub strict: bool,
    /// Decide as the vendor's converter does: an input that it refuses is an error, an input that it writes by a known
    /// rule is not.
    pub vendor: bool,
}

impl Policy {
    /// Returns the severity of a diagnostic under this policy.
    pub fn weigh(self, diagnostic: &Diagnostic) -> Severity {
        let vendor = match (self.vendor, diagnostic.rule.vendor, diagnostic.severity) {
            (true, Vendor::Refuses, Severity::Warning) => Severity::Error,
            (true, Vendor::Writes, Severity::Error) => Severity::Warning,
            (_, _, severity) => severity,
        };
        if self.strict && vendor == Severity::Warning { Severity::Error } else { vendor }
    }

    /// Applies the policy to diagnostics.
    pub fn apply(self, diagnostics: &mut [Diagnostic]) {
        for diagnostic in diagnostics {
            diagnostic.severity = self.weigh(diagnostic);
        }
    }
}

/// Diagnostics usually kept per rule. More of them would not help, and could fill the memory.
const KEPT_PER_RULE: usize = 20;

/// Collects diagnostics: of each rule and severity the first twenty, if not told otherwise, and a count of the others.
#[derive(Debug)]
pub struct Diagnostics {
    /// Notes and warnings kept per rule.
    most: usize,
    list: Vec<Diagnostic>,
    /// Diagnostics of each rule, by its code, and severity.
    counts: BTreeMap<(&'static str, Severity), usize>,
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self::keeping(KEPT_PER_RULE)
    }
}

impl Diagnostics {
    /// Begins a collection that keeps at most this many notes and warnings per rule.
    pub fn keeping(most: usize) -> Self {
        Self { most, list: Vec::new(), counts: BTreeMap::new() }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.push_as(diagnostic.rule, diagnostic.severity, || diagnostic);
    }

    /// Adds a diagnostic about the document as a whole.
    pub fn report(&mut self, rule: &'static Rule, message: impl Into<String>) {
        self.push(Diagnostic::new(rule, Location::Document, message));
    }

    /// Adds a diagnostic about items of the document.
    pub fn report_about(&mut self, items: Items, rule: &'static Rule, message: impl Into<String>) {
        self.push(Diagnostic::new(rule, Location::Document, message).with_items(items));
    }

    /// Adds a diagnostic of `rule`, which is only made when it is kept.
    pub(crate) fn push_as(&mut self, rule: &'static Rule, severity: Severity, make: impl FnOnce() -> Diagnostic) {
        let most = self.most(severity);
        let count = self.counts.entry((rule.code, severity)).or_default();
        *count += 1;
        if *count <= most {
            self.list.push(make());
        }
    }

    fn most(&self, severity: Severity) -> usize {
        if severity == Severity::Error { KEPT_PER_RULE } else { self.most }
    }

    /// Returns whether further diagnostics of a rule are only counted.
    pub fn counts_only(&self, rule: &'static Rule) -> bool {
        self.counts.get(&(rule.code, rule.severity)).is_some_and(|count| *count >= self.most(rule.severity))
    }

    /// Returns whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns whether any diagnostic is an error under `policy`.
    pub fn has_errors(&self, policy: Policy) -> bool {
        self.list.iter().any(|diagnostic| policy.weigh(diagnostic) == Severity::Error)
    }

    /// Ends the collection: returns a document with the diagnostics, ordered by location.
    pub fn into_report<T>(self, document: T) -> Report<T> {
        Report { document, diagnostics: self.finish() }
    }

    /// Returns the diagnostics by location. Where some were left out, a note gives their number.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        for ((code, severity), count) in core::mem::take(&mut self.counts) {
            let more = count.saturating_sub(self.most(severity));
            let is_own = |finding: &&mut Diagnostic| finding.rule.code == code && finding.severity == severity;
            if let Some(last) = self.list.iter_mut().rev().find(is_own).filter(|_| more > 0) {
                let more = format!("and {more} more of the same");
                last.note = Some(match &last.note {
                    Some(note) => format!("{note}; {more}"),
                    None => more,
                });
            }
        }
        self.list.sort_by_key(|diagnostic| diagnostic.location);
        self.list
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::rules;
    use crate::span::Span;
    use crate::text::rules::{BONE_NAME_MISSING as REFUSED, NUMBER_PREFIX as WRITTEN};

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

    #[test]
    fn policies_raise_and_lower_the_severity() {
        let refused = Diagnostic::new(&REFUSED, Location::Document, "");
        let written = Diagnostic::new(&WRITTEN, Location::Document, "");
        let vendor = Policy { vendor: true, strict: false };
        assert_eq!(Policy::default().weigh(&refused), Severity::Warning);
        assert_eq!(vendor.weigh(&refused), Severity::Error);
        assert_eq!(Policy::default().weigh(&written), Severity::Error);
        assert_eq!(vendor.weigh(&written), Severity::Warning);
        assert_eq!(Policy { vendor: false, strict: true }.weigh(&refused), Severity::Error);
    }

    #[test]
    fn a_thousand_of_one_rule_are_counted_not_kept() {
        let mut diagnostics = Diagnostics::default();
        let one = || Diagnostic::new(&rules::PAD_BITS, Location::Document, "");
        (0..1000).for_each(|_| diagnostics.push(one()));
        assert!(diagnostics.counts_only(&rules::PAD_BITS) && !diagnostics.counts_only(&rules::UNSEEN));
        let list = diagnostics.finish();
        assert_eq!(list.len(), 20);
        assert_eq!(list[19].note.as_deref(), Some("and 980 more of the same"));
    }

    #[test]
    fn errors_are_kept_beside_the_only_warning() {
        let mut diagnostics = Diagnostics::keeping(1);
        let one = |severity| Diagnostic { severity, ..Diagnostic::new(&rules::PAD_BITS, Location::Document, "") };
        diagnostics.extend([Severity::Warning, Severity::Error, Severity::Warning, Severity::Error].map(one));
        let list = diagnostics.finish();
        let list: Vec<_> = list.iter().map(|finding| (finding.severity, finding.note.as_deref())).collect();
        let errors = [(Severity::Error, None); 2];
        assert_eq!(list, [&[(Severity::Warning, Some("and 1 more of the same"))][..], &errors].concat());
    }
}
