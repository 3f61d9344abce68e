//! The three lands of the courses: ground and sky.

use crate::paint::brush::noise;
use crate::paint::{Brush, Canvas, Colour};

/// A land: a coast in summer, a desert of red rock in the evening, a mountain in snow at dusk.
pub struct Land {
    /// Name of its files.
    pub name: &'static str,
    /// Two colours of the ground.
    pub ground: [Colour; 2],
    /// Colours beside the road: bare earth, and the edge of what grows.
    pub verge: [Colour; 2],
    /// Colour of the road.
    pub road: Colour,
    /// The two colours of the kerbs.
    pub kerb: [Colour; 2],
    /// Sky from the zenith to the horizon, the haze on it, clouds.
    sky: [Colour; 4],
    /// Mountains, far and near.
    ridges: [Colour; 2],
    /// Height and roughness of the mountains, texels.
    relief: [f64; 2],
    /// The sea begins at the horizon.
    sea: Option<Colour>,
    stars: bool,
}

/// All lands.
pub const LANDS: [Land; 3] = [
    Land {
        name: "coast",
        ground: [Colour::hex(0x5FB83C), Colour::hex(0x3F9430)],
        verge: [Colour::hex(0xC8A468), Colour::hex(0x7EB848)],
        road: Colour::hex(0x70727A),
        kerb: [Colour::hex(0xE83A2C), Colour::hex(0xF8F4EC)],
        sky: [Colour::hex(0x2A7CE0), Colour::hex(0x8CCBF4), Colour::hex(0xE4F4F8), Colour::hex(0xFFFFFF)],
        ridges: [Colour::hex(0x8CB4CC), Colour::hex(0x5C9A68)],
        relief: [20.0, 9.0],
        sea: Some(Colour::hex(0x2C7CC0)),
        stars: false,
    },
    Land {
        name: "mesa",
        ground: [Colour::hex(0xD89A54), Colour::hex(0xC07C3C)],
        verge: [Colour::hex(0xE8B870), Colour::hex(0xCC8C48)],
        road: Colour::hex(0x8A7468),
        kerb: [Colour::hex(0x2E6E8C), Colour::hex(0xF4E4C0)],
        sky: [Colour::hex(0x4A4C9C), Colour::hex(0xF08C4C), Colour::hex(0xFFDC8C), Colour::hex(0xFFC49C)],
        ridges: [Colour::hex(0xB86450), Colour::hex(0x9C4430)],
        relief: [34.0, 3.0],
        sea: None,
        stars: false,
    },
    Land {
        name: "frost",
        ground: [Colour::hex(0xE8F0FA), Colour::hex(0xC4D4EC)],
        verge: [Colour::hex(0xA8B4CC), Colour::hex(0xD4E0F2)],
        road: Colour::hex(0x585E72),
        kerb: [Colour::hex(0x2C4CC8), Colour::hex(0xFFD040)],
        sky: [Colour::hex(0x10163C), Colour::hex(0x4A4A94), Colour::hex(0xE890A0), Colour::hex(0x8478B8)],
        ridges: [Colour::hex(0x7484BC), Colour::hex(0xB4C4E4)],
        relief: [40.0, 16.0],
        sea: None,
        stars: true,
    },
];

/// Side of the ground's texture.
pub const GROUND: u16 = 128;

/// Noise that is the same at both edges of a picture.
fn tiled(x: f64, y: f64, size: f64, cell: f64, seed: u32) -> f64 {
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let at = |dx: f64, dy: f64| noise((x + dx) / cell, (y + dy) / cell, seed);
    let (u, v) = (ease(x / size), ease(y / size));
    let row = |dy: f64| at(size, dy) * (1.0 - u) + at(0.0, dy) * u;
    row(size) * (1.0 - v) + row(0.0) * v
}

/// Paints the ground.
pub fn ground(land: &Land) -> Canvas {
    let mut canvas = Canvas::new(GROUND, GROUND);
    let whole = canvas.whole();
    let size = f64::from(GROUND);
    canvas.each(whole, |x, y, _| {
        let patches = tiled(x, y, size, 17.0, 501);
        let tufts = tiled(x, y, size, 2.6, 503);
        let base = land.ground[0].mix(land.ground[1], ((patches - 0.35) * 2.2).clamp(0.0, 1.0));
        let spot = if tufts > 0.74 {
            0.12
        } else if tufts < 0.3 {
            -0.13
        } else {
            0.0
        };
        Some(base.lit(spot + 0.06 * (tufts - 0.5)))
    });
    canvas
}

/// Width and height of the sky, which goes round four times.
pub const SKY: [u16; 2] = [256, 128];
/// Row of the horizon.
pub const HORIZON: f64 = 108.0;

/// Paints the sky with its mountains.
pub fn sky(land: &Land) -> Canvas {
    let mut canvas = Canvas::new(SKY[0], SKY[1]);
    let whole = canvas.whole();
    let width = f64::from(SKY[0]);
    let round = |x: f64, cell: f64, seed: u32| tiled(x, 0.0, width, cell, seed);
    let ridge = |x: f64, which: usize| {
        let [height, rough] = land.relief;
        let seed = 511 + 2 * which as u32;
        let hills = round(x, 41.0, seed) * 0.65 + round(x, 13.0, seed + 20) * 0.35;
        let hills = if land.name == "mesa" { (hills * 4.0).round() / 4.0 * 0.8 + hills * 0.2 } else { hills };
        let share = [1.0, 0.55][which];
        HORIZON - share * (height * (hills - 0.12) + rough * (round(x, 4.0, seed + 40) - 0.5))
    };
    canvas.each(whole, |x, y, _| {
        let down = (y / HORIZON).clamp(0.0, 1.0);
        let base = land.sky[0].mix(land.sky[1], (down * 1.35).clamp(0.0, 1.0));
        let base = base.mix(land.sky[2], ((down - 0.62) / 0.38).clamp(0.0, 1.0));
        // Flat clouds, larger at the top.
        let cell = 11.0 + 16.0 * (1.0 - down);
        let cloud = tiled(x, y * 2.6, width, cell, 531) * 0.7 + tiled(x, y * 3.0, width, 6.0, 533) * 0.3;
        let cover = ((cloud - 0.53) * 4.5).clamp(0.0, 1.0) * (1.0 - (down - 0.55).abs() * 1.6).clamp(0.0, 1.0);
        let shade = tiled(x, y * 2.6 + 7.0, width, cell, 531);
        let mut colour = base.mix(land.sky[3].lit(-0.22 * ((shade - 0.5) * 2.0).clamp(0.0, 1.0)), cover * 0.85);
        if land.stars && down < 0.6 && noise(x * 1.7, y * 1.7, 541) > 0.93 && cover < 0.2 {
            colour = colour.mix(Colour::WHITE, 0.8 - down);
        }
        for which in 0..2 {
            let top = ridge(x, which);
            let slope = ridge(x + 1.5, which) - ridge(x - 1.5, which);
            if y > top {
                let depth = ((y - top) / 26.0).clamp(0.0, 1.0);
                let lit = (0.16 * slope.signum() * slope.abs().min(1.0)) - 0.12 * depth;
                let snow = land.stars && y - top < 5.0 + 4.0 * noise(x, 0.5, 547);
                let rock = if snow { Colour::hex(0xF4F6FF) } else { land.ridges[which] };
                colour = rock.lit(lit).mix(land.sky[2], [0.34, 0.08][which] + 0.3 * depth * [1.0, 0.4][which]);
            }
        }
        match land.sea {
            Some(sea) if y > HORIZON - 4.0 => {
                let glint = noise(x / 5.0, y * 1.6, 551) > 0.72;
                colour = sea.lit(0.5 - 0.035 * (y - HORIZON + 4.0).min(12.0) + if glint { 0.25 } else { 0.0 });
            }
            _ if y > HORIZON => colour = land.ground[1].mix(land.sky[2], (0.6 - (y - HORIZON) / 30.0).clamp(0.0, 0.6)),
            _ => {}
        }
        Some(colour)
    });
    canvas
}

/// Colour of the ground far away.
pub fn far(land: &Land) -> Colour {
    land.ground[0].mix(land.ground[1], 0.5)
}

/// Marks of tyres, dust: half blended sprites of 32 by 32 texels in a row, four stages.
pub fn dust(land: &Land) -> Canvas {
    let mut canvas = Canvas::new(128, 32);
    let whole = canvas.whole();
    let colour = land.verge[0].lit(0.25);
    canvas.each(whole, |x, y, _| {
        let (stage, own) = ((x / 32.0).floor(), x.rem_euclid(32.0));
        let radius = 7.0 + 2.6 * stage;
        let away = ((own - 16.0) * (own - 16.0) + (y - 16.0) * (y - 16.0)).sqrt();
        let ragged = radius * (0.75 + 0.4 * noise(own / 4.0 + stage * 9.0, y / 4.0, 561));
        let thin = noise(own / 1.5, y / 1.5, 563 + stage as u32) > 0.25 + 0.2 * stage;
        (away < ragged && thin).then(|| colour.lit(0.2 - away / 60.0))
    });
    let mut brush = Brush::new(&mut canvas, whole);
    brush.grain(0.05, 567);
    canvas
}
