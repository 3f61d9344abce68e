//! Tests of Tin Sumo: the rules without a picture, the screens, and the program from outside.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // errors fail the test

mod attract;
mod league;
mod records;
mod screens;
