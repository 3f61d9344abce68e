//! Colours of vertices. They are in linear light; pictures have the levels of sRGB.

use keitai_formats::Rgb;

/// Returns a colour channel in the linear light that vertex colours have, 65535 for 1.0. All 256 levels are different.
pub(crate) fn linear(level: u8) -> u16 {
    let level = f64::from(level) / 255.0;
    let linear = if level <= 0.04045 { level / 12.92 } else { libm::pow((level + 0.055) / 1.055, 2.4) };
    libm::round(linear * 65535.0) as u16
}

/// Returns a colour in linear light as 8 bits per channel; the inverse of the levels that are written.
pub(crate) fn encoded(colour: [f64; 3]) -> Rgb {
    let [r, g, b] = colour.map(|linear| {
        let linear = linear.clamp(0.0, 1.0);
        let level = if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * libm::pow(linear, 1.0 / 2.4) - 0.055 };
        libm::round(level * 255.0) as u8
    });
    Rgb { r, g, b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_differ_in_linear_light_and_come_back() {
        let levels: Vec<u16> = (0..=255).map(linear).collect();
        assert_eq!([levels[0], levels[255]], [0, 65535]);
        assert!(levels.windows(2).all(|pair| pair[0] < pair[1]));
        // ((128 / 255 + 0.055) / 1.055)^2.4 = 0.21586.
        assert_eq!(levels[128], 14146);
        for (level, linear) in (0..=255u8).zip(levels) {
            assert_eq!(encoded([f64::from(linear) / 65535.0; 3]), Rgb { r: level, g: level, b: level });
        }
    }
}
