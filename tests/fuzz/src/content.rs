//! Small files that scenes and shots of the fuzzer refer to: figures, actions and textures, binary and as texts.

use std::borrow::Cow;
use std::io;

use keitai_runtime::assets::{AssetPath, Source};

/// Names and bytes of the files.
pub const FILES: [(&str, &[u8]); 11] = [
    ("shadow.mbac", include_bytes!("../../../assets/ring/shadow.mbac")),
    ("shadow.bmp", include_bytes!("../../../assets/ring/shadow.bmp")),
    ("tin.mbac", include_bytes!("../../../assets/robots/tin.mbac")),
    ("tin.mtra", include_bytes!("../../../assets/robots/tin.mtra")),
    ("tin.bmp", include_bytes!("../../../assets/robots/tin.bmp")),
    ("arm.mbac", include_bytes!("../../fixtures/arm.mbac")),
    ("arm.mtra", include_bytes!("../../fixtures/arm.mtra")),
    ("tiles.bmp", include_bytes!("../../fixtures/tiles.bmp")),
    ("ball.bmp", include_bytes!("../../fixtures/reflection.bmp")),
    ("wedge.bac", include_bytes!("../seeds/bac/wedge")),
    ("nod.tra", include_bytes!("../seeds/tra/nod")),
];

/// Returns all files beside a scene, and the path of the scene.
pub fn with_scene(text: &[u8]) -> Option<(Source, AssetPath)> {
    let files = FILES.map(|(path, bytes)| (path, Cow::Borrowed(bytes)));
    let scene = [("a.ron", Cow::Owned(text.to_vec()))];
    Some((Source::memory(files.into_iter().chain(scene)), AssetPath::new("a.ron").ok()?))
}

/// Returns the bytes of a file.
pub fn read(name: &str) -> io::Result<Vec<u8>> {
    let file = FILES.iter().find(|(path, _)| *path == name);
    file.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| io::ErrorKind::NotFound.into())
}
