//! Pictures made smaller: every new pixel is the mean of the area that it covers, in linear light.

use keitai_formats::Picture;

use crate::light::{encoded, linear};

/// A picture that is made smaller row by row. Rows may come in any order.
#[derive(Debug)]
pub(crate) struct Reduction {
    size: [u16; 2],
    light: [u64; 256],
    /// The first of the new columns and rows that the old ones are part of, and the shares of it and of the next.
    columns: Vec<(usize, [u64; 2])>,
    rows: Vec<(usize, [u64; 2])>,
    /// Red, green and blue by the weight, the weight, which is 255 alpha and 1, and the whole area, of each new pixel.
    sums: Vec<[u64; 5]>,
}

impl Reduction {
    /// Begins a picture of `size` that is made of one of the size `full`, which is at least as large.
    pub(crate) fn new(full: [u16; 2], size: [u16; 2]) -> Self {
        let [columns, rows] = [0, 1].map(|side| shares(full[side], size[side]));
        let sums = vec![[0; 5]; usize::from(size[0]) * usize::from(size[1])];
        Self { size, light: std::array::from_fn(|level| linear(level as u8).into()), columns, rows, sums }
    }

    /// Adds a row. Transparent pixels affect the colour of a new pixel only where all of its pixels are transparent: materials that
    /// ignore alpha show them. No sum is above 64 bits for pictures of the sizes that are read.
    pub(crate) fn add(&mut self, row: usize, pixels: &[[u8; 4]]) {
        let Some(&(first, shares)) = self.rows.get(row) else { return };
        let width = usize::from(self.size[0]).max(1);
        let light = |level: u8| self.light.get(usize::from(level)).copied().unwrap_or_default();
        for (sums, tall) in self.sums.chunks_exact_mut(width).skip(first).zip(shares).filter(|(_, tall)| *tall > 0) {
            for ((column, shares), &[r, g, b, alpha]) in self.columns.iter().zip(pixels) {
                let (r, g, b) = (light(r), light(g), light(b));
                for (sums, wide) in sums.get_mut(*column..).unwrap_or_default().iter_mut().zip(shares) {
                    if *wide > 0 {
                        let weight = tall * wide * (u64::from(alpha) * 255 + 1);
                        sums[0] += r * weight;
                        sums[1] += g * weight;
                        sums[2] += b * weight;
                        sums[3] += weight;
                        sums[4] += tall * wide;
                    }
                }
            }
        }
    }

    pub(crate) fn finish(self) -> Picture {
        let pixel = |[r, g, b, weight, area]: [u64; 5]| {
            let mean = |sum: u64| sum as f64 / (weight.max(1) as f64 * 65535.0);
            let colour = encoded([r, g, b].map(mean));
            let alpha = ((weight - area) / 255 + area / 2) / area.max(1);
            [colour.r, colour.g, colour.b, alpha as u8]
        };
        let [width, height] = self.size;
        Picture { width, height, pixels: self.sums.into_iter().map(pixel).collect() }
    }
}

/// Returns a picture with at most as many pixels a side.
pub(crate) fn reduced(picture: &Picture, size: [u16; 2]) -> Picture {
    let mut reduction = Reduction::new([picture.width, picture.height], size);
    let rows = picture.pixels.chunks(usize::from(picture.width).max(1));
    rows.enumerate().for_each(|(row, pixels)| reduction.add(row, pixels));
    reduction.finish()
}

/// Returns for every old pixel of a side the first of the at most two new ones that it is part of, and its shares of both.
fn shares(full: u16, side: u16) -> Vec<(usize, [u64; 2])> {
    let [full, side] = [u64::from(full), u64::from(side).max(1)];
    let share =
        |new: u64, old: u64| ((new + 1) * full).min((old + 1) * side).saturating_sub((new * full).max(old * side));
    let part_of = |old: u64| (old * side / full, [0, 1].map(|next| share(old * side / full + next, old)));
    (0..full).map(part_of).map(|(new, shares)| (new as usize, shares)).collect()
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
        let hidden = Picture { width: 2, height: 1, pixels: vec![[0, 90, 0, 0]; 2] };
        assert_eq!(reduced(&hidden, [1, 1]).pixels, [[0, 90, 0, 0]], "an opaque material shows it");
        assert_eq!(reduced(&picture, [3, 2]).pixels[..2], picture.pixels[..2]);
    }
}
