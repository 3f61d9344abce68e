//! Poses and patterns of a figure.

use serde::{Deserialize, Serialize};

choice!(
    /// Values of a frame whose whole part is a key frame. Open: the vendor's viewer evaluates whole frames only.
    PoseAtKey {
        /// Interpolated like those of any other frame. Evidence: the emulator JL-Mod.
        Interpolate,
        /// The key's values; the fraction is ignored. Evidence: the emulator MascotME.
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
        /// `1 << p` for 1..=31; pattern 32 never shows. Evidence: the vendor's viewer.
        ShiftP,
        /// `1 << (p & 31)`. Evidence: two emulators, and the masks that the vendor's converter writes.
        ShiftP31,
        /// `1 << (p - 1)`. Evidence: the vendor's API documentation.
        ShiftPMinus1,
    }
);
