//! The values of alpha in a picture.

use keitai_formats::Picture;

/// The set of all values of alpha in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Alphas([bool; 256]);

impl Alphas {
    /// All pixels are opaque.
    pub(crate) const OPAQUE: Self = {
        let mut found = [false; 256];
        found[255] = true;
        Self(found)
    };

    pub(crate) fn of(picture: &Picture) -> Self {
        picture.pixels.iter().map(|[.., alpha]| *alpha).collect()
    }

    /// Returns the values from the lowest on.
    pub(crate) fn levels(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=u8::MAX).zip(&self.0).filter(|(_, found)| **found).map(|(level, _)| level)
    }
}

impl FromIterator<u8> for Alphas {
    fn from_iter<T: IntoIterator<Item = u8>>(levels: T) -> Self {
        let mut found = [false; 256];
        levels.into_iter().for_each(|level| found[usize::from(level)] = true);
        Self(found)
    }
}
