//! Converts materials to material bits, pictures and colours, and gradients of colours over large faces to a picture.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;

use keitai_convert::Target;
use keitai_formats::{Blend, Diagnostic, Diagnostics, Limits, Material, Picture, Rgb, Severity};
use serde_json::Value;

use super::geometry::Geometry;
use super::glass::{Glass, Opacity, choose};
use super::picture::{DecodedPicture, PictureUse, Pictures};
use super::scene::{self, Coordinates, FULL, Mode, Paint, Scene};
use super::{Beside, Options, fault};
use crate::error::{Error, Result};
use crate::light::encoded;
use crate::picture::Raw;
use crate::rules;

/// The lowest alpha of a pixel that is drawn, where nothing else is given.
const DRAWN: u16 = 128;
const MOST_PICTURES: usize = 256;
/// The part of the area of all faces from which on a face is large.
const LARGE: f64 = 1e-3;
/// Levels between the corners of a face that has a gradient.
const APART: u8 = 24;
/// Texels along a side of a gradient, and gradients along a side of the texture.
const SIDE: usize = 16;
const ROW: usize = Limits::PLAYERS.texels / SIDE;

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Surface {
    /// Slot of the picture.
    pub(super) slot: Option<usize>,
    pub(super) bits: Material,
    /// Colour in linear light, which colours of vertices are multiplied with.
    pub(super) colour: [f64; 3],
    /// Opacity, where other programs see through it.
    pub(super) opacity: Option<Opacity>,
    /// How its faces with a picture are drawn then. Others have colours of their own for it.
    pub(super) glass: Glass,
    pub(super) coordinates: Coordinates,
    /// Lit, whatever the bits: normals that are missing are made.
    pub(super) is_lit: bool,
    /// Both sides are seen.
    pub(super) is_double: bool,
    /// No face is seen, and all are left out.
    pub(super) is_hidden: bool,
    /// The material is one of an export: its coordinates are whole texels.
    pub(super) is_own: bool,
}

#[derive(Debug)]
pub(super) struct Surfaces {
    /// The materials by their numbers, and at the end that of primitives without a material.
    pub(super) all: Vec<Surface>,
    /// Pictures by slot; `None` for a slot without one.
    pub(super) pictures: Vec<Option<DecodedPicture>>,
    pub(super) sphere: Option<DecodedPicture>,
}

struct Entry<'a> {
    number: usize,
    material: &'a scene::Material,
    painted: Option<PictureUse>,
    /// The surface without its slot and its bits.
    surface: Surface,
}

impl Surfaces {
    pub(super) fn new(
        scene: &Scene<'_>,
        beside: Beside<'_>,
        options: &Options,
        findings: &mut Diagnostics,
    ) -> Result<Self> {
        let mut images = Pictures::new(scene, beside, options);
        let tints = tints(scene);
        let materials = scene.materials.iter().enumerate();
        let entries = materials.map(|(number, material)| {
            let mut entry = Entry::new(number, material, tints.get(&number), &mut images, findings);
            entry.see_through(&mut images, findings);
            entry
        });
        let entries: Vec<Entry<'_>> = entries.collect();
        let mut slots = slots(&entries)?;
        let mut pictures: Vec<Option<DecodedPicture>> = Vec::new();
        // One image may have several looks.
        let mut known: BTreeMap<usize, Option<DecodedPicture>> = BTreeMap::new();
        let mut read = |image: usize, findings: &mut Diagnostics| -> Result<Option<DecodedPicture>> {
            if let Some(picture) = known.get(&image) {
                return Ok(picture.clone());
            }
            let picture = match images.read(image, findings) {
                Err(Error::Found(fault)) if fault.is(&rules::PICTURE) => {
                    findings.push(Diagnostic { severity: Severity::Warning, ..*fault });
                    None
                }
                result => Some(result?),
            };
            Ok(known.entry(image).or_insert(picture).clone())
        };
        for painted in &slots {
            let mut picture = painted.map(|painted| read(painted.image, findings)).transpose()?.flatten();
            if let Some((picture, painted)) = picture.as_mut().zip(painted.as_ref()) {
                let light = painted.light_image.map(|image| read(image, findings)).transpose()?.flatten();
                picture.paint(painted, light.as_ref());
            }
            pictures.push(picture);
        }
        // Companion files of a figure stand for its slots in order: only an export has slots without a picture.
        let slot_count = entries.iter().filter_map(|entry| Some(entry.slot()? + 1)).max().unwrap_or(0);
        for slot in (slot_count..slots.len()).rev().filter(|slot| pictures[*slot].is_none()).collect::<Vec<_>>() {
            slots.remove(slot);
            pictures.remove(slot);
        }
        let alphas: Vec<_> = pictures.iter().map(|slot| slot.as_ref().map(|picture| picture.raw.alphas())).collect();
        let mut all = Vec::new();
        for entry in &entries {
            let slot = entry.slot().or_else(|| slots.iter().position(|slot| slot.is_some() && *slot == entry.painted));
            // Faces of a picture that cannot be read have the colour of the material.
            let slot = slot.filter(|slot| entry.slot().is_some() || pictures.get(*slot).is_some_and(Option::is_some));
            let (bits, opaque) = entry.look(slot.and_then(|slot| alphas.get(slot)?.as_ref()));
            let mask = if slot.is_some() { Material::TEXTURED } else { Material::COLOURED };
            let mut surface = Surface { slot, bits: Material(bits & mask), ..entry.surface };
            if let Some(picture) = slot.and_then(|slot| pictures.get_mut(slot)?.as_mut()) {
                picture.opaque = picture.opaque.max(opaque);
                surface.coordinates.window = picture.window.unwrap_or(surface.coordinates.window);
            }
            if surface.is_hidden {
                let message = format!("{}: its faces, which nobody sees, are left out", entry.name());
                findings.report(&rules::ALPHA, message);
            }
            all.push(surface);
        }
        let sphere = match scene.images.iter().position(|image| image.is_sphere) {
            Some(image) => read(image, findings)?.map(|picture| DecodedPicture { opaque: DRAWN, ..picture }),
            None => None,
        };
        let bits = Material(Material::LIGHTING);
        all.push(Surface { bits, colour: [1.0; 3], is_lit: true, ..Surface::default() });
        Ok(Self { all, pictures, sphere })
    }

    /// Makes a texture of the gradients of the largest faces.
    pub(super) fn bake_gradients(&mut self, geometry: &mut Geometry, options: &Options) {
        let mut items = take(&mut geometry.gradients);
        items.sort_by(|(_, a, _), (_, b, _)| b.total_cmp(a));
        items.truncate(ROW * ROW);
        let slot = self.pictures.len();
        if items.is_empty() || slot >= Limits::PLAYERS.textures || matches!(options.target, Target::V1 | Target::V2) {
            return;
        }
        let size = [items.len().min(ROW) * SIDE, items.len().div_ceil(ROW) * SIDE];
        let mut pixels = vec![[u8::MAX; 4]; size[0] * size[1]];
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        for (place, (triangle, _, colours)) in items.into_iter().enumerate() {
            let Some(triangle) = geometry.triangles.get_mut(triangle) else { continue };
            let start = [place % ROW * SIDE, place / ROW * SIDE];
            for [x, y] in (0..SIDE * SIDE).map(|texel| [texel % SIDE, texel / SIDE]) {
                let last = (x + y).max(SIDE - 1) as f64;
                let [right, down] = [x as f64 / last, y as f64 / last];
                let shares = [1.0 - right - down, right, down];
                let Rgb { r, g, b } =
                    encoded([0, 1, 2].map(|part| (0..3).map(|corner| colours[corner][part] * shares[corner]).sum()));
                pixels[(start[1] + y) * size[0] + start[0] + x] = [r, g, b, u8::MAX];
            }
            triangle.surface =
                *numbers.entry(triangle.surface).or_insert_with(|| self.with_picture(triangle.surface, slot));
            let corners = [[0, 0], [SIDE - 1, 0], [0, SIDE - 1]];
            triangle.places = corners
                .map(|corner| [0, 1].map(|axis| ((start[axis] + corner[axis]) as f32 + 0.5) / size[axis] as f32));
            geometry.losses.shaded -= 1;
        }
        let [width, height] = size.map(|side| side as u16);
        let picture = DecodedPicture::new(Raw::Colours(Picture { width, height, pixels }));
        self.pictures.push(Some(DecodedPicture { name: "gradients".to_owned(), ..picture }));
    }

    /// Adds a surface that shows another picture, and returns its number.
    fn with_picture(&mut self, number: u32, slot: usize) -> u32 {
        let surface = self.all.get(number as usize).copied().unwrap_or_default();
        self.all.push(Surface { slot: Some(slot), coordinates: Coordinates::default(), ..surface });
        self.all.len() as u32 - 1
    }

    /// Returns the surface of a material and its number; `None` for one that nobody sees. That of primitives without a
    /// material is white.
    pub(super) fn of(&self, material: Option<usize>) -> Option<(usize, &Surface)> {
        let number = material.unwrap_or(self.all.len().saturating_sub(1));
        Some((number, self.all.get(number).filter(|surface| !surface.is_hidden)?))
    }
}

/// Returns the mean colours that vertices give materials, in linear light, by the numbers of the materials.
fn tints(scene: &Scene<'_>) -> BTreeMap<usize, [f64; 3]> {
    let mut sums: BTreeMap<usize, [f64; 4]> = BTreeMap::new();
    for primitive in scene.meshes.iter().flat_map(|mesh| &mesh.primitives) {
        let (Some(material), Some(colours)) = (primitive.material, &primitive.colours) else { continue };
        let sum = sums.entry(material).or_default();
        for [r, g, b, _] in colours {
            sum.iter_mut().zip([*r, *g, *b, 1.0]).for_each(|(sum, part)| *sum += f64::from(part));
        }
    }
    let means = sums.into_iter().map(|(material, [r, g, b, count])| (material, [r / count, g / count, b / count]));
    means.filter(|(_, mean)| mean.iter().any(|part| *part < FULL)).collect()
}

/// Returns the pictures of the slots: slots by the materials' extras, with a picture or without, and for pictures of
/// other materials the next ones that are free.
fn slots(entries: &[Entry<'_>]) -> Result<Vec<Option<PictureUse>>> {
    let mut slots: Vec<Option<PictureUse>> = Vec::new();
    for entry in entries {
        if let Some(slot) = entry.slot() {
            if slot >= Limits::PLAYERS.textures {
                let message = format!("{}: texture slot {slot}; players take 16", entry.name());
                return fault(&rules::TOO_MUCH, message);
            }
            slots.resize(slots.len().max(slot + 1), None);
            slots[slot] = slots[slot].or(entry.painted);
        }
    }
    for entry in entries.iter().filter(|entry| entry.slot().is_none()) {
        if entry.painted.is_some() && !slots.contains(&entry.painted) {
            if slots.len() >= MOST_PICTURES {
                return fault(&rules::TOO_MUCH, format!("{}: one picture more than {MOST_PICTURES}", entry.name()));
            }
            slots.push(entry.painted);
        }
    }
    Ok(slots)
}

impl<'a> Entry<'a> {
    /// Chooses what is seen of a material: its colour and the light that it gives. Colours of vertices have the mean `tint`. A
    /// picture of one colour becomes a colour, and they are seen; others are multiplied with the tint.
    fn new(
        number: usize,
        material: &'a scene::Material,
        tint: Option<&[f64; 3]>,
        images: &mut Pictures<'_, '_>,
        findings: &mut Diagnostics,
    ) -> Self {
        let scene::Material { mut colour, picture, glow, glow_picture, .. } = *material;
        let mut light = if glow.iter().any(|part| *part > 0.0) { glow } else { [0.0; 3] };
        let (mut paint, mut light_image) = (picture, None);
        let is_own = material.extras.get("bits").is_some_and(Value::is_number);
        match (picture, glow_picture) {
            _ if is_own => light = [0.0; 3],
            (Some(base), _) if light == [0.0; 3] => {
                let plain = tint.and_then(|_| images.look(base.image)?.plain());
                paint = picture.filter(|_| plain.is_none());
                let factor = plain.or(tint.copied()).unwrap_or([1.0; 3]);
                colour = [0, 1, 2].map(|part| colour[part] * factor[part]);
            }
            (None, Some(_)) if light != [0.0; 3] => (colour, paint, light) = (light, glow_picture, colour),
            (None, _) => colour = [0, 1, 2].map(|part| colour[part] + light[part]),
            (Some(base), Some(picture)) if base.coordinates == picture.coordinates => light_image = Some(picture.image),
            (Some(_), Some(_)) => {
                light = [0.0; 3];
                let message = format!("material {number} \"{}\": the light that it gives is left out", material.name);
                findings.report(&rules::GLOW_LOST, message);
            }
            (Some(_), None) => {}
        }
        let (factor, is_opaque) = (colour, material.is_opaque_picture);
        let painted =
            paint.map(|Paint { image, .. }| PictureUse { image, factor, light, light_image, is_opaque, glass: None });
        let surface = Surface {
            colour,
            coordinates: paint.map(|paint| paint.coordinates).unwrap_or_default(),
            is_lit: !material.is_unlit,
            is_double: material.is_double,
            is_hidden: match material.mode {
                _ if is_own => false,
                Mode::Opaque => false,
                Mode::Mask(least) => material.alpha < least,
                Mode::Blend => material.alpha < 0.5 / 255.0,
            },
            is_own,
            ..Surface::default()
        };
        Self { number, material, painted, surface }
    }

    /// Chooses the blend function of a material that other programs see through.
    fn see_through(&mut self, images: &mut Pictures<'_, '_>, findings: &mut Diagnostics) {
        if self.material.mode != Mode::Blend || self.surface.is_own || self.surface.is_hidden {
            return;
        }
        let picture = self.painted.and_then(|painted| {
            let mut picture = images.look(painted.image)?;
            picture.paint(&painted, None);
            Some(picture)
        });
        let Rgb { r, g, b } = encoded(self.surface.colour);
        let pixels = picture.map_or_else(|| vec![[r, g, b, u8::MAX]], |picture| picture.shown().pixels);
        let (opacity, glass) = choose(self.material, &pixels);
        (self.surface.opacity, self.surface.glass) = (Some(opacity), glass);
        self.surface.is_double &= !opacity.is_joined;
        if let Some(painted) = self.painted.as_mut().filter(|_| glass.blend != Blend::Normal) {
            painted.glass = Some((opacity, glass));
        }
        let is_exact = |[.., alpha]: &[u8; 4]| {
            let share = opacity.share(*alpha);
            let miss = (1.0 - opacity.shares(glass)[0] - share).abs();
            miss.min(share).min(1.0 - share) * 255.0 <= 8.0
        };
        if !pixels.iter().all(is_exact) {
            let way = match glass.blend {
                Blend::Normal => "opaque",
                Blend::Half if glass.is_twice => "a quarter transparent, by two faces at one place",
                Blend::Half => "half transparent",
                Blend::Add => "as light",
                Blend::Sub => "as shade",
            };
            findings.report(&rules::ALPHA, format!("{}: it is drawn {way}", self.name()));
        }
    }

    fn name(&self) -> String {
        format!("material {} \"{}\"", self.number, self.material.name)
    }

    fn slot(&self) -> Option<usize> {
        self.material.extras.get("texture").and_then(Value::as_f64).map(|slot| slot.clamp(0.0, 65535.0) as usize)
    }

    fn bits(&self) -> Option<u16> {
        self.material.extras.get("bits").and_then(Value::as_f64).map(|bits| bits.clamp(0.0, 65535.0) as u16)
    }

    /// Returns the bits that come nearest, and the lowest alpha of a pixel that is drawn. `alphas` are those of the picture.
    fn look(&self, alphas: Option<&BTreeSet<u8>>) -> (u16, u16) {
        if let Some(bits) = self.bits() {
            return (bits, DRAWN);
        }
        // The lowest alpha of the picture that reaches this alpha when it is multiplied by the factor.
        let least = |alpha: f64| {
            let least = alpha / self.material.alpha;
            // The numbers of a file have 24 bits: 128/255 is not above 128.
            if least.is_nan() { DRAWN } else { libm::ceil(least - 0.001).clamp(0.0, 256.0) as u16 }
        };
        let double = if self.surface.is_double { Material::DOUBLE_FACE } else { 0 };
        // The faces inside of it are drawn before.
        let is_joined = self.surface.opacity.is_some_and(|opacity| opacity.is_joined);
        let front = if is_joined { Material::SORT_NEAREST } else { 0 };
        let around = double | front | if self.material.is_unlit { 0 } else { Material::LIGHTING };
        let (mode, opaque) = match self.material.mode {
            Mode::Opaque => (0, 0),
            Mode::Mask(cutoff) => (Material::COLOUR_KEY, least(cutoff * 255.0)),
            Mode::Blend => {
                // Other blend functions have made the pixels of the picture opaque or transparent.
                let blend = self.surface.glass.blend;
                let opaque = if blend == Blend::Normal { least(DRAWN.into()) } else { DRAWN };
                let is_holed = alphas.is_some_and(|levels| levels.iter().any(|level| u16::from(*level) < opaque));
                (blend.bits() | if is_holed { Material::COLOUR_KEY } else { 0 }, opaque)
            }
        };
        (mode | around, if alphas.is_some() { opaque } else { 0 })
    }
}

/// Returns whether the corners of a face differ in colour, and the face is a large part of `whole`, the area of all faces so far. Some
/// thousands of faces at most are.
pub(super) fn is_gradient(area: f64, whole: f64, levels: [Rgb; 3]) -> bool {
    let [a, b, c] = levels.map(|level| [level.r, level.g, level.b]);
    let is_apart = |part: usize| a[part].max(b[part]).max(c[part]) - a[part].min(b[part]).min(c[part]) > APART;
    area >= whole * LARGE && (0..3).any(is_apart)
}
