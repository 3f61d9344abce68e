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
    /// Arithmetic of values between key frames, and of the matrix of a rotate vector.
    PoseRule {
        /// The part of the way between keys has 16 fraction bits and its product is rounded half up; every product in the
        /// matrix is floored. Evidence: 93 of 93 matrices of the vendor's viewer, and its pictures of a walking robot.
        Viewer,
        /// The part has 12 fraction bits and its product is floored; products in the matrix are rounded half up. Evidence:
        /// MascotME's pictures of a figure between keys.
        MascotMe,
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
