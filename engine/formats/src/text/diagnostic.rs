//! What can be wrong with a source text: rules with stable codes, findings, and the policy that weighs them.

use super::{LineIndex, Span};
use std::fmt;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is lost.
    Note,
    /// Something was assumed, dropped or is doubtful.
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

/// What the vendor's converter does in the same case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vendor {
    /// Writes a file in silence, with content that its rules predict.
    Writes,
    /// Refuses the text, crashes or hangs.
    Refuses,
    /// Writes a file in silence, with content that nothing predicts.
    Garbage,
    /// Unknown, or differs from case to case.
    Unknown,
}

/// One thing that can be wrong: a stable code, its usual weight, and an explanation for the curious.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The code, for example "T004". Never reused for anything else.
    pub code: &'static str,
    /// Weight unless a [`Policy`] says otherwise.
    pub severity: Severity,
    /// What the vendor's converter does.
    pub vendor: Vendor,
    /// A few words.
    pub title: &'static str,
    /// What it means and what to do about it.
    pub explanation: &'static str,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that was broken.
    pub rule: &'static Rule,
    /// Its weight here.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What, with the offending value and the allowed range.
    pub message: String,
    /// What was done about it, or what to do.
    pub note: Option<String>,
    /// Another place that belongs to it, and what is there.
    pub related: Option<(Span, String)>,
}

impl Diagnostic {
    /// A finding with its rule's usual weight.
    pub fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self { rule, severity: rule.severity, span, message: message.into(), note: None, related: None }
    }

    /// Adds what was done about it.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Adds another place.
    pub fn with_related(mut self, span: Span, what: impl Into<String>) -> Self {
        self.related = Some((span, what.into()));
        self
    }

    /// One line: `file:line:column: error[T004]: message (note)`.
    pub fn one_line(&self, file: &str, lines: &LineIndex<'_>) -> String {
        let position = lines.position(self.span.start);
        let note = self.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        format!("{file}:{position}: {}[{}]: {}{note}", self.severity, self.rule.code, self.message)
    }
}

/// Which findings count as errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Policy {
    /// Warnings are errors.
    pub strict: bool,
    /// Take the vendor's decisions: what its converter refuses is an error, what it writes by a known rule is not.
    pub vendor: bool,
}

impl Policy {
    /// The weight of a finding under this policy.
    pub fn weigh(self, diagnostic: &Diagnostic) -> Severity {
        let vendor = match (self.vendor, diagnostic.rule.vendor, diagnostic.severity) {
            (true, Vendor::Refuses, Severity::Warning) => Severity::Error,
            (true, Vendor::Writes, Severity::Error) => Severity::Warning,
            (_, _, severity) => severity,
        };
        if self.strict && vendor == Severity::Warning { Severity::Error } else { vendor }
    }

    /// Applies the policy to findings.
    pub fn apply(self, diagnostics: &mut [Diagnostic]) {
        for diagnostic in diagnostics {
            diagnostic.severity = self.weigh(diagnostic);
        }
    }
}

/// How many findings of one rule are kept; more of the same help nobody and may fill the memory.
const KEPT_PER_RULE: usize = 20;

/// Collects findings; of each rule the first twenty, and a count of the others.
#[derive(Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
    counts: Vec<(&'static Rule, usize)>,
}

impl Diagnostics {
    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let known = self.counts.iter_mut().find(|(rule, _)| std::ptr::eq(*rule, diagnostic.rule));
        let count = match known {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.counts.push((diagnostic.rule, 1));
                1
            }
        };
        if count <= KEPT_PER_RULE {
            self.found.push(diagnostic);
        }
    }

    /// Whether further findings of a rule are only counted, so that their messages need no work.
    pub fn counts_only(&self, rule: &'static Rule) -> bool {
        self.counts.iter().any(|(known, count)| std::ptr::eq(*known, rule) && *count >= KEPT_PER_RULE)
    }

    /// Whether there are no findings.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether any finding is an error under `policy`.
    pub fn has_errors(&self, policy: Policy) -> bool {
        self.found.iter().any(|diagnostic| policy.weigh(diagnostic) == Severity::Error)
    }

    /// The findings in text order, with a note where some were left out.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        for (rule, count) in self.counts {
            if count <= KEPT_PER_RULE {
                continue;
            }
            if let Some(last) = self.found.iter_mut().rev().find(|diagnostic| std::ptr::eq(diagnostic.rule, rule)) {
                let more = format!("and {} more of the same", count - KEPT_PER_RULE);
                last.note = Some(last.note.take().map_or(more.clone(), |note| format!("{note}; {more}")));
            }
        }
        self.found.sort_by_key(|diagnostic| diagnostic.span.start);
        self.found
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

    static REFUSED: Rule =
        Rule { code: "X1", severity: Severity::Warning, vendor: Vendor::Refuses, title: "", explanation: "" };
    static WRITTEN: Rule =
        Rule { code: "X2", severity: Severity::Error, vendor: Vendor::Writes, title: "", explanation: "" };

    #[test]
    fn policies_move_the_weight_in_both_directions() {
        let refused = Diagnostic::new(&REFUSED, Span::NONE, "");
        let written = Diagnostic::new(&WRITTEN, Span::NONE, "");
        let vendor = Policy { vendor: true, strict: false };
        assert_eq!(Policy::default().weigh(&refused), Severity::Warning);
        assert_eq!(vendor.weigh(&refused), Severity::Error);
        assert_eq!(Policy::default().weigh(&written), Severity::Error);
        assert_eq!(vendor.weigh(&written), Severity::Warning);
        assert_eq!(Policy { vendor: false, strict: true }.weigh(&refused), Severity::Error);
    }

    #[test]
    fn a_flood_of_one_kind_is_counted_not_kept() {
        let mut diagnostics = Diagnostics::default();
        (0..1000).for_each(|_| diagnostics.push(Diagnostic::new(&REFUSED, Span::NONE, "")));
        assert!(diagnostics.counts_only(&REFUSED) && !diagnostics.counts_only(&WRITTEN));
        let found = diagnostics.finish();
        assert_eq!(found.len(), 20);
        assert_eq!(found[19].note.as_deref(), Some("and 980 more of the same"));
    }
}
