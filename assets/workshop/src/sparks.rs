//! Sprites to be added to the picture: sparks of tin on tin, and dust. Black adds nothing, so there is no edge to cut.

use crate::paint::brush::noise;
use crate::paint::shape::length;
use crate::paint::{Brush, Canvas, Colour, Tile};
use std::f64::consts::TAU;

/// Side of a sprite in texels.
pub const SIDE: u16 = 32;
/// Sprites in a row: the moments of one burst.
pub const MOMENTS: u16 = 4;

/// First row sparks, second row dust.
pub fn paint() -> Canvas {
    let mut canvas = Canvas::new(SIDE * MOMENTS, SIDE * 2);
    let whole = canvas.whole();
    Brush::new(&mut canvas, whole).fill(Colour::BLACK);
    for moment in 0..MOMENTS {
        let age = f64::from(moment) / f64::from(MOMENTS);
        spark(&mut Brush::new(&mut canvas, Tile::new(SIDE * moment, 0, SIDE, SIDE)), age);
        dust(&mut Brush::new(&mut canvas, Tile::new(SIDE * moment, SIDE, SIDE, SIDE)), age);
    }
    // Nearly black texels are index 0.
    canvas.each(whole, |_, _, colour| colour.filter(|colour| colour.bytes().iter().any(|&c| c > 9)));
    canvas
}

/// A star of uneven rays that open and burn out.
fn spark(brush: &mut Brush, age: f64) {
    const RAYS: u32 = 11;
    let middle = f64::from(SIDE) / 2.0;
    let heat = 1.0 - age * 0.75;
    let ray = |x: f64, y: f64| {
        let (dx, dy) = (x - middle, y - middle);
        let far = length(dx, dy);
        let turn = libm::atan2(dy, dx) / TAU * f64::from(RAYS);
        let which = turn.round();
        let long = 6.0 + 9.0 * noise(which.rem_euclid(f64::from(RAYS)) * 3.7, 0.5, 301);
        let off = (turn - which).abs() * TAU / f64::from(RAYS) * far;
        let from = age * long * 0.9;
        let along = if far < from || far > long { 0.0 } else { 1.0 - (far - from) / (long - from + 0.1) };
        along * (1.0 - off / 1.2).clamp(0.0, 1.0)
    };
    brush.mist(Colour::hex(0xFF7A18), |x, y| heat * ray(x, y) * 1.2);
    brush.mist(Colour::hex(0xFFF0B0), |x, y| heat * (ray(x, y) - 0.25) * 1.4);
    let core = 6.0 * (1.0 - age * 1.3);
    brush.mist(Colour::hex(0xFFD870), |x, y| 1.0 - length(x - middle, y - middle) / (core * 1.6).max(0.1));
    brush.mist(Colour::WHITE, |x, y| 1.2 * (1.0 - length(x - middle, y - middle) / core.max(0.1)));
}

/// A puff that grows and fades.
fn dust(brush: &mut Brush, age: f64) {
    let middle = f64::from(SIDE) / 2.0;
    let size = 7.0 + 8.0 * age;
    let puff = |x: f64, y: f64| {
        let (dx, dy) = (x - middle, y - middle);
        let ragged = 0.7 + 0.45 * noise(libm::atan2(dy, dx) * 1.6 + 9.0, 0.5, 311);
        let body = (1.0 - length(dx, dy) / (size * ragged)).clamp(0.0, 1.0);
        body.sqrt() * (0.35 + 0.65 * noise(x / 4.5 + age * 2.0, y / 4.5 + age, 313))
    };
    brush.mist(Colour::hex(0x9A7C54), |x, y| puff(x, y) * 0.75 * (1.0 - age));
    brush.mist(Colour::hex(0xD8C49C), |x, y| puff(x + 1.5, y + 2.0) * 0.35 * (1.0 - age));
}
