//! Errors of the renderer.

use alloc::boxed::Box;
use alloc::string::String;
use keitai_formats::diagnostic::counted;

/// Result of a renderer call.
pub type Result<T> = core::result::Result<T, Error>;

/// The reasons why something cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Error {
    /// A figure whose parts do not belong together: an index or a count leads outside it.
    #[error("{0}")]
    Figure(String),
    /// Bytes of a figure, an action table or a texture that are damaged, or a document that cannot be written.
    #[error(transparent)]
    Format(#[from] keitai_formats::Error),
    /// An action or a texture that is selected and does not exist.
    #[error("there is no {what} {index}, there are {count}")]
    Missing { what: &'static str, index: usize, count: usize },
    /// An action table for another number of bones.
    #[error("actions for {}, the figure has {expected}", counted(*found, "bone"))]
    Bones { found: usize, expected: usize },
    /// Polygons that are not drawn because their texture is not set.
    #[error("slot {slot} has no texture, {} not drawn", counted(*polygons, "polygon"))]
    NoTexture { slot: usize, polygons: usize },
    /// A projection with a parameter that is out of range.
    #[error("{what} is {found}, expected {expected}")]
    Projection { what: &'static str, found: i32, expected: &'static str },
    /// Polygons that cover more pixels than [`Renderer::limit_pixels`](crate::Renderer::limit_pixels) allows.
    #[error("the polygons of a picture cover more than {limit} pixels, which takes too long to draw")]
    TooManyPixels { limit: u64 },
    /// A sphere map of the wrong size.
    #[error("a sphere map is 64x64 texels, found {width}x{height}")]
    SphereSize { width: u16, height: u16 },
    /// A texture of the wrong size.
    #[error("a texture is at most 256x256 texels, found {width}x{height} with {texels} texels")]
    TextureSize {
        width: u16,
        height: u16,
        /// Length of the list of texels.
        texels: usize,
    },
    /// More letters than a texture has cells for.
    #[error("the alphabet has {}, expected at most {cells}, the cells of {}x{} texels in the texture", counted(*letters, "letter"), cell.0, cell.1)]
    Alphabet {
        letters: usize,
        cells: usize,
        /// Width and height of a cell.
        cell: (u8, u8),
    },
    /// A primitive command with impossible bits.
    #[error("primitive command {command:#010x}: expected {expected}")]
    Command { command: u32, expected: &'static str },
    /// Too few or too many primitives in one call.
    #[error("expected 1..=255 primitives, found {count}")]
    Count { count: usize },
    /// Primitives with less data than their command declares.
    #[error("{what}: expected {needed} integers, found {found}")]
    PrimitiveData {
        /// Name of the data: vertices, normals and so on.
        what: &'static str,
        found: usize,
        needed: usize,
    },
    /// A command list that does not begin as one.
    #[error("command list: expected 0xfe000001 as word 0, found {found:#010x}")]
    ListVersion { found: u32 },
    /// A word of a command list that is no command.
    #[error("command list, word {word}: expected a command, found {command:#010x}")]
    ListCommand {
        /// Position in the list, from 0.
        word: usize,
        command: u32,
    },
    /// A command list that ends inside a command.
    #[error("command list, word {word}: expected {needed} more words, found {found}")]
    ListEnd {
        /// Position of the command in the list, from 0.
        word: usize,
        needed: usize,
        found: usize,
    },
    /// A command of a list that is wrong in itself.
    #[error("command list, word {word}: {source}")]
    InList {
        /// Position of the command in the list, from 0.
        word: usize,
        source: Box<Error>,
    },
}
