//! Gamepads to [`Controls`]: up to four, plugged and unplugged at any time.
//!
//! Buttons go by place (the lower one of the four is A whatever is printed on it). The pad library reports sticks as
//! floats, -1.0..=1.0 with up positive; here they become -127..=127 with down positive, a dead zone of 15 taken out and
//! the rest stretched. A pad keeps its player when it is unplugged and comes back. Without any pad, or where the system
//! gives no access to pads at all, every player's controls are idle.

use gilrs::{Axis, Event, EventType, GamepadId, Gilrs, GilrsBuilder};
use keitai_runtime::controls::{Button, Controls, ControlsCollector, PLAYERS, Stick};

/// Whose lettering a pad bears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PadKind {
    /// A B X Y, and what most others imitate.
    #[default]
    Xbox,
    /// Cross, circle, square, triangle.
    PlayStation,
    /// B A Y X.
    Switch,
}

impl PadKind {
    /// By the maker's USB number where it is one of the three, otherwise by the pad's name.
    fn recognise(name: &str, vendor: Option<u16>) -> Self {
        match vendor {
            Some(0x054C) => return Self::PlayStation,
            Some(0x057E) => return Self::Switch,
            Some(0x045E) => return Self::Xbox,
            _ => {}
        }
        let name = name.to_ascii_lowercase();
        let any = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if any(&["playstation", "dualshock", "dualsense", "sony", "ps3", "ps4", "ps5"]) {
            Self::PlayStation
        } else if any(&["nintendo", "switch", "joy-con"]) {
            Self::Switch
        } else {
            Self::Xbox
        }
    }

    /// What is printed on the button, or what players call it; at most six letters.
    pub fn label(self, button: Button) -> &'static str {
        let [xbox, playstation, switch] = match button {
            Button::Up => ["D-up"; 3],
            Button::Down => ["D-down"; 3],
            Button::Left => ["D-left"; 3],
            Button::Right => ["D-rght"; 3],
            Button::A => ["A", "Cross", "B"],
            Button::B => ["B", "Circle", "A"],
            Button::X => ["X", "Square", "Y"],
            Button::Y => ["Y", "Triang", "X"],
            Button::L => ["LB", "L1", "L"],
            Button::R => ["RB", "R1", "R"],
            Button::L2 => ["LT", "L2", "ZL"],
            Button::R2 => ["RT", "R2", "ZR"],
            Button::L3 => ["LS", "L3", "LS"],
            Button::R3 => ["RS", "R3", "RS"],
            Button::Start => ["Menu", "Option", "+"],
            Button::Select => ["View", "Share", "-"],
        };
        match self {
            Self::Xbox => xbox,
            Self::PlayStation => playstation,
            Self::Switch => switch,
        }
    }
}

/// A pad came or went.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PadNotice {
    /// It plays for `player`, counted from 0.
    Plugged { player: usize, name: String },
    /// `player` holds nothing now.
    Unplugged { player: usize, name: String },
}

/// One player's pad. It stays when it is unplugged, so that it can come back.
#[derive(Debug)]
struct Pad {
    id: GamepadId,
    name: String,
    kind: PadKind,
    plugged: bool,
    controls: ControlsCollector,
}

/// All pads.
#[derive(Debug)]
pub struct Pads {
    /// `None` where the system gives no access to pads.
    library: Option<Gilrs>,
    players: [Option<Pad>; PLAYERS],
    notices: Vec<PadNotice>,
}

impl Pads {
    /// Looks for pads. That there are none, or no way to look, is not an error.
    pub fn open() -> Self {
        let mut pads = Self::none();
        if let Ok(library) = GilrsBuilder::new().with_force_feedback(false).build() {
            for (id, pad) in library.gamepads() {
                pads.plug(id, pad.name(), pad.vendor_id());
            }
            pads.library = Some(library);
            pads.notices.clear();
        }
        pads
    }

    /// No pads, and none to come.
    pub fn none() -> Self {
        Self { library: None, players: [const { None }; PLAYERS], notices: Vec::new() }
    }

    /// Takes in what happened since the last call.
    pub fn poll(&mut self) {
        let Some(mut library) = self.library.take() else { return };
        while let Some(event) = library.next_event() {
            let pad = library.gamepad(event.id);
            self.receive(&event, pad.name(), pad.vendor_id());
        }
        self.library = Some(library);
    }

    /// Takes in one event of a pad of that name and maker. What is not of the abstract pad is let pass.
    fn receive(&mut self, event: &Event, name: &str, vendor: Option<u16>) {
        if event.event == EventType::Disconnected {
            return self.unplug(event.id);
        }
        let Some(pad) = self.plug(event.id, name, vendor) else { return };
        let controls = &mut pad.controls;
        match event.event {
            EventType::ButtonPressed(pressed, _) => {
                if let Some(button) = button(pressed) {
                    controls.press(button);
                }
            }
            EventType::ButtonReleased(released, _) => {
                if let Some(button) = button(released) {
                    controls.release(button);
                }
            }
            EventType::AxisChanged(axis, value, _) => {
                let (left, right) = (controls.left(), controls.right());
                let value = deflection(value);
                match axis {
                    Axis::LeftStickX => controls.set_left(Stick { x: value, ..left }),
                    Axis::LeftStickY => controls.set_left(Stick { y: -value, ..left }),
                    Axis::RightStickX => controls.set_right(Stick { x: value, ..right }),
                    Axis::RightStickY => controls.set_right(Stick { y: -value, ..right }),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The pad with that id: the one a player has, or else a new one for the first player without. A fifth pad is not
    /// heard.
    fn plug(&mut self, id: GamepadId, name: &str, vendor: Option<u16>) -> Option<&mut Pad> {
        let known = self.players.iter().position(|slot| slot.as_ref().is_some_and(|pad| pad.id == id));
        let free = || self.players.iter().position(Option::is_none);
        let abandoned = || self.players.iter().position(|slot| slot.as_ref().is_some_and(|pad| !pad.plugged));
        let player = known.or_else(free).or_else(abandoned)?;

        let slot = &mut self.players[player];
        if known.is_none() {
            *slot = Some(Pad {
                id,
                name: name.to_owned(),
                kind: PadKind::recognise(name, vendor),
                plugged: false,
                controls: ControlsCollector::default(),
            });
        }
        let pad = slot.as_mut()?;
        if !pad.plugged {
            pad.plugged = true;
            self.notices.push(PadNotice::Plugged { player, name: pad.name.clone() });
        }
        Some(pad)
    }

    fn unplug(&mut self, id: GamepadId) {
        for (player, slot) in self.players.iter_mut().enumerate() {
            if let Some(pad) = slot
                && pad.id == id
                && pad.plugged
            {
                pad.plugged = false;
                pad.controls.clear();
                self.notices.push(PadNotice::Unplugged { player, name: pad.name.clone() });
            }
        }
    }

    /// Each player's controls of the tick that begins now.
    pub fn take(&mut self) -> [Controls; PLAYERS] {
        let mut controls = [Controls::IDLE; PLAYERS];
        for (controls, pad) in controls.iter_mut().zip(&mut self.players) {
            if let Some(pad) = pad {
                *controls = pad.controls.take();
            }
        }
        controls
    }

    /// The lettering of a player's pad, while it is plugged in.
    pub fn kind(&self, player: usize) -> Option<PadKind> {
        self.players.get(player)?.as_ref().filter(|pad| pad.plugged).map(|pad| pad.kind)
    }

    /// Pads that came and went since the last call.
    pub fn drain_notices(&mut self) -> impl Iterator<Item = PadNotice> + '_ {
        self.notices.drain(..)
    }
}

fn button(button: gilrs::Button) -> Option<Button> {
    use gilrs::Button as G;
    Some(match button {
        G::DPadUp => Button::Up,
        G::DPadDown => Button::Down,
        G::DPadLeft => Button::Left,
        G::DPadRight => Button::Right,
        G::South => Button::A,
        G::East => Button::B,
        G::West => Button::X,
        G::North => Button::Y,
        G::LeftTrigger => Button::L,
        G::RightTrigger => Button::R,
        G::LeftTrigger2 => Button::L2,
        G::RightTrigger2 => Button::R2,
        G::LeftThumb => Button::L3,
        G::RightThumb => Button::R3,
        G::Start => Button::Start,
        G::Select => Button::Select,
        _ => return None,
    })
}

/// -1.0..=1.0 to -127..=127 without the dead zone; anything else to the nearest end, NaN to rest.
fn deflection(value: f32) -> i8 {
    const DEAD: i32 = 15;
    const FULL: i32 = Stick::FULL as i32;
    // The pad library's numbers are floats; this is where they end.
    #[allow(clippy::float_arithmetic)]
    let raw = (value * 127.0) as i32;
    let raw = raw.clamp(-FULL, FULL);
    let live = (raw.abs() - DEAD).max(0) * FULL / (FULL - DEAD);
    (live * raw.signum()) as i8
}

#[cfg(test)]
mod tests {
    use gilrs::Button as G;
    use gilrs::ev::Code;

    use super::*;

    /// The library makes ids and codes only for real pads; its serialised form gives the same values without one.
    fn id(number: usize) -> GamepadId {
        serde_json::from_value(number.into()).expect("an id is a number")
    }

    fn code() -> Code {
        use serde_json::json;
        let linux = json!({"kind": 1, "code": 304});
        let windows = json!({"kind": "Button", "index": 0});
        let macos = json!({"page": 9, "usage": 1});
        [linux, windows, macos]
            .into_iter()
            .find_map(|form| serde_json::from_value(form).ok())
            .expect("a known platform")
    }

    fn send(pads: &mut Pads, number: usize, event: EventType) {
        pads.receive(&Event::new(id(number), event), "Test Pad", None);
    }

    fn press(pads: &mut Pads, number: usize, button: G) {
        send(pads, number, EventType::ButtonPressed(button, code()));
    }

    #[test]
    fn events_of_the_library_become_controls() {
        let mut pads = Pads::none();
        press(&mut pads, 0, G::South);
        send(&mut pads, 0, EventType::AxisChanged(Axis::LeftStickY, 1.0, code()));
        send(&mut pads, 0, EventType::AxisChanged(Axis::RightStickX, -1.0, code()));

        let [tick, ..] = pads.take();
        assert!(tick.pressed(Button::A));
        assert_eq!((tick.left, tick.right), (Stick { x: 0, y: -127 }, Stick { x: -127, y: 0 }));

        send(&mut pads, 0, EventType::ButtonReleased(G::South, code()));
        send(&mut pads, 0, EventType::AxisChanged(Axis::LeftStickY, 0.05, code()));
        let [tick, ..] = pads.take();
        assert!(tick.held.is_empty());
        assert_eq!(tick.left, Stick::CENTRE);
    }

    #[test]
    fn an_unplugged_pad_lets_go_and_comes_back_to_its_player() {
        let mut pads = Pads::none();
        send(&mut pads, 7, EventType::Connected);
        press(&mut pads, 3, G::North);
        press(&mut pads, 7, G::RightTrigger2);
        let notices: Vec<_> = pads.drain_notices().collect();
        assert_eq!(
            notices,
            [0, 1].map(|player| PadNotice::Plugged { player, name: "Test Pad".into() }),
            "pads take players in the order in which they come"
        );

        send(&mut pads, 7, EventType::Disconnected);
        let [first, second, ..] = pads.take();
        assert!(first.is_idle() && second.held(Button::Y));
        assert_eq!((pads.kind(0), pads.kind(1)), (None, Some(PadKind::Xbox)));
        assert_eq!(
            pads.drain_notices().collect::<Vec<_>>(),
            [PadNotice::Unplugged { player: 0, name: "Test Pad".into() }]
        );

        send(&mut pads, 7, EventType::Connected);
        press(&mut pads, 7, G::Start);
        let [first, ..] = pads.take();
        assert!(first.pressed(Button::Start));
        assert_eq!(pads.kind(0), Some(PadKind::Xbox));
    }

    #[test]
    fn a_fifth_pad_waits_until_a_player_leaves() {
        let mut pads = Pads::none();
        for number in 0..4 {
            press(&mut pads, number, G::East);
        }
        press(&mut pads, 4, G::West);
        assert!(pads.take().iter().all(|tick| tick.held == Button::B.into()));

        send(&mut pads, 2, EventType::Disconnected);
        press(&mut pads, 4, G::West);
        let ticks = pads.take();
        assert_eq!(ticks[2].held, Button::X.into());
    }

    #[test]
    fn every_button_of_the_abstract_pad_can_be_reached() {
        use G::*;
        let reached: Vec<_> = [
            DPadUp,
            DPadDown,
            DPadLeft,
            DPadRight,
            South,
            East,
            West,
            North,
            LeftTrigger,
            RightTrigger,
            LeftTrigger2,
            RightTrigger2,
            LeftThumb,
            RightThumb,
            Start,
            Select,
        ]
        .into_iter()
        .filter_map(button)
        .collect();
        assert_eq!(reached, Button::ALL);
        assert_eq!(button(Mode), None);
    }

    #[test]
    fn sticks_rest_in_the_dead_zone_and_reach_the_end() {
        assert_eq!([0.0, 0.1, -0.12, f32::NAN].map(deflection), [0; 4]);
        assert_eq!([1.0, -1.0, 7.5, f32::NEG_INFINITY].map(deflection), [127, -127, 127, -127]);
        assert_eq!(deflection(0.5), 54); // (63 - 15) * 127 / 112
        assert_eq!(deflection(-0.5), -54);
    }

    #[test]
    fn makers_are_recognised() {
        assert_eq!(PadKind::recognise("Wireless Controller", Some(0x054C)), PadKind::PlayStation);
        assert_eq!(PadKind::recognise("Sony DualSense", None), PadKind::PlayStation);
        assert_eq!(PadKind::recognise("Nintendo Switch Pro Controller", None), PadKind::Switch);
        assert_eq!(PadKind::recognise("Generic USB Joystick", Some(0x0079)), PadKind::Xbox);
        assert_eq!(PadKind::Switch.label(Button::A), "B");
        assert_eq!(PadKind::PlayStation.label(Button::X), "Square");
    }
}
