//! Pictures to textures: in the colours of their materials, and no larger than players take.

use keitai_convert::Target;
use keitai_formats::{Diagnostic, Diagnostics, Limits, ReadOptions, Rgb, Texture};
use serde_json::Value;

use super::Options;
use super::source::{Beside, Source, bytes_of, fault, ours};
use crate::error::Result;
use crate::gltf::light::{encoded, linear};
use crate::picture::{Alphas, Loaded, load_above};
use crate::rules;

/// A picture as materials use it: one with another factor is a texture of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Painted {
    /// Number of the image.
    pub(super) image: usize,
    /// Factor for the colours in linear light.
    pub(super) factor: [f64; 3],
}

/// A picture that was read.
#[derive(Debug)]
pub(super) struct Read {
    /// Size that coordinates are multiplied with.
    pub(super) size: [u16; 2],
    pub(super) alphas: Alphas,
    pub(super) name: String,
    pub(super) texture: Texture,
}

/// Reads a picture in the colours of a material. Pixels whose alpha is below `opaque` become the key.
pub(super) fn texture(
    source: &Source,
    painted: Painted,
    opaque: u16,
    beside: Beside<'_>,
    options: &Options,
    found: &mut Diagnostics,
) -> Result<Read> {
    let Some(image) = source.document.images().nth(painted.image) else {
        return fault(&rules::PICTURE, format!("image {}: there is no such image", painted.image));
    };
    let place = format!("image {} \"{}\"", image.index(), image.name().unwrap_or_default());
    let bytes = match image.source() {
        gltf::image::Source::View { view, .. } => source.view(&view)?.to_vec(),
        gltf::image::Source::Uri { uri, .. } => match bytes_of(uri, beside) {
            Some(bytes) => bytes,
            None => return fault(&rules::PICTURE, format!("{place}: the file {uri} is not beside it")),
        },
    };
    if let Some(kind) = other_kind(&bytes) {
        let message = format!("{place}: a {kind} picture; save it as PNG (Blender: Material > Images > Automatic)");
        return fault(&rules::PICTURE, message);
    }
    let limits = ReadOptions { limits: Limits::NONE, ..ReadOptions::default() };
    let (mut loaded, alphas) = match load_above(&bytes, &limits, opaque) {
        Ok(loaded) => loaded,
        Err(error) => return fault(&rules::PICTURE, format!("{place}: {error}")),
    };
    let full = match &loaded {
        Loaded::Indexed(report) => [report.document.width, report.document.height],
        Loaded::Colours(picture) => [picture.width, picture.height],
    };
    if painted.factor != [1.0; 3] {
        recolour(&mut loaded, painted.factor);
    }
    let report = loaded.into_texture(options.palette.as_deref());
    report.diagnostics.into_iter().for_each(|diagnostic| {
        let message = format!("{place}: {}", diagnostic.message);
        found.push(Diagnostic { message, ..diagnostic });
    });
    let mut texture = report.document;
    let kept = ours(image.extras());
    let side = |axis: usize| kept.get("size").and_then(|size| size.get(axis)).and_then(Value::as_u64);
    let cut = [side(0), side(1)].map(|side| side.and_then(|side| u16::try_from(side).ok()).filter(|side| *side > 0));
    if let [Some(width), Some(height)] = cut
        && width <= full[0]
        && height <= full[1]
    {
        texture = crate::picture::padded(&texture, [width, height]);
    }
    let mut size = full;
    let most = if options.resize && options.target == Target::V2 {
        usize::from(Target::V2_SIDE)
    } else {
        Limits::PLAYERS.texels
    };
    let largest = usize::from(texture.width.max(texture.height));
    if largest > most {
        let fitting = [texture.width, texture.height].map(|side| (usize::from(side) * most / largest).max(1) as u16);
        if !options.resize {
            let [width, height] = fitting;
            let message = format!("{place}: {} by {} texels; {width} by {height} fit", texture.width, texture.height);
            return fault(&rules::PICTURE_SIZE, message);
        }
        texture = smaller(&texture, fitting);
        size = fitting;
    }
    let name = image.name().map_or_else(|| format!("texture{}", image.index()), str::to_owned);
    Ok(Read { size, alphas, name, texture })
}

/// Returns the kind of a picture that is neither a PNG nor a BMP file; `None` for one that is not known.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xD8, 0xFF, ..] => Some("JPEG"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("WebP"),
        [b'G', b'I', b'F', b'8', ..] => Some("GIF"),
        [0xAB, b'K', b'T', b'X', ..] => Some("KTX"),
        _ => None,
    }
}

/// Multiplies the colours of a picture in linear light.
fn recolour(loaded: &mut Loaded, factor: [f64; 3]) {
    let level = |channel: usize, level: u8| {
        let light = f64::from(linear(level)) / 65535.0 * factor.get(channel).copied().unwrap_or(1.0);
        encoded([light; 3]).r
    };
    let levels = [0, 1, 2].map(|channel| (0..=u8::MAX).map(|own| level(channel, own)).collect::<Vec<u8>>());
    let of = |channel: usize, level: u8| levels[channel].get(usize::from(level)).copied().unwrap_or(level);
    loaded.recolour(|Rgb { r, g, b }| Rgb { r: of(0, r), g: of(1, g), b: of(2, b) });
}

/// Returns a texture with fewer texels: of each area the texel in its middle.
fn smaller(texture: &Texture, [width, height]: [u16; 2]) -> Texture {
    let middle = |at: u16, of: u16, full: u16| (2 * usize::from(at) + 1) * usize::from(full) / (2 * usize::from(of));
    let texel = |x: u16, y: u16| {
        let [x, y] = [middle(x, width, texture.width), middle(y, height, texture.height)];
        texture.texels.get(y * usize::from(texture.width) + x).copied().unwrap_or_default()
    };
    let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| texel(x, y)).collect();
    Texture { width, height, palette: texture.palette.clone(), texels }
}
