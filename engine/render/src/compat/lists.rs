//! Reading of primitives and command lists.

use serde::{Deserialize, Serialize};

choice!(
    /// Data of sprites that declare no parameters.
    SpriteNoneBlock {
        /// None. Evidence: the sizes in the vendor's API documentation, and JL-Mod.
        NoBlock,
        /// Eight per sprite. Evidence: MascotME.
        EightPerSprite,
    }
);
choice!(
    /// Bits 0x1000 or 0x2000 alone on a polygon.
    TexcoordPartialBits {
        /// No texture coordinates. Evidence: the vendor's API documentation, which names both bits together only, and
        /// JL-Mod.
        NoCoordinates,
        /// The same as both. Evidence: MascotME.
        AsCoordinates,
    }
);
choice!(
    /// The diagonal at which a primitive quad A, B, C, D is split.
    PrimQuadDiagonal {
        /// B to D. Evidence: MascotME.
        BD,
        /// A to C. Evidence: JL-Mod.
        AC,
    }
);
choice!(
    /// The centre set by a command list.
    ListCenter {
        /// The call's x and y are added. Evidence: the vendor's API documentation, and MascotME.
        PlusCallXY,
        /// The centre is absolute. Evidence: JL-Mod.
        Absolute,
    }
);
choice!(
    /// The four numbers of CLIP in a command list.
    ListClip {
        /// Left, top, right and bottom. Evidence: the vendor's API documentation.
        Edges,
        /// Left, top, width and height. Evidence: MascotME.
        Size,
    }
);
choice!(
    /// Texture or transform number outside the array in a command list.
    ListBadIndex {
        /// An error. Evidence: the vendor's API documentation, by the calls that the commands stand for.
        Error,
        /// No texture; the identity. Evidence: MascotME.
        Null,
        /// Changes nothing. Evidence: JL-Mod.
        Ignore,
    }
);
