//! Which texture and which texel.

use serde::{Deserialize, Serialize};

choice!(
    /// Texture groups that a selected texture applies to.
    SelectTexture {
        /// Texture group 0; other groups are not drawn.
        GroupZeroOnly,
        /// Every group.
        AllGroups,
        /// Nothing: groups keep their own.
        Ignore,
    }
);
choice!(
    /// A texture group without texture.
    MissingTextureGroup {
        /// Is not drawn.
        Skip,
        /// Is drawn white.
        DrawUntextured,
    }
);
choice!(
    /// Texel coordinates outside the picture.
    UvWrap {
        /// Wrap on the size padded to a power of two; the padding is index 0.
        Mask,
        /// u beyond the padded width spills into v.
        Spill,
        /// Stop at the edge in a polygon whose corners all lie inside the picture or on its far edges, or else as `Mask`.
        /// Coordinates have 8 bits: behind the last of 256 texels the first follows even so.
        EdgeThenMask,
        /// Stop at the edge.
        Clamp,
    }
);
choice!(
    /// Range of texture coordinates of primitives.
    PrimUvRange {
        /// The low 8 bits, but exactly 256 is the far edge.
        Keep256,
        /// The low 8 bits.
        LowByte,
    }
);
choice!(
    /// The far texture coordinates of a sprite.
    SpriteFarEdge {
        /// The edge behind the last texel.
        Exclusive,
        /// The edge before the given texel.
        InclusiveLast,
    }
);
choice!(
    /// The corners of a sprite.
    SpriteCorners {
        /// Odd sizes are kept; a turned corner is rounded once.
        Exact,
        /// Half the size, rounded down, to either side; each of the two products of a turned corner is rounded.
        WholeHalves,
    }
);
choice!(
    /// Sprites whose texture coordinates run backwards.
    SpriteMirror {
        /// Are drawn mirrored.
        Draw,
        /// Are not drawn.
        Drop,
    }
);
