//! True colours to 256: median cut, then a few rounds of moving every palette colour to the middle of what it stands
//! for.
//!
//! Index 0 is kept for what is cut out, so that the colour key hides nothing else. Only additions, products and
//! quotients of 64-bit floats: every machine makes the same palette.

use super::canvas::Canvas;
use keitai_formats::{Rgb, Texture};
use std::collections::BTreeMap;

const ROUNDS: usize = 6;
const COLOURS: usize = 255;

/// A colour of the canvas, and how many texels have it.
#[derive(Clone, Copy)]
struct Shade {
    rgb: [f64; 3],
    count: f64,
}

/// Returns the picture in at most 255 colours, and index 0 in `key` for what is cut out.
pub fn quantise(canvas: &Canvas, key: Rgb) -> Texture {
    let bytes: Vec<Option<[u8; 3]>> = canvas.texels.iter().map(|texel| texel.map(|colour| colour.bytes())).collect();
    let mut counts = BTreeMap::new();
    bytes.iter().flatten().for_each(|&rgb| *counts.entry(rgb).or_insert(0_u32) += 1);
    let shades: Vec<Shade> =
        counts.iter().map(|(rgb, &count)| Shade { rgb: rgb.map(f64::from), count: f64::from(count) }).collect();
    let mut palette = median_cut(shades.clone());
    for _ in 0..ROUNDS {
        centre(&mut palette, &shades);
    }
    let colours: Vec<[u8; 3]> = palette.iter().map(|rgb| rgb.map(|c| (c + 0.5) as u8)).collect();
    let settled: Vec<[f64; 3]> = colours.iter().map(|rgb| rgb.map(f64::from)).collect();
    let index: BTreeMap<[u8; 3], u8> =
        counts.keys().map(|&rgb| (rgb, nearest(&settled, rgb.map(f64::from)) as u8 + 1)).collect();
    let texels = bytes.iter().map(|texel| texel.and_then(|rgb| index.get(&rgb).copied()).unwrap_or(0)).collect();
    let entries = colours.iter().map(|&[r, g, b]| Rgb { r, g, b });
    Texture {
        width: canvas.width,
        height: canvas.height,
        palette: std::iter::once(key).chain(entries).collect(),
        texels,
    }
}

/// Boxes of colours, the one with the widest spread cut in two until there are enough; their middles.
fn median_cut(shades: Vec<Shade>) -> Vec<[f64; 3]> {
    let mut boxes = vec![shades];
    boxes.retain(|part| !part.is_empty());
    while boxes.len() < COLOURS {
        let widest = boxes
            .iter()
            .enumerate()
            .filter(|(_, part)| part.len() > 1)
            .map(|(index, part)| (index, spread(part)))
            .max_by(|a, b| a.1.1.total_cmp(&b.1.1));
        let Some((index, (channel, _))) = widest else { break };
        let mut part = boxes.swap_remove(index);
        part.sort_by(|a, b| a.rgb[channel].total_cmp(&b.rgb[channel]));
        let half = part.iter().map(|shade| shade.count).sum::<f64>() / 2.0;
        let mut seen = 0.0;
        let cut = part.iter().position(|shade| {
            seen += shade.count;
            seen >= half
        });
        let cut = cut.unwrap_or(0).clamp(1, part.len() - 1);
        boxes.push(part.split_off(cut));
        boxes.push(part);
    }
    boxes.iter().map(|part| mean(part.iter())).collect()
}

/// Returns the channel in which a box is widest, and how wide: its range, weighted by the root of the number of texels
/// so that small details keep their colours.
fn spread(part: &[Shade]) -> (usize, f64) {
    let count: f64 = part.iter().map(|shade| shade.count).sum();
    let range = |channel: usize| {
        let values = part.iter().map(|shade| shade.rgb[channel]);
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    };
    let weights = [0.9, 1.2, 0.7]; // how much the eye cares
    (0..3)
        .map(|c| (c, range(c) * weights[c] * count.sqrt().sqrt()))
        .fold((0, -1.0), |a, b| if b.1 > a.1 { b } else { a })
}

fn mean<'a>(shades: impl Iterator<Item = &'a Shade>) -> [f64; 3] {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for shade in shades {
        count += shade.count;
        sum.iter_mut().zip(shade.rgb).for_each(|(sum, c)| *sum += c * shade.count);
    }
    sum.map(|c| c / f64::max(count, 1.0))
}

fn centre(palette: &mut [[f64; 3]], shades: &[Shade]) {
    let mut members = vec![Vec::new(); palette.len()];
    for shade in shades {
        members[nearest(palette, shade.rgb)].push(shade);
    }
    for (colour, members) in palette.iter_mut().zip(members).filter(|(_, members)| !members.is_empty()) {
        *colour = mean(members.into_iter());
    }
}

fn nearest(palette: &[[f64; 3]], rgb: [f64; 3]) -> usize {
    let distance = |colour: &[f64; 3]| (0..3).map(|i| (colour[i] - rgb[i]) * (colour[i] - rgb[i])).sum::<f64>();
    let best = palette.iter().map(distance).enumerate().fold((0, f64::MAX), |a, b| if b.1 < a.1 { b } else { a });
    best.0
}
