//! OBJ and MTL: a figure in one posture written, and models read.

mod read;
mod write;

pub use read::read;
pub use write::{ActionFrame, write};
