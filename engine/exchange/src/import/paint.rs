//! Converts triangles to faces with their texels.

use keitai_convert::Target;
use keitai_formats::{Material, Slot};

use super::Options;
use super::gathered::{Corners, Face, Gathered, Triangle};
use super::layout::{Layout, Place, first};
use super::losses::Losses;
use super::scene::Scene;
use super::surface::{Surface, Surfaces};

/// A coordinate this far before a texel, in texels, is in it.
const EDGE: f64 = 1.0 / 16.0;

/// Returns the faces. Textures that they reach beyond are enlarged, because players show index 0 outside of a texture.
pub(super) fn faces(
    gathered: &mut Gathered,
    (scene, surfaces): (&Scene<'_>, &Surfaces),
    layout: &mut Layout,
    options: &Options,
) -> Vec<Face> {
    let triangles = std::mem::take(&mut gathered.triangles);
    let mut reached = vec![[0; 2]; layout.textures.len()];
    // The list of faces reuses the memory of the list of triangles.
    let face = |(number, triangle): (usize, Triangle)| {
        let surface = surfaces.all.get(triangle.surface as usize)?;
        let place = surface.slot.map(|slot| {
            layout.places.get(slot).copied().flatten().unwrap_or(Place {
                slot: u16::try_from(slot).unwrap_or(u16::MAX),
                offset: [0; 2],
                size: [256; 2],
                is_shared: false,
            })
        });
        let texels =
            place.map_or([[0; 2]; 3], |place| texels(&triangle, surface, &place, options, &mut gathered.losses));
        if gathered.losses.clamped > 0 && gathered.losses.clamped_at.is_none() {
            let [node, mesh] = gathered.origin(number);
            let picture = place.and_then(|place| layout.textures.get(usize::from(place.slot))?.as_ref());
            let picture = picture.map_or("", |(name, _)| name);
            let place = format!("{}, mesh {mesh}, picture \"{picture}\"", scene.described(node));
            gathered.losses.clamped_at = Some(place);
        }
        // An export has the texels of its figure.
        let reached = place.and_then(|place| reached.get_mut(usize::from(place.slot))).filter(|_| !surface.is_own);
        if let Some(reached) = reached {
            for texel in texels {
                *reached = std::array::from_fn(|axis| reached[axis].max(u16::from(texel[axis]) + 1));
            }
        }
        let [a, b, c] = triangle.vertices;
        Some(Face {
            pattern: triangle.pattern,
            slot: place.map_or(Slot::Colour, |place| Slot::Texture(place.slot)),
            bits: match triangle.glass {
                Some(glass) => Material(surface.bits.0 & !Material::BLEND | glass.blend.bits()),
                None => surface.bits,
            },
            is_twice: triangle.glass.is_some_and(|glass| glass.is_twice),
            number: triangle.number,
            corners: Corners::Triangle([(a, texels[0]), (b, texels[1]), (c, texels[2])]),
            colour: triangle.colour,
        })
    };
    let mut faces: Vec<Face> = triangles.into_iter().enumerate().filter_map(face).collect();
    faces.shrink_to_fit();
    layout.cover(&reached);
    faces
}

/// Returns the texels of a triangle, moved by whole pictures so that they lie in 0..=255, for V2 in 0..=127.
fn texels(
    triangle: &Triangle,
    surface: &Surface,
    place: &Place,
    options: &Options,
    losses: &mut Losses,
) -> [[u8; 2]; 3] {
    let places = triangle.places.map(|place| place.map(f64::from));
    let lost = places.iter().filter(|corner| surface.coordinates.is_lost(**corner, place.size));
    losses.unwrapped += lost.count();
    let mut texels = [[0u8; 2]; 3];
    for axis in 0..2 {
        let side = f64::from(place.size[axis]);
        let last = match () {
            () if place.is_shared => side - 1.0,
            () if options.target == Target::V2 && place.size[axis] <= Target::V2_SIDE => {
                f64::from(Target::V2_SIDE) - 1.0
            }
            () => 255.0,
        };
        let values = places.map(|corner| corner[axis] * side);
        let values = if surface.is_own { values.map(|value| libm::floor(value + 0.5)) } else { held(values) };
        let least = values.into_iter().fold(f64::INFINITY, f64::min);
        let most = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let away = match surface.is_own {
            true if least >= 0.0 && most <= last => 0.0,
            true => libm::floor(least / side) * side,
            // Players show index 0 outside of a texture.
            false => first(places.map(|place| place[axis])) * side,
        };
        for (texel, value) in texels.iter_mut().zip(values) {
            let value = value - away;
            // A texel beyond the edges of the largest picture is no loss: its first or last texel is there.
            losses.clamped += usize::from(!(-1.0..=last + 1.0).contains(&value));
            texel[axis] = (value.clamp(0.0, last) as u8).saturating_add(place.offset[axis].min(255) as u8);
        }
    }
    texels
}

/// Returns the texels that hold the corners of a triangle. A triangle that lies within a texel has that texel at all
/// corners, even where it reaches the edge: otherwise the next texel would be seen there.
fn held(corners: [f64; 3]) -> [f64; 3] {
    let least = libm::floor(corners.into_iter().fold(f64::INFINITY, f64::min) + EDGE);
    let most = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
    if most <= least + 1.0 + EDGE { [least; 3] } else { corners.map(|corner| libm::floor(corner + EDGE)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texel_that_holds_a_coordinate_is_taken() {
        assert_eq!(held([0.5, 0.5, 0.5]), [0.0; 3], "the middle of a texel");
        assert_eq!(held([3.0, 4.0, 3.5]), [3.0; 3], "a whole texel, and no more");
        assert_eq!(held([2.99, 3.01, 3.5]), [3.0; 3], "32-bit floats are off a little");
        assert_eq!(held([0.0, 16.0, 7.5]), [0.0, 16.0, 7.0]);
    }
}
