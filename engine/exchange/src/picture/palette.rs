//! Palettes: their nearest colours, and rounds of means that make them better.

use keitai_formats::Rgb;

/// Most different colours of a picture whose palette is made better: those of the largest texture. More would take
/// long.
const MOST_COLOURS: usize = 1 << 16;
/// Most rounds; later ones gain little.
const ROUNDS: usize = 8;

/// Returns the palette, or a better one of as many colours: each round moves every entry to the mean of its pixels,
/// rounded half up, and gives the entries without a pixel to the colours with the largest error. The palette with the
/// least sum of squared errors is returned, so that none is worse than before. `counts` are the pixels of the colours.
pub(super) fn improved(colours: &[Rgb], counts: &[u64], palette: Vec<Rgb>) -> Vec<Rgb> {
    if colours.len() > MOST_COLOURS {
        return palette;
    }
    let mut best: (u64, Vec<Rgb>) = (u64::MAX, Vec::new());
    let mut next = palette;
    for _ in 0..=ROUNDS {
        let assignment = Assignment::new(colours, counts, &next);
        let total = assignment.errors.iter().map(|(error, _)| error).sum();
        let moved = assignment.moved(colours, &next);
        let is_done = total == 0 || moved == next;
        if total < best.0 {
            best = (total, next);
        }
        if is_done {
            break;
        }
        next = moved;
    }
    best.1
}

/// The pixels of every entry of a palette.
struct Assignment {
    /// Sum of the red, the green and the blue levels, and the number of pixels.
    entries: Vec<[u64; 4]>,
    /// For every colour the squared error of its pixels, and its place.
    errors: Vec<(u64, usize)>,
}

impl Assignment {
    /// Gives every colour to the nearest entry, the first one of several.
    fn new(colours: &[Rgb], counts: &[u64], palette: &[Rgb]) -> Self {
        let mut entries = vec![[0; 4]; palette.len()];
        let mut errors = Vec::with_capacity(colours.len());
        let nearest = Nearest::new(palette);
        for (place, (colour, count)) in colours.iter().zip(counts).enumerate() {
            let Some((entry, distance)) = nearest.of(*colour) else { continue };
            let levels = [colour.r, colour.g, colour.b].map(u64::from);
            for sums in entries.iter_mut().skip(entry).take(1) {
                let [r, g, b, pixels] = *sums;
                *sums = [r + levels[0] * count, g + levels[1] * count, b + levels[2] * count, pixels + count];
            }
            errors.push((u64::from(distance) * count, place));
        }
        Self { entries, errors }
    }

    /// Returns the palette of the next round.
    fn moved(&self, colours: &[Rgb], palette: &[Rgb]) -> Vec<Rgb> {
        let empty = self.entries.iter().filter(|[.., pixels]| *pixels == 0).count();
        let mut worst: Vec<(u64, usize)> = self.errors.iter().copied().filter(|(error, _)| *error > 0).collect();
        let by_error =
            |(error, place): &(u64, usize), (other, index): &(u64, usize)| other.cmp(error).then(place.cmp(index));
        if empty < worst.len() {
            worst.select_nth_unstable_by(empty, by_error);
            worst.truncate(empty);
        }
        worst.sort_unstable_by(by_error);
        let mut worst = worst.into_iter().filter_map(|(_, place)| colours.get(place));
        let entries = self.entries.iter().zip(palette);
        let moved = entries.map(|([r, g, b, pixels], old)| match pixels {
            0 => worst.next().copied().unwrap_or(*old),
            _ => {
                let [r, g, b] = [r, g, b].map(|sum| ((sum + pixels / 2) / pixels) as u8);
                Rgb { r, g, b }
            }
        });
        moved.collect()
    }
}

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

    fn grey(level: u8) -> Rgb {
        Rgb { r: level, g: level, b: level }
    }

    #[test]
    fn entries_without_a_pixel_go_to_the_largest_errors() {
        // Black takes all pixels at first: 200 grey is worst, and then 10 with the mean of 0 and 10 near.
        let colours = [0, 10, 200, 250].map(grey);
        let better = improved(&colours, &[1, 1, 1, 1], vec![grey(0), grey(0), grey(0)]);
        assert_eq!(better, [5, 250, 200].map(grey));
        assert_eq!(improved(&colours[..2], &[1, 3], vec![grey(90)]), [grey(8)], "the mean is 7.5");
    }

    #[test]
    fn a_palette_that_cannot_be_better_stays() {
        let colours = [1, 2, 3].map(grey);
        assert_eq!(improved(&colours, &[9, 9, 9], colours.to_vec()), colours);
        assert_eq!(improved(&colours, &[9, 9, 9], Vec::new()), []);
    }

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
