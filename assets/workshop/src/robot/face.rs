//! Faces: the one printed on the tin, and those that actions put over it. All share plate, cheeks and nose; eyes, brows
//! and mouth say how it feels.

use super::{Livery, plan};
use crate::paint::shape::{arc, disc, ellipse, plate, stroke, taper};
use crate::paint::{Brush, Canvas, Colour};

const INK: Colour = Colour::hex(0x241C1A);
const LAMP: Colour = Colour::hex(0xFFF6DC);
const MOUTH: Colour = Colour::hex(0x7A1D16);
const TONGUE: Colour = Colour::hex(0xE2604A);
const CHEEK: Colour = Colour::hex(0xE8644A);

/// Centres of the eyes, left and right on the picture.
const EYES: [[f64; 2]; 2] = [[19.0, 16.0], [45.0, 16.0]];
const EYE: f64 = 8.6;
const MOUTH_AT: [f64; 2] = [32.0, 32.0];

/// Paints all faces.
pub fn paint(canvas: &mut Canvas, livery: &Livery) {
    let moods: [fn(&mut Brush, &Livery); 5] = [plain, blink, angry, dizzy, happy];
    for (tile, mood) in plan::FACES.into_iter().zip(moods) {
        let mut brush = Brush::new(canvas, tile);
        base(&mut brush, livery);
        mood(&mut brush, livery);
        finish(&mut brush);
    }
}

/// Plate, fringe of hair, cheeks, nose.
fn base(brush: &mut Brush, livery: &Livery) {
    let [w, h] = brush.size();
    brush.fade(livery.face.lit(0.25), livery.face.lit(-0.12)).grain(0.05, 11);
    // Round at the sides: the plate turns away from the light.
    brush.light(|x, _| -0.22 * (((x - w / 2.0).abs() - w * 0.36) / (w * 0.14)).clamp(0.0, 1.0));
    let side = plate([3.0, -6.0], [w - 3.0, h - 2.0], 9.0);
    brush.mist(livery.body, |x, y| (0.5 + side(x, y)).clamp(0.0, 1.0));
    brush.glaze(INK, 0.55, |x, y| side(x, y).abs() - 0.6);
    brush.glaze(Colour::WHITE, 0.5, |x, y| (side(x, y) + 1.6).abs() - 0.4);
    // Hair comes down in a widow's peak.
    let hair = |x: f64, y: f64| y - 5.0 + 2.6 * ((x - w / 2.0).abs() / 15.0).min(1.6) - 2.0;
    brush.lay(livery.hair, hair);
    brush.glaze(livery.hair.lit(0.5), 0.6, |x, y| (hair(x, y) + 1.8).abs() - 0.5);
    brush.glaze(INK, 0.35, |x, y| (hair(x, y) - 0.8).abs() - 0.6);
    for cheek in [[9.5, 28.0], [54.5, 28.0]] {
        brush.mist(CHEEK, |x, y| 0.85 * (0.5 - disc(cheek, 4.6)(x, y) / 1.6).clamp(0.0, 1.0));
        brush.glaze(Colour::WHITE, 0.45, disc([cheek[0] - 1.6, cheek[1] - 1.8], 1.1));
    }
    brush.rivet([32.0, 24.0], 2.6, livery.brass);
}

/// What all plates have on top: rivets and wear.
fn finish(brush: &mut Brush) {
    let [w, h] = brush.size();
    let metal = Colour::hex(0xC9CCD2);
    for x in [6.2, w - 6.2] {
        brush.rivet([x, h - 5.0], 1.3, metal);
    }
    brush.wear(metal, 2.2, 5, move |x, y| (h - y).min(x).min(w - x));
}

fn socket(brush: &mut Brush, [x, y]: [f64; 2], livery: &Livery) {
    brush.glaze(INK, 0.35, disc([x + 0.4, y + 1.0], EYE + 2.0));
    brush.lay(livery.brass.lit(-0.25), disc([x, y], EYE + 1.7));
    brush.lay(livery.brass.lit(0.35), disc([x - 0.3, y - 0.4], EYE + 1.0));
    brush.lay(INK, disc([x, y], EYE + 0.4));
}

fn lamp(brush: &mut Brush, [x, y]: [f64; 2]) {
    brush.lay(LAMP.mix(Colour::hex(0xE9C778), 0.55), disc([x, y], EYE - 0.6));
    brush.lay(LAMP, disc([x - 0.5, y - 0.8], EYE - 1.6));
}

fn pupil(brush: &mut Brush, [x, y]: [f64; 2], radius: f64) {
    brush.lay(INK, disc([x, y], radius));
    brush.lay(Colour::WHITE, disc([x - radius * 0.35, y - radius * 0.4], radius * 0.36));
    brush.glaze(Colour::WHITE, 0.4, disc([x + radius * 0.4, y + radius * 0.45], radius * 0.22));
}

/// The side of an eye: -1.0 left, 1.0 right on the picture.
fn eyes() -> impl Iterator<Item = ([f64; 2], f64)> {
    EYES.into_iter().zip([-1.0, 1.0])
}

fn plain(brush: &mut Brush, livery: &Livery) {
    for (eye, side) in eyes() {
        socket(brush, eye, livery);
        lamp(brush, eye);
        pupil(brush, [eye[0] - side * 1.0, eye[1] + 0.6], 4.6);
        brow(brush, [eye[0] - side * 7.0, 5.6], [eye[0] + side * 7.0, 5.0]);
    }
    let [x, y] = MOUTH_AT;
    brush.lay(INK, stroke(&arc([x, y - 5.0], [12.0, 7.6], 30.0, 150.0), 2.2));
    brush.glaze(Colour::WHITE, 0.4, stroke(&arc([x, y - 3.4], [12.0, 7.6], 40.0, 140.0), 0.8));
}

fn brow(brush: &mut Brush, inner: [f64; 2], outer: [f64; 2]) {
    brush.lay(INK, taper(inner, outer, [3.4, 2.2]));
}

fn blink(brush: &mut Brush, livery: &Livery) {
    for (eye, side) in eyes() {
        socket(brush, eye, livery);
        // The lid is down.
        brush.lay(livery.body.lit(-0.08), disc(eye, EYE - 0.6));
        brush.glaze(Colour::WHITE, 0.35, ellipse([eye[0] - 1.5, eye[1] - 3.4], [4.6, 2.0]));
        brush.lay(INK, stroke(&arc([eye[0], eye[1] - 1.5], [EYE - 1.0, 5.2], 15.0, 165.0), 1.8));
        brow(brush, [eye[0] - side * 7.0, 6.6], [eye[0] + side * 7.0, 6.0]);
    }
    let [x, y] = MOUTH_AT;
    brush.lay(INK, stroke(&[[x - 7.0, y], [x, y + 0.8], [x + 7.0, y]], 2.2));
}

fn angry(brush: &mut Brush, livery: &Livery) {
    for (eye, side) in eyes() {
        socket(brush, eye, livery);
        lamp(brush, eye);
        pupil(brush, [eye[0] - side * 2.2, eye[1] + 2.2], 3.8);
        // A slanting lid cuts the lamp.
        let lid = move |x: f64, y: f64| {
            let slope = (y - eye[1] + 1.2) - 0.62 * side * -(x - eye[0]);
            disc(eye, EYE)(x, y).max(slope + 1.0)
        };
        brush.lay(livery.body.lit(-0.2), lid);
        let slant = |dx: f64| eye[1] - 2.6 - 0.62 * dx;
        brow(brush, [eye[0] - side * 9.5, slant(-9.5)], [eye[0] + side * 9.0, slant(9.0).max(5.0)]);
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
        lamp(brush, eye);
        let turn = |i: i32| {
            let part = f64::from(i) / 40.0;
            let (sine, cosine) = libm::sincos(side * part * 15.0 + 0.6);
            [eye[0] + cosine * part * 6.4, eye[1] + sine * part * 6.4]
        };
        let spiral: Vec<[f64; 2]> = (0..=40).map(turn).collect();
        brush.lay(INK, stroke(&spiral, 1.3));
        brow(brush, [eye[0] - side * 6.0, 4.4], [eye[0] + side * 7.0, 7.4]);
    }
    let [x, y] = MOUTH_AT;
    let wobble = |i: i32| [x - 11.0 + 22.0 * f64::from(i) / 24.0, y + 2.2 * libm::sin(f64::from(i) * 0.8)];
    let line: Vec<[f64; 2]> = (0..=24).map(wobble).collect();
    brush.lay(INK, stroke(&line, 2.0));
}

fn happy(brush: &mut Brush, livery: &Livery) {
    for (eye, side) in eyes() {
        socket(brush, eye, livery);
        brush.lay(livery.body.lit(-0.08), disc(eye, EYE - 0.6));
        brush.lay(LAMP, stroke(&arc([eye[0], eye[1] + 3.2], [5.6, 6.6], 200.0, 340.0), 3.0));
        brow(brush, [eye[0] - side * 6.0, 4.4], [eye[0] + side * 7.0, 4.8]);
    }
    let [x, y] = MOUTH_AT;
    let open = |x0: f64, y0: f64| ellipse([x, y - 3.4], [11.5, 9.0])(x0, y0).max(y - 3.6 - y0);
    brush.lay(INK, |x, y| open(x, y) - 1.2);
    brush.lay(MOUTH, open);
    brush.lay(TONGUE, |px, py| open(px, py).max(ellipse([x, y + 5.0], [6.0, 4.0])(px, py)));
    brush.lay(LAMP, |px, py| (open(px, py) + 0.4).max(py - y + 0.9));
}
