//! Shade, toon and sphere maps.

use serde::{Deserialize, Serialize};

choice!(
    /// Light intensities outside 0..1. Open: the vendor only advises against them.
    LightRange {
        /// As given. Evidence: MascotME.
        AsGiven,
        /// Ambient 0..=4096, directional 0..=16384. Evidence: JL-Mod.
        Clamp,
    }
);
choice!(
    /// The shade level of a light value.
    ShadeFormula {
        /// The light is as long as its intensity, and the axes of a bone are made orthogonal and of length 1. The sum has 18
        /// fraction bits, the shade 8; level = shade >> 3. Evidence: 83,198 of 83,200 levels of 1,280 normals under 32 turned
        /// bones in the vendor's viewer, and every pixel of its pictures.
        S8,
        /// The light is brought to length 1 in every bone. Level = intensity >> 7, with 5 bits below it between vertices.
        /// Evidence: MascotME's pictures.
        I12,
    }
);
choice!(
    /// Product of a colour and a shade level 0..=31.
    ColourShade {
        /// `c * level / 255` in 5 bits, and as much in formats of more. Evidence: the vendor's viewer, every level of every grey.
        Div255,
        /// `c * level / 31` in 8 bits, whose low ones are cut off in formats of fewer. Evidence: MascotME's textures.
        Div31,
        /// As `Div31` for textures; colours `c * (level + 1) >> 5` when flat and `c * level >> 5` under Gouraud. Evidence:
        /// MascotME's pictures.
        Plus1Flat,
    }
);
choice!(
    /// Material bit 0x80.
    FlatBit {
        /// Flat shade from vertex 0. Evidence: the vendor's viewer.
        Honour,
        /// No effect. Evidence: MascotME.
        Ignore,
    }
);
choice!(
    /// Polygons of one shade.
    EvenShade {
        /// Those whose vertices are equally bright. Evidence: the vendor's viewer.
        EqualShades,
        /// Each half of a quad by itself; and triangles whose vertices have one normal in the figure, which take the shade of
        /// their first vertex even where bones turn that normal differently. Evidence: MascotME's pictures of a robot.
        EqualNormals,
    }
);
choice!(
    /// Precision of packed normals.
    PackedNormals {
        /// 1/64 in z as in x and y. Evidence: the vendor's viewer.
        SixtyFourths,
        /// 4.12: z has its own bits. Evidence: MascotME's pictures of a car.
        Q12,
    }
);
choice!(
    /// Shade levels of the threshold and the two shades of toon shading, which are 0..=255.
    ToonLevels {
        /// `v * 31 / 255`. Evidence: the vendor's viewer.
        Div255,
        /// `v >> 3`. Evidence: MascotME's pictures.
        Shift3,
    }
);
choice!(
    /// Boundary between the two levels of toon shading.
    ToonBoundary {
        /// Tested at every pixel. Evidence: the vendor's viewer, and JL-Mod.
        PerPixel,
        /// Triangles are cut along the threshold. Evidence: MascotME.
        Split,
    }
);
choice!(
    /// A shade equal to the toon threshold.
    ToonEqual {
        /// Is low. Evidence: the vendor's viewer, and MascotME.
        Low,
        /// Is high. Evidence: JL-Mod.
        High,
    }
);
choice!(
    /// The matrix rows that turn a normal into sphere coordinates. Open: no picture of the viewer shows a scaled figure with a
    /// sphere map.
    SphereRows {
        /// Brought to length 1. Evidence: MascotME.
        Normalised,
        /// Used as they are. Evidence: JL-Mod.
        Raw,
    }
);
choice!(
    /// The sphere-map texel of a normal.
    SphereCoord {
        /// `(n + 4096) >> 7`, whole texels at the vertices. Evidence: the vendor's viewer; seven more bits between the vertices
        /// leave 944 and 1,848 pixels of two pictures different.
        Shift7,
        /// `((n + 4096) >> 1) * 65 >> 8`, in 6.4: what passes 64 starts again at 0, at the vertices.
        /// Evidence: MascotME.
        Mul65,
    }
);
choice!(
    /// The step at which the sphere texel is added.
    SphereOrder {
        /// After the blend with the framebuffer. Evidence: the vendor's viewer.
        AfterBlend,
        /// Before the blend. Evidence: MascotME, and JL-Mod.
        BeforeBlend,
    }
);
choice!(
    /// Index 0 of a sphere map.
    SphereIndex0 {
        /// Adds nothing. Evidence: the vendor's viewer, and MascotME.
        Skip,
        /// Adds its colour. Evidence: JL-Mod.
        Add,
    }
);
