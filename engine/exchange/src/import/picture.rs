//! Pictures of materials: read, reduced to what players take, and kept until their places in textures are known.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use keitai_convert::Target;
use keitai_formats::{Diagnostic, Diagnostics, Limits, Picture, ReadOptions, Rgb, Texture};

use super::clipped;
use super::coordinates::{Edge, Window};
use super::fault::fault;
use super::options::{Beside, Options};
use super::scene::{Bytes, Scene};
use crate::error::Result;
use crate::light::{encoded, linear};
use crate::picture::{Alphas, Raw, Reduced, padded, reduced};
use crate::rules;

/// Most pixels of all pictures.
const MOST_PIXELS: usize = 1 << 29;
/// Levels of a channel by which the colours of a plain picture differ at most.
const ALIKE: u8 = 12;
/// Pixels beside the part of a picture that faces show.
const BESIDE: isize = 1;
/// A part of a picture that is larger than this, along both axes, is all of it.
const NEARLY: f64 = 0.9;
/// Faces that leave a picture that does not repeat by more than the first show what is around it, up to the second: shares of
/// its side.
const AROUND: [f64; 2] = [0.05, 2.0];

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
    /// The part of the file's picture that this one is.
    pub(super) window: Option<Window>,
    pub(super) raw: Raw,
}

/// The bytes or the name of a picture, the size that extras give it, and the bits of its window.
type Key<'a> = (&'a [u8], Option<[u16; 2]>, Option<([[u64; 2]; 2], [Edge; 2])>);

#[derive(Debug, Clone, Copy)]
struct Part {
    window: Window,
    edges: [Edge; 2],
    /// It is more than the picture.
    is_around: bool,
}

/// A picture, or the reason why it cannot be read.
type Decoded = std::result::Result<Read, String>;

/// The pictures of a file. Images with the same bytes are decoded once.
pub(super) struct Pictures<'a, 'b> {
    scene: &'a Scene<'a>,
    beside: Beside<'b>,
    options: &'a Options,
    known: HashMap<Key<'a>, Decoded>,
    /// Parts of the images that faces show.
    windows: BTreeMap<usize, Part>,
    /// Pixels of all that were decoded.
    pixels: usize,
}

impl<'a, 'b> Pictures<'a, 'b> {
    pub(super) fn new(scene: &'a Scene<'a>, beside: Beside<'b>, options: &'a Options) -> Self {
        Self { scene, beside, options, known: HashMap::new(), windows: windows(scene), pixels: 0 }
    }

    pub(super) fn read(&mut self, number: usize, found: &mut Diagnostics) -> Result<Read> {
        let Some(image) = self.scene.images.get(number) else {
            return fault(&rules::PICTURE, "a texture has no picture, or one of an extension that is not read");
        };
        let place = format!("image {number} \"{}\"", image.name.as_deref().unwrap_or_default());
        let key = match &image.bytes {
            Bytes::Inside(bytes) => bytes,
            Bytes::File(name) => name.as_bytes(),
            Bytes::Missing(reason) => return fault(&rules::PICTURE, format!("{place}: {reason}")),
        };
        let window = self.windows.get(&number).copied();
        let bits = window.map(|part| (part.window.map(|pair| pair.map(f64::to_bits)), part.edges));
        let own = match self.known.entry((key, image.cut, bits)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let read = match &image.bytes {
                    Bytes::File(name) => match (self.beside)(name) {
                        Some(bytes) => decode(&bytes, image.cut, window, self.options, &mut self.pixels),
                        None => Some(Err(missing(name))),
                    },
                    _ => decode(key, image.cut, window, self.options, &mut self.pixels),
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
        let whole = own.window.map_or([1.0; 2], |[_, size]| size.map(|share| share.max(1.0)));
        if (0..2).any(|axis| f64::from(own.size[axis]) + 0.5 < f64::from(own.full[axis]) * whole[axis]) {
            let ([width, height], [w, h]) = (own.full, own.size);
            let message = match own.window {
                Some(_) => format!("{place}: the used part of its {width} by {height} pixels becomes {w} by {h}"),
                None => format!("{place}: its {width} by {height} pixels are reduced to {w} by {h}"),
            };
            found.report(&rules::PICTURE_SIZE, message);
        }
        let name = image.name.clone().unwrap_or_else(|| format!("texture{number}"));
        Ok(Read { name, ..own })
    }
}

/// Returns the parts of the pictures that all faces lie in, by the number of the image, with the edges of the picture where faces
/// leave it. Pictures of exports, and those that faces leave where they repeat, are whole.
fn windows(scene: &Scene<'_>) -> BTreeMap<usize, Part> {
    let mut bounds: BTreeMap<usize, ([[f64; 2]; 2], [Edge; 2])> = BTreeMap::new();
    let meshes: HashSet<usize> = scene.meshed().map(|(.., mesh)| mesh).collect();
    let primitives = meshes.iter().filter_map(|mesh| scene.meshes.get(*mesh)).flat_map(|mesh| &mesh.primitives);
    for primitive in primitives {
        let Some(material) = primitive.material.and_then(|material| scene.materials.get(material)) else { continue };
        for paint in material.picture.iter().chain(&material.glow_picture) {
            let none = ([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], paint.coordinates.edges);
            let (own, edges) = bounds.entry(paint.image).or_insert(none);
            if *edges != paint.coordinates.edges {
                *edges = Default::default();
            }
            let places = primitive.places.iter().find(|(set, _)| *set == paint.coordinates.set);
            let Some((_, places)) = places.filter(|_| material.extras.is_null()) else {
                (*own, *edges) = ([[0.0; 2], [1.0; 2]], Default::default());
                continue;
            };
            for place in places.iter().map(|place| paint.coordinates.place(place.map(f64::from))) {
                let [low, high] = *own;
                *own = [[0, 1].map(|axis| low[axis].min(place[axis])), [0, 1].map(|axis| high[axis].max(place[axis]))];
            }
        }
    }
    let part = |(image, ([low, high], edges)): (usize, ([[f64; 2]; 2], [Edge; 2]))| {
        // How far faces leave the picture, by axis.
        let away = [0, 1].map(|axis| (-low[axis]).max(high[axis] - 1.0).max(0.0));
        let is_near = |axis: usize| away[axis] == 0.0 || edges[axis] != Edge::Repeats && away[axis] <= AROUND[1];
        let is_around = (0..2).any(|axis| away[axis] > AROUND[0]);
        let is_part = away == [0.0; 2] && (0..2).any(|axis| high[axis] - low[axis] < NEARLY);
        let size = [0, 1].map(|axis| high[axis] - low[axis]);
        let is_kept = (0..2).all(|axis| is_near(axis) && size[axis] >= 0.0) && (is_around || is_part);
        is_kept.then_some((image, Part { window: [low, size], edges, is_around }))
    };
    bounds.into_iter().filter_map(part).collect()
}

/// Decodes a picture, and reduces it to what players take. `cut` is the size that it was padded from, `part` what is kept of
/// a large one, or seen around it, and `pixels` the number of pixels so far. Returns `None` when there are too many.
fn decode(
    bytes: &[u8],
    cut: Option<[u16; 2]>,
    part: Option<Part>,
    options: &Options,
    pixels: &mut usize,
) -> Option<Decoded> {
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
    let part = |full: [u16; 2]| part.filter(|part| cut(full).is_none() && (part.is_around || largest(full) > most));
    let smaller = |full: [u16; 2]| match (part(full), largest(cut(full).unwrap_or(full))) {
        (Some(Part { window: [_, size], .. }), _) => {
            let part = (0..2).map(|axis| size[axis] * f64::from(full[axis])).fold(1.0, f64::max);
            // Less by the pixels beside the part, and by the rounding of its ends.
            let factor = ((most - 2 * BESIDE.unsigned_abs() - 4) as f64 / part).min(1.0);
            full.map(|side| libm::ceil(f64::from(side) * factor).max(1.0) as u16)
        }
        (None, largest) if largest > most => {
            full.map(|side| (usize::from(side) * most / largest).clamp(1, most) as u16)
        }
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
    let mut read =
        Read { size, alphas, name: String::new(), opaque: 0, factor: [1.0; 3], full, cut, window: None, raw };
    if let Some(part) = part(full) {
        read.crop(part);
    }
    Some(Ok(read))
}

/// Returns why a file that a model names is not there.
fn missing(name: &str) -> String {
    let name = clipped(name);
    match name {
        _ if name.starts_with('/') || name.contains(':') || name.split(['/', '\\']).any(|part| part == "..") => {
            format!("the file {name} is neither beside the model nor below; copy it there")
        }
        _ => format!("the file {name} is not there"),
    }
}

impl Read {
    /// Keeps a part, and the pixels beside it.
    fn crop(&mut self, Part { window: [start, size], edges, .. }: Part) {
        let whole = self.size;
        let sides = [0, 1].map(|axis| {
            let [first, count] = [start[axis], size[axis]].map(|share| share * f64::from(whole[axis]));
            let [from, to] = [libm::floor(first), libm::ceil(first + count)].map(|end| end as isize);
            (from - BESIDE).max(from.min(0))..(to + BESIDE).min(to.max(whole[axis] as isize))
        });
        let raw = std::mem::replace(&mut self.raw, Raw::Colours(Picture::default()));
        let pixels = raw.into_picture().pixels;
        let [columns, rows] = [0, 1].map(|axis| {
            let pixel = |place| edges[axis].pixel(place, whole[axis].into());
            sides[axis].clone().map(pixel).collect::<Vec<usize>>()
        });
        let line = |row: usize| columns.iter().map(move |column| row * usize::from(whole[0]) + column);
        let pixels = rows.iter().flat_map(|row| line(*row)).filter_map(|place| pixels.get(place)).copied().collect();
        self.size = [columns.len() as u16, rows.len() as u16];
        self.raw = Raw::Colours(Picture { width: self.size[0], height: self.size[1], pixels });
        self.alphas = self.raw.alphas();
        let share = |axis: usize, pixels: isize| pixels as f64 / f64::from(whole[axis].max(1));
        let shares = |part: fn(&Range<isize>) -> isize| [0, 1].map(|axis| share(axis, part(&sides[axis])));
        self.window = Some([shares(|side| side.start), shares(|side| side.end - side.start)]);
    }

    /// Returns the mean light of the brightest channel, from 0 to 1.
    pub(super) fn brightness(&self) -> f64 {
        let pixels = self.raw.clone().into_picture().pixels;
        let light = pixels.iter().map(|[r, g, b, _]| f64::from(linear(*r.max(g).max(b)))).sum::<f64>();
        light / 65535.0 / pixels.len().max(1) as f64
    }

    /// Returns the mean colour of a picture without holes whose colours hardly differ, in linear light.
    pub(super) fn plain(&self) -> Option<[f64; 3]> {
        let pixels = self.raw.clone().into_picture().pixels;
        let first = pixels.first()?;
        let is_near = |pixel: &[u8; 4]| pixel.iter().zip(first).all(|(a, b)| a.abs_diff(*b) <= ALIKE);
        let is_plain = pixels.iter().all(|pixel| is_near(pixel) && pixel[3] == u8::MAX);
        let mean = |channel: usize| {
            let sum: f64 = pixels.iter().map(|pixel| f64::from(linear(pixel[channel]))).sum();
            sum / 65535.0 / pixels.len() as f64
        };
        is_plain.then(|| [0, 1, 2].map(mean))
    }

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

    /// Returns the texture; its palette is made for the areas that show the pixels, or for all alike without areas.
    pub(super) fn into_texture(self, areas: &[u64], options: &Options, found: &mut Diagnostics) -> (String, Texture) {
        let Self { name, raw, opaque, factor, cut, .. } = self;
        let mut loaded = raw.keyed(opaque);
        if factor != [1.0; 3] {
            let levels = levels(factor);
            loaded.recolour(|colour| tinted(&levels, colour));
        }
        let report = loaded.quantised_by(areas, options.palette.as_deref(), options.dither);
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
