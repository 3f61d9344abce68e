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

/// One kind of problem, with a stable code.
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
    /// Cause, and the vendor's reaction where it matters.
    pub cause: &'static str,
    /// An input that breaks the rule.
    pub example: &'static str,
    /// Advice on mending the input.
    pub remedy: &'static str,
}

/// Declares a table of [`Rule`]s: name, code, severity, [`Vendor`], title, cause, example, remedy. Makes a static per
/// rule, and `ALL`, the list of them.
#[macro_export]
macro_rules! rules {
    ($($name:ident: $code:literal, $severity:ident, $vendor:ident, $title:literal,
       cause: $cause:literal, example: $example:literal, remedy: $remedy:literal;)*) => {
        $(
            #[doc = $title]
            pub static $name: $crate::Rule = $crate::Rule {
                code: $code,
                severity: $crate::Severity::$severity,
                vendor: $crate::Vendor::$vendor,
                title: $title,
                cause: $cause,
                example: $example,
                remedy: $remedy,
            };
        )*
        /// All rules of this table, by code.
        pub static ALL: &[&$crate::Rule] = &[$(&$name),*];
    };
}
