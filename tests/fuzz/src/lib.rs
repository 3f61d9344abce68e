//! Parts that all targets share: a ceiling for memory, and small files.

pub mod content;
#[cfg(feature = "libfuzzer")]
pub mod made;

use std::alloc::System;

use cap::Cap;

/// The most memory that an input may take, bytes: 64 MiB and four times the largest input. More ends the program, which
/// libFuzzer reports as a finding.
const MOST_MEMORY: usize = (64 << 20) + 4 * 4096;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, MOST_MEMORY);
