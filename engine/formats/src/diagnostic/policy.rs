//! The policy: which diagnostics are errors.

use super::{Diagnostic, Severity, Vendor};

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
