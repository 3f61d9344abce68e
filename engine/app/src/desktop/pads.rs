//! Converts the events of up to four gamepads to [`Controls`]. Gamepads are plugged and unplugged at any time.
//!
//! Buttons are named by place: the lower one of the four is A whatever is printed on it. The pad library reports sticks
//! as floats, -1.0..=1.0 with up positive. They become -127..=127 with down positive; the maps remove the dead zones.
//!
//! Pads are numbered in the order in which they are plugged in; the maps give each to a player. A pad keeps its number
//! when it is unplugged and plugged in again, unless another has taken its place. Without pads, or without access to
//! them, all controls are idle.
//!
//! Buttons pressed while the left stick is pushed in are commands for the window and do not reach the player.

use gilrs::{Axis, Event, EventType, GamepadId, Gilrs, GilrsBuilder};
use keitai_runtime::controls::{Button, Controls, ControlsCollector, Input, Maps, PLAYERS, PadKind, Stick};

/// A pad was plugged in or unplugged. Pads count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum PadNotice {
    Plugged { pad: usize, name: String },
    Unplugged { pad: usize },
}

/// A pad. An unplugged pad stays in the list, so that it keeps its number.
#[derive(Debug)]
struct Pad {
    id: GamepadId,
    name: String,
    kind: PadKind,
    plugged: bool,
    controls: ControlsCollector,
}

/// Up to four gamepads, plugged in or not.
#[derive(Debug)]
pub struct Pads {
    /// `None` when the system gives no access to pads.
    library: Option<Gilrs>,
    pads: [Option<Pad>; PLAYERS],
    /// Pads that were plugged in or unplugged, until the window takes them.
    pub notices: Vec<PadNotice>,
    /// Buttons that went down, until the window takes them.
    pub inputs: Vec<Input>,
    /// Pads in the order in which they were last used, the latest first.
    used: [usize; PLAYERS],
}

impl Pads {
    /// Opens the pad library. Without pads or without access the list is empty.
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

    /// Returns a list that stays empty.
    pub(crate) fn none() -> Self {
        let pads = [const { None }; PLAYERS];
        Self { library: None, pads, notices: Vec::new(), inputs: Vec::new(), used: [0, 1, 2, 3] }
    }

    /// Handles the events since the last call. Returns whether a pad was used.
    pub fn poll(&mut self) -> bool {
        let Some(mut library) = self.library.take() else { return false };
        let mut used = false;
        while let Some(event) = library.next_event() {
            let pad = library.gamepad(event.id);
            used |= self.receive(&event, pad.name(), pad.vendor_id());
        }
        self.library = Some(library);
        used
    }

    /// Handles an event of a pad with this name and maker. Inputs that the abstract pad does not have are ignored.
    /// Returns whether a person used the pad.
    fn receive(&mut self, event: &Event, name: &str, vendor: Option<u16>) -> bool {
        if event.event == EventType::Disconnected {
            self.unplug(event.id);
            return false;
        }
        let Some(number) = self.plug(event.id, name, vendor) else { return false };
        let Some(Pad { controls, .. }) = &mut self.pads[number] else { return false };
        let used = match event.event {
            EventType::ButtonPressed(pressed, _) => {
                let Some(button) = button(pressed) else { return false };
                if controls.is_down(Button::L3) && button != Button::L3 {
                    self.inputs.push(Input::Chord(number, button));
                } else {
                    controls.press(button);
                    self.inputs.push(Input::Pad(number, button));
                }
                true
            }
            EventType::ButtonReleased(released, _) => {
                if let Some(button) = button(released) {
                    controls.release(button);
                }
                false
            }
            EventType::AxisChanged(axis, value, _) => {
                let value = deflection(value);
                match axis {
                    Axis::LeftStickX => controls.left.x = value,
                    Axis::LeftStickY => controls.left.y = -value,
                    Axis::RightStickX => controls.right.x = value,
                    Axis::RightStickY => controls.right.y = -value,
                    _ => {}
                }
                // A worn stick rests far from its centre.
                value.unsigned_abs() > Stick::FULL.unsigned_abs() / 2
            }
            _ => false,
        };
        if used && let Some(at) = self.used.iter().position(|pad| *pad == number) {
            self.used[..=at].rotate_right(1);
        }
        used
    }

    /// Returns the number of the pad with this id: its own, or else that of a pad that was unplugged, or the first unused one. A
    /// fifth pad is ignored.
    fn plug(&mut self, id: GamepadId, name: &str, vendor: Option<u16>) -> Option<usize> {
        let known = self.pads.iter().position(|slot| slot.as_ref().is_some_and(|pad| pad.id == id));
        let free = || self.pads.iter().position(Option::is_none);
        let abandoned = || self.pads.iter().position(|slot| slot.as_ref().is_some_and(|pad| !pad.plugged));
        let number = known.or_else(abandoned).or_else(free)?;

        let slot = &mut self.pads[number];
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
            self.notices.push(PadNotice::Plugged { pad: number, name: pad.name.clone() });
        }
        Some(number)
    }

    fn unplug(&mut self, id: GamepadId) {
        for (number, slot) in self.pads.iter_mut().enumerate() {
            if let Some(pad) = slot
                && pad.id == id
                && pad.plugged
            {
                pad.plugged = false;
                pad.controls.clear();
                self.notices.push(PadNotice::Unplugged { pad: number });
            }
        }
    }

    /// Returns each player's controls for the tick that begins now.
    pub fn take(&mut self, maps: &Maps) -> [Controls; PLAYERS] {
        let mut controls = [Controls::IDLE; PLAYERS];
        for (pad, player) in self.pads.iter_mut().zip(maps.pads) {
            if let (Some(pad), Some(sum), Some(map)) = (pad, controls.get_mut(player), maps.players.get(player)) {
                *sum = sum.merged(map.pad.apply(pad.controls.take()));
            }
        }
        controls
    }

    /// Returns the sticks of each player's pads as they are, without dead zones: the left one along x and y, the right one.
    pub fn sticks(&self, maps: &Maps) -> [[i8; 4]; PLAYERS] {
        let mut sticks = [[0; 4]; PLAYERS];
        for (pad, player) in self.pads.iter().zip(maps.pads) {
            if let (Some(Pad { controls, .. }), Some(row)) = (pad, sticks.get_mut(player)) {
                let (left, right) = (controls.left, controls.right);
                *row = [left.x, left.y, right.x, right.y];
            }
        }
        sticks
    }

    /// Returns the kinds of the pads that are plugged in, by number.
    pub(crate) fn kinds(&self) -> [Option<PadKind>; PLAYERS] {
        self.pads.each_ref().map(|pad| pad.as_ref().filter(|pad| pad.plugged).map(|pad| pad.kind))
    }

    /// Returns the kind of the pad that each player used last, and the player who used a pad last.
    pub fn lettering(&self, maps: &Maps) -> ([Option<PadKind>; PLAYERS], Option<usize>) {
        let (all, mut kinds) = (self.kinds(), [None; PLAYERS]);
        let mut last = None;
        for number in self.used {
            let player = maps.pads[number];
            if let (Some(kind), Some(entry)) = (all[number], kinds.get_mut(player)) {
                entry.get_or_insert(kind);
                last.get_or_insert(player);
            }
        }
        (kinds, last)
    }
}

/// The library's buttons, in the order of [`Button::ALL`].
const BUTTONS: [gilrs::Button; Button::ALL.len()] = {
    use gilrs::Button::*;
    [
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
};

fn button(button: gilrs::Button) -> Option<Button> {
    BUTTONS.iter().zip(Button::ALL).find(|(name, _)| **name == button).map(|(_, button)| button)
}

/// Converts -1.0..=1.0 to -127..=127. Other values go to the nearest end, NaN to 0.
fn deflection(value: f32) -> i8 {
    // The floats of the pad library become integers here.
    #[allow(clippy::float_arithmetic)]
    let value = (value * 127.0) as i8;
    value.max(-Stick::FULL)
}

#[cfg(test)]
mod tests {
    use gilrs::Button as G;
    use gilrs::ev::Code;

    use super::*;

    /// Returns an id. The library makes ids only for real pads; their serialised form gives the same values in a test.
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

    fn send(pads: &mut Pads, number: usize, event: EventType) -> bool {
        pads.receive(&Event::new(id(number), event), "Test Pad", None)
    }

    fn press(pads: &mut Pads, number: usize, button: G) {
        send(pads, number, EventType::ButtonPressed(button, code()));
    }

    fn take(pads: &mut Pads) -> [Controls; PLAYERS] {
        pads.take(&Maps::default())
    }

    #[test]
    fn events_of_the_library_become_controls() {
        let mut pads = Pads::none();
        press(&mut pads, 0, G::South);
        send(&mut pads, 0, EventType::AxisChanged(Axis::LeftStickY, 1.0, code()));
        send(&mut pads, 0, EventType::AxisChanged(Axis::RightStickX, -1.0, code()));

        let [tick, ..] = take(&mut pads);
        assert!(tick.pressed(Button::A));
        assert_eq!((tick.left, tick.right), (Stick { x: 0, y: -127 }, Stick { x: -127, y: 0 }));

        send(&mut pads, 0, EventType::ButtonReleased(G::South, code()));
        send(&mut pads, 0, EventType::AxisChanged(Axis::LeftStickY, 0.05, code()));
        let [tick, ..] = take(&mut pads);
        assert!(tick.held.is_empty());
        assert_eq!(tick.left, Stick::CENTRE);
    }

    #[test]
    fn maps_assign_pads_and_buttons() {
        let mut maps = Maps { pads: [2, 0, 2, 3], ..Maps::default() };
        maps.give_button(2, Button::A, Button::B);
        let mut pads = Pads::none();
        press(&mut pads, 10, G::East);
        press(&mut pads, 11, G::East);
        press(&mut pads, 12, G::Start);
        let held = pads.take(&maps).map(|tick| tick.held);
        let both = [Button::A, Button::Start].into_iter().collect();
        assert_eq!(held, [Button::B.into(), Default::default(), both, Default::default()]);
        assert_eq!(pads.take(&maps)[2].pressed, Default::default());
    }

    #[test]
    fn the_pad_used_last_gives_the_lettering() {
        let maps = Maps { pads: [0, 0, 1, 3], ..Maps::default() };
        let mut pads = Pads::none();
        let mut send = |number, name: &str, event| pads.receive(&Event::new(id(number), event), name, None);
        send(0, "Xbox", EventType::Connected);
        send(1, "DualSense", EventType::ButtonPressed(G::South, code()));
        send(2, "Switch Pro", EventType::AxisChanged(Axis::LeftStickX, 1.0, code()));
        // Noise of a stick does not make its pad a used one.
        assert!(!send(0, "Xbox", EventType::AxisChanged(Axis::LeftStickX, 0.05, code())));
        let kinds = [Some(PadKind::PlayStation), Some(PadKind::Switch), None, None];
        assert_eq!(pads.lettering(&maps), (kinds, Some(1)));
        pads.receive(&Event::new(id(2), EventType::Disconnected), "Switch Pro", None);
        pads.receive(&Event::new(id(0), EventType::ButtonPressed(G::East, code())), "Xbox", None);
        assert_eq!(pads.lettering(&maps), ([Some(PadKind::Xbox), None, None, None], Some(0)));
    }

    #[test]
    fn with_the_left_stick_in_buttons_are_asked_of_the_window() {
        let mut pads = Pads::none();
        press(&mut pads, 0, G::LeftThumb);
        press(&mut pads, 0, G::Start);
        let inputs = std::mem::take(&mut pads.inputs);
        assert_eq!(inputs, [Input::Pad(0, Button::L3), Input::Chord(0, Button::Start)]);
        assert_eq!(take(&mut pads)[0].held, Button::L3.into());
        send(&mut pads, 0, EventType::ButtonReleased(G::LeftThumb, code()));
        press(&mut pads, 0, G::Start);
        assert_eq!(pads.inputs, [Input::Pad(0, Button::Start)]);
        assert!(take(&mut pads)[0].pressed(Button::Start));
    }

    #[test]
    fn an_unplugged_pad_lets_go_and_comes_back_to_its_player() {
        let mut pads = Pads::none();
        send(&mut pads, 7, EventType::Connected);
        press(&mut pads, 3, G::North);
        press(&mut pads, 7, G::RightTrigger2);
        let notices = std::mem::take(&mut pads.notices);
        assert_eq!(
            notices,
            [0, 1].map(|pad| PadNotice::Plugged { pad, name: "Test Pad".into() }),
            "pads are numbered in the order in which they come"
        );

        send(&mut pads, 7, EventType::Disconnected);
        let [first, second, ..] = take(&mut pads);
        assert!(first.is_idle() && second.held(Button::Y));
        assert_eq!(pads.kinds()[..2], [None, Some(PadKind::Xbox)]);
        assert_eq!(pads.notices, [PadNotice::Unplugged { pad: 0 }]);

        send(&mut pads, 7, EventType::Connected);
        press(&mut pads, 7, G::Start);
        let [first, ..] = take(&mut pads);
        assert!(first.pressed(Button::Start));
        assert_eq!(pads.kinds()[0], Some(PadKind::Xbox));
    }

    /// Plugs pads in (positive) and out (negative), and returns the player of the last one.
    fn player_of_the_last(pads: &[i32]) -> Option<usize> {
        let mut all = Pads::none();
        for pad in pads {
            let event = if *pad > 0 { EventType::Connected } else { EventType::Disconnected };
            send(&mut all, pad.unsigned_abs() as usize, event);
        }
        press(&mut all, pads[pads.len() - 1] as usize, G::Start);
        take(&mut all).iter().position(|tick| tick.pressed(Button::Start))
    }

    #[test]
    fn a_pad_of_another_kind_takes_the_place_of_the_unplugged_one() {
        assert_eq!(player_of_the_last(&[1, -1, 2]), Some(0));
        assert_eq!(player_of_the_last(&[1, -1, 2, 1]), Some(1), "the first one comes back");
        assert_eq!(player_of_the_last(&[1, 2, -2, 3]), Some(1), "the first player plays on");
        assert_eq!(player_of_the_last(&[1, 2, -2, -1, 3]), Some(0));
        assert_eq!(player_of_the_last(&[1, 2, -2, -1, 3, 2]), Some(1));
        assert_eq!(player_of_the_last(&[1, -1, 2, -2, 3, -3, 4]), Some(0));
    }

    #[test]
    fn a_fifth_pad_waits_until_a_player_leaves() {
        let mut pads = Pads::none();
        for number in 0..4 {
            press(&mut pads, number, G::East);
        }
        press(&mut pads, 4, G::West);
        assert!(take(&mut pads).iter().all(|tick| tick.held == Button::B.into()));

        send(&mut pads, 2, EventType::Disconnected);
        press(&mut pads, 4, G::West);
        let ticks = take(&mut pads);
        assert_eq!(ticks[2].held, Button::X.into());
    }

    #[test]
    fn every_button_of_the_abstract_pad_can_be_reached() {
        let all: Vec<_> = BUTTONS.into_iter().map(|name| button(name).unwrap()).collect();
        assert_eq!(all, Button::ALL);
        assert_eq!(
            [G::South, G::LeftTrigger, G::LeftTrigger2].map(button),
            [Button::A, Button::L, Button::L2].map(Some)
        );
        assert_eq!([G::Start, G::Select, G::Mode].map(button), [Some(Button::Start), Some(Button::Select), None]);
    }

    #[test]
    fn a_worn_stick_is_at_rest_in_its_dead_zone_and_is_shown_as_it_is() {
        assert_eq!([0.0, 0.25, -0.5, f32::NAN].map(deflection), [0, 31, -63, 0]);
        assert_eq!([1.0, -1.0, 7.5, f32::NEG_INFINITY].map(deflection), [127, -127, 127, -127]);
        let mut pads = Pads::none();
        // A quarter of the way does not make a pad a used one.
        assert!(!send(&mut pads, 0, EventType::AxisChanged(Axis::LeftStickX, 0.25, code())));
        let mut maps = Maps::default();
        assert_eq!((pads.take(&maps)[0].left.x, pads.sticks(&maps)[0]), (18, [31, 0, 0, 0])); // (31 - 15) * 127 / 112
        maps.players[0].pad.dead_zones[0] = 27;
        assert!(pads.take(&maps)[0].is_idle());
    }
}
