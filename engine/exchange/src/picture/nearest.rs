//! The nearest colour of a palette.

use keitai_formats::Rgb;

/// A palette of at most 256 colours, in the order of the sums of their levels.
pub(super) struct Nearest(Vec<Entry>);

struct Entry {
    sum: u32,
    colour: Rgb,
    place: u32,
}

fn sum(Rgb { r, g, b }: Rgb) -> u32 {
    u32::from(r) + u32::from(g) + u32::from(b)
}

impl Nearest {
    pub(super) fn new(palette: &[Rgb]) -> Self {
        let entries = (0..256).zip(palette).map(|(place, colour)| Entry { sum: sum(*colour), colour: *colour, place });
        let mut entries: Vec<Entry> = entries.collect();
        entries.sort_by_key(|entry| entry.sum);
        Self(entries)
    }

    /// Returns the first of the nearest entries, and the square of its distance.
    pub(super) fn of(&self, colour: Rgb) -> Option<(usize, u32)> {
        let total = sum(colour);
        let middle = self.0.partition_point(|entry| entry.sum < total);
        let (below, above) = self.0.split_at_checked(middle)?;
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        let distance = |Rgb { r, g, b }: Rgb| square(r, colour.r) + square(g, colour.g) + square(b, colour.b);
        // The distance and the place in one number.
        let mut nearest = u32::MAX;
        let mut is_near = |entry: &&Entry| {
            // The square of the difference of the sums is at most three times that of the distance.
            let is_near = entry.sum.abs_diff(total).pow(2) <= 3 * (nearest >> 8);
            nearest = nearest.min(distance(entry.colour) << 8 | entry.place);
            is_near
        };
        above.iter().take_while(&mut is_near).for_each(drop);
        below.iter().rev().take_while(&mut is_near).for_each(drop);
        (!self.0.is_empty()).then_some((nearest as usize & 255, nearest >> 8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_nearest_entries_is_found_among_all() {
        let colour = |number: u32| {
            let [r, g, b, _] = number.wrapping_mul(2_654_435_761).to_be_bytes().map(|level| level & 0xF8);
            Rgb { r, g, b }
        };
        let palette: Vec<Rgb> = (0..256).map(colour).collect();
        let nearest = Nearest::new(&palette);
        for sample in (1000..3000).map(colour) {
            let distance = |other: &Rgb| {
                [(sample.r, other.r), (sample.g, other.g), (sample.b, other.b)]
                    .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
                    .iter()
                    .sum::<u32>()
            };
            let expected = palette.iter().map(distance).enumerate().min_by_key(|(_, distance)| *distance);
            assert_eq!(nearest.of(sample), expected, "{sample:?}");
        }
        assert_eq!(Nearest::new(&[]).of(palette[0]), None);
    }
}
