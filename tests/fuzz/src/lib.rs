//! Parts that all targets share: the choice of a target, a ceiling for memory, and small files.

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

/// Reads an input of the fuzzer. A panic is a finding.
pub type Target = fn(&[u8]);

/// Returns the target that the environment variable `KEITAI_FUZZ_TARGET` names.
///
/// # Panics
/// When a program has no such target.
pub fn chosen(targets: &[(&str, Target)]) -> Target {
    let name = std::env::var("KEITAI_FUZZ_TARGET").unwrap_or_default();
    let target = targets.iter().find(|(known, _)| *known == name);
    target.unwrap_or_else(|| panic!("KEITAI_FUZZ_TARGET names no target of this program: {name:?}")).1
}
