//! OBJ and MTL: writes a figure in one posture, and reads models.

mod material;
mod model;
mod read;
mod write;

pub use read::read;
pub use write::{ActionFrame, write};
