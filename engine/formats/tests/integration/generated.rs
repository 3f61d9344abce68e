//! Generated documents: a written document is read back, to the last field and without a diagnostic.

use keitai_formats::{
    Action, ActionTable, Axis, Bone, BoneMatrix, ColourPolygon, Figure, Material, Normals, PackedNormal, Pattern,
    PatternKey, PolygonRun, ReadOptions, Rgb, RollKey, Slot, Texture, TexturedPolygon, Track, Trailer, VectorKey, bmp,
    mbac, mtra, swap,
};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

/// Components of every width, small ones as often as large ones.
fn component() -> impl Strategy<Value = i16> {
    prop_oneof![-128i16..128, -512i16..512, -4096i16..4096, any::<i16>()]
}

fn point() -> impl Strategy<Value = [i16; 3]> {
    [component(), component(), component()]
}

fn trailer() -> impl Strategy<Value = Option<Trailer>> {
    let text = "[A-Z]{2}[0-9]{6}".prop_map(|text| text.as_bytes().try_into().unwrap_or(*b"HI000000"));
    (any::<[u8; 2]>(), text).prop_map(|(key, identifier)| Some(Trailer { key, identifier }))
}

fn matrix() -> impl Strategy<Value = BoneMatrix> {
    any::<[i16; 12]>().prop_map(BoneMatrix)
}

fn packed_normal() -> impl Strategy<Value = PackedNormal> {
    let axis = (0u8..6).prop_map(|code| PackedNormal::Axis(Axis::from_code(code).unwrap_or(Axis::PlusX)));
    let direction = (-63i8..=63, -64i8..=63, any::<bool>());
    prop_oneof![axis, direction.prop_map(|(x, y, z_negative)| PackedNormal::Direction { x, y, z_negative })]
}

fn normals(version: u16, count: usize) -> BoxedStrategy<Normals> {
    if version == 3 {
        return Just(Normals::None).boxed();
    }
    let vectors = vec(any::<[i16; 3]>(), count).prop_map(Normals::Vectors);
    let packed = vec(packed_normal(), count).prop_map(Normals::Packed);
    prop_oneof![Just(Normals::None), vectors, packed].boxed()
}

fn material(version: u16) -> impl Strategy<Value = Material> {
    let mask = match version {
        3 => Material::COLOUR_KEY | Material::DOUBLE_FACE,
        4 => 0x0077,
        _ => 0x03F7,
    };
    any::<u16>().prop_map(move |bits| Material(bits & mask))
}

fn textured<const N: usize>(version: u16, vertices: usize) -> impl Strategy<Value = Vec<TexturedPolygon<N>>> {
    let highest: u8 = if version == 4 { 127 } else { 255 };
    let indices = proptest::array::uniform::<_, N>(0..vertices as u16);
    let texels = proptest::array::uniform::<_, N>([0..=highest, 0..=highest]);
    let polygon = (material(version), indices, texels);
    vec(polygon.prop_map(|(material, vertices, texels)| TexturedPolygon { material, vertices, texels }), 0..20)
}

fn coloured<const N: usize>(vertices: usize, colours: usize) -> impl Strategy<Value = Vec<ColourPolygon<N>>> {
    let indices = proptest::array::uniform::<_, N>(0..vertices as u16);
    let polygon = (material(5), indices, 0..colours).prop_map(|(material, vertices, colour)| ColourPolygon {
        material: Material(material.0 & !Material::COLOUR_KEY),
        vertices,
        colour: colour as u8,
    });
    vec(polygon, 0..20)
}

/// Cuts `count` polygons into `runs` runs at the places `cuts`.
fn runs(count: usize, cuts: &[usize]) -> Vec<u16> {
    let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (count + 1)).collect();
    ends.sort();
    ends.push(count);
    let starts = std::iter::once(0).chain(ends.clone());
    ends.iter().zip(starts).map(|(end, start)| (end - start) as u16).collect()
}

prop_compose! {
    fn skeleton(vertices: usize)(
        cuts in vec(any::<usize>(), 0..5),
        parents in vec(any::<proptest::sample::Index>(), 5),
        matrices in vec(matrix(), 6),
    ) -> Vec<Bone> {
        let counts = runs(vertices, &cuts);
        counts.iter().zip(matrices).enumerate().map(|(index, (&vertex_count, matrix))| {
            let parent = index.checked_sub(1).map(|last| parents[last].index(index + 1)).filter(|&parent| parent < index);
            Bone { vertex_count, parent: parent.map(|parent| parent as u16), matrix }
        }).collect()
    }
}

prop_compose! {
    fn figure()(version in 3u16..=5, vertices in vec(point(), 1..200), colours in 1usize..=256)(
        normals in normals(version, vertices.len()),
        palette in vec(any::<[u8; 3]>(), colours),
        triangles in coloured::<3>(vertices.len(), colours),
        quads in coloured::<4>(vertices.len(), colours),
        textured_triangles in textured::<3>(version, vertices.len()),
        textured_quads in textured::<4>(version, vertices.len()),
        texture_count in 1u16..=4,
        cuts in [vec(any::<usize>(), 3), vec(any::<usize>(), 3), vec(any::<usize>(), 15), vec(any::<usize>(), 15)],
        bones in skeleton(vertices.len()),
        trailer in trailer(),
        version in Just(version),
        vertices in Just(vertices),
    ) -> Figure {
        let mut figure = Figure { version, vertices, normals, texture_count: 1, bones, trailer, ..Figure::default() };
        figure.polygons.textured_triangles = textured_triangles;
        figure.polygons.textured_quads = textured_quads;
        let [mut pattern_count, mut slots] = [1, 1];
        if version == 5 {
            figure.texture_count = texture_count;
            [pattern_count, slots] = [4, usize::from(texture_count)];
            figure.polygons.colour_triangles = triangles;
            figure.polygons.colour_quads = quads;
            if figure.polygons.colour_triangles.len() + figure.polygons.colour_quads.len() > 0 {
                figure.palette = palette.iter().map(|&[r, g, b]| Rgb { r, g, b }).collect();
            }
        }
        let polygons = &figure.polygons;
        let cut = |index: usize, count: usize, parts: usize| runs(count, &cuts[index][..parts - 1]);
        let colour = [
            cut(0, polygons.colour_triangles.len(), pattern_count),
            cut(1, polygons.colour_quads.len(), pattern_count),
        ];
        let textured = [
            cut(2, polygons.textured_triangles.len(), pattern_count * slots),
            cut(3, polygons.textured_quads.len(), pattern_count * slots),
        ];
        let run = |runs: &[Vec<u16>; 2], index: usize| PolygonRun { triangles: runs[0][index], quads: runs[1][index] };
        figure.patterns = (0..pattern_count).map(|pattern| Pattern {
            colour: run(&colour, pattern),
            textures: (0..slots).map(|slot| run(&textured, pattern * slots + slot)).collect(),
        }).collect();
        figure
    }
}

fn frames() -> impl Strategy<Value = Vec<u16>> {
    btree_set(1u16.., 0..6).prop_map(|later| std::iter::once(0).chain(later).collect())
}

fn vectors() -> impl Strategy<Value = Vec<VectorKey>> {
    (frames(), vec(any::<[i16; 3]>(), 6)).prop_map(|(frames, values)| {
        frames.into_iter().zip(values).map(|(frame, value)| VectorKey { frame, value }).collect()
    })
}

fn rolls() -> impl Strategy<Value = Vec<RollKey>> {
    (frames(), vec(any::<i16>(), 6)).prop_map(|(frames, values)| {
        frames.into_iter().zip(values).map(|(frame, angle)| RollKey { frame, angle }).collect()
    })
}

fn track() -> impl Strategy<Value = Track> {
    prop_oneof![
        matrix().prop_map(Track::Matrix),
        Just(Track::Identity),
        (vectors(), vectors(), vectors(), rolls()).prop_map(|(translate, scale, rotate, roll)| Track::Scaled {
            translate,
            scale,
            rotate,
            roll
        }),
        (any::<[i16; 3]>(), vectors(), any::<i16>()).prop_map(|(translate, rotate, roll)| Track::Turned {
            translate,
            rotate,
            roll
        }),
        (vectors(), rolls()).prop_map(|(rotate, roll)| Track::Rolled { rotate, roll }),
        vectors().prop_map(|rotate| Track::Rotated { rotate }),
        (vectors(), vectors(), rolls()).prop_map(|(translate, rotate, roll)| Track::Moved { translate, rotate, roll }),
    ]
}

prop_compose! {
    fn action_table()(version in 4u16..=5, bone_count in 0u16..6)(
        actions in vec((any::<u16>(), vec(track(), usize::from(bone_count)), frames(), any::<[u32; 6]>()), 0..4),
        trailer in trailer(),
        version in Just(version),
        bone_count in Just(bone_count),
    ) -> ActionTable {
        let actions = actions.into_iter().map(|(last_frame, tracks, frames, masks)| {
            let keys = frames.into_iter().zip(masks).map(|(frame, mask)| PatternKey { frame, mask });
            Action { last_frame, tracks, patterns: keys.filter(|_| version == 5).collect() }
        });
        ActionTable { version, bone_count, actions: actions.collect(), trailer }
    }
}

prop_compose! {
    fn texture()(width in 1u16..=40, height in 1u16..=40, palette in vec(any::<[u8; 3]>(), 1..=256))(
        texels in vec(0..palette.len(), usize::from(width) * usize::from(height)),
        width in Just(width),
        height in Just(height),
        palette in Just(palette),
    ) -> Texture {
        let palette = palette.into_iter().map(|[r, g, b]| Rgb { r, g, b }).collect();
        Texture { width, height, palette, texels: texels.into_iter().map(|index| index as u8).collect() }
    }
}

proptest! {
    #[test]
    fn figures(figure in figure()) {
        prop_assert_eq!(figure.check(), Ok(()));
        let bytes = mbac::write(&figure).unwrap();
        let options = ReadOptions::UNLIMITED;
        let loaded = mbac::read(&bytes, &options).unwrap();
        prop_assert_eq!(&loaded.diagnostics, &[]);
        prop_assert_eq!(loaded.document, figure);
    }

    #[test]
    fn batches_hold_every_polygon_once(figure in figure()) {
        let lengths = |slot: Slot| match slot {
            Slot::Colour => [figure.polygons.colour_triangles.len(), figure.polygons.colour_quads.len()],
            Slot::Texture(_) => [figure.polygons.textured_triangles.len(), figure.polygons.textured_quads.len()],
        };
        for colour in [true, false] {
            let mut next = [0, 0];
            for batch in figure.batches().filter(|batch| (batch.slot == Slot::Colour) == colour) {
                prop_assert_eq!([batch.triangles.start, batch.quads.start], next);
                next = [batch.triangles.end, batch.quads.end];
            }
            prop_assert_eq!(next, lengths(if colour { Slot::Colour } else { Slot::Texture(0) }));
        }
    }

    #[test]
    fn action_tables(table in action_table()) {
        let loaded = mtra::read(&mtra::write(&table).unwrap()).unwrap();
        prop_assert_eq!(&loaded.diagnostics, &[]);
        prop_assert_eq!(loaded.document, table);
    }

    #[test]
    fn textures(texture in texture()) {
        let loaded = bmp::read(&bmp::write(&texture).unwrap(), &ReadOptions::default()).unwrap();
        prop_assert_eq!(&loaded.diagnostics, &[]);
        prop_assert_eq!(loaded.document, texture);
    }

    #[test]
    fn swapped_files(figure in figure(), texture in texture()) {
        let mut bytes = mbac::write(&figure).unwrap();
        swap::swap(&mut bytes);
        // A file that begins with its magic by chance is not taken as swapped.
        prop_assume!(!bytes.starts_with(b"MB"));
        let loaded = mbac::read(&bytes, &ReadOptions::default()).unwrap();
        prop_assert_eq!(loaded.document, figure);
        prop_assert_eq!(loaded.diagnostics.len(), 1);
        let mut bytes = bmp::write(&texture).unwrap();
        swap::swap(&mut bytes);
        prop_assume!(!bytes.starts_with(b"BM"));
        prop_assert_eq!(bmp::read(&bytes, &ReadOptions::default()).unwrap().document, texture);
    }

    #[test]
    fn a_swap_undoes_itself(data in vec(any::<u8>(), 0..700)) {
        let mut swapped = data.clone();
        swap::swap(&mut swapped);
        swap::swap(&mut swapped);
        prop_assert_eq!(swapped, data);
    }
}
