//! Accessors without bytes of their own, sparse and compressed ones.

use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_formats::{Content, Severity};

use crate::made::{told, untextured};

/// A triangle whose three positions are the accessor given. The buffer has (1, 0, 0) and (0, 2, 0), then the indices 1
/// and 2.
fn import(position: &str) -> Result<Content, String> {
    let text = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"buffers":[{{"byteLength":26,"uri":"b"}}],
        "bufferViews":[{{"buffer":0,"byteLength":24}},{{"buffer":0,"byteOffset":24,"byteLength":2}}],
        "accessors":[{{"componentType":5126,"type":"VEC3","min":[0,0,0],"max":[1,2,0],{position}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}]}}"#
    );
    let numbers = [1.0f32, 0.0, 0.0, 0.0, 2.0, 0.0];
    let mut buffer: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    buffer.extend([1, 2]);
    let report = read(text.as_bytes(), &mut |_| Some(buffer.clone()), &Options::default());
    let told = format!("{:?}", report.diagnostics);
    let is_refused =
        report.diagnostics.iter().any(|found| found.rule.code != "X042" && found.severity == Severity::Error);
    report.document.filter(|_| !is_refused).ok_or(told)
}

const SPARSE: &str =
    r#""sparse":{"count":2,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":0}}"#;

#[test]
fn a_sparse_accessor_replaces_some_of_many_zeros() {
    let figure = import(&format!(r#""count":3,{SPARSE}"#)).unwrap().figure;
    assert_eq!(figure.vertices, [[0, 0, 0], [100, 0, 0], [0, 200, 0]]);
    let text = import(&format!(r#""count":2,{SPARSE}"#)).unwrap_err();
    assert!(text.contains("X023") && text.contains("its sparse part overruns"), "{text}");
}

#[test]
fn an_accessor_without_bytes_is_all_zeros() {
    let zeros = r#"{"asset":{"version":"2.0"},"nodes":[{"name":"door","mesh":0}],"buffers":[{"byteLength":26,"uri":"b"}],
        "bufferViews":[{"buffer":0,"byteLength":24}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"componentType":5126,"type":"VEC3","count":COUNT,"min":[0,0,0],"max":[0,0,0]}]}"#;
    let read = |count: &str| {
        let report = read(zeros.replace("COUNT", count).as_bytes(), &mut |_| Some(vec![0; 26]), &Options::default());
        told(&report).join("\n")
    };
    assert!(read("3").contains("X042"));
    let refused = read("200000");
    assert!(refused.contains("X023") && refused.contains("at most 174762 are read"), "{refused}");
}

/// A rectangle of two triangles, from (0, 0) to (1, 2), as Draco and meshoptimizer compress it.
const DRACO: &[u8] = include_bytes!("../../../../tests/fuzz/seeds/gltf/draco.glb");
const MESHOPT: &[u8] = include_bytes!("../../../../tests/fuzz/seeds/gltf/meshopt.glb");

fn import_packed(file: &[u8]) -> Result<Content, String> {
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
        let mut import = import_packed(file).unwrap();
        assert_eq!(untextured(&import), 2);
        import.figure.vertices.sort();
        assert_eq!(import.figure.vertices, [[0, 0, 0], [0, 200, 0], [100, 0, 0], [100, 200, 0]]);
    }
}

/// Exporters of Blender 2.9 counted other vertices than their Draco meshes have.
#[test]
fn the_count_of_a_draco_mesh_is_its_own() {
    let other = with(DRACO, r#""VEC3","count":4"#, r#""VEC3","count":3"#);
    assert_eq!(import_packed(&other).unwrap().figure, import_packed(DRACO).unwrap().figure);
}

#[test]
fn a_buffer_without_a_file_stands_for_compressed_numbers() {
    let unmarked = with(MESHOPT, r#"compression":{"fallback"#, r#"compressioN":{"fallback"#);
    assert_eq!(import_packed(&unmarked).unwrap().figure, import_packed(MESHOPT).unwrap().figure);
}

#[test]
fn damaged_numbers_are_told_with_their_buffer_view() {
    let refused = |file: &[u8], old: &str, new: &str, reason: &str| {
        let text = import_packed(&with(file, old, new)).unwrap_err();
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
