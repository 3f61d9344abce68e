//! How primitives and command lists are read.

use serde::{Deserialize, Serialize};

choice!(
    /// Data of sprites that declare no parameters.
    SpriteNoneBlock {
        /// None.
        NoBlock,
        /// Eight per sprite.
        EightPerSprite,
    }
);
choice!(
    /// Bits 0x1000 or 0x2000 alone on a polygon.
    TexcoordPartialBits {
        /// No texture coordinates.
        NoCoordinates,
        /// The same as both.
        AsCoordinates,
    }
);
choice!(
    /// The diagonal at which a primitive quad A, B, C, D is split.
    PrimQuadDiagonal {
        /// B to D.
        BD,
        /// A to C.
        AC,
    }
);
choice!(
    /// The centre set by a command list.
    ListCenter {
        /// The call's x and y are added.
        PlusCallXY,
        /// The centre is absolute.
        Absolute,
    }
);
choice!(
    /// The four numbers of CLIP in a command list.
    ListClip {
        /// Left, top, right and bottom.
        Edges,
        /// Left, top, width and height.
        Size,
    }
);
choice!(
    /// Texture or transform number outside the array in a command list.
    ListBadIndex {
        /// An error.
        Error,
        /// No texture; the identity.
        Null,
        /// Changes nothing.
        Ignore,
    }
);
