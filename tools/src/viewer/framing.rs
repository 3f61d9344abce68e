//! The first view of a figure: from a direction in which it has area, as large as the picture holds through the whole action.
//!
//! Everything is measured on drawn pictures, so that patterns, hidden sides and perspective are measured as they are
//! seen.

use keitai_render::Framebuffer;

use super::camera::{Bounds, Orbit};
use super::scene::FigureScene;
use super::state::Viewer;

/// Turns in the order of preference, yaw and pitch: from the front left and above, from higher, from behind, from below,
/// and from the sides.
const TURNS: [(i32, i32); 9] = [
    (-341, 228),
    (-341, 512),
    (-341, 853),
    (1707, 228),
    (1707, 512),
    (-341, -228),
    (-341, -853),
    (683, 228),
    (-1365, 228),
];

/// Poses of an action that are drawn: evenly spread, with the one that is shown first.
const POSES: u16 = 6;

/// Zoom of the first measurement, at which the figure cannot reach the edges.
const WIDE: i32 = 2048;

/// Largest and intended share of the picture's smaller side that a figure takes, and the smallest share of its first pose.
const MOST: i32 = 215;
const INTENDED: i32 = 205;
const LEAST: i32 = 80;
const WHOLE: i32 = 240;

/// Measurements at most: each zoom moves the camera, which changes the perspective a little.
const TRIES: u32 = 6;

/// Colour of the measured background, 0xRRGGBB.
const EMPTY: u32 = 0x0B_2D4F;

/// Pixels from the first to the one after the last: left, top, right, bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent([i32; 4]);

impl Extent {
    /// Returns the extent of everything in a picture that differs from an empty one.
    fn of(picture: &Framebuffer, empty: &Framebuffer) -> Option<Self> {
        let width = picture.width().max(1) as usize;
        let rows = picture.pixels().chunks_exact(width).zip(empty.pixels().chunks_exact(width));
        let (mut left, mut right) = (width, 0);
        let (mut top, mut bottom) = (None, 0);
        // Whole parts of rows are compared fast, and most are empty outside the extent so far.
        for (y, (row, empty)) in (0..).zip(rows).filter(|(_, (row, empty))| row != empty) {
            top = top.or(Some(y));
            bottom = y + 1;
            if row[..left] != empty[..left] {
                left = (0..left).find(|x| row[*x] != empty[*x]).unwrap_or(left);
            }
            if row[right..] != empty[right..] {
                right = (right..width).rfind(|x| row[*x] != empty[*x]).map_or(right, |last| last + 1);
            }
        }
        top.map(|top| Self([left as i32, top, right as i32, bottom]))
    }

    fn with(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a.min(e), b.min(f), c.max(g), d.max(h)])
    }

    /// Returns the longer side, pixels.
    pub(crate) fn size(self) -> i32 {
        let [left, top, right, bottom] = self.0;
        (right - left).max(bottom - top)
    }

    /// Returns whether it reaches an edge of a picture of this size, beyond which it may continue.
    fn is_cut(self, size: (u32, u32)) -> bool {
        let [left, top, right, bottom] = self.0;
        left <= 0 || top <= 0 || right >= size.0 as i32 || bottom >= size.1 as i32
    }

    /// Returns the middle, 1/8 pixels from the middle of a picture of this size.
    fn middle(self, size: (u32, u32)) -> (i32, i32) {
        let [left, top, right, bottom] = self.0;
        ((left + right) * 4 - size.0 as i32 * 4, (top + bottom) * 4 - size.1 as i32 * 4)
    }
}

/// Pictures of a figure, for measuring.
struct Measure<'a> {
    scene: &'a mut FigureScene,
    viewer: Viewer,
    picture: Framebuffer,
    empty: Framebuffer,
}

impl<'a> Measure<'a> {
    fn new(scene: &'a mut FigureScene, viewer: &Viewer) -> Self {
        let mut empty = scene.stage.framebuffer();
        empty.fill(EMPTY);
        empty.reduce(scene.stage.scene().screen);
        let mut viewer = viewer.clone();
        viewer.background = EMPTY;
        Self { picture: empty.clone(), scene, viewer, empty }
    }

    fn at(&mut self, orbit: Orbit, frame: u16) -> Option<Extent> {
        self.viewer.orbit = orbit;
        self.viewer.go_to_frame(frame.into());
        self.scene.show(&self.viewer);
        self.scene.stage.draw(&mut self.picture);
        Extent::of(&self.picture, &self.empty)
    }

    fn area(&mut self, orbit: Orbit, frame: u16) -> usize {
        let Some(Extent([_, top, _, bottom])) = self.at(orbit, frame) else { return 0 };
        let width = self.picture.width() as usize;
        let rows = top as usize * width..bottom as usize * width;
        let pixels = self.picture.pixels()[rows.clone()].iter().zip(&self.empty.pixels()[rows]);
        pixels.filter(|(pixel, empty)| pixel != empty).count()
    }

    fn through(&mut self, orbit: Orbit, frames: &[u16]) -> Option<Extent> {
        frames.iter().filter_map(|frame| self.at(orbit, *frame)).reduce(Extent::with)
    }

    /// Returns the camera with its target in the middle of the polygons that are drawn through `frames`, and a zoom that about
    /// shows them.
    fn aimed(&mut self, orbit: Orbit, frames: &[u16]) -> Orbit {
        let mut points = Vec::new();
        for frame in frames {
            self.at(orbit, *frame);
            points.extend(self.scene.drawn_points());
        }
        if points.is_empty() { orbit } else { self.scene.bounds.closer(&Bounds::around(&points), &orbit) }
    }

    /// Returns the camera moved and zoomed so that the extent through `frames` is in the middle of the picture and about as
    /// large as `intended` of 240 of its smaller side, and never larger than [`MOST`].
    fn fitted(&mut self, orbit: Orbit, frames: &[u16], intended: i32) -> Orbit {
        let mut orbit = self.aimed(orbit, frames);
        let size = (self.picture.width(), self.picture.height());
        let side = size.0.min(size.1) as i32;
        for _ in 0..TRIES {
            let Some(extent) = self.through(orbit, frames) else { return orbit };
            let (length, (x, y)) = (extent.size().max(1), extent.middle(size));
            let near = (side * (intended - 12) / WHOLE..=side * MOST.min(intended + 10) / WHOLE).contains(&length);
            if near && x.abs() <= 24 && y.abs() <= 24 {
                return orbit;
            }
            // A figure that reaches the edges may continue beyond them.
            let target = if length >= side { length / 2 } else { side * intended / WHOLE };
            let before = i64::from(orbit.zoom);
            orbit.set_zoom((before * i64::from(target) / i64::from(length)).clamp(1, i32::MAX.into()) as i32);
            let pan_of = |pan: i32, middle: i32| {
                (i64::from(pan - middle) * i64::from(orbit.zoom) / before.max(1)).clamp(-99_999, 99_999) as i32
            };
            orbit.set_pan((pan_of(orbit.pan.0, x), pan_of(orbit.pan.1, y)));
        }
        // A camera close to the figure does not settle; a smaller picture is right too.
        for _ in 0..2 * TRIES {
            match self.through(orbit, frames) {
                Some(extent) if extent.size() * WHOLE > side * MOST || extent.is_cut(size) => {
                    orbit.set_zoom(orbit.zoom / 8 * 7)
                }
                _ => break,
            }
        }
        orbit
    }

    /// Returns the camera for a figure that goes far during the action, which `orbit` shows with the pose at `frame` in
    /// `extent`. That pose takes [`LEAST`] of the picture, on the side from which the figure goes to the other side.
    fn beside(&mut self, orbit: Orbit, extent: Extent, frame: u16) -> Orbit {
        let size = (self.picture.width(), self.picture.height());
        let mut near = self.fitted(orbit, &[frame], LEAST);
        let Some(pose) = self.at(near, frame) else { return near };
        let [left, top, right, bottom] = pose.0;
        // An eighth of the picture stays free beside it. Lengths are 1/8 pixels.
        let room = |side: u32, length: i32| (side as i32 * 3 / 8 * 8 - length * 4).max(0);
        let (x, y) = extent.middle(size);
        let aside = |away: i32, room: i32| {
            let away = i64::from(away) * i64::from(near.zoom) / i64::from(orbit.zoom.max(1));
            away.clamp(-i64::from(room), room.into()) as i32
        };
        let (x, y) = (aside(x, room(size.0, right - left)), aside(y, room(size.1, bottom - top)));
        near.shift(x, y);
        near
    }
}

/// Returns the camera that shows the current action of a figure. The scene is left in another state.
pub(crate) fn first_view(scene: &mut FigureScene, viewer: &Viewer) -> Orbit {
    let first = u16::try_from(viewer.whole_frame()).unwrap_or(0);
    let last = scene.figure().subject.last_frame(viewer.action);
    let mut frames: Vec<u16> =
        (1..=POSES).map(|pose| (u32::from(last) * u32::from(pose) / u32::from(POSES)) as u16).collect();
    frames.insert(0, first);
    frames.dedup();

    let mut measure = Measure::new(scene, viewer);

    // An action may show nothing at first.
    let wide = |(yaw, pitch): (i32, i32)| Orbit { yaw: yaw & 4095, pitch, zoom: WIDE, ..Orbit::default() };
    let moment = frames.iter().copied().find(|frame| measure.at(wide(TURNS[0]), *frame).is_some()).unwrap_or(first);
    let areas = TURNS.map(|turn| measure.area(wide(turn), moment));
    let best = areas.into_iter().max().unwrap_or(0);
    let turn = TURNS.into_iter().zip(areas).find(|(_, area)| area * 2 >= best).map_or(TURNS[0], |(turn, _)| turn);

    let orbit = measure.fitted(wide(turn), &frames, INTENDED);
    let side = measure.picture.width().min(measure.picture.height()) as i32;
    match measure.at(orbit, moment) {
        Some(extent) if extent.size() * WHOLE < side * LEAST => measure.beside(orbit, extent, moment),
        _ => orbit,
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use keitai_formats::Kind;
    use keitai_render::Vector3;
    use keitai_runtime::Settings;

    use super::super::files::Files;
    use super::super::polygons::{Polygon, polygons};
    use super::*;
    use crate::session::{Session, folders};
    use crate::testing::{robot, shown};

    /// Opens a figure as the viewer does. Returns the longer side of its first pose, and of its largest one, in thousandths
    /// of the picture's smaller side; `None` when nothing is drawn in any pose, or no polygon has an area.
    fn opened(path: &Path) -> Option<(i32, i32)> {
        let mut scene = FigureScene::open(&Session::default(), &Files::figure(path), &Settings::default()).ok()?;
        if !polygons(&scene.figure().figure.document).iter().any(|polygon| has_area(polygon, &scene.positions())) {
            return None;
        }
        let mut viewer = Viewer::starting_at(scene.figure().liveliest(), None);
        viewer.light = scene.figure().subject.lit;
        viewer.set_home(first_view(&mut scene, &viewer));
        let last = scene.figure().subject.last_frame(viewer.action);
        let mut measure = Measure::new(&mut scene, &viewer);
        let extents =
            (0..=last).step_by(usize::from(last / 8).max(1)).filter_map(|frame| measure.at(viewer.orbit, frame));
        let sizes: Vec<i32> = extents.map(|extent| extent.size() * 1000 / 240).collect();
        Some((*sizes.first()?, sizes.into_iter().max()?))
    }

    fn has_area(polygon: &Polygon, positions: &[Vector3]) -> bool {
        polygon.triangles().iter().any(|triangle| {
            let [a, b, c] = triangle.map(|corner| {
                let Vector3 { x, y, z } = positions[usize::from(polygon.vertices()[corner])];
                [x, y, z].map(i64::from)
            });
            let side = |end: [i64; 3]| [0, 1, 2].map(|axis| end[axis] - a[axis]);
            let (b, c) = (side(b), side(c));
            (0..3).any(|i| b[i] * c[(i + 1) % 3] != b[(i + 1) % 3] * c[i])
        })
    }

    fn figures(folders: &[PathBuf]) -> Vec<PathBuf> {
        let all = folders.iter().flat_map(|folder| folders::below(folder, None).0);
        all.filter(|path| Session::default().kind(path).is_some_and(Kind::is_figure)).collect()
    }

    fn check(paths: &[PathBuf]) {
        let wrong: Vec<_> = paths
            .iter()
            .filter_map(|path| {
                let (first, largest) = opened(path)?;
                // An action that goes far is framed by its first pose.
                let wrong = !(250..=900).contains(&first) || largest >= 1000 && first > 500;
                wrong.then(|| format!("{}: {first} {largest}", path.display()))
            })
            .collect();
        assert!(wrong.is_empty(), "of {}:\n{}", paths.len(), wrong.join("\n"));
    }

    #[test]
    fn a_figure_that_goes_far_starts_on_its_side_of_the_picture() {
        let mut scene = shown(&robot("tin.mbac"));
        let mut measure = Measure::new(&mut scene, &Viewer::starting_at(0, Some(0)));
        let orbit = Orbit { zoom: WIDE, ..Orbit::default() };
        let mut seen = |start: [i32; 4]| {
            let near = measure.beside(orbit, Extent(start), 0);
            measure.at(near, 0).unwrap()
        };
        for start in [[0, 150, 20, 170], [220, 150, 240, 170], [110, 0, 130, 20]] {
            let pose = seen(start);
            assert!((60..=100).contains(&pose.size()), "{pose:?}");
            let (start, pose) = (Extent(start).middle((240, 320)), pose.middle((240, 320)));
            for (start, pose, half) in [(start.0, pose.0, 960), (start.1, pose.1, 1280)] {
                assert!(start.abs() < half / 2 || pose * start.signum() > half / 4, "{pose} of {start}");
                assert!(pose.abs() < half * 3 / 4);
            }
        }
    }

    #[test]
    fn our_figures_open_framed() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let paths = figures(&[assets]);
        assert!(paths.len() >= 20, "{paths:?}");
        check(&paths);
    }

    #[test]
    fn real_figures_open_framed() {
        let Some(corpus) = std::env::var_os("KEITAI_CORPUS") else {
            println!("KEITAI_CORPUS is not set: skipped");
            return;
        };
        let mut paths = figures(&["corpus", "vectors"].map(|folder| Path::new(&corpus).join(folder)));
        // Random actions of the third round leave no part of a figure large.
        paths.retain(|path| {
            !path.components().any(|part| {
                part.as_os_str().to_string_lossy().ends_with("_r3")
                    || part.as_os_str().to_string_lossy().ends_with("_r4")
            })
        });
        assert!(paths.len() >= 100, "{}", paths.len());
        check(&paths);
    }
}
