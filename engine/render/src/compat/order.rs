//! Which polygon lies over which.

use serde::{Deserialize, Serialize};

choice!(
    /// Value that a polygon's sort key is made of.
    SortKey {
        /// In perspective the 15-bit projected depth of each vertex, averaged.
        Projected15,
        /// The mean of view z.
        MeanZ,
    }
);
choice!(
    /// The order of polygons with equal sort keys.
    SortTies {
        /// As submitted, later on top.
        SubmissionOrder,
        /// As the vendor's viewer leaves them, whose quicksort is not stable.
        ViewerQuicksort,
        /// The reverse of submission.
        ReverseSubmission,
    }
);
choice!(
    /// Which polygons of a texture group are submitted first.
    SubmitOrder {
        /// Quads, then triangles.
        QuadsFirst,
        /// Triangles, then quads.
        TrianglesFirst,
    }
);
choice!(
    /// Effect of the material bits 0x100 and 0x200 on the sort key.
    ZsortBits {
        /// Nearest and farthest vertex; both: farthest.
        Honour,
        /// Nearest and farthest vertex; both: nearest.
        BothNearest,
        /// Nothing.
        Ignore,
    }
);
choice!(
    /// Order of points, lines and sprites.
    SpecialPrimitives {
        /// By their key, like polygons.
        ZSorted,
        /// After all polygons of the flush, as submitted.
        OnTop,
    }
);
