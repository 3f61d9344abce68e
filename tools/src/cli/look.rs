//! How things are drawn and shown: settings that win over those a scene or a shot has of its own.

use std::path::Path;

use clap::Args;
use keitai_render::{Compat, ScreenDither, ScreenFormat};
use keitai_runtime::Settings;

use crate::commands::shot::read_text;
use crate::error::Error;

/// How it is drawn and shown.
#[derive(Debug, Args, Default)]
pub(crate) struct Look {
    /// The renderer's settings: vendor, mascotme or a .ron file; the file's own when not given
    #[arg(long, value_name = "NAME")]
    pub(crate) compat: Option<String>,
    /// The rasteriser: authentic draws what phones drew, enhanced the same without artefacts
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<Backend>,
    /// The colours of the screen it is shown on
    #[arg(long, value_name = "NAME")]
    pub(crate) screen: Option<Screen>,
    /// The screen mixes the colours it lacks
    #[arg(long)]
    pub(crate) dither: bool,
}

/// A rasteriser by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Backend {
    Authentic,
    Enhanced,
}

/// The colours of a screen by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Screen {
    Rgb888,
    Rgb565,
    Rgb555,
    Rgb444,
}

impl Look {
    /// What the renderer is asked for.
    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        Ok(Settings {
            compat: self.compat.as_deref().map(compat).transpose()?,
            backend: self.backend.map(Into::into),
            screen_format: self.screen.map(Into::into),
            screen_dither: self.dither.then_some(ScreenDither::Ordered),
        })
    }
}

/// The renderer's settings by name, or from a file.
fn compat(name: &str) -> Result<Compat, Error> {
    match name {
        "vendor" => Ok(Compat::default()),
        "mascotme" => Ok(Compat::mascotme()),
        file if file.ends_with(".ron") => {
            let path = Path::new(file);
            ron::from_str(&read_text(path)?).map_err(|error| Error::read(path, error))
        }
        other => Err(Error::Usage {
            message: format!("--compat {other}: no such settings"),
            hint: "give vendor, mascotme or a .ron file".to_owned(),
        }),
    }
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
