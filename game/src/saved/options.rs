//! Options of the player.

use keitai::{Backend, ScreenDither, ScreenFormat, Settings};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Volume of the sound, 0..=10; 0 is silent.
    pub volume: u8,
    pub screen: Screen,
    /// Draws with the enhanced back end.
    pub enhanced: bool,
    /// Window pixels per pixel of the picture, 1..=6; 0 leaves the window as it opens.
    pub scale: u8,
    /// Draws only at ticks, 30 pictures per second, instead of as often as the display shows one.
    pub at_ticks: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { volume: 7, screen: Screen::Full, enhanced: false, scale: 0, at_ticks: false }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Screen {
    /// All colours as drawn.
    #[default]
    Full,
    /// 65,536 colours.
    High,
    /// 4,096 colours.
    Low,
}

impl Screen {
    pub(crate) const ALL: [Self; 3] = [Self::Full, Self::High, Self::Low];

    pub fn title(self) -> &'static str {
        match self {
            Self::Full => "ALL COLOURS",
            Self::High => "65536 COLOURS",
            Self::Low => "4096 COLOURS",
        }
    }
}

impl Options {
    pub const LARGEST: u8 = 6;
    pub const LOUDEST: u8 = 10;

    /// Changes the volume, which never jumps from silence to the greatest one.
    pub fn change_volume(&mut self, by: i32) {
        self.volume = (i32::from(self.volume) + by).clamp(0, Self::LOUDEST.into()) as u8;
    }

    /// Returns the render settings. Those of the command line take precedence.
    pub fn settings(&self, given: Settings) -> Settings {
        let (format, dither) = match self.screen {
            Screen::Full => (None, None),
            Screen::High => (Some(ScreenFormat::Rgb565), None),
            Screen::Low => (Some(ScreenFormat::Rgb444), Some(ScreenDither::Ordered)),
        };
        Settings {
            backend: given.backend.or(self.enhanced.then_some(Backend::Enhanced)),
            screen_format: given.screen_format.or(format),
            screen_dither: given.screen_dither.or(dither.filter(|_| given.screen_format.is_none())),
            ..given
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_takes_precedence_over_options() {
        let options = Options { screen: Screen::Low, enhanced: true, ..Options::default() };
        let own = options.settings(Settings::default());
        assert_eq!((own.backend, own.screen_format), (Some(Backend::Enhanced), Some(ScreenFormat::Rgb444)));
        let given = Settings {
            backend: Some(Backend::Authentic),
            screen_format: Some(ScreenFormat::Rgb565),
            ..Settings::default()
        };
        assert_eq!(options.settings(given), given);
        assert_eq!(Options::default().settings(Settings::default()), Settings::default());
    }
}
