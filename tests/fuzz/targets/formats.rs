//! Readers and writers of the phones' files, and their conversion.

#![no_main]

use std::sync::LazyLock;

use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{BakeOptions, Options, check, open_actions, open_figure, table};
use keitai_formats::{
    Diagnostic, Error, Figure, Kind, Location, ReadOptions, bac, bck, bmp, mbac, mtra, recognise, tra,
};
use keitai_fuzz::{Target, chosen, made};
use keitai_render::{Model, Posture, Q16};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    chosen(&[
        ("mbac", read_mbac),
        ("mtra", read_mtra),
        ("bmp", read_bmp),
        ("bck", read_bck),
        ("bac", read_bac),
        ("tra", read_tra),
        ("check", check_file),
        ("convert", convert),
        ("bake", bake),
        ("made_figure", |data| {
            // An input that is too short makes no document.
            let _ = made_figure(&mut Unstructured::new(data));
        }),
    ])
});

fuzz_target!(|data: &[u8]| TARGET(data));

const READ: ReadOptions = ReadOptions::UNLIMITED;

/// A file that is read passes the check; one that can be written comes back the same.
fn read_mbac(data: &[u8]) {
    let _ = recognise(data);
    let _ = mbac::read(data);
    let Ok(loaded) = mbac::read_with(data, &READ) else { return };
    let figure = loaded.document;
    figure.check().expect("a figure that was read is sound");
    figure.batches().for_each(drop);
    match mbac::write(&figure) {
        Ok(bytes) => {
            let again = mbac::read_with(&bytes, &READ).expect("what was written can be read");
            assert_eq!(again.document, figure);
        }
        Err(Error::TargetVersion { asked: 2, .. } | Error::Unwritable { .. }) => {}
        Err(error) => panic!("{error}"),
    }
}

/// A file that is read passes the check; one that can be written comes back the same.
fn read_mtra(data: &[u8]) {
    let Ok(loaded) = mtra::read(data) else { return };
    let table = loaded.document;
    table.check().expect("an action table that was read is sound");
    match mtra::write(&table) {
        Ok(bytes) => {
            let again = mtra::read(&bytes).expect("what was written can be read");
            assert_eq!(again.document, table);
        }
        Err(Error::TargetVersion { asked: 2 | 3, .. }) => {}
        Err(error) => panic!("{error}"),
    }
}

/// A file that is read comes back the same.
fn read_bmp(data: &[u8]) {
    let Ok(loaded) = bmp::read(data) else { return };
    let bytes = bmp::write(&loaded.document).expect("what was read can be written");
    let again = bmp::read(&bytes).expect("what was written can be read");
    assert_eq!(again.document, loaded.document);
}

/// A file that is read can be sampled at any frame, and gives numbers.
fn read_bck(data: &[u8]) {
    let Ok(loaded) = bck::read(data) else { return };
    let animation = loaded.document;
    for frame in [-1.0, 0.0, 0.5, 3.25, 1e9] {
        for joint in 0..animation.joints.len() {
            let pose = animation.sample(joint, frame).expect("the joint is there");
            assert!(pose.scale.iter().chain(&pose.translation).all(|value| value.is_finite()));
        }
    }
}

/// Every diagnostic has a line and a column, but for that of a text in UTF-16; a document read without a diagnostic is written the same twice.
fn read_bac(data: &[u8]) {
    let parsed = bac::read(data).with_lines(data);
    assert!(parsed.diagnostics.iter().all(is_placed));
    let written = bac::write(&parsed.document);
    if parsed.diagnostics.is_empty() {
        // Names lose what a string cannot hold, once.
        assert_eq!(bac::write(&bac::read(written.as_bytes()).document), written);
    }
}

/// As [`read_bac`].
fn read_tra(data: &[u8]) {
    let parsed = tra::read(data).with_lines(data);
    assert!(parsed.diagnostics.iter().all(is_placed));
    let written = tra::write(&parsed.document);
    if parsed.diagnostics.is_empty() {
        assert_eq!(tra::write(&tra::read(written.as_bytes()).document), written);
    }
}

fn is_placed(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.location, Location::Line(_)) || diagnostic.rule.code == "T028"
}

/// Every diagnostic can be printed.
fn check_file(data: &[u8]) {
    for diagnostic in check::file(data, None, None).diagnostics {
        assert!(!diagnostic.to_string().is_empty());
    }
}

/// A figure that can be opened becomes text, and comes back.
fn convert(data: &[u8]) {
    if let Ok(opened) = open_figure(data, None, &READ, &Options::default()) {
        there_and_back(&opened.document.figure);
    }
}

fn there_and_back(figure: &Figure) {
    figure.check().expect("a figure that was opened is sound");
    let Some(text) = decompile::figure(figure, &DecompileOptions::default()).document else { return };
    let text = bac::write(&text).into_bytes();
    if let Ok(again) = open_figure(&text, Some(Kind::FigureText), &READ, &Options::default()) {
        again.document.figure.check().expect("a figure that was converted is sound");
    }
}

/// The most joints times frames that are baked. More are slow, not wrong.
const SAMPLES: usize = 1 << 8;

/// A baked animation is a valid action for the requested number of bones.
fn bake(data: &[u8]) {
    let Ok(mut loaded) = bck::read(data) else { return };
    let bones = loaded.document.joints.len();
    // A long animation is cut, so that it is no easy way around baking.
    let frames = (SAMPLES / bones.max(1)).max(1);
    loaded.document.duration = loaded.document.duration.min(frames as u16);
    let Some(baked) = keitai_convert::bake(&loaded.document, bones, &BakeOptions::default()).document else { return };
    let bone_count = u16::try_from(bones).expect("joints are counted in 16 bits");
    table(vec![baked.action], bone_count, &Options::default()).check().expect("a baked action is sound");
}

/// Valid figures with tables, a few bytes changed: what is still read is posed, becomes text, and comes back.
fn made_figure(input: &mut Unstructured<'_>) -> Result<()> {
    let (figure, table) = made::figure(input)?;
    let (Ok(mut figure), Ok(mut table)) = (mbac::write(&figure), mtra::write(&table)) else { return Ok(()) };
    made::edit(input, &mut figure, 2)?;
    made::edit(input, &mut table, 2)?;
    let options = Options::default();
    let Ok(opened) = open_figure(&figure, Some(Kind::Figure), &READ, &options) else { return Ok(()) };
    let (figure, skeleton) = (opened.document.figure, opened.document.skeleton);
    there_and_back(&figure);
    let Ok(opened) = open_actions(&table, Some(Kind::ActionTable), Some(&skeleton), &options) else { return Ok(()) };
    let table = opened.document.table;
    table.check().expect("a table that was opened is sound");
    for converted in decompile::actions(&table, &skeleton.bones, &DecompileOptions::default()) {
        if let Some(text) = converted.document {
            let text = tra::write(&text).into_bytes();
            let _ = open_actions(&text, Some(Kind::ActionText), Some(&skeleton), &options);
        }
    }
    let Ok(model) = Model::new(&figure) else { return Ok(()) };
    let (mut posture, mut positions) = (Posture::rest(&model), Vec::new());
    for action in table.actions.iter().filter(|action| action.tracks.len() == figure.bones.len()) {
        for frame in [0, action.last_frame / 2, action.last_frame, u16::MAX] {
            posture.set(&model, action, Q16::from_bits(i32::from(frame) << 15));
            posture.positions(&model, &mut positions);
        }
    }
    Ok(())
}
