//! Converts colours to indices of a palette.
//!
//! Pixels whose alpha is below 128 get index 0, the colour key; opaque ones never do, unless the palette has nothing
//! else. Up to 255 colours are kept exactly, in the order in which they appear. More are reduced by the neural network
//! of Anthony Dekker (crate `color_quant`), which is the same on every machine: it adds, multiplies and divides only.
//! The network leaves entries without a pixel where there are few colours too many, so [`improved`] continues from its
//! palette.

use std::collections::HashMap;

use keitai_formats::{Picture, Rgb, Texture};

use super::files::OPAQUE;
use super::palette::{Nearest, improved};

/// Colours of a palette besides the key.
const MOST_COLOURS: usize = Texture::MOST_COLOURS - 1;

/// Pixels that are enough for the network. Four times as many take four times as long, and the palette after [`improved`] is as near.
const ENOUGH_SAMPLES: usize = 1 << 14;

/// A texture made of a picture without a palette, and its loss.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quantisation {
    pub(super) texture: Texture,
    /// Different colours of the opaque pixels before.
    pub(super) colours: usize,
    /// Pixels that have another colour now, and the largest change of a channel.
    pub(super) changed: usize,
    pub(super) largest: u8,
}

/// Gives a picture a palette: the given one, or one made for it. With `dither` the errors of colours are spread. Pixels whose
/// area is 0 get the nearest colour of the others; without `areas`, all count alike.
pub(super) fn index(picture: &Picture, areas: &[u64], palette: Option<&[Rgb]>, dither: bool) -> Quantisation {
    // Pixels without an area are only counted when none has one.
    let areas = if areas.iter().all(|area| *area == 0) { &[] } else { areas };
    let area = |place: usize| areas.get(place).copied().unwrap_or(u64::from(areas.is_empty()));
    let mut places: HashMap<Rgb, usize> = HashMap::new();
    let mut colours: Vec<Rgb> = Vec::new();
    let mut pixels: Vec<u64> = Vec::new();
    for (number, pixel) in picture.pixels.iter().enumerate() {
        let Some(colour) = opaque(pixel).filter(|_| area(number) > 0) else { continue };
        let place = *places.entry(colour).or_insert_with(|| {
            colours.push(colour);
            pixels.push(0);
            colours.len() - 1
        });
        pixels.iter_mut().skip(place).take(1).for_each(|count| *count += area(number));
    }
    let palette = match palette {
        Some(palette) => palette[..palette.len().min(Texture::MOST_COLOURS)].to_vec(),
        None => {
            let seen =
                picture.pixels.iter().enumerate().filter(|(number, _)| area(*number) > 0).map(|(_, pixel)| pixel);
            [Rgb::default()].into_iter().chain(reduced(seen, &colours, &pixels)).collect()
        }
    };
    let (mut changed, mut largest) = (0, 0);
    let others = Nearest::new(palette.get(1..).unwrap_or_default());
    let mut known: HashMap<Rgb, (u8, u8)> = HashMap::new();
    let texel = |(number, pixel): (usize, &[u8; 4])| {
        let colour = opaque(pixel)?;
        let (index, distance) = *known.entry(colour).or_insert_with(|| nearest_colour(&palette, &others, colour));
        if area(number) > 0 {
            changed += usize::from(distance > 0);
            largest = largest.max(distance);
        }
        Some(index)
    };
    let texels = picture.pixels.iter().enumerate().map(texel).map(Option::unwrap_or_default);
    let mut texels: Vec<u8> = texels.collect();
    if dither && changed > 0 {
        texels = dithered(picture, &palette, &others);
    }
    let texture = Texture { width: picture.width, height: picture.height, palette, texels };
    Quantisation { texture, colours: colours.len(), changed, largest }
}

/// Returns a texture of another size. Texels outside the old one have index 0.
pub(crate) fn padded(texture: &Texture, size: [u16; 2]) -> Texture {
    resized(texture, size, |at, side| (at < side).then_some(at))
}

/// Returns a texture of another size. `source` gives the row or column of the old texture for one of the new, from that and the
/// old side; texels without one have index 0.
pub(crate) fn resized(
    texture: &Texture,
    [width, height]: [u16; 2],
    source: impl Fn(u16, u16) -> Option<u16>,
) -> Texture {
    let texel = |x: u16, y: u16| {
        let (x, y) = (source(x, texture.width)?, source(y, texture.height)?);
        texture.texels.get(usize::from(y) * usize::from(texture.width) + usize::from(x)).copied()
    };
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let texels = places.map(|(x, y)| texel(x, y).unwrap_or_default()).collect();
    Texture { width, height, palette: texture.palette.clone(), texels }
}

fn opaque(&[r, g, b, a]: &[u8; 4]) -> Option<Rgb> {
    (u16::from(a) >= OPAQUE).then_some(Rgb { r, g, b })
}

/// Returns at most 255 colours for pixels of these colours. `counts` are the pixels or the area of each colour.
fn reduced<'p>(pixels: impl Iterator<Item = &'p [u8; 4]> + Clone, colours: &[Rgb], counts: &[u64]) -> Vec<Rgb> {
    if colours.len() <= MOST_COLOURS {
        return colours.to_vec();
    }
    // An odd step, so that the columns of a picture whose width is a power of two are all seen.
    let step = pixels.clone().count().div_ceil(ENOUGH_SAMPLES) | 1;
    let pixels = pixels.filter(|pixel| opaque(pixel).is_some()).step_by(step);
    let pixels: Vec<u8> = pixels.flat_map(|&[r, g, b, _]| [r, g, b, 255]).collect();
    // The network uses every one of these.
    let network = color_quant::NeuQuant::new(1, MOST_COLOURS, &pixels);
    let colour = |colour: &[u8]| Rgb { r: colour[0], g: colour[1], b: colour[2] };
    improved(colours, counts, network.color_map_rgb().chunks_exact(3).map(colour).collect())
}

/// Returns the indices of the pixels; the errors of colours are spread as Floyd and Steinberg do, over 16ths.
fn dithered(picture: &Picture, palette: &[Rgb], others: &Nearest) -> Vec<u8> {
    const SPREAD: [(isize, usize, i32); 4] = [(1, 0, 7), (-1, 1, 3), (0, 1, 5), (1, 1, 1)];
    let width = usize::from(picture.width);
    let mut errors = vec![[0i32; 3]; picture.pixels.len()];
    let mut texels = vec![0; picture.pixels.len()];
    for (at, (pixel, texel)) in picture.pixels.iter().zip(&mut texels).enumerate() {
        let Some(Rgb { r, g, b }) = opaque(pixel) else { continue };
        let offset = errors.get(at).copied().unwrap_or_default();
        let [r, g, b] =
            std::array::from_fn(|channel| (i32::from([r, g, b][channel]) + offset[channel] / 16).clamp(0, 255));
        *texel = nearest_colour(palette, others, Rgb { r: r as u8, g: g as u8, b: b as u8 }).0;
        let colour = palette.get(usize::from(*texel)).copied().unwrap_or_default();
        let lost = [r - i32::from(colour.r), g - i32::from(colour.g), b - i32::from(colour.b)];
        for (right, below, share) in SPREAD {
            let beside = (at % width).checked_add_signed(right).filter(|column| *column < width);
            if let Some(error) = beside.and_then(|column| errors.get_mut((at / width + below) * width + column)) {
                (0..3).for_each(|channel| error[channel] += lost[channel] * share);
            }
        }
    }
    texels
}

/// Returns the index of the nearest of the `others`, the colours besides the key, and the largest difference of a channel.
fn nearest_colour(palette: &[Rgb], others: &Nearest, colour: Rgb) -> (u8, u8) {
    let index = others.of(colour).map_or(0, |(place, _)| place + 1);
    let other = palette.get(index).copied().unwrap_or(colour);
    let differences = [other.r.abs_diff(colour.r), other.g.abs_diff(colour.g), other.b.abs_diff(colour.b)];
    (index as u8, differences.into_iter().max().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(pixels: Vec<[u8; 4]>) -> Picture {
        Picture { width: pixels.len() as u16, height: 1, pixels }
    }

    #[test]
    fn up_to_255_colours_are_kept_in_their_order() {
        let pixels: Vec<[u8; 4]> = (0..=254).map(|n| [n, 255 - n, 7, 255]).chain([[1, 2, 3, 10]]).collect();
        let indexed = index(&picture(pixels), &[], None, false);
        let expected: Vec<u8> = (1..=255).chain([0]).collect();
        assert_eq!((indexed.texture.texels, indexed.texture.palette.len()), (expected, 256));
        assert_eq!((indexed.colours, indexed.changed, indexed.largest), (255, 0, 0));
    }

    #[test]
    fn more_colours_are_near_theirs_and_the_same_every_time() {
        let pixels: Vec<[u8; 4]> = (0..4096_u32).map(|n| [(n % 64 * 4) as u8, (n / 64 * 4) as u8, 128, 255]).collect();
        let before = Picture { width: 64, height: 64, pixels };
        let indexed = index(&before, &[], None, false);
        assert_eq!(indexed, index(&before, &[], None, false));
        assert!(indexed.texture.texels.iter().all(|index| *index > 0), "nothing opaque is a hole");
        // 4096 colours in 255: about 16 share one, a square of 4 x 4 steps of 4, with a mean square of 43 at best.
        let apart = |(pixel, now): (&[u8; 4], &[u8; 4])| {
            (0..3).map(|channel| u64::from(pixel[channel].abs_diff(now[channel])).pow(2)).sum::<u64>()
        };
        let after = indexed.texture.picture();
        let mean = before.pixels.iter().zip(&after.pixels).map(apart).sum::<u64>() / 4096;
        assert!(mean < 160, "{mean}");
        assert!((4..64).contains(&indexed.largest) && indexed.changed > 2000, "{}", indexed.largest);
    }

    #[test]
    fn a_given_palette_is_kept_and_the_key_is_for_transparent_pixels() {
        let [black, grey, white] = [0, 128, 255].map(|v| Rgb { r: v, g: v, b: v });
        let pixels = vec![[0, 0, 0, 255], [0, 0, 0, 0], [250, 250, 250, 255]];
        let indexed = index(&picture(pixels.clone()), &[], Some(&[black, grey, white]), false);
        assert_eq!((indexed.texture.texels, indexed.changed, indexed.largest), (vec![1, 0, 2], 2, 128));
        assert_eq!(
            index(&picture(pixels), &[], Some(&[white]), false).texture.texels,
            [0, 0, 0],
            "there is no other colour"
        );
    }
}
