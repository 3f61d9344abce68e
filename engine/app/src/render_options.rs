//! Command-line overrides of render settings.

use std::path::{Path, PathBuf};

use crate::files;
use clap::{Args, ValueEnum};
use keitai_render::{Compat, ScreenDither, ScreenFormat};
use keitai_runtime::Settings;

use crate::error::{Error, Result};

/// The largest file of settings that is read, bytes.
const LARGEST: u64 = 1 << 20;

/// Command-line overrides of render settings. They win over those of a scene or a shot.
#[derive(Debug, Clone, Args, Default)]
pub struct RenderOptions {
    /// The original to draw like: engine, viewer or a .ron file [default: that of the file]
    #[arg(long, value_name = "NAME")]
    pub compat: Option<String>,
    /// The rasteriser: authentic draws as phones did, enhanced the same without artefacts
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<Backend>,
    /// The colour format of the screen
    #[arg(long, value_name = "NAME")]
    pub(crate) screen: Option<Screen>,
    /// Dither colours that the screen lacks
    #[arg(long)]
    pub(crate) dither: bool,
    /// Threads that draw a picture, each a band of its rows [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

/// A rasteriser by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[allow(missing_docs, reason = "a doc comment would be a line of `--help`")]
pub enum Backend {
    Authentic,
    Enhanced,
}

/// The colour format of a screen by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[allow(missing_docs, reason = "a doc comment would be a line of `--help`")]
pub enum Screen {
    Rgb888,
    Rgb565,
    Rgb555,
    Rgb444,
}

impl RenderOptions {
    /// Returns the file that `--compat` names, if it names one.
    pub fn file(&self) -> Option<PathBuf> {
        self.compat.as_deref().filter(|name| name.ends_with(".ron")).map(PathBuf::from)
    }

    /// Returns whether pictures are drawn with other settings than those of the file.
    pub(crate) fn changes_pictures(&self) -> bool {
        self.compat.is_some() || self.backend.is_some() || self.screen.is_some() || self.dither
    }

    /// Returns the settings to override.
    ///
    /// # Errors
    /// When `--compat` names neither known settings nor a file of settings.
    pub fn settings(&self) -> Result<Settings> {
        Ok(Settings {
            compat: self.compat.as_deref().map(compat).transpose()?,
            backend: self.backend.map(Into::into),
            screen_format: self.screen.map(Into::into),
            screen_dither: self.dither.then_some(ScreenDither::Ordered),
            threads: self.threads.map(usize::from),
            language: None,
        })
    }

    /// Returns the options that choose these settings, each after a space; `None` when no options do.
    pub fn text(settings: &Settings) -> Option<String> {
        let mut text = match settings.compat {
            None => String::new(),
            Some(compat) => format!(" --compat {}", Compat::PRESETS.iter().find(|(_, own)| *own == compat)?.0),
        };
        if settings.backend == Some(keitai_render::Backend::Enhanced) {
            text += " --backend enhanced";
        }
        let format = settings.screen_format.filter(|format| *format != ScreenFormat::AsDrawn);
        let screens = Screen::value_variants().iter().filter(|screen| Some(ScreenFormat::from(**screen)) == format);
        for screen in screens.filter_map(Screen::to_possible_value) {
            text += &format!(" --screen {}", screen.get_name());
        }
        if settings.screen_dither == Some(ScreenDither::Ordered) {
            text += " --dither";
        }
        Some(text)
    }
}

/// Returns the renderer's settings by name, or from a file.
fn compat(name: &str) -> Result<Compat> {
    if let Some(compat) = Compat::named(name) {
        return Ok(compat);
    }
    if !name.ends_with(".ron") {
        return Err(Error::usage(format!("--compat {name}: no such settings"), "give engine, viewer or a .ron file"));
    }
    let path = Path::new(name);
    let text = files::read_text(path, LARGEST).map_err(|fault| Error::read(path, fault))?;
    ron::from_str(&text).map_err(|error| Error::read(path, error))
}

impl From<Backend> for keitai_render::Backend {
    fn from(backend: Backend) -> Self {
        match backend {
            Backend::Authentic => Self::Authentic,
            Backend::Enhanced => Self::Enhanced,
        }
    }
}

impl From<Screen> for ScreenFormat {
    fn from(screen: Screen) -> Self {
        match screen {
            Screen::Rgb888 => Self::AsDrawn,
            Screen::Rgb565 => Self::Rgb565,
            Screen::Rgb555 => Self::Rgb555,
            Screen::Rgb444 => Self::Rgb444,
        }
    }
}
