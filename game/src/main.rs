//! The command line and the sample game.

fn main() {}
