//! Every section of every binary format, from bytes written out by hand. A module has the name of the module under
//! test.

mod bck;
mod bmp;
mod bones;
mod colour;
mod header;
mod labelled;
mod mtra;
mod normals;
mod revised;
mod sniff;
mod swap;
mod textured;
mod tracks;
mod trailer;
mod vertices;
mod writer;
