//! Lettering: enamel letters with a brass edge, for the title and for numbers.
//!
//! A glyph is a handful of strokes in a box one unit high; the distance to them gives outline, edge, enamel and the
//! light on the bevel.

use crate::paint::shape::{arc, stroke};
use crate::paint::{Brush, Canvas, Colour, Tile};
use glam::{DMat2, DVec2, dvec2};

/// Strokes of a glyph, and the width of its box.
struct Glyph {
    width: f64,
    strokes: Vec<Vec<[f64; 2]>>,
}

/// The style of letters.
struct Style {
    /// Height of the strokes' box, texels.
    height: f64,
    /// Thickness of a stroke.
    thick: f64,
    /// Enamel, top and bottom.
    enamel: [Colour; 2],
}

const INK: Colour = Colour::hex(0x1E1420);
const BRASS: [Colour; 2] = [Colour::hex(0xFFE9A0), Colour::hex(0xB87820)];
const RED: [Colour; 2] = [Colour::hex(0xFF5A3C), Colour::hex(0xA81818)];
const CREAM: [Colour; 2] = [Colour::hex(0xFFF8E4), Colour::hex(0xE0B878)];

/// The signs on the number sheet, in order, each in a cell of [`CELL`] texels.
pub const NUMBERS: &str = "0123456789:-";
/// Width and height of a cell of the number sheet; six cells to a row.
pub const CELL: [u16; 2] = [20, 28];

/// Returns the title: two lines on a cut-out ground.
pub fn title() -> Canvas {
    let mut canvas = Canvas::new(232, 128);
    let whole = canvas.whole();
    let mut brush = Brush::new(&mut canvas, whole);
    line(&mut brush, "TIN", dvec2(116.0, 14.0), &Style { height: 34.0, thick: 9.0, enamel: CREAM }, 5.0);
    line(&mut brush, "SUMO", dvec2(116.0, 66.0), &Style { height: 48.0, thick: 13.0, enamel: RED }, -3.5);
    canvas
}

/// Returns the title of a game of cars, in two lines.
pub fn car_title(upper: &str, lower: &str) -> Canvas {
    let mut canvas = Canvas::new(232, 112);
    let whole = canvas.whole();
    let mut brush = Brush::new(&mut canvas, whole);
    line(&mut brush, upper, dvec2(116.0, 12.0), &Style { height: 26.0, thick: 7.5, enamel: CREAM }, 3.0);
    line(&mut brush, lower, dvec2(116.0, 56.0), &Style { height: 38.0, thick: 11.0, enamel: RED }, -4.0);
    canvas
}

/// Calls of the rally and heads of its pages, one to a row of [`CALL_HEIGHT`] texels.
pub const RALLY_CALLS: [&str; 4] = ["GO!", "LAP", "FINAL LAP", "FINISH!"];
pub const RALLY_HEADS: [&str; 6] = ["PAUSE", "YOU WIN!", "RESULT", "CHAMPION!", "OPTIONS", "CONTROLS"];

/// Returns a sheet of words of the rally.
pub fn rally_words(words: &[&str]) -> Canvas {
    let mut canvas = Canvas::new(224, words.len() as u16 * CALL_HEIGHT);
    for (row, text) in (0..).zip(words) {
        let tile = Tile::new(0, row * CALL_HEIGHT, 224, CALL_HEIGHT);
        let style = Style { height: 22.0, thick: 6.4, enamel: if *text == "GO!" { RED } else { CREAM } };
        line(&mut Brush::new(&mut canvas, tile), text, dvec2(112.0, 8.0), &style, 2.0);
    }
    canvas
}

/// Returns the number sheet.
pub fn numbers() -> Canvas {
    let [width, height] = CELL;
    let mut canvas = Canvas::new(width * 6, height * 2);
    for (index, sign) in (0..).zip(NUMBERS.chars()) {
        let tile = Tile::new(width * (index % 6), height * (index / 6), width, height);
        let style = Style { height: 18.0, thick: 3.8, enamel: CREAM };
        let glyph = glyph(sign);
        let left = f64::from(width) / 2.0 - glyph.width * style.height / 2.0;
        let placed = place(&glyph, dvec2(left, 5.0), &style, 0.0);
        letter(&mut Brush::new(&mut canvas, tile), &placed, &style, 5.0);
    }
    canvas
}

/// Calls of the referee and names of winners: words in rows of [`CALL_HEIGHT`] texels. Each with its row and the middle
/// of its place in the row.
pub const CALLS: [(&str, u16, f64); 10] = [
    ("HAKKEYOI!", 0, 128.0),
    ("ROUND", 1, 82.0),
    ("1", 1, 176.0),
    ("2", 1, 204.0),
    ("3", 1, 234.0),
    ("TIME!", 2, 64.0),
    ("OUT!", 2, 192.0),
    ("YOU WIN", 3, 128.0),
    ("YOU LOSE", 4, 128.0),
    ("PAUSE", 5, 128.0),
];
/// Height of a row of the calls.
pub const CALL_HEIGHT: u16 = 40;

/// The names of the wrestlers, one to a row of [`CALL_HEIGHT`] texels, on two sheets.
pub const NAMES: [&[&str]; 2] =
    [&["TIN", "BOILER", "SPROUT", "KABUTO", "RUST", "AMBER"], &["PLUM", "SNOW", "EMBER", "MIDAS", "DAIMYO"]];

/// Returns a sheet of names.
pub fn names(names: &[&str]) -> Canvas {
    let mut canvas = Canvas::new(200, names.len() as u16 * CALL_HEIGHT);
    for (row, name) in (0..).zip(names) {
        let tile = Tile::new(0, row * CALL_HEIGHT, 200, CALL_HEIGHT);
        let style = Style { height: 22.0, thick: 6.4, enamel: CREAM };
        line(&mut Brush::new(&mut canvas, tile), name, dvec2(100.0, 8.0), &style, 2.5);
    }
    canvas
}

/// Returns the calls of the referee.
pub fn calls() -> Canvas {
    let mut canvas = Canvas::new(256, 6 * CALL_HEIGHT);
    for (text, row, middle) in CALLS {
        let tile = Tile::new(0, row * CALL_HEIGHT, 256, CALL_HEIGHT);
        let enamel = if text.len() == 1 || row == 5 { CREAM } else { RED };
        let style = Style { height: 22.0, thick: 6.4, enamel };
        line(&mut Brush::new(&mut canvas, tile), text, dvec2(middle, 8.0), &style, if row == 5 { 0.0 } else { 2.5 });
    }
    canvas
}

/// Paints a centred line of letters. Each letter leans to the other side than the one before.
fn line(brush: &mut Brush, text: &str, top: DVec2, style: &Style, tilt: f64) {
    let gap = style.thick * 1.75;
    let glyphs: Vec<Glyph> = text.chars().map(glyph).collect();
    let width: f64 =
        glyphs.iter().map(|glyph| glyph.width * style.height).sum::<f64>() + gap * (glyphs.len() - 1) as f64;
    let mut left = top.x - width / 2.0;
    let mut turned = tilt;
    let mut placed = Vec::new();
    for glyph in &glyphs {
        let drop = if turned > 0.0 { 0.0 } else { style.thick * 0.3 };
        placed.push(place(glyph, dvec2(left, top.y + drop), style, turned));
        left += glyph.width * style.height + gap;
        turned = -turned;
    }
    // A gap between words has no strokes.
    placed.retain(|strokes| !strokes.is_empty());
    // All shadows and outlines first, so that letters stand close.
    for strokes in &placed {
        ground(brush, strokes, style);
    }
    for strokes in &placed {
        letter(brush, strokes, style, top.y);
    }
}

/// Returns the strokes of a glyph in texels, turned about its middle (degrees).
fn place(glyph: &Glyph, corner: DVec2, style: &Style, turned: f64) -> Vec<Vec<[f64; 2]>> {
    let (sine, cosine) = libm::sincos(turned.to_radians());
    let turn = DMat2::from_cols(dvec2(cosine, sine), dvec2(-sine, cosine));
    let middle = dvec2(glyph.width, 1.0) * style.height / 2.0;
    let point = |p: &[f64; 2]| (turn * (DVec2::from_array(*p) * style.height - middle) + middle + corner).to_array();
    glyph.strokes.iter().map(|points| points.iter().map(point).collect()).collect()
}

/// Returns the distance to the nearest of several strokes.
fn distance(strokes: &[Vec<[f64; 2]>], thick: f64) -> impl Fn(f64, f64) -> f64 + '_ {
    move |x, y| strokes.iter().map(|points| stroke(points, thick)(x, y)).fold(f64::INFINITY, f64::min)
}

/// Paints the shadow and the outline of strokes.
fn ground(brush: &mut Brush, strokes: &[Vec<[f64; 2]>], style: &Style) {
    let d = distance(strokes, style.thick);
    let edge = style.thick * 0.36;
    brush.lay(Colour::hex(0x4A1410), |x, y| d(x - edge * 0.5, y - edge * 1.1) - edge);
    brush.lay(INK, |x, y| d(x, y) - edge);
}

/// Paints the outline, the brass edge and the enamel of a letter.
fn letter(brush: &mut Brush, strokes: &[Vec<[f64; 2]>], style: &Style, top: f64) {
    let d = distance(strokes, style.thick);
    let [edge, rim] = [0.36, 0.2].map(|share| style.thick * share);
    let down = |y: f64| ((y - top + style.thick / 2.0) / (style.height + style.thick)).clamp(0.0, 1.0);
    let slope = |x: f64, y: f64| d(x - 0.8, y - 1.0) - d(x + 0.8, y + 1.0);
    brush.lay(INK, |x, y| d(x, y) - edge);
    brush.lay(BRASS[1], |x, y| d(x, y) - rim);
    brush.mist(BRASS[0], |x, y| if d(x, y) < rim + 0.5 { (0.5 + 0.4 * slope(x, y)).clamp(0.0, 1.0) } else { 0.0 });
    brush.lay(style.enamel[1], |x, y| d(x, y) + style.thick * 0.06);
    let inside = |x: f64, y: f64| (0.5 - d(x, y) - style.thick * 0.06).clamp(0.0, 1.0);
    brush.mist(style.enamel[0], |x, y| inside(x, y) * (1.1 - 1.3 * down(y)));
    // The bevel, and the shine on the upper half.
    brush.mist(Colour::WHITE, |x, y| inside(x, y) * (0.28 * slope(x, y)).clamp(0.0, 1.0));
    brush.mist(Colour::BLACK, |x, y| inside(x, y) * (-0.22 * slope(x, y)).clamp(0.0, 1.0));
    let shine = |x: f64, y: f64| {
        (d(x + style.thick * 0.16, y + style.thick * 0.2) + style.thick * 0.36).abs() - style.thick * 0.06
    };
    brush.mist(Colour::WHITE, |x, y| {
        if d(x, y) < -style.thick * 0.15 { 0.75 * (0.5 - shine(x, y)).clamp(0.0, 1.0) * (1.0 - down(y)) } else { 0.0 }
    });
}

fn glyph(sign: char) -> Glyph {
    let closed = |cx: f64, cy: f64, rx: f64, ry: f64| {
        let mut round = arc([cx, cy], [rx, ry], 0.0, 180.0);
        round.extend(arc([cx, cy], [rx, ry], 180.0, 360.0));
        round
    };
    let bow = |cx: f64, cy: f64, rx: f64, ry: f64, from: f64, to: f64| arc([cx, cy], [rx, ry], from, to);
    let join = |parts: &[Vec<[f64; 2]>]| parts.concat();
    let (width, strokes) = match sign {
        'T' => (0.72, vec![vec![[0.0, 0.0], [0.72, 0.0]], vec![[0.36, 0.0], [0.36, 1.0]]]),
        'I' => (0.1, vec![vec![[0.05, 0.0], [0.05, 1.0]]]),
        'N' => (0.66, vec![vec![[0.0, 1.0], [0.0, 0.0], [0.66, 1.0], [0.66, 0.0]]]),
        'S' => {
            (0.62, vec![join(&[bow(0.31, 0.25, 0.31, 0.25, 330.0, 90.0), bow(0.31, 0.75, 0.31, 0.25, 270.0, 510.0)])])
        }
        'U' => (0.64, vec![join(&[vec![[0.0, 0.0]], bow(0.32, 0.68, 0.32, 0.32, 180.0, 0.0), vec![[0.64, 0.0]]])]),
        'M' => (0.82, vec![vec![[0.0, 1.0], [0.04, 0.0], [0.41, 0.66], [0.78, 0.0], [0.82, 1.0]]]),
        'A' => (0.7, vec![vec![[0.0, 1.0], [0.35, 0.0], [0.7, 1.0]], vec![[0.14, 0.66], [0.56, 0.66]]]),
        'B' => (
            0.58,
            vec![
                join(&[
                    vec![[0.0, 0.48], [0.0, 0.0], [0.28, 0.0]],
                    bow(0.28, 0.24, 0.26, 0.24, 270.0, 450.0),
                    vec![[0.0, 0.48]],
                ]),
                join(&[
                    vec![[0.0, 0.48], [0.0, 1.0], [0.3, 1.0]],
                    bow(0.3, 0.74, 0.28, 0.26, 90.0, -90.0),
                    vec![[0.0, 0.48]],
                ]),
            ],
        ),
        'D' => (
            0.64,
            vec![join(&[
                vec![[0.0, 0.0], [0.24, 0.0]],
                bow(0.24, 0.5, 0.4, 0.5, 270.0, 450.0),
                vec![[0.0, 1.0], [0.0, 0.0]],
            ])],
        ),
        'C' => (0.62, vec![bow(0.36, 0.5, 0.36, 0.5, 315.0, 45.0)]),
        'F' => (0.52, vec![vec![[0.52, 0.0], [0.0, 0.0], [0.0, 1.0]], vec![[0.0, 0.5], [0.42, 0.5]]]),
        'G' => (
            0.68,
            vec![
                join(&[bow(0.36, 0.5, 0.36, 0.5, 315.0, 90.0), bow(0.36, 0.66, 0.32, 0.34, 90.0, 0.0)]),
                vec![[0.68, 0.6], [0.4, 0.6]],
            ],
        ),
        'E' => (0.54, vec![vec![[0.54, 0.0], [0.0, 0.0], [0.0, 1.0], [0.54, 1.0]], vec![[0.0, 0.5], [0.44, 0.5]]]),
        'H' => {
            (0.64, vec![vec![[0.0, 0.0], [0.0, 1.0]], vec![[0.64, 0.0], [0.64, 1.0]], vec![[0.0, 0.5], [0.64, 0.5]]])
        }
        'K' => {
            (0.62, vec![vec![[0.0, 0.0], [0.0, 1.0]], vec![[0.6, 0.0], [0.04, 0.54]], vec![[0.2, 0.4], [0.62, 1.0]]])
        }
        'L' => (0.52, vec![vec![[0.0, 0.0], [0.0, 1.0], [0.52, 1.0]]]),
        'P' => (
            0.58,
            vec![join(&[
                vec![[0.0, 1.0], [0.0, 0.0], [0.3, 0.0]],
                bow(0.3, 0.29, 0.28, 0.29, 270.0, 450.0),
                vec![[0.0, 0.58]],
            ])],
        ),
        'R' => (
            0.6,
            vec![
                join(&[
                    vec![[0.0, 1.0], [0.0, 0.0], [0.3, 0.0]],
                    bow(0.3, 0.28, 0.28, 0.28, 270.0, 450.0),
                    vec![[0.0, 0.56]],
                ]),
                vec![[0.28, 0.58], [0.6, 1.0]],
            ],
        ),
        'W' => (0.9, vec![vec![[0.0, 0.0], [0.2, 1.0], [0.45, 0.36], [0.7, 1.0], [0.9, 0.0]]]),
        'Y' => (0.68, vec![vec![[0.0, 0.0], [0.34, 0.48], [0.68, 0.0]], vec![[0.34, 0.48], [0.34, 1.0]]]),
        '!' => (0.1, vec![vec![[0.05, 0.0], [0.05, 0.6]], vec![[0.05, 0.98], [0.05, 1.0]]]),
        'O' => (0.74, vec![closed(0.37, 0.5, 0.37, 0.5)]),
        '0' => (0.5, vec![closed(0.25, 0.5, 0.25, 0.5)]),
        '1' => (0.3, vec![vec![[0.0, 0.22], [0.22, 0.0], [0.22, 1.0]]]),
        '2' => (0.5, vec![join(&[bow(0.25, 0.27, 0.25, 0.27, 190.0, 385.0), vec![[0.0, 1.0], [0.52, 1.0]]])]),
        '3' => (0.5, vec![bow(0.22, 0.25, 0.26, 0.25, 215.0, 450.0), bow(0.22, 0.74, 0.28, 0.26, 270.0, 505.0)]),
        '4' => (0.56, vec![vec![[0.42, 1.0], [0.42, 0.0], [0.0, 0.68], [0.56, 0.68]]]),
        '5' => (
            0.5,
            vec![join(&[vec![[0.48, 0.0], [0.06, 0.0], [0.03, 0.45]], bow(0.22, 0.69, 0.28, 0.31, 250.0, 505.0)])],
        ),
        '6' => (0.52, vec![closed(0.26, 0.7, 0.26, 0.3), vec![[0.44, 0.0], [0.14, 0.3], [0.0, 0.68]]]),
        '7' => (0.5, vec![vec![[0.0, 0.0], [0.5, 0.0], [0.18, 1.0]]]),
        '8' => (0.52, vec![closed(0.26, 0.25, 0.22, 0.25), closed(0.26, 0.75, 0.26, 0.25)]),
        '9' => (0.52, vec![closed(0.26, 0.3, 0.26, 0.3), vec![[0.52, 0.32], [0.38, 0.7], [0.08, 1.0]]]),
        ':' => (0.1, vec![vec![[0.05, 0.28], [0.05, 0.29]], vec![[0.05, 0.76], [0.05, 0.77]]]),
        '-' => (0.4, vec![vec![[0.0, 0.52], [0.4, 0.52]]]),
        _ => (0.3, Vec::new()),
    };
    Glyph { width, strokes }
}
