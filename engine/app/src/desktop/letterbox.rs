//! The area of the picture in the window: centred, at the largest whole scale that fits or as large as fits. All values
//! are pixels.

/// A rectangle in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Area {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Columns of the picture in the window.
    pub width: u32,
    /// Rows of the picture in the window.
    pub height: u32,
}

/// Choice of the picture's size in the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Scaling {
    /// The largest whole number of window pixels per pixel, so that all pixels are squares of one size.
    #[default]
    Whole,
    /// As large as the window allows; some pixels are a window pixel larger than others.
    Fit,
}

impl Scaling {
    /// Returns the place of a picture of this size in a window of that size.
    pub fn area(self, picture: (u32, u32), window: (u32, u32)) -> Area {
        match self {
            Self::Whole => letterbox(picture, window),
            Self::Fit => centred(shrunk(picture, window), window),
        }
    }
}

/// Returns the largest whole number of window pixels per picture pixel; 0 when the window is smaller than the picture.
pub(crate) fn largest_scale(picture: (u32, u32), window: (u32, u32)) -> u32 {
    (window.0 / picture.0.max(1)).min(window.1 / picture.1.max(1))
}

/// Returns the area of a picture in a window. A window smaller than the picture shows it reduced in proportion.
pub(crate) fn letterbox(picture: (u32, u32), window: (u32, u32)) -> Area {
    let size = match largest_scale(picture, window) {
        0 => shrunk(picture, window),
        scale => (picture.0 * scale, picture.1 * scale),
    };
    centred(size, window)
}

fn centred((width, height): (u32, u32), window: (u32, u32)) -> Area {
    let middle = |window: u32, picture: u32| (i64::from(window) - i64::from(picture)) / 2;
    Area { x: middle(window.0, width) as i32, y: middle(window.1, height) as i32, width, height }
}

/// Returns the largest size in proportion that fits the window.
fn shrunk(picture: (u32, u32), window: (u32, u32)) -> (u32, u32) {
    let (pw, ph, ww, wh) =
        (u64::from(picture.0.max(1)), u64::from(picture.1.max(1)), u64::from(window.0), u64::from(window.1));
    let (width, height) = if ww * ph <= wh * pw { (ww, ww * ph / pw) } else { (wh * pw / ph, wh) };
    (width.max(1) as u32, height.max(1) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: (u32, u32) = (240, 320);

    #[test]
    fn scales_are_whole_and_the_picture_is_centred() {
        for (window, [x, y], [width, height]) in [
            ((240, 320), [0, 0], [240, 320]),
            ((1920, 1080), [600, 60], [720, 960]),
            ((481, 10_000), [0, 4680], [480, 640]),
            ((479, 639), [119, 159], [240, 320]),
            // A smaller window shows all of the picture.
            ((120, 320), [0, 80], [120, 160]),
            ((400, 160), [140, 0], [120, 160]),
            ((1, 1), [0, 0], [1, 1]),
        ] {
            assert_eq!(letterbox(PICTURE, window), Area { x, y, width, height }, "{window:?}");
        }
        assert_eq!(letterbox(PICTURE, (0, 0)).width, 1);
    }

    #[test]
    fn a_fitted_picture_touches_two_edges_of_the_window() {
        assert_eq!(Scaling::Fit.area(PICTURE, (1000, 900)), Area { x: 162, y: 0, width: 675, height: 900 });
        assert_eq!(Scaling::Fit.area(PICTURE, (360, 900)), Area { x: 0, y: 210, width: 360, height: 480 });
        assert_eq!(Scaling::Whole.area(PICTURE, (1000, 900)), letterbox(PICTURE, (1000, 900)));
    }
}
