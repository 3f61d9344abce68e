//! Bones and the vertices that they own.

use keitai_formats::{BoneMatrix, mbac};

use super::labelled::{File, U16, bone};

fn file(bones: &[(u16, i16)]) -> File {
    let mut file = File::v5();
    file.counts[3] = U16(bones.len() as u16);
    file.bones = bones.iter().flat_map(|&(vertices, parent)| bone(vertices, parent)).collect();
    file
}

#[test]
fn several_roots_and_a_child() {
    let file = file(&[(1, -1), (0, 0), (2, -1)]);
    let figure = file.figure();
    let parents: Vec<_> = figure.bones.iter().map(|bone| bone.parent).collect();
    assert_eq!(parents, [None, Some(0), None]);
    assert_eq!(figure.bones[0].matrix, BoneMatrix([4096, 0, 0, 1, 0, 4096, 0, 2, 0, 0, 4096, 3]));
    assert_eq!(mbac::write(&figure).unwrap(), file.bytes());
}

#[test]
fn a_parent_comes_before_its_child() {
    for parent in [1, 2, -2, i16::MIN] {
        let file = file(&[(3, -1), (0, parent)]);
        let at = file.bones_at() + 28 + 2;
        let message = format!("bones at byte {at}: parent: expected -1 or an earlier bone, found {parent}");
        assert_eq!(file.error().to_string(), message);
    }
}

#[test]
fn every_vertex_has_an_owner() {
    let file = file(&[(1, -1), (1, 0)]);
    let message = format!("bones at byte {}: vertices of all bones: expected 3, found 2", file.bones_at());
    assert_eq!(file.error().to_string(), message);
}
