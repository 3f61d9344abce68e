//! Numbers of things in messages.

use alloc::string::String;
use core::fmt::Display;

/// Returns a number of things, such as "1 bone" or "2 bones". `thing` is the word for one; of words in `ex` the plural
/// ends in `ices`.
///
/// ```
/// # use keitai_formats::counted;
/// assert_eq!([counted(1, "vertex"), counted(2, "vertex")], ["1 vertex", "2 vertices"]);
/// assert_eq!([counted(0_u64, "key"), counted(1_u64, "key")], ["0 keys", "1 key"]);
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    match thing.strip_suffix("ex") {
        _ if count == N::from(1) => format!("{count} {thing}"),
        Some(stem) => format!("{count} {stem}ices"),
        None => format!("{count} {thing}s"),
    }
}
