//! Strips of quads that an entity lays along paths, as a figure.

use std::sync::Arc;

use keitai_formats::{Blend, Material};
use keitai_render::{Q12, TextureMap};
use serde::Deserialize;

use super::reader::{Loader, Reader, Texels};
use crate::error::Result;
use crate::mesh::{Fill, Mesh};
use crate::ron_text::SceneFault;
use crate::ron_text::list::List;
use crate::ron_text::number::{self, Colour, Length, within};
use crate::text_file::{Field, Name};

const MAX_STRIPS: usize = 256;
/// The most textures of an entity's strips, as of a figure.
const MAX_TEXTURES: usize = 16;
/// The most pieces of a strip, which has two more than twice as many vertices.
const MAX_PIECES: i64 = 32766;
/// The most vertices of an entity's strips, as of a figure.
const MAX_VERTICES: usize = 65535;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StripFile<'a> {
    #[serde(borrow)]
    path: Name<'a>,
    #[serde(deserialize_with = "within::<1, MAX_PIECES, _, _>")]
    pieces: u16,
    /// Ends of the part of the path, model units.
    from: Option<Length>,
    to: Option<Length>,
    /// The two edges beside the path, in half widths to the left.
    #[serde(default = "edges", deserialize_with = "number::factors")]
    lines: [Q12; 2],
    #[serde(borrow)]
    texture: Option<Name<'a>>,
    texels: Option<Texels>,
    colour: Option<Colour>,
    #[serde(default)]
    blend: Blend,
    #[serde(default)]
    key: bool,
    #[serde(default)]
    lit: bool,
}

fn edges() -> [Q12; 2] {
    [Q12::ONE, -Q12::ONE]
}

/// Reads the strips of an entity, which become its figure.
pub(super) fn read(reader: &mut Reader) -> Result<()> {
    let Some(field) = reader.fields.get("strips") else { return Ok(()) };
    if reader.fields.get("figure").is_some() {
        return Err(field.error(SceneFault::excluded("strips", "figure")));
    }
    let List(strips) = field.parse::<List<StripFile, MAX_STRIPS>>()?;
    let (mut mesh, mut textures) = (Mesh::default(), Vec::new());
    for strip in strips {
        strip.add(field, &mut mesh, &mut textures, reader.loader)?;
    }
    reader.template.components.add(mesh.figure(textures)?);
    Ok(())
}

impl StripFile<'_> {
    fn add(
        self,
        field: Field,
        mesh: &mut Mesh,
        textures: &mut Vec<Arc<TextureMap>>,
        loader: &mut Loader,
    ) -> Result<()> {
        let Self { path: name, pieces, lines, blend, key, lit, .. } = self;
        let path = loader.path(field, &name)?;
        let added = 2 * (usize::from(pieces) + 1);
        loader.count_vertices(field, added)?;
        let vertices = mesh.vertices.len() + added;
        if vertices > MAX_VERTICES {
            return Err(field.error_at(&name, SceneFault::too_many("vertices of the strips", MAX_VERTICES, vertices)));
        }
        let fill = match (&self.texture, self.colour) {
            (Some(texture), None) => fill(field, texture, self.texels, textures, loader)?,
            (Some(_), Some(_)) => return Err(field.error(SceneFault::excluded("colour", "texture"))),
            (None, _) if self.texels.is_some() || key => {
                let name = if key { "key" } else { "texels" };
                return Err(field.error(SceneFault::needs(name, "texture")));
            }
            (None, colour) => Fill::Colour(colour.map_or(0xFF_FFFF, |colour| colour.0)),
        };
        let flag = |on: bool, bit: u16| if on { bit } else { 0 };
        let material = blend.bits() | flag(key, Material::COLOUR_KEY) | flag(lit, Material::LIGHTING);
        let [from, to] =
            [(self.from, Q12::ZERO), (self.to, path.length())].map(|(own, end)| own.map_or(end, |own| own.0));
        let first = mesh.vertices.len();
        mesh.add_strip(&path, from..to, pieces, lines, fill, Material(material));
        let beyond = |c: &i16| [i16::MIN, i16::MAX].contains(c);
        if mesh.vertices[first..].as_flattened().iter().any(beyond) {
            return Err(field.error_at(&name, "the strip is not within 32767 units of the origin along each axis"));
        }
        Ok(())
    }
}

/// Returns the texture of a strip, which joins those of the others.
fn fill(
    field: Field,
    file: &str,
    texels: Option<Texels>,
    textures: &mut Vec<Arc<TextureMap>>,
    loader: &mut Loader,
) -> Result<Fill<4>> {
    let (texture, texels) = loader.texels(field, file, texels)?;
    let known = textures.iter().position(|own| Arc::ptr_eq(own, &texture));
    let slot = known.unwrap_or_else(|| {
        textures.push(texture);
        textures.len() - 1
    });
    if slot >= MAX_TEXTURES {
        return Err(field.error_at(file, SceneFault::too_many("textures of the strips", MAX_TEXTURES, slot + 1)));
    }
    // A figure's texels end at 255, also those of a texture of 256.
    let [left, top, right, bottom] = texels.map(|edge| u8::try_from(edge).unwrap_or(u8::MAX));
    Ok(Fill::Texels { slot: slot as u16, at: [[left, bottom], [left, top], [right, top], [right, bottom]] })
}
