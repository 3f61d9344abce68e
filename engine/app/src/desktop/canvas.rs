//! The canvas of a window: its display, size and renderer, and the pixels of the whole window on it.

use keitai_render::Framebuffer;
use sdl2::pixels::PixelFormatEnum;
use sdl2::rect::Rect;
use sdl2::render::{Canvas, Texture, TextureValueError};
use sdl2::video::Window;
use sdl2::{Sdl, VideoSubsystem};

use super::Error;
use super::letterbox::largest_scale;

/// Width and height of a texture, pixels.
const SIDE: u32 = 256;

/// Opens a visible display, unless `SDL_VIDEODRIVER` names a driver.
pub(crate) fn open_video(sdl: &Sdl) -> Result<VideoSubsystem, Error> {
    let value = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let asked = value("SDL_VIDEODRIVER").is_some();
    let has_drivers = cfg!(all(unix, not(target_os = "macos")));
    let display = value("DISPLAY").filter(|_| has_drivers);
    if has_drivers && !asked && value("WAYLAND_DISPLAY").is_none() {
        // Without DISPLAY only a bare console is left. Other drivers would print to stderr before they fail.
        sdl2::hint::set("SDL_VIDEODRIVER", if display.is_some() { "x11" } else { "KMSDRM" });
    }
    let video = sdl.video().map_err(|error| match &display {
        Some(display) if !asked => Error::NoDisplay(format!("DISPLAY is {display}: {}", error.to_lowercase())),
        _ => Error::NoDisplay(error.to_lowercase()),
    })?;
    // SDL's last choice is a driver that draws to memory and shows nothing.
    if !asked && video.current_video_driver() == "offscreen" {
        return Err(Error::NoDisplay("only an off-screen one".to_owned()));
    }
    Ok(video)
}

/// Opens a window for pictures of `size` pixels, and a renderer that draws in it.
///
/// The renderer waits for the display where it can. Elsewhere only the pacer holds the frame rate.
pub(crate) fn open_canvas(
    video: &VideoSubsystem,
    title: &str,
    size: (u32, u32),
    window_size: Option<(u32, u32)>,
) -> Result<Canvas<Window>, Error> {
    choose_renderer(video.current_video_driver());
    match open_window(video, title, size, window_size)?.into_canvas().present_vsync().build() {
        Ok(canvas) => Ok(canvas),
        // The window was dropped with the renderer that failed.
        Err(_) => open_window(video, title, size, window_size)?.into_canvas().build().map_err(window_error),
    }
}

fn open_window(
    video: &VideoSubsystem,
    title: &str,
    size: (u32, u32),
    window_size: Option<(u32, u32)>,
) -> Result<Window, Error> {
    let (width, height) = match window_size {
        Some(window_size) => {
            let room = room(video);
            (window_size.0.min(room.0).max(size.0), window_size.1.min(room.1).max(size.1))
        }
        None => {
            let scale = first_scale(video, size);
            (size.0 * scale, size.1 * scale)
        }
    };
    let mut window = video.window(title, width, height);
    let mut window = window.position_centered().resizable().allow_highdpi().build().map_err(window_error)?;
    // A window manager may refuse this; the letterbox handles smaller windows too.
    let _ = window.set_minimum_size(size.0 / 2, size.1 / 2);
    Ok(window)
}

fn window_error(error: impl std::fmt::Display) -> Error {
    Error::Window(error.to_string())
}

/// Returns the largest whole scale at which the window takes at most nine tenths of the display, at most 3. The user may
/// resize the window.
pub(crate) fn first_scale(video: &VideoSubsystem, size: (u32, u32)) -> u32 {
    largest_scale(size, room(video)).clamp(1, 3)
}

/// Returns nine tenths of the display, pixels.
pub(crate) fn room(video: &VideoSubsystem) -> (u32, u32) {
    let room = video.display_usable_bounds(0).or_else(|_| video.display_bounds(0));
    room.map_or((0, 0), |room| (room.width() / 10 * 9, room.height() / 10 * 9))
}

/// Chooses the renderer for the display. `SDL_RENDER_DRIVER` takes precedence; if the choice fails, SDL takes the first
/// renderer that works.
fn choose_renderer(video_driver: &str) {
    // Pixels stay square, and the compositor stays on.
    sdl2::hint::set("SDL_RENDER_SCALE_QUALITY", "nearest");
    sdl2::hint::set("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0");
    if takes_pictures(video_driver) {
        sdl2::hint::set("SDL_RENDER_DRIVER", "software");
        // Otherwise the finished picture would still pass through a texture on the graphics card.
        sdl2::hint::set("SDL_FRAMEBUFFER_ACCELERATION", "0");
    }
}

/// Returns whether the display takes a finished picture for a window. A graphics driver costs half a second and tens of
/// megabytes to load, and would only scale by a whole number there. Wayland, a bare console and macOS need one.
fn takes_pictures(video_driver: &str) -> bool {
    matches!(video_driver, "x11" | "windows")
}

/// The pixels of a whole window in textures of one size.
///
/// SDL's textures without lifetimes stay until their window closes. A window that changes its size therefore keeps the
/// textures that it has, and adds some when it is larger than ever before: its memory depends on the largest size alone.
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
