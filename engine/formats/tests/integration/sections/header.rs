//! Batches of the pattern table, and files that end anywhere.

use keitai_formats::{Error, Figure, Pattern, PolygonRun, Slot, mbac};

use super::files::{VENDOR, bytes, figure};

#[test]
fn a_batch_has_the_polygons_of_its_pattern_and_texture() {
    let figure = figure("rows are patterns, and columns are colour and textures");
    let batches: Vec<_> = figure.batches().collect();
    assert_eq!(batches.len(), 1);
    assert_eq!((batches[0].pattern, batches[0].slot), (1, Slot::Texture(1)));
    assert_eq!((batches[0].triangles.clone(), batches[0].quads.clone()), (0..1, 0..0));
}

#[test]
fn a_figure_of_as_many_patterns_and_textures_as_a_file_can_name_has_batches() {
    let most = usize::from(u16::MAX);
    let one = PolygonRun { triangles: 1, quads: 0 };
    let mut patterns = vec![Pattern::default(); most];
    patterns[most - 1].textures = vec![one; most];
    let figure = Figure { patterns, ..Figure::default() };
    let last = figure.batches().last().unwrap();
    assert_eq!((last.pattern, last.slot), (u16::MAX - 1, Slot::Texture(u16::MAX - 1)));
}

#[test]
fn every_truncation_is_an_error_within_the_file() {
    let whole = bytes("figures", "version 5");
    for length in 2..whole.len() - 20 {
        let error = mbac::read_with(&whole[..length], &VENDOR).unwrap_err();
        assert!(matches!(error, Error::Truncated { .. }), "{length} bytes: {error:?}");
        assert!(error.offset().is_some_and(|offset| offset <= length));
    }
}
