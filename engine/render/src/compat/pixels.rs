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
choice!(
    /// The colours of the screen that a finished picture is shown on.
    ScreenFormat {
        /// Those it was drawn in.
        AsDrawn,
        /// 5, 6 and 5 bits.
        Rgb565,
        /// 5 bits per channel.
        Rgb555,
        /// 4 bits per channel.
        Rgb444,
    }
);
choice!(
    /// What a screen of fewer colours does with those in between.
    ScreenDither {
        /// Cuts their low bits off.
        None,
        /// Mixes the levels around them in a pattern of 4 x 4 pixels.
        Ordered,
    }
);
