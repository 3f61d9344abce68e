//! Opening the window: display, size and renderer.

use sdl2::render::Canvas;
use sdl2::video::Window;
use sdl2::{Sdl, VideoSubsystem};

use super::Error;
use super::letterbox::largest_scale;

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
