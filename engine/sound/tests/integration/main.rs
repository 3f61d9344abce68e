//! Tests of the public interface.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bytes;
mod files;
mod hostile;
mod midi;
mod mixer;
mod tones;
mod wave;
