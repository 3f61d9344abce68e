//! Materials to material bits, texture slots and colours; pictures to textures.

use gltf::material::AlphaMode;
use keitai_formats::{Blend, Diagnostic, Diagnostics, Limits, Material, ReadOptions, Slot, Texture};
use serde_json::Value;

use super::Options;
use super::source::{Beside, Source, bytes_of, fault, ours};
use crate::error::Result;
use crate::picture::{Loaded, load};
use crate::rules;

/// The look of the faces of a material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Surface {
    pub(super) slot: Slot,
    pub(super) bits: Material,
    /// Colour in linear light, which colours of vertices are multiplied with.
    pub(super) colour: [f64; 3],
    /// Size of the picture that texture coordinates are multiplied with.
    pub(super) size: [u16; 2],
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

impl Surfaces {
    pub(super) fn new(source: &Source, beside: Beside<'_>, options: &Options, found: &mut Diagnostics) -> Result<Self> {
        // Slots by the material's extras, and for textures of other materials the next ones that are free.
        let extras: Vec<Value> = source.document.materials().map(|material| ours(material.extras())).collect();
        let slot =
            |extras: &Value| extras.get("texture").and_then(Value::as_f64).map(|slot| slot.clamp(0.0, 65535.0) as u16);
        let mut slots: Vec<Option<usize>> = Vec::new();
        for (material, extras) in source.document.materials().zip(&extras) {
            let picture = base(&material).map(|texture| texture.source().index());
            if let (Some(slot), Some(picture)) = (slot(extras), picture) {
                let slot = usize::from(slot);
                if slot >= Limits::PLAYERS.textures {
                    return fault(
                        &rules::TOO_MUCH,
                        format!("{}: texture slot {slot}; players take 16", name(&material)),
                    );
                }
                slots.resize(slots.len().max(slot + 1), None);
                slots[slot] = slots[slot].or(Some(picture));
            }
        }
        for (material, extras) in source.document.materials().zip(&extras) {
            let picture = base(&material).map(|texture| texture.source().index());
            if picture.is_some() && slot(extras).is_none() && !slots.contains(&picture) {
                slots.push(picture);
            }
        }
        if slots.len() > Limits::PLAYERS.textures {
            return fault(&rules::TOO_MUCH, format!("{} textures; players take 16", slots.len()));
        }
        let mut sizes = Vec::new();
        let mut textures = Vec::new();
        for picture in &slots {
            let image = picture.and_then(|picture| source.document.images().nth(picture));
            let read = image.map(|image| texture(source, &image, beside, options, found)).transpose()?;
            sizes.push(read.as_ref().map_or([256; 2], |(size, _)| *size));
            textures.push(read.map(|(_, texture)| texture));
        }
        let mut materials = Vec::new();
        for (material, extras) in source.document.materials().zip(&extras) {
            let picture = base(&material).map(|texture| texture.source().index());
            let number = slot(extras).or_else(|| {
                let place = picture.and_then(|picture| slots.iter().position(|own| *own == Some(picture)));
                place.and_then(|place| u16::try_from(place).ok())
            });
            let factor = material.pbr_metallic_roughness().base_color_factor();
            let emissive = material.emissive_factor().map(f64::from);
            let own = [factor[0], factor[1], factor[2]].map(f64::from);
            let glows = emissive.iter().any(|part| *part > 0.0);
            materials.push(Surface {
                slot: number.map_or(Slot::Colour, Slot::Texture),
                bits: bits(&material, extras, number.is_some(), glows),
                colour: if glows && own == [0.0; 3] { emissive } else { own },
                size: number.and_then(|slot| sizes.get(usize::from(slot)).copied()).unwrap_or([256; 2]),
            });
        }
        let is_sphere = |image: &gltf::Image<'_>| ours(image.extras()).get("sphere") == Some(&Value::Bool(true));
        let sphere = source.document.images().find(is_sphere);
        let sphere = sphere.map(|image| texture(source, &image, beside, options, found)).transpose()?;
        Ok(Self { materials, textures, sphere: sphere.map(|(_, texture)| texture) })
    }

    /// Returns the surface of a primitive. One without a material is white, unlit and without a texture.
    pub(super) fn of(&self, material: &gltf::Material<'_>) -> Surface {
        let plain = Surface { slot: Slot::Colour, bits: Material(0), colour: [1.0; 3], size: [256; 2] };
        material.index().and_then(|index| self.materials.get(index)).copied().unwrap_or(plain)
    }
}

fn base<'a>(material: &gltf::Material<'a>) -> Option<gltf::Texture<'a>> {
    material.pbr_metallic_roughness().base_color_texture().map(|info| info.texture())
}

fn name(material: &gltf::Material<'_>) -> String {
    format!("material {} \"{}\"", material.index().unwrap_or_default(), material.name().unwrap_or_default())
}

/// Returns the bits of a material: those of the extras, or those that come nearest.
fn bits(material: &gltf::Material<'_>, extras: &Value, textured: bool, glows: bool) -> Material {
    let known = if textured { Material::TEXTURED } else { Material::COLOURED };
    if let Some(bits) = extras.get("bits").and_then(Value::as_f64) {
        return Material(bits.clamp(0.0, 65535.0) as u16 & known);
    }
    let look = match material.alpha_mode() {
        AlphaMode::Opaque => 0,
        AlphaMode::Mask => Material::COLOUR_KEY,
        AlphaMode::Blend if glows => Blend::Add.bits(),
        AlphaMode::Blend => Blend::Half.bits(),
    };
    let double = if material.double_sided() { Material::DOUBLE_FACE } else { 0 };
    let light = if material.unlit() { 0 } else { Material::LIGHTING };
    Material((look | double | light) & known)
}

/// Returns the size that coordinates are multiplied with, and the texture with its name.
fn texture(
    source: &Source,
    image: &gltf::Image<'_>,
    beside: Beside<'_>,
    options: &Options,
    found: &mut Diagnostics,
) -> Result<([u16; 2], (String, Texture))> {
    let place = format!("image {} \"{}\"", image.index(), image.name().unwrap_or_default());
    let bytes = match image.source() {
        gltf::image::Source::View { view, .. } => source.view(&view)?.to_vec(),
        gltf::image::Source::Uri { uri, .. } => match bytes_of(uri, beside) {
            Some(bytes) => bytes,
            None => return fault(&rules::PICTURE, format!("{place}: the file {uri} is not beside it")),
        },
    };
    let loaded = match load(&bytes, &ReadOptions { limits: Limits::NONE, ..ReadOptions::default() }) {
        Ok(loaded) => loaded,
        Err(error) => return fault(&rules::PICTURE, format!("{place}: {error}")),
    };
    let full = match &loaded {
        Loaded::Indexed(report) => [report.document.width, report.document.height],
        Loaded::Colours(picture) => [picture.width, picture.height],
    };
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
    let most = Limits::PLAYERS.texels;
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
    Ok((size, (name, texture)))
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
