//! Command-line overrides of render settings.

use keitai_render::{Backend, Compat, ScreenDither, ScreenFormat};

/// Overrides of the render settings of a scene or a shot. `None` leaves a setting as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// All of the renderer's settings.
    pub compat: Option<Compat>,
    /// The back end.
    pub backend: Option<Backend>,
    /// The pixel format of the screen.
    pub screen_format: Option<ScreenFormat>,
    /// The dithering of the screen.
    pub screen_dither: Option<ScreenDither>,
}

impl Settings {
    /// Returns `own` with these overrides.
    pub fn over(&self, own: Compat) -> Compat {
        let compat = self.compat.unwrap_or(own);
        Compat {
            screen_format: self.screen_format.unwrap_or(compat.screen_format),
            screen_dither: self.screen_dither.unwrap_or(compat.screen_dither),
            ..compat
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_render::UvWrap;

    #[test]
    fn overrides_replace_settings_and_the_rest_stays() {
        let own = Compat { uv_wrap: UvWrap::Clamp, screen_dither: ScreenDither::Ordered, ..Compat::default() };
        assert_eq!(Settings::default().over(own), own);
        let phone = Settings { screen_format: Some(ScreenFormat::Rgb444), ..Settings::default() };
        assert_eq!(phone.over(own), Compat { screen_format: ScreenFormat::Rgb444, ..own });
        let mascotme = Settings { compat: Some(Compat::mascotme()), ..phone };
        assert_eq!(mascotme.over(own), Compat { screen_format: ScreenFormat::Rgb444, ..Compat::mascotme() });
    }
}
