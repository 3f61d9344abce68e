//! Projection of model units to pixels.

use serde::{Deserialize, Serialize};

choice!(
    /// The projection of a vertex to a pixel.
    ProjectRule {
        /// The scale goes into the view, and 12 fraction bits live until after the division. Evidence: the vendor's
        /// viewer, without a miss over field angles 256..=1600 and z 30..=20000.
        Viewer,
        /// View-space whole units, multiplied by the focal length and divided. Evidence: MascotME's pictures.
        MascotMe,
    }
);
choice!(
    /// Treatment of numbers that exceed 32 bits on the way to the screen. Open: the vendor's documents leave overflow
    /// undefined.
    PipelineOverflow {
        /// Numbers have room; a finished matrix element, distance or pixel stops at the end of its range. Inferred: the
        /// choice that shows no artefacts.
        Wide,
        /// Numbers wrap: the elements of the scaled view and of its products with the bones, the sums of a vertex (20.12, its
        /// translation among them, so that places repeat after 1,048,576 units), and what the distance divides (times 16
        /// under [`ProjectRule::Viewer`]). The quotient, clipping and the sizes of sprites have room. Inferred: the
        /// phones had integers of 32 bits only.
        Wrap32,
    }
);
choice!(
    /// A projection with impossible numbers.
    BadProjection {
        /// Leaves the previous one in force. Evidence: MascotME, and JL-Mod for sizes.
        KeepPrevious,
        /// A field of view is brought into 2..=2046; with other numbers the previous stays in force. Evidence: JL-Mod.
        Clamp,
    }
);
choice!(
    /// Depth clipping in a parallel projection. Open: the vendor's manual names a fixed range of 0..=32767, and says
    /// that negative z is still displayed.
    ParallelZClip {
        /// None. Evidence: MascotME, and the manual's second statement.
        None,
        /// To 0..=32767. Evidence: the manual's first statement.
        ZeroTo32767,
    }
);
choice!(
    /// The clip rectangle that applies to what is drawn.
    ClipTime {
        /// The one in force at the flush. Evidence: MascotME, and JL-Mod.
        AtFlush,
        /// The one in force at the submission. Evidence: older versions of the vendor's library, which read the clip of
        /// the 2D target at each draw call.
        AtSubmission,
    }
);
choice!(
    /// Test that decides the facing of a figure's quad.
    QuadFacing {
        /// Both halves together. Evidence: the vendor's viewer.
        Whole,
        /// Each half for itself. Evidence: MascotME.
        PerTriangle,
    }
);
