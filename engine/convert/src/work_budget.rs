//! A limit for work that hostile input could make endless.

/// The work that may still be done. The unit is one value examined.
#[derive(Debug)]
pub struct WorkBudget(pub(crate) u64);

impl WorkBudget {
    /// Returns the budget for reducing an action's keys or decompiling a file: some seconds, far more than phone content
    /// needs.
    pub(crate) fn usual() -> Self {
        Self(300_000_000)
    }

    /// Returns the budget for the keys of all bones of a baked animation: some seconds, far more than an action needs.
    pub fn bake() -> Self {
        Self(2 * Self::usual().0)
    }

    /// Takes work from the budget; false when too little is left.
    pub(crate) fn spend(&mut self, work: usize) -> bool {
        let rest = self.0.checked_sub(work as u64);
        self.0 = rest.unwrap_or(0);
        rest.is_some()
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.0 == 0
    }
}
