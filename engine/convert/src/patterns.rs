//! Switches of polygon groups to pattern masks.
//!
//! Sorted by frame, those of a frame in text order; group g is bit (g + 1) & 31; the mask carries on; an entry per
//! named frame, changed or not, and one at frame 0 [vendor tool] unless the options leave it out.

use crate::options::Options;
use crate::rules;
use keitai_formats::{Diagnostic, Diagnostics, PatternKey, tra::Switch};

/// Returns the pattern keys of an action that ends with `last_frame`, for a figure with `groups` groups.
pub(crate) fn masks(
    switches: &[Switch],
    (last_frame, groups): (u16, usize),
    options: &Options,
    found: &mut Diagnostics,
) -> Vec<PatternKey> {
    let mut keys = Vec::new();
    if !options.no_first_mask {
        keys.push(PatternKey { frame: 0, mask: 0 });
    }
    let mut sorted: Vec<(usize, &Switch)> = switches.iter().enumerate().collect();
    sorted.sort_by_key(|(_, switch)| switch.frame);
    for (index, switch) in sorted {
        let path = || format!("Figure/DynamicPolygons/kgf[{index}]");
        let mut report = |rule, message: String| found.push(Diagnostic::new(rule, switch.span.0, message));
        let Ok(frame) = u16::try_from(switch.frame) else {
            report(&rules::SWITCH_FRAME, format!("{}: frame {} is outside 0..=65535", path(), switch.frame));
            continue;
        };
        if usize::try_from(switch.group).map_or(true, |group| group >= groups) {
            let message = format!("{}: group {} does not exist; there are {groups}", path(), switch.group);
            report(&rules::GROUP_UNKNOWN, message);
        }
        if frame > last_frame {
            report(&rules::SWITCH_BEYOND_END, format!("{}: frame {frame}; the last frame is {last_frame}", path()));
        }
        let bit = 1u32 << (switch.group.wrapping_add(1) & 31);
        let mask = keys.last().map_or(0, |key| key.mask);
        let mask = if switch.shown { mask | bit } else { mask & !bit };
        match keys.last_mut() {
            Some(key) if key.frame == frame => key.mask = mask,
            _ => keys.push(PatternKey { frame, mask }),
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_carry_on_and_begin_at_zero() {
        let switch = |frame, group, shown| Switch { frame, group, shown, ..Switch::default() };
        let switches = [switch(10, 1, true), switch(10, 0, false), switch(5, 0, true), switch(12, 0, false)];
        let mut found = Diagnostics::default();
        let keys = masks(&switches, (20, 2), &Options::default(), &mut found);
        let keys: Vec<_> = keys.iter().map(|key| (key.frame, key.mask)).collect();
        assert_eq!(keys, [(0, 0), (5, 0b10), (10, 0b100), (12, 0b100)]);
        assert!(found.is_empty());
    }

    #[test]
    fn group_31_is_bit_0() {
        let switches = [Switch { frame: 0, group: 31, shown: true, ..Switch::default() }];
        assert_eq!(masks(&switches, (1, 32), &Options::default(), &mut Diagnostics::default())[0].mask, 1);
    }
}
