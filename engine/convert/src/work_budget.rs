//! A limit for work that hostile input could make endless.

/// How much work may still be done; the unit is a value looked at.
#[derive(Debug)]
pub(crate) struct WorkBudget(u64);

impl WorkBudget {
    /// What thinning out an action, or the way back of a file, may take: some seconds, and far more than any content of a
    /// phone needs.
    pub(crate) const USUAL: u64 = 300_000_000;

    /// This much.
    pub(crate) fn new(work: u64) -> Self {
        Self(work)
    }

    /// Whether this much more may be done.
    pub(crate) fn spend(&mut self, work: usize) -> bool {
        let left = self.0.checked_sub(work as u64);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether nothing is left.
    pub(crate) fn is_spent(&self) -> bool {
        self.0 == 0
    }
}
