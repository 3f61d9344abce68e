//! Pixels that a polygon covers, and its attributes there.

use serde::{Deserialize, Serialize};

choice!(
    /// Precision of polygon edges.
    FillRule {
        /// 16 fraction bits and a 16-bit reciprocal. Evidence: the vendor's viewer.
        Edge16,
        /// 12 fraction bits and a true division. Evidence: MascotME's pictures.
        Edge12,
    }
);
choice!(
    /// Interpolation of attributes along a span.
    SpanSlope {
        /// One slope per triangle, taken at the row of its middle vertex. Evidence: the vendor's viewer.
        MiddleRow,
        /// As MascotME: the same row, over its width in whole pixels and one more, with 12 fraction bits. Evidence: its
        /// pictures.
        EdgeWalk,
    }
);
choice!(
    /// Whether parallelograms and rectangles on the screen are scanned as one figure.
    RectQuad {
        /// Textured ones are, in perspective where all corners have the same distance. Evidence: the vendor's viewer.
        /// Open: a parallel view of corners at different distances.
        Viewer,
        /// Two triangles. Evidence: MascotME's pictures.
        Never,
    }
);
