//! Materials to material bits, texture slots and colours.

use gltf::material::AlphaMode;
use gltf::texture::Info;
use keitai_convert::Target;
use keitai_formats::{Blend, Diagnostics, Limits, Material, Slot, Texture};
use serde_json::Value;

use super::Options;
use super::coordinates::Coordinates;
use super::picture::{Painted, Read, texture};
use super::source::{Beside, Source, fault, ours};
use crate::error::Result;
use crate::picture::Alphas;
use crate::rules;

/// The lowest alpha of a pixel that is drawn, where a material has no bound of its own.
const OPAQUE: u16 = 128;
/// The same for materials that blend, whose pixels become half transparent: half of that.
const BLENDED: u16 = 64;

/// The look of the faces of a material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Surface {
    pub(super) slot: Slot,
    pub(super) bits: Material,
    /// Bits of faces whose vertices are transparent.
    pub(super) translucent: Material,
    /// Colour in linear light, which colours of vertices are multiplied with.
    pub(super) colour: [f64; 3],
    /// Size of the picture that texture coordinates are multiplied with.
    pub(super) size: [u16; 2],
    /// The last texel that the faces may have, by axis.
    pub(super) last: [f64; 2],
    pub(super) coordinates: Coordinates,
}

/// The materials and textures of a file.
#[derive(Debug)]
pub(super) struct Surfaces {
    materials: Vec<Surface>,
    /// Textures by slot, with their names; `None` for a slot without a picture.
    pub(super) textures: Vec<Option<(String, Texture)>>,
    /// Picture of the sphere map, with its name.
    pub(super) sphere: Option<(String, Texture)>,
}

/// A material with what its extras tell.
struct Described<'a> {
    material: gltf::Material<'a>,
    extras: Value,
    /// Colour in linear light.
    colour: [f64; 3],
    /// Its picture, and how it lies on the faces.
    paint: Option<(Painted, Info<'a>)>,
}

impl Surfaces {
    pub(super) fn new(source: &Source, beside: Beside<'_>, options: &Options, found: &mut Diagnostics) -> Result<Self> {
        let described: Vec<Described<'_>> = source.document.materials().map(Described::new).collect();
        let slots = slots(&described)?;
        let mut pictures: Vec<Option<Read>> = Vec::new();
        for painted in &slots {
            let users = described.iter().filter(|own| own.painted() == *painted);
            let opaque = users.map(Described::opaque).max().unwrap_or(OPAQUE);
            let read = painted.map(|painted| texture(source, painted, opaque, beside, options, found));
            pictures.push(read.transpose()?);
        }
        let materials = described.iter().map(|own| own.surface(&slots, &pictures, options.target)).collect();
        let is_sphere = |image: &gltf::Image<'_>| ours(image.extras()).get("sphere") == Some(&Value::Bool(true));
        let sphere = source.document.images().find(is_sphere).map(|image| {
            let painted = Painted { image: image.index(), factor: [1.0; 3] };
            texture(source, painted, OPAQUE, beside, options, found)
        });
        let named = |read: Read| (read.name, read.texture);
        let textures = pictures.into_iter().map(|read| read.map(named)).collect();
        Ok(Self { materials, textures, sphere: sphere.transpose()?.map(named) })
    }

    /// Returns the surface of a primitive. One without a material is white, unlit and without a texture.
    pub(super) fn of(&self, material: &gltf::Material<'_>) -> Surface {
        let plain = Surface {
            slot: Slot::Colour,
            bits: Material(0),
            translucent: Material(0),
            colour: [1.0; 3],
            size: [256; 2],
            last: [255.0; 2],
            coordinates: Coordinates::default(),
        };
        material.index().and_then(|index| self.materials.get(index)).copied().unwrap_or(plain)
    }
}

/// Returns the pictures of the slots: slots by the materials' extras, and for pictures of other materials the next ones that
/// are free.
fn slots(described: &[Described<'_>]) -> Result<Vec<Option<Painted>>> {
    let mut slots: Vec<Option<Painted>> = Vec::new();
    for own in described {
        if let (Some(slot), Some(painted)) = (own.slot(), own.painted()) {
            let slot = usize::from(slot);
            if slot >= Limits::PLAYERS.textures {
                let message = format!("{}: texture slot {slot}; players take 16", name(&own.material));
                return fault(&rules::TOO_MUCH, message);
            }
            slots.resize(slots.len().max(slot + 1), None);
            slots[slot] = slots[slot].or(Some(painted));
        }
    }
    for own in described.iter().filter(|own| own.slot().is_none()) {
        let painted = own.painted();
        if painted.is_some() && !slots.contains(&painted) {
            if slots.len() >= Limits::PLAYERS.textures {
                return fault(&rules::TOO_MUCH, format!("{}: one texture more than 16", name(&own.material)));
            }
            slots.push(painted);
        }
    }
    Ok(slots)
}

impl<'a> Described<'a> {
    fn new(material: gltf::Material<'a>) -> Self {
        let extras = ours(material.extras());
        let surface = material.pbr_metallic_roughness();
        let [r, g, b, _] = surface.base_color_factor();
        // A black surface shows its own light only.
        let (info, colour) = if [r, g, b] == [0.0; 3] && glows(&material) {
            (material.emissive_texture(), material.emissive_factor())
        } else {
            (surface.base_color_texture(), [r, g, b])
        };
        let colour = colour.map(f64::from);
        let paint = info.map(|info| (Painted { image: info.texture().source().index(), factor: colour }, info));
        Self { material, extras, colour, paint }
    }

    fn painted(&self) -> Option<Painted> {
        self.paint.as_ref().map(|(painted, _)| *painted)
    }

    fn slot(&self) -> Option<u16> {
        self.extras.get("texture").and_then(Value::as_f64).map(|slot| slot.clamp(0.0, 65535.0) as u16)
    }

    fn bits(&self) -> Option<u16> {
        self.extras.get("bits").and_then(Value::as_f64).map(|bits| bits.clamp(0.0, 65535.0) as u16)
    }

    /// Returns the factor of alpha.
    fn alpha(&self) -> f64 {
        f64::from(self.material.pbr_metallic_roughness().base_color_factor()[3])
    }

    /// Returns the lowest alpha of a pixel that is drawn.
    fn opaque(&self) -> u16 {
        match self.material.alpha_mode() {
            AlphaMode::Mask => {
                let least = f64::from(self.material.alpha_cutoff().unwrap_or(0.5)) * 255.0 / self.alpha();
                // The numbers of a file have 24 bits: 128/255 is not above 128.
                if least.is_nan() { OPAQUE } else { libm::ceil(least - 0.001).clamp(0.0, 256.0) as u16 }
            }
            _ if self.bits().is_some() => OPAQUE,
            AlphaMode::Blend => BLENDED,
            AlphaMode::Opaque => 0,
        }
    }

    fn surface(&self, slots: &[Option<Painted>], pictures: &[Option<Read>], target: Target) -> Surface {
        let painted = self.painted();
        let number = self.slot().or_else(|| {
            let place = painted.and_then(|painted| slots.iter().position(|own| *own == Some(painted)));
            place.and_then(|place| u16::try_from(place).ok())
        });
        let picture = number.and_then(|slot| pictures.get(usize::from(slot))?.as_ref());
        let known = if number.is_some() { Material::TEXTURED } else { Material::COLOURED };
        let [bits, translucent] = match self.bits() {
            Some(bits) => [bits; 2],
            None => self.look(picture.map_or(Alphas::OPAQUE, |picture| picture.alphas)),
        };
        let size = picture.map_or([256; 2], |picture| picture.size);
        // A larger picture for V2 is an error of its own.
        let last = |side: u16| if target == Target::V2 && side <= Target::V2_SIDE { Target::V2_SIDE - 1 } else { 255 };
        Surface {
            slot: number.map_or(Slot::Colour, Slot::Texture),
            bits: Material(bits & known),
            translucent: Material(translucent & known),
            colour: self.colour,
            size,
            last: size.map(last).map(f64::from),
            coordinates: self.paint.as_ref().map(|(_, info)| Coordinates::of(info)).unwrap_or_default(),
        }
    }

    /// Returns the bits that come nearest, for opaque and for transparent vertices. `alphas` are those of the picture.
    fn look(&self, alphas: Alphas) -> [u16; 2] {
        let level = |alpha: u8| libm::round(f64::from(alpha) * self.alpha());
        let all = |test: fn(f64) -> bool| alphas.levels().map(level).all(test);
        let key = if alphas.levels().any(|alpha| u16::from(alpha) < BLENDED) { Material::COLOUR_KEY } else { 0 };
        let [opaque, translucent] = match self.material.alpha_mode() {
            AlphaMode::Opaque => [0; 2],
            AlphaMode::Mask => [Material::COLOUR_KEY; 2],
            AlphaMode::Blend if glows(&self.material) => [Blend::Add.bits() | key; 2],
            AlphaMode::Blend => {
                let half = Blend::Half.bits() | key;
                let opaque = if all(|level| level >= 255.0) {
                    0
                } else if self.paint.is_some() && all(|level| level <= 0.0 || level >= 255.0) {
                    Material::COLOUR_KEY
                } else {
                    half
                };
                [opaque, half]
            }
        };
        let double = if self.material.double_sided() { Material::DOUBLE_FACE } else { 0 };
        let light = if self.material.unlit() { 0 } else { Material::LIGHTING };
        [opaque | double | light, translucent | double | light]
    }
}

fn glows(material: &gltf::Material<'_>) -> bool {
    material.emissive_factor().iter().any(|part| *part > 0.0)
}

fn name(material: &gltf::Material<'_>) -> String {
    format!("material {} \"{}\"", material.index().unwrap_or_default(), material.name().unwrap_or_default())
}
