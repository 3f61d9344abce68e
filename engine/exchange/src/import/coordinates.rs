//! The place of a picture on the faces of a material.

/// Start and size of a part of a picture, by axis; 0..1 is the whole of it.
pub(crate) type Window = [[f64; 2]; 2];

pub(super) const WHOLE: Window = [[0.0; 2], [1.0; 2]];

/// The picture beyond its edges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) enum Edge {
    #[default]
    Repeats,
    /// The last pixels go on.
    Stretched,
    Mirrored,
}

impl Edge {
    /// Returns the pixel of a side that is seen at a place.
    pub(super) fn pixel(self, place: isize, side: usize) -> usize {
        let side = side.max(1).cast_signed();
        let pixel = match self {
            Self::Repeats => place.rem_euclid(side),
            Self::Stretched => place.clamp(0, side - 1),
            Self::Mirrored => place.rem_euclid(2 * side).min(2 * side - 1 - place.rem_euclid(2 * side)),
        };
        pixel.unsigned_abs()
    }
}

/// The list of texture coordinates that a material uses, and how they are turned into places of its picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Coordinates {
    /// Number of the `TEXCOORD` attribute of a primitive.
    pub(crate) set: u32,
    pub(crate) offset: [f64; 2],
    /// Radians.
    pub(crate) rotation: f64,
    pub(crate) scale: [f64; 2],
    /// The part of the picture that is kept, or the picture with what is seen around it.
    pub(crate) window: Window,
    pub(crate) edges: [Edge; 2],
}

impl Default for Coordinates {
    fn default() -> Self {
        Self { set: 0, offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2], window: WHOLE, edges: [Edge::Repeats; 2] }
    }
}

impl Coordinates {
    /// Returns the place in the picture, 0..=1 for the whole of it: scaled, turned and moved as `KHR_texture_transform`
    /// says.
    pub(super) fn place(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let [u, v] = [u * self.scale[0], v * self.scale[1]];
        let turned = if self.rotation == 0.0 {
            [u, v]
        } else {
            let (sine, cosine) = (libm::sin(self.rotation), libm::cos(self.rotation));
            [cosine * u + sine * v, cosine * v - sine * u]
        };
        let place = [turned[0] + self.offset[0], turned[1] + self.offset[1]];
        if self.window == WHOLE {
            return place;
        }
        let [start, size] = self.window;
        [0, 1].map(|axis| (place[axis] - start[axis]) / size[axis])
    }

    /// Returns whether a place is drawn differently, because it is outside a picture of this size that does not repeat.
    pub(super) fn is_lost(&self, place: [f64; 2], size: [u16; 2]) -> bool {
        (0..2).any(|axis| {
            let half = 0.5 / f64::from(size[axis].max(1));
            self.edges[axis] != Edge::Repeats && !(-half..=1.0 + half).contains(&place[axis])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_beyond_an_edge_are_those_of_the_wrap_mode() {
        let row = |edge: Edge| [-4, -3, -1, 0, 2, 3, 5, 6].map(|place| edge.pixel(place, 3));
        assert_eq!(row(Edge::Repeats), [2, 0, 2, 0, 2, 0, 2, 0]);
        assert_eq!(row(Edge::Stretched), [0, 0, 0, 0, 2, 2, 2, 2]);
        assert_eq!(row(Edge::Mirrored), [2, 2, 0, 0, 2, 2, 0, 0]);
    }

    #[test]
    fn places_are_scaled_then_turned_then_moved() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let whole = Coordinates { offset: [0.5, 0.25], rotation: quarter, scale: [2.0, 4.0], ..Coordinates::default() };
        // (0.25, 0.125) scaled is (0.5, 0.5), a quarter turn makes (0.5, -0.5) of it.
        let [u, v] = whole.place([0.25, 0.125]);
        assert!((u - 1.0).abs() < 1e-12 && (v + 0.25).abs() < 1e-12, "{u} {v}");
        assert_eq!(Coordinates::default().place([0.3, 7.0]), [0.3, 7.0]);
    }
}
