//! Converts materials to material bits, pictures and colours.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use keitai_formats::{Blend, Diagnostic, Diagnostics, Limits, Material, Severity};
use serde_json::Value;

use super::coordinates::Coordinates;
use super::fault::fault;
use super::options::{Beside, Options};
use super::picture::{Painted, Pictures, Read};
use super::scene::{self, Mode, Paint, Primitive, Scene, WHOLE};
use crate::error::{Error, Result};
use crate::picture::Alphas;
use crate::rules;

/// The lowest alpha of a pixel that is drawn, where nothing else is given.
const DRAWN: u16 = 128;
/// Alpha from here on, and below [`FULL`], is half transparent in a material that blends.
const HALF: u8 = 64;
/// Alpha from here on is opaque in a material that blends.
const FULL: u8 = 192;

const MOST_PICTURES: usize = 256;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Surface {
    /// Slot of the picture.
    pub(super) slot: Option<usize>,
    pub(super) bits: Material,
    /// Bits of faces whose vertices are transparent.
    pub(super) translucent: Material,
    /// Colour in linear light, which colours of vertices are multiplied with.
    pub(super) colour: [f64; 3],
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
    pub(super) pictures: Vec<Option<Read>>,
    pub(super) sphere: Option<Read>,
}

struct Described<'a> {
    number: usize,
    material: &'a scene::Material,
    /// Colour in linear light.
    colour: [f64; 3],
    /// Picture of the material, and how it lies on the faces.
    paint: Option<&'a Paint>,
    /// The colour and the picture are those of the light that it gives.
    shows_light: bool,
}

/// How the faces of a material look.
struct Look {
    bits: u16,
    /// Bits of faces whose vertices are transparent.
    translucent: u16,
    /// The lowest alpha of a pixel that is drawn.
    opaque: u16,
}

impl Surfaces {
    pub(super) fn new(
        scene: &Scene<'_>,
        beside: Beside<'_>,
        options: &Options,
        found: &mut Diagnostics,
    ) -> Result<Self> {
        let mut images = Pictures::new(scene, beside, options);
        let tinted = tinted(scene);
        let materials = scene.materials.iter().enumerate();
        let described: Vec<Described<'_>> =
            materials.map(|(number, own)| Described::new(number, own, tinted.contains(&number), &mut images)).collect();
        let slots = slots(&described)?;
        let mut pictures: Vec<Option<Read>> = Vec::new();
        // One image may have several factors.
        let mut known: BTreeMap<usize, Option<Read>> = BTreeMap::new();
        for painted in &slots {
            let Some(painted) = painted else {
                pictures.push(None);
                continue;
            };
            let own = match known.entry(painted.image) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(or_colour(images.read(painted.image, found), found)?),
            };
            pictures.push(own.clone().map(|own| Read { factor: painted.factor, ..own }));
        }
        let mut all = Vec::new();
        for own in &described {
            let slot = own.slot().or_else(|| slots.iter().position(|slot| slot.is_some() && *slot == own.painted()));
            // Faces of a picture that cannot be read have the colour of the material.
            let slot = slot.filter(|slot| own.slot().is_some() || pictures.get(*slot).is_some_and(Option::is_some));
            let picture = slot.and_then(|slot| pictures.get_mut(slot)?.as_mut());
            if own.glows() && !own.shows_light && own.material.mode != Mode::Blend {
                found.report(&rules::GLOW_LOST, format!("{}: the light that it gives is left out", own.name()));
            }
            let look = own.look(picture.as_ref().map(|picture| picture.alphas), found);
            let mut picture = picture;
            if let Some(picture) = &mut picture {
                picture.opaque = picture.opaque.max(look.opaque);
            }
            let window = picture.as_ref().and_then(|picture| picture.window);
            let mut surface = own.surface(slot, &look);
            surface.coordinates.window = window.unwrap_or(surface.coordinates.window);
            if surface.is_hidden {
                let message = format!("{}: its faces, which nobody sees, are left out", own.name());
                found.report(&rules::ALPHA, message);
            }
            all.push(surface);
        }
        let sphere = scene.images.iter().position(|image| image.is_sphere).map(|image| {
            let mut picture = images.read(image, found)?;
            picture.opaque = DRAWN;
            Ok(picture)
        });
        all.push(Surface {
            slot: None,
            bits: Material(Material::LIGHTING),
            translucent: Material(Material::LIGHTING),
            colour: [1.0; 3],
            coordinates: Coordinates::default(),
            is_lit: true,
            is_double: false,
            is_hidden: false,
            is_own: false,
        });
        let sphere = sphere.map(|sphere| or_colour(sphere, found)).transpose()?.flatten();
        Ok(Self { all, pictures, sphere })
    }

    /// Returns the surface of a material and its number; `None` for one that nobody sees. That of primitives without a
    /// material is white.
    pub(super) fn of(&self, material: Option<usize>) -> Option<(usize, &Surface)> {
        let number = material.unwrap_or(self.all.len().saturating_sub(1));
        Some((number, self.all.get(number).filter(|surface| !surface.is_hidden)?))
    }
}

/// Turns the fault of a picture that cannot be read into a warning.
fn or_colour(read: Result<Read>, found: &mut Diagnostics) -> Result<Option<Read>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(Error::Found(fault)) if fault.is(&rules::PICTURE) => {
            found.push(Diagnostic { severity: Severity::Warning, ..*fault });
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Returns the numbers of the materials that vertices give colours.
fn tinted(scene: &Scene<'_>) -> BTreeSet<usize> {
    let is_tinted = |primitive: &&Primitive| {
        let parts = primitive.colours.iter().flatten().flat_map(|[r, g, b, _]| [r, g, b]);
        parts.into_iter().any(|part| f64::from(*part) < WHOLE)
    };
    let primitives = scene.meshes.iter().flat_map(|mesh| &mesh.primitives);
    primitives.filter(is_tinted).filter_map(|primitive| primitive.material).collect()
}

/// Returns the pictures of the slots: slots by the materials' extras, with a picture or without, and for pictures of
/// other materials the next ones that are free.
fn slots(described: &[Described<'_>]) -> Result<Vec<Option<Painted>>> {
    let mut slots: Vec<Option<Painted>> = Vec::new();
    for own in described {
        if let Some(slot) = own.slot() {
            if slot >= Limits::PLAYERS.textures {
                let message = format!("{}: texture slot {slot}; players take 16", own.name());
                return fault(&rules::TOO_MUCH, message);
            }
            slots.resize(slots.len().max(slot + 1), None);
            slots[slot] = slots[slot].or(own.painted());
        }
    }
    for own in described.iter().filter(|own| own.slot().is_none()) {
        let painted = own.painted();
        if painted.is_some() && !slots.contains(&painted) {
            if slots.len() >= MOST_PICTURES {
                return fault(&rules::TOO_MUCH, format!("{}: one picture more than {MOST_PICTURES}", own.name()));
            }
            slots.push(painted);
        }
    }
    Ok(slots)
}

impl<'a> Described<'a> {
    /// Chooses what is seen of a material: its own light where that is brighter. A picture of one colour becomes a colour, if
    /// vertices have colours over it (`is_tinted`).
    fn new(number: usize, material: &'a scene::Material, is_tinted: bool, images: &mut Pictures<'_, '_>) -> Self {
        let (colour, paint) = (material.colour, material.picture.as_ref());
        let mut own = Self { number, material, colour, paint, shows_light: false };
        if own.bits().is_some() {
            return own;
        }
        let mut picture = |paint: Option<&Paint>| images.read(paint?.image, &mut Diagnostics::default()).ok();
        if own.glows() {
            let mut bright = |colour: [f64; 3], paint: Option<&Paint>| {
                colour.into_iter().fold(0.0, f64::max) * picture(paint).map_or(1.0, |picture| picture.brightness())
            };
            own.shows_light =
                bright(material.glow, material.glow_picture.as_ref()) > bright(material.colour, own.paint);
        }
        if own.shows_light {
            (own.colour, own.paint) = (material.glow, material.glow_picture.as_ref());
        }
        if let Some(plain) = own.paint.filter(|_| is_tinted).and_then(|paint| picture(Some(paint))?.plain()) {
            own.paint = None;
            own.colour = [0, 1, 2].map(|part| own.colour[part] * plain[part]);
        }
        own
    }

    fn name(&self) -> String {
        format!("material {} \"{}\"", self.number, self.material.name)
    }

    fn painted(&self) -> Option<Painted> {
        Some(Painted { image: self.paint?.image, factor: self.colour })
    }

    fn slot(&self) -> Option<usize> {
        self.material.extras.get("texture").and_then(Value::as_f64).map(|slot| slot.clamp(0.0, 65535.0) as usize)
    }

    fn bits(&self) -> Option<u16> {
        self.material.extras.get("bits").and_then(Value::as_f64).map(|bits| bits.clamp(0.0, 65535.0) as u16)
    }

    fn glows(&self) -> bool {
        self.material.glow.iter().any(|part| *part > 0.0)
    }

    /// Returns whether nobody sees the material in other programs.
    fn is_hidden(&self) -> bool {
        match self.material.mode {
            _ if self.bits().is_some() => false,
            Mode::Opaque => false,
            Mode::Mask(least) => self.material.alpha < least,
            Mode::Blend => self.material.alpha < 0.5 / 255.0,
        }
    }

    fn surface(&self, slot: Option<usize>, look: &Look) -> Surface {
        let known = if slot.is_some() { Material::TEXTURED } else { Material::COLOURED };
        Surface {
            slot,
            bits: Material(look.bits & known),
            translucent: Material(look.translucent & known),
            colour: self.colour,
            coordinates: self.paint.map(|paint| paint.coordinates).unwrap_or_default(),
            is_lit: !self.material.is_unlit,
            is_double: self.material.is_double,
            is_hidden: self.is_hidden(),
            is_own: self.bits().is_some(),
        }
    }

    /// Returns the bits that come nearest. `alphas` are those of the picture.
    fn look(&self, alphas: Option<Alphas>, found: &mut Diagnostics) -> Look {
        if let Some(bits) = self.bits() {
            return Look { bits, translucent: bits, opaque: DRAWN };
        }
        // A material of an OBJ file may use the colours of a picture alone.
        let alphas = alphas.filter(|_| !self.material.is_opaque_picture);
        let factor = self.material.alpha;
        // The lowest alpha of the picture that reaches this alpha when it is multiplied by the factor.
        let least = |alpha: f64| {
            let least = alpha / factor;
            // The numbers of a file have 24 bits: 128/255 is not above 128.
            if least.is_nan() { DRAWN } else { libm::ceil(least - 0.001).clamp(0.0, 256.0) as u16 }
        };
        let double = if self.material.is_double { Material::DOUBLE_FACE } else { 0 };
        let around = double | if self.material.is_unlit { 0 } else { Material::LIGHTING };
        let look = |own: u16, translucent: u16, opaque: u16| Look {
            bits: own | around,
            translucent: translucent | around,
            opaque: if alphas.is_some() { opaque } else { 0 },
        };
        match self.material.mode {
            Mode::Opaque => look(0, 0, 0),
            Mode::Mask(cutoff) => look(Material::COLOUR_KEY, Material::COLOUR_KEY, least(cutoff * 255.0)),
            Mode::Blend => {
                let level = |alpha: u8| libm::round(f64::from(alpha) * factor).clamp(0.0, 255.0) as u8;
                let pixels: Vec<(u8, u32)> = alphas.map_or(vec![(level(255), 1)], |alphas| {
                    alphas.levels().map(|(alpha, count)| (level(alpha), count)).collect()
                });
                let count = |test: fn(u8) -> bool| -> u64 {
                    pixels.iter().filter(|(level, _)| test(*level)).map(|(_, count)| u64::from(*count)).sum()
                };
                let key = |is_holed: bool| if is_holed && alphas.is_some() { Material::COLOUR_KEY } else { 0 };
                let holed = key(count(|level| level < HALF) > 0);
                let half = Blend::Half.bits() | holed;
                let drawn = least(HALF.into());
                if self.glows() {
                    let add = Blend::Add.bits() | holed;
                    return look(add, add, drawn);
                }
                let [visible, between] = [count(|level| level >= HALF), count(|level| (HALF..FULL).contains(&level))];
                let is_half = between * 2 >= visible;
                if count(|level| !matches!(level, 0 | 120..=136 | 255)) > 0 {
                    let taken = match (is_half, alphas.is_some()) {
                        (true, true) => "half transparent, with holes where its alpha is below 0.25",
                        (true, false) => "half transparent",
                        (false, true) => "opaque, with holes where its alpha is below 0.5",
                        (false, false) => "opaque: its alpha is 0.75 or more",
                    };
                    found.report(&rules::ALPHA, format!("{}: it is drawn {taken}", self.name()));
                }
                match is_half {
                    true if visible == 0 => look(half & !holed, half, 0),
                    true => look(half, half, drawn),
                    false => look(key(count(|level| u16::from(level) < DRAWN) > 0), half, least(DRAWN.into())),
                }
            }
        }
    }
}
