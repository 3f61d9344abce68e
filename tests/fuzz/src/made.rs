//! Valid documents made of the bytes of an input, so that a run gets beyond the first reader.

use fastrand::Rng;
use keitai_formats::{ActionTable, Figure, Trailer};
use keitai_tests::random::extreme;
use libfuzzer_sys::arbitrary::{Result, Unstructured};

const MOST_EDITS: usize = 8;

/// Returns a figure and a table of actions for it, whose numbers often lie at the ends of their ranges.
pub fn figure(input: &mut Unstructured<'_>) -> Result<(Figure, ActionTable)> {
    let mut rng = Rng::with_seed(input.arbitrary()?);
    let mut figure = extreme::figure(&mut rng);
    figure.version = input.int_in_range(3..=5)?;
    figure.trailer = input.arbitrary::<bool>()?.then(Trailer::default);
    let bones = figure.bones.len();
    let mut action = || {
        let mut action = extreme::action(&mut rng, bones);
        action.tracks.resize(bones, keitai_formats::Track::Identity);
        // Long actions are slow, not wrong.
        action.last_frame %= 200;
        action
    };
    let actions = (0..input.int_in_range(0..=2)?).map(|_| action()).collect();
    let table = ActionTable { version: 5, bone_count: bones as u16, actions, trailer: Some(Trailer::default()) };
    Ok((figure, table))
}

/// Changes a few bytes of a document from `start` on.
pub fn edit(input: &mut Unstructured<'_>, bytes: &mut [u8], start: usize) -> Result<()> {
    let Some(part) = bytes.get_mut(start..).filter(|part| !part.is_empty()) else { return Ok(()) };
    for _ in 0..input.int_in_range(0..=MOST_EDITS)? {
        let at = input.choose_index(part.len())?;
        part[at] = input.arbitrary()?;
    }
    Ok(())
}
