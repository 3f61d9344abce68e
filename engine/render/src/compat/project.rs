//! From model units to places on the screen.

use serde::{Deserialize, Serialize};

choice!(
    /// How a vertex becomes a pixel.
    ProjectRule {
        /// The scale goes into the view, and 12 fraction bits live until after the division.
        Viewer,
        /// View-space whole units, multiplied by the focal length and divided.
        MascotMe,
    }
);
choice!(
    /// Treatment of numbers that exceed 32 bits on the way to the screen.
    PipelineOverflow {
        /// Numbers have room; a finished matrix element, distance or pixel stops at the end of its range.
        Wide,
        /// Numbers wrap: the elements of the scaled view and of its products with the bones, the sums of a vertex (20.12, its
        /// translation among them, so that places repeat after 1,048,576 units), and what the distance divides (times 16
        /// under [`ProjectRule::Viewer`]). The quotient, clipping and the sizes of sprites have room.
        Wrap32,
    }
);
choice!(
    /// A projection with impossible numbers.
    BadProjection {
        /// Leaves the previous one in force.
        KeepPrevious,
        /// A field of view is brought into 2..=2046; with other numbers the previous stays in force.
        Clamp,
    }
);
choice!(
    /// Depth clipping in a parallel projection.
    ParallelZClip {
        /// None.
        None,
        /// To 0..=32767.
        ZeroTo32767,
    }
);
choice!(
    /// The clip rectangle that applies to what is drawn.
    ClipTime {
        /// The one in force at the flush.
        AtFlush,
        /// The one in force at the submission.
        AtSubmission,
    }
);
choice!(
    /// Test that decides the facing of a figure's quad.
    QuadFacing {
        /// Both halves together.
        Whole,
        /// Each half for itself.
        PerTriangle,
    }
);
