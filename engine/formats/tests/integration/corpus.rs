//! Every real file and every vector of a test corpus outside the repository: it loads, all its bytes are accounted for,
//! and it is written back as it was. `KEITAI_CORPUS` names the folder; without it the tests print a line and pass.

use std::fs;
use std::path::{Path, PathBuf};

use keitai_formats::mbac::WriteOptions;
use keitai_formats::{BoneAnimation, Diagnostic, ReadOptions, Report, bck, bmp, mbac, mtra};

/// Returns the folder of the corpus, or prints a line.
pub(crate) fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("KEITAI_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        println!("KEITAI_CORPUS is not set: skipped");
    }
    folder
}

/// Returns all files below the corpus folder with an extension; `None` without a corpus.
pub(crate) fn files(extension: &str) -> Option<Vec<PathBuf>> {
    let mut paths = Vec::new();
    let mut folders = vec![folder()?];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            // Cases hold broken files, too.
            if path.is_dir() && !path.ends_with("cases") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == extension) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    assert!(!paths.is_empty(), "no .{extension} file in the corpus");
    Some(paths)
}

/// Returns whether the vendor's tools wrote a file: it is in the folders of real files or of the converter's output.
fn is_vendors(path: &Path) -> bool {
    let vendors = ["corpus", "converter", "converter_more", "converter_random"];
    path.components().any(|part| vendors.iter().any(|folder| part.as_os_str() == *folder))
}

fn no_diagnostics(path: &Path, diagnostics: &[Diagnostic]) {
    assert!(diagnostics.is_empty(), "{}: {}", path.display(), diagnostics[0]);
}

fn same(path: &Path, written: &[u8], original: &[u8]) {
    let first = written.iter().zip(original).position(|(a, b)| a != b);
    assert!(written == original, "{}: first difference at {first:?}", path.display());
}

#[test]
fn figures_are_written_back_as_they_were() {
    let Some(paths) = files("mbac") else { return };
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let Report { document: figure, diagnostics } = mbac::read_with(&bytes, &ReadOptions::UNLIMITED)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        figure.check().unwrap();
        let [joined, apart] = [false, true]
            .map(|last_vertex_apart| mbac::write_with(&figure, WriteOptions { last_vertex_apart }).unwrap());
        let written = if apart == bytes { apart } else { joined };
        if is_vendors(&path) {
            no_diagnostics(&path, &diagnostics);
            same(&path, &written, &bytes);
        } else {
            diagnostics.iter().for_each(|diagnostic| println!("{}: {diagnostic}", path.display()));
        }
        let again = mbac::read_with(&written, &ReadOptions::UNLIMITED).unwrap();
        assert!(again.document == figure, "{}: another document after writing", path.display());
    }
}

#[test]
fn action_tables_are_written_back_as_they_were() {
    let Some(paths) = files("mtra") else { return };
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let Report { document: table, diagnostics } =
            mtra::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        table.check().unwrap();
        let written = mtra::write(&table).unwrap();
        if is_vendors(&path) {
            // Rolls of the vendor's converter begin at the text's first key.
            let late = |finding: &Diagnostic| finding.rule.code == "K019";
            assert!(diagnostics.iter().all(late), "{}: {diagnostics:?}", path.display());
            same(&path, &written, &bytes);
        } else {
            diagnostics.iter().for_each(|diagnostic| println!("{}: {diagnostic}", path.display()));
        }
        let again = mtra::read(&written).unwrap();
        assert!(again.document == table, "{}: another document after writing", path.display());
    }
}

#[test]
fn textures_load() {
    let Some(paths) = files("bmp") else { return };
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let Report { document: texture, diagnostics } = bmp::read_with(&bytes, &ReadOptions::UNLIMITED)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        no_diagnostics(&path, &diagnostics);
        let written = bmp::write(&texture).unwrap();
        let tail = bytes.len() - written.len();
        assert!(tail <= 2, "{}: {tail} bytes that mean nothing", path.display());
        let again = bmp::read_with(&written, &ReadOptions::UNLIMITED).unwrap();
        assert!(again.document == texture, "{}: another document after writing", path.display());
    }
}

/// Expected poses come from other readers' arithmetic: floats may differ in the last digits, rotations by the one raw
/// unit that f32 arithmetic can lose before the shift.
#[test]
fn bone_animations_give_the_expected_poses() {
    let Some(paths) = files("bck") else { return };
    let mut animations: Vec<(String, BoneAnimation)> = Vec::new();
    for path in &paths {
        let loaded = bck::read(&fs::read(path).unwrap()).unwrap();
        no_diagnostics(path, &loaded.diagnostics);
        animations.push((path.file_name().unwrap().to_string_lossy().into_owned(), loaded.document));
    }
    let expected = fs::read_to_string(paths[0].with_file_name("vectors.json")).unwrap();
    let expected: serde_json::Value = serde_json::from_str(&expected).unwrap();
    let poses = expected.as_array().unwrap();
    assert!(poses.len() >= 40);
    for pose in poses {
        let file = pose["file"].as_str().unwrap();
        let (_, animation) = animations.iter().find(|(name, _)| name == file).unwrap();
        let frame = pose["frame"].as_f64().unwrap();
        let joint = pose["joint"].as_u64().unwrap() as usize;
        let sample = animation.sample(joint, frame).unwrap();
        let label = format!("{file}, frame {frame}, joint {joint}: {sample:?}");
        for axis in 0..3 {
            assert!((sample.scale[axis] - pose["scale"][axis].as_f64().unwrap()).abs() < 1e-4, "{label}");
            assert!((sample.translation[axis] - pose["trans"][axis].as_f64().unwrap()).abs() < 1e-4, "{label}");
            let rotation = pose["rot_s16"][axis].as_i64().unwrap() as i16;
            let off = i32::from(sample.rotation[axis].wrapping_sub(rotation)).abs();
            assert!(off <= 1 << animation.rotation_shift, "{label}: expected {rotation}");
        }
    }
}
