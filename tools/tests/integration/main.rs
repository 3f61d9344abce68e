//! Tests of the program `keitai` from outside.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // errors fail the test

mod check;
mod command_line;
mod companions;
mod conversion;
mod docs;
mod doors;
mod escapes;
mod exchange;
mod folders;
mod inputs;
mod kinds;
mod licences;
mod limits;
mod new;
mod options;
mod outputs;
mod pictures;
mod program;
mod setup;
