//! Choice of the texture and of the texel.

use serde::{Deserialize, Serialize};

choice!(
    /// Texture groups that a selected texture applies to. Open: by the vendor's API documentation one texture of the
    /// set becomes that of the model.
    SelectTexture {
        /// Texture group 0; other groups are not drawn. Evidence: MascotME.
        GroupZeroOnly,
        /// Every group. Inferred: the documentation taken literally.
        AllGroups,
        /// Nothing: groups keep their own. Evidence: JL-Mod.
        Ignore,
    }
);
choice!(
    /// A texture group without texture.
    MissingTextureGroup {
        /// Is not drawn. Evidence: MascotME.
        Skip,
        /// Is drawn white. Evidence: JL-Mod, which binds no texture.
        DrawUntextured,
    }
);
choice!(
    /// Texel coordinates outside the picture.
    UvWrap {
        /// Wrap on the size padded to a power of two; the padding is index 0. Evidence: the vendor's viewer.
        Mask,
        /// u beyond the padded width spills into v. Evidence: MascotME.
        Spill,
        /// Stop at the edge in a polygon whose corners all lie inside the picture or on its far edges, or else as `Mask`.
        /// Coordinates have 8 bits: behind the last of 256 texels the first follows even so. Inferred: content gives
        /// the far edge both as the size and as the size less one.
        EdgeThenMask,
        /// Stop at the edge. Evidence: JL-Mod.
        Clamp,
    }
);
choice!(
    /// Range of texture coordinates of primitives.
    PrimUvRange {
        /// The low 8 bits, but exactly 256 is the far edge. Open: no known content reaches 256.
        Keep256,
        /// The low 8 bits. Evidence: MascotME, and JL-Mod, by how they store coordinates.
        LowByte,
    }
);
choice!(
    /// The far texture coordinates of a sprite. Open: the samples' 0..80 and other content's 96..127 stand for either.
    SpriteFarEdge {
        /// The edge behind the last texel. Evidence: MascotME.
        Exclusive,
        /// The edge before the given texel. Evidence: JL-Mod.
        InclusiveLast,
    }
);
choice!(
    /// The corners of a sprite.
    SpriteCorners {
        /// Odd sizes are kept; a turned corner is rounded once. Inferred: the exact form.
        Exact,
        /// Half the size, rounded down, to either side; each of the two products of a turned corner is rounded.
        /// Evidence: MascotME's pictures.
        WholeHalves,
    }
);
choice!(
    /// Sprites whose texture coordinates run backwards.
    SpriteMirror {
        /// Are drawn mirrored. Evidence: JL-Mod.
        Draw,
        /// Are not drawn. Evidence: MascotME.
        Drop,
    }
);
