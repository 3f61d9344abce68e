//! The order of a sort list: the original's quicksort.

/// Puts a list into the order in which it is painted: large keys first, equal ones as the sort leaves them.
pub(super) fn far_to_near<T: Copy>(list: &mut [(i64, T)]) {
    if list.len() >= 12 {
        halve(list);
    }
    // Insertion, which keeps the order of equal keys, as a stable sort does.
    list.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
}

/// Exchanges elements around the key in the middle, and continues with both sides.
fn halve<T: Copy>(list: &mut [(i64, T)]) {
    let pivot = list[(list.len() - 1) / 2].0;
    let (mut left, mut right) = (0, list.len() as i64 - 1);
    while left <= right {
        while list[left as usize].0 > pivot {
            left += 1;
        }
        while list[right as usize].0 < pivot {
            right -= 1;
        }
        if left <= right {
            list.swap(left as usize, right as usize);
            (left, right) = (left + 1, right - 1);
        }
    }
    let (first, second) = ((right + 1) as usize, list.len() - left as usize);
    // The larger side is halved from 11 elements on, the other from 12; of two equal ones the second is taken as the
    // larger.
    let least = |is_larger: bool| if is_larger { 11 } else { 12 };
    if first >= least(first > second) {
        halve(&mut list[..first]);
    }
    if second >= least(second >= first) {
        halve(&mut list[left as usize..]);
    }
}
