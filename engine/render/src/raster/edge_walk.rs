//! Triangles as MascotME scans them: attributes along both edges, and a slope for every row.

use super::edge::Edge;
use super::triangle::by_row;
use super::{Brush, Canvas, Corner, Walk};

impl Canvas<'_> {
    pub(super) fn triangle_edge_walk<const USED: u8>(&mut self, corners: [Corner; 3], brush: Brush) {
        let [top, middle, bottom] = by_row(corners);
        if top.y == bottom.y {
            return;
        }
        let long = (top, bottom);
        let mut at_middle = Edge::new::<0>(&top, &bottom, self.fill_rule);
        at_middle.advance(0, middle.y - top.y);
        let middle_left = at_middle.x() > middle.x << 16;
        for short in [(top, middle), (middle, bottom)] {
            let (left, right) = if middle_left { (short, long) } else { (long, short) };
            for y in short.0.y.max(self.clip.top)..short.1.y.min(self.clip.bottom) {
                let (x, from) = self.on_edge::<USED>(left, y);
                let (end, to) = self.on_edge::<USED>(right, y);
                let (first, last) = (x >> 16, end >> 16);
                let (mut start, mut slope) = ([0; 5], [0; 5]);
                for i in (0..5).filter(|i| USED >> i & 1 != 0) {
                    slope[i] = (to[i] - from[i]) / (last - first + 1).max(1);
                    let prestep = (i64::from(slope[i]) * i64::from(0x10000 - (x & 0xFFFF))) >> 16;
                    start[i] = from[i] + prestep as i32;
                }
                let (mut left, mut right) = (Edge::upright(first, start, [0; 5]), Edge::upright(last, [0; 5], [0; 5]));
                (brush.band)(self, y..y + 1, &mut left, &mut right, &slope, brush.paint);
            }
        }
    }

    /// Column and attributes of an edge at row `y`, 16.16.
    fn on_edge<const USED: u8>(&self, (upper, lower): (Corner, Corner), y: i32) -> (i32, Walk) {
        let mut edge = Edge::new::<0>(&upper, &lower, self.fill_rule);
        edge.advance(0, y - upper.y);
        let mut walk = [0; 5];
        let height = i64::from((lower.y - upper.y).max(1));
        for i in (0..5).filter(|i| USED >> i & 1 != 0) {
            let (a, b) = (i64::from(upper.attributes[i]) << 8, i64::from(lower.attributes[i]) << 8);
            walk[i] = (a + (b - a) * i64::from(y - upper.y) / height) as i32;
        }
        (edge.x(), walk)
    }
}
