//! Recorded results: compared, or recorded again when `KEITAI_BLESS` is set to anything but 0.

use std::fs;
use std::path::PathBuf;

/// Returns whether this run records instead of comparing.
pub fn blessing() -> bool {
    std::env::var_os("KEITAI_BLESS").is_some_and(|value| value != "0" && !value.is_empty())
}

/// A recorded text of one result per line, in the folder `data` of this package.
pub struct Record(PathBuf);

impl Record {
    /// Returns the record with this file name.
    pub fn new(name: &str) -> Self {
        Self(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(name))
    }

    /// Compares with the record, or replaces it when blessing.
    ///
    /// # Panics
    /// When a line differs, naming all that do.
    pub fn check(&self, found: &str) {
        if blessing() {
            fs::write(&self.0, found).unwrap_or_else(|e| panic!("{}: {e}", self.0.display()));
            return;
        }
        let recorded = fs::read_to_string(&self.0).unwrap_or_else(|e| panic!("{}: {e}", self.0.display()));
        let gone = recorded.lines().filter(|line| !found.lines().any(|other| other == *line));
        let new = found.lines().filter(|line| !recorded.lines().any(|other| other == *line));
        let differences: Vec<String> =
            gone.map(|line| format!("recorded: {line}")).chain(new.map(|line| format!("found:    {line}"))).collect();
        assert!(differences.is_empty(), "{}:\n{}", self.0.display(), differences.join("\n"));
    }
}
