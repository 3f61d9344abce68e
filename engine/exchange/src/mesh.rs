//! The polygons of a figure by pattern, texture slot and material.

use keitai_formats::{Batch, Blend, ColourPolygon, Content, Figure, Material, Slot, Texture, TexturedPolygon};

/// Polygons that have the pattern, the slot and the material in common: the quads first, then the triangles.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub(crate) pattern: u16,
    pub(crate) slot: Slot,
    pub(crate) material: Material,
    pub(crate) quads: Vec<Polygon<4>>,
    pub(crate) triangles: Vec<Polygon<3>>,
}

impl Part {
    pub(crate) fn corners(&self) -> impl Iterator<Item = Corner> + '_ {
        let quads = self.quads.iter().flat_map(|quad| quad.corners);
        quads.chain(self.triangles.iter().flat_map(|triangle| triangle.corners))
    }
}

/// A polygon, corners in the order of the file: those of a quad in strip order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Polygon<const N: usize> {
    /// Index in the batch's triangles or quads.
    pub(crate) number: usize,
    pub(crate) corners: [Corner; N],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Corner {
    /// Index of the vertex in the figure.
    pub(crate) vertex: u16,
    pub(crate) paint: Paint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Paint {
    Texel([u8; 2]),
    /// Index into the palette.
    Colour(u8),
}

/// Returns the parts of a figure, in the order of its batches and of the first polygon of each.
pub(crate) fn parts(figure: &Figure) -> Vec<Part> {
    let mut parts = Vec::new();
    let polygons = &figure.polygons;
    for batch in figure.batches() {
        let first = parts.len();
        let (quads, triangles) = match batch.slot {
            Slot::Colour => (
                numbered(polygons.colour_quads.get(batch.quads.clone()), coloured),
                numbered(polygons.colour_triangles.get(batch.triangles.clone()), coloured),
            ),
            Slot::Texture(_) => (
                numbered(polygons.textured_quads.get(batch.quads.clone()), textured),
                numbered(polygons.textured_triangles.get(batch.triangles.clone()), textured),
            ),
        };
        for (material, quad) in quads {
            part(&mut parts, first, &batch, material).quads.push(quad);
        }
        for (material, triangle) in triangles {
            part(&mut parts, first, &batch, material).triangles.push(triangle);
        }
    }
    parts
}

/// Returns the part of a batch with a material, from `first` on, which is added when there is none.
fn part<'p>(parts: &'p mut Vec<Part>, first: usize, batch: &Batch, material: Material) -> &'p mut Part {
    let place = parts[first..].iter().position(|part| part.material == material);
    let place = place.map_or(parts.len(), |place| first + place);
    if place == parts.len() {
        let (pattern, slot) = (batch.pattern, batch.slot);
        parts.push(Part { pattern, slot, material, quads: Vec::new(), triangles: Vec::new() });
    }
    &mut parts[place]
}

fn numbered<P, const N: usize>(
    polygons: Option<&[P]>,
    of: impl Fn(&P) -> (Material, [Corner; N]),
) -> Vec<(Material, Polygon<N>)> {
    let polygons = polygons.unwrap_or_default().iter().map(of).enumerate();
    polygons.map(|(number, (material, corners))| (material, Polygon { number, corners })).collect()
}

fn coloured<const N: usize>(polygon: &ColourPolygon<N>) -> (Material, [Corner; N]) {
    (polygon.material, polygon.vertices.map(|vertex| Corner { vertex, paint: Paint::Colour(polygon.colour) }))
}

fn textured<const N: usize>(polygon: &TexturedPolygon<N>) -> (Material, [Corner; N]) {
    let corner =
        |corner: usize| Corner { vertex: polygon.vertices[corner], paint: Paint::Texel(polygon.texels[corner]) };
    (polygon.material, std::array::from_fn(corner))
}

/// Returns the size that texels of a slot are divided by: that of its texture. Where texels lie beyond the texture, it is 256, to
/// which players pad the texture.
pub(crate) fn texture_size(slot: u16, texture: &Texture, parts: &[Part]) -> [u16; 2] {
    let group = parts.iter().filter(|part| part.slot == Slot::Texture(slot));
    let corners = group.flat_map(Part::corners);
    let [width, height] = corners.fold([0u16; 2], |[width, height], corner| match corner.paint {
        Paint::Texel([u, v]) => [width.max(u.into()), height.max(v.into())],
        Paint::Colour(_) => [width, height],
    });
    let is_padded = width > texture.width || height > texture.height;
    [texture.width, texture.height].map(|side| if is_padded { side.max(256) } else { side })
}

/// Returns the sizes that texels of all slots are divided by; without a texture, 256.
pub(crate) fn texture_sizes(content: &Content, parts: &[Part]) -> Vec<[u16; 2]> {
    let size = |slot| content.picture(slot).map_or([256; 2], |(_, texture)| texture_size(slot, texture, parts));
    (0..content.figure.texture_count).map(size).collect()
}

/// The words for single bits of a material.
const FLAGS: [(u16, &str); 7] = [
    (Material::COLOUR_KEY, "key"),
    (Material::DOUBLE_FACE, "double"),
    (Material::LIGHTING, "lit"),
    (Material::SPHERE_MAP, "sphere"),
    (Material::FLAT_SHADE, "flat"),
    (Material::SORT_NEAREST, "near"),
    (Material::SORT_FARTHEST, "far"),
];

/// Returns the words for the attributes of a material, such as "key" and "half".
pub(crate) fn words(material: Material) -> Vec<&'static str> {
    let mut words: Vec<&str> = FLAGS.iter().filter(|(bit, _)| material.has(*bit)).map(|(_, word)| *word).collect();
    if material.0 & Material::BLEND != 0 {
        words.push(material.blend().word());
    }
    words
}

/// Returns the name of a material: its slot and the words for its attributes.
pub(crate) fn material_name(slot: Slot, material: Material) -> String {
    let mut name = match slot {
        Slot::Colour => "colour".to_owned(),
        Slot::Texture(slot) => format!("texture{slot}"),
    };
    for word in words(material) {
        name.push('.');
        name.push_str(word);
    }
    name
}

/// Returns the slot and the attributes that a name stands for; the inverse of [`material_name`]. A number that Blender
/// adds to a name that it has already, such as ".001", is ignored.
pub(crate) fn material_named(name: &str) -> Option<(Slot, Material)> {
    let is_number = |(_, digits): &(&str, &str)| digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let name = name.rsplit_once('.').filter(is_number).map_or(name, |(name, _)| name);
    let mut words = name.split('.');
    let slot = match words.next()? {
        "colour" => Slot::Colour,
        texture => Slot::Texture(texture.strip_prefix("texture")?.parse().ok()?),
    };
    let bits = words.try_fold(0, |bits, word| {
        let flag = FLAGS.iter().find(|(_, name)| *name == word).map(|(bit, _)| *bit);
        let blend = || Blend::ALL.into_iter().find(|blend| blend.word() == word).map(Blend::bits);
        Some(bits | flag.or_else(blend)?)
    })?;
    let material = Material(bits);
    (material_name(slot, material) == name).then_some((slot, material))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texture_with_texels_beyond_it_is_as_large_as_players_make_it() {
        let size = |texel: [u8; 2]| {
            let corners = [Corner { vertex: 0, paint: Paint::Texel(texel) }; 3];
            let triangles = vec![Polygon { number: 0, corners }];
            let (slot, material) = (Slot::Texture(0), Material(0));
            let texture = Texture { width: 64, height: 100, ..Texture::default() };
            texture_size(0, &texture, &[Part { pattern: 0, slot, material, quads: Vec::new(), triangles }])
        };
        assert_eq!([size([64, 100]), size([65, 0]), size([0, 101])], [[64, 100], [256; 2], [256; 2]]);
    }

    #[test]
    fn a_material_is_known_by_its_name() {
        for bits in (0..1024).filter(|bits| bits & !Material::TEXTURED == 0).map(Material) {
            for slot in [Slot::Colour, Slot::Texture(0), Slot::Texture(12)] {
                let name = material_name(slot, bits);
                assert_eq!(material_named(&name), Some((slot, bits)));
                assert_eq!(material_named(&format!("{name}.002")), Some((slot, bits)));
            }
        }
        for other in ["Material", "texture", "texture0.red", "colour.lit.key", "texture0.normal", "texture00"] {
            assert_eq!(material_named(other), None, "{other}");
        }
    }
}
