//! What a frame of an action does to a figure.

use serde::{Deserialize, Serialize};

choice!(
    /// A posture whose whole frame is a key frame.
    PoseAtKey {
        /// Interpolated like any other.
        Interpolate,
        /// The key's value; the fraction is ignored.
        KeyValue,
    }
);
choice!(
    /// Rounding between key frames.
    PoseRound {
        /// Half up.
        HalfUp,
        /// Down.
        Floor,
        /// Half up at whole frames, down between them.
        HalfUpWhole,
    }
);
choice!(
    /// How far a frame lies between its keys.
    PosePart {
        /// Frames past the first key times a short reciprocal of the keys' distance, `4096 / n` floored.
        Reciprocal,
        /// A true division.
        Quotient,
    }
);
choice!(
    /// Division in the normalisation of a rotate vector.
    RotateUnit {
        /// Toward zero.
        Truncate,
        /// To nearest.
        Nearest,
    }
);
choice!(
    /// Rounding of the last products in the matrix of a rotate vector.
    RotateRound {
        /// Down.
        Floor,
        /// Half up.
        HalfUp,
    }
);
choice!(
    /// The mask bit that shows pattern p.
    PatternBit {
        /// `1 << p` for 1..=31; pattern 32 never shows.
        ShiftP,
        /// `1 << (p & 31)`.
        ShiftP31,
        /// `1 << (p - 1)`.
        ShiftPMinus1,
    }
);
