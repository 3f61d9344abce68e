//! Options of `convert` and `compare` that are for some inputs only.

use crate::program::{Folder, ends, remarks, succeeds};

#[test]
fn warnings_about_anything_are_errors_when_asked_for() {
    let folder = Folder::with("options-strict", &["robots/tin.mbac"]);
    folder.copy("../tests/fuzz/seeds/mbac/revised_v3", "revised.mbac");
    // One row of four texels, one of which is beyond the two colours of the palette.
    let mut picture = b"BM\x42\0\0\0\0\0\0\0\x3e\0\0\0\x28\0\0\0\x04\0\0\0\x01\0\0\0\x01\0\x08\0".to_vec();
    picture.resize(46, 0);
    picture.extend([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 0, 0, 1, 5, 0]);
    folder.write("skin.bmp", &picture);
    for (arguments, code) in [
        (["convert", "skin.bmp", "-o", "skin.png"], "K021"),
        (["convert", "tin.mbac", "-o", "tin.glb"], "X003"),
        (["convert", "revised.mbac", "-o", "revised.bac"], "K024"),
    ] {
        let (_, said) = ends(&folder, &[&arguments[..], &["--strict"]].concat(), 3);
        assert!(said.contains(&format!("error[{code}]")), "{said}");
        let said = remarks(&folder, &arguments);
        assert!(said.contains(&format!("warning[{code}]")), "{said}");
    }
}

#[test]
fn options_for_other_inputs_change_nothing() {
    let folder = Folder::with(
        "options-vain",
        &["robots/tin.bac", "robots/tin.mbac", "robots/tin.mtra", "robots/tin.bmp", "robots/walk.tra"],
    );
    for arguments in [
        &["convert", "walk.tra", "-o", "x.mtra", "--figure", "tin.bac", "--keep-unused-bones", "--sort-keys"][..],
        &["convert", "tin.mtra", "-o", "x/", "--mbac-dialect", "vendor", "--figure", "tin.mbac"],
        &["convert", "tin.bmp", "-o", "x.png", "--palette", "tin.bmp", "--strict"],
        &["compare", "tin.bac", "tin.bac", "--scale", "2", "--match", "name"],
    ] {
        succeeds(&folder, arguments);
    }
    succeeds(&folder, &["convert", "tin.mbac", "-o", "plain.bac"]);
    succeeds(&folder, &["convert", "tin.mbac", "-o", "scaled.bac", "--scale", "2"]);
    assert_eq!(folder.read("plain.bac"), folder.read("scaled.bac"));
}
