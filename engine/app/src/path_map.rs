//! Maps of paths, seen from above: courses on the displays of races.

use keitai_formats::{Rgb, Texture};
use keitai_render::Q12;
use keitai_runtime::world::path::Path;

/// Half widths of the outline, of the line and of the start, pixels.
const OUTLINE: i32 = 2;
const LINE: i32 = 1;
/// Pixels that are kept free on each side.
const MARGIN: i64 = 5;

/// A square map of a path: x to the right, z downwards.
///
/// ```
/// use keitai_app::PathMap;
/// use keitai_runtime::world::path::{Path, PathPoint};
/// # use keitai_render::Q12;
///
/// let point = |x: i32, z: i32| PathPoint { at: [Q12::from_num(x), Q12::ZERO, Q12::from_num(z)], ..PathPoint::default() };
/// let road = Path::new(&[point(-500, 0), point(500, 0)], false).unwrap();
/// let map = PathMap::new(&road, 50);
/// assert_eq!(map.pixel(road.at(Q12::from_num(250)).transform.position), [15, 25]);
/// let texture = map.texture(&road, [0x202020, 0xFFFFFF, 0x40C040]);
/// assert_eq!((texture.width, texture.texels[25 * 50 + 15]), (50, 2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathMap {
    size: u16,
    /// Middle of the path's extent along x and z, and its larger side, 20.12.
    middle: [i64; 2],
    span: i64,
}

impl PathMap {
    /// Fits a path into a map of `size` pixels along each side, 16 to 256.
    pub fn new(path: &Path, size: u16) -> Self {
        let size = size.clamp(16, 256);
        let mut ends = [[i64::MAX, i64::MIN]; 2];
        for place in places(path, size) {
            for ([low, high], axis) in ends.iter_mut().zip([0, 2]) {
                let at = i64::from(place[axis].to_bits());
                (*low, *high) = ((*low).min(at), (*high).max(at));
            }
        }
        let span = ends.map(|[low, high]| high - low).into_iter().max().unwrap_or(0).max(1);
        Self { size, middle: ends.map(|[low, high]| (low + high) / 2), span }
    }

    /// Returns the pixel of a place in the world, from the map's top left corner. Places far from the path are beyond the map.
    pub fn pixel(&self, at: [Q12; 3]) -> [i32; 2] {
        let size = i64::from(self.size);
        [(at[0], self.middle[0]), (at[2], self.middle[1])].map(|(at, middle)| {
            let pixel = (i64::from(at.to_bits()) - middle) * (size - 2 * MARGIN) / self.span + size / 2;
            pixel.clamp(i32::MIN.into(), i32::MAX.into()) as i32
        })
    }

    /// Draws the path: its outline, its line and its start in three colours, 0xRRGGBB. Index 0 of the palette, around the path,
    /// is for transparency.
    pub fn texture(&self, path: &Path, colours: [u32; 3]) -> Texture {
        let size = i32::from(self.size);
        let mut texels = vec![0; usize::from(self.size) * usize::from(self.size)];
        let mut paint = |at: [Q12; 3], half: i32, index: u8| {
            let [x, y] = self.pixel(at);
            for row in (y - half).max(0)..(y + half + 1).min(size) {
                for column in (x - half).max(0)..(x + half + 1).min(size) {
                    texels[(row * size + column) as usize] = index;
                }
            }
        };
        places(path, self.size).for_each(|at| paint(at, OUTLINE, 1));
        places(path, self.size).for_each(|at| paint(at, LINE, 2));
        places(path, self.size).take(1).for_each(|at| paint(at, OUTLINE, 3));
        let [outline, line, start] = colours.map(Rgb::from_hex);
        Texture { width: self.size, height: self.size, palette: vec![Rgb::default(), outline, line, start], texels }
    }
}

/// Returns places along a path, which are less than a pixel apart on a map of this size when the path is shorter than twice the
/// way around the map.
fn places(path: &Path, size: u16) -> impl Iterator<Item = [Q12; 3]> {
    let (length, count) = (i64::from(path.length().to_bits()), i64::from(size) * 8);
    (0..=count).map(move |step| path.at(Q12::from_bits((length * step / count) as i32)).transform.position)
}

#[cfg(test)]
mod tests {
    use keitai_runtime::world::path::PathPoint;

    use super::*;

    fn road() -> Path {
        let points = [(0, 0), (1000, 0), (2000, 0), (2000, 1000), (1000, 1000), (0, 1000)]
            .map(|(x, z)| PathPoint { at: [Q12::from_num(x), Q12::ZERO, Q12::from_num(z)], ..PathPoint::default() });
        Path::new(&points, true).unwrap()
    }

    #[test]
    fn the_larger_side_fills_the_map_and_the_line_is_closed() {
        let road = road();
        let map = PathMap::new(&road, 64);
        let texture = map.texture(&road, [0x101010, 0xF0F0F0, 0x00FF00]);
        let at = |x: i32, y: i32| texture.texels[(y * 64 + x) as usize];
        let columns = (0..64).filter(|x| (0..64).any(|y| at(*x, y) != 0)).collect::<Vec<_>>();
        assert!((2..=5).contains(&columns[0]) && (58..=61).contains(&columns[columns.len() - 1]), "{columns:?}");
        for place in places(&road, 64) {
            let [x, y] = map.pixel(place);
            assert!(at(x, y) >= 2, "a gap at {x} {y}");
        }
        let [x, y] = map.pixel(road.at(Q12::ZERO).transform.position);
        assert_eq!((at(x, y), at(32, 32), at(0, 0)), (3, 0, 0), "start, inside and outside");
        assert_eq!(texture.palette[3], Rgb { r: 0, g: 255, b: 0 });
    }

    #[test]
    fn sizes_and_places_out_of_range_are_taken() {
        let map = PathMap::new(&road(), 0);
        assert_eq!(map.texture(&road(), [0; 3]).width, 16);
        let [x, y] = map.pixel([Q12::MAX, Q12::MIN, Q12::MIN]);
        assert!(x > 16 && y < 0);
    }
}
