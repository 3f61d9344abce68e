//! Rules, and the macro that declares a table of them.

use super::Severity;

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
