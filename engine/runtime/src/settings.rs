//! What somebody who looks asks for, over what a scene or a shot says itself.

use keitai_render::{Backend, Compat, ScreenDither, ScreenFormat};

/// Settings that win; what is not asked for stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// All of the renderer's settings.
    pub compat: Option<Compat>,
    /// The rasteriser.
    pub backend: Option<Backend>,
    /// The colours of the screen.
    pub screen_format: Option<ScreenFormat>,
    /// What the screen does with colours in between.
    pub screen_dither: Option<ScreenDither>,
}

impl Settings {
    /// The renderer's settings for something that has some of its own.
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
    fn what_is_asked_for_wins_and_the_rest_stays() {
        let own = Compat { uv_wrap: UvWrap::Clamp, screen_dither: ScreenDither::Ordered, ..Compat::default() };
        assert_eq!(Settings::default().over(own), own);
        let phone = Settings { screen_format: Some(ScreenFormat::Rgb444), ..Settings::default() };
        assert_eq!(phone.over(own), Compat { screen_format: ScreenFormat::Rgb444, ..own });
        let mascotme = Settings { compat: Some(Compat::mascotme()), ..phone };
        assert_eq!(mascotme.over(own), Compat { screen_format: ScreenFormat::Rgb444, ..Compat::mascotme() });
    }
}
