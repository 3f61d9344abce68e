//! The cup: all courses one after the other, with points for the places.

use crate::course::LAYOUTS;

pub const POINTS: [u32; 5] = [10, 7, 5, 3, 1];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cup {
    pub races: usize,
    /// Points of the racers, by their numbers.
    pub points: [u32; POINTS.len()],
}

impl Cup {
    /// Returns the index of the next course, or of the last one.
    pub fn course(&self) -> usize {
        self.races.min(LAYOUTS.len() - 1)
    }

    /// Counts a race with this order of racers.
    pub fn count(&mut self, order: &[usize]) {
        for (racer, points) in order.iter().zip(POINTS) {
            self.points[*racer] += points;
        }
        self.races += 1;
    }

    pub fn is_over(&self) -> bool {
        self.races == LAYOUTS.len()
    }

    /// Returns the racers by their points. Those with equal points stay in the order of the last race.
    pub fn order(&self, last: &[usize]) -> Vec<usize> {
        let mut order = last.to_vec();
        order.sort_by_key(|racer| std::cmp::Reverse(self.points[*racer]));
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_three_races_make_the_order() {
        let mut cup = Cup::default();
        for order in [[1, 0, 2, 3], [1, 0, 3, 2], [0, 3, 2, 1]] {
            assert!(!cup.is_over());
            cup.count(&order);
        }
        assert!(cup.is_over());
        assert_eq!((cup.course(), cup.points), (2, [24, 23, 13, 15, 0]));
        assert_eq!(cup.order(&[0, 3, 2, 1]), [0, 1, 3, 2]);
        let equal = Cup { points: [5, 5, 5, 5, 0], ..cup };
        assert_eq!(equal.order(&[2, 0, 3, 1]), [2, 0, 3, 1]);
    }
}
