//! Pictures of materials: read, reduced to what players take, and kept until their places in textures are known.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use keitai_convert::Target;
use keitai_formats::{Diagnostic, Diagnostics, Limits, Picture, ReadOptions, Rgb, Texture};
use serde_json::Value;

use super::fault::{fault, ours};
use super::names;
use super::options::Options;
use super::source::{Beside, Source, bytes_of};
use crate::error::Result;
use crate::light::{encoded, linear};
use crate::picture::{Alphas, Raw, Reduced, padded, reduced};
use crate::rules;

/// Most pixels of all pictures.
const MOST_PIXELS: usize = 1 << 29;

/// A picture as materials use it: a picture with another factor is a texture of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Painted {
    /// Index in the file's images.
    pub(super) image: usize,
    /// Factor for the colours in linear light.
    pub(super) factor: [f64; 3],
}

#[derive(Debug, Clone)]
pub(super) struct Read {
    /// Size that coordinates are multiplied with.
    pub(super) size: [u16; 2],
    pub(super) alphas: Alphas,
    pub(super) name: String,
    /// Pixels whose alpha is below this become the key.
    pub(super) opaque: u16,
    /// Factor for the colours in linear light.
    pub(super) factor: [f64; 3],
    /// Size in the file.
    pub(super) full: [u16; 2],
    /// Size of the texture that the picture was padded from.
    pub(super) cut: Option<[u16; 2]>,
    pub(super) raw: Raw,
}

/// The bytes of a picture.
#[derive(PartialEq, Eq, Hash)]
enum Place<'a> {
    /// Address and length of bytes in a buffer.
    Bytes(usize, usize),
    Uri(&'a str),
}

/// A picture, or the reason why it cannot be read.
type Decoded = std::result::Result<Read, String>;

/// The pictures of a file. Images with the same bytes are decoded once.
pub(super) struct Pictures<'a, 'b> {
    source: &'a Source<'a>,
    beside: Beside<'b>,
    options: &'a Options,
    /// Pictures by their bytes and by the size that extras give them.
    known: HashMap<(Place<'a>, Option<[u16; 2]>), Decoded>,
    /// Pixels of all that were decoded.
    pixels: usize,
}

impl<'a, 'b> Pictures<'a, 'b> {
    pub(super) fn new(source: &'a Source<'a>, beside: Beside<'b>, options: &'a Options) -> Self {
        Self { source, beside, options, known: HashMap::new(), pixels: 0 }
    }

    pub(super) fn read(&mut self, number: usize, found: &mut Diagnostics) -> Result<Read> {
        let source = self.source;
        let Some(image) = source.document.images().nth(number) else {
            return fault(&rules::PICTURE, format!("image {number}: there is no such image"));
        };
        let place = format!("image {} \"{}\"", image.index(), image.name().unwrap_or_default());
        let kept = ours(image.extras());
        let side = |axis: usize| kept.get("size").and_then(|size| size.get(axis)).and_then(Value::as_u64);
        let cut = match [side(0), side(1)].map(|side| side.and_then(|side| u16::try_from(side).ok())) {
            [Some(width @ 1..), Some(height @ 1..)] => Some([width, height]),
            _ => None,
        };
        let bytes = match image.source() {
            gltf::image::Source::View { view, .. } => Ok(source.view(&view)?),
            gltf::image::Source::Uri { uri, .. } => Err(uri),
        };
        let key = match bytes {
            Ok(bytes) => Place::Bytes(bytes.as_ptr().addr(), bytes.len()),
            Err(uri) => Place::Uri(uri),
        };
        let own = match self.known.entry((key, cut)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let read = match bytes {
                    Ok(bytes) => decode(bytes, cut, self.options, &mut self.pixels),
                    Err(uri) => match bytes_of(uri, self.beside) {
                        Some(bytes) => decode(&bytes, cut, self.options, &mut self.pixels),
                        None => Some(Err(missing(uri))),
                    },
                };
                let Some(read) = read else {
                    return fault(&rules::TOO_MUCH, format!("{place}: more than {MOST_PIXELS} pixels of all images"));
                };
                new.insert(read)
            }
        };
        let own = match own {
            Ok(own) => own.clone(),
            Err(reason) => return fault(&rules::PICTURE, format!("{place}: {reason}")),
        };
        if own.size != own.full {
            let ([width, height], [w, h]) = (own.full, own.size);
            let message = format!("{place}: its {width} by {height} pixels are reduced to {w} by {h}");
            found.report(&rules::PICTURE_SIZE, message);
        }
        let name = image.name().map_or_else(|| format!("texture{}", image.index()), str::to_owned);
        Ok(Read { name, ..own })
    }
}

/// Decodes a picture, and reduces it to what players take. `cut` is the size that it was padded from, and `pixels` the
/// number of pixels so far. Returns `None` when there are too many.
fn decode(bytes: &[u8], cut: Option<[u16; 2]>, options: &Options, pixels: &mut usize) -> Option<Decoded> {
    // Damaged pictures take time, too.
    *pixels = pixels.saturating_add(Raw::pixels(bytes));
    if *pixels > MOST_PIXELS {
        return None;
    }
    let most = if options.target == Target::V2 && !options.allow_uv_wrap {
        Target::V2_SIDE.into()
    } else {
        Limits::PLAYERS.texels
    };
    let largest = |[width, height]: [u16; 2]| usize::from(width.max(height));
    // Padded pictures are small: the size of a large one would keep all of its pixels.
    let cut = |full: [u16; 2]| {
        let is_padded = |[width, height]: &[u16; 2]| *width <= full[0] && *height <= full[1];
        cut.filter(|cut| is_padded(cut) && largest(full) <= Limits::PLAYERS.texels)
    };
    let smaller = |full: [u16; 2]| match largest(cut(full).unwrap_or(full)) {
        largest if largest > most => full.map(|side| (usize::from(side) * most / largest).clamp(1, most) as u16),
        _ => full,
    };
    let Reduced { raw, full, alphas } = match Raw::reduced(bytes, &ReadOptions::UNLIMITED, &options.memory, smaller) {
        Ok(reduced) => reduced,
        Err(_) if bytes.starts_with(b"\xABKTX") => {
            let hint = "a KTX picture, which is not read; save it as PNG (gltf-transform: ktxdecompress IN OUT)";
            return Some(Err(hint.to_owned()));
        }
        Err(error) => return Some(Err(error.to_string())),
    };
    let size = raw.size();
    let cut = cut(full).filter(|_| size == full);
    Some(Ok(Read { size, alphas, name: String::new(), opaque: 0, factor: [1.0; 3], full, cut, raw }))
}

/// Returns why a file that a URI names is not there.
fn missing(uri: &str) -> String {
    let name = names::clipped(uri);
    match uri.strip_prefix("data:") {
        Some(_) => "its bytes are neither in base64 nor after a comma".to_owned(),
        None if uri.is_empty() => "a texture has no picture, or one of an extension that is not read".to_owned(),
        None if uri.starts_with('/') || uri.contains(':') || uri.split(['/', '\\']).any(|part| part == "..") => {
            format!("the file {name} is neither beside the glTF file nor below; copy it there")
        }
        None => format!("the file {name} is not there"),
    }
}

impl Read {
    pub(super) fn reduce(&mut self, size: [u16; 2]) {
        if size != self.size {
            let raw = std::mem::replace(&mut self.raw, Raw::Colours(Picture::default()));
            self.raw = Raw::Colours(reduced(&raw.into_picture(), size));
            (self.size, self.cut) = (size, None);
        }
    }

    /// Returns the colours of all pixels; those of the key are transparent.
    pub(super) fn into_picture(self) -> Picture {
        let levels = levels(self.factor);
        let mut picture = self.raw.into_picture();
        for pixel in &mut picture.pixels {
            let [r, g, b, alpha] = *pixel;
            let Rgb { r, g, b } = tinted(&levels, Rgb { r, g, b });
            *pixel = [r, g, b, if u16::from(alpha) < self.opaque { 0 } else { 255 }];
        }
        picture
    }

    pub(super) fn into_texture(self, options: &Options, found: &mut Diagnostics) -> (String, Texture) {
        let Self { name, raw, opaque, factor, cut, .. } = self;
        let mut loaded = raw.keyed(opaque);
        if factor != [1.0; 3] {
            let levels = levels(factor);
            loaded.recolour(|colour| tinted(&levels, colour));
        }
        let report = loaded.quantised(options.palette.as_deref(), options.dither);
        for diagnostic in report.diagnostics {
            let message = format!("texture \"{name}\": {}", diagnostic.message);
            found.push(Diagnostic { message, ..diagnostic });
        }
        let texture = match cut {
            Some(size) => padded(&report.document, size),
            None => report.document,
        };
        (name, texture)
    }
}

/// Returns for each channel the levels multiplied with a factor in linear light.
fn levels(factor: [f64; 3]) -> [Vec<u8>; 3] {
    let level = |level: u8, factor: f64| encoded([f64::from(linear(level)) / 65535.0 * factor; 3]).r;
    factor.map(|factor| (0..=u8::MAX).map(|own| if factor == 1.0 { own } else { level(own, factor) }).collect())
}

fn tinted(levels: &[Vec<u8>; 3], Rgb { r, g, b }: Rgb) -> Rgb {
    let of = |channel: usize, level: u8| levels[channel].get(usize::from(level)).copied().unwrap_or(level);
    Rgb { r: of(0, r), g: of(1, g), b: of(2, b) }
}
