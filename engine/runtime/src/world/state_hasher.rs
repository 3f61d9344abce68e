//! Hash of one entity's state for the digest of a world.

use xxhash_rust::xxh3::Xxh3;

/// XXH3 of 32-bit numbers, with the entity's number as the seed.
pub(super) struct StateHasher(Xxh3);

impl StateHasher {
    /// Returns a hasher without numbers.
    pub(super) fn new(seed: u64) -> Self {
        Self(Xxh3::with_seed(seed))
    }

    /// Adds a number, least significant byte first.
    pub(super) fn write(&mut self, number: i32) {
        self.0.update(&number.to_le_bytes());
    }

    /// Returns the hash of the numbers.
    pub(super) fn digest(&self) -> u64 {
        self.0.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh3::xxh3_64_with_seed;

    #[test]
    fn every_number_counts_however_many_there_are() {
        let hash = |numbers: &[i32]| {
            let mut hasher = StateHasher::new(7);
            numbers.iter().for_each(|number| hasher.write(*number));
            hasher.digest()
        };
        // XXH3 hashes up to 16, 128, 240 and more bytes in different ways.
        for count in [0, 1, 4, 24, 25, 60, 61, 1000] {
            let numbers: Vec<i32> = (0..count).collect();
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            assert_eq!(hash(&numbers), xxh3_64_with_seed(&bytes, 7), "{count} numbers");
            let mut other = numbers.clone();
            if let Some(last) = other.last_mut() {
                *last ^= 1;
                assert_ne!(hash(&other), hash(&numbers), "the last of {count} numbers");
            }
        }
    }
}
