//! The texture of a robot without its faces: printed tin.

use super::livery::Colours;
use super::{Livery, face, plan};
use crate::paint::brush::noise;
use crate::paint::shape::{disc, plate, ring, stroke, taper};
use crate::paint::{Brush, Canvas, Colour, Tile};

/// Paints the texture of a robot.
pub fn paint(livery: &Livery) -> Canvas {
    let colours = &livery.colours;
    let mut canvas = Canvas::new(plan::SIZE[0], plan::SIZE[1]);
    // Texels outside the tiles have a plain colour, so that an error of a texel does not show.
    Brush::new(&mut canvas, Tile::new(0, 0, 256, 256)).fill(colours.body);
    face::paint(&mut canvas, livery);
    head_side(&mut Brush::new(&mut canvas, plan::HEAD_SIDE), colours);
    head_top(&mut Brush::new(&mut canvas, plan::HEAD_TOP), colours);
    neck(&mut Brush::new(&mut canvas, plan::NECK), colours);
    ear(&mut Brush::new(&mut canvas, plan::EAR), colours);
    body_front(&mut Brush::new(&mut canvas, plan::BODY_FRONT), livery);
    body_back(&mut Brush::new(&mut canvas, plan::BODY_BACK), colours);
    belt(&mut Brush::new(&mut canvas, plan::BELT), colours);
    shoulder(&mut Brush::new(&mut canvas, plan::SHOULDER), colours);
    tube(&mut Brush::new(&mut canvas, plan::UPPER_ARM), colours, 4);
    forearm(&mut Brush::new(&mut canvas, plan::FOREARM), colours);
    hand_back(&mut Brush::new(&mut canvas, plan::HAND_BACK), colours);
    hand_palm(&mut Brush::new(&mut canvas, plan::HAND_PALM), colours);
    hand_rim(&mut Brush::new(&mut canvas, plan::HAND_RIM), colours);
    thigh(&mut Brush::new(&mut canvas, plan::THIGH), colours);
    tube(&mut Brush::new(&mut canvas, plan::SHIN), colours, 3);
    foot_top(&mut Brush::new(&mut canvas, plan::FOOT_TOP), colours);
    foot_side(&mut Brush::new(&mut canvas, plan::FOOT_SIDE), colours);
    sole(&mut Brush::new(&mut canvas, plan::SOLE), colours);
    knot(&mut Brush::new(&mut canvas, plan::KNOT), colours);
    brass(&mut Brush::new(&mut canvas, plan::BRASS), colours);
    key_wing(&mut Brush::new(&mut canvas, plan::KEY_WING), colours);
    canvas
}

/// Paints a lacquered sheet: lighter above, uneven, darker in the folds.
fn sheet(brush: &mut Brush, colour: Colour, seed: u32) {
    brush.fade(colour.lit(0.16), colour.lit(-0.16)).grain(0.05, seed);
}

/// Paints shiny hair between the given depths.
fn strands(brush: &mut Brush, colours: &Colours, shape: impl Fn(f64, f64) -> f64, along: impl Fn(f64, f64) -> f64) {
    brush.lay(colours.hair, &shape);
    brush.mist(colours.hair.lit(0.45), |x, y| {
        if shape(x, y) < -0.5 { 0.55 * (noise(along(x, y), 0.5, 21) - 0.45).max(0.0) * 2.0 } else { 0.0 }
    });
}

fn head_side(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    sheet(brush, colours.body, 31);
    brush.seam([0.0, h - 6.0], [w, h - 6.0]);
    for i in 0..7 {
        brush.rivet([5.0 + 9.0 * f64::from(i), h - 3.0], 1.4, colours.brass);
    }
    // Hair: down to the ear, lower at the back.
    let edge = |x: f64| 9.0 + 13.0 * ((x - 22.0) / 20.0).clamp(0.0, 1.0);
    strands(brush, colours, |x, y| y - edge(x), |x, _| x / 1.6);
    brush.glaze(colours.hair.lit(0.5), 0.5, |x, y| (y - 3.0 - noise(x / 5.0, 0.0, 4) * 2.0).abs() - 0.8);
    brush.glaze(Colour::BLACK, 0.45, |x, y| (y - edge(x) - 0.8).abs() - 0.7);
    brush.seam([w - 1.0, 10.0], [w - 1.0, h]);
    brush.wear(colours.tin, 2.5, 9, move |_, y| (h - y).min((y - h + 6.0).abs() + 0.8));
    brush.scratches(colours.tin, 4, 12);
}

fn head_top(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    let (cx, cy) = (w / 2.0, h / 2.0);
    let angle = move |x: f64, y: f64| libm::atan2(y - cy, x - cx);
    strands(brush, colours, |_, _| -9.0, move |x, y| angle(x, y) * 14.0);
    // A ring of light on the head, and the parting of the hair.
    brush.glaze(colours.hair.lit(0.55), 0.55, move |x, y| {
        ring([cx, cy], 15.0 + noise(angle(x, y) * 5.0, 1.0, 3) * 2.0, 2.2)(x, y)
    });
    brush.glaze(colours.hair.lit(0.35), 0.6, ring([cx, cy], 29.0, 1.4));
    brush.glaze(Colour::BLACK, 0.4, taper([cx, cy], [cx, h], [1.2, 1.2]));
    brush.lay(colours.trim, ring([cx, cy - 3.0], 8.0, 2.0));
    brush.glaze(Colour::BLACK, 0.4, ring([cx, cy - 3.0], 9.6, 1.0));
}

fn neck(brush: &mut Brush, colours: &Colours) {
    brush.fade(colours.tin.lit(-0.35), colours.tin.lit(-0.7)).grain(0.06, 3);
    let [w, _] = brush.size();
    for y in [4.0, 9.0] {
        brush.seam([0.0, y], [w, y]);
    }
}

fn ear(brush: &mut Brush, colours: &Colours) {
    brush.fade(colours.brass.lit(0.2), colours.brass.lit(-0.2)).grain(0.06, 5);
    brush.lay(colours.brass.lit(-0.45), disc([8.0, 8.0], 5.0));
    brush.lay(colours.brass.lit(0.15), disc([7.7, 7.6], 4.0));
    brush.lay(colours.brass.lit(-0.65), taper([4.4, 10.4], [11.6, 5.6], [1.8; 2]));
}

/// Paints the lines between the panels of the barrel, the same in front and at the back.
fn barrel(brush: &mut Brush, colours: &Colours, seed: u32) {
    let [w, h] = brush.size();
    sheet(brush, colours.body, seed);
    // The shoulders' collar.
    brush.mist(colours.trim, |_, y| (6.5 - y).clamp(0.0, 1.0));
    brush.glaze(colours.trim.lit(0.5), 0.6, |_, y| (y - 2.5).abs() - 0.6);
    brush.glaze(Colour::BLACK, 0.5, |_, y| (y - 7.0).abs() - 0.6);
    brush.seam([0.0, 15.0], [w, 15.0]);
    for i in 0..16 {
        brush.rivet([4.0 + 8.0 * f64::from(i), 11.2], 1.4, colours.brass);
    }
    // The lower hem, half hidden by the belt.
    brush.light(|_, y| -0.3 * ((y - h + 10.0) / 10.0).clamp(0.0, 1.0));
}

fn body_front(brush: &mut Brush, livery: &Livery) {
    let colours = &livery.colours;
    let [w, h] = brush.size();
    barrel(brush, colours, 41);
    let (cx, cy) = (w / 2.0, 38.0);
    // The belly plate, with the maker's medal.
    let belly = plate([cx - 31.0, 18.0], [cx + 31.0, h + 8.0], 17.0);
    brush.glaze(Colour::BLACK, 0.35, |x, y| belly(x - 0.8, y - 1.2) - 1.6);
    brush.lay(colours.trim, |x, y| belly(x, y) - 1.2);
    brush.lay(colours.panel, |x, y| belly(x, y) + 0.6);
    brush.light(|x, y| if belly(x, y) < -0.6 { 0.25 * (1.0 - y / h * 1.5) - 0.1 } else { 0.0 });
    for (dx, dy) in [(-26.0, 27.0), (26.0, 27.0), (-27.0, 48.0), (27.0, 48.0)] {
        brush.rivet([cx + dx, dy], 1.6, colours.tin);
    }
    medal(brush, [cx, cy + 1.0], livery);
    for side in [-1.0, 1.0] {
        let x = cx + side * 43.0;
        // Side panels with cooling slots.
        for i in 0..4 {
            let y = 27.0 + 6.0 * f64::from(i);
            brush.lay(colours.body.lit(-0.6), plate([x - 6.5, y - 1.3], [x + 6.5, y + 1.3], 1.3));
            brush.glaze(colours.body.lit(0.55), 0.8, taper([x - 5.5, y + 2.1], [x + 5.5, y + 2.1], [0.9; 2]));
        }
        brush.seam([x - side * 9.0, 19.0], [x - side * 9.0, h]);
        brush.seam([x + side * 11.0, 15.0], [x + side * 11.0, h]);
    }
    brush.wear(colours.tin, 2.4, 17, move |x, y| belly(x, y).abs().min((y - 15.0).abs()) + 0.6);
    brush.scratches(colours.tin, 9, 5);
}

/// Paints a round medal with the robot's sign.
fn medal(brush: &mut Brush, [cx, cy]: [f64; 2], livery: &Livery) {
    let colours = &livery.colours;
    brush.glaze(Colour::BLACK, 0.4, disc([cx + 0.8, cy + 1.4], 17.0));
    brush.lay(colours.trim.lit(-0.3), disc([cx, cy], 16.6));
    brush.lay(colours.trim.lit(0.25), disc([cx - 0.4, cy - 0.5], 15.6));
    brush.lay(colours.trim, disc([cx, cy], 14.6));
    brush.lay(colours.body.lit(-0.1), disc([cx, cy], 13.2));
    brush.mist(colours.body.lit(0.3), |x, y| {
        if disc([cx, cy], 12.6)(x, y) < 0.0 { 0.7 * (1.0 - (y - cy + 13.0) / 18.0) } else { 0.0 }
    });
    // The sign is raised and casts a shadow.
    for (colour, shift, strength) in [(Colour::BLACK, 0.9, 0.5), (colours.face, 0.0, 1.0)] {
        for [from, to] in livery.sign {
            let at = |p: &[f64; 2]| [cx + p[0] + shift, cy + p[1] + shift];
            brush.glaze(colour, strength, taper(at(from), at(to), [3.0, 2.6]));
        }
    }
    for i in 0..12 {
        let (sine, cosine) = libm::sincos(f64::from(i) * std::f64::consts::TAU / 12.0);
        brush.glaze(colours.trim.lit(-0.5), 0.8, disc([cx + cosine * 14.9, cy + sine * 14.9], 0.7));
    }
}

fn body_back(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    barrel(brush, colours, 43);
    let (cx, cy) = (w / 2.0, 29.0);
    // A plate around the key hole, screwed on.
    let cover = plate([cx - 24.0, cy - 12.0], [cx + 24.0, cy + 12.0], 6.0);
    brush.glaze(Colour::BLACK, 0.4, |x, y| cover(x - 0.8, y - 1.3) - 1.2);
    brush.lay(colours.tin, &cover);
    brush.light(|x, y| if cover(x, y) < 0.0 { 0.3 - 0.5 * (y - cy + 12.0) / 24.0 } else { 0.0 });
    brush.glaze(Colour::BLACK, 0.5, |x, y| cover(x, y).abs() - 0.5);
    brush.lay(colours.brass, disc([cx, cy], 8.0));
    brush.lay(colours.brass.lit(0.4), disc([cx - 0.5, cy - 0.5], 6.8));
    brush.lay(Colour::hex(0x1C1712), disc([cx, cy], 5.4));
    for (dx, dy) in [(-19.0, -8.0), (19.0, -8.0), (-19.0, 8.0), (19.0, 8.0)] {
        brush.rivet([cx + dx, cy + dy], 2.0, colours.brass);
    }
    // Arrow in the direction of winding.
    brush.glaze(
        colours.body.lit(-0.4),
        0.9,
        stroke(&crate::paint::shape::arc([cx, cy], [11.0, 10.0], 210.0, 330.0), 1.2),
    );
    for side in [-1.0, 1.0] {
        brush.seam([cx + side * 32.0, 15.0], [cx + side * 32.0, h]);
        brush.seam([cx + side * 53.0, 15.0], [cx + side * 53.0, h]);
        let x = cx + side * 42.5;
        let stripe = plate([x - 5.0, 20.0], [x + 5.0, h + 9.0], 5.0);
        brush.lay(colours.panel, &stripe);
        brush.glaze(Colour::BLACK, 0.4, |x, y| stripe(x, y).abs() - 0.5);
    }
    brush.seam([cx, cy + 14.0], [cx, h]);
    for i in 0..3 {
        brush.rivet([cx - 4.0, cy + 17.0 + 5.0 * f64::from(i)], 1.2, colours.brass);
        brush.rivet([cx + 4.0, cy + 17.0 + 5.0 * f64::from(i)], 1.2, colours.brass);
    }
    brush.wear(colours.tin, 2.4, 19, move |_, y| (y - 15.0).abs() + 0.5);
    brush.scratches(colours.tin, 9, 25);
}

fn belt(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    sheet(brush, colours.belt, 51);
    // Woven folds.
    for y in [2.0, 6.5, 11.0] {
        brush.glaze(colours.belt.lit(0.35), 0.7, |x, py| (py - y - 0.6 * libm::sin(x * 0.8)).abs() - 0.6);
        brush.glaze(Colour::BLACK, 0.45, |_, py| (py - y - 1.6).abs() - 0.5);
    }
    brush.lay(colours.trim, |_, y| (y - 14.6).abs() - 1.0);
    // The apron: fringe all around, broad at the front.
    brush.mist(colours.belt.lit(-0.35), |_, y| ((y - 16.0) / 1.0).clamp(0.0, 1.0));
    let mut x = 1.5;
    while x < w {
        let long = if x < 26.0 { h } else { 22.0 };
        let colour = if x < 26.0 { colours.trim } else { colours.belt.lit(0.15) };
        brush.lay(colour, taper([x, 16.0], [x, long - 1.0], [2.0, 2.4]));
        brush.glaze(colour.lit(0.5), 0.6, taper([x - 0.5, 17.0], [x - 0.5, long - 5.0], [0.7; 2]));
        x += 4.0;
    }
    // Half of the buckle.
    let buckle = plate([-12.0, 1.0], [12.0, 13.5], 3.0);
    brush.glaze(Colour::BLACK, 0.5, |x, y| buckle(x - 0.5, y - 1.0) - 1.0);
    brush.lay(colours.trim, &buckle);
    brush.light(|x, y| if buckle(x, y) < 0.0 { 0.35 - 0.05 * y } else { 0.0 });
    brush.lay(colours.body, plate([-8.0, 3.8], [8.0, 10.6], 2.0));
    brush.lay(colours.panel, disc([0.0, 7.2], 2.6));
    brush.wear(colours.tin, 1.6, 23, move |x, y| buckle(x, y).abs() + 0.4);
}

fn shoulder(brush: &mut Brush, colours: &Colours) {
    let [_, h] = brush.size();
    sheet(brush, colours.body, 61);
    brush.lay(colours.trim, |_, y| (y - h + 3.5).abs() - 1.6);
    brush.glaze(Colour::BLACK, 0.5, |_, y| (y - h + 6.0).abs() - 0.5);
    for i in 0..4 {
        brush.rivet([6.0 + 12.0 * f64::from(i), h - 9.5], 1.7, colours.brass);
    }
    brush.wear(colours.tin, 3.0, 27, move |_, y| (h - y).min((y - h + 6.0).abs()) + 0.2);
    brush.scratches(colours.tin, 3, 2);
}

/// Paints a tube of bare tin with pressed rings.
fn tube(brush: &mut Brush, colours: &Colours, rings: u32) {
    let [w, h] = brush.size();
    brush.fade(colours.tin.lit(0.1), colours.tin.lit(-0.2)).grain(0.08, 71);
    brush.light(|x, _| 0.18 * libm::cos(x / w * std::f64::consts::TAU));
    for i in 0..rings {
        let y = h * (f64::from(i) + 0.5) / f64::from(rings);
        brush.glaze(Colour::BLACK, 0.45, |_, py| (py - y - 1.6).abs() - 0.9);
        brush.glaze(Colour::WHITE, 0.55, |_, py| (py - y + 0.6).abs() - 0.7);
    }
}

fn forearm(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    sheet(brush, colours.body, 73);
    brush.seam([0.0, 8.0], [w, 8.0]);
    let cuff = h - 15.0;
    brush.mist(colours.panel, |_, y| (y - cuff).clamp(0.0, 1.0) * (h - 5.0 - y).clamp(0.0, 1.0));
    brush.lay(colours.trim, |_, y| (y - cuff).abs() - 1.2);
    brush.glaze(Colour::BLACK, 0.45, |_, y| (y - cuff + 2.0).abs() - 0.5);
    brush.mist(colours.tin.lit(-0.45), |_, y| (y - h + 5.0).clamp(0.0, 1.0));
    for i in 0..4 {
        brush.rivet([6.0 + 12.0 * f64::from(i), cuff + 5.0], 1.6, colours.body);
    }
    brush.seam([w / 2.0, 9.0], [w / 2.0, cuff - 3.0]);
    brush.wear(colours.tin, 2.4, 33, move |_, y| (y - h + 5.0).abs().min((y - cuff).abs() + 0.6));
    brush.scratches(colours.tin, 4, 35);
}

fn hand_back(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    sheet(brush, colours.face, 81);
    // Fingers: towards the tile's lower edge.
    for x in [w * 0.29, w * 0.5, w * 0.71] {
        brush.seam([x, h * 0.52], [x, h]);
    }
    for x in [w * 0.2, w * 0.4, w * 0.6, w * 0.8] {
        brush.rivet([x, h * 0.5], 1.8, colours.brass);
    }
    brush.wear(colours.tin, 3.0, 39, move |x, y| x.min(w - x).min(y).min(h - y));
}

fn hand_palm(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    sheet(brush, colours.face.lit(-0.06), 83);
    let pad = disc([w / 2.0, h / 2.0], 13.0);
    brush.lay(colours.body, &pad);
    brush.glaze(Colour::BLACK, 0.5, |x, y| pad(x, y).abs() - 0.7);
    brush.lay(colours.panel, ring([w / 2.0, h / 2.0], 8.0, 2.2));
    brush.folds(4.0, 0.3);
}

fn hand_rim(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    sheet(brush, colours.face, 85);
    brush.seam([0.0, h * 0.55], [w, h * 0.55]);
    brush.wear(colours.tin, 2.0, 45, move |_, y| (y - h * 0.55).abs());
}

fn thigh(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    brush.fade(colours.body.lit(-0.3), colours.body.lit(-0.05)).grain(0.05, 91);
    brush.lay(colours.trim, |_, y| (y - h + 3.0).abs() - 1.6);
    brush.glaze(Colour::BLACK, 0.5, |_, y| (y - h + 5.6).abs() - 0.6);
    for i in 0..4 {
        brush.rivet([w * (f64::from(i) + 0.5) / 4.0, h - 9.0], 1.6, colours.brass);
    }
    brush.wear(colours.tin, 2.4, 47, move |_, y| h - y);
}

fn foot_top(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    sheet(brush, colours.feet, 95);
    // Toe cap at the lower edge.
    let cap = |x: f64, y: f64| h * 0.62 + 5.0 * ((x - w / 2.0) / (w / 2.0)) * ((x - w / 2.0) / (w / 2.0)) - y;
    brush.lay(colours.trim, cap);
    brush.light(|x, y| if cap(x, y) < 0.0 { 0.3 - 0.6 * (y - h * 0.62) / (h * 0.38) } else { 0.0 });
    brush.glaze(Colour::BLACK, 0.5, |x, y| cap(x, y).abs() - 0.8);
    for x in [0.25, 0.5, 0.75] {
        brush.rivet([w * x, h * 0.76], 1.9, colours.brass.lit(-0.2));
    }
    brush.seam([w * 0.1, h * 0.42], [w * 0.9, h * 0.42]);
    brush.wear(colours.tin, 3.4, 49, move |x, y| x.min(w - x).min(y).min(h - y));
    brush.scratches(colours.tin, 4, 51);
}

fn foot_side(brush: &mut Brush, colours: &Colours) {
    let [_, h] = brush.size();
    sheet(brush, colours.feet, 97);
    brush.mist(colours.trim, |x, y| (26.0 - x).clamp(0.0, 1.0) * (h - 5.0 - y).clamp(0.0, 1.0));
    brush.glaze(Colour::BLACK, 0.5, |x, _| (x - 26.5).abs() - 0.6);
    brush.mist(Colour::hex(0x2B2523), |_, y| (y - h + 5.0).clamp(0.0, 1.0));
    brush.glaze(Colour::WHITE, 0.35, |_, y| (y - h + 5.0).abs() - 0.5);
    brush.wear(colours.tin, 2.6, 53, move |_, y| y.min((h - 5.0 - y).abs() + 0.5));
}

/// Paints rubber and bare tin.
fn sole(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    brush.fade(colours.tin.lit(-0.6), colours.tin.lit(-0.72)).grain(0.08, 103);
    for i in 0..6 {
        let y = 6.0 + 7.0 * f64::from(i);
        brush.seam([5.0, y], [w - 5.0, y]);
    }
    brush.glaze(Colour::BLACK, 0.5, |x, y| plate([3.0, 3.0], [w - 3.0, h - 3.0], 6.0)(x, y).abs() - 0.7);
}

fn knot(brush: &mut Brush, colours: &Colours) {
    let [_, h] = brush.size();
    strands(brush, colours, |_, _| -9.0, |x, _| x / 2.2);
    brush.light(|_, y| 0.25 - 0.45 * y / h);
    brush.lay(colours.trim, |_, y| (y - h * 0.72).abs() - 2.6);
    brush.glaze(Colour::WHITE, 0.5, |_, y| (y - h * 0.72 + 1.2).abs() - 0.6);
    brush.glaze(Colour::BLACK, 0.5, |_, y| (y - h * 0.72 - 3.0).abs() - 0.6);
}

fn brass(brush: &mut Brush, colours: &Colours) {
    brush.fade(colours.brass.lit(0.35), colours.brass.lit(-0.3)).grain(0.1, 99);
    brush.folds(3.0, 0.25);
    brush.scratches(colours.brass.lit(0.6), 6, 55);
}

fn key_wing(brush: &mut Brush, colours: &Colours) {
    let [w, h] = brush.size();
    let centre = [w / 2.0, h / 2.0];
    brush.fade(colours.brass.lit(0.4), colours.brass.lit(-0.25)).grain(0.1, 101);
    brush.glaze(colours.brass.lit(-0.5), 0.8, ring(centre, 14.6, 1.6));
    brush.glaze(colours.brass.lit(0.7), 0.6, ring(centre, 12.6, 1.0));
    brush.glaze(colours.brass.lit(-0.55), 0.9, ring(centre, 7.8, 1.6));
    brush.scratches(colours.brass.lit(0.6), 6, 57);
    brush.cut(disc(centre, 6.6));
}
