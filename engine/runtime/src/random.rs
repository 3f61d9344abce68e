//! Random numbers that are the same on every machine: SplitMix64 with its published constants.

/// A generator of random numbers. The same seed gives the same numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Returns the generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the seed that continues with the next number.
    pub(crate) fn state(&self) -> u64 {
        self.state
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `limit`; 0 when `limit` is 0. The bias is below 2^-32.
    pub fn below(&mut self, limit: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// Returns a number in `low..=high`; `low` when `high` is smaller.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        if high < low {
            return low;
        }
        let count = u64::from(high.abs_diff(low)) + 1;
        low.wrapping_add((((self.bits() >> 32) * count) >> 32) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_of_seed_1234567_are_the_published_ones() {
        let mut random = Random::new(1_234_567);
        assert_eq!(
            [0; 3].map(|_| random.bits()),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn numbers_reach_their_bounds_and_stay_in_them() {
        let mut random = Random::new(1);
        let mut seen = [0; 4];
        for _ in 0..400 {
            seen[(random.between(-1, 2) + 1) as usize] += 1;
            assert!(random.below(3) < 3);
        }
        assert!(seen.iter().all(|count| *count > 60), "{seen:?}");
        assert_eq!((random.below(0), random.between(5, 4)), (0, 5));
        assert!((i32::MIN..=i32::MAX).contains(&random.between(i32::MIN, i32::MAX)));
    }
}
