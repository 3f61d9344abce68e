//! Converts polygons to faces, materials, colours and texture coordinates.
//!
//! In each pattern colour triangles and quads are merged such that the palette's entries first appear in their order;
//! the textured ones follow, by texture. Colours are written as (c + 0.5) / 255, the middle of the range that truncates
//! to c.

use super::DecompileOptions;
use crate::options::ZSort;
use crate::rules;
use keitai_formats::diagnostic::counted;
use keitai_formats::{
    ColourPolygon, Diagnostics, Figure, Material, Rgb, Slot, TexturedPolygon,
    bac::{Bac, Corners, Face, Group, Material as TextMaterial},
    text::{SourceSpan, Spanned},
};
use std::collections::HashMap;

/// Adds polygons, materials, colours and texture coordinates to a text.
pub(crate) fn add(
    figure: &Figure,
    options: &DecompileOptions<'_>,
    z_sort: ZSort,
    bac: &mut Bac,
    findings: &mut Diagnostics,
) {
    bac.colours = figure.palette.iter().map(|colour| Spanned::from(components(*colour))).collect();
    let default = if figure.version >= 5 { 256 } else { 128 };
    let size = |slot: u16| {
        let size = options.texture_sizes.get(usize::from(slot)).copied();
        let size = size.filter(|size| *size != [0; 2]).unwrap_or([default; 2]);
        size.map(|side| i32::from(side.max(2)))
    };
    bac.textures = (0..figure.texture_count).map(size).collect();

    let mut builder = Builder {
        bac,
        sorting: z_sort.bits(),
        materials: HashMap::new(),
        coords: HashMap::new(),
        colours_seen: 0,
        beyond: 0,
        lost: 0,
    };
    let mut patterns: Vec<Vec<Face>> = vec![Vec::new(); figure.patterns.len().max(1)];
    let polygons = &figure.polygons;
    for batch in figure.batches() {
        let Some(faces) = patterns.get_mut(usize::from(batch.pattern)) else { continue };
        match batch.slot {
            Slot::Colour => {
                let triangles = polygons.colour_triangles.get(batch.triangles).unwrap_or_default();
                let quads = polygons.colour_quads.get(batch.quads).unwrap_or_default();
                builder.colours(triangles, quads, faces);
            }
            Slot::Texture(slot) => {
                let triangles = polygons.textured_triangles.get(batch.triangles).unwrap_or_default();
                let quads = polygons.textured_quads.get(batch.quads).unwrap_or_default();
                faces.extend(triangles.iter().map(|triangle| builder.textured(triangle, slot)));
                faces.extend(quads.iter().map(|quad| builder.textured(quad, slot)));
            }
        }
    }
    let (beyond, lost) = (builder.beyond, builder.lost);
    let mut patterns = patterns.into_iter();
    bac.polygons = patterns.next().unwrap_or_default();
    bac.groups = patterns
        .enumerate()
        .map(|(index, faces)| Group { name: Some(format!("pattern{index}")), faces, ..Group::default() })
        .collect();
    for (index, _) in bac.groups.iter().enumerate().filter(|(_, group)| group.faces.is_empty()) {
        findings.report(&rules::PATTERN_EMPTY, format!("pattern {} has no polygons", index + 1));
    }
    if beyond > 0 {
        let texels = counted(beyond, "texel");
        findings.report(&rules::TEXEL_BEYOND, format!("{texels} beyond the assumed size of the texture"));
    }
    if lost > 0 {
        let materials = counted(lost, "material");
        findings.report(&rules::BITS_LOST, format!("{materials} with flat shading, or with a sorting in the material"));
    }
}

fn components(colour: Rgb) -> [f32; 3] {
    [colour.r, colour.g, colour.b].map(|c| if c == 255 { 1.0 } else { (f32::from(c) + 0.5) / 255.0 })
}

struct Builder<'b> {
    bac: &'b mut Bac,
    /// The bits of the sorting that the text's settings give to all polygons.
    sorting: u16,
    materials: HashMap<(Material, Option<u16>, Option<u8>), i32>,
    coords: HashMap<[u32; 2], i32>,
    /// Number of palette entries that have appeared.
    colours_seen: usize,
    beyond: usize,
    lost: usize,
}

impl Builder<'_> {
    fn colours(&mut self, triangles: &[ColourPolygon<3>], quads: &[ColourPolygon<4>], faces: &mut Vec<Face>) {
        let (mut triangles, mut quads) = (triangles.iter().peekable(), quads.iter().peekable());
        loop {
            let first = match (triangles.peek(), quads.peek()) {
                (None, None) => return,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (Some(triangle), Some(quad)) => {
                    let is_used = |colour: u8| usize::from(colour) < self.colours_seen;
                    is_used(triangle.colour) || (!is_used(quad.colour) && triangle.colour <= quad.colour)
                }
            };
            let face = if first {
                triangles.next().map(|triangle| self.coloured(triangle.material, triangle.colour, &triangle.vertices))
            } else {
                quads.next().map(|quad| self.coloured(quad.material, quad.colour, &quad.vertices))
            };
            faces.extend(face);
        }
    }

    fn coloured(&mut self, material: Material, colour: u8, vertices: &[u16]) -> Face {
        self.colours_seen = self.colours_seen.max(usize::from(colour) + 1);
        let material = self.material(material, None, Some(colour));
        let vertices = corners(vertices);
        let texels = match vertices {
            Corners::Three(_) => Corners::Three([-1; 3]),
            Corners::Four(_) => Corners::Four([-1; 4]),
        };
        Face { span: SourceSpan::default(), material, vertices, texels }
    }

    fn textured<const N: usize>(&mut self, polygon: &TexturedPolygon<N>, slot: u16) -> Face {
        let material = self.material(polygon.material, Some(slot), None);
        let size = self.bac.textures.get(usize::from(slot)).copied().unwrap_or([256; 2]);
        let indices = polygon.texels.map(|texel| self.coordinate(texel, size));
        let texels = corners(&indices);
        Face { span: SourceSpan::default(), material, vertices: corners(&polygon.vertices), texels }
    }

    fn coordinate(&mut self, texel: [u8; 2], [width, height]: [i32; 2]) -> i32 {
        let [u, v] = [(texel[0], width), (texel[1], height)].map(|(texel, side)| {
            self.beyond += usize::from(i32::from(texel) >= side);
            // Rounded once from the exact quotient.
            (f64::from(texel) / f64::from(side - 1)) as f32
        });
        let next = i32::try_from(self.bac.texture_coords.len()).unwrap_or(i32::MAX);
        *self.coords.entry([u.to_bits(), v.to_bits()]).or_insert_with(|| {
            self.bac.texture_coords.push([u, v]);
            next
        })
    }

    fn material(&mut self, bits: Material, texture: Option<u16>, colour: Option<u8>) -> i32 {
        let next = i32::try_from(self.bac.materials.len()).unwrap_or(i32::MAX);
        *self.materials.entry((bits, texture, colour)).or_insert_with(|| {
            self.lost += usize::from(bits.0 & !Material::IN_TEXT != self.sorting);
            self.bac.materials.push(TextMaterial {
                blend: bits.blend(),
                double_face: bits.has(Material::DOUBLE_FACE),
                transparent: bits.has(Material::COLOUR_KEY),
                lighting: bits.has(Material::LIGHTING),
                texture: texture.map_or(-1, i32::from),
                colour: colour.map_or(-1, i32::from),
                specular: if bits.has(Material::SPHERE_MAP) { 1.0 } else { 0.0 },
                ..TextMaterial::default()
            });
            next
        })
    }
}

/// Returns the corners of a polygon. The strip order a, b, d, c of a quad becomes the perimeter a, b, c, d.
fn corners<T: Copy + Into<i32>>(strip: &[T]) -> Corners {
    match *strip {
        [a, b, d, c] => Corners::Four([a, b, c, d].map(Into::into)),
        [a, b, c] => Corners::Three([a, b, c].map(Into::into)),
        _ => Corners::Three([-1; 3]),
    }
}
