//! Bands of rows that several threads draw at the same time.
//!
//! Every thread draws the whole queue in the same order, into the rows of its band alone. Pixels do not depend on their
//! neighbours, so that the picture is the same however many bands there are.

use crate::framebuffer::Rows;
use crate::queue::PaintOrder;
use crate::raster::{Clip, ScreenVertex};
use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "threads")]
use rayon::join;

/// Some rows of the picture, as one thread draws them.
pub(crate) struct Band<'a> {
    pub(crate) rows: Range<i32>,
    /// Pixels of these rows and, after the last row of all bands, the rest of the picture with its slack, if it has slack.
    pub(crate) pixels: &'a mut [u32],
    pub(crate) pitch: usize,
    /// Whether there are other bands, or no slack.
    pub(crate) partial: bool,
    /// Fraction bits of the vertices' coordinates.
    pub(crate) fraction: u32,
}

/// Division of the rows of a picture into bands. Its buffers are kept from flush to flush.
#[derive(Debug)]
pub(crate) struct Bands {
    count: usize,
    /// The change of the work of each row from the row above.
    changes: Vec<i64>,
    /// First row of each band, and the end of the last.
    starts: Vec<i32>,
}

/// Work that a row of a polygon costs beside its pixels, in pixels.
const ROW: i64 = 8;

/// The least work for which other threads are woken.
const LEAST: i64 = 1 << 13;

impl Band<'_> {
    /// Returns the rows before one of them, and the others.
    fn split_at(self, row: i32) -> (Self, Self) {
        let (above, below) = self.pixels.split_at_mut((row - self.rows.start) as usize * self.pitch);
        (
            Self { rows: self.rows.start..row, pixels: above, ..self },
            Self { rows: row..self.rows.end, pixels: below, ..self },
        )
    }

    /// Returns whether a polygon lies in other bands only.
    #[inline(always)]
    pub(crate) fn misses(&self, vertices: &[ScreenVertex]) -> bool {
        self.partial && self.misses_all(vertices)
    }

    /// Returns whether a polygon lies outside the band. A function of its own, because a picture drawn as one band does not
    /// need it.
    #[inline(never)]
    fn misses_all(&self, vertices: &[ScreenVertex]) -> bool {
        let rows = Clip::around(vertices, self.fraction);
        rows.top >= self.rows.end || rows.bottom <= self.rows.start
    }
}

impl Bands {
    /// Divides pictures into at most `count` bands; 0 counts as 1.
    pub(crate) fn new(count: usize) -> Self {
        Self { count: count.max(1), changes: Vec::new(), starts: Vec::new() }
    }

    /// Divides the rows of `clip`, which is not empty, into bands of about as much work. There is one band where little
    /// is to be drawn. There is also one where the polygons may cover more than `most` pixels, because whether a
    /// polygon is drawn then depends on all polygons before it.
    pub(crate) fn divide(&mut self, queue: PaintOrder, clip: Clip, fraction: u32, most: u64) {
        self.starts.clear();
        self.starts.push(clip.top);
        if self.count > 1 {
            self.divide_by_work(queue, clip, fraction, most);
        }
        self.starts.push(clip.bottom);
    }

    fn divide_by_work(&mut self, queue: PaintOrder, clip: Clip, fraction: u32, most: u64) {
        self.changes.clear();
        self.changes.resize((clip.bottom - clip.top) as usize + 1, 0);
        let (mut total, mut pixels_at_most) = (0, 0_u64);
        for polygon in queue.polygons() {
            let around = Clip::around(polygon.vertices, fraction).intersect(clip);
            if around.is_empty() {
                continue;
            }
            let (width, height) = (i64::from(around.right - around.left), i64::from(around.bottom - around.top));
            let triangles = u64::from(polygon.item.sides.saturating_sub(2).max(1));
            pixels_at_most = pixels_at_most.saturating_add((width * height).unsigned_abs() * triangles);
            total += (width + ROW) * height;
            self.changes[(around.top - clip.top) as usize] += width + ROW;
            self.changes[(around.bottom - clip.top) as usize] -= width + ROW;
        }
        if total < LEAST || pixels_at_most > most {
            return;
        }
        let (mut row_work, mut work_above) = (0, 0);
        for (row, change) in (clip.top..clip.bottom).zip(&self.changes) {
            if work_above >= total / self.count as i64 * self.starts.len() as i64 && row > clip.top {
                self.starts.push(row);
                if self.starts.len() == self.count {
                    return;
                }
            }
            row_work += change;
            work_above += row_work;
        }
    }

    /// Calls `draw` for every band of a picture with a state of its own, and returns the sum of its results.
    pub(crate) fn draw<S: Default + Send>(
        &self,
        Rows { pixels, pitch, has_slack }: Rows,
        fraction: u32,
        states: &mut Vec<S>,
        draw: impl Fn(Band, &mut S) -> u64 + Sync,
    ) -> u64 {
        let [top, .., bottom] = self.starts[..] else { return 0 };
        let count = self.starts.len() - 1;
        if states.len() < count {
            states.resize_with(count, S::default);
        }
        let pixels = &mut pixels[top as usize * pitch..];
        let band = Band { rows: top..bottom, pixels, pitch, partial: count > 1 || !has_slack, fraction };
        in_halves(&self.starts[1..count], band, &mut states[..count], &draw)
    }
}

/// Divides a band at the rows `inner` and draws the parts, each half of them in a thread of its own.
fn in_halves<S: Send>(
    inner: &[i32],
    band: Band,
    states: &mut [S],
    draw: &(impl Fn(Band, &mut S) -> u64 + Sync),
) -> u64 {
    let half = inner.len() / 2;
    let Some(&row) = inner.get(half) else { return states.first_mut().map_or(0, |state| draw(band, state)) };
    let (first, second) = band.split_at(row);
    let (first_states, second_states) = states.split_at_mut(half + 1);
    let (first, second) = join(
        || in_halves(&inner[..half], first, first_states, draw),
        || in_halves(&inner[half + 1..], second, second_states, draw),
    );
    first + second
}

/// Calls one function after the other, without threads.
#[cfg(not(feature = "threads"))]
fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Effect;
    use crate::queue::{Item, Queue, Surface};
    use crate::raster::Kind;

    const CLIP: Clip = Clip { left: 0, top: 10, right: 100, bottom: 210 };

    /// Returns the first rows of the bands of rectangles, and the end of the last.
    fn starts(count: usize, rectangles: &[Clip], most: u64) -> Vec<i32> {
        let mut queue = Queue::default();
        let call = queue.open(&Effect::default(), false);
        let surface = Surface::Colour(0);
        let item = Item { kind: Kind::PLAIN, surface, shade: 255, bias: 0, sides: 4, whole: false, call };
        for &Clip { left, top, right, bottom } in rectangles {
            let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
            queue.push(item, 0, &corners.map(|(x, y)| ScreenVertex { x, y, ..ScreenVertex::default() }));
        }
        let mut bands = Bands::new(count);
        bands.divide(queue.ordered(), CLIP, 0, most);
        bands.starts
    }

    #[test]
    fn bands_have_as_much_work_as_each_other() {
        assert_eq!(starts(4, &[CLIP], u64::MAX), [10, 60, 110, 160, 210]);
        // Half of the work lies in the last twentieth.
        let low = Clip { top: 200, ..CLIP };
        assert_eq!(starts(2, &[&[CLIP][..], &[low; 18]].concat(), u64::MAX), [10, 200, 210]);
        // More bands than rows.
        let one = Clip { bottom: 13, ..CLIP };
        let rows = starts(1000, &[one; 200], u64::MAX);
        assert_eq!((rows.first(), rows.last()), (Some(&10), Some(&210)));
        assert!(rows.is_sorted_by(|a, b| a < b), "{rows:?}");
    }

    #[test]
    fn little_work_and_a_limit_of_pixels_are_for_one_thread() {
        assert_eq!(starts(1, &[CLIP], u64::MAX), [10, 210]);
        assert_eq!(starts(4, &[Clip { right: 20, ..CLIP }], u64::MAX), [10, 210]);
        assert_eq!(starts(4, &[], u64::MAX), [10, 210]);
        // Twice 100 by 200 pixels, because both triangles of a quad may cover all of its rectangle.
        assert_eq!(starts(4, &[CLIP], 39_999), [10, 210]);
        assert_eq!(starts(2, &[CLIP], 40_000), [10, 110, 210]);
    }

    #[test]
    fn every_band_is_drawn_once_with_its_own_pixels() {
        for count in 1..=7 {
            let mut bands = Bands::new(count);
            bands.starts = (0..=count as i32).map(|at| 2 + at * 3).collect();
            let mut pixels = vec![0; 30 * 5];
            let mut states: Vec<u64> = Vec::new();
            let rows = Rows { pixels: &mut pixels, pitch: 5, has_slack: true };
            let sum = bands.draw(rows, 0, &mut states, |band, state| {
                *state += 1;
                band.pixels[..band.rows.len() * 5].iter_mut().for_each(|pixel| *pixel += band.rows.start as u32);
                band.rows.len() as u64
            });
            assert_eq!((sum, states), (3 * count as u64, vec![1; count]));
            let first = |row: usize| if (2..2 + 3 * count).contains(&row) { (row - 2) / 3 * 3 + 2 } else { 0 };
            let expected: Vec<u32> = (0..30 * 5).map(|at| first(at / 5) as u32).collect();
            assert_eq!(pixels, expected);
        }
    }
}
