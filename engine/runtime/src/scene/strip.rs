//! Builds the strips that an entity lays along paths.

use std::sync::Arc;

use keitai_formats::Material;
use keitai_render::{Q12, TextureMap};

use super::entity::Builder;
use super::file::StripFile;
use crate::assets::Assets;
use crate::error::Result;
use crate::mesh::{Fill, Mesh};
use crate::ron_text::{SceneFault, Step};
use crate::world::figure::FigureInstance;

/// The most strips of an entity.
const MAX_STRIPS: usize = 256;
/// The most textures of an entity's strips, as of a figure.
const MAX_TEXTURES: usize = 16;
/// The most vertices of an entity's strips, as of a figure.
const MAX_VERTICES: usize = 65535;

impl Builder<'_> {
    /// Returns the strips of the entity as a figure.
    pub(super) fn strips(&self, strips: &[StripFile], assets: &mut Assets) -> Result<FigureInstance> {
        if self.written.entity.figure.is_some() {
            let fault = SceneFault::Misplaced { field: "strips", place: "an entity with a figure" };
            return Err(self.error(&[Step::Field("strips")], fault));
        }
        if strips.is_empty() || strips.len() > MAX_STRIPS {
            let steps = [Step::Field("strips"), Step::Item(MAX_STRIPS)];
            return Err(self.range_error(&steps, "strips", "1 to 256 strips", strips.len()));
        }
        let mut mesh = Mesh::default();
        let mut textures = Vec::new();
        for (index, strip) in strips.iter().enumerate() {
            self.strip(strip, index, (&mut mesh, &mut textures), assets)?;
        }
        mesh.figure(textures)
    }

    fn strip(
        &self,
        strip: &StripFile,
        index: usize,
        (mesh, textures): (&mut Mesh, &mut Vec<Arc<TextureMap>>),
        assets: &mut Assets,
    ) -> Result<()> {
        let steps = |field| [Step::Field("strips"), Step::Item(index), Step::Field(field)];
        let path = self.path(&strip.path, &steps("path"))?;
        if strip.pieces == 0 || mesh.vertices.len() + 2 * (usize::from(strip.pieces) + 1) > MAX_VERTICES {
            let expected = "1 to 32766 pieces, with 65535 vertices of all strips of the entity; n pieces have 2n + 2";
            return Err(self.range_error(&steps("pieces"), "pieces", expected, strip.pieces));
        }
        let fill = self.strip_fill(strip, index, textures, assets)?;
        let flag = |on: bool, bit: u16| if on { bit } else { 0 };
        let material = Material(
            strip.blend.bits()
                | flag(strip.key, Material::COLOUR_KEY)
                | flag(strip.lit, Material::LIGHTING)
                | flag(strip.both_sides, Material::DOUBLE_FACE),
        );
        let part = [strip.from.map_or(Q12::ZERO, |from| from.0), strip.to.map_or(path.length(), |to| to.0)];
        let lines = strip.lines.0.map(Q12::from_bits);
        let first = mesh.vertices.len();
        mesh.add_strip(&path, part[0]..part[1], strip.pieces, lines, fill, material);
        let beyond = |c: &&i16| [i16::MIN, i16::MAX].contains(c);
        if let Some(found) = mesh.vertices[first..].as_flattened().iter().find(beyond) {
            let expected = "less than 32767 units along each axis";
            return Err(self.range_error(&steps("path"), "distance of a strip from the origin", expected, *found));
        }
        Ok(())
    }

    /// Returns the colour or the texture of a strip.
    fn strip_fill(
        &self,
        strip: &StripFile,
        index: usize,
        textures: &mut Vec<Arc<TextureMap>>,
        assets: &mut Assets,
    ) -> Result<Fill<4>> {
        let steps = |field| [Step::Field("strips"), Step::Item(index), Step::Field(field)];
        let Some(file) = &strip.texture else {
            let unused = [("texels", strip.texels.is_some()), ("key", strip.key)].into_iter().find(|(_, set)| *set);
            if let Some((field, _)) = unused {
                return Err(self.error(&steps(field), SceneFault::Needs { field, needs: "texture" }));
            }
            let colour = strip.colour.unwrap_or(0xFF_FFFF);
            return Ok(Fill::Colour(self.colour(colour, &steps("colour"))?));
        };
        if strip.colour.is_some() {
            let fault = SceneFault::Misplaced { field: "colour", place: "a strip with a texture" };
            return Err(self.error(&steps("colour"), fault));
        }
        let texture = self.texture(file, &steps("texture"), assets)?;
        let known = textures.iter().position(|own| Arc::ptr_eq(own, &texture.map));
        let slot = known.unwrap_or_else(|| {
            textures.push(Arc::clone(&texture.map));
            textures.len() - 1
        });
        if slot >= MAX_TEXTURES {
            return Err(self.range_error(&steps("texture"), "textures of the strips", "at most 16", slot + 1));
        }
        let (width, height) = (texture.texture.width.min(255), texture.texture.height.min(255));
        let (left, top, right, bottom) = strip.texels.unwrap_or((0, 0, width, height));
        let texel =
            |edge: u16| u8::try_from(edge).map_err(|_| self.range_error(&steps("texels"), "texels", "0..=255", edge));
        let (left, top, right, bottom) = (texel(left)?, texel(top)?, texel(right)?, texel(bottom)?);
        Ok(Fill::Texels { slot: slot as u16, at: [[left, bottom], [left, top], [right, top], [right, bottom]] })
    }
}
