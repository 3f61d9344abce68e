//! The places of pictures in the textures of a figure: one texture each, or several in one where there are more than
//! 16.

use std::cmp::Reverse;

use keitai_convert::Target;
use keitai_formats::diagnostic::counted;
use keitai_formats::{Diagnostics, Limits, Picture, Texture};

use super::Options;
use super::geometry::{Geometry, Triangle};
use super::picture::DecodedPicture;
use super::surface::Surfaces;
use crate::picture::{PictureFile, resized};
use crate::rules;

/// The longest side of a texture.
const SIDE: u16 = Limits::PLAYERS.texels as u16;
/// The shortest side that a picture is reduced to, so that its repetitions in one face fit the texels.
const SHORTEST: u16 = 16;
/// Halvings of pictures that are tried until all fit.
const HALVINGS: u32 = 6;
/// Coordinates that are this much outside a picture are treated as inside.
const EDGE: f64 = 0.01;
/// Most texels that are visited; faces after that show all of their pictures.
const MOST_TEXELS: usize = 1 << 25;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) slot: u16,
    pub(super) offset: [u16; 2],
    /// Size that coordinates are multiplied with.
    pub(super) size: [u16; 2],
    /// Other pictures are beside it: coordinates stay inside.
    pub(super) is_shared: bool,
}

#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Places of the pictures of a file, by slot there.
    pub(super) places: Vec<Option<Place>>,
    /// Textures by slot, with their names; `None` for a slot without a picture.
    pub(super) textures: Vec<Option<(String, Texture)>>,
}

impl Layout {
    /// Makes each texture at least as large as the part of it that faces reach, by copies of its last row and column. `reached` has
    /// the sides of these parts by slot.
    pub(super) fn cover(&mut self, reached: &[[u16; 2]]) {
        for (texture, reached) in self.textures.iter_mut().zip(reached) {
            let Some((_, texture)) = texture else { continue };
            let size = [texture.width.max(reached[0]), texture.height.max(reached[1])];
            if size != [texture.width, texture.height] {
                *texture = resized(texture, size, |at, side| Some(at.min(side.saturating_sub(1))));
            }
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Use {
    faces: usize,
    /// Faces with coordinates outside the picture.
    repeated: usize,
    /// Repetitions in one face, by axis, from the start of the first.
    span: [f64; 2],
    /// A face leaves the picture, by axis.
    leaves: [bool; 2],
    is_own: bool,
}

impl Use {
    /// Returns the texture of a picture that is alone in it. A picture that repeats fills `most` texels, because players show
    /// index 0 outside of a texture.
    fn texture(
        &self,
        picture: DecodedPicture,
        areas: &[u64],
        most: u16,
        options: &Options,
        findings: &mut Diagnostics,
    ) -> (String, Texture) {
        let sides = picture.size;
        let goal = std::array::from_fn(|axis| if self.leaves[axis] { most } else { sides[axis] });
        if self.is_own || goal == sides {
            let areas = if self.is_own { &[] } else { areas };
            return picture.into_texture(areas, options, findings);
        }
        // All of the picture repeats, also where an export has padded it.
        let (name, texture) = DecodedPicture { cut: None, ..picture }.into_texture(areas, options, findings);
        (name, resized(&texture, goal, |at, side| at.checked_rem(side)))
    }
}

/// Places all pictures. Pictures that repeat within a face are made as small as needed, with sides that are powers of
/// two, and fill their textures.
pub(super) fn arrange(
    surfaces: &mut Surfaces,
    geometry: &Geometry,
    options: &Options,
    findings: &mut Diagnostics,
) -> Layout {
    let uses = uses(surfaces, &geometry.triangles);
    let most = if options.target == Target::V2 { Target::V2_SIDE } else { SIDE };
    let mut pictures = std::mem::take(&mut surfaces.pictures);
    for (picture, used) in pictures.iter_mut().zip(&uses) {
        if let Some(picture) = picture.as_mut().filter(|_| used.repeated > 0 && !used.is_own) {
            picture.reduce([0, 1].map(|axis| repeating(picture.size[axis], used.span[axis], most)));
        }
    }
    let sizes: Vec<[u16; 2]> = pictures.iter().map(|slot| slot.as_ref().map_or([0; 2], |image| image.size)).collect();
    let areas = areas(geometry, surfaces, &sizes);
    if pictures.len() <= Limits::PLAYERS.textures {
        let size = |picture: &Option<DecodedPicture>| picture.as_ref().map_or([256; 2], |picture| picture.size);
        let place = |(slot, picture)| Some(Place { slot, offset: [0; 2], size: size(picture), is_shared: false });
        let places = (0..).zip(&pictures).map(place).collect();
        let textures = pictures.into_iter().zip(uses.iter().zip(&areas));
        let textures =
            textures.map(|(picture, (used, areas))| Some(used.texture(picture?, areas, most, options, findings)));
        return Layout { places, textures: textures.collect() };
    }
    shared(pictures, &uses, &areas, most, options, findings)
}

/// Returns the largest power of two up to a side with which the repetitions in one face are within `most` texels.
fn repeating(side: u16, span: f64, most: u16) -> u16 {
    let power = |side: u16| 1 << side.max(1).ilog2();
    let fitting = libm::floor(f64::from(most) / libm::ceil(span - EDGE).clamp(1.0, 256.0)) as u16;
    power(side).min(power(fitting).max(SHORTEST))
}

/// Returns the number of the repetition of a picture that a triangle begins in. It does not begin in one that it leaves at
/// once.
pub(super) fn first(places: [f64; 3]) -> f64 {
    let least = places.into_iter().fold(f64::INFINITY, f64::min);
    let most = places.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let start = libm::floor(least);
    let is_left = least + EDGE >= start + 1.0 && f64::midpoint(least, most) >= start + 1.0;
    if is_left { start + 1.0 } else { start }
}

fn uses(surfaces: &Surfaces, triangles: &[Triangle]) -> Vec<Use> {
    let mut uses = vec![Use::default(); surfaces.pictures.len()];
    for triangle in triangles {
        let surface = surfaces.all.get(triangle.surface as usize);
        let Some((surface, slot)) = surface.and_then(|surface| Some((surface, surface.slot?))) else { continue };
        let Some(used) = uses.get_mut(slot) else { continue };
        used.faces += 1;
        used.is_own |= surface.is_own;
        let mut leaves = false;
        for axis in 0..2 {
            let places = triangle.places.map(|place| f64::from(place[axis]));
            let least = places.into_iter().fold(f64::INFINITY, f64::min);
            let most = places.into_iter().fold(f64::NEG_INFINITY, f64::max);
            used.span[axis] = used.span[axis].max(most - first(places));
            let is_beyond = libm::ceil(most - EDGE) - libm::floor(least + EDGE) > 1.0;
            used.leaves[axis] |= is_beyond;
            leaves |= is_beyond;
        }
        used.repeated += usize::from(leaves);
    }
    uses
}

/// Packs pictures into 16 textures. Those that repeat most are textures of their own as far as there is room.
fn shared(
    pictures: Vec<Option<DecodedPicture>>,
    uses: &[Use],
    areas: &[Vec<u64>],
    most: u16,
    options: &Options,
    findings: &mut Diagnostics,
) -> Layout {
    let used = |slot: usize| uses.get(slot).copied().unwrap_or_default();
    let mut pictures: Vec<(usize, DecodedPicture)> =
        pictures.into_iter().enumerate().filter_map(|(slot, picture)| Some((slot, picture?))).collect();
    let mut layout = Layout { places: vec![None; uses.len()], textures: Vec::new() };
    pictures.retain(|(slot, _)| used(*slot).faces > 0);
    pictures.sort_by_key(|(slot, _)| Reverse((used(*slot).repeated, *slot)));
    let count = pictures.len();
    let repeating = pictures.iter().filter(|(slot, _)| used(*slot).repeated > 0).count();
    let alone = if count <= Limits::PLAYERS.textures { count } else { repeating.min(Limits::PLAYERS.textures / 2) };
    let mut rest = pictures.split_off(alone);
    for ((number, picture), slot) in pictures.into_iter().zip(0..) {
        let place = Place { slot, offset: [0; 2], size: picture.size, is_shared: false };
        layout.places.iter_mut().skip(number).take(1).for_each(|entry| *entry = Some(place));
        let areas = areas.get(number).map(Vec::as_slice).unwrap_or_default();
        layout.textures.push(Some(used(number).texture(picture, areas, most, options, findings)));
    }
    rest.sort_by_key(|(slot, picture)| (Reverse((picture.size[1], picture.size[0])), *slot));
    let sizes: Vec<[u16; 2]> = rest.iter().map(|(_, picture)| picture.size).collect();
    let free = Limits::PLAYERS.textures - alone;
    let halved = |halvings: u32| -> Vec<[u16; 2]> {
        sizes.iter().map(|size| size.map(|side| (side >> halvings).max(side.min(4)))).collect()
    };
    let Some((sizes, packed)) =
        (0..HALVINGS).find_map(|halvings| Some((halved(halvings), pack(&halved(halvings), free)?)))
    else {
        findings
            .report(&rules::TOO_MUCH, format!("{}; not even reduced ones fit 16 textures", counted(count, "texture")));
        return layout;
    };
    let first = layout.textures.len();
    let mut sheets: Vec<Picture> = Vec::new();
    for (((number, mut picture), size), (sheet, offset)) in rest.into_iter().zip(sizes).zip(packed) {
        picture.reduce(size);
        let slot = u16::try_from(first + sheet).unwrap_or(u16::MAX);
        let place = Place { slot, offset, size, is_shared: true };
        layout.places.iter_mut().skip(number).take(1).for_each(|entry| *entry = Some(place));
        let whole = Picture { width: SIDE, height: SIDE, pixels: vec![[0; 4]; usize::from(SIDE) * usize::from(SIDE)] };
        sheets.resize(sheets.len().max(sheet + 1), whole);
        if let Some(sheet) = sheets.get_mut(sheet) {
            draw(sheet, &picture.into_picture(), offset);
        }
    }
    for (number, sheet) in sheets.into_iter().enumerate() {
        let report = PictureFile::Colours(sheet).quantised(options.palette.as_deref(), options.dither);
        findings.extend(report.diagnostics);
        layout.textures.push(Some((format!("atlas{number}"), report.document)));
    }
    if count > Limits::PLAYERS.textures {
        let message = format!("{count} pictures are put into {}", counted(layout.textures.len(), "texture"));
        findings.report(&rules::ATLAS, message);
    }
    layout
}

/// Returns the sheet and the place of each rectangle: in rows, from the top left. The highest rectangles come first.
/// `None` when they do not fit `most` sheets.
fn pack(sizes: &[[u16; 2]], most: usize) -> Option<Vec<(usize, [u16; 2])>> {
    let (mut sheet, mut x, mut y, mut row) = (0, 0, 0, 0);
    let mut places = Vec::new();
    for &[width, height] in sizes {
        if x + width > SIDE {
            (x, y, row) = (0, y + row, 0);
        }
        if y + height > SIDE {
            (sheet, x, y, row) = (sheet + 1, 0, 0, 0);
        }
        if sheet >= most {
            return None;
        }
        places.push((sheet, [x, y]));
        (x, row) = (x + width, row.max(height));
    }
    Some(places)
}

fn draw(sheet: &mut Picture, picture: &Picture, [left, top]: [u16; 2]) {
    let width = usize::from(sheet.width);
    let rows = picture.pixels.chunks_exact(usize::from(picture.width).max(1));
    for (row, pixels) in rows.enumerate() {
        let start = (usize::from(top) + row) * width + usize::from(left);
        let targets = sheet.pixels.iter_mut().skip(start);
        targets.zip(pixels).for_each(|(target, pixel)| *target = *pixel);
    }
}

/// Returns for every texel of the pictures of these sizes, by slot, the area of the figure that shows it.
pub(super) fn areas(geometry: &Geometry, surfaces: &Surfaces, sizes: &[[u16; 2]]) -> Vec<Vec<u64>> {
    let mut areas: Vec<Vec<u64>> =
        sizes.iter().map(|[width, height]| vec![0; usize::from(*width) * usize::from(*height)]).collect();
    // Triangles that show all of their pictures, by slot.
    let mut whole = vec![0; sizes.len()];
    let mut rest = MOST_TEXELS;
    for triangle in &geometry.triangles {
        let slot = surfaces.all.get(triangle.surface as usize).and_then(|surface| surface.slot);
        let Some((texels, size)) = slot.and_then(|slot| Some((areas.get_mut(slot)?, *sizes.get(slot)?))) else {
            continue;
        };
        if texels.is_empty() {
            continue;
        }
        let spans = spans(triangle, size, &mut rest);
        let count: usize = spans.iter().map(|(_, columns)| columns[1] - columns[0]).sum();
        if spans.is_empty() {
            whole.iter_mut().skip(slot.unwrap_or_default()).take(1).for_each(|faces| *faces += 1);
            continue;
        }
        // At least 1, so that every texel that is shown counts.
        let area = (geometry.area_of(triangle.vertices) * 16.0 / count as f64) as u64 + 1;
        let [width, height] = size.map(usize::from);
        for (row, [from, to]) in spans {
            let start = row % height * width;
            (from..to).map(|column| start + column % width).for_each(|texel| {
                texels.iter_mut().skip(texel).take(1).for_each(|sum| *sum = sum.saturating_add(area));
            });
        }
    }
    for (texels, faces) in areas.iter_mut().zip(whole).filter(|(_, faces)| *faces > 0) {
        texels.iter_mut().for_each(|texel| *texel = texel.saturating_add(faces));
    }
    areas
}

/// Returns the rows of texels that a triangle touches, each with the columns; none when there is no `rest` of work. A picture that repeats is
/// continued to the right and below.
fn spans(triangle: &Triangle, [width, height]: [u16; 2], rest: &mut usize) -> Vec<(usize, [usize; 2])> {
    let places = triangle.places.map(|[u, v]| [f64::from(u) * f64::from(width), f64::from(v) * f64::from(height)]);
    let least = |axis: usize| places.iter().fold(f64::INFINITY, |least, place| least.min(place[axis]));
    let most = |axis: usize| places.iter().fold(f64::NEG_INFINITY, |most, place| most.max(place[axis]));
    let away =
        [(0, width), (1, height)].map(|(axis, side)| (least(axis) / f64::from(side.max(1))).floor() * f64::from(side));
    let places = places.map(|[x, y]| [x - away[0], y - away[1]]);
    let [right, bottom] = [most(0) - away[0], most(1) - away[1]];
    let texels = (right + 2.0) * (bottom + 2.0);
    if !texels.is_finite() || texels > *rest as f64 {
        *rest = 0;
        return Vec::new();
    }
    *rest -= texels as usize;
    let mut spans = Vec::new();
    for row in (least(1) - away[1]).floor() as usize..=bottom.ceil() as usize {
        // Texels are rounded: those up to half a texel away are touched, too.
        let band = [row as f64 - 0.5, row as f64 + 1.5];
        let mut columns = [f64::INFINITY, f64::NEG_INFINITY];
        for [a, b] in [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner| places[corner])) {
            let at = |y: f64| if a[1] == b[1] { a[0] } else { a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) };
            let (low, high) = (a[1].min(b[1]).max(band[0]), a[1].max(b[1]).min(band[1]));
            if low <= high {
                let ends = if a[1] == b[1] { [a[0], b[0]] } else { [at(low), at(high)] };
                columns = [columns[0].min(ends[0]).min(ends[1]), columns[1].max(ends[0]).max(ends[1])];
            }
        }
        if columns[0] <= columns[1] {
            spans.push((row, [(columns[0] - 0.5).floor().max(0.0) as usize, (columns[1] + 0.5).floor() as usize + 1]));
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_that_repeat_in_a_face_are_powers_of_two_that_fit() {
        assert_eq!(
            [(256, 1.0), (256, 2.0), (200, 1.0), (64, 3.0), (256, 1000.0)].map(|(s, n)| repeating(s, n, SIDE)),
            [256, 128, 128, 64, 16]
        );
    }

    #[test]
    fn a_triangle_begins_in_the_repetition_where_it_is_seen() {
        assert_eq!(first([0.0, 1.0, 0.5]), 0.0);
        assert_eq!(first([0.998, 0.998, 0.998]), 0.0, "the last texel of a palette");
        assert_eq!([first([-0.001, 1.0, 0.5]), first([2.999, 4.0, 3.5])], [0.0, 3.0], "off a little");
        assert_eq!([first([-0.4, 0.5, 0.0]), first([0.6, 3.0, 1.0])], [-1.0, 0.0], "over several repetitions");
    }

    #[test]
    fn rectangles_are_packed_without_overlap() {
        let sizes = [[256, 256], [128, 128], [128, 128], [128, 64], [200, 60]];
        let places = pack(&sizes, 2).unwrap();
        assert_eq!(places, [(0, [0, 0]), (1, [0, 0]), (1, [128, 0]), (1, [0, 128]), (1, [0, 192])]);
        assert_eq!(pack(&sizes, 1), None);
    }
}
