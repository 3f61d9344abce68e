//! The program of docs/bac.md: `cargo run -p keitai-guide --example track_text target/track.bac`.

include!(concat!(env!("OUT_DIR"), "/track_text.rs"));
