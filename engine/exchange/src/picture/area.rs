//! Pictures made smaller: every new pixel is the mean of the area that it covers, in linear light.

use keitai_formats::Picture;

use crate::light::{encoded, linear};

/// Returns a picture with at most as many pixels a side. Transparent pixels do not affect colours.
pub(crate) fn reduced(picture: &Picture, [width, height]: [u16; 2]) -> Picture {
    let light: Vec<u64> = (0..=u8::MAX).map(|level| linear(level).into()).collect();
    let [columns, rows] = [(picture.width, width), (picture.height, height)].map(|(full, side)| shares(full, side));
    let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height));
    for rows in &rows {
        for columns in &columns {
            // Red, green and blue by alpha, alpha, and the whole area.
            let mut sums = [0u64; 5];
            for &(row, tall) in rows {
                for &(column, wide) in columns {
                    let place = row * usize::from(picture.width) + column;
                    let Some([r, g, b, alpha]) = picture.pixels.get(place) else { continue };
                    let area = tall * wide;
                    let weight = area * u64::from(*alpha);
                    for (sum, level) in sums.iter_mut().zip([r, g, b]) {
                        *sum += light.get(usize::from(*level)).copied().unwrap_or_default() * weight;
                    }
                    sums[3] += weight;
                    sums[4] += area;
                }
            }
            let [r, g, b, weight, area] = sums;
            let mean = |sum: u64| sum as f64 / (weight.max(1) as f64 * 65535.0);
            let colour = encoded([r, g, b].map(mean));
            let alpha = (weight + area / 2) / area.max(1);
            pixels.push([colour.r, colour.g, colour.b, alpha as u8]);
        }
    }
    Picture { width, height, pixels }
}

/// Returns for every new pixel of a side the old ones that it covers, and their shares.
fn shares(full: u16, side: u16) -> Vec<Vec<(usize, u64)>> {
    let [full, side] = [u64::from(full), u64::from(side).max(1)];
    let share = |new: u64, old: u64| ((new + 1) * full).min((old + 1) * side) - (new * full).max(old * side);
    let covered = |new: u64| new * full / side..((new + 1) * full).div_ceil(side);
    (0..side).map(|new| covered(new).map(|old| (old as usize, share(new, old))).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_pixel_is_the_mean_of_the_light_of_its_area() {
        let [black, white, clear] = [[0, 0, 0, 255], [255, 255, 255, 255], [255, 0, 0, 0]];
        let picture = Picture { width: 3, height: 2, pixels: vec![black, white, clear, black, white, clear] };
        // The first pixel covers a black one and half of a white one: a third of the light. The second is white, and opaque in a third.
        let small = reduced(&picture, [2, 1]);
        assert_eq!(small.pixels, [[156, 156, 156, 255], [255, 255, 255, 85]]);
        assert_eq!(reduced(&picture, [3, 2]).pixels[..2], picture.pixels[..2]);
    }
}
