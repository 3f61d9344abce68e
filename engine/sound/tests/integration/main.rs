//! Tests of the public interface.
#![allow(clippy::unwrap_used, clippy::panic)]

mod bytes;
mod hostile;
mod midi;
mod mixer;
mod tones;
mod wave;
