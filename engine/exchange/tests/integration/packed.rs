//! Numbers that Draco and meshoptimizer have compressed: a rectangle of two triangles, from (0, 0) to (1, 2).

use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_formats::Content;

use crate::made::{told, untextured};

const DRACO: &[u8] = include_bytes!("../../../../tests/fuzz/seeds/gltf/draco.glb");
const MESHOPT: &[u8] = include_bytes!("../../../../tests/fuzz/seeds/gltf/meshopt.glb");

fn import(file: &[u8]) -> Result<Content, String> {
    let report = read(file, &mut |_| None, &Options::default());
    let told = told(&report).join("\n");
    if report.diagnostics.is_empty() { report.document.ok_or(told) } else { Err(told) }
}

/// Returns a file in which a text has become another one of the same length.
fn with(file: &[u8], old: &str, new: &str) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let at = file.windows(old.len()).position(|window| window == old.as_bytes()).unwrap();
    let mut file = file.to_vec();
    file[at..at + new.len()].copy_from_slice(new.as_bytes());
    file
}

#[test]
fn a_compressed_mesh_is_what_it_was() {
    for file in [DRACO, MESHOPT] {
        let mut import = import(file).unwrap();
        assert_eq!(untextured(&import), 2);
        import.figure.vertices.sort();
        assert_eq!(import.figure.vertices, [[0, 0, 0], [0, 200, 0], [100, 0, 0], [100, 200, 0]]);
    }
}

/// Exporters of Blender 2.9 counted other vertices than their Draco meshes have.
#[test]
fn the_count_of_a_draco_mesh_is_its_own() {
    let other = with(DRACO, r#""VEC3","count":4"#, r#""VEC3","count":3"#);
    assert_eq!(import(&other).unwrap().figure, import(DRACO).unwrap().figure);
}

#[test]
fn a_buffer_without_a_file_stands_for_compressed_numbers() {
    let unmarked = with(MESHOPT, r#"compression":{"fallback"#, r#"compressioN":{"fallback"#);
    assert_eq!(import(&unmarked).unwrap().figure, import(MESHOPT).unwrap().figure);
}

#[test]
fn damaged_numbers_are_told_with_their_buffer_view() {
    let refused = |file: &[u8], old: &str, new: &str, reason: &str| {
        let text = import(&with(file, old, new)).unwrap_err();
        assert!(
            text.contains("X023") && text.contains("buffer view 0: its compressed") && text.contains(reason),
            "{text}"
        );
    };
    refused(DRACO, "DRACO", "DRACA", "cannot be read");
    refused(DRACO, r#""POSITION":0}}"#, r#""POSITION":7}}"#, "there is no attribute 7");
    refused(MESHOPT, "ATTRIBUTES", "ATTRIBUTED", "cannot be read");
    refused(MESHOPT, r#""byteLength":62,"#, r#""byteLength":99,"#, "outside the buffer");
}
