//! Pictures of materials: read, reduced to what players take, and kept until their places in textures are known.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use keitai_convert::Target;
use keitai_formats::{Diagnostic, Diagnostics, Limits, Picture, ReadOptions, Rgb, Texture};

use super::glass::{Glass, Opacity, settled};
use super::scene::{Bytes, Edge, Scene, WHOLE, Window};
use super::{Beside, Options, clipped, fault};
use crate::error::Result;
use crate::light::{encoded, linear};
use crate::picture::{Raw, padded, reduced};
use crate::rules;

/// Most pixels of all pictures.
const MOST_PIXELS: usize = 1 << 29;
/// Most pixels that are looked at for the blend functions and the colours of materials; those of further pictures are not known.
const MOST_LOOKED: usize = 1 << 26;
/// Levels of a channel by which the colours of a plain picture differ at most.
const ALIKE: u8 = 12;
/// Pixels beside the part of a picture that faces show.
const BESIDE: isize = 1;
/// A part of a picture that is larger than this, along both axes, is all of it.
const NEARLY: f64 = 0.9;
/// Faces that leave a picture that does not repeat by more than the first show what is around it, up to the second: shares of
/// its side.
const AROUND: [f64; 2] = [0.05, 2.0];

/// A picture as materials use it: a picture with another look is a texture of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PictureUse {
    /// Index in the file's images.
    pub(super) image: usize,
    /// Factor for the colours in linear light.
    pub(super) factor: [f64; 3],
    /// Light that is added, or the factor for the colours of another picture that are added.
    pub(super) light: [f64; 3],
    pub(super) light_image: Option<usize>,
    /// Its alpha has no effect.
    pub(super) is_opaque: bool,
    /// Opacity, and what its colours are made for.
    pub(super) glass: Option<(Opacity, Glass)>,
}

#[derive(Debug, Clone)]
pub(super) struct DecodedPicture {
    /// Size that coordinates are multiplied with.
    pub(super) size: [u16; 2],
    pub(super) name: String,
    /// Pixels whose alpha is below this become the key.
    pub(super) opaque: u16,
    /// Factor for the colours in linear light, and the light that is added.
    pub(super) factor: [f64; 3],
    pub(super) light: [f64; 3],
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
    /// Larger than the picture.
    is_around: bool,
}

/// A picture, or the reason why it cannot be read.
type DecodeResult = std::result::Result<DecodedPicture, String>;

/// The pictures of a file. Images with the same bytes are decoded once.
pub(super) struct Pictures<'a, 'b> {
    scene: &'a Scene<'a>,
    beside: Beside<'b>,
    options: &'a Options,
    known: HashMap<Key<'a>, DecodeResult>,
    /// Parts of the images that faces show.
    windows: BTreeMap<usize, Part>,
    /// Pixels of all that were decoded.
    pixels: usize,
    /// Pixels that may still be looked at.
    rest: usize,
}

impl<'a, 'b> Pictures<'a, 'b> {
    pub(super) fn new(scene: &'a Scene<'a>, beside: Beside<'b>, options: &'a Options) -> Self {
        Self { scene, beside, options, known: HashMap::new(), windows: windows(scene), pixels: 0, rest: MOST_LOOKED }
    }

    pub(super) fn read(&mut self, number: usize, findings: &mut Diagnostics) -> Result<DecodedPicture> {
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
        let entry = match self.known.entry((key, image.cut, bits)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let result = match &image.bytes {
                    Bytes::File(name) => match (self.beside)(name) {
                        Some(bytes) => decode(&bytes, image.cut, window, self.options, &mut self.pixels),
                        None => Some(Err(missing(name))),
                    },
                    _ => decode(key, image.cut, window, self.options, &mut self.pixels),
                };
                let Some(result) = result else {
                    return fault(&rules::TOO_MUCH, format!("{place}: more than {MOST_PIXELS} pixels of all images"));
                };
                new.insert(result)
            }
        };
        let picture = match entry {
            Ok(picture) => picture.clone(),
            Err(reason) => return fault(&rules::PICTURE, format!("{place}: {reason}")),
        };
        let whole = picture.window.map_or([1.0; 2], |[_, size]| size.map(|share| share.max(1.0)));
        if (0..2).any(|axis| f64::from(picture.size[axis]) + 0.5 < f64::from(picture.full[axis]) * whole[axis]) {
            let ([width, height], [w, h]) = (picture.full, picture.size);
            let message = match picture.window {
                Some(_) => format!("{place}: the used part of its {width} by {height} pixels becomes {w} by {h}"),
                None => format!("{place}: its {width} by {height} pixels are reduced to {w} by {h}"),
            };
            findings.report(&rules::PICTURE_SIZE, message);
        }
        let name = image.name.clone().unwrap_or_else(|| format!("texture{number}"));
        Ok(DecodedPicture { name, ..picture })
    }

    /// Returns a picture whose faults are reported elsewhere.
    pub(super) fn look(&mut self, image: usize) -> Option<DecodedPicture> {
        let picture = (self.rest > 0).then(|| self.read(image, &mut Diagnostics::default()).ok())??;
        let pixels = picture.size.map(usize::from).iter().product();
        self.rest = self.rest.saturating_sub(pixels);
        Some(picture)
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
            let (area, edges) = bounds.entry(paint.image).or_insert(none);
            if *edges != paint.coordinates.edges {
                *edges = Default::default();
            }
            let places = primitive.places.iter().find(|(set, _)| *set == paint.coordinates.set);
            let Some((_, places)) = places.filter(|_| material.extras.is_null()) else {
                (*area, *edges) = ([[0.0; 2], [1.0; 2]], Default::default());
                continue;
            };
            for place in places.iter().map(|place| paint.coordinates.place(place.map(f64::from))) {
                let [low, high] = *area;
                *area = [[0, 1].map(|axis| low[axis].min(place[axis])), [0, 1].map(|axis| high[axis].max(place[axis]))];
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
) -> Option<DecodeResult> {
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
    let (raw, full) = match Raw::reduced(bytes, &ReadOptions::UNLIMITED, &options.memory, smaller) {
        Ok(reduced) => reduced,
        Err(_) if bytes.starts_with(b"\xABKTX") => {
            let hint = "a KTX picture, which is not read; save it as PNG (gltf-transform: ktxdecompress IN OUT)";
            return Some(Err(hint.to_owned()));
        }
        Err(error) => return Some(Err(error.to_string())),
    };
    let cut = cut(full).filter(|_| raw.size() == full);
    let mut picture = DecodedPicture { full, cut, ..DecodedPicture::new(raw) };
    if let Some(part) = part(full) {
        picture.crop(part);
    }
    Some(Ok(picture))
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

impl DecodedPicture {
    pub(super) fn new(raw: Raw) -> Self {
        let (size, name, factor, light) = (raw.size(), String::new(), [1.0; 3], [0.0; 3]);
        Self { size, name, opaque: 0, factor, light, full: size, cut: None, window: None, raw }
    }

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
        let share = |axis: usize, pixels: isize| pixels as f64 / f64::from(whole[axis].max(1));
        let shares = |part: fn(&Range<isize>) -> isize| [0, 1].map(|axis| share(axis, part(&sides[axis])));
        self.window = Some([shares(|side| side.start), shares(|side| side.end - side.start)]);
    }

    /// Gives the picture the look of a material. `light` is the picture whose colours are added.
    pub(super) fn paint(&mut self, painted: &PictureUse, light: Option<&Self>) {
        self.factor = painted.factor;
        match (painted.light_image, light) {
            (None, _) => self.light = painted.light,
            (Some(_), Some(light)) => self.add(light, painted.light),
            (Some(_), None) => {}
        }
        if painted.is_opaque {
            self.raw.change(|[r, g, b, _]| [r, g, b, u8::MAX]);
        }
        if let Some((opacity, glass)) = painted.glass {
            let levels = self.levels();
            self.raw.change(|pixel| settled(glass, tinted(&levels, pixel), opacity).0);
            (self.factor, self.light) = ([1.0; 3], [0.0; 3]);
        }
    }

    /// Adds the light of another picture, multiplied with a factor. Both lie on the faces alike.
    fn add(&mut self, other: &Self, factor: [f64; 3]) {
        let [[start, size], [from, span]] = [self.window, other.window].map(|window| window.unwrap_or(WHOLE));
        let pixel = |axis: usize, at: usize| {
            let place = start[axis] + (at as f64 + 0.5) / f64::from(self.size[axis]) * size[axis];
            let last = f64::from(other.size[axis]);
            ((place - from[axis]) / span[axis] * last).min(last - 1.0) as usize
        };
        let (mut picture, light) = (self.shown(), other.raw.clone().into_picture());
        let [width, light_width] = [picture.width, light.width].map(usize::from);
        let levels: Vec<f64> = (0..=u8::MAX).map(|level| f64::from(linear(level)) / 65535.0).collect();
        for (number, target) in picture.pixels.iter_mut().enumerate() {
            let place = pixel(1, number / width) * light_width + pixel(0, number % width);
            let Some(other) = light.pixels.get(place) else { continue };
            let [base, other] = [&*target, other].map(|pixel| [0, 1, 2].map(|part| levels[usize::from(pixel[part])]));
            let Rgb { r, g, b } = encoded([0, 1, 2].map(|part| base[part] + other[part] * factor[part]));
            *target = [r, g, b, target[3]];
        }
        (self.raw, self.factor) = (Raw::Colours(picture), [1.0; 3]);
    }

    /// Returns the picture in its colours, with its alpha.
    pub(super) fn shown(&self) -> Picture {
        let mut raw = self.raw.clone();
        let levels = self.levels();
        raw.change(|pixel| tinted(&levels, pixel));
        raw.into_picture()
    }

    /// Returns the mean colour of a picture without holes whose colours hardly differ, in linear light.
    pub(super) fn plain(&self) -> Option<[f64; 3]> {
        let pixels = self.raw.clone().into_picture().pixels;
        let first = pixels.first()?;
        let is_near = |pixel: &[u8; 4]| pixel.iter().zip(first).all(|(a, b)| a.abs_diff(*b) <= ALIKE);
        let is_plain = pixels.iter().all(|pixel| is_near(pixel) && pixel[3] == u8::MAX);
        let sum = |channel: usize| pixels.iter().map(|pixel| f64::from(linear(pixel[channel]))).sum::<f64>();
        is_plain.then(|| [0, 1, 2].map(|channel| sum(channel) / 65535.0 / pixels.len() as f64))
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
        let mut picture = self.shown();
        for [.., alpha] in &mut picture.pixels {
            *alpha = if u16::from(*alpha) < self.opaque { 0 } else { 255 };
        }
        picture
    }

    /// Returns the texture; its palette is made for the areas that show the pixels, or for all alike without areas.
    pub(super) fn into_texture(
        self,
        areas: &[u64],
        options: &Options,
        findings: &mut Diagnostics,
    ) -> (String, Texture) {
        let levels = self.levels();
        let Self { name, mut raw, opaque, cut, .. } = self;
        raw.change(|pixel| tinted(&levels, pixel));
        let report = raw.keyed(opaque).quantised_by(areas, options.palette.as_deref(), options.dither);
        for diagnostic in report.diagnostics {
            let message = format!("texture \"{name}\": {}", diagnostic.message);
            findings.push(Diagnostic { message, ..diagnostic });
        }
        let texture = match cut {
            Some(size) => padded(&report.document, size),
            None => report.document,
        };
        (name, texture)
    }

    /// Returns for each channel the levels multiplied with the factor in linear light, and with the light added.
    fn levels(&self) -> [Vec<u8>; 3] {
        [0, 1, 2].map(|channel| {
            let (factor, light) = (self.factor[channel], self.light[channel]);
            let level = |value: u8| encoded([f64::from(linear(value)) / 65535.0 * factor + light; 3]).r;
            (0..=u8::MAX).map(|value| if factor == 1.0 && light == 0.0 { value } else { level(value) }).collect()
        })
    }
}

fn tinted(levels: &[Vec<u8>; 3], [r, g, b, alpha]: [u8; 4]) -> [u8; 4] {
    let of = |channel: usize, level: u8| levels[channel].get(usize::from(level)).copied().unwrap_or(level);
    [of(0, r), of(1, g), of(2, b), alpha]
}
