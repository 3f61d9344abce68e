//! Accessors without bytes of their own, and sparse ones.

use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_formats::{Content, Severity};

use crate::made::told;

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
