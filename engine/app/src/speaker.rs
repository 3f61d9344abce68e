//! The sound of a window: the device, silence in the background, and the user's volume, in the file `sound.ron` beside that of the
//! controls.

use std::io::ErrorKind;
use std::path::PathBuf;

use keitai_runtime::controls::WindowCommand;
use keitai_runtime::{Stage, TickRate};
use keitai_sound::Bus;
use serde::Deserialize;

use crate::files::{FileFault, Overwrite};
use crate::locate::config_folder;
use crate::sound_player::SoundPlayer;
use crate::window::{SoundDevice, Window};
use crate::{console, files};

const STEP: u8 = 10;
/// Seconds from the loss of the device to the first search for another one, and between further ones. A search takes some
/// hundredths of a second.
const SEARCH: [u32; 2] = [1, 5];

/// Plays the sounds and the music of the current stage. The device is opened for the first sound; a machine without one plays
/// on in silence.
#[derive(Default)]
pub(crate) struct Speaker {
    file: VolumeFile,
    volume: Volume,
    /// The program was started without sound, and the user has not turned it on.
    mute: bool,
    background: bool,
    open: Option<Open>,
}

struct Open {
    player: SoundPlayer,
    device: Box<dyn SoundDevice>,
    /// Ticks until the next search for a device, after one was lost.
    search: Option<u32>,
    /// The user has been warned that there is no device.
    told: bool,
}

impl Speaker {
    /// Returns a speaker with the user's volume for a game with this folder; silent when `mute` is set.
    pub(crate) fn new(mute: bool, folder: &str) -> Self {
        let file = VolumeFile(config_folder(folder).map(|folder| folder.join(FILE)));
        let (volume, wrong) = file.load();
        if let Some(wrong) = wrong {
            console::warn(&wrong);
        }
        Self { volume, file, mute, ..Self::default() }
    }

    fn is_muted(&self) -> bool {
        self.volume.muted || self.mute
    }

    /// Returns the volume, 0 while the sound is off.
    pub(crate) fn volume(&self) -> u8 {
        if self.is_muted() { 0 } else { self.volume.all }
    }

    pub(crate) fn hear(&mut self, stage: &mut Stage, rate: TickRate, window: &mut dyn Window) {
        let sounds = &mut stage.sounds;
        let silent = sounds.played.is_empty() && sounds.music.is_none();
        if self.open.is_none() {
            if silent {
                return;
            }
            self.open(window);
        }
        match self.open.as_mut().and_then(|open| open.keep_device(rate).then_some(&mut open.player)) {
            Some(player) => player.hear(sounds, rate),
            // Without a device nothing would ever end.
            None => sounds.played.clear(),
        }
    }

    fn open(&mut self, window: &mut dyn Window) {
        let Ok((player, output)) = SoundPlayer::new() else { return };
        let mut open = Open { player, device: window.sound_device(output), search: None, told: false };
        if let Err(reason) = open.device.open() {
            open.tell(&format!("no sound device ({reason}); playing without sound"));
        }
        self.open = Some(open);
        self.apply();
    }

    /// A device was plugged in or unplugged.
    pub(crate) fn change_device(&mut self, rate: TickRate) {
        let Some(open) = &mut self.open else { return };
        open.keep_device(rate);
        // The message was given when the device went missing.
        let _ = open.device.open();
    }

    /// Silences the window, or lets it be heard again.
    pub(crate) fn set_background(&mut self, background: bool) {
        self.background = background;
        self.apply();
    }

    /// Carries out a command for the volume. Returns the message for the user. Returns `None` for other commands, and
    /// for a volume that a game sets and that was saved as usual: the page of the game shows it.
    pub(crate) fn carry_out(&mut self, command: WindowCommand) -> Option<String> {
        let off = self.is_muted();
        let Volume { all, muted, .. } = &mut self.volume;
        match command {
            WindowCommand::Louder => (*all, *muted) = ((*all + STEP).min(100), false),
            WindowCommand::Quieter => *all = all.saturating_sub(STEP),
            WindowCommand::Mute => *muted = !off,
            WindowCommand::Volume(volume) => (*all, *muted) = (volume.min(100), false),
            _ => return None,
        }
        self.mute &= command == WindowCommand::Quieter;
        self.apply();
        let text = if self.is_muted() { "sound off".to_owned() } else { format!("volume {}", self.volume.all) };
        match self.file.save(&self.volume) {
            Ok(None) if matches!(command, WindowCommand::Volume(_)) => None,
            Ok(None) => Some(text),
            Ok(Some(old)) => Some(format!("{text}; the old file is {}", old.display())),
            Err(error) => Some(format!("{text} ({error})")),
        }
    }

    fn apply(&mut self) {
        let muted = self.is_muted() || self.background;
        let Some(Open { player, .. }) = &mut self.open else { return };
        player.set_volume(Bus::All, self.volume.all);
        player.set_volume(Bus::Music, self.volume.music);
        player.set_volume(Bus::Effects, self.volume.effects);
        player.set_muted(muted);
    }
}

impl Open {
    /// Searches for another device after one was lost: servers that are started again report nothing. Returns whether a
    /// device is open. Called once per tick.
    fn keep_device(&mut self, rate: TickRate) -> bool {
        let [soon, later] = SEARCH.map(|seconds| rate.ticks_in(seconds));
        if self.device.close_lost() {
            self.tell("the sound device is lost; playing without sound until there is another");
            self.search = Some(soon);
        }
        if self.device.is_open() {
            self.search = None;
        }
        self.search = match self.search {
            Some(0) => {
                self.device.disconnect();
                self.device.open().is_err().then_some(later)
            }
            search => search.map(|ticks| ticks - 1),
        };
        self.device.is_open()
    }

    /// Warns of a missing device once.
    fn tell(&mut self, message: &str) {
        if !std::mem::replace(&mut self.told, true) {
            console::warn(message);
        }
    }
}

pub(crate) const FILE: &str = "sound.ron";
/// The largest file that is read, bytes.
const LARGEST: u64 = 4096;

/// Volumes, 0..=100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Volume {
    pub(crate) all: u8,
    pub(crate) music: u8,
    pub(crate) effects: u8,
    pub(crate) muted: bool,
}

impl Default for Volume {
    fn default() -> Self {
        Self { all: 100, music: 100, effects: 100, muted: false }
    }
}

/// The file; `None` when there is no home folder.
#[derive(Debug, Default)]
pub(crate) struct VolumeFile(pub(crate) Option<PathBuf>);

impl VolumeFile {
    /// Returns the user's volume, or full volume when there is no readable file, and the reason why an existing file cannot be used.
    pub(crate) fn load(&self) -> (Volume, Option<String>) {
        let Some(path) = &self.0 else { return Default::default() };
        let text = match files::read_text(path, LARGEST) {
            Err(fault) if fault.kind() == ErrorKind::NotFound => return Default::default(),
            text => text.ok(),
        };
        let is_volume = |volume: &Volume| [volume.all, volume.music, volume.effects].iter().all(|part| *part <= 100);
        let volume = text.and_then(|text| ron::from_str(&text).ok()).filter(is_volume);
        let wrong = || format!("{}: no volumes from 0 to 100; the sound has full volume", path.display());
        (volume.unwrap_or_default(), volume.is_none().then(wrong))
    }

    /// Saves a volume. A file that cannot be read, for example because of a slip in it, is renamed first; returns its new
    /// name.
    pub(crate) fn save(&self, volume: &Volume) -> Result<Option<PathBuf>, FileFault> {
        let Some(path) = &self.0 else { return Ok(None) };
        let kept = if self.load().1.is_some() { files::keep_aside(path)? } else { None };
        let Volume { all, music, effects, muted } = volume;
        let text = format!("// Volumes, 0 to 100.\n(all: {all}, music: {music}, effects: {effects}, muted: {muted})\n");
        files::write(path, text.as_bytes(), Overwrite::Force, &[])?;
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn commands_change_the_volume_and_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let speaker = || {
            let file = VolumeFile(Some(folder.path().join("deep/sound.ron")));
            Speaker { volume: file.load().0, file, ..Speaker::default() }
        };
        let mut first = speaker();
        assert_eq!(first.carry_out(WindowCommand::Quieter).unwrap(), "volume 90");
        assert_eq!(first.carry_out(WindowCommand::Mute).unwrap(), "sound off");
        assert_eq!(speaker().volume, Volume { all: 90, muted: true, ..Volume::default() });
        assert_eq!(speaker().carry_out(WindowCommand::Louder).unwrap(), "volume 100");
        assert_eq!(speaker().carry_out(WindowCommand::Quieter).unwrap(), "volume 90");
        assert_eq!(speaker().carry_out(WindowCommand::Volume(250)), None, "the page that gives it shows it");
        assert_eq!(speaker().volume, Volume::default());
        assert_eq!(speaker().carry_out(WindowCommand::Pause), None);
        let mut silent = Speaker { mute: true, ..speaker() };
        assert_eq!((silent.volume(), silent.carry_out(WindowCommand::Quieter).unwrap()), (0, "sound off".to_owned()));
        assert_eq!(speaker().volume, Volume { all: 90, ..Volume::default() }, "the next start has sound");
        assert_eq!(silent.carry_out(WindowCommand::Mute).unwrap(), "volume 90");
        assert_eq!((silent.volume(), silent.carry_out(WindowCommand::Mute).unwrap()), (90, "sound off".to_owned()));
        assert!(speaker().volume.muted);
    }

    #[test]
    fn a_file_with_a_slip_is_kept_beside_the_new_one() {
        let (_folder, path) = testing::place("sound.ron");
        let (file, quiet) = (VolumeFile(Some(path.clone())), Volume { all: 10, ..Volume::default() });
        assert_eq!((file.load().1, file.save(&quiet).unwrap()), (None, None));
        assert_eq!((file.load().0, file.save(&quiet).unwrap()), (quiet, None), "a file that can be read is replaced");
        for slip in ["(al: 20)", "(all: 120)", "", "(all: 300)", "\u{0}"] {
            std::fs::write(&path, slip).unwrap();
            let (volume, wrong) = file.load();
            assert_eq!(volume, Volume::default());
            assert!(wrong.unwrap().ends_with("sound.ron: no volumes from 0 to 100; the sound has full volume"));
            let kept = file.save(&quiet).unwrap().unwrap();
            assert_eq!(std::fs::read_to_string(&kept).unwrap(), slip);
            assert_eq!(file.load(), (quiet, None));
        }
        std::fs::write(&path, "(music: 40)").unwrap();
        assert_eq!(file.load(), (Volume { music: 40, ..Volume::default() }, None));
    }
}
