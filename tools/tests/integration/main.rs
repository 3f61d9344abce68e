//! Tests of the program `keitai` from outside.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)] // errors fail the test

mod check;
mod command_line;
mod commands;
mod docs;
mod escapes;
mod licences;
mod limits;
mod new;
mod pictures;
mod program;
mod setup;
