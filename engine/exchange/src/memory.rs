//! Memory that readers may take.
//!
//! A reader takes from a [`Memory`] before it makes a buffer of more than [`SMALL`] bytes, and fails when that is more than what is
//! left. The buffer gives back what it took when it is dropped.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of the largest buffer that needs no memory of a [`Memory`].
pub const SMALL: usize = 64 << 10;

/// Bytes that all buffers of a command may have together. Clones share them.
#[derive(Debug, Clone)]
pub struct Memory(Arc<Share>);

#[derive(Debug)]
struct Share {
    most: AtomicU64,
    sum: AtomicU64,
}

/// Memory that could not be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lack {
    /// Bytes that were wanted.
    pub wanted: u64,
    /// Bytes that are left.
    pub rest: u64,
}

/// Memory that was taken, until this is dropped.
#[derive(Debug)]
pub struct Loan {
    memory: Memory,
    bytes: u64,
}

/// Bytes in memory that was taken for them.
pub struct Bytes {
    bytes: Vec<u8>,
    loan: Loan,
}

impl Memory {
    /// Memory of this many bytes.
    pub fn new(most: u64) -> Self {
        Self(Arc::new(Share { most: most.into(), sum: 0.into() }))
    }

    /// Memory for programs that limit the sizes of their inputs themselves.
    pub fn unlimited() -> Self {
        Self::new(u64::MAX)
    }

    /// Adds bytes to those that may be taken.
    pub fn grow(&self, bytes: u64) {
        let grown = |most: u64| Some(most.saturating_add(bytes));
        let _ = self.0.most.fetch_update(Ordering::Relaxed, Ordering::Relaxed, grown);
    }

    /// Takes memory for a buffer. It is an error when less is left.
    pub fn take(&self, size: u64) -> Result<Loan, Lack> {
        let bytes = if size > SMALL as u64 { size } else { 0 };
        let most = self.0.most.load(Ordering::Relaxed);
        let add = |sum: u64| sum.checked_add(bytes).filter(|sum| bytes == 0 || *sum <= most);
        match self.0.sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add) {
            Ok(_) => Ok(Loan { memory: self.clone(), bytes }),
            Err(sum) => Err(Lack { wanted: size, rest: most.saturating_sub(sum) }),
        }
    }

    /// Returns the bytes that are left.
    pub fn rest(&self) -> u64 {
        self.0.most.load(Ordering::Relaxed).saturating_sub(self.0.sum.load(Ordering::Relaxed))
    }

    /// Takes memory as [`Memory::take`] does, in place of a loan for less, which is given back first.
    pub fn renew(&self, loan: &mut Option<Loan>, bytes: u64) -> Result<(), Lack> {
        *loan = None;
        *loan = Some(self.take(bytes)?);
        Ok(())
    }

    /// Takes memory, as [`Memory::take`] does, for bytes that were read.
    pub fn hold(&self, bytes: Vec<u8>) -> Result<Bytes, Lack> {
        Ok(Bytes { loan: self.take(bytes.len() as u64)?, bytes })
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Lack {
    /// Returns the number of items of `each` bytes that the rest has room for.
    pub(crate) fn room(&self, each: usize) -> usize {
        usize::try_from(self.rest / each.max(1) as u64).unwrap_or(usize::MAX)
    }
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of memory, {} are left", self.wanted, self.rest)
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        self.memory.0.sum.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl Bytes {
    pub(crate) fn new(bytes: Vec<u8>, loan: Loan) -> Self {
        Self { bytes, loan }
    }

    /// Returns the memory that the bytes were taken from.
    pub fn memory(&self) -> &Memory {
        &self.loan.memory
    }

    /// Returns the bytes alone, and gives back their memory.
    pub fn into_vec(self) -> Vec<u8> {
        self.bytes
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, loan: Loan { memory: Memory::unlimited(), bytes: 0 } }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.fmt(f)
    }
}

impl<T: AsRef<[u8]> + ?Sized> PartialEq<T> for Bytes {
    fn eq(&self, other: &T) -> bool {
        self.bytes == other.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_taken_and_given_back() {
        let memory = Memory::new(200_000);
        let held = memory.hold(vec![1; 150_000]).unwrap();
        let lack = memory.take(70_000).unwrap_err();
        assert_eq!(lack.to_string(), "70000 bytes of memory, 50000 are left");
        assert!(memory.take(SMALL as u64).is_ok(), "small buffers are free");
        memory.grow(30_000);
        let second = memory.take(70_000).unwrap();
        assert_eq!(memory.take(70_000).unwrap_err().rest, 10_000);
        drop((held, second));
        assert!(memory.take(230_000).is_ok());
    }
}
