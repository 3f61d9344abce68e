//! Hash of the state of entities, and of the state that a game keeps besides the world.

use std::hash::Hasher;

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A hasher of a game's own state, for [`Hash`](std::hash::Hash). The same values give the same hash on every machine, with
/// two exceptions, because `Hash` hands a list of numbers over as the bytes that the machine stores: lists of `usize` and
/// `isize`, which browsers and other machines of 32 bits store in 32 bits, and lists of numbers of several bytes on the rare
/// machines that store the most significant byte first.
#[derive(Debug, Default)]
pub struct GameHasher {
    /// All that was added. A hash of few bytes is much faster when it is computed at once.
    bytes: Vec<u8>,
    /// `None` until something is added.
    seed: Option<u64>,
}

impl GameHasher {
    /// Begins the hash of one of many entities. Without numbers it is not 0.
    pub(crate) fn restart(&mut self, seed: u64) {
        self.bytes.clear();
        self.seed = Some(seed);
    }
}

/// Adds numbers, least significant byte first, and `usize` in 64 bits.
macro_rules! write_numbers {
    ($($name:ident: $number:ty as $width:ty),*) => {
        $(fn $name(&mut self, number: $number) {
            self.write(&(number as $width).to_le_bytes());
        })*
    };
}

impl Hasher for GameHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.seed.get_or_insert(0);
        self.bytes.extend_from_slice(bytes);
    }

    write_numbers! {
        write_u8: u8 as u8, write_u16: u16 as u16, write_u32: u32 as u32, write_u64: u64 as u64, write_usize: usize as u64,
        write_i8: i8 as i8, write_i16: i16 as i16, write_i32: i32 as i32, write_i64: i64 as i64, write_isize: isize as i64
    }

    /// Returns the hash; 0 when nothing was added.
    fn finish(&self) -> u64 {
        self.seed.map_or(0, |seed| xxh3_64_with_seed(&self.bytes, seed))
    }
}

#[cfg(test)]
mod tests {
    use std::hash::Hash;

    use super::*;
    use xxhash_rust::xxh3::xxh3_64;

    #[test]
    fn numbers_are_hashed_the_same_on_every_machine() {
        let mut hasher = GameHasher::default();
        assert_eq!(hasher.finish(), 0);
        (0x0102_u16, -2_i32, 3_usize, "ab").hash(&mut hasher);
        let bytes = [2, 1, 0xFE, 0xFF, 0xFF, 0xFF, 3, 0, 0, 0, 0, 0, 0, 0, b'a', b'b', 0xFF];
        assert_eq!(hasher.finish(), xxh3_64(&bytes));
        hasher.restart(7);
        assert_eq!(hasher.finish(), xxh3_64_with_seed(&[], 7));
    }
}
