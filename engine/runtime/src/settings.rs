//! Settings of a player for all scenes.

use keitai_render::{Backend, Compat, Renderer, ScreenColours, ScreenDither, ScreenFormat};

/// The threads, and overrides of the render settings of a scene or a shot. `None` leaves a setting as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// All of the renderer's settings.
    pub compat: Option<Compat>,
    /// The back end.
    pub backend: Option<Backend>,
    /// Bits per channel of the screen.
    pub screen_format: Option<ScreenFormat>,
    /// The dithering of the screen.
    pub screen_dither: Option<ScreenDither>,
    /// Threads that draw a picture; `None` is 1.
    pub threads: Option<usize>,
}

impl Settings {
    pub(crate) fn renderer(&self, (width, height): (u32, u32), compat: Compat, backend: Backend) -> Renderer {
        let mut renderer = Renderer::with_backend(width, height, compat, backend);
        renderer.set_threads(self.threads.unwrap_or(1));
        renderer
    }

    /// Returns the renderer's settings for a scene or a shot with settings of its own.
    pub(crate) fn over(&self, compat: Compat) -> Compat {
        self.compat.unwrap_or(compat)
    }

    /// Returns the screen's colours for a scene or a shot with a screen of its own.
    pub(crate) fn over_screen(&self, screen: ScreenColours) -> ScreenColours {
        ScreenColours {
            format: self.screen_format.unwrap_or(screen.format),
            dither: self.screen_dither.unwrap_or(screen.dither),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_render::PixelFormat;

    #[test]
    fn overrides_win_and_the_rest_stays() {
        let scene = Compat { pixel_format: PixelFormat::Rgb888, ..Compat::default() };
        let screen = ScreenColours { format: ScreenFormat::Rgb555, dither: ScreenDither::Ordered };
        assert_eq!((Settings::default().over(scene), Settings::default().over_screen(screen)), (scene, screen));
        let phone = Settings { screen_format: Some(ScreenFormat::Rgb444), ..Settings::default() };
        assert_eq!(phone.over_screen(screen), ScreenColours { format: ScreenFormat::Rgb444, ..screen });
        let viewer = Settings { compat: Some(Compat::viewer()), ..phone };
        assert_eq!(viewer.over(scene), Compat::viewer());
    }
}
