//! Facts of a figure that cases of models ask for.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use keitai_formats::{Action, ColourPolygon, Content, Figure, Material, Normals, Rgb, Slot, Texture, Track};
use serde_json::{Value, json};

use crate::import::contents;
use crate::posture;

/// Returns the words of the attributes of a polygon, apart from lighting.
fn look(material: Material) -> String {
    let flags = [
        (Material::COLOUR_KEY, "key"),
        (Material::DOUBLE_FACE, "double"),
        (Material::SPHERE_MAP, "sphere"),
        (Material::FLAT_SHADE, "flat"),
        (Material::SORT_NEAREST, "nearest"),
        (Material::SORT_FARTHEST, "farthest"),
    ];
    let words = flags.into_iter().filter(|(bit, _)| material.has(*bit)).map(|(_, word)| word);
    [material.blend().word()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns the rows of a texture as colours.
fn rows(texture: &Texture) -> Vec<Vec<[u8; 3]>> {
    let level = |texel: &u8| texture.palette.get(usize::from(*texel)).copied().unwrap_or_default();
    let rows = texture.texels.chunks(texture.width.into());
    rows.map(|row| row.iter().map(level).map(levels).collect()).collect()
}

fn levels(Rgb { r, g, b }: Rgb) -> [u8; 3] {
    [r, g, b]
}

/// Returns what cases ask about a figure. `area` is twice that in the plane of X and Y.
pub(crate) fn facts(content: &Content) -> Value {
    let figure = &content.figure;
    let textures: Vec<_> =
        content.textures.iter().map(|texture| texture.as_ref().map(|(_, texture)| (texture, rows(texture)))).collect();
    let mut looks: BTreeMap<String, usize> = BTreeMap::new();
    let (mut faces, mut area) = (Vec::new(), 0);
    for (_, slot, bits, corners, colour) in contents(figure) {
        let look = look(Material(bits));
        *looks.entry(look.clone()).or_default() += 1;
        let places: Vec<_> = corners.iter().map(|(place, ..)| *place).collect();
        // The corners of a quad are in strip order.
        let order: &[usize] = if places.len() == 4 { &[0, 1, 3, 2, 0] } else { &[0, 1, 2, 0] };
        let sides = order.windows(2).map(|side| [places[side[0]], places[side[1]]].map(|place| place.map(i64::from)));
        area += sides.map(|[[ax, ay, _], [bx, by, _]]| ax * by - ay * bx).sum::<i64>().abs();
        let texels: Vec<_> = corners.iter().map(|(.., texel)| *texel).collect();
        let slot = if let Slot::Texture(slot) = slot { Some(slot) } else { None };
        let shown = slot.and_then(|slot| textures.get(usize::from(slot))?.as_ref()).map(|(_, rows)| {
            texels.iter().map(|[x, y]| rows.get(usize::from(*y))?.get(usize::from(*x)).copied()).collect::<Vec<_>>()
        });
        faces.push(json!({
            "corners": places, "texels": texels, "shown": shown, "slot": slot, "colour": colour.map(levels), "look": look,
            "lit": Material(bits).has(Material::LIGHTING),
        }));
    }
    let mut vertices = figure.vertices.clone();
    vertices.sort_unstable();
    let textures: Vec<_> = textures
        .iter()
        .map(|texture| {
            texture.as_ref().map(|(texture, rows)| {
                json!({
                    "size": [texture.width, texture.height], "texels": texture.texels, "rows": rows,
                    "holes": texture.texels.contains(&0),
                    "palette": texture.palette.iter().copied().map(levels).collect::<Vec<_>>(),
                    "colours": rows.iter().flatten().collect::<BTreeSet<_>>(),
                })
            })
        })
        .collect();
    let normals = if let Normals::Packed(normals) = &figure.normals { normals.as_slice() } else { &[] };
    let polygons = &figure.polygons;
    let counts = [
        polygons.textured_triangles.len(),
        polygons.textured_quads.len(),
        polygons.colour_triangles.len(),
        polygons.colour_quads.len(),
    ];
    let names = &content.skeleton.bones;
    let bones = names.iter().zip(&figure.bones).map(|(name, bone)| json!([name, bone.parent, bone.vertex_count]));
    let offsets = figure.bones.iter().map(|bone| [3, 7, 11].map(|element: usize| bone.matrix.0[element]));
    json!({
        "bones": bones.collect::<Vec<_>>(), "offsets": offsets.collect::<Vec<_>>(), "names": names, "actions": actions(content), "volume": volume(figure),
        "faces": faces, "looks": looks, "area": area, "vertices": vertices, "textures": textures, "counts": counts,
        "palette": figure.palette.iter().copied().map(levels).collect::<Vec<_>>(), "patterns": figure.patterns.len(),
        "slots": figure.texture_count, "highest": figure.vertices.iter().map(|vertex| vertex[1]).max(), "normals": [normals.len(), normals.iter().collect::<HashSet<_>>().len()],
    })
}

/// Returns the volume of the triangles of one colour, six times; below zero where their corners go clockwise.
fn volume(figure: &Figure) -> i64 {
    let places = posture::positions(figure, None);
    let corners = |triangle: &ColourPolygon<3>| triangle.vertices.map(|vertex| places[usize::from(vertex)]);
    let triangles = figure.polygons.colour_triangles.iter().map(corners);
    triangles.map(|[a, b, c]| a.dot(b.cross(c))).sum::<f64>().round() as i64
}

/// Returns what cases ask about actions. `places` are those of the first vertex at each frame, and `smallest` has the
/// smallest scale of each bone.
fn actions(content: &Content) -> Vec<Value> {
    let actions =
        content.tables.iter().flat_map(|(name, table)| table.actions.iter().map(move |action| (name, action)));
    let facts = |(name, action): (&String, &Action)| {
        let place = |frame| {
            posture::positions(&content.figure, Some((action, frame)))
                .first()
                .map(|at| at.to_array().map(|side| side.round() as i64))
        };
        let smallest = |track: &Track| Some(track.lists().scale?.iter().flat_map(|key| key.value).min());
        json!({
            "table": name, "last": action.last_frame, "places": (0..=action.last_frame).map(place).collect::<Vec<_>>(),
            "still": action.tracks.iter().map(|track| *track == Track::Identity).collect::<Vec<_>>(),
            "smallest": action.tracks.iter().map(smallest).collect::<Vec<_>>(),
        })
    };
    actions.map(facts).collect()
}
