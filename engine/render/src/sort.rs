//! The painter's order: far first.
//!
//! Equal keys keep the order of submission, later on top. What is drawn on top of everything keeps that order under every
//! setting. Because keys have few bits in perspective, the sort counts digits instead of comparing.

use crate::compat::SortTies;

/// The order in which to draw polygons with these keys; buffers are kept between frames.
#[derive(Debug, Default)]
pub(crate) struct Sorter {
    order: Vec<u32>,
    other: Vec<u32>,
}

impl Sorter {
    /// Indices into `keys`, in drawing order. Those of `on_top`, which ascend, come last.
    pub(crate) fn sort(&mut self, keys: &[i32], on_top: &[u32], ties: SortTies) -> &[u32] {
        self.order.clear();
        self.order.extend(0..keys.len() as u32);
        if !on_top.is_empty() {
            self.order.retain(|index| on_top.binary_search(index).is_err());
        }
        match ties {
            SortTies::SubmissionOrder => self.by_digits(keys),
            SortTies::ReverseSubmission => {
                self.order.reverse();
                self.by_digits(keys);
            }
            SortTies::ViewerQuicksort => viewer_sort(&mut self.order, keys),
        }
        self.order.extend(on_top);
        &self.order
    }

    /// Sorts stably: counting sort by digits of the distance to the largest key.
    fn by_digits(&mut self, keys: &[i32]) {
        const FEW: usize = 48;
        if self.order.len() < FEW {
            return insertion(&mut self.order, keys);
        }
        let largest = keys.iter().copied().max().unwrap_or(0);
        let smallest = keys.iter().copied().min().unwrap_or(0);
        let span = largest.abs_diff(smallest);
        let depth = |index: u32| largest.abs_diff(keys[index as usize]);
        self.other.clear();
        self.other.resize(self.order.len(), 0);
        let mut shift = 0;
        while shift < 32 && span >> shift != 0 {
            let mut starts = [0_u32; 257];
            for &index in &self.order {
                starts[(depth(index) >> shift & 255) as usize + 1] += 1;
            }
            for i in 1..starts.len() {
                starts[i] += starts[i - 1];
            }
            for &index in &self.order {
                let start = &mut starts[(depth(index) >> shift & 255) as usize];
                self.other[*start as usize] = index;
                *start += 1;
            }
            std::mem::swap(&mut self.order, &mut self.other);
            shift += 8;
        }
    }
}

/// Sorts stably by insertion, largest key first.
fn insertion(order: &mut [u32], keys: &[i32]) {
    for i in 1..order.len() {
        let index = order[i];
        let key = keys[index as usize];
        let mut j = i;
        while j > 0 && keys[order[j - 1] as usize] < key {
            order[j] = order[j - 1];
            j -= 1;
        }
        order[j] = index;
    }
}

/// Sorts with the vendor's viewer's order of equal keys: quicksort of parts of 12 and more, then one insertion pass.
///
/// Faithful: a part is split again from 12 elements on, the larger one (the right one when equal) already from 11.
fn viewer_sort(order: &mut [u32], keys: &[i32]) {
    const PART: usize = 12;
    if order.len() >= PART {
        split(order, keys, PART);
    }
    insertion(order, keys);
}

fn split(part: &mut [u32], keys: &[i32], part_size: usize) {
    let key = |index: u32| keys[index as usize];
    let mut part = part;
    // The larger part is taken in the loop, so that the depth of calls stays logarithmic.
    loop {
        let pivot = key(part[(part.len() - 1) >> 1]);
        let (mut i, mut j) = (0_usize, part.len() as isize - 1);
        while i as isize <= j {
            while key(part[i]) > pivot {
                i += 1;
            }
            while key(part[j as usize]) < pivot {
                j -= 1;
            }
            if i as isize <= j {
                part.swap(i, j as usize);
                i += 1;
                j -= 1;
            }
        }
        let (rest, right) = part.split_at_mut(i);
        let left = &mut rest[..(j + 1) as usize];
        let (smaller, larger) = if right.len() >= left.len() { (left, right) } else { (right, left) };
        if smaller.len() >= part_size {
            split(smaller, keys, part_size);
        }
        if larger.len() < part_size - 1 {
            return;
        }
        part = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(keys: &[i32], ties: SortTies) -> Vec<u32> {
        Sorter::default().sort(keys, &[], ties).to_vec()
    }

    #[test]
    fn what_is_on_top_keeps_its_order_under_every_rule() {
        for ties in [SortTies::SubmissionOrder, SortTies::ReverseSubmission, SortTies::ViewerQuicksort] {
            for size in [40, 400] {
                // Ordinary keys may be as small as those of what is on top.
                let keys: Vec<i32> = (0..size).map(|i| if i % 3 == 0 { i32::MIN } else { i }).collect();
                let on_top: Vec<u32> = (0..size as u32).filter(|i| i % 2 == 0).collect();
                let mut sorter = Sorter::default();
                let order = sorter.sort(&keys, &on_top, ties);
                let (others, top) = order.split_at(keys.len() - on_top.len());
                assert_eq!(top, on_top, "{ties:?}");
                let mut indices = others.to_vec();
                indices.sort_unstable();
                assert!(indices.into_iter().eq((0..size as u32).filter(|i| i % 2 == 1)), "{ties:?}");
                assert!(others.windows(2).all(|w| keys[w[0] as usize] >= keys[w[1] as usize]), "{ties:?}");
            }
        }
    }

    #[test]
    fn far_first_and_stable() {
        assert_eq!(sorted(&[5, 9, 5, -3, 9], SortTies::SubmissionOrder), [1, 4, 0, 2, 3]);
        assert_eq!(sorted(&[5, 9, 5, -3, 9], SortTies::ReverseSubmission), [4, 1, 2, 0, 3]);
    }

    #[test]
    fn many_keys_of_any_size_are_sorted_like_the_library_does() {
        let mut state = 1_u32;
        for range in [1, 7, 300, 32768, i32::MAX] {
            let keys: Vec<i32> = (0..1000)
                .map(|_| {
                    state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                    (state >> 1) as i32 % range - range / 2
                })
                .collect();
            let mut expected: Vec<u32> = (0..1000).collect();
            expected.sort_by_key(|&i| std::cmp::Reverse(keys[i as usize]));
            assert_eq!(sorted(&keys, SortTies::SubmissionOrder), expected, "range {range}");
            let viewer = sorted(&keys, SortTies::ViewerQuicksort);
            assert!(viewer.windows(2).all(|w| keys[w[0] as usize] >= keys[w[1] as usize]));
        }
    }

    #[test]
    fn extreme_keys_do_not_overflow() {
        let keys: Vec<i32> = [i32::MIN, i32::MAX, 0].repeat(40);
        let order = sorted(&keys, SortTies::SubmissionOrder);
        assert_eq!((order[0], order[40], order[80]), (1, 2, 0));
    }
}
