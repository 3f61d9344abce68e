//! The options of an import.

use keitai_convert::{Target, Tolerances};
use keitai_formats::{Bone, Rgb, Trailer};

use crate::memory::Memory;

/// Gives the bytes of a file beside the one that is read, by its name.
pub type Beside<'b> = &'b mut dyn FnMut(&str) -> Option<Vec<u8>>;

/// The options of an import.
#[derive(Debug, Clone)]
pub struct Options {
    /// Frames per second at which animations are sampled.
    pub fps: f64,
    /// Choice of the factor from the file's unit to model units.
    pub size: Size,
    /// Most triangles; more are simplified. Default: as many as 21,845 vertices give.
    pub triangles: Option<usize>,
    /// The palette of all textures. Default: the picture's own, or one that is made for it.
    pub palette: Option<Vec<Rgb>>,
    /// Spread the error of colours that a palette lacks over the pixels around.
    pub dither: bool,
    /// Every morph target is a pattern of its own. Default: the shape at rest alone.
    pub patterns: bool,
    /// Read objects whose names say that nobody sees them: colliders, and coarser levels of detail.
    pub hidden: bool,
    /// Divide faces that cover parts before them in the order of drawing, and choose their sort keys.
    pub split: bool,
    /// The bones of a figure, with their names. Only the animations of the file are read, as actions of these bones.
    pub bones: Option<Vec<(String, Bone)>>,
    /// Bounds for keys that are left out. Default: tracks that were exported and still fit stay as they were; others
    /// have bounds of 0.3 units, 0.02 % and 0.03 degrees.
    pub tolerances: Option<Tolerances>,
    /// The players that the files are for.
    pub target: Target,
    /// Let texels wrap at 128 for V2. Default: larger pictures are reduced.
    pub allow_uv_wrap: bool,
    /// Identifier and key at the end of the files.
    pub trailer: Option<Trailer>,
    /// Memory for pictures.
    pub memory: Memory,
}

/// Choice of the factor from the file's unit to model units.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Size {
    /// 100 units for a metre, or more or fewer where triangles would collapse or places would not fit 16 bits.
    Fitting,
    /// Units of the longest side at rest.
    Units(f64),
    /// Factor for 100 units a metre.
    Factor(f64),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            fps: 30.0,
            size: Size::Fitting,
            triangles: None,
            palette: None,
            dither: false,
            patterns: false,
            hidden: false,
            split: true,
            bones: None,
            tolerances: None,
            target: Target::default(),
            allow_uv_wrap: false,
            trailer: Some(Trailer::default()),
            memory: Memory::default(),
        }
    }
}
