//! Options of `convert` and `compare`: where they have an effect, and that they are refused elsewhere.

use std::path::Path;

use crate::inputs::copies;
use crate::program::{keitai, text};

#[test]
fn warnings_about_anything_are_errors_when_asked_for() {
    let folder = copies("options-strict", &["robots/tin.mbac"]);
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fuzz/seeds/mbac/revised_v3");
    std::fs::copy(seed, folder.0.join("revised.mbac")).unwrap();
    // One row of four texels, one of which is beyond the two colours of the palette.
    let mut picture = b"BM\x42\0\0\0\0\0\0\0\x3e\0\0\0\x28\0\0\0\x04\0\0\0\x01\0\0\0\x01\0\x08\0".to_vec();
    picture.resize(46, 0);
    picture.extend([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 0, 0, 1, 5, 0]);
    std::fs::write(folder.0.join("skin.bmp"), picture).unwrap();
    for (arguments, code) in [
        (["convert", "skin.bmp", "-o", "skin.png"], "K021"),
        (["convert", "tin.mbac", "-o", "tin.glb"], "X003"),
        (["convert", "revised.mbac", "-o", "revised.bac"], "K024"),
    ] {
        let strict = keitai(&folder.0, &[&arguments[..], &["--strict"]].concat());
        let said = text(&strict.stderr);
        assert!(strict.status.code() == Some(3) && said.contains(&format!("error[{code}]")), "{said}");
        let usual = keitai(&folder.0, &arguments);
        let said = text(&usual.stderr);
        assert!(usual.status.code() == Some(0) && said.contains(&format!("warning[{code}]")), "{said}");
    }
}
