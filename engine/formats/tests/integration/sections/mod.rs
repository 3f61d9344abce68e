//! Sections of the binary formats. Most cases are texts, which `files` reads.

mod bck;
mod bmp;
mod files;
mod header;
mod mtra;
mod sniff;
mod writer;
