//! Generated documents survive text, binary and the way back.

#![allow(clippy::float_cmp)]

use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{NamedFigure, Options, action, figure, table};
use keitai_formats::{
    Blend, Limits, ReadOptions, Report,
    bac::{self, Bac, Bone, Corners, Face, Group, Material},
    bone_name, mbac, mtra,
    text::{SourceSpan, Spanned},
    tra::{self, BoneMotion, Channel, Key, Switch, Tra},
};
use proptest::collection::vec;
use proptest::prelude::*;

const READ: ReadOptions = ReadOptions::new(Limits::NONE, keitai_formats::Dialect::Vendor);

/// Returns a unit vector and another at a right angle to it.
fn axes() -> impl Strategy<Value = ([f32; 3], [f32; 3])> {
    (0.0f64..6.25, 0.01f64..3.13, 0.0f64..6.25).prop_map(|(around, down, roll)| {
        let (sa, ca) = around.sin_cos();
        let (sd, cd) = down.sin_cos();
        let (sr, cr) = roll.sin_cos();
        let z = [ca * sd, sa * sd, cd];
        let (u, v) = ([ca * cd, sa * cd, -sd], [-sa, ca, 0.0]);
        let y = [0, 1, 2].map(|i| u[i] * cr + v[i] * sr);
        (z.map(|c| (c * 100.0) as f32), y.map(|c| (c * 100.0) as f32))
    })
}

fn point(reach: f32) -> impl Strategy<Value = [f32; 3]> {
    [-reach..reach, -reach..reach, -reach..reach]
}

fn name() -> impl Strategy<Value = String> {
    "[a-z;() ]{0,8}"
}

fn material(textures: i32, colours: i32) -> impl Strategy<Value = Material> {
    let blend = prop_oneof![Just(Blend::Normal), Just(Blend::Half), Just(Blend::Add), Just(Blend::Sub)];
    (blend, any::<[bool; 4]>(), -1..textures, -1..colours, 0.0f32..1.0).prop_map(
        |(blend, [double_face, transparent, lighting, shiny], texture, colour, specular)| Material {
            blend,
            double_face,
            transparent,
            lighting,
            texture,
            colour,
            specular,
            alpha: shiny.then_some(0.5),
            ..Material::default()
        },
    )
}

/// Vertices are given to the bones in turn. Every bone but the first is the child or the brother of the one before it.
fn document() -> impl Strategy<Value = Bac> {
    let parts = (
        vec(point(500.0), 4..40),
        any::<bool>(),
        vec((point(300.0), axes(), any::<bool>()), 1..6),
        vec([0.0f32..=1.0, 0.0f32..=1.0, 0.0f32..=1.0], 1..5),
        vec([2i32..=256, 2i32..=256], 1..3),
        vec([0.0f32..=1.0, 0.0f32..=1.0], 1..12),
    );
    parts.prop_flat_map(|(points, with_normals, bones, colours, textures, texture_coords)| {
        let count = points.len() as i32;
        let coords = texture_coords.len() as i32;
        let materials = vec(material(textures.len() as i32, colours.len() as i32), 1..5);
        let face = (
            0i32..5,
            [0..count, 0..count, 0..count, 0..count],
            [0..coords, 0..coords, 0..coords, 0..coords],
            any::<bool>(),
        );
        let faces = move |most| vec(face.clone(), 1..most);
        let normals = vec(point(1.0), points.len());
        (materials, faces(30), vec((name(), faces(5)), 0..3), normals).prop_map(
            move |(materials, polygons, groups, normals)| {
                let known = materials.len() as i32;
                let face = |(material, [a, b, c, d], [s, t, u, v], quad): &(i32, [i32; 4], [i32; 4], bool)| Face {
                    span: SourceSpan::default(),
                    material: material % known,
                    vertices: if *quad { Corners::Four([*a, *b, *c, *d]) } else { Corners::Three([*a, *b, *c]) },
                    texels: if *quad { Corners::Four([*s, *t, *u, *v]) } else { Corners::Three([*s, *t, *u]) },
                };
                let last = bones.len() - 1;
                let bones = bones.iter().enumerate().map(|(index, (origin, (z, y), deeper))| Bone {
                    name: Some(Spanned::from(format!("bone {index}"))),
                    has_child: index < last && *deeper,
                    has_brother: index < last && !*deeper,
                    translate: *origin,
                    rotate: [0, 1, 2].map(|c| origin[c] + z[c]),
                    handle: [0, 1, 2].map(|c| origin[c] + y[c]),
                    vertices: (0..count).filter(|v| *v as usize % (last + 1) == index).map(Spanned::from).collect(),
                    ..Bone::default()
                });
                Bac {
                    name: Some("generated".to_owned()),
                    textures: textures.clone(),
                    colours: colours.iter().copied().map(Spanned::from).collect(),
                    materials,
                    coords: points.iter().copied().map(Spanned::from).collect(),
                    normals: with_normals.then(|| normals.into_iter().map(Spanned::from).collect()),
                    bones: bones.collect(),
                    texture_coords: texture_coords.clone(),
                    polygons: polygons.iter().map(face).collect(),
                    groups: groups
                        .iter()
                        .map(|(name, faces)| Group {
                            name: Some(name.clone()),
                            faces: faces.iter().map(face).collect(),
                            ..Group::default()
                        })
                        .collect(),
                    ..Bac::default()
                }
            },
        )
    })
}

fn channel(values: std::ops::Range<f32>) -> impl Strategy<Value = Channel> {
    let keys = prop_oneof![values.clone().prop_map(|value| vec![(1, value)]), vec((1i32..9, values), 1..6),];
    keys.prop_map(|keys| {
        let mut frame = 0;
        let keys = keys.into_iter().map(|(step, value)| {
            let key = Key { frame, value, ..Key::default() };
            frame += step;
            key
        });
        Channel { keys: keys.collect(), ..Channel::default() }
    })
}

fn motion() -> impl Strategy<Value = BoneMotion> {
    let three = |values: std::ops::Range<f32>| [channel(values.clone()), channel(values.clone()), channel(values)];
    (three(-300.0..300.0), three(1.0..300.0), three(-1.0..1.0), channel(-700.0..700.0), any::<[bool; 3]>()).prop_map(
        |(translate, scale, rotate, roll, [moved, scaled, turned])| {
            let held = |value: f32| Channel { keys: vec![Key { value, ..Key::default() }], ..Channel::default() };
            BoneMotion {
                translate: if moved { translate } else { [held(0.0), held(0.0), held(0.0)] },
                scale: if scaled { scale } else { [held(100.0), held(100.0), held(100.0)] },
                rotate: if turned { rotate } else { [held(0.0), held(0.0), held(1.0)] },
                roll,
                ..BoneMotion::default()
            }
        },
    )
}

fn actions() -> impl Strategy<Value = Tra> {
    let switch = (0i32..60, 0i32..31, any::<bool>());
    (vec(motion(), 1..5), 1i32..60, vec(switch, 0..8)).prop_map(|(mut bones, total, switches)| {
        for (index, bone) in bones.iter_mut().enumerate() {
            bone.name = Some(Spanned::from(bone_name(index)));
        }
        let switch = |(frame, group, shown)| Switch { frame, group, shown, ..Switch::default() };
        let switches: Vec<Switch> = switches.into_iter().map(switch).collect();
        Tra {
            version: 4.0,
            name: Some("generated".to_owned()),
            total_frame: Some(total),
            bones,
            switches: (!switches.is_empty()).then_some(switches),
            ..Tra::default()
        }
    })
}

/// Returns the document of a report, which must have one.
fn whole<T>(report: Report<Option<T>>) -> T {
    report.document.unwrap_or_else(|| panic!("{:?}", report.diagnostics))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn figures(document in document()) {
        let text = bac::write(&document);
        let parsed = bac::read(text.as_bytes());
        prop_assert_eq!(&parsed.document, &document, "{:?}", parsed.diagnostics);

        let converted = figure(&document, Vec::new(), &Options::default());
        let Some(NamedFigure { figure: made, .. }) = converted.document else {
            // A figure is refused only when every face happens to name a vertex twice.
            prop_assert!(converted.diagnostics.iter().any(|finding| finding.rule.code == "C038"));
            return Ok(());
        };
        // A file keeps no palette without colour polygons, and no bones without vertices are made: nothing to lose.
        let bytes = mbac::write(&made).unwrap();
        let read = mbac::read_with(&bytes, &READ).unwrap();
        prop_assert_eq!(&read.document, &made);
        prop_assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);

        let text = whole(decompile::figure(&made, &DecompileOptions::default()));
        let parsed = bac::read(bac::write(&text).as_bytes());
        let options = Options::default().with_settings(&parsed.document.settings);
        let again = whole(figure(&parsed.document, parsed.diagnostics, &options));
        prop_assert_eq!(decompile::differences(&made, &again.figure), Vec::<String>::new());
    }

    #[test]
    fn actions_survive(document in actions()) {
        let text = tra::write(&document);
        let parsed = tra::read(text.as_bytes());
        prop_assert_eq!(&parsed.document, &document, "{:?}", parsed.diagnostics);

        let bones = (0..document.bones.len()).map(bone_name).collect();
        let skeleton = keitai_convert::Skeleton { bones, groups: 31, ..Default::default() };
        let options = Options::default();
        let made = whole(action(&document, Vec::new(), &skeleton, &options));
        let made = table(made, skeleton.bone_count(), &options);
        let bytes = mtra::write(&made).unwrap();
        let read = mtra::read(&bytes).unwrap();
        prop_assert_eq!(&read.document, &made);

        for (index, text) in decompile::actions(&made, &[], &DecompileOptions::default()).into_iter().enumerate() {
            let parsed = tra::read(tra::write(&whole(text)).as_bytes());
            let again = whole(action(&parsed.document, parsed.diagnostics, &skeleton, &options));
            prop_assert_eq!(&again[0], &made.actions[index]);
        }
    }

    #[test]
    fn readers_never_panic(text in "[();. \"a-z0-9-]{0,200}", cut in 0usize..400) {
        let mut bytes = b";BAC\n( Head ( bacVersion 6.0 ) ) ( Figure ( Bones ( bone ( name \"b\" ) ( translate 0 0 0 ) ) ) ".to_vec();
        bytes.truncate(cut);
        bytes.extend(text.bytes());
        let parsed = bac::read(&bytes);
        figure(&parsed.document, parsed.diagnostics, &Options::default());
        let parsed = tra::read(&bytes);
        action(&parsed.document, parsed.diagnostics, &keitai_convert::Skeleton::default(), &Options::vendor());
    }
}
