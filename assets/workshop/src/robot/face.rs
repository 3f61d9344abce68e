//! Faces: the one printed on the tin, and those that actions put over it. All share plate, cheeks and nose; eyes, brows
//! and mouth say how it feels.

use super::{Livery, plan};
use crate::paint::shape::{arc, disc, ellipse, plate, stroke, taper};
use crate::paint::{Brush, Canvas, Colour};

const INK: Colour = Colour::hex(0x241C1A);
const LAMP: Colour = Colour::hex(0xFFF6DC);
const MOUTH: Colour = Colour::hex(0x7A1D16);
const TONGUE: Colour = Colour::hex(0xE2604A);
const STREAK: Colour = Colour::hex(0xC8261E);
const CHEEK: Colour = Colour::hex(0xE8644A);

/// Centres of the eyes, left and right on the picture.
const EYES: [[f64; 2]; 2] = [[19.0, 16.0], [45.0, 16.0]];
const MOUTH_AT: [f64; 2] = [32.0, 32.0];

/// Paints all faces.
pub fn paint(canvas: &mut Canvas, livery: &Livery) {
    let moods: [fn(&mut Brush, &Livery); 5] = [plain, blink, angry, dizzy, happy];
    for (tile, mood) in plan::FACES.into_iter().zip(moods) {
        let mut brush = Brush::new(canvas, tile);
        base(&mut brush, livery);
        mood(&mut brush, livery);
        finish(&mut brush, livery);
    }
}

/// Plate, fringe of hair, cheeks, nose.
fn base(brush: &mut Brush, livery: &Livery) {
    let [w, h] = brush.size();
    brush.fade(livery.colours.face.lit(0.25), livery.colours.face.lit(-0.12)).grain(0.05, 11);
    // Round at the sides: the plate turns away from the light.
    brush.light(|x, _| -0.22 * (((x - w / 2.0).abs() - w * 0.36) / (w * 0.14)).clamp(0.0, 1.0));
    let side = plate([3.0, -6.0], [w - 3.0, h - 2.0], 9.0);
    brush.mist(livery.colours.body, |x, y| (0.5 + side(x, y)).clamp(0.0, 1.0));
    brush.glaze(INK, 0.55, |x, y| side(x, y).abs() - 0.6);
    brush.glaze(Colour::WHITE, 0.5, |x, y| (side(x, y) + 1.6).abs() - 0.4);
    // Hair comes down in a widow's peak.
    let hair = |x: f64, y: f64| {
        y - 2.0 - livery.features.peak + 2.6 * ((x - w / 2.0).abs() / 15.0).min(1.6) * livery.features.peak / 5.0
    };
    brush.lay(livery.colours.hair, hair);
    brush.glaze(livery.colours.hair.lit(0.5), 0.6, |x, y| (hair(x, y) + 1.8).abs() - 0.5);
    brush.glaze(INK, 0.35, |x, y| (hair(x, y) - 0.8).abs() - 0.6);
    if livery.features.streaks {
        for side in [-1.0, 1.0] {
            let at = |x: f64, y: f64| [w / 2.0 + side * x, y];
            brush.lay(STREAK, taper(at(11.0, 27.0), at(27.0, 33.0), [1.0, 3.2]));
            brush.lay(STREAK, taper(at(16.0, 31.0), at(25.0, 38.0), [1.0, 2.6]));
            brush.lay(STREAK, taper(at(4.0, 13.0), at(9.0, 3.0), [1.0, 3.0]));
        }
    }
    for cheek in [[9.5, 28.0], [54.5, 28.0]].into_iter().filter(|_| livery.features.cheeks) {
        brush.mist(CHEEK, |x, y| 0.85 * (0.5 - disc(cheek, 4.6)(x, y) / 1.6).clamp(0.0, 1.0));
        brush.glaze(Colour::WHITE, 0.45, disc([cheek[0] - 1.6, cheek[1] - 1.8], 1.1));
    }
    brush.rivet([32.0, 24.0], 2.6, livery.colours.brass);
}

/// Draws the details that all face plates share: a moustache or fangs if the face has them, rivets and wear.
fn finish(brush: &mut Brush, livery: &Livery) {
    let [w, h] = brush.size();
    if livery.features.moustache {
        for side in [-1.0, 1.0] {
            let half = arc([w / 2.0 + side * 8.0, 31.0], [8.5, 5.0], 270.0 - side * 80.0, 270.0 + side * 100.0);
            brush.lay(INK, stroke(&half, 3.6));
            brush.glaze(Colour::WHITE, 0.3, stroke(&half, 0.8));
        }
    }
    if livery.features.fangs {
        for side in [-1.0, 1.0] {
            let at = |x: f64, y: f64| [w / 2.0 + side * x, y];
            brush.lay(INK, taper(at(9.0, 36.5), at(10.0, 27.0), [6.4, 2.2]));
            brush.lay(LAMP, taper(at(9.0, 36.0), at(10.0, 28.4), [4.4, 0.8]));
        }
    }
    let metal = Colour::hex(0xC9CCD2);
    for x in [6.2, w - 6.2] {
        brush.rivet([x, h - 5.0], 1.3, metal);
    }
    brush.wear(metal, 2.2, 5, move |x, y| (h - y).min(x).min(w - x));
}

fn socket(brush: &mut Brush, [x, y]: [f64; 2], livery: &Livery) {
    brush.glaze(INK, 0.35, disc([x + 0.4, y + 1.0], livery.features.eyes + 2.0));
    brush.lay(livery.colours.brass.lit(-0.25), disc([x, y], livery.features.eyes + 1.7));
    brush.lay(livery.colours.brass.lit(0.35), disc([x - 0.3, y - 0.4], livery.features.eyes + 1.0));
    brush.lay(INK, disc([x, y], livery.features.eyes + 0.4));
}

fn lamp(brush: &mut Brush, [x, y]: [f64; 2], livery: &Livery) {
    brush.lay(LAMP.mix(Colour::hex(0xE9C778), 0.55), disc([x, y], livery.features.eyes - 0.6));
    brush.lay(LAMP, disc([x - 0.5, y - 0.8], livery.features.eyes - 1.6));
}

fn pupil(brush: &mut Brush, [x, y]: [f64; 2], radius: f64) {
    brush.lay(INK, disc([x, y], radius));
    brush.lay(Colour::WHITE, disc([x - radius * 0.35, y - radius * 0.4], radius * 0.36));
    brush.glaze(Colour::WHITE, 0.4, disc([x + radius * 0.4, y + radius * 0.45], radius * 0.22));
}

/// Returns the side of an eye: -1.0 left, 1.0 right on the picture.
fn eyes() -> impl Iterator<Item = ([f64; 2], f64)> {
    EYES.into_iter().zip([-1.0, 1.0])
}

fn plain(brush: &mut Brush, livery: &Livery) {
    for (eye, side) in eyes() {
        socket(brush, eye, livery);
        lamp(brush, eye, livery);
        pupil(brush, [eye[0] - side * 1.0, eye[1] + 0.6], livery.features.eyes * 0.53);
        brow(brush, livery, [eye[0] - side * 7.0, 5.6], [eye[0] + side * 7.0, 5.0]);
    }
    let [x, y] = MOUTH_AT;
    brush.lay(INK, stroke(&arc([x, y - 5.0], [12.0, 7.6], 30.0, 150.0), 2.2));
    brush.glaze(Colour::WHITE, 0.4, stroke(&arc([x, y - 3.4], [12.0, 7.6], 40.0, 140.0), 0.8));
}

fn brow(brush: &mut Brush, livery: &Livery, inner: [f64; 2], outer: [f64; 2]) {
    let thick = livery.features.brows;
    brush.lay(INK, taper(inner, outer, [3.4 * thick, 2.2 * thick]));
}

fn blink(brush: &mut Brush, livery: &Livery) {
    for (eye, side) in eyes() {
        socket(brush, eye, livery);
        // The lid is down.
        brush.lay(livery.colours.body.lit(-0.08), disc(eye, livery.features.eyes - 0.6));
        brush.glaze(Colour::WHITE, 0.35, ellipse([eye[0] - 1.5, eye[1] - 3.4], [4.6, 2.0]));
        brush.lay(INK, stroke(&arc([eye[0], eye[1] - 1.5], [livery.features.eyes - 1.0, 5.2], 15.0, 165.0), 1.8));
        brow(brush, livery, [eye[0] - side * 7.0, 6.6], [eye[0] + side * 7.0, 6.0]);
    }
    let [x, y] = MOUTH_AT;
    brush.lay(INK, stroke(&[[x - 7.0, y], [x, y + 0.8], [x + 7.0, y]], 2.2));
}

fn angry(brush: &mut Brush, livery: &Livery) {
    for (eye, side) in eyes() {
        socket(brush, eye, livery);
        lamp(brush, eye, livery);
        pupil(brush, [eye[0] - side * 2.2, eye[1] + 2.2], 3.8);
        // A slanting lid cuts the lamp.
        let lid = move |x: f64, y: f64| {
            let slope = (y - eye[1] + 1.2) - 0.62 * side * -(x - eye[0]);
            disc(eye, livery.features.eyes)(x, y).max(slope + 1.0)
        };
        brush.lay(livery.colours.body.lit(-0.2), lid);
        let slant = |dx: f64| eye[1] - 2.6 - 0.62 * dx;
        brow(brush, livery, [eye[0] - side * 9.5, slant(-9.5)], [eye[0] + side * 9.0, slant(9.0).max(5.0)]);
    }
    let [x, y] = MOUTH_AT;
    teeth(brush, [x - 10.5, y - 3.2], [x + 10.5, y + 4.0]);
}

/// Clenched teeth.
fn teeth(brush: &mut Brush, from: [f64; 2], to: [f64; 2]) {
    brush.lay(INK, plate([from[0] - 1.2, from[1] - 1.2], [to[0] + 1.2, to[1] + 1.2], 3.0));
    brush.lay(LAMP, plate(from, to, 2.0));
    let middle = (from[1] + to[1]) / 2.0;
    brush.lay(INK, taper([from[0], middle], [to[0], middle], [0.9; 2]));
    for i in 1..5 {
        let x = from[0] + (to[0] - from[0]) * f64::from(i) / 5.0;
        brush.lay(INK, taper([x, from[1]], [x, to[1]], [0.9; 2]));
    }
}

fn dizzy(brush: &mut Brush, livery: &Livery) {
    for (eye, side) in eyes() {
        socket(brush, eye, livery);
        lamp(brush, eye, livery);
        let turn = |i: i32| {
            let part = f64::from(i) / 40.0;
            let (sine, cosine) = libm::sincos(side * part * 15.0 + 0.6);
            [eye[0] + cosine * part * 6.4, eye[1] + sine * part * 6.4]
        };
        let spiral: Vec<[f64; 2]> = (0..=40).map(turn).collect();
        brush.lay(INK, stroke(&spiral, 1.3));
        brow(brush, livery, [eye[0] - side * 6.0, 4.4], [eye[0] + side * 7.0, 7.4]);
    }
    let [x, y] = MOUTH_AT;
    let wobble = |i: i32| [x - 11.0 + 22.0 * f64::from(i) / 24.0, y + 2.2 * libm::sin(f64::from(i) * 0.8)];
    let line: Vec<[f64; 2]> = (0..=24).map(wobble).collect();
    brush.lay(INK, stroke(&line, 2.0));
}

fn happy(brush: &mut Brush, livery: &Livery) {
    for (eye, side) in eyes() {
        socket(brush, eye, livery);
        brush.lay(livery.colours.body.lit(-0.08), disc(eye, livery.features.eyes - 0.6));
        brush.lay(LAMP, stroke(&arc([eye[0], eye[1] + 3.2], [5.6, 6.6], 200.0, 340.0), 3.0));
        brow(brush, livery, [eye[0] - side * 6.0, 4.4], [eye[0] + side * 7.0, 4.8]);
    }
    let [x, y] = MOUTH_AT;
    let open = |x0: f64, y0: f64| ellipse([x, y - 3.4], [11.5, 9.0])(x0, y0).max(y - 3.6 - y0);
    brush.lay(INK, |x, y| open(x, y) - 1.2);
    brush.lay(MOUTH, open);
    brush.lay(TONGUE, |px, py| open(px, py).max(ellipse([x, y + 5.0], [6.0, 4.0])(px, py)));
    brush.lay(LAMP, |px, py| (open(px, py) + 0.4).max(py - y + 0.9));
}
