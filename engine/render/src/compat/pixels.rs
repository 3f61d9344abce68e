//! Colours of the picture, and of the screen that shows it.

use serde::{Deserialize, Serialize};

choice!(
    /// Colour resolution of the authentic back end.
    PixelFormat {
        /// 5 bits per channel. Evidence: the vendor's viewer.
        Rgb555,
        /// 8 bits per channel. Evidence: MascotME's pictures.
        Rgb888,
        /// 5, 6 and 5 bits. Inferred: displays of handsets.
        Rgb565,
    }
);
