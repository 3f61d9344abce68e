//! Which polygon lies over which.

use serde::{Deserialize, Serialize};

choice!(
    /// What a polygon's sort key is made of.
    SortKey {
        /// In perspective the 15-bit projected depth of each vertex, averaged.
        Projected15,
        /// The mean of view z.
        MeanZ,
    }
);
choice!(
    /// Sort key of vertices outside near..far.
    SortOutside {
        /// 0 and 32767.
        ClampKey,
        /// What the formula gives.
        Unclamped,
        /// 0 and 32767 for points and sort bits; a polygon or line with such a vertex has the key of the mean of its z.
        ByMeanZ,
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
    /// What the material bits 0x100 and 0x200 do to the sort key.
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
choice!(
    /// What is drawn when a figure is drawn at once.
    DrawfigureScope {
        /// Everything queued, the figure among it.
        FlushAll,
        /// The figure alone; what is queued stays queued.
        Alone,
    }
);
choice!(
    /// What the sort bits do to depth in the enhanced back end.
    EnhZsortBias {
        /// Nearest pulls forward, farthest pushes back.
        Bias,
        /// Nothing: they act on the order only.
        None,
    }
);
choice!(
    /// How much nearer something must be to hide what is drawn later, in the enhanced back end.
    EnhDepthSlack {
        /// More than one model unit.
        OneUnit,
        /// Anything.
        Zero,
    }
);
