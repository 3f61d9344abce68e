//! Command-line overrides of render settings.

use std::path::{Path, PathBuf};

use crate::files;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use keitai_render::{Backend, Compat, ScreenDither, ScreenFormat};
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
    #[arg(long, value_name = "NAME", value_parser = named(&Self::BACKENDS))]
    pub(crate) backend: Option<Backend>,
    /// The colour format of the screen
    #[arg(long, value_name = "NAME", value_parser = named(&Self::SCREENS))]
    pub(crate) screen: Option<ScreenFormat>,
    /// Dither colours that the screen lacks
    #[arg(long)]
    pub(crate) dither: bool,
    /// Threads that draw a picture, each a band of its rows [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

impl RenderOptions {
    /// The rasterisers by name.
    pub const BACKENDS: [(&'static str, Backend); 2] =
        [("authentic", Backend::Authentic), ("enhanced", Backend::Enhanced)];

    /// The colour formats of screens by name.
    pub const SCREENS: [(&'static str, ScreenFormat); 4] = [
        ("rgb888", ScreenFormat::AsDrawn),
        ("rgb565", ScreenFormat::Rgb565),
        ("rgb555", ScreenFormat::Rgb555),
        ("rgb444", ScreenFormat::Rgb444),
    ];

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
            backend: self.backend,
            screen_format: self.screen,
            screen_dither: self.dither.then_some(ScreenDither::Ordered),
            threads: self.threads.map(usize::from),
        })
    }

    /// Returns the options that choose these settings, each after a space; `None` when no options do.
    pub fn text(settings: &Settings) -> Option<String> {
        let mut text = match settings.compat {
            None => String::new(),
            Some(compat) => format!(" --compat {}", Compat::PRESETS.iter().find(|(_, own)| *own == compat)?.0),
        };
        if settings.backend == Some(Backend::Enhanced) {
            text += " --backend enhanced";
        }
        let format = settings.screen_format.filter(|format| *format != ScreenFormat::AsDrawn);
        if let Some((name, _)) = Self::SCREENS.iter().find(|(_, own)| Some(*own) == format) {
            text += &format!(" --screen {name}");
        }
        if settings.screen_dither == Some(ScreenDither::Ordered) {
            text += " --dither";
        }
        Some(text)
    }
}

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

fn named<T: Copy + Send + Sync + 'static>(names: &'static [(&str, T)]) -> impl TypedValueParser<Value = T> {
    let value = |given: String| names.iter().find(|(name, _)| *name == given).map(|(_, value)| *value).ok_or(given);
    PossibleValuesParser::new(names.iter().map(|(name, _)| *name)).try_map(value)
}
