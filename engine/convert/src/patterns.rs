//! Converts switches of polygon groups to pattern masks.
//!
//! Switches are sorted by frame, those of a frame in text order (under the vendor's policy in the order of its sort).
//! Group g is bit (g + 1) & 31. A mask keeps the bits of the mask before it. Every frame with a switch gets an entry,
//! changed or not, and so does frame 0 [vendor tool] unless the options leave it out.

use crate::options::Options;
use crate::rules;
use keitai_formats::{Diagnostic, Diagnostics, PatternKey, tra::Switch};

/// Returns the pattern keys of an action that ends with `last_frame`, for a figure with `groups` groups.
pub(crate) fn masks(
    switches: &[Switch],
    (last_frame, groups): (u16, usize),
    options: &Options,
    findings: &mut Diagnostics,
) -> Vec<PatternKey> {
    let mut keys = Vec::new();
    if !options.no_first_mask {
        keys.push(PatternKey { frame: 0, mask: 0 });
    }
    let mut sorted: Vec<(usize, &Switch)> = switches.iter().enumerate().collect();
    let frame = |(_, switch): &(usize, &Switch)| switch.frame;
    if options.policy.vendor {
        partition(&mut sorted, 2 * switches.len().checked_ilog2().unwrap_or(0), frame);
    }
    sorted.sort_by_key(frame);
    for (index, switch) in sorted {
        let path = || format!("Figure/DynamicPolygons/kgf[{index}]");
        let mut report = |rule, message: String| findings.push(Diagnostic::new(rule, switch.span.0, message));
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

/// Partitions a list as the vendor's converter does before a stable sort: by the quicksort of SGI's `std::sort`, with
/// the median of the first, the middle and the last entry, down to parts of 16 entries [vendor tool]. `depth` limits
/// the time: a part that is left at depth 0 stays as it is. SGI's sort has a heap sort there, which no known text
/// reaches.
fn partition<T: Copy>(mut list: &mut [T], mut depth: u32, key: impl Fn(&T) -> i32 + Copy) {
    while list.len() > 16 && depth > 0 {
        depth -= 1;
        let mut ends = [list[0], list[list.len() / 2], list[list.len() - 1]].map(|entry| key(&entry));
        ends.sort_unstable();
        let pivot = ends[1];
        let (mut low, mut high) = (0, list.len());
        let cut = loop {
            while key(&list[low]) < pivot {
                low += 1;
            }
            high -= 1;
            while pivot < key(&list[high]) {
                high -= 1;
            }
            if low >= high {
                break low;
            }
            list.swap(low, high);
            low += 1;
        };
        let (before, after) = list.split_at_mut(cut);
        partition(after, depth, key);
        list = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_carry_on_and_begin_at_zero() {
        let switch = |frame, group, shown| Switch { frame, group, shown, ..Switch::default() };
        let switches = [switch(10, 1, true), switch(10, 0, false), switch(5, 0, true), switch(12, 0, false)];
        let mut findings = Diagnostics::default();
        let keys = masks(&switches, (20, 2), &Options::default(), &mut findings);
        let keys: Vec<_> = keys.iter().map(|key| (key.frame, key.mask)).collect();
        assert_eq!(keys, [(0, 0), (5, 0b10), (10, 0b100), (12, 0b100)]);
        assert!(findings.is_empty());
    }

    /// Returns the order in which the vendor's converter applies switches at these frames.
    fn vendors_order(frames: impl IntoIterator<Item = i32>) -> Vec<usize> {
        let mut sorted: Vec<(usize, i32)> = frames.into_iter().enumerate().collect();
        partition(&mut sorted, 16, |(_, frame)| *frame);
        sorted.sort_by_key(|(_, frame)| *frame);
        sorted.into_iter().map(|(index, _)| index).collect()
    }

    /// The orders were computed by another program that follows SGI's source.
    #[test]
    fn more_than_sixteen_switches_are_sorted_as_the_vendor_does() {
        assert_eq!(vendors_order([5; 16]), (0..16).collect::<Vec<_>>());
        assert_eq!(vendors_order([5; 17]), (0..17).rev().collect::<Vec<_>>());
        assert_eq!(vendors_order((0..18).map(|i| 9 - i / 2)), (0..18).rev().collect::<Vec<_>>());
        let mixed = [0, 18, 3, 15, 6, 12, 9, 19, 16, 13, 10, 7, 4, 1, 11, 8, 14, 5, 17, 2];
        assert_eq!(vendors_order((0..20).map(|i| i % 3)), mixed);
    }

    #[test]
    fn the_last_of_seventeen_switches_counts_unless_the_vendor_sorts_them() {
        let switches: Vec<Switch> = (0..17).map(|i| Switch { frame: 3, shown: i == 16, ..Switch::default() }).collect();
        let last = |options| masks(&switches, (9, 1), &options, &mut Diagnostics::default()).pop().unwrap().mask;
        assert_eq!([last(Options::default()), last(Options::vendor())], [2, 0]);
    }

    #[test]
    fn group_31_is_bit_0() {
        let switches = [Switch { frame: 0, group: 31, shown: true, ..Switch::default() }];
        assert_eq!(masks(&switches, (1, 32), &Options::default(), &mut Diagnostics::default())[0].mask, 1);
    }
}
