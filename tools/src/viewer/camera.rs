//! The viewer's camera. Its first view shows all of a figure, upright.
//!
//! Figures have Y up and face +Z. View space has Y down and Z into the screen, so the view turns a figure by half a turn
//! about X. Positions are model units, matrices 4.12. Sums are computed in 64 bits and cannot overflow.

use keitai_render::{AffineTrans, Angle, FigureLayout, Projection, Vector3};

/// Horizontal field of view; 60 degrees.
const FIELD: i32 = 682;

/// Pixels per unit at a distance of one unit: half of 240, divided by the tangent of 30 degrees.
const FOCAL: i64 = 208;

/// Half of the width and height that the figure fills on a picture of 240x320, pixels.
const HALF_WIDTH: i64 = 104;
const HALF_HEIGHT: i64 = 138;
/// Size of the picture that these numbers are for, pixels.
const USUAL: (i64, i64) = (240, 320);

/// Radius of figures that are shown at scale 1.0, view units. Others are scaled into it, so that the whole units of view
/// space stay invisible and the far plane does not cut.
const RADIUS: std::ops::RangeInclusive<i64> = 150..=3000;

/// Range of the view's scale, 4096 = 1.0; larger products would not fit 32 bits.
const SCALE: std::ops::RangeInclusive<i64> = 16..=131_072;

/// Largest distance of the far plane.
const FAR: i64 = 32767;

/// Turn, size and position of the figure, as the user has set them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Orbit {
    /// Turn about the vertical axis, 4096 to a turn.
    pub(crate) yaw: i32,
    /// Turn towards the user, -1024..=1024.
    pub(crate) pitch: i32,
    /// Size on the screen; 4096 shows the whole figure.
    pub(crate) zoom: i32,
    /// Position on the screen, 1/8 pixels from the middle.
    pub(crate) pan: (i32, i32),
    /// Point that the figure turns about and that is in the middle of the picture, model units from the middle of the
    /// bounds.
    pub(crate) target: [i32; 3],
}

impl Default for Orbit {
    fn default() -> Self {
        Self { yaw: 0, pitch: 0, zoom: 4096, pan: (0, 0), target: [0; 3] }
    }
}

/// Range of the zoom, 4096 = 1.0.
pub(crate) const ZOOM: std::ops::RangeInclusive<i32> = 512..=4_194_304;

/// Largest shift to either side at zoom 1, 1/8 pixels: the whole picture. The shift grows with the zoom up to
/// `MOST_PAN`.
const PAN: (i32, i32) = (1920, 2560);
pub(crate) const MOST_PAN: i32 = 16384;

impl Orbit {
    /// Turns about the vertical axis and towards the user.
    pub(crate) fn turn(&mut self, yaw: i32, pitch: i32) {
        self.yaw = (self.yaw + yaw) & 4095;
        self.pitch = (self.pitch + pitch).clamp(-1024, 1024);
    }

    /// Moves the figure on the screen, 1/8 pixels.
    pub(crate) fn shift(&mut self, x: i32, y: i32) {
        self.set_pan((self.pan.0.saturating_add(x), self.pan.1.saturating_add(y)));
    }

    /// Sets the position on the screen, within the limits.
    pub(crate) fn set_pan(&mut self, pan: (i32, i32)) {
        let limit = |usual: i32| (usual * (self.zoom >> 9).max(8) / 8).min(MOST_PAN);
        let (x, y) = (limit(PAN.0), limit(PAN.1));
        self.pan = (pan.0.clamp(-x, x), pan.1.clamp(-y, y));
    }

    /// Sets the size on the screen, within the limits.
    pub(crate) fn set_zoom(&mut self, zoom: i32) {
        self.zoom = zoom.clamp(*ZOOM.start(), *ZOOM.end());
    }
}

/// The upright cylinder around points, which contains the figure at any turn. Model units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The middle of the smallest box around the points.
    pub(crate) centre: [i64; 3],
    /// Greatest distance from the axis, at least 1.
    pub(crate) radius: i64,
    /// Half the height, at least 1.
    height: i64,
}

impl Bounds {
    /// Returns a camera that turns about the middle of other bounds and shows all of them, seen as before.
    pub(crate) fn closer(&self, part: &Self, orbit: &Orbit) -> Orbit {
        let target = [0, 1, 2].map(|axis| i32::try_from(part.centre[axis] - self.centre[axis]).unwrap_or(0));
        let mut orbit = Orbit { target, pan: (0, 0), ..*orbit };
        let (whole, part) = (self.radius.max(self.height), part.radius.max(part.height));
        orbit.set_zoom(i32::try_from(4096 * whole / part.max(1)).unwrap_or(i32::MAX));
        orbit
    }

    /// Returns the lowest height, model units.
    pub(crate) fn floor(&self) -> i64 {
        self.centre[1] - self.height
    }

    /// Returns the bounds of points; without points, those of the origin.
    pub(crate) fn around(points: &[Vector3]) -> Self {
        let axis = |of: fn(&Vector3) -> i32| {
            let low = points.iter().map(of).min().unwrap_or(0);
            let high = points.iter().map(of).max().unwrap_or(0);
            (i64::from(low), i64::from(high))
        };
        let ranges = [axis(|p| p.x), axis(|p| p.y), axis(|p| p.z)];
        let centre = ranges.map(|(low, high)| (low + high) >> 1);
        // Far positions are clamped, so that squares fit 64 bits.
        let away = |at: i32, axis: usize| (i64::from(at) - centre[axis]).abs().min(1 << 24);
        let square = |point: &Vector3| away(point.x, 0).pow(2) + away(point.z, 2).pow(2);
        let radius = points.iter().map(square).max().unwrap_or(0).isqrt() + 1;
        let (low, high) = ranges[1];
        Self { centre, radius, height: ((high - low + 1) >> 1).clamp(1, 1 << 24) }
    }
}

/// Returns the layout that shows `bounds` with the user's settings on a picture of `size` pixels.
pub(crate) fn layout(orbit: &Orbit, bounds: &Bounds, size: (u32, u32)) -> FigureLayout {
    let reach = bounds.radius.max(bounds.height);
    let scale = match reach {
        small if small < *RADIUS.start() => (RADIUS.start() << 12) / small,
        large if large > *RADIUS.end() => (RADIUS.end() << 12) / large,
        _ => 4096,
    };
    // A factor of 4 is left for the zoom.
    let scale = scale.clamp(*SCALE.start(), SCALE.end() / 4);

    // A point on the rim fits while x * focal / (distance - z) <= half the width; with x = r cos t and z = r sin t that
    // is a distance of r * sqrt(1 + (focal / half)^2) over all t. The near side shows its height largest.
    let rim = (bounds.radius * (HALF_WIDTH.pow(2) + FOCAL.pow(2)).isqrt()).div_euclid(HALF_WIDTH) + 1;
    // The focal length grows with the width of the picture, the height that can be filled with its height.
    let [width, height] = [size.0, size.1].map(|side| i64::from(side).max(1));
    let tall = bounds.height * (FOCAL * width * USUAL.1) / (HALF_HEIGHT * USUAL.0 * height);
    let distance = rim.max(tall + bounds.radius);
    let distance = ((distance * scale) >> 12).max(2);
    let scale = ((scale * i64::from(orbit.zoom)) >> 12).clamp(*SCALE.start(), *SCALE.end());

    let k = scale as i32;
    let flip = AffineTrans::from_raw([k, 0, 0, 0, 0, -k, 0, 0, 0, 0, -k, distance as i32]);
    let turned = flip.mul(&AffineTrans::rotation_x(Angle(orbit.pitch))).mul(&AffineTrans::rotation_y(Angle(orbit.yaw)));
    let mut layout = FigureLayout::default();
    let target = [0, 1, 2].map(|axis| bounds.centre[axis] + i64::from(orbit.target[axis]));
    layout.transform = about(&turned, target);
    layout.centre = ((size.0 / 2) as i32 + orbit.pan.0 / 8, (size.1 / 2) as i32 + orbit.pan.1 / 8);

    // Depth is finest for polygon sorting when the planes are close to the figure.
    let away = orbit.target.iter().map(|part| i64::from(*part).abs()).max().unwrap_or(0);
    let reach = ((2 * reach + 2 * away) * scale) >> 12;
    let near = (distance - reach).clamp(1, FAR - 1);
    let far = (distance + reach).clamp(near + 1, FAR);
    let projection = Projection::PerspectiveFov { near: near as i32, far: far as i32, angle: Angle(FIELD) };
    // The planes are in order and the angle is a constant; if refused, the layout keeps its own projection.
    let _ = layout.set_projection(projection);
    layout
}

/// Moves the near and the far plane apart, for figures beside the framed one.
pub(crate) fn widen(layout: &mut FigureLayout) {
    if let Projection::PerspectiveFov { near, far, angle } = layout.projection() {
        let (near, far) = ((near / 4).max(1), far.saturating_mul(4).min(FAR as i32));
        // The planes stay in order.
        let _ = layout.set_projection(Projection::PerspectiveFov { near, far, angle });
    }
}

/// Returns `turn` about `centre` instead of the origin.
fn about(turn: &AffineTrans, centre: [i64; 3]) -> AffineTrans {
    let mut m = turn.to_raw();
    for row in m.chunks_exact_mut(4) {
        let away: i64 = row.iter().zip(centre).map(|(&axis, centre)| i64::from(axis) * centre).sum();
        let moved = i64::from(row[3]) - ((away + 2048) >> 12);
        row[3] = moved.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    }
    AffineTrans::from_raw(m)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(low: [i32; 3], high: [i32; 3]) -> Bounds {
        let corner = |n: usize| {
            let pick = |axis: usize| if n >> axis & 1 == 0 { low[axis] } else { high[axis] };
            Vector3::new(pick(0), pick(1), pick(2))
        };
        Bounds::around(&std::array::from_fn::<_, 8, _>(corner))
    }

    fn see(layout: &FigureLayout, point: [i32; 3]) -> (i64, i64, i32) {
        let seen = layout.transform.transform(Vector3::new(point[0], point[1], point[2]));
        let pixel = |v: i32, centre: i32| i64::from(v) * FOCAL / i64::from(seen.z) + i64::from(centre);
        (pixel(seen.x, layout.centre.0), pixel(seen.y, layout.centre.1), seen.z)
    }

    #[test]
    fn a_figure_of_any_size_and_place_fills_the_picture_at_any_turn() {
        let boxes = [
            ([-100, -180, -60], [100, 190, 60]),
            ([-3, 0, -1], [3, 4, 1]),
            ([900, 500, -4000], [1400, 620, -3000]),
            ([-32768; 3], [32767; 3]),
            ([0, -2000, 0], [0, 2000, 0]),
        ];
        for (low, high) in boxes {
            let bounds = boxed(low, high);
            let (mut widest, mut tallest) = (0, 0);
            for yaw in (0..4096).step_by(128) {
                let orbit = Orbit { yaw, ..Orbit::default() };
                let layout = layout(&orbit, &bounds, (240, 320));
                let Projection::PerspectiveFov { near, far, .. } = layout.projection() else {
                    panic!("not perspective")
                };
                for corner in 0..8 {
                    let pick = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
                    let (x, y, z) = see(&layout, [pick(0), pick(1), pick(2)]);
                    assert!((0..240).contains(&x) && (0..320).contains(&y), "{low:?} yaw {yaw}: {x}, {y}");
                    assert!((near..=far).contains(&z), "{low:?}: {z} outside {near}..={far}");
                    (widest, tallest) = (widest.max((x - 120).abs()), tallest.max((y - 160).abs()));
                }
            }
            assert!(widest >= 75 || tallest >= 120, "{low:?} is small: {widest}, {tallest}");
        }
    }

    #[test]
    fn figures_stand_upright_and_face_the_viewer() {
        let bounds = boxed([-100; 3], [100; 3]);
        let layout = layout(&Orbit::default(), &bounds, (240, 320));
        let [middle, head, right, front] =
            [[0; 3], [0, 50, 0], [50, 0, 0], [0, 0, 50]].map(|point| see(&layout, point));
        assert_eq!((middle.0, middle.1), (120, 160));
        assert!(head.1 < middle.1 && right.0 > middle.0 && front.2 < middle.2);
    }

    #[test]
    fn turning_follows_the_stick() {
        let bounds = boxed([-100; 3], [100; 3]);
        let front = |orbit: Orbit| see(&layout(&orbit, &bounds, (240, 320)), [0, 0, 90]);
        assert!(front(Orbit { yaw: 200, ..Orbit::default() }).0 > 130, "to the right, the front goes right");
        assert!(front(Orbit { pitch: 200, ..Orbit::default() }).1 > 170, "down, the front goes down");
        let moved = front(Orbit { pan: (80, -160), ..Orbit::default() });
        assert_eq!((moved.0, moved.1), (130, 140));
    }

    #[test]
    fn zoom_scales_the_picture() {
        let bounds = boxed([-100; 3], [100; 3]);
        let at = |zoom| see(&layout(&Orbit { zoom, ..Orbit::default() }, &bounds, (240, 320)), [80, 0, 0]).0 - 120;
        let once = at(4096);
        assert!((2 * once - 2..=2 * once + 2).contains(&at(8192)));
        assert!((once / 2 - 1..=once / 2 + 1).contains(&at(2048)));
    }

    #[test]
    fn absurd_bounds_are_survived() {
        for (low, high) in [([i32::MIN; 3], [i32::MAX; 3]), ([i32::MAX; 3], [i32::MAX; 3]), ([0; 3], [0; 3])] {
            layout(&Orbit { zoom: 65536, ..Orbit::default() }, &boxed(low, high), (240, 320));
        }
        layout(&Orbit::default(), &Bounds::around(&[]), (0, 0));
    }
}
