//! Collects diagnostics up to a number per rule.

use super::{Diagnostic, Items, Location, Policy, Report, Rule, Severity};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

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
