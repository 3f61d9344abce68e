//! Order of polygons.

use serde::{Deserialize, Serialize};

choice!(
    /// Value that a polygon's sort key is made of.
    SortKey {
        /// In perspective the 15-bit projected depth of each vertex, averaged. Evidence: the classes of equal keys in
        /// pictures of the vendor's viewer.
        Projected15,
        /// The mean of view z. Evidence: MascotME's pictures.
        MeanZ,
    }
);
choice!(
    /// The order of polygons with equal sort keys. Open: the default is the order that authors expect.
    SortTies {
        /// As submitted, later on top. Evidence: MascotME, up to 26 polygons.
        SubmissionOrder,
        /// As the vendor's viewer leaves them, whose quicksort is not stable. Evidence: its pictures.
        ViewerQuicksort,
        /// The reverse of submission. Evidence: JL-Mod, where the polygon drawn first stays on top.
        ReverseSubmission,
    }
);
choice!(
    /// The polygons of a texture group that are submitted first.
    SubmitOrder {
        /// Quads, then triangles. Evidence: the vendor's viewer for triangles without texture; textured ones by
        /// analogy.
        QuadsFirst,
        /// Triangles, then quads. Evidence: MascotME.
        TrianglesFirst,
    }
);
choice!(
    /// Effect of the material bits 0x100 and 0x200 on the sort key.
    ZsortBits {
        /// Nearest and farthest vertex; both: farthest. Evidence: the vendor's viewer.
        Honour,
        /// Nearest and farthest vertex; both: nearest. Evidence: MascotME.
        BothNearest,
        /// Nothing. Evidence: JL-Mod.
        Ignore,
    }
);
choice!(
    /// Order of points, lines and sprites. Open: no known picture decides.
    SpecialPrimitives {
        /// By their key, like polygons. Evidence: MascotME; JL-Mod tests their depth like that of polygons.
        ZSorted,
        /// After all polygons of the flush, as submitted. Evidence: the vendor's manual.
        OnTop,
    }
);
