//! Accessors without bytes of their own, sparse ones, and compressed ones.

use keitai_exchange::gltf::read::{Import, Options, read};
use keitai_formats::Severity;

/// A triangle whose three positions are the accessor given. The buffer has (1, 0, 0) and (0, 2, 0), then the indices 1 and 2.
fn import(position: &str, file: &str) -> Result<Import, String> {
    let text = format!(
        r#"{{"asset":{{"version":"2.0"}},{file}"nodes":[{{"mesh":0}}],
        "buffers":[{{"byteLength":26,"uri":"b"}},{{"byteLength":26,"extensions":{{"EXT_meshopt_compression":{{"fallback":true}}}}}}],
        "bufferViews":[{{"buffer":0,"byteLength":24}},{{"buffer":0,"byteOffset":24,"byteLength":2}},
        {{"buffer":1,"byteLength":24,"extensions":{{"EXT_meshopt_compression":{{}}}}}}],
        "accessors":[{{"componentType":5126,"type":"VEC3","min":[0,0,0],"max":[1,2,0],{position}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"extensions":{{"KHR_draco_mesh_compression":{{}}}}}}]}}]}}"#
    );
    // The second buffer stands for one that only a decompressor can fill.
    let text = if position.contains("bufferView\":2") {
        text
    } else {
        text.replace(r#","extensions":{"EXT_meshopt_compression":{"fallback":true}}"#, r#","uri":"b""#)
    };
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
    let figure = import(&format!(r#""count":3,{SPARSE}"#), "").unwrap().made.figure;
    assert_eq!(figure.vertices, [[0, 0, 0], [100, 0, 0], [0, 200, 0]]);
    let text = import(&format!(r#""count":2,{SPARSE}"#), "").unwrap_err();
    assert!(text.contains("X023") && text.contains("its sparse part overruns"), "{text}");
}

#[test]
fn an_accessor_without_bytes_is_all_zeros() {
    // The triangle has no area, and the file no other.
    let text = import(r#""count":3"#, "").unwrap_err();
    assert!(text.contains("KHR_draco_mesh_compression alone; export without compression"), "{text}");
    let zeros = r#"{"asset":{"version":"2.0"},"nodes":[{"name":"door","mesh":0}],"buffers":[{"byteLength":26,"uri":"b"}],
        "bufferViews":[{"buffer":0,"byteLength":24}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"componentType":5126,"type":"VEC3","count":COUNT,"min":[0,0,0],"max":[0,0,0]}]}"#;
    let read = |count: &str| {
        let report = read(zeros.replace("COUNT", count).as_bytes(), &mut |_| Some(vec![0; 26]), &Options::default());
        report.diagnostics.iter().map(|found| found.to_string()).collect::<Vec<_>>().join("\n")
    };
    assert!(read("3").contains("X042"));
    let refused = read("200000");
    assert!(refused.contains("X023") && refused.contains("at most 174762 are read"), "{refused}");
}

#[test]
fn numbers_that_only_a_compression_has_are_refused_with_the_way_out() {
    let text = import(r#""count":2,"bufferView":2"#, r#""extensionsUsed":["EXT_meshopt_compression"],"#).unwrap_err();
    assert!(text.contains("X021") && text.contains("EXT_meshopt_compression alone; export without"), "{text}");
    // Where the uncompressed numbers are there as well, they are read.
    let figure = import(r#""count":2,"bufferView":0"#, r#""extensionsUsed":["KHR_draco_mesh_compression"],"#);
    assert_eq!(figure.map(drop), Ok(()));
}
