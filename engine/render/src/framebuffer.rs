//! The picture being drawn.

/// A picture of 24-bit pixels, row by row from the top.
///
/// The authentic back end computes with 5 bits per channel; what it writes is stored expanded (`v << 3 | v >> 2`), so
/// that pixels nobody drew over keep the 24 bits they were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Framebuffer {
    width: u32,
    height: u32,
    pixels: Vec<u32>,
}

impl Framebuffer {
    /// A black picture of `width` x `height` pixels.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, pixels: vec![0; width as usize * height as usize] }
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Sets every pixel to `colour`, 0xRRGGBB.
    pub fn fill(&mut self, colour: u32) {
        self.pixels.fill(colour);
    }

    /// The pixels, 0x00RRGGBB.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// The pixels, 0x00RRGGBB, to draw over.
    pub fn pixels_mut(&mut self) -> &mut [u32] {
        &mut self.pixels
    }
}
