//! Purpose of the enhanced back end: straight lines on low floors, surfaces that go through each other where they meet,
//! and edges that move as slowly as the figure does. The authentic one fails each, as the phones did.

use keitai_formats::{Material, Rgb};
use keitai_render::{Backend, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Projection, Q12, Renderer};
use keitai_tests::oracle::{Polygon, Surface, Vertex};
use keitai_tests::{draw, sketch};
use std::path::Path;

const RED: u32 = 0xFF_0000;
const BLUE: u32 = 0x00_00FF;

/// Frame `k` of a case's shot.
fn shot(case: &str, k: i32, backend: Backend) -> Framebuffer {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(case).join("shot.ron");
    draw(&path, k, None, backend)
}

/// Returns the column of each row where a red line begins, for the rows that have one.
fn red_line(picture: &Framebuffer) -> Vec<(i64, i64)> {
    let rows = picture.pixels().chunks_exact(picture.width() as usize);
    let begins = |row: &[u32]| row.iter().position(|&pixel| pixel == RED);
    (0..).zip(rows).filter_map(|(y, row)| Some((y, begins(row)? as i64))).collect()
}

/// Returns the largest distance, 1/16 pixel, of the points from the straight line that they are nearest to.
fn bend(points: &[(i64, i64)]) -> i64 {
    let (first, last) = (points[0], points[points.len() - 1]);
    let rows = last.0 - first.0;
    // Lines between places near the first point and near the last, in 1/16 pixel.
    let lines = (-16..=16).flat_map(|from| (-16..=16).map(move |to| (16 * first.1 + from, 16 * last.1 + to)));
    let farthest = |(from, to): (i64, i64)| {
        let distance = |&(y, x): &(i64, i64)| (16 * x - from - (to - from) * (y - first.0) / rows).abs();
        points.iter().map(distance).max()
    };
    lines.filter_map(farthest).min().unwrap()
}

#[test]
fn a_line_on_a_low_floor_is_straight() {
    let [authentic, enhanced] = [Backend::Authentic, Backend::Enhanced].map(|b| red_line(&shot("floor", 0, b)));
    assert!(authentic.len() > 40 && enhanced.len() > 40, "{} and {} rows", authentic.len(), enhanced.len());
    assert!(bend(&enhanced) <= 16, "{}/16 pixel", bend(&enhanced));
    assert!(bend(&authentic) > 64, "{}/16 pixel", bend(&authentic));
}

/// Pixels per side of the pictures below.
const SIDE: i32 = 64;

/// A renderer that draws figures of one polygon each, in parallel.
struct Table {
    renderer: Renderer,
    picture: Framebuffer,
    layout: FigureLayout,
    effect: Effect,
}

impl Table {
    /// Returns `scale`: pixels per unit in 4.12.
    fn new(backend: Backend, scale: i32) -> Self {
        let mut layout = FigureLayout::default();
        let scale = Q12::from_bits(scale);
        layout.set_projection(Projection::ParallelScale { x: scale, y: scale }).unwrap();
        Self {
            renderer: Renderer::with_backend(SIDE as u32, SIDE as u32, Compat::default(), backend),
            picture: Framebuffer::new(SIDE as u32, SIDE as u32),
            layout,
            effect: Effect::default(),
        }
    }

    fn figure(&mut self, corners: &[[i16; 3]], [r, g, b]: [u8; 3]) {
        let corner = |at: &[i16; 3]| Vertex { at: *at, ..Vertex::default() };
        let polygon = Polygon {
            material: Material(Material::DOUBLE_FACE),
            corners: corners.iter().map(corner).collect(),
            surface: Surface::Colour(Rgb { r, g, b }),
        };
        let figure = sketch::figure(&[polygon], &[]);
        self.renderer.render_figure(&FigureDraw::new(&figure.model, &figure.posture, &[], &self.layout, &self.effect));
    }

    fn draw(&mut self) -> Vec<u32> {
        self.picture.fill(0);
        self.renderer.flush(&mut self.picture);
        self.picture.pixels().to_vec()
    }
}

/// Two slabs over the whole picture, one deeper on the left by as much as the other is on the right, the second tilted
/// up and down as well.
fn crossing(backend: Backend) -> Vec<u32> {
    let mut table = Table::new(backend, 4096);
    let slab = |z: [i16; 4]| [[0, 0, z[0]], [64, 0, z[1]], [0, 64, z[2]], [64, 64, z[3]]];
    table.figure(&slab([0, 640, 0, 640]), [255, 0, 0]);
    table.figure(&slab([800, 160, 480, -160]), [0, 0, 255]);
    table.draw()
}

#[test]
fn slabs_go_through_each_other_where_they_are_equally_deep() {
    // Corners keep the half pixel that elsewhere rounds them, so that column x of the slabs is the centre of pixel x.
    // Where they are a unit apart, either shows.
    let depth = |x: i32, y: i32| (10 * x, 800 - 10 * x - 5 * y);
    let wrong = |picture: &[u32]| {
        let nearer = |x: i32, y: i32| {
            let (red, blue) = depth(x, y);
            let colour = picture[(y * SIDE + x) as usize];
            (red - blue).abs() <= 1 || colour == if red < blue { RED } else { BLUE }
        };
        (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))).filter(|&(x, y)| !nearer(x, y)).count()
    };
    assert_eq!(wrong(&crossing(Backend::Enhanced)), 0);
    let authentic = crossing(Backend::Authentic);
    assert!(authentic.iter().all(|&pixel| pixel == authentic[0]), "one lies over the other");
}

/// A triangle in 1/16 pixel, whose corners have different fractions.
const WEDGE: [[i16; 3]; 3] = [[163, 70, 0], [600, 403, 0], [89, 901, 0]];

/// Returns whether the wedge, moved by `k` sixteenths of a pixel, covers the centre of a pixel. Corners keep the half
/// pixel that elsewhere rounds them.
fn covered(k: i64, x: i64, y: i64) -> bool {
    let inside = |i: usize| {
        let [from, to] = [WEDGE[i], WEDGE[(i + 1) % 3]].map(|at| [i64::from(at[0]) + k + 8, i64::from(at[1]) + 8]);
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let side = dx * (16 * y + 8 - from[1]) - dy * (16 * x + 8 - from[0]);
        side > 0 || side == 0 && (dy < 0 || dy == 0 && dx > 0)
    };
    (0..3).all(inside)
}

/// Returns the wedge on its way, a sixteenth of a pixel per frame for four pixels.
fn frames(backend: Backend) -> Vec<Vec<bool>> {
    let mut table = Table::new(backend, 256);
    let frame = |k| {
        table.figure(&WEDGE.map(|[x, y, z]| [x + k, y, z]), [255, 0, 0]);
        table.draw().iter().map(|&pixel| pixel == RED).collect()
    };
    (0..=64).map(frame).collect()
}

#[test]
fn edges_of_a_slow_figure_move_with_it() {
    let exact: Vec<Vec<bool>> = (0..=64)
        .map(|k| {
            let places = (0..i64::from(SIDE)).flat_map(|y| (0..i64::from(SIDE)).map(move |x| (x, y)));
            places.map(|(x, y)| covered(k, x, y)).collect()
        })
        .collect();
    let enhanced = frames(Backend::Enhanced);
    assert!(enhanced == exact, "every frame is what its geometry covers");
    // The wedge comes to a pixel once and leaves it once.
    for pixel in 0..enhanced[0].len() {
        for comes in [true, false] {
            let turns = enhanced.windows(2).filter(|pair| [pair[0][pixel], pair[1][pixel]] == [!comes, comes]);
            assert!(turns.count() <= 1, "pixel {pixel} flickers");
        }
    }
    let authentic = frames(Backend::Authentic);
    let still = |frames: &[Vec<bool>]| frames.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert_eq!(still(&enhanced), 0, "some edge passes some pixel in every frame");
    assert!(still(&authentic) > 32, "corners stand still and jump: {} of 64", still(&authentic));
}

#[test]
fn what_knows_no_depth_is_drawn_in_a_picture_smaller_than_the_last() {
    let side = SIDE as i16;
    let everything = [[0, 0, 0], [side, 0, 0], [0, side, 0], [side, side, 0]];
    let mut table = Table::new(Backend::Enhanced, 4096);
    table.figure(&everything, [255, 0, 0]);
    assert!(table.draw().iter().all(|&pixel| pixel == RED));
    table.picture = Framebuffer::new(SIDE as u32, SIDE as u32 / 2);
    table.effect.painter = true;
    table.figure(&everything, [0, 0, 255]);
    assert!(table.draw().iter().all(|&pixel| pixel == BLUE));
}
