//! Valid figures with tables, a few bytes changed: what is still read is posed, becomes text, and comes back.

#![no_main]

use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{Options, open_actions, open_figure};
use keitai_formats::{Kind, ReadOptions, bac, mbac, mtra, tra};
use keitai_fuzz::made;
use keitai_render::{Model, Posture, Q16};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let (figure, table) = made::figure(input)?;
    let (Ok(mut figure), Ok(mut table)) = (mbac::write(&figure), mtra::write(&table)) else { return Ok(()) };
    made::edit(input, &mut figure, 2)?;
    made::edit(input, &mut table, 2)?;
    let read = ReadOptions::UNLIMITED;
    let Ok(opened) = open_figure(&figure, Some(Kind::Figure), &read, &Options::default()) else { return Ok(()) };
    let (figure, skeleton) = (opened.document.figure, opened.document.skeleton);
    figure.check().expect("a figure that was opened is sound");
    if let Some(text) = decompile::figure(&figure, &DecompileOptions::default()).document {
        let text = bac::write(&text).into_bytes();
        if let Ok(again) = open_figure(&text, Some(Kind::FigureText), &read, &Options::default()) {
            again.document.figure.check().expect("a figure that was converted is sound");
        }
    }
    let Ok(opened) = open_actions(&table, Some(Kind::ActionTable), Some(&skeleton), &Options::default()) else {
        return Ok(());
    };
    let table = opened.document.table;
    table.check().expect("a table that was opened is sound");
    for converted in decompile::actions(&table, &skeleton.bones, &DecompileOptions::default()) {
        if let Some(text) = converted.document {
            let _ = open_actions(
                &tra::write(&text).into_bytes(),
                Some(Kind::ActionText),
                Some(&skeleton),
                &Options::default(),
            );
        }
    }
    let Ok(model) = Model::new(&figure) else { return Ok(()) };
    let mut posture = Posture::rest(&model);
    let mut positions = Vec::new();
    for action in table.actions.iter().filter(|action| action.tracks.len() == figure.bones.len()) {
        for frame in [0, action.last_frame / 2, action.last_frame, u16::MAX] {
            posture.set(&model, action, Q16::from_bits(i32::from(frame) << 15));
            posture.positions(&model, &mut positions);
        }
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    // An input that is too short makes no document.
    let _ = run(&mut Unstructured::new(data));
});
