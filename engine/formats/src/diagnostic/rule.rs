//! Rules, the macro that declares a table of them, and the policy that decides which diagnostics are errors.

use super::{Diagnostic, Severity};

/// Reaction of the vendor's converter to the same input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vendor {
    /// The converter writes a file without a message, with content that its rules predict.
    Writes,
    /// The converter refuses the text, crashes or hangs.
    Refuses,
    /// The converter writes a file without a message, with content that nothing predicts.
    Garbage,
    /// Unknown, or different from case to case.
    Unknown,
}

/// One kind of problem, with a stable code. `docs/diagnostics.md` has the cause, an example and a remedy for each.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The code, for example "T004". A code is never reused for another rule.
    pub code: &'static str,
    /// Severity unless a [`crate::Policy`] says otherwise.
    pub severity: Severity,
    /// Reaction of the vendor's converter.
    pub vendor: Vendor,
    /// The problem in a few words.
    pub title: &'static str,
}

/// Declares a table of [`Rule`]s: name, code, severity, [`Vendor`], title. Makes a static per rule, and `ALL`, the list of
/// them.
#[macro_export]
macro_rules! rules {
    ($($name:ident: $code:literal, $severity:ident, $vendor:ident, $title:literal;)*) => {
        $(
            #[doc = $title]
            pub static $name: $crate::Rule = $crate::Rule {
                code: $code,
                severity: $crate::Severity::$severity,
                vendor: $crate::Vendor::$vendor,
                title: $title,
            };
        )*
        /// All rules of this table, by code.
        pub static ALL: &[&$crate::Rule] = &[$(&$name),*];
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Location;
    use crate::text::rules::{BONE_NAME_MISSING as REFUSED, NUMBER_PREFIX as WRITTEN};

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
}
