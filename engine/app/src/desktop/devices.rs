//! Keyboard, pads, mouse and the pad on a touch screen: their controls, by the user's maps.

use keitai_runtime::controls::{
    Controls, ControlsCollector, Input, InputEvent, Key, Labels, Layout, Maps, Mouse, MouseCollector, PLAYERS, PadKind,
};

use super::{Events, Keyboard, Pads, Profile};
use crate::turn::Turn;

/// The devices of a window, and the file of the user's controls.
#[derive(Debug)]
pub struct Devices {
    /// The keyboard, with the maps of all devices.
    pub keyboard: Keyboard,
    /// The characters on the keys, where they are known.
    pub layout: Layout,
    /// The gamepads.
    pub pads: Pads,
    /// The pad on a touch screen. It controls the first player.
    pub touch: ControlsCollector,
    /// The mouse over the picture.
    pub mouse: MouseCollector,
    /// Whether a Shift key was down at the last event of the mouse. Browsers report it while another element has the keyboard.
    pub shift: bool,
    /// Whether the keyboard was used after all pads.
    pub by_key: bool,
    /// Whether the pad on the screen was used after all other devices.
    pub by_touch: bool,
    pub(crate) turn: Turn,
    profile: Profile,
}

impl Devices {
    /// Returns devices without pads, with the user's own controls. Also returns the fault in them, if there is one.
    pub fn new(profile: Profile) -> (Self, Option<String>) {
        let (maps, wrong) = profile.load();
        let devices = Self {
            keyboard: Keyboard::new(maps),
            layout: Layout::default(),
            pads: Pads::none(),
            touch: ControlsCollector::default(),
            mouse: MouseCollector::default(),
            shift: false,
            by_key: false,
            by_touch: false,
            turn: Turn::None,
            profile,
        };
        (devices, wrong)
    }

    /// Uses the controls of another game. Returns the fault in the user's, if there is one.
    pub fn use_profile(&mut self, profile: Profile) -> Option<String> {
        let (maps, wrong) = profile.load();
        self.profile = profile;
        self.set_maps(maps);
        wrong
    }

    /// Adds the events of the pads since the last call to those of the window.
    pub fn poll(&mut self, events: &mut Events) {
        let is_key = |event: &InputEvent| matches!(event, InputEvent::Pressed(Input::Key(_) | Input::OtherKey));
        self.by_key |= events.inputs.iter().any(is_key);
        if self.pads.poll() {
            (self.by_key, self.by_touch) = (false, false);
        }
        events.inputs.extend(self.pads.inputs.drain(..).map(InputEvent::Pressed));
        events.pads.append(&mut self.pads.notices);
    }

    /// Returns each player's controls for the tick that begins now, from all of the player's devices.
    pub fn take_controls(&mut self) -> [Controls; PLAYERS] {
        let mut players = self.pads.take(&self.keyboard.maps);
        for (player, keys) in players.iter_mut().zip(self.keyboard.take()) {
            *player = player.merged(keys);
        }
        players[0] = players[0].merged(self.touch.take());
        players.map(|controls| self.turn.controls(controls))
    }

    /// Returns the mouse for the tick that begins now.
    pub(crate) fn take_mouse(&mut self) -> Mouse {
        let shift = [Key::LeftShift, Key::RightShift].into_iter().any(|key| self.keyboard.is_down(key));
        self.mouse.take(shift || self.shift)
    }

    /// Releases everything, when the window loses the keyboard.
    pub fn release_all(&mut self) {
        self.keyboard.release_all();
        self.touch.clear();
        self.mouse.clear();
    }

    /// Returns the maps of keys and buttons, with their names on the devices in use.
    pub fn labels(&self) -> Labels<'_> {
        let maps = &self.keyboard.maps;
        let (mut pads, mut last) = self.pads.lettering(maps);
        if self.by_touch {
            // The buttons on the screen have these letters.
            (pads[0], last) = (Some(PadKind::Xbox), Some(0));
        }
        Labels { maps, layout: &self.layout, pads, last, by_key: self.by_key }
    }

    /// Replaces the maps. Held keys are released.
    pub(crate) fn set_maps(&mut self, maps: Maps) {
        self.keyboard = Keyboard::new(maps);
    }

    /// Keeps maps that the user has changed for the next time. Returns the message for the user.
    pub(crate) fn keep_maps(&self, maps: &Maps) -> String {
        let is_page = cfg!(target_family = "wasm");
        let nowhere =
            if is_page { "this browser saves no controls" } else { "there is no folder to save the controls in" };
        let Some(file) = &self.profile.file else { return nowhere.to_owned() };
        let place = if is_page { "this browser".to_owned() } else { file.display().to_string() };
        match self.profile.save(maps) {
            Ok(None) => format!("controls saved in {place}"),
            Ok(Some(old)) => format!("controls saved; the old file is {}", old.display()),
            Err(_) if is_page => nowhere.to_owned(),
            Err(error) => format!("{place}: cannot write: {error}"),
        }
    }
}
