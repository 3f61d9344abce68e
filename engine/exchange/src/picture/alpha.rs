//! The values of alpha in a picture.

/// The number of pixels of each value of alpha in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Alphas([u32; 256]);

impl Alphas {
    pub(crate) fn of(counts: [u32; 256]) -> Self {
        Self(counts)
    }

    /// Returns the values that occur, from the lowest on, and their pixels.
    pub(crate) fn levels(&self) -> impl Iterator<Item = (u8, u32)> + '_ {
        (0..=u8::MAX).zip(self.0).filter(|(_, count)| *count > 0)
    }
}

impl FromIterator<u8> for Alphas {
    fn from_iter<T: IntoIterator<Item = u8>>(levels: T) -> Self {
        let mut counts = [0u32; 256];
        levels.into_iter().for_each(|level| counts[usize::from(level)] += 1);
        Self(counts)
    }
}
