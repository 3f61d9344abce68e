//! The picture being drawn.

use xxhash_rust::xxh3::Xxh3;

use crate::raster::Clip;
use crate::raster::lanes::widest;

/// A picture of 24-bit pixels, row by row from the top.
///
/// The authentic back end computes with 5 bits per channel; what it writes is stored expanded (`v << 3 | v >> 2`), so
/// that pixels nobody drew over keep the 24 bits they were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Framebuffer {
    width: u32,
    height: u32,
    /// And [`Self::SLACK`] more.
    pixels: Vec<u32>,
}

impl Framebuffer {
    /// Pixels behind the last, always 0: what draws four at a time needs no special case at the end.
    pub(crate) const SLACK: usize = 3;

    /// Returns a black picture of `width` x `height` pixels.
    pub fn new(width: u32, height: u32) -> Self {
        let pixels = vec![0; width as usize * height as usize + Self::SLACK];
        Self { width, height, pixels }
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the rectangle of all its pixels.
    pub(crate) fn bounds(&self) -> Clip {
        let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
        Clip { left: 0, top: 0, right: side(self.width), bottom: side(self.height) }
    }

    /// Sets every pixel to `colour`, 0xRRGGBB.
    pub fn fill(&mut self, colour: u32) {
        // A turn of the loop costs as much as three stores.
        let (blocks, rest) = self.pixels_mut().as_chunks_mut::<128>();
        widest(
            #[inline(always)]
            || blocks.iter_mut().for_each(|block| *block = [colour; 128]),
        );
        rest.fill(colour);
    }

    /// Returns the pixels, 0x00RRGGBB.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels[..self.pixels.len() - Self::SLACK]
    }

    /// Returns the pixels, 0x00RRGGBB, to draw over.
    pub fn pixels_mut(&mut self) -> &mut [u32] {
        let len = self.pixels.len() - Self::SLACK;
        &mut self.pixels[..len]
    }

    /// Returns the pixels and the slack behind them, which must be left at 0.
    pub(crate) fn pixels_and_slack_mut(&mut self) -> &mut [u32] {
        &mut self.pixels
    }

    /// Returns a hash of the size and of every pixel (XXH3, 64 bits): equal for equal pictures, on every machine.
    pub fn digest(&self) -> u64 {
        const RUN: usize = 256;
        let mut hash = Xxh3::new();
        hash.update(&self.width.to_le_bytes());
        hash.update(&self.height.to_le_bytes());
        let mut bytes = [0; 4 * RUN];
        for run in self.pixels().chunks(RUN) {
            for (place, pixel) in bytes.chunks_exact_mut(4).zip(run) {
                place.copy_from_slice(&pixel.to_le_bytes());
            }
            hash.update(&bytes[..4 * run.len()]);
        }
        hash.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_that_of_the_size_and_the_bytes_of_the_pixels() {
        let mut picture = Framebuffer::new(3, 2);
        picture.fill(0x12_3456);
        picture.pixels_mut()[5] = 0xAB_CDEF;
        let mut bytes = vec![3, 0, 0, 0, 2, 0, 0, 0];
        bytes.extend([0x56, 0x34, 0x12, 0].repeat(5));
        bytes.extend([0xEF, 0xCD, 0xAB, 0]);
        assert_eq!(picture.digest(), xxhash_rust::xxh3::xxh3_64(&bytes));
        assert_eq!(picture, picture.clone());
        // Longer than a run, and no multiple of it.
        let mut large = Framebuffer::new(100, 7);
        let plain = large.digest();
        large.pixels_mut()[699] = 1;
        assert_ne!(large.digest(), plain);
    }
}
