//! Shade, toon and sphere maps.

use serde::{Deserialize, Serialize};

choice!(
    /// Light intensities outside 0..1.
    LightRange {
        /// As given.
        AsGiven,
        /// Ambient 0..=4096, directional 0..=16384.
        Clamp,
    }
);
choice!(
    /// From light to shade level.
    ShadeFormula {
        /// The light has length 1, and the axes of a bone are made orthogonal and of length 1. The intensity has 18 fraction
        /// bits, the shade 8; level = shade >> 3. Evidence: 83,198 of 83,200 levels of 1,280 normals under 32 turned bones
        /// in the vendor's viewer.
        S8,
        /// The light is brought to length 1 in every bone. Level = intensity >> 7, with 5 bits below it between vertices.
        /// Evidence: MascotME's pictures.
        I12,
    }
);
choice!(
    /// Product of a colour and a shade level 0..=31.
    ColourShade {
        /// `c * level / 255` in 5 bits, and as much in formats of more.
        Div255,
        /// `c * level / 31` in 8 bits, whose low ones are cut off in formats of fewer.
        Div31,
        /// As `Div31` for textures; colours `c * (level + 1) >> 5` when flat and `c * level >> 5` under Gouraud.
        Plus1Flat,
    }
);
choice!(
    /// Material bit 0x80.
    FlatBit {
        /// Flat shade from vertex 0.
        Honour,
        /// Nothing.
        Ignore,
    }
);
choice!(
    /// Which polygons have one shade all over.
    EvenShade {
        /// Those whose vertices are equally bright.
        EqualShades,
        /// Halves of quads for themselves. Also triangles whose vertices have one normal in the figure, even where bones
        /// make several of it: the shade of the first vertex.
        EqualNormals,
    }
);
choice!(
    /// Precision of packed normals.
    PackedNormals {
        /// 1/64 in z as in x and y.
        SixtyFourths,
        /// 4.12: z has its own bits.
        Q12,
    }
);
choice!(
    /// Shade levels of the threshold and the two shades of toon shading, which are 0..=255.
    ToonLevels {
        /// `v * 31 / 255`.
        Div255,
        /// `v >> 3`.
        Shift3,
    }
);
choice!(
    /// Boundary between the two levels of toon shading.
    ToonBoundary {
        /// Tested at every pixel.
        PerPixel,
        /// Triangles are cut along the threshold.
        Split,
    }
);
choice!(
    /// A shade equal to the toon threshold.
    ToonEqual {
        /// Is low.
        Low,
        /// Is high.
        High,
    }
);
choice!(
    /// The matrix rows that turn a normal into sphere coordinates.
    SphereRows {
        /// Brought to length 1.
        Normalised,
        /// As they are.
        Raw,
    }
);
choice!(
    /// From a normal to a sphere-map texel.
    SphereCoord {
        /// `(n + 4096) >> 7`.
        Shift7,
        /// `((n + 4096) >> 1) * 65 >> 8`, in 6.4: what passes 64 starts again at 0, at the vertices.
        Mul65,
    }
);
choice!(
    /// Bits of a sphere coordinate that are interpolated.
    SphereInterp {
        /// Whole texels at the vertices.
        WholeTexel,
        /// Seven bits below the texel.
        Fraction,
    }
);
choice!(
    /// When the sphere texel is added.
    SphereOrder {
        /// After the blend with the framebuffer.
        AfterBlend,
        /// Before it.
        BeforeBlend,
    }
);
choice!(
    /// Index 0 of a sphere map.
    SphereIndex0 {
        /// Adds nothing.
        Skip,
        /// Adds its colour.
        Add,
    }
);
