//! The sound of a window: the device, silence in the background, and the user's volume, in the file `sound.ron` beside that of the
//! controls.

use keitai_runtime::controls::WindowCommand;
use keitai_runtime::{Stage, TickRate};
use keitai_sound::Bus;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::console;
use crate::locate::config_folder;
use crate::saved::Saved;
use crate::sound_player::SoundPlayer;
use crate::window::{SoundDevice, Window};

const STEP: u8 = 10;
/// Seconds from the loss of the device to the first search for another one, and between further ones. A search takes some
/// hundredths of a second.
const SEARCH: [u32; 2] = [1, 5];

/// Plays the sounds and the music of the current stage. The device is opened for the first sound; a machine without one plays
/// on in silence.
#[derive(Default)]
pub(crate) struct Speaker {
    volume: Saved<Volume>,
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
    has_told: bool,
}

impl Speaker {
    /// Returns a speaker with the user's volume for a game with this folder; silent when `mute` is set.
    pub(crate) fn new(mute: bool, folder: &str) -> Self {
        let volume = Saved::open(config_folder(folder).map(|folder| folder.join(FILE)));
        Self { volume, mute, ..Self::default() }
    }

    fn is_muted(&self) -> bool {
        self.volume.value.muted || self.mute
    }

    /// Returns the volume, 0 while the sound is off.
    pub(crate) fn volume(&self) -> u8 {
        if self.is_muted() { 0 } else { self.volume.value.all }
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
        let mut open = Open { player, device: window.sound_device(output), search: None, has_told: false };
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
        let Volume { all, muted, .. } = &mut self.volume.value;
        match command {
            WindowCommand::Louder => (*all, *muted) = ((*all + STEP).min(100), false),
            WindowCommand::Quieter => *all = all.saturating_sub(STEP),
            WindowCommand::Mute => *muted = !off,
            WindowCommand::Volume(volume) => (*all, *muted) = (volume.min(100), false),
            _ => return None,
        }
        self.mute &= command == WindowCommand::Quieter;
        self.apply();
        let text = if self.is_muted() { "sound off".to_owned() } else { format!("volume {}", self.volume.value.all) };
        match self.volume.save_aside() {
            Ok(Some(old)) => Some(format!("{text}; the old file is {}", old.display())),
            Ok(None) if matches!(command, WindowCommand::Volume(_)) => None,
            Ok(None) => Some(text),
            Err(error) => Some(format!("{text} ({error})")),
        }
    }

    fn apply(&mut self) {
        let muted = self.is_muted() || self.background;
        let Some(Open { player, .. }) = &mut self.open else { return };
        let Volume { all, music, effects, .. } = self.volume.value;
        player.set_volume(Bus::All, all);
        player.set_volume(Bus::Music, music);
        player.set_volume(Bus::Effects, effects);
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
        if !std::mem::replace(&mut self.has_told, true) {
            console::warn(message);
        }
    }
}

pub(crate) const FILE: &str = "sound.ron";

/// Volumes, 0..=100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Volume {
    #[serde(deserialize_with = "percent")]
    all: u8,
    #[serde(deserialize_with = "percent")]
    music: u8,
    #[serde(deserialize_with = "percent")]
    effects: u8,
    muted: bool,
}

fn percent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    match u8::deserialize(deserializer)? {
        volume if volume <= 100 => Ok(volume),
        volume => Err(de::Error::custom(format!("expected a volume from 0 to 100, found {volume}"))),
    }
}

impl Default for Volume {
    fn default() -> Self {
        Self { all: 100, music: 100, effects: 100, muted: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_change_the_volume_and_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/sound.ron");
        let speaker = || Speaker { volume: Saved::open(Some(file.clone())), ..Speaker::default() };
        let mut first = speaker();
        assert_eq!(first.carry_out(WindowCommand::Quieter).unwrap(), "volume 90");
        assert_eq!(first.carry_out(WindowCommand::Mute).unwrap(), "sound off");
        assert_eq!(speaker().volume.value, Volume { all: 90, muted: true, ..Volume::default() });
        assert_eq!(speaker().carry_out(WindowCommand::Louder).unwrap(), "volume 100");
        assert_eq!(speaker().carry_out(WindowCommand::Quieter).unwrap(), "volume 90");
        assert_eq!(speaker().carry_out(WindowCommand::Volume(250)), None, "the page that gives it shows it");
        assert_eq!(speaker().volume.value, Volume::default());
        assert_eq!(speaker().carry_out(WindowCommand::Pause), None);
        let mut silent = Speaker { mute: true, ..speaker() };
        assert_eq!((silent.volume(), silent.carry_out(WindowCommand::Quieter).unwrap()), (0, "sound off".to_owned()));
        assert_eq!(speaker().volume.value, Volume { all: 90, ..Volume::default() }, "the next start has sound");
        assert_eq!(silent.carry_out(WindowCommand::Mute).unwrap(), "volume 90");
        assert_eq!((silent.volume(), silent.carry_out(WindowCommand::Mute).unwrap()), (90, "sound off".to_owned()));
        assert!(speaker().volume.value.muted);
        for (text, volume) in [("(music: 40)", Some(40)), ("(al: 20)", None), ("(all: 120)", None), ("", None)] {
            std::fs::write(&file, text).unwrap();
            let Saved { value, warning, .. } = speaker().volume;
            assert_eq!((value.music, warning.is_none()), (volume.unwrap_or(100), volume.is_some()), "{text}");
        }
        let told = speaker().carry_out(WindowCommand::Quieter).unwrap();
        assert_eq!(told, format!("volume 90; the old file is {}.bak", file.display()));
    }
}
