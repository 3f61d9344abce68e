//! The pixels of a whole window in textures of one size.
//!
//! SDL's textures without lifetimes stay until their window closes. A window that changes its size therefore keeps the
//! textures that it has, and adds some when it is larger than ever before: its memory depends on the largest size alone.

use keitai_render::Framebuffer;
use sdl2::pixels::PixelFormatEnum;
use sdl2::rect::Rect;
use sdl2::render::{Canvas, Texture, TextureValueError};
use sdl2::video::Window;

use super::Error;

/// Width and height of a texture, pixels.
const SIDE: u32 = 256;

#[derive(Default)]
pub(crate) struct Tiles(Vec<Texture>);

impl Tiles {
    pub(crate) fn draw(&mut self, pixels: &Framebuffer, canvas: &mut Canvas<Window>) -> Result<(), Error> {
        let width = pixels.width() as usize;
        for (number, (x, y, area)) in areas(pixels.width(), pixels.height()).enumerate() {
            if number == self.0.len() {
                self.0.push(texture(canvas, (SIDE, SIDE)).map_err(present_error)?);
            }
            let part = Rect::new(0, 0, area.width(), area.height());
            let rows = &pixels.pixels()[y * width + x..];
            let texture = &mut self.0[number];
            texture.update(part, bytemuck::cast_slice(rows), width * size_of::<u32>()).map_err(present_error)?;
            canvas.copy(texture, part, area).map_err(Error::Present)?;
        }
        Ok(())
    }
}

/// Returns the parts of a window that a texture holds, each with the place of its first pixel.
fn areas(width: u32, height: u32) -> impl Iterator<Item = (usize, usize, Rect)> {
    let starts = |end: u32| (0..end).step_by(SIDE as usize);
    starts(height).flat_map(move |y| {
        starts(width).map(move |x| {
            let area = Rect::new(x as i32, y as i32, SIDE.min(width - x), SIDE.min(height - y));
            (x as usize, y as usize, area)
        })
    })
}

pub(crate) fn texture(canvas: &mut Canvas<Window>, (width, height): (u32, u32)) -> Result<Texture, TextureValueError> {
    canvas.create_texture_streaming(PixelFormatEnum::RGB888, width, height)
}

pub(crate) fn present_error(error: impl std::fmt::Display) -> Error {
    Error::Present(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_of_a_window_is_in_one_part() {
        for (width, height) in [(1180, 860), (256, 512), (1, 300), (0, 7)] {
            let mut parts = vec![0; width as usize * height as usize];
            for (x, y, area) in areas(width, height) {
                assert!(area.width() <= SIDE && area.height() <= SIDE, "{area:?}");
                assert_eq!((area.x(), area.y()), (x as i32, y as i32));
                for row in parts.chunks_exact_mut(width as usize).skip(y).take(area.height() as usize) {
                    row[x..x + area.width() as usize].iter_mut().for_each(|parts| *parts += 1);
                }
            }
            assert!(parts.iter().all(|parts| *parts == 1), "{width} x {height}");
        }
    }
}
