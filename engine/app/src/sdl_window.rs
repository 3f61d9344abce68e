//! The window of SDL2, with the user's controls in a file.

use std::path::Path;

use crate::desktop::{Desktop, Events, Profile, Scaling};
use keitai_render::Framebuffer;
use keitai_runtime::controls::{Controls, Labels, Maps, Mouse, PLAYERS, PadKind};
use keitai_runtime::shot::Recorded;
use keitai_sound::MixerOutput;

use crate::error::Result;
use crate::game::Game;
use crate::picture;
use crate::runner::title;
use crate::shot_file::write_numbered_shot;
use crate::sound_player::SOUND_RATE;
use crate::tool::PanelOutput;
use crate::window::{SoundDevice, Window};

/// A window of SDL2, and the file of the user's controls.
pub(crate) struct SdlWindow {
    desktop: Desktop,
    profile: Profile,
    /// Name of screenshots and shots, before their number.
    kept: String,
}

impl SdlWindow {
    /// Opens a window for a game, with the user's own controls. Also returns the fault in the file of the controls, if
    /// there is one. `when_lost` is called when the display goes away.
    pub(crate) fn open(game: &mut dyn Game, when_lost: impl FnOnce() + 'static) -> Result<(Self, Option<String>)> {
        let info = game.info();
        let profile = info.profile();
        let loaded = profile.load();
        let wanted = game.tool().and_then(|tool| tool.panel_size());
        let mut desktop = Desktop::open(&title(game, &info), game.stage().scene().size, loaded.maps, wanted)?;
        desktop.when_lost(when_lost);
        Ok((Self { desktop, profile, kept: info.folder }, loaded.wrong))
    }
}

impl Window for SdlWindow {
    fn poll(&mut self) -> Events {
        self.desktop.poll()
    }

    fn take_controls(&mut self) -> [Controls; PLAYERS] {
        self.desktop.take_controls()
    }

    fn take_mouse(&mut self) -> Mouse {
        self.desktop.take_mouse()
    }

    fn maps(&self) -> &Maps {
        self.desktop.maps()
    }

    fn set_maps(&mut self, maps: Maps) {
        self.desktop.set_maps(maps);
    }

    fn keep_maps(&mut self, maps: &Maps) -> String {
        match (self.profile.save(maps), self.profile.file()) {
            (Ok(None), Some(file)) => format!("controls saved in {}", file.display()),
            (Ok(Some(old)), _) => format!("controls saved; the old file is {}", old.display()),
            (Err(error), Some(file)) => format!("{}: cannot write: {error}", file.display()),
            (_, None) => "there is no folder to save the controls in".to_owned(),
        }
    }

    fn labels(&self) -> Labels<'_> {
        self.desktop.labels()
    }

    fn pads(&self) -> [Option<PadKind>; PLAYERS] {
        self.desktop.pads()
    }

    fn set_title(&mut self, title: &str) {
        self.desktop.set_title(title);
    }

    fn set_scale(&mut self, scale: u32) {
        self.desktop.set_scale(scale);
    }

    fn switch_full_screen(&mut self) {
        self.desktop.switch_full_screen();
    }

    fn keep_file(&mut self, ending: &str, bytes: &[u8]) -> String {
        match picture::write_numbered(Path::new("."), &self.kept, ending, bytes) {
            Ok(path) => format!("wrote {}", path.file_name().unwrap_or_default().display()),
            Err(error) => error.to_string(),
        }
    }

    fn keep_shot(&mut self, shot: &Recorded) -> String {
        match write_numbered_shot(Path::new("."), &self.kept, shot) {
            Ok(path) => format!("wrote {}", path.strip_prefix(".").unwrap_or(&path).display()),
            Err(error) => error.to_string(),
        }
    }

    fn sound_device(&mut self, output: MixerOutput) -> Box<dyn SoundDevice> {
        Box::new(crate::desktop::SoundDevice::new(SOUND_RATE, output))
    }

    fn present(&mut self, picture: &Framebuffer) -> Result<()> {
        Ok(self.desktop.present(picture)?)
    }

    fn wait(&mut self) {
        self.desktop.wait();
    }

    fn set_scaling(&mut self, scaling: Scaling) {
        self.desktop.set_scaling(scaling);
    }

    fn set_room(&mut self, panels: Option<(u32, u32)>) {
        match panels {
            Some(size) => self.desktop.set_window_size(size),
            None => {
                self.desktop.set_panels(false, false);
                self.desktop.fit_picture();
            }
        }
    }

    fn size(&self) -> Result<(u32, u32)> {
        Ok(self.desktop.window_size()?)
    }

    fn present_whole(&mut self, whole: &Framebuffer, output: &PanelOutput) -> Result<()> {
        self.desktop.set_panels(output.covered, output.typing);
        if let Some(text) = &output.copied {
            self.desktop.copy_text(text);
        }
        Ok(self.desktop.present_window(whole, output.picture)?)
    }
}

impl SoundDevice for crate::desktop::SoundDevice {
    fn open(&mut self) -> Result<(), String> {
        Self::open(self)
    }

    fn is_open(&self) -> bool {
        Self::is_open(self)
    }

    fn close_lost(&mut self) -> bool {
        Self::close_lost(self)
    }

    fn disconnect(&mut self) {
        Self::disconnect(self);
    }
}
