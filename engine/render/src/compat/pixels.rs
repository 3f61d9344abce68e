//! Colours of the picture, and of the screen that shows it.

use serde::{Deserialize, Serialize};

choice!(
    /// Colour resolution of the authentic back end.
    PixelFormat {
        /// 5 bits per channel.
        Rgb555,
        /// 8 bits per channel.
        Rgb888,
        /// 5, 6 and 5 bits.
        Rgb565,
    }
);
